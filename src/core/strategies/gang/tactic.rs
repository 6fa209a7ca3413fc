//! How a turn is rolled, in the words of a designer: when to stop, and which of the dice shown to reroll until then.
//!
//! Owns the words, and the number that stands for a [`Tactic`] in a [`PolicyId`]. Whatever a reroll depends on, the total to
//! reach included, is in that number.

use crate::dice::{Counts, FACES, Face};
use crate::games::gang::{Card, Condition, PolicyId, Roll};
use crate::strategies::rerolls::{self, PICK_BITS, pack, unpack};

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

/// A way to choose dice from a roll.
pub type Pick = rerolls::Pick<Offending>;

/// The fewest dice whose removal makes the roll valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offending;

impl Pick {
    /// Those dice.
    pub const OFFENDING: Pick = Pick::OfGame(Offending);

    /// The dice picked from a roll.
    pub fn from(self, roll: &Roll<'_>) -> Counts {
        let shown = roll.shown;
        match self {
            Pick::Faces(set) => {
                let faces = (0..FACES as Face).filter(|&face| set.has(face));
                faces.fold(Counts::EMPTY, |dice, face| dice + shown.only(face))
            }
            Pick::Lowest(dice) => lowest(shown, dice.into()),
            Pick::OfGame(Offending) => offending(roll.card, shown),
        }
    }
}

/// The `dice` lowest of the dice shown, or all.
fn lowest(shown: Counts, dice: u32) -> Counts {
    let mut left = dice;
    (0..FACES as Face).fold(Counts::EMPTY, |picked, face| {
        let here = shown.get(face).min(left);
        left -= here;
        picked + Counts::of(face, here)
    })
}

/// Beyond this many dice the search for the fewest would take too long, and all are taken.
const MAX_SEARCHED: u32 = 16;

/// The fewest dice whose removal makes the roll valid: none if it is valid, all if nothing less does or
/// more than 16 dice are shown. Of several sets of that size the one that leaves the highest total, then the
/// one with the most dice of the highest face, then of the next.
fn offending(card: &Card, shown: Counts) -> Counts {
    if !card.condition.holds(shown) {
        return Counts::EMPTY;
    }
    if shown.dice() > MAX_SEARCHED {
        return shown;
    }
    let condition = &card.condition;
    let mut search = Search { condition, stays: condition.monotone_part(), shown, best: None };
    (1..shown.dice()).find_map(|size| search.lightest(size)).unwrap_or(shown)
}

/// A search for the lightest dice that leave a valid roll.
struct Search<'c> {
    condition: &'c Condition,
    /// What of it goes on holding whatever dice are added.
    stays: Condition,
    shown: Counts,
    best: Option<Counts>,
}

impl Search<'_> {
    /// The lightest `size` dice, if so many leave a valid roll.
    fn lightest(&mut self, size: u32) -> Option<Counts> {
        self.best = None;
        self.take(size, FACES as Face, Counts::EMPTY, Counts::EMPTY);
        self.best
    }

    /// Tries every way to take `size` more dice with faces below `face`; of the others it is decided which are taken and
    /// which are kept.
    fn take(&mut self, size: u32, face: Face, taken: Counts, kept: Counts) {
        if size == 0 {
            let lighter = self.best.is_none_or(|best| taken.total() < best.total());
            if lighter && !self.condition.holds(self.shown - taken) {
                self.best = Some(taken);
            }
            return;
        }
        // Whatever else is kept, the roll would be invalid.
        if face == 0 || self.stays.holds(kept) {
            return;
        }
        let face = face - 1;
        let here = self.shown.get(face);
        for dice in (0..=here.min(size)).rev() {
            self.take(size - dice, face, taken + Counts::of(face, dice), kept + Counts::of(face, here - dice));
        }
    }
}

/// A way to reroll: the same dice picked after every roll, as long as a reroll is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RerollPolicy {
    /// Its name.
    pub name: &'static str,
    /// What it rerolls.
    pub pick: Pick,
}

