//! Backward induction: the values before the last round, then before the one before it, to the first.
//!
//! Owns the way back and the threads. The values before a round follow from those after it alone, so its positions do not
//! depend on each other: where they are solved side by side, each by itself and in the same way, the values are the same at
//! any number of threads.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
use std::sync::OnceLock;

/// What is solved backwards, round by round.
pub(super) trait Induction {
    /// Why it is not solved.
    type Fault;
    /// It was asked to stop.
    const STOPPED: Self::Fault;

    /// Finds and stores what each position before a round is worth; the values before the next round are stored.
    fn solve_round(&mut self, round: u32, work: &Work<'_>) -> Result<(), Self::Fault>;

    /// Solves these rounds, the last first; asks after each whether to go on.
    fn solve_backwards(&mut self, rounds: Range<u32>, work: &Work<'_>) -> Result<(), Self::Fault> {
        rounds.rev().try_for_each(|round| {
            self.solve_round(round, work)?;
            if work.go_on() { Ok(()) } else { Err(Self::STOPPED) }
        })
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
    pub(super) fn each<T: Sync, R: Send + Sync>(&self, all: &[T], one: impl Fn(&T) -> R + Sync) -> Vec<R> {
        let Some(pool) = &self.pool else { return all.iter().map(one).collect() };
        let made: Vec<OnceLock<R>> = all.iter().map(|_| OnceLock::new()).collect();
        side_by_side(pool, all.len(), &|place| {
            made[place].get_or_init(|| one(&all[place]));
        });
        made.into_iter().filter_map(OnceLock::into_inner).collect()
    }
}

/// Does the work of each place. It is compiled once for all that is done, because what the threads need of each is long.
fn side_by_side(pool: &ThreadPool, places: usize, work: &(dyn Fn(usize) + Sync)) {
    pool.install(|| (0..places).into_par_iter().for_each(work));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A walk from 0 that goes one up or stays, each half of the time, for some steps: the square of where it ends is
    /// expected to be n/4 + n²/4 after n steps from 0.
    struct Walk(Vec<Vec<f64>>);

    impl Walk {
        fn new(steps: usize) -> Walk {
            let mut values = vec![Vec::new(); steps];
            values.push((0..=steps).map(|at| (at * at) as f64).collect());
            Walk(values)
        }
    }

    impl Induction for Walk {
        type Fault = &'static str;
        const STOPPED: &'static str = "stopped";

        fn solve_round(&mut self, round: u32, work: &Work<'_>) -> Result<(), &'static str> {
            let round = round as usize;
            let places: Vec<usize> = (0..=round).collect();
            let after = &self.0[round + 1];
            self.0[round] = work.each(&places, |&at| (after[at] + after[at + 1]) / 2.0);
            Ok(())
        }
    }

    #[test]
    fn rounds_are_solved_from_the_last_to_the_first() {
        for steps in [1, 2, 9] {
            let mut walks = [Walk::new(steps), Walk::new(steps)];
            walks[0].solve_backwards(0..steps as u32, &Work::alone(&|| true)).unwrap();
            walks[1].solve_backwards(0..steps as u32, &Work::on_all_cores(&|| true)).unwrap();
            let n = steps as f64;
            assert_eq!(walks.each_ref().map(|walk| walk.0[0][0]), [n / 4.0 + n * n / 4.0; 2]);
            assert_eq!(walks[0].0, walks[1].0, "at any number of threads");
        }
    }

    #[test]
    fn it_is_asked_after_each_round_whether_to_go_on() {
        let asked = Cell::new(0);
        let mut walk = Walk::new(9);
        let go_on = || {
            asked.set(asked.get() + 1);
            asked.get() < 3
        };
        assert_eq!(walk.solve_backwards(0..9, &Work::alone(&go_on)), Err("stopped"));
        let solved: Vec<bool> = walk.0.iter().map(|values| !values.is_empty()).collect();
        assert_eq!(solved, [[false; 6].as_slice(), &[true; 4]].concat(), "three rounds, and the end");
    }
}
