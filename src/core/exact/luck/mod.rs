//! What a position of Gang of Dice is worth to each seat of a given line-up, to cancel luck with.
//!
//! Owns V(position), the win share that each seat can expect between two rounds when these strategies play
//! ([`LuckValues`]), found backwards from the last round; and what V is expected to be after the round to come, by card
//! ([`Expected`]). Adding up V(after) − E V(after) over a game and subtracting it leaves a result of the same mean without
//! most of its luck, whatever V is, as long as the expectation is that of the very V that is subtracted (GNU Backgammon
//! does so; AIVAT, Burch et al., AAAI 2018, is the same for poker). So V may be read off a grid; the expectation may not.
//!
//! The expectation is exact for strategies whose decisions follow from the position, from what has happened in the round,
//! from how many cards of a kind were seen, and from a few tosses of a coin. Where one reads more (which cards were seen, all
//! results of the round) there is none: [`Unknown`]. Values before a round are those of positions in which no card was seen.
//!
//! | file | owns |
//! |---|---|
//! | `positions` | positions as strategies and the memory of values see them |
//! | `seen` | what strategies know of the cards of earlier rounds |
//! | `rounds` | how a round can end, given the strategies; exact results of two strategies go by it, too |
//! | `effects` | what a card does in a typical round, for it does not come again |
//! | `expected` | what V is expected to be, remembered by position; what cards and dice gave |

mod effects;
mod expected;
mod positions;
mod rounds;
mod seen;

pub use super::course::Position;
pub use expected::{Change, Expected, PlayedRound, WHOLE_VALUE};
pub(super) use positions::InRound;
pub(in crate::exact) use rounds::Remembered;
pub(super) use rounds::{End, Feature, MOST_WAYS, Rounds};
pub use rounds::{SeatsRead, Unknown, Why};
pub(super) use seen::NO_CLASS;

use super::TurnError;
use super::champion::Options;
use super::course::{Course, shares};
use super::grid::{LineUpValues, Spacing};
use super::induction::{Induction, Work};
use super::price::Situation;
use crate::games::StrategyIndex;
use crate::games::gang::{CardIndex, Gang, MAX_SEATS, Strategy};
use effects::Effects;

/// A number for each seat.
type BySeat = [f64; MAX_SEATS];

/// The spacing of grids: where nothing is left on the table, as before nearly all rounds, and where something is.
fn spacing(seats: usize, is_late: bool, dice: u32) -> [Spacing; 2] {
    let (step, step_left) = match (seats, is_late) {
        (2, _) => (1, 1),
        (3, true) => (1, 4),
        (3, false) => (4, 8),
        (_, true) => (4, 8),
        (_, false) => (8, 8),
    };
    // Where the dice are no whole steps, positions without dice left lie between two layers.
    [(step, 0), (step_left, 24)].map(|(step, left): (u32, u32)| {
        let between = dice.next_multiple_of(step) - dice;
        Spacing { step, left: left.max(between).next_multiple_of(step) }
    })
}

/// The values of all positions of a line-up, seat by seat.
#[derive(Clone)]
pub struct LuckValues<'g> {
    grids: LineUpValues,
    rounds: Rounds<'g>,
    effects: Effects,
}

impl<'g> LuckValues<'g> {
    /// The position before the first round.
    pub fn start(&self) -> Position {
        self.grids.course.start()
    }

