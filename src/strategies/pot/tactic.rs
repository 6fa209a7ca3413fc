//! Rerolling by words: when a turn stops, and which dice are rerolled until then.

use super::picks::{Pick, Towards};
use crate::games::pot::{Combo, DiceSet, Reroll, Roll, Throw, Zero};
use crate::strategies::rerolls::PICK_BITS;

/// No sum is as high.
pub(super) const NO_SUM: u8 = 16;

/// When a turn stops although a reroll is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Aim {
    /// The lowest sum to stop at, up to [`NO_SUM`].
    pub(super) sum: u8,
    /// The combos to stop at, a bit each by their place in [`Combo::ALL`].
    pub(super) combos: u16,
    /// Whether it takes both, a sum and a combo.
    pub(super) both: bool,
}

impl Aim {
    /// Never.
    pub(super) const NEVER: Aim = Aim { sum: NO_SUM, combos: 0, both: false };

    fn stops(self, shown: Throw, zero: Zero) -> bool {
        let sum = shown.sum() >= self.sum;
        let combo = self.combos >> (shown.combo(zero) as u16) & 1 == 1;
        if self.both { sum && combo } else { sum || combo }
    }
}

/// A bit for every combo that pays.
pub(super) fn paying() -> u16 {
    Combo::ALL.into_iter().filter(|combo| combo.most_coins() > 0).fold(0, |all, combo| all | 1 << combo as u16)
}

/// How a turn is rerolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Tactic {
    /// When it stops.
    pub(super) aim: Aim,
    /// What the free reroll takes.
    pub(super) free: Pick,
    /// What the paid reroll takes; nothing if it is not to be paid for.
    pub(super) last: Pick,
}

const SUM_BITS: u32 = 5;
const COMBO_BITS: u32 = 11;

impl Tactic {
    /// A number below 2^53.
    pub(super) fn number(self) -> u64 {
        let Aim { sum, combos, both } = self.aim;
        let aim = (u64::from(both) << COMBO_BITS | u64::from(combos)) << SUM_BITS | u64::from(sum);
        let [free, last] = [self.free, self.last].map(|pick| pick.number(Towards::number));
        (aim << PICK_BITS | free) << PICK_BITS | last
    }

    /// The tactic of a number; any number is one.
    pub(super) fn of_number(number: u64) -> Tactic {
        let bits = |from: u32, bits: u32| number >> from & ((1 << bits) - 1);
        let pick = |number| Pick::of_number(number, Towards::of_number);
        let aim = 2 * PICK_BITS;
        Tactic {
            aim: Aim {
                sum: bits(aim, SUM_BITS) as u8,
                combos: bits(aim + SUM_BITS, COMBO_BITS) as u16,
                both: bits(aim + SUM_BITS + COMBO_BITS, 1) == 1,
            },
            free: pick(number >> PICK_BITS),
            last: pick(number),
        }
    }

    /// The dice to reroll.
    pub(super) fn reroll(self, roll: &Roll, zero: Zero) -> DiceSet {
        if self.aim.stops(roll.shown, zero) {
            return DiceSet::NONE;
        }
        match roll.next {
            Reroll::Free => self.free.from(roll.shown, zero),
            Reroll::Paid => self.last.from(roll.shown, zero),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stands_for_its_tactic() {
        for aim in [Aim::NEVER, Aim { sum: 9, combos: paying(), both: true }, Aim { sum: 0, combos: 4, both: false }] {
            let tactic = Tactic { aim, free: Pick::Lowest(2), last: Pick::Own(Towards::Combo(Combo::FourTwoZero)) };
            assert!(tactic.number() < 1 << 53);
            assert_eq!(Tactic::of_number(tactic.number()), tactic);
        }
    }

    #[test]
    fn it_stops_at_a_sum_a_combo_or_both() {
        let stops = |aim: Aim, faces| aim.stops(Throw::new(faces), Zero::Any);
        let sum = Aim { sum: 10, ..Aim::NEVER };
        let combo = Aim { combos: paying(), ..Aim::NEVER };
        let both = Aim { sum: 10, combos: paying(), both: true };
        let either = Aim { both: false, ..both };
        // 5 5 0 is a sum of 10, 2 2 2 a combo, 5 4 3 both, 1 0 0 neither.
        let all = [[5, 5, 0], [2, 2, 2], [5, 4, 3], [1, 0, 0]];
        let told = [sum, combo, both, either, Aim::NEVER].map(|aim| all.map(|faces| stops(aim, faces)));
        assert_eq!(told[0], [true, false, true, false]);
        assert_eq!(told[1], [false, true, true, false]);
        assert_eq!(told[2], [false, false, true, false]);
        assert_eq!(told[3], [true, true, true, false]);
        assert_eq!(told[4], [false; 4]);
    }
}
