//! The way from the last round to the first.
//!
//! Owns the induction, and how many dice are considered under each card. The positions before a round do not depend on each
//! other and are solved side by side, each by itself and in the same way, so the values are the same at any number of
//! threads.

use super::chances::Chances;
use super::choices::{Round, Stakes};
use super::positions::{Course, Position, Values};
use super::{Considered, Enough, FAR_DICE, FEW_LEFT, GameValues, MOST_DICE, MOST_PROBLEMS, Unsolvable};
use crate::games::Game;
use crate::games::gang::{Card, CardIndex, Gang};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Dice that are considered at first.
const FIRST_DICE: u32 = 6;
/// How many more at a time.
const MORE_DICE: u32 = 2;
/// What dice beyond those considered may change in a round.
const TOLERANCE: f64 = 1e-6;
/// After so many steps that change nothing more dice are taken to change nothing.
const UNCHANGED: u32 = 2;

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
        let mut solved = GameValues::new(gang, course);
        let mut chances: Vec<Chances> = solved.cards.iter().map(|_| Chances::default()).collect();
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
        solved.chances = chances;
        Ok(solved)
    }

    /// Solves a round, of which the one after it was solved last.
    fn step(&mut self, round: u32, chances: &mut [Chances], pool: Option<&ThreadPool>) -> Result<(), Unsolvable> {
        let mut values = Values::before(&self.course, round);
        let positions = self.course.positions(&values, round);
        let mut sums = vec![0.0; positions.len()];
        let none = Considered::new(Vec::new(), Enough::Proven, 0.0);
        let mut considered = vec![none; self.cards.len()];
        let mut met = 0.0;
        for index in (0..self.cards.len()).filter(|&index| self.deals(round, CardIndex(index as u16))) {
            let step = Step { values: self, positions: &positions, card: index, pool };
            let solved = step.solve(&mut chances[index])?;
            sums.iter_mut().zip(solved.values).for_each(|(sum, value)| *sum += value);
            let mut dice = vec![FIRST_DICE as u8; values.numbers().len()];
            let entered = positions.iter().zip(solved.dice);
            entered.for_each(|(&position, most)| dice[values.place_of(position)] = most as u8);
            considered[index] = Considered::new(dice, solved.enough, solved.change);
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

/// The value of each position under a card, and for how many dice.
struct Solved {
    values: Vec<f64>,
    dice: Vec<u32>,
    enough: Enough,
    change: f64,
}

impl Step<'_> {
    /// Solves all positions. Those in which it is not proven that more dice change nothing get more of them.
    fn solve(&self, chances: &mut Chances) -> Result<Solved, Unsolvable> {
        let all = 0..self.positions.len();
        let (mut open, far): (Vec<usize>, Vec<usize>) = all.partition(|&at| self.left(at) <= FEW_LEFT);
        let mut solved = Solved {
            values: vec![0.0; self.positions.len()],
            dice: vec![FIRST_DICE; self.positions.len()],
            enough: Enough::Proven,
            change: 0.0,
        };
        let (mut most, mut unchanged) = (FIRST_DICE, 0);
        loop {
            self.grow(chances, most)?;
            solved.change = self.enter(&mut solved, &mut open, chances, most);
            unchanged = if solved.change <= TOLERANCE { unchanged + 1 } else { 0 };
            solved.enough = match open.is_empty() {
                true => Enough::Proven,
                false if unchanged == UNCHANGED => Enough::Unchanged,
                false => Enough::Capped,
            };
            if solved.enough != Enough::Capped || most >= MOST_DICE {
                break;
            }
            most += MORE_DICE;
        }
        self.enter(&mut solved, &mut far.clone(), chances, most.min(FAR_DICE));
        Ok(solved)
    }

    /// Solves the open positions with so many dice, and closes those in which more change nothing. By how much a value has
    /// changed at the most.
    fn enter(&self, solved: &mut Solved, open: &mut Vec<usize>, chances: &Chances, most: u32) -> f64 {
        let mut change: f64 = 0.0;
        let answers = self.answers(open, chances, most);
        for (&at, &(value, _)) in open.iter().zip(&answers) {
            change = change.max((value - solved.values[at]).abs());
            (solved.values[at], solved.dice[at]) = (value, most);
        }
        let mut doubts = answers.iter().map(|(_, doubt)| *doubt);
        open.retain(|_| doubts.next().is_none_or(|doubt| doubt > TOLERANCE));
        change
    }

    fn grow(&self, chances: &mut Chances, dice: u32) -> Result<(), Unsolvable> {
        if chances.dice() < dice {
            let (card, course) = (&self.values.cards[self.card], &self.values.course);
            chances.grow(card, self.values.rerolls, dice, course.most_dice())?;
        }
        Ok(())
    }

    /// The dice left on the table by the rounds before.
    fn left(&self, at: usize) -> u32 {
        self.values.course.left(self.positions[at])
    }

    /// The values of some positions with so many dice, and by how much more dice can change them.
    fn answers(&self, some: &[usize], chances: &Chances, most: u32) -> Vec<(f64, f64)> {
        let one = |&at: &usize| {
            let after = &self.values.values[self.values.values.len() - 1];
            let stakes = Stakes::new(&self.values.course, after, self.positions[at]);
            let round = Round { stakes: &stakes, chances, most };
            let answer = round.start(u32::MAX);
            (answer.value, round.doubt(&answer))
        };
        match self.pool {
            Some(pool) => pool.install(|| some.par_iter().map(one).collect()),
            None => some.iter().map(one).collect(),
        }
    }
}