/// All that ship: those of the two reference strategies first, then the others.
pub const REROLL_POLICIES: [RerollPolicy; 10] = [
    RerollPolicy { name: "stand", pick: Pick::NONE },
    RerollPolicy { name: "boss", pick: Pick::ZEROS },
    RerollPolicy { name: "all", pick: Pick::ALL },
    RerollPolicy { name: "odd", pick: Pick::ODD },
    RerollPolicy { name: "below:2", pick: Pick::below(2) },
    RerollPolicy { name: "below:3", pick: Pick::below(3) },
    RerollPolicy { name: "below:4", pick: Pick::below(4) },
    RerollPolicy { name: "below:5", pick: Pick::below(5) },
    RerollPolicy { name: "lowest", pick: Pick::Lowest(1) },
    RerollPolicy { name: "offending", pick: Pick::OFFENDING },
];

/// The policy with this name.
pub fn reroll_policy(name: &str) -> Option<RerollPolicy> {
    REROLL_POLICIES.into_iter().find(|policy| policy.name == name)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{card, rerolled};
    use super::super::laws::conditions;
    use super::*;
    use crate::games::gang::{Back, Trigger};
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

    fn picked(pick: Pick, condition: &str, shown: &[Face]) -> Vec<Face> {
        let card = card(condition, "bomb");
        pick.from(&Roll { card: &card, shown: Counts::from_faces(shown), left: 1 }).iter().collect()
    }

    #[test]
    fn picks_mean_what_they_say() {
        let shown = &[0, 0, 1, 2, 2, 3, 5];
        for (pick, dice) in [
            (Pick::NONE, &[][..]),
            (Pick::ZEROS, &[0, 0]),
            (Pick::ALL, shown),
            (Pick::ODD, &[1, 3, 5]),
            (Pick::Faces(FaceSet::of(&[0, 2, 4])), &[0, 0, 2, 2]),
            (Pick::below(0), &[]),
            (Pick::below(2), &[0, 0, 1]),
            (Pick::Lowest(0), &[]),
            (Pick::Lowest(4), &[0, 0, 1, 2]),
            (Pick::Lowest(255), shown),
            (Pick::OFFENDING, &[2]),
        ] {
            assert_eq!(picked(pick, "pair", shown), dice, "{pick:?}");
        }
    }

    #[test]
    fn offending_dice_by_hand() {
        for (condition, shown, dice) in [
            ("pair", &[0, 0, 3, 4][..], &[][..]),
            ("pair", &[3, 3, 3, 4, 4], &[3, 3, 4]),
            ("run>=3", &[1, 2, 3, 4], &[2]),
            ("run>=3", &[2, 3, 4, 5], &[3]),
            ("sum>=7", &[2, 4, 5], &[5]),
            ("sum>=7", &[1, 1, 5], &[1]),
            ("any:4,5", &[3, 4, 5, 5], &[4, 5, 5]),
            ("distinct>=2", &[1, 1, 5], &[5]),
            ("distinct>=2", &[1, 5], &[1]),
            ("sum>=0", &[2, 3], &[2, 3]),
            ("not(any:1)", &[2, 3], &[2, 3]),
        ] {
            assert_eq!(picked(Pick::OFFENDING, condition, shown), dice, "{condition} {shown:?}");
        }
        assert_eq!(picked(Pick::OFFENDING, "odd>=1", &[1; 17]), [1; 17], "too many dice to search");
    }

    /// Every way to take dice from a roll.
    fn parts(shown: Counts) -> Vec<Counts> {
        (0..FACES as Face).fold(vec![Counts::EMPTY], |parts, face| {
            let here = shown.get(face);
            parts.iter().flat_map(|&part| (0..=here).map(move |n| part + Counts::of(face, n))).collect()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// The first of all parts that leave a valid roll, or of the whole: by dice, by total taken, then
        /// by the faces taken, highest first.
        #[test]
        fn offending_dice_are_the_fewest(condition in conditions(), shown in prop::collection::vec(0u8..6, 1..9)) {
            let text = condition.to_string();
            let card = Card {
                id: "c".to_owned(), condition, condition_text: text, trigger: Trigger::Bomb, back: Back::Light,
            };
            let shown = Counts::from_faces(&shown);
            let faces = |part: &Counts| std::cmp::Reverse(part.to_array().into_iter().rev().collect::<Vec<_>>());
            let mends = |part: &Counts| *part == shown || !card.condition.holds(shown - *part);
            let ways = parts(shown).into_iter().filter(mends);
            let first = ways.min_by_key(|part| (part.dice(), part.total(), faces(part))).unwrap();
            let expected = if card.condition.holds(shown) { first } else { Counts::EMPTY };
            prop_assert_eq!(offending(&card, shown), expected);
        }
    }
}
