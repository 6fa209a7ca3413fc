//! Which of the dice shown to reroll: the words that strategies choose from.
//!
//! Owns the choice within one roll. Which word is used when is the strategies' business.

use crate::dice::{Counts, FACES, Face};
use crate::games::gang::{Card, Roll};

/// A way to choose dice from a roll, whatever has been said about the rest of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// No die.
    None,
    /// Every Boss.
    Bosses,
    /// Every die.
    All,
    /// Every die that shows 1, 3 or 5.
    Odd,
    /// Every die that shows one of these faces.
    Faces(FaceSet),
    /// The Bosses and every die that shows less than a value.
    Below(Face),
    /// This many dice, the lowest; all if there are no more.
    Lowest(u8),
    /// The fewest dice whose removal makes the roll valid; see [`offending`].
    Offending,
}

/// A set of faces, the Boss (0) among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceSet(u8);

impl FaceSet {
    /// The set of the given faces (0 to 5).
    ///
    /// # Panics
    /// In debug builds, on a face above 5.
    pub const fn of(faces: &[Face]) -> FaceSet {
        let (mut set, mut i) = (0, 0);
        while i < faces.len() {
            debug_assert!((faces[i] as usize) < FACES);
            set |= 1 << faces[i];
            i += 1;
        }
        FaceSet(set)
    }

    /// Whether the face is in the set.
    #[inline]
    pub const fn has(self, face: Face) -> bool {
        self.0 >> face & 1 == 1
    }
}

impl Pick {
    /// The dice picked from a roll.
    pub fn from(self, roll: &Roll<'_>) -> Counts {
        let shown = roll.shown;
        match self {
            Pick::None => Counts::EMPTY,
            Pick::Bosses => shown.only(0),
            Pick::All => shown,
            Pick::Odd => with_faces(shown, |face| face % 2 == 1),
            Pick::Faces(set) => with_faces(shown, |face| set.has(face)),
            Pick::Below(value) => with_faces(shown, |face| face < value),
            Pick::Lowest(dice) => lowest(shown, u32::from(dice)),
            Pick::Offending => offending(roll.card, shown),
        }
    }
}

/// A pick as a number, for plans: the kind in the higher byte, its argument in the lower.
impl Pick {
    /// The number of this pick.
    pub(super) const fn code(self) -> u16 {
        let (kind, argument) = match self {
            Pick::None => (0, 0),
            Pick::Bosses => (1, 0),
            Pick::All => (2, 0),
            Pick::Odd => (3, 0),
            Pick::Faces(set) => (4, set.0),
            Pick::Below(value) => (5, value),
            Pick::Lowest(dice) => (6, dice),
            Pick::Offending => (7, 0),
        };
        kind << 8 | argument as u16
    }

    /// The pick of this number; [`Pick::None`] of a number that no pick has.
    pub(super) const fn of_code(code: u16) -> Pick {
        let argument = code as u8;
        match code >> 8 {
            1 => Pick::Bosses,
            2 => Pick::All,
            3 => Pick::Odd,
            4 => Pick::Faces(FaceSet(argument)),
            5 => Pick::Below(argument),
            6 => Pick::Lowest(argument),
            7 => Pick::Offending,
            _ => Pick::None,
        }
    }
}

/// The dice whose face is wanted.
#[inline]
fn with_faces(shown: Counts, wanted: impl Fn(Face) -> bool) -> Counts {
    (0..FACES as Face).filter(|&face| wanted(face)).fold(Counts::EMPTY, |dice, face| dice + shown.only(face))
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
pub fn offending(card: &Card, shown: Counts) -> Counts {
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

#[cfg(test)]
mod tests {
    use super::super::fixture::card;
    use super::super::laws::conditions;
    use super::*;
    use crate::games::gang::{Back, Trigger};
    use proptest::prelude::*;

    fn picked(pick: Pick, condition: &str, shown: &[Face]) -> Vec<Face> {
        let card = card(condition, "bomb");
        pick.from(&Roll { card: &card, shown: Counts::from_faces(shown), left: 1 }).iter().collect()
    }

    #[test]
    fn picks_mean_what_they_say() {
        let shown = &[0, 0, 1, 2, 2, 3, 5];
        for (pick, dice) in [
            (Pick::None, &[][..]),
            (Pick::Bosses, &[0, 0]),
            (Pick::All, shown),
            (Pick::Odd, &[1, 3, 5]),
            (Pick::Faces(FaceSet::of(&[0, 2, 4])), &[0, 0, 2, 2]),
            (Pick::Below(0), &[]),
            (Pick::Below(2), &[0, 0, 1]),
            (Pick::Lowest(0), &[]),
            (Pick::Lowest(4), &[0, 0, 1, 2]),
            (Pick::Lowest(255), shown),
            (Pick::Offending, &[2]),
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
            assert_eq!(picked(Pick::Offending, condition, shown), dice, "{condition} {shown:?}");
        }
        assert_eq!(picked(Pick::Offending, "odd>=1", &[1; 17]), [1; 17], "too many dice to search");
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
