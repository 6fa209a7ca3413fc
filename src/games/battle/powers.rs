//! Sets of powers, and what a throw zone shows, summed up in one word.
//!
//! Owns the layout of that word. Each sort of power has five bits of it, and a set of powers is all bits of its sorts:
//! so one `and` says whether dice show any of them.
//!
//! | bits | what | most |
//! |---|---|---|
//! | 0–11 | the sum of the numbers | 30 × 99 |
//! | 12–16 | dice | 30 |
//! | 17–21 | dice that score for each die | 30 |
//! | 24–63 | for each sort of power the dice that show it, five bits each | 30 |

use super::face::{Face, MOST_NUMBER};
use super::kind::MOST_DICE;

const DICE: u32 = 12;
const PER_DIE: u32 = 17;
const POWERS: u32 = 24;
/// The bits of a count of dice, and the most it can be.
const COUNT: u32 = 5;
const MOST: u64 = (1 << COUNT) - 1;

const _: () = assert!(MOST_DICE as u64 <= MOST && MOST_DICE as u64 * (MOST_NUMBER as u64) < 1 << DICE);

/// What sort of power a face has: a set of these says which stages something can happen in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Powers(u64);

impl Powers {
    /// None.
    pub const NONE: Powers = Powers(0);
    /// `extra`.
    pub const EXTRA: Powers = Powers::sort(0);
    /// `shield`, which is placed.
    pub const SHIELD: Powers = Powers::sort(1);
    /// `great shield`.
    pub const GREAT_SHIELD: Powers = Powers::sort(2);
    /// `x2`, `double x2` and `x3`.
    pub const MULTIPLIER: Powers = Powers::sort(3);
    /// `exchange`.
    pub const EXCHANGE: Powers = Powers::sort(4);
    /// `reroll`.
    pub const REROLL: Powers = Powers::sort(5);
    /// `cancel` and `cancel 2`.
    pub const CANCEL: Powers = Powers::sort(6);
    /// `1 VP`, which only counts.
    pub const VICTORY_POINT: Powers = Powers::sort(7);
    /// Those that act, or are placed, in a stage of their own.
    pub const STAGED: Powers = Powers(!0 << POWERS).without(Powers::GREAT_SHIELD).without(Powers::VICTORY_POINT);

    const fn sort(number: u32) -> Powers {
        Powers(MOST << (POWERS + COUNT * number))
    }

    /// Whether the two have a power in common.
    #[inline]
    pub const fn meet(self, other: Powers) -> bool {
        self.0 & other.0 != 0
    }

    /// These without the others.
    #[inline]
    pub const fn without(self, other: Powers) -> Powers {
        Powers(self.0 & !other.0)
    }

    /// Both together.
    #[inline]
    pub const fn with(self, other: Powers) -> Powers {
        Powers(self.0 | other.0)
    }
}

/// What dice show, summed up. Sums of more than [`MOST_DICE`] dice mean nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Showing(u64);

impl Showing {
    /// No dice.
    pub(super) const NOTHING: Showing = Showing(0);

    /// One die.
    pub(super) const fn of(face: Face) -> Showing {
        let scores = match face {
            Face::Number(number) | Face::Helmet(number) => number as u64,
            Face::PerDie => 1 << PER_DIE,
            _ => 0,
        };
        // The lowest bit of its sort counts one.
        let powers = face.powers().0;
        Showing(1 << DICE | scores | powers & powers.wrapping_neg())
    }

    #[inline]
    const fn count(self, from: u32) -> u32 {
        (self.0 >> from & MOST) as u32
    }

    /// How many dice.
    #[inline]
    pub(super) const fn dice(self) -> u32 {
        self.count(DICE)
    }

    /// Their points of combat, multiplied by nothing (B16).
    #[inline]
    pub(super) const fn points(self) -> u32 {
        let numbers = self.0 & ((1 << DICE) - 1);
        numbers as u32 + 2 * self.dice() * self.count(PER_DIE)
    }

    /// The victory points that show, multiplied by nothing (B17).
    #[inline]
    pub(super) const fn victory_points(self) -> u32 {
        self.count(Powers::VICTORY_POINT.0.trailing_zeros())
    }

    /// Whether a die shows one of these powers.
    #[inline]
    pub(super) const fn meets(self, powers: Powers) -> bool {
        self.0 & powers.0 != 0
    }
}

impl std::ops::Add for Showing {
    type Output = Showing;

    /// Both together.
    #[inline]
    fn add(self, other: Showing) -> Showing {
        Showing(self.0 + other.0)
    }
}

impl std::ops::Sub for Showing {
    type Output = Showing;

    /// These without `other`, which must be among them.
    #[inline]
    fn sub(self, other: Showing) -> Showing {
        Showing(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Thirty dice of each face, the most there can be, are summed up apart from all others.
    #[test]
    fn faces_are_summed_up_apart() {
        let sorts = [
            Powers::EXTRA,
            Powers::SHIELD,
            Powers::GREAT_SHIELD,
            Powers::MULTIPLIER,
            Powers::EXCHANGE,
            Powers::REROLL,
            Powers::CANCEL,
            Powers::VICTORY_POINT,
        ];
        let numbers = [Face::Number(0), Face::Number(99), Face::Helmet(99)];
        for face in numbers.into_iter().chain(Face::NAMED.map(|(_, face)| face)) {
            let all = (0..MOST_DICE).fold(Showing::NOTHING, |all, _| all + Showing::of(face));
            let points = match face {
                Face::Number(number) | Face::Helmet(number) => 30 * u32::from(number),
                Face::PerDie => 30 * 30 * 2,
                _ => 0,
            };
            assert_eq!((all.dice(), all.points()), (30, points), "{face}");
            assert_eq!(all.victory_points(), if face == Face::VictoryPoint { 30 } else { 0 }, "{face}");
            assert!(sorts.iter().all(|&sort| all.meets(sort) == face.powers().meet(sort)), "{face}");
            assert_eq!(Powers::STAGED.meet(face.powers()), face.units() > 0, "{face}");
            assert_eq!((0..MOST_DICE).fold(all, |all, _| all - Showing::of(face)), Showing::NOTHING, "{face}");
        }
    }
}
