//! Which of the dice shown to reroll: the words that strategies choose from.
//!
//! Owns the choice within one roll. Which word is used when is the strategies' business.

use crate::dice::{Counts, FACES, Face};
use crate::games::gang::{Card, Roll};

/// A way to choose dice from a roll, whatever has been said about the rest of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// No die: the turn ends.
    None,
    /// Every Boss.
    Bosses,
    /// Every die.
    All,
    /// Every die that shows 1, 3 or 5.
    Odd,
    /// The Bosses and every die that shows less than a value.
    Below(Face),
    /// One die, the lowest.
    Lowest,
    /// The fewest dice whose removal makes the roll valid; see [`offending`].
    Offending,
}

impl Pick {
    /// The dice picked from a roll.
    pub fn from(self, roll: &Roll<'_>) -> Counts {
        let shown = roll.shown;
        let with = |wanted: &dyn Fn(Face) -> bool| {
            (0..FACES as Face).filter(|&face| wanted(face)).fold(Counts::EMPTY, |dice, face| dice + shown.only(face))
        };
        match self {
            Pick::None => Counts::EMPTY,
            Pick::Bosses => shown.only(0),
            Pick::All => shown,
            Pick::Odd => with(&|face| face % 2 == 1),
            Pick::Below(value) => with(&|face| face < value),
            Pick::Lowest => shown.iter().next().map_or(Counts::EMPTY, Counts::one),
            Pick::Offending => offending(roll.card, shown),
        }
    }
}

/// Beyond this many dice the search for the fewest would take too long, and all are taken.
const MAX_SEARCHED: u32 = 16;

/// The fewest dice whose removal makes the roll valid: none if it is valid, all if nothing less does or
/// more than 16 dice are shown. Of several sets of that size the one that leaves the highest total, then the one
/// with the highest face in it.
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
