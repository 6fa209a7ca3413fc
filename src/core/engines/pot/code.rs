//! Results in a byte, and what the inner loop wants to know of each.
//!
//! Owns the packing: from the code of a result the rank of its score for control, and its class, combo and rerolls
//! together, for payment and counting.

use crate::games::pot::{Combo, Rerolled, TurnResult};

/// Ways to have rerolled.
pub(super) const WAYS: [Rerolled; 3] = [Rerolled::Never, Rerolled::Free, Rerolled::Paid];

/// Combo and rerolls of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class(u32);

impl Class {
    const BITS: u32 = 6;
    /// More than there are: a power of two.
    pub(super) const MANY: usize = 1 << Class::BITS;
    const COMBO_BITS: u32 = 4;

    pub(super) const fn new(combo: Combo, rerolled: Rerolled) -> Class {
        Class(combo as u32 | (rerolled as u32) << Class::COMBO_BITS)
    }

    /// All of them, with what they stand for.
    pub(super) fn all() -> impl Iterator<Item = (Class, Combo, Rerolled)> {
        let of = |rerolled| Combo::ALL.map(|combo| (Class::new(combo, rerolled), combo, rerolled));
        WAYS.into_iter().flat_map(of)
    }

    /// What it stands for.
    pub(super) fn parts(self) -> (Combo, Rerolled) {
        (Combo::ALL[self.index() % (1 << Class::COMBO_BITS)], WAYS[self.index() >> Class::COMBO_BITS])
    }

    /// Its place among [`Class::MANY`].
    #[inline(always)]
    pub(super) fn index(self) -> usize {
        self.0 as usize % Class::MANY
    }
}

/// More codes than there are: a power of two.
pub(super) const CODES: usize = 128;
/// The most that three dice show is one less.
const SUMS: u32 = 16;
/// How many results there are with the same rerolls: two combos have any sum, all others one.
const OF_A_WAY: u32 = 2 * SUMS + Combo::ALL.len() as u32 - 2;

/// The code of a result.
pub(super) fn code(TurnResult { combo, score, rerolled }: TurnResult) -> u32 {
    let place = match combo {
        Combo::None => u32::from(score),
        Combo::Run123 => SUMS + u32::from(score),
        other => 2 * SUMS + other as u32 - 2,
    };
    rerolled as u32 * OF_A_WAY + place
}

/// A code, decoded: from the lowest bits the class of the result, the rank of the score, and whether it is P O T.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Decoded(pub(super) u32);

impl Decoded {
    const RANK: u32 = 8;
    const POT: u32 = 16;

    fn new(result: TurnResult) -> Decoded {
        let TurnResult { combo, score, rerolled } = result;
        let rank = if matches!(combo, Combo::Ones | Combo::Pot) { 0 } else { u32::from(score) + 1 };
        Decoded(Class::new(combo, rerolled).0 | rank << Decoded::RANK | u32::from(combo == Combo::Pot) << Decoded::POT)
    }

    /// Each code, decoded.
    pub(super) fn by_code() -> [Decoded; CODES] {
        let mut all = [Decoded::default(); CODES];
        for (_, combo, rerolled) in Class::all() {
            for any in 0..SUMS as u8 {
                let score = combo.score().unwrap_or(any);
                let result = TurnResult { combo, score, rerolled };
                all[code(result) as usize] = Decoded::new(result);
            }
        }
        all
    }

    /// Combo and rerolls.
    #[inline(always)]
    pub(super) fn class(self) -> Class {
        Class(self.0 & (Class::MANY as u32 - 1))
    }

    /// One more than the score; 0 of what never takes control (P08, P09).
    #[inline(always)]
    pub(super) fn rank(self) -> u32 {
        self.0 >> Decoded::RANK & 31
    }

    /// Whether it is P O T.
    #[inline(always)]
    pub(super) fn is_pot(self) -> bool {
        self.0 >> Decoded::POT != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::pot::{Purse, RerollPolicy};
    use crate::games::pot::{Combos, DiceSet, Without, Zero};

    /// Those of all turns in which anything may be rerolled.
    #[test]
    fn codes_tell_results() {
        let decoded = Decoded::by_code();
        let mut met = [None; CODES];
        for kept in 0..6 {
            let without = Without::NAMES.map(|(_, without)| match without {
                Without::Combo(combo) => Combos::new(Zero::Any, Some(combo)),
                Without::Nothing | Without::PaidReroll => Combos::PUBLISHED,
            });
            for combos in without.into_iter().chain([Combos::new(Zero::O, None)]) {
                let plan = RerollPolicy::of_rule(combos, Purse::Coins, |roll| {
                    Ok::<DiceSet, ()>(roll.shown.dice_with(|face| face != kept && face != 4))
                });
                for (result, _) in plan.unwrap().outcome(combos) {
                    let code = code(result) as usize;
                    assert!(met[code].replace(result).is_none_or(|other| other == result), "{result:?}");
                    assert_eq!(decoded[code].class().parts(), (result.combo, result.rerolled));
                    let scores = !matches!(result.combo, Combo::Ones | Combo::Pot);
                    assert_eq!(decoded[code].rank(), if scores { u32::from(result.score) + 1 } else { 0 });
                    assert_eq!(decoded[code].is_pot(), result.combo == Combo::Pot);
                }
            }
        }
        let is_met = |combo: Combo| met.iter().flatten().any(|result| result.combo == combo);
        assert!(Combo::ALL.into_iter().all(is_met), "{met:?}");
    }
}
