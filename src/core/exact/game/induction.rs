//! The way from the last round to the first.
//!
//! Owns how many dice are considered under each card.

use super::chances::Chances;
use super::choices::{Round, Stakes};
use super::positions::{self, Position, Values};
use super::{Considered, Enough, FAR_DICE, FEW_LEFT, GameValues, MOST_DICE, MOST_PROBLEMS, TurnError, Unsolvable};
use crate::exact::course::Course;
use crate::exact::induction::{Induction, Work};
use crate::games::Game;
use crate::games::gang::{Card, Gang};

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
        let mut solved = GameValues::new(gang);
        let problems = problems(&solved.course);
        if problems > MOST_PROBLEMS {
            return Err(Unsolvable::Large(problems));
        }
        let none = Considered::new(Vec::new(), Enough::Proven, 0.0);
        solved.values = (0..solved.rounds()).map(|round| Values::before(&solved.course, round)).collect();
        solved.values.push(Values::at_the_end(&solved.course));
        solved.considered = vec![vec![none; solved.cards.len()]; solved.values.len() - 1];
        solved.chances = solved.cards.iter().map(|_| Chances::default()).collect();
        solved.solve_backwards(0..solved.rounds(), &Work::on_all_cores(&go_on))?;
        Ok(solved)
    }
}

/// How many rounds there are to solve.
pub(in crate::exact) fn problems(course: &Course) -> u64 {
    let of = |round| positions::count(course, round) * course.cards(round).len() as u64;
    (0..course.rounds()).map(of).fold(0, u64::saturating_add)
}

impl Induction for GameValues {
    type Fault = Unsolvable;
    const STOPPED: Unsolvable = Unsolvable::Stopped;

    /// Card by card: how many dice are considered under one is found out for all positions.
    fn solve_round(&mut self, round: u32, work: &Work<'_>) -> Result<(), Unsolvable> {
        let (round, cards) = (round as usize, self.course.cards(round).to_vec());
        let positions = self.values[round].positions(&self.course);
        let mut sums = vec![0.0; positions.len()];
        for &card in &cards {
            let (course, after) = (&self.course, &self.values[round + 1]);
            let step = Step::new((course, &self.cards[usize::from(card.0)]), self.rerolls, &positions, MOST_DICE);
            let solved = step.solve(&mut self.chances[usize::from(card.0)], |some, chances, most| {
                Ok::<_, Unsolvable>(work.each(some, |&at| {
                    let stakes = Stakes::new(course, [after; 2], positions[at]);
                    let round = Round { stakes: &stakes, chances, most };
                    let answer = round.start(u32::MAX);
                    (answer.value, round.doubt(&answer))
                }))
            })?;
            sums.iter_mut().zip(solved.values).for_each(|(sum, value)| *sum += value);
            let before = &self.values[round];
            let mut dice = vec![FIRST_DICE as u8; before.numbers().len()];
            let entered = positions.iter().zip(solved.dice);
            entered.for_each(|(&position, most)| dice[before.place_of(position)] = most as u8);
            self.considered[round][usize::from(card.0)] = Considered::new(dice, solved.enough, solved.change);
        }
        for (&position, sum) in positions.iter().zip(sums) {
            self.values[round].set(position, sum / cards.len() as f64);
        }
        Ok(())
    }
}

/// A round under a card, in all positions.
pub(in crate::exact) struct Step<'s> {
    course: &'s Course,
    card: &'s Card,
    rerolls: u8,
    positions: &'s [Position],
    /// The most dice that are considered, up to [`MOST_DICE`].
    most: u32,
}

/// The value of each position under a card, and for how many dice.
pub(in crate::exact) struct Solved {
    pub values: Vec<f64>,
    pub dice: Vec<u32>,
    enough: Enough,
    change: f64,
}

impl<'s> Step<'s> {
    pub(in crate::exact) fn new(
        (course, card): (&'s Course, &'s Card),
        rerolls: u8,
        positions: &'s [Position],
        most: u32,
    ) -> Step<'s> {
        Step { course, card, rerolls, positions, most }
    }

    /// Solves all positions. If it is not proven that more dice change nothing in a position, it is solved with more dice.
    /// `answers` takes positions and the most dice to consider. It returns the value of each position, and a bound on how far
    /// more dice can change it.
    ///
    /// # Errors
    /// If a turn cannot be solved, or there are no answers.
    pub(in crate::exact) fn solve<F: From<TurnError>>(
        &self,
        chances: &mut Chances,
        mut answers: impl FnMut(&[usize], &Chances, u32) -> Result<Vec<(f64, f64)>, F>,
    ) -> Result<Solved, F> {
        let all = 0..self.positions.len();
        let (mut open, mut far): (Vec<usize>, Vec<usize>) = all.partition(|&at| self.left(at) <= FEW_LEFT);
        let mut solved = Solved {
            values: vec![0.0; self.positions.len()],
            dice: vec![FIRST_DICE; self.positions.len()],
            enough: Enough::Proven,
            change: 0.0,
        };
        let (mut most, mut unchanged) = (FIRST_DICE, 0);
        loop {
            self.grow(chances, most)?;
            let answered = answers(&open, chances, most)?;
            solved.change = solved.enter(&mut open, &answered, most);
            unchanged = if solved.change <= TOLERANCE { unchanged + 1 } else { 0 };
            solved.enough = match open.is_empty() {
                true => Enough::Proven,
                false if unchanged == UNCHANGED => Enough::Unchanged,
                false => Enough::Capped,
            };
            if solved.enough != Enough::Capped || most >= self.most {
                break;
            }
            most += MORE_DICE;
        }
        let most = most.min(FAR_DICE);
        let answered = answers(&far, chances, most)?;
        solved.enter(&mut far, &answered, most);
        Ok(solved)
    }

    fn grow(&self, chances: &mut Chances, dice: u32) -> Result<(), TurnError> {
        if chances.dice() < dice {
            chances.grow(self.card, self.rerolls, dice, self.course.most_dice())?;
        }
        Ok(())
    }

    /// The dice left on the table by the rounds before.
    fn left(&self, at: usize) -> u32 {
        self.positions[at].table(self.course).left
    }
}

impl Solved {
    /// Enters the answers for the open positions with up to `most` dice, and closes the positions that more dice cannot
    /// change. Returns the largest change of a value.
    fn enter(&mut self, open: &mut Vec<usize>, answers: &[(f64, f64)], most: u32) -> f64 {
        let mut change: f64 = 0.0;
        for (&at, &(value, _)) in open.iter().zip(answers) {
            change = change.max((value - self.values[at]).abs());
            (self.values[at], self.dice[at]) = (value, most);
        }
        let mut doubts = answers.iter().map(|(_, doubt)| *doubt);
        open.retain(|_| doubts.next().is_none_or(|doubt| doubt > TOLERANCE));
        change
    }
}
