//! The places for everything that players in the same spot have in common.

use super::super::Mark;
use super::super::cache::Number;
use super::super::mark::{cell, cells, mark_cell};
use std::sync::atomic::{AtomicU8, Ordering};

/// A spot's places. What stands in them follows from the spot alone.
pub(super) struct Node {
    most: u32,
    /// By cell of (dice, target): the dice a turn can expect to take.
    pub shares: Cells,
    /// By cell of (dice, target): the chance that the best turn for that reaches the target.
    pub beats: Cells,
    /// By cell of (dice, total): the dice that this result can expect to take when it leads.
    pub leads: Cells,
    /// By cell of the best so far, none of them last, and by the dice allowed less one: the dice to
    /// commit, 0 while that is not known.
    commits: Box<[AtomicU8]>,
}

/// A number for every total of every number of dice up to some number.
pub(super) struct Cells(Box<[Number]>);

impl Cells {
    /// The place for `total` with `dice` dice, if there are not too many.
    #[inline]
    pub(super) fn get(&self, dice: u32, total: u32) -> Option<&Number> {
        self.0.get(cell(dice, total))
    }
}

impl Node {
    /// The memory of a node, in bytes.
    pub(super) fn bytes(most: u32) -> usize {
        size_of::<Node>() + cells(most) * 3 * size_of::<Number>() + (cells(most) + 1) * most as usize
    }

    pub(super) fn new(most: u32) -> Node {
        let numbers = || Cells(Number::places(cells(most)));
        let commits = (0..(cells(most) + 1) * most as usize).map(|_| AtomicU8::new(0)).collect();
        Node { most, shares: numbers(), beats: numbers(), leads: numbers(), commits }
    }

    /// How many dice to commit, 1 to `allowed`, against `mark`: from `make` if that is not known.
    ///
    /// # Errors
    /// What `make` gives.
    #[inline]
    pub(super) fn commit<E>(
        &self,
        mark: Option<Mark>,
        allowed: u32,
        make: impl FnOnce() -> Result<u32, E>,
    ) -> Result<u32, E> {
        let place = &self.commits[mark_cell(mark, self.most) * self.most as usize + allowed as usize - 1];
        match place.load(Ordering::Relaxed) {
            0 => make().inspect(|&dice| place.store(dice as u8, Ordering::Relaxed)),
            dice => Ok(u32::from(dice)),
        }
    }
}