    /// The values of the line-up in which each seat has this strategy of all; `go_on` is asked before each position.
    ///
    /// With the published rules and deck it takes some 0.2 seconds for two players and some seconds for four; it takes up
    /// to 70 MB.
    ///
    /// # Errors
    /// If a decision reads what the expectation does not know, or there are too many dice or decisions; or if it was not
    /// to go on.
    pub fn new(
        gang: &'g Gang,
        strategies: &'g [&'g dyn Strategy],
        (seating, seats): (&[StrategyIndex], SeatsRead),
        go_on: impl Fn() -> bool,
    ) -> Result<LuckValues<'g>, Unknown> {
        let course = Course::in_bytes(gang).ok_or(Unknown::Large)?;
        let mut values = LuckValues::empty(course, Rounds::new(gang, strategies, seating, seats));
        values.solve_backwards(1..gang.deck().rounds(), &Work::alone(&go_on))?;
        values.rounds.seen.complete();
        values.find_effects(&go_on)?;
        Ok(values)
    }

    /// Nothing is known yet.
    fn empty(course: Course, rounds: Rounds<'g>) -> LuckValues<'g> {
        let (seats, effects) = (course.seats(), effects::none(&course));
        let grids = LineUpValues::new(course, |is_late, dice| spacing(seats, is_late, dice));
        LuckValues { grids, rounds, effects }
    }

    /// Values positions as another line-up for the same table does. What is expected of these values stays that of the own
    /// decisions.
    ///
    /// # Panics
    /// Later, if the tables differ.
    pub fn value_as(&mut self, other: &LuckValues<'_>) {
        self.grids.share(&other.grids);
    }

    /// Finds out which class the cards are of that were seen before each round of a game.
    pub(crate) fn set_seen(&mut self, rounds: &mut [PlayedRound]) {
        if self.rounds.seen.is_empty() {
            return;
        }
        let cards: Vec<CardIndex> = rounds.iter().map(|round| round.card).collect();
        let classes = self.rounds.seen.classes(cards.into_iter());
        rounds.iter_mut().zip(classes).for_each(|(round, class)| round.position.seen = class);
    }

    /// How many seats it is for.
    pub fn seats(&self) -> usize {
        self.grids.course.seats()
    }

    /// The cards that a round can have.
    pub fn cards(&self, round: u32) -> &[CardIndex] {
        self.grids.course.cards(round)
    }

    /// The dice in the game before a round, its bonus not counted.
    pub fn dice(&self, round: u32) -> u32 {
        self.grids.course.dice(round)
    }

    /// The win share that each seat can expect before the first round; equal shares if that is not known.
    pub fn start_value(&mut self) -> BySeat {
        let start = self.start();
        self.mean(&start).unwrap_or_else(|_| shares((1 << self.seats()) - 1))
    }

    /// The mean over all cards that the round can have. A turn of too many dice to be known is left out, for a value need
    /// not be exact.
    fn mean(&mut self, position: &Position) -> Result<BySeat, Unknown> {
        let (mut sums, mut known) = ([0.0; MAX_SEATS], 0.0);
        for at in 0..self.cards(position.round).len() {
            let card = self.cards(position.round)[at];
            match self.expected(position, card) {
                Ok(value) => {
                    sums.iter_mut().zip(value).for_each(|(sum, value)| *sum += value);
                    known += 1.0;
                }
                Err(Unknown::Decision { why: Why::Rolled | Why::Fails, .. }) => {}
                Err(unknown) => return Err(unknown),
            }
        }
        if known == 0.0 {
            let all: u32 = position.pools.iter().sum();
            return Ok(position.pools.map(|pool| f64::from(pool) / f64::from(all.max(1))));
        }
        Ok(sums.map(|sum| sum / known))
    }

    /// What each number of dice is worth to the player on turn, whose positions after the round have these values.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    pub fn worths(&self, options: &Options, situation: &Situation) -> Result<Vec<f64>, TurnError> {
        options.worths(situation, &self.grids)
    }

    /// What the win share of each seat is expected to be after the round to come, if it has this card: the exact mean of
    /// [`LuckValues::value`] over all that can happen.
    ///
    /// # Errors
    /// If a decision in it is not known.
    pub fn expected(&mut self, position: &Position, card: CardIndex) -> Result<BySeat, Unknown> {
        let number = self.rounds.number(&self.grids.course, position, card);
        self.expected_after(position, number)
    }

    /// The exact mean over the ends of a round, which is known by this number.
    fn expected_after(&self, position: &Position, number: u32) -> Result<BySeat, Unknown> {
        let mut expected = [0.0; MAX_SEATS];
        for end in self.rounds.ends(number)? {
            let value = self.grids.after(position, end.winner(), &end.dice);
            expected.iter_mut().zip(value).for_each(|(sum, value)| *sum += end.chance * value);
        }
        Ok(expected)
    }

    /// The win share that each seat can expect in a position after the first round.
    #[inline]
    pub fn value(&self, position: &Position) -> BySeat {
        self.grids.value(position).unwrap_or_else(|| shares((1 << self.seats()) - 1))
    }
}

impl Induction for LuckValues<'_> {
    type Fault = Unknown;
    const STOPPED: Unknown = Unknown::Stopped;

    /// One position after another: what strategies decide is remembered for all.
    fn solve_round(&mut self, round: u32, work: &Work<'_>) -> Result<(), Unknown> {
        let decisions = self.rounds.decisions();
        for (point, position) in self.grids.positions(round) {
            if let Some(unknown) = self.rounds.are_too_many(decisions) {
                return Err(unknown);
            }
            if !work.go_on() {
                return Err(Unknown::Stopped);
            }
            let value = match self.grids.course.is_over(&position) {
                Some(winners) => shares(winners),
                None => self.mean(&position)?,
            };
            self.grids.set(round, point, &value);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
