//! Which of the dice shown to reroll: the words that strategies choose from.
//!
//! Owns the choice within one roll. Which word is used when is the strategies' business.

use crate::dice::{Counts, FACES, Face};
use crate::games::gang::{Card, Roll};
use crate::strategies::rerolls;

/// A way to choose dice from a roll.
pub type Pick = rerolls::Pick<Offending>;

/// The fewest dice whose removal makes the roll valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offending;

impl Pick {
    /// Those dice.
    pub const OFFENDING: Pick = Pick::Own(Offending);

    /// The dice picked from a roll.
    pub fn from(self, roll: &Roll<'_>) -> Counts {
        let shown = roll.shown;
        match self {
            Pick::Faces(set) => {
                let faces = (0..FACES as Face).filter(|&face| set.has(face));
                faces.fold(Counts::EMPTY, |dice, face| dice + shown.only(face))
            }
            Pick::Lowest(dice) => lowest(shown, dice.into()),
            Pick::Own(Offending) => offending(roll.card, shown),
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
    (1..shown.dice())
        .find_map(|size| {
            let mut best = None;
            lightest(card, shown, size, FACES as Face - 1, Counts::EMPTY, &mut best);
            best
        })
        .unwrap_or(shown)
}

/// Tries every way to take `size` more dice with faces up to `face`, keeping the lightest that leaves a valid roll.
fn lightest(card: &Card, shown: Counts, size: u32, face: Face, taken: Counts, best: &mut Option<Counts>) {
    if size == 0 {
        let lighter = best.is_none_or(|best| taken.total() < best.total());
        if lighter && !card.condition.holds(shown - taken) {
            *best = Some(taken);
        }
        return;
    }
    let most = shown.get(face).min(size);
    for here in (0..=most).rev() {
        if face > 0 {
            lightest(card, shown, size - here, face - 1, taken + Counts::of(face, here), best);
        } else if here == size {
            lightest(card, shown, 0, 0, taken + Counts::of(0, here), best);
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
    use super::super::fixture::card;
    use super::super::laws::conditions;
    use super::*;
    use crate::games::gang::{Back, Trigger};
    use crate::strategies::rerolls::FaceSet;
    use proptest::prelude::*;

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
