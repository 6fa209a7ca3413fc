//! The places for what is known of a spot. What stands in them follows from the spot, and the dice they
//! are for, alone.

use super::super::cache::Number;
use std::sync::atomic::{AtomicU8, Ordering};

/// What is known of turns of a number of dice in a spot.
pub(super) struct Row(Box<[Number]>);

/// The numbers of a total.
const NUMBERS: usize = 3;

impl Row {
    /// The places for turns of `dice` dice.
    pub(super) fn new(dice: u32) -> Row {
        Row(Number::places(totals(dice) * NUMBERS))
    }

    /// Their memory, in bytes.
    pub(super) fn bytes(dice: u32) -> usize {
        size_of::<Row>() + totals(dice) * NUMBERS * size_of::<Number>()
    }

    /// The place for the dice that a turn with this target can expect to take.
    #[inline]
    pub(super) fn share(&self, target: u32) -> &Number {
        &self.0[target as usize * NUMBERS]
    }

    /// The place for the chance that the best turn for that reaches the target.
    #[inline]
    pub(super) fn beats(&self, target: u32) -> &Number {
        &self.0[target as usize * NUMBERS + 1]
    }

    /// The place for the dice that a turn with this total can expect to take when it leads.
    #[inline]
    pub(super) fn lead(&self, total: u32) -> &Number {
        &self.0[total as usize * NUMBERS + 2]
    }
}

/// How many dice to commit in a spot against results of a number of dice; 0 dice stand for no result.
pub(super) struct Answers {
    /// By total, then by the dice allowed less one; 0 while that is not known.
    dice: Box<[AtomicU8]>,
    most: u32,
}

impl Answers {
    /// The places for answers of at most `most` dice to results of `dice` dice.
    pub(super) fn new(dice: u32, most: u32) -> Answers {
        Answers { dice: (0..totals(dice) * most as usize).map(|_| AtomicU8::new(0)).collect(), most }
    }

    /// Their memory, in bytes.
    pub(super) fn bytes(dice: u32, most: u32) -> usize {
        size_of::<Answers>() + totals(dice) * most as usize
    }

    /// The answer, 1 to `allowed` dice, to `total`: from `make` if it is not known.
    ///
    /// # Errors
    /// What `make` gives.
    #[inline]
    pub(super) fn to<E>(&self, total: u32, allowed: u32, make: impl FnOnce() -> Result<u32, E>) -> Result<u32, E> {
        let place = &self.dice[(total * self.most + allowed) as usize - 1];
        match place.load(Ordering::Relaxed) {
            0 => make().inspect(|&dice| place.store(dice as u8, Ordering::Relaxed)),
            dice => Ok(u32::from(dice)),
        }
    }
}

/// How many totals there are.
fn totals(dice: u32) -> usize {
    5 * dice as usize + 1
}
