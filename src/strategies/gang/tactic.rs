//! How a turn is rolled, in the words of a designer: when to stop, and what to reroll until then.
//!
//! Owns the [`Aim`], the [`Tactic`], and the number that stands for a tactic in a [`PolicyId`]. Whatever a
//! reroll depends on, the total to reach included, is in that number.

use super::picks::{Offending, Pick};
use crate::dice::Counts;
use crate::games::gang::{PolicyId, Roll};
use crate::strategies::rerolls::{PICK_BITS, pack, unpack};

/// When a turn stops although rerolls are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Never early: only when there is nothing to reroll.
    Never,
    /// When the roll is valid and its total at least this.
    Total(u16),
    /// When the total is at least this, valid or not.
    Shown(u16),
}

impl Aim {
    /// Any valid roll.
    pub const VALID: Aim = Aim::Total(0);
}

/// When to stop, and what to reroll until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tactic {
    /// When to stop.
    pub aim: Aim,
    /// What to reroll while the roll is invalid, which only a Bomb allows (G10).
    pub invalid: Pick,
    /// What to reroll while the roll is valid, but short of the aim.
    pub short: Pick,
}

/// The bits of the parts of a plan: two picks, the total of the aim, and 1 if the turn may stop early at a valid roll, 2
/// if at any roll.
const BITS: [u32; 4] = [PICK_BITS, PICK_BITS, 16, 2];

impl Tactic {
    /// Never rerolls.
    pub const STAND: Tactic = Tactic { aim: Aim::VALID, invalid: Pick::NONE, short: Pick::NONE };

    /// The plan that stands for this tactic.
    pub fn plan(self) -> PolicyId {
        let (kind, least) = match self.aim {
            Aim::Never => (0, 0),
            Aim::Total(least) => (1, least),
            Aim::Shown(least) => (2, least),
        };
        let [invalid, short] = [self.invalid, self.short].map(|pick| pick.number(|Offending| 0));
        PolicyId(pack([invalid, short, least.into(), kind], BITS))
    }

    /// The tactic that a plan stands for.
    pub fn of_plan(plan: PolicyId) -> Tactic {
        let [invalid, short, least, kind] = unpack(plan.0, BITS);
        let pick = |number| Pick::of_number(number, |_| Offending);
        let aim = match kind {
            1 => Aim::Total(least as u16),
            2 => Aim::Shown(least as u16),
            _ => Aim::Never,
        };
        Tactic { aim, invalid: pick(invalid), short: pick(short) }
    }

    /// The dice to reroll of a roll; none ends the turn.
    pub fn dice_to_reroll(self, roll: &Roll<'_>) -> Counts {
        let invalid = roll.card.condition.holds(roll.shown);
        match self.aim {
            Aim::Shown(least) if roll.shown.total() >= u32::from(least) => Counts::EMPTY,
            Aim::Total(least) if !invalid && roll.shown.total() >= u32::from(least) => Counts::EMPTY,
            _ if invalid => self.invalid.from(roll),
            _ => self.short.from(roll),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{card, rerolled};
    use super::*;
    use crate::dice::FACES;
    use crate::strategies::rerolls::FaceSet;
    use proptest::prelude::*;

    fn picks() -> impl proptest::strategy::Strategy<Value = Pick> {
        let faces = prop::sample::subsequence((0..FACES as u8).collect::<Vec<_>>(), 0..=FACES);
        prop_oneof![
            Just(Pick::ALL),
            faces.prop_map(|faces| Pick::Faces(FaceSet::of(&faces))),
            (0..FACES as u8).prop_map(Pick::below),
            any::<u16>().prop_map(Pick::Lowest),
            Just(Pick::OFFENDING),
        ]
    }

    proptest! {
        #[test]
        fn a_plan_stands_for_its_tactic(
            aim in prop_oneof![
                Just(Aim::Never), any::<u16>().prop_map(Aim::Total), any::<u16>().prop_map(Aim::Shown)
            ],
            invalid in picks(),
            short in picks(),
        ) {
            let tactic = Tactic { aim, invalid, short };
            prop_assert_eq!(Tactic::of_plan(tactic.plan()), tactic);
        }

        #[test]
        fn any_number_is_a_plan(number in any::<u64>(), shown in prop::collection::vec(0u8..6, 1..9)) {
            let again = rerolled(Tactic::of_plan(PolicyId(number)), &card("pair", "bomb"), &shown);
            prop_assert!(Counts::from_faces(&shown).contains(Counts::from_faces(&again)));
        }
    }

    #[test]
    fn an_invalid_roll_is_never_the_aim() {
        let tactic = Tactic { aim: Aim::Total(2), invalid: Pick::ZEROS, short: Pick::ALL };
        let card = card("any:5", "bomb");
        assert_eq!(rerolled(tactic, &card, &[0, 5]), [0]);
        assert_eq!(rerolled(tactic, &card, &[0, 2]), [0; 0]);
        assert_eq!(rerolled(tactic, &card, &[0, 1]), [0, 1]);
        assert_eq!(rerolled(Tactic { aim: Aim::Never, ..tactic }, &card, &[4, 4]), [4, 4]);
        let shown = Tactic { aim: Aim::Shown(5), ..tactic };
        assert_eq!(rerolled(shown, &card, &[0, 5]), [0; 0], "the total is enough, valid or not");
        assert_eq!(rerolled(Tactic { aim: Aim::Shown(6), ..tactic }, &card, &[0, 5]), [0]);
    }
}
