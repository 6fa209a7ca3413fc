//! Backward induction: the values before the last round, then before the one before it, to the first.
//!
//! Owns the way back and the threads. The values before a round follow from those after it alone, so its positions do not
//! depend on each other: where they are solved side by side, each by itself and in the same way, the values are the same at
//! any number of threads.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;

/// What is solved backwards.
pub(super) trait Induction {
    /// What stands before a round.
    type Position;
    /// What it is worth.
    type Value;
    /// Why something is not solved.
    type Fault;
    /// It was asked to stop.
    const STOPPED: Self::Fault;

    /// All positions before a round.
    fn positions(&self, round: u32) -> Vec<Self::Position>;

    /// What each of them is worth, when the values before the next round are stored.
    ///
    /// # Errors
    /// If one cannot be solved, or the work is not to go on.
    fn values(
        &mut self,
        round: u32,
        positions: &[Self::Position],
        work: &Work<'_>,
    ) -> Result<Vec<Self::Value>, Self::Fault>;

    /// Stores that.
    fn store(&mut self, round: u32, positions: &[Self::Position], values: Vec<Self::Value>);

    /// Solves these rounds, the last first; asks after each whether to go on.
    ///
    /// # Errors
    /// If a round cannot be solved, or the work is not to go on.
    fn solve_backwards(&mut self, rounds: Range<u32>, work: &Work<'_>) -> Result<(), Self::Fault> {
        for round in rounds.rev() {
            let positions = self.positions(round);
            let values = self.values(round, &positions, work)?;
            self.store(round, &positions, values);
            work.go_on().then_some(()).ok_or(Self::STOPPED)?;
        }
        Ok(())
    }
}

/// By whom the work is done, and whether it goes on.
pub(super) struct Work<'w> {
    pool: Option<ThreadPool>,
    go_on: &'w dyn Fn() -> bool,
}

impl<'w> Work<'w> {
    /// By the thread that asks for it.
    pub(super) fn alone(go_on: &'w dyn Fn() -> bool) -> Work<'w> {
        Work { pool: None, go_on }
    }

    /// By a thread for each core. Where not one can be started the one at work does it alone.
    pub(super) fn on_all_cores(go_on: &'w dyn Fn() -> bool) -> Work<'w> {
        Work { pool: ThreadPoolBuilder::new().build().ok(), go_on }
    }

    /// Whether it goes on.
    pub(super) fn go_on(&self) -> bool {
        (self.go_on)()
    }

    /// What comes of each, in order; side by side.
    pub(super) fn each<T: Sync, R: Send>(&self, all: &[T], one: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
        match &self.pool {
            Some(pool) => pool.install(|| all.par_iter().map(one).collect()),
            None => all.iter().map(one).collect(),
        }
    }
}
