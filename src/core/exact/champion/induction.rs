//! The way from the last round to the first.

use super::{ChampionValues, Grade, Shares, Unsolvable};
use crate::exact::course::{Position, shares};
use crate::exact::induction::{Induction, Work};
use crate::games::gang::{CardIndex, Gang};

impl ChampionValues {
    /// Solves the game; `go_on` is asked before, and after each of its rounds, the last first.
    ///
    /// # Errors
    /// If the game is too large, or if it was not to go on.
    pub fn solve(gang: &Gang, grade: Grade, go_on: impl Fn() -> bool) -> Result<ChampionValues, Unsolvable> {
        let mut solved = ChampionValues::new(gang, grade)?;
        let work = Work::on_all_cores(&go_on);
        if !work.go_on() {
            return Err(Unsolvable::Stopped);
        }
        solved.prepare_plans(&work)?;
        solved.solve_backwards(1..gang.deck().rounds(), &work)?;
        Ok(solved)
    }

    /// Finds the plans under all cards, side by side: threads that need the same card would each find them.
    pub(super) fn prepare_plans(&self, work: &Work<'_>) -> Result<(), Unsolvable> {
        let cards: Vec<CardIndex> = (0..self.cards.len() as u16).map(CardIndex).collect();
        let plans = work.each(&cards, |&card| self.plans(card).map(|_| ()));
        Ok(plans.into_iter().collect::<Result<(), _>>()?)
    }

    /// What stands at a point of the grid.
    fn at(&self, position: &Position) -> Result<Shares, Unsolvable> {
        let value = match self.grids.course.is_over(position) {
            Some(winners) => shares(winners),
            None => self.mean(position)?,
        };
        Ok(self.grade.kept(value))
    }
}

impl Induction for ChampionValues {
    type Fault = Unsolvable;
    const STOPPED: Unsolvable = Unsolvable::Stopped;

    fn solve_round(&mut self, round: u32, work: &Work<'_>) -> Result<(), Unsolvable> {
        let solved = self.grids.solved(round, work, |position| self.at(position))?;
        self.grids.set_all(round, solved);
        Ok(())
    }
}

#[cfg(test)]
impl ChampionValues {
    /// Whether every so many'th point of each grid has what follows from the round after it.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    pub(crate) fn follows(&self, every: usize) -> Result<bool, Unsolvable> {
        for round in 1..self.rounds() {
            for (point, position) in self.grids.positions(round).iter().step_by(every) {
                let value = self.at(position)?;
                if !self.grids.at(round, *point).iter().zip(value).all(|(&kept, value)| kept == value as f32) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
