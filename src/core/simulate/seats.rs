//! Win shares of seats without luck, whoever sits there, and how seats differ, block by block.
//!
//! Owns their sums, beside those of the same games as played, which say how far those without luck are believed.

use crate::engines::CancelledShares;
use crate::games::{MAX_SEATS, Outcome};
use crate::record::{Differences, SeatsRecord};

/// The shares of the block under way, and the sums.
#[derive(Clone, Debug, Default)]
pub(super) struct SeatShares {
    without_luck: [i64; MAX_SEATS],
    played: [i64; MAX_SEATS],
    sums: Vec<SeatsRecord>,
}

impl SeatShares {
    /// Adds a game.
    pub(super) fn game(&mut self, outcome: &Outcome, shares: &CancelledShares) {
        self.without_luck.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
        self.played.iter_mut().zip(outcome.share).for_each(|(sum, share)| *sum += i64::from(share));
    }

    /// Adds the block of a table of so many seats, and begins the next.
    pub(super) fn end_block(&mut self, seats: usize) {
        if self.sums.is_empty() {
            self.sums = places(seats).map(|(seat, less)| SeatsRecord::new(seat, less)).collect();
        }
        for sums in &mut self.sums {
            let of = |shares: &[i64; MAX_SEATS]| shares[sums.seat] - sums.less.map_or(0, |other| shares[other]);
            sums.without_luck.add(of(&self.without_luck));
            sums.played.add(of(&self.played));
        }
        (self.without_luck, self.played) = ([0; MAX_SEATS], [0; MAX_SEATS]);
    }

    /// Adds the blocks of another worker.
    pub(super) fn merge(&mut self, other: &SeatShares) {
        if self.sums.is_empty() {
            self.sums.clone_from(&other.sums);
            return;
        }
        let add = |sums: &mut Differences, more: &Differences| sums.merge(more);
        for (sums, more) in self.sums.iter_mut().zip(&other.sums) {
            add(&mut sums.without_luck, &more.without_luck);
            add(&mut sums.played, &more.played);
        }
    }

    /// The sums; none where luck is not cancelled.
    pub(super) fn records(&self) -> Vec<SeatsRecord> {
        self.sums.clone()
    }
}

/// Each seat, and each with those after it.
fn places(seats: usize) -> impl Iterator<Item = (usize, Option<usize>)> {
    let alone = (0..seats).map(|seat| (seat, None));
    alone.chain((0..seats).flat_map(move |one| (one + 1..seats).map(move |other| (one, Some(other)))))
}
