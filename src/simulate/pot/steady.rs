//! Decisions of those who look at nothing, or at nothing but whether there is a coin to pay with.
//!
//! Owns how their turns are found: by place, so that the next turn's random word need not wait for this turn's result.

use super::lanes::Lanes;
use super::lean::{Decide, Moment, PLACES, STARTS, Turn};

/// The turns of a seating in which nobody looks at anything.
pub(super) struct Blind<'s, 'k>(pub(super) &'s [Turn<'k>; PLACES]);

impl Decide for Blind<'_, '_> {
    type Turn<'t>
        = &'t Turn<'t>
    where
        Self: 't;

    #[inline(always)]
    fn turn(&mut self, after: usize, at: &Moment) -> Option<&Turn<'_>> {
        Some(&self.0[at.first % STARTS + after])
    }
}

/// What the player at a place plays.
#[derive(Clone, Copy)]
pub(super) struct Steady<'k> {
    /// With a coin, and without.
    pub(super) turns: [Option<Turn<'k>>; 2],
    /// Where the player's coins are.
    pub(super) purse: Lanes,
}

/// The turns of a seating in which all look at nothing but their purse.
pub(super) struct Purses<'s, 'k>(pub(super) &'s [Steady<'k>; PLACES]);

impl Decide for Purses<'_, '_> {
    type Turn<'t>
        = &'t Turn<'t>
    where
        Self: 't;

    #[inline(always)]
    fn turn(&mut self, after: usize, at: &Moment) -> Option<&Turn<'_>> {
        let steady = &self.0[at.first % STARTS + after];
        let broke = !at.lanes.any(steady.purse);
        steady.turns[usize::from(broke)].as_ref()
    }
}
