//! The way from the last round to the first.
//!
//! Owns the induction, and how many dice are considered under each card. The positions before a round do not depend on each
//! other and are solved side by side, each by itself and in the same way, so the values are the same at any number of
//! threads.

use super::chances::Chances;
use super::choices::{Answer, Round, Stakes};
use super::positions::{Course, Position, Values};
use super::{FAR_DICE, FEW_LEFT, GameValues, MOST_DICE, MOST_PROBLEMS, Unsolvable};
use crate::games::Game;
use crate::games::gang::{Card, CardIndex, Gang};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::OnceLock;

/// Dice that are considered at first.
const FIRST_DICE: u32 = 6;
/// How many more at a time.
const MORE_DICE: u32 = 2;
/// What dice beyond those considered may change in a round.
const TOLERANCE: f64 = 1e-6;

impl GameValues {
    /// Solves the game; `go_on` is asked after each of its rounds, the last first.
    ///
    /// With the published rules and deck it takes some seconds, and the values take a megabyte.
    ///
    /// # Errors
    /// If the game is not for two players, or too large; or if it was not to go on.
    pub fn solve(gang: &Gang, go_on: impl Fn() -> bool) -> Result<GameValues, Unsolvable> {
        if gang.seats() != 2 {
            return Err(Unsolvable::Players(gang.seats()));
        }
        let course = Course::new(gang);
        let problems = problems(&course, &gang.deck().cards);
        if problems > MOST_PROBLEMS {
            return Err(Unsolvable::Large(problems));
        }
        let most = course.most_dice();
        let mut solved = GameValues::new(gang, course);
        let mut chances: Vec<Chances> = solved.cards.iter().map(|_| Chances::new(most)).collect();
        solved.values.push(Values::at_the_end(&solved.course));
        // Where not one thread can be started the one at work does it alone.
        let pool = ThreadPoolBuilder::new().build().ok();
        for round in (0..solved.rounds()).rev() {
            solved.step(round, &mut chances, pool.as_ref())?;
            if !go_on() {
                return Err(Unsolvable::Stopped);
            }
        }
        solved.values.reverse();
        solved.considered.reverse();
        solved.chances = chances.into_iter().map(OnceLock::from).collect();
        Ok(solved)
    }

    /// Solves a round, of which the one after it was solved last.
    fn step(&mut self, round: u32, chances: &mut [Chances], pool: Option<&ThreadPool>) -> Result<(), Unsolvable> {
        let mut values = Values::before(&self.course, round);
        let positions = self.course.positions(&values, round);
        let mut sums = vec![0.0; positions.len()];
        let mut considered = vec![0; self.cards.len()];
        let mut met = 0.0;
        for index in (0..self.cards.len()).filter(|&index| self.deals(round, CardIndex(index as u16))) {
            let step = Step { values: self, positions: &positions, card: index, pool };
            let (answers, most) = step.solve(&mut chances[index])?;
            sums.iter_mut().zip(answers).for_each(|(sum, answer)| *sum += answer.value);
            considered[index] = most;
            met += 1.0;
        }
        for (&position, sum) in positions.iter().zip(sums) {
            values.set(position, sum / met);
        }
        self.values.push(values);
        self.considered.push(considered);
        Ok(())
    }
}

/// How many rounds there are to solve.
fn problems(course: &Course, cards: &[Card]) -> u64 {
    let of = |round| {
        let dealt = cards.iter().filter(|card| course.deals(round, card)).count() as u64;
        course.count(round) * dealt
    };
    (0..course.rounds()).map(of).fold(0, u64::saturating_add)
}

/// A round under a card, in all positions.
struct Step<'s> {
    /// What is known so far: last the values after the round.
    values: &'s GameValues,
    positions: &'s [Position],
    card: usize,
    pool: Option<&'s ThreadPool>,
}

impl Step<'_> {
    /// The answers by position, and how many dice were considered for them.
    fn solve(&self, chances: &mut Chances) -> Result<(Vec<Answer>, u32), Unsolvable> {
        let near = |position: &&Position| self.left(**position) <= FEW_LEFT;
        let near: Vec<Position> = self.positions.iter().filter(near).copied().collect();
        let mut most = FIRST_DICE;
        loop {
            if chances.dice() < most {
                chances.grow(&self.values.cards[self.card], self.values.rerolls, most)?;
            }
            let doubt = self.all(&near, chances, most).iter().fold(0.0, |doubt: f64, answer| doubt.max(answer.doubt));
            if doubt <= TOLERANCE || most >= MOST_DICE {
                return Ok((self.all(self.positions, chances, most), most));
            }
            most += MORE_DICE;
        }
    }

    /// The dice left on the table by the rounds before.
    fn left(&self, position: Position) -> u32 {
        self.values.course.left(position)
    }

    fn all(&self, positions: &[Position], chances: &Chances, most: u32) -> Vec<Answer> {
        let one = |&position: &Position| {
            let after = &self.values.values[self.values.values.len() - 1];
            let stakes = Stakes::new(&self.values.course, after, position);
            let most = if self.left(position) <= FEW_LEFT { most } else { most.min(FAR_DICE) };
            Round { stakes: &stakes, chances, most }.start(u32::MAX)
        };
        match self.pool {
            Some(pool) => pool.install(|| positions.par_iter().map(one).collect()),
            None => positions.iter().map(one).collect(),
        }
    }
}
