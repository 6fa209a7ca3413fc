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
        let cards: Vec<CardIndex> = (0..solved.cards.len() as u16).map(CardIndex).collect();
        work.each(&cards, |&card| solved.plans(card).map(|_| ())).into_iter().collect::<Result<(), _>>()?;
        solved.solve_backwards(1..gang.deck().rounds(), &work)?;
        Ok(solved)
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
        let points = self.grids.positions(round);
        let values = work.each(&points, |(_, position)| self.at(position));
        for ((point, _), value) in points.into_iter().zip(values) {
            self.grids.set(round, point, &value?);
        }
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
