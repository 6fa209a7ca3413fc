//! Decisions of those who look at nothing, or at nothing but whether there is a coin to pay with.
//!
//! Owns how their turns are found: by place, so that the next turn's random word need not wait for this turn's result.

use super::lanes::{Lanes, Word};
use super::lean::{Course, Decide, Moment, PLACES, STARTS, Turn};
use super::opening::{Foreseen, Openings};
use crate::dice::BlockKey;

/// The turns of a seating in which nobody looks at anything.
pub(super) struct Blind<'s, 'k, W> {
    pub(super) turns: &'s [Turn<'k, W>; PLACES],
    pub(super) openings: &'s mut Openings,
}

impl<W: Word> Decide<W> for Blind<'_, '_, W> {
    type Turn<'t>
        = &'t Turn<'t, W>
    where
        Self: 't;

    #[inline(always)]
    fn turn<const SEATS: usize>(&mut self, after: usize, at: &Moment<W>) -> Option<&Turn<'_, W>> {
        Some(&self.turns[at.first % STARTS + after])
    }

    #[inline(always)]
    fn foreseen<'t, const SEATS: usize>(
        &'t mut self,
        round: u32,
        key: BlockKey,
        course: &'t Course<W>,
    ) -> Option<Foreseen<'t, W>> {
        Some(Foreseen { turns: self.turns, line: self.openings.line::<SEATS>(round, key, &course.steps) })
    }
}

/// What the player at a place plays.
#[derive(Clone, Copy)]
pub(super) struct Steady<'k, W> {
    /// With a coin, and without.
    pub(super) turns: [Option<Turn<'k, W>>; 2],
    /// Where the player's coins are.
    pub(super) purse: Lanes<W>,
}

/// The turns of a seating in which all look at nothing but their purse.
pub(super) struct Purses<'s, 'k, W>(pub(super) &'s [Steady<'k, W>; PLACES]);

impl<W: Word> Decide<W> for Purses<'_, '_, W> {
    type Turn<'t>
        = &'t Turn<'t, W>
    where
        Self: 't;

    #[inline(always)]
    fn turn<const SEATS: usize>(&mut self, after: usize, at: &Moment<W>) -> Option<&Turn<'_, W>> {
        let steady = &self.0[at.first % STARTS + after];
        let broke = !at.lanes.any(steady.purse);
        steady.turns[usize::from(broke)].as_ref()
    }
}
