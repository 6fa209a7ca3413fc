//! The places for what is known of a spot. What stands in them follows from the spot, and the dice they
//! are for, alone.

use super::super::cache::Number;
use std::sync::atomic::{AtomicU8, Ordering};

/// What is known of turns of a number of dice in a spot, by total.
pub(super) struct Row(Box<[Known]>);

/// What is known of a total in a row.
#[derive(Default)]
pub(super) struct Known {
    /// The dice that a turn with this target can expect to take.
    pub share: Number,
    /// The chance that the best turn for that reaches the target.
    pub beats: Number,
    /// The dice that a turn with this total can expect to take when it leads.
    pub lead: Number,
}

impl Row {
    /// The places for turns of `dice` dice.
    pub(super) fn new(dice: u32) -> Row {
        Row((0..totals(dice)).map(|_| Known::default()).collect())
    }

    /// Their memory, in bytes.
    pub(super) fn bytes(dice: u32) -> usize {
        size_of::<Row>() + totals(dice) * size_of::<Known>()
    }

    /// What is known of a total.
    #[inline]
    pub(super) fn of(&self, total: u32) -> &Known {
        &self.0[total as usize]
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
