//! The way from the last round to the first.
//!
//! Owns the induction. The positions before a round do not depend on each other and are solved side by side, each by itself
//! and in the same way, so the values are the same at any number of threads.

use super::{Before, ChampionValues, Grade, Shares, Unsolvable};
use crate::exact::luck::positions::Position;
use crate::exact::luck::shares;
use crate::games::gang::{CardIndex, Gang};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

impl ChampionValues {
    /// Solves the game; `go_on` is asked after each of its rounds, the last first.
    ///
    /// # Errors
    /// If the game is too large, or if it was not to go on.
    pub fn solve(gang: &Gang, grade: Grade, go_on: impl Fn() -> bool) -> Result<ChampionValues, Unsolvable> {
        let mut solved = ChampionValues::new(gang, grade)?;
        // Where not one thread can be started the one at work does it alone.
        let pool = ThreadPoolBuilder::new().build().ok();
        let cards: Vec<CardIndex> = (0..solved.cards.len() as u16).map(CardIndex).collect();
        side_by_side(pool.as_ref(), &cards, |&card| solved.plans(card).map(|_| ()))
            .into_iter()
            .collect::<Result<(), _>>()?;
        for round in (1..solved.rounds()).rev() {
            let before = solved.step(round, pool.as_ref())?;
            solved.before[round as usize] = Some(before);
            if !go_on() {
                return Err(Unsolvable::Stopped);
            }
        }
        Ok(solved)
    }

    /// The values before a round, of which those after it are known.
    fn step(&self, round: u32, pool: Option<&ThreadPool>) -> Result<Before, Unsolvable> {
        let mut before = Before::new(&self.course, round, self.grade);
        for grid in &mut before.grids {
            let positions = grid.positions(&self.course);
            let values = side_by_side(pool, &positions, |(_, position)| self.at(position));
            for ((place, _), value) in positions.iter().zip(values) {
                grid.set(*place, &value?);
            }
        }
        Ok(before)
    }

    /// What stands at a point of the grid.
    fn at(&self, position: &Position) -> Result<Shares, Unsolvable> {
        let value = match self.course.is_over(position) {
            Some(winners) => shares(winners),
            None => self.mean(position)?,
        };
        Ok(self.grade.kept(value))
    }
}

#[cfg(test)]
impl ChampionValues {
    /// Whether every so many'th point of each grid has what follows from the round after it.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    pub(crate) fn follows(&self, every: usize) -> Result<bool, Unsolvable> {
        for grid in self.before.iter().flatten().flat_map(|before| &before.grids) {
            for (place, position) in grid.positions(&self.course).iter().step_by(every) {
                let value = self.at(position)?;
                if !grid.at(*place).iter().zip(value).all(|(&kept, value)| kept == value as f32) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

fn side_by_side<T: Sync, R: Send>(pool: Option<&ThreadPool>, all: &[T], one: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    match pool {
        Some(pool) => pool.install(|| all.par_iter().map(one).collect()),
        None => all.iter().map(one).collect(),
    }
}
