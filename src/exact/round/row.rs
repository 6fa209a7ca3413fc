//! The places for what is known of a number of dice in a spot.

use super::super::cache::Number;
use std::sync::atomic::{AtomicU8, Ordering};

/// The places for a spot and a number of dice there. What stands in them follows from the two alone.
///
/// The dice are those of the player in the spot for [`Row::share`], [`Row::beats`] and [`Row::lead`],
/// and those of the best result so far for [`Row::commit`]; 0 dice stand for no such result.
pub(super) struct Row {
    /// For every total: a share, a chance of beating, and a lead.
    numbers: Box<[Number]>,
    /// For every total, by the dice allowed less one: the dice to commit, 0 while that is not known.
    commits: Box<[AtomicU8]>,
    most: u32,
}

/// The numbers of a total.
const NUMBERS: usize = 3;

impl Row {
    /// The row for `dice` dice when nobody commits more than `most`.
    pub(super) fn new(dice: u32, most: u32) -> Row {
        let totals = totals(dice);
        let commits = (0..totals * most as usize).map(|_| AtomicU8::new(0)).collect();
        Row { numbers: Number::places(totals * NUMBERS), commits, most }
    }

    /// The memory of a row, in bytes.
    pub(super) fn bytes(dice: u32, most: u32) -> usize {
        size_of::<Row>() + totals(dice) * (NUMBERS * size_of::<Number>() + most as usize)
    }

    /// The place for the dice that a turn with this target can expect to take.
    #[inline]
    pub(super) fn share(&self, target: u32) -> &Number {
        &self.numbers[target as usize * NUMBERS]
    }

    /// The place for the chance that the best turn for that reaches the target.
    #[inline]
    pub(super) fn beats(&self, target: u32) -> &Number {
        &self.numbers[target as usize * NUMBERS + 1]
    }

    /// The place for the dice that a turn with this total can expect to take when it leads.
    #[inline]
    pub(super) fn lead(&self, total: u32) -> &Number {
        &self.numbers[total as usize * NUMBERS + 2]
    }

    /// How many dice to commit, 1 to `allowed`, when `total` is to be beaten: from `make` if that is not
    /// known.
    ///
    /// # Errors
    /// What `make` gives.
    #[inline]
    pub(super) fn commit<E>(&self, total: u32, allowed: u32, make: impl FnOnce() -> Result<u32, E>) -> Result<u32, E> {
        let place = &self.commits[(total * self.most + allowed) as usize - 1];
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
