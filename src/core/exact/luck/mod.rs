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
//! | `positions` | what a position is, and what a round makes of it |
//! | `grid` | where values stand, and reading between them |
//! | `seen` | what strategies know of the cards of earlier rounds |
//! | `rounds` | how a round can end, given the strategies |
//! | `effects` | what a card does in a typical round, for it does not come again |
//! | `expected` | what V is expected to be, remembered by position |

mod effects;
mod expected;
pub(super) mod grid;
pub(super) mod positions;
mod rounds;
mod seen;

pub use expected::{Expected, PlayedRound, WHOLE_VALUE};
pub use positions::Position;
pub use rounds::{SeatsRead, Unknown, Why};

use crate::games::StrategyIndex;
use crate::games::gang::{CardIndex, Gang, MAX_SEATS, Strategy};
use effects::Effects;
use grid::Grid;
use positions::{Course, Next};
use rounds::Rounds;
use std::sync::Arc;

/// A number for each seat.
pub(super) type BySeat = [f64; MAX_SEATS];

/// The values of all positions of a line-up, seat by seat.
#[derive(Clone)]
pub struct LuckValues<'g> {
    course: Course,
    /// By round: the values before it; none before the first, which has one position.
    grids: Vec<Option<Arc<[Grid; 2]>>>,
    rounds: Rounds<'g>,
    effects: Effects,
}

impl<'g> LuckValues<'g> {
    /// The position before the first round.
    pub fn start(&self) -> Position {
        self.course.start()
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
        let course = Course::new(gang).ok_or(Unknown::Large)?;
        let rounds = Rounds::new(gang, strategies, seating, seats);
        let grids = vec![None; course.rounds() as usize];
        let mut values = LuckValues { effects: effects::none(&course), course, grids, rounds };
        for round in (1..values.course.rounds()).rev() {
            values.step(round, &go_on)?;
        }
        values.rounds.seen.complete();
        values.find_effects(&go_on)?;
        Ok(values)
    }

    /// Values positions as another line-up for the same table does. What is expected of these values stays that of the own
    /// decisions.
    ///
    /// # Panics
    /// Later, if the tables differ.
    pub fn value_as(&mut self, other: &LuckValues<'_>) {
        self.grids = other.grids.clone();
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
        self.course.seats()
    }

    /// The cards that a round can have.
    pub fn cards(&self, round: u32) -> &[CardIndex] {
        self.course.cards(round)
    }

    /// The dice in the game before a round, its bonus not counted.
    pub fn dice(&self, round: u32) -> u32 {
        self.course.dice(round)
    }

    /// Finds the values before a round, of which those after it are known.
    fn step(&mut self, round: u32, go_on: &impl Fn() -> bool) -> Result<(), Unknown> {
        let asked = self.rounds.asked();
        let mut grids = [false, true].map(|is_open| Grid::new(&self.course, round, is_open));
        for grid in &mut grids {
            for (place, position) in grid.positions(&self.course) {
                if let Some(unknown) = self.rounds.are_too_many(asked) {
                    return Err(unknown);
                }
                if !go_on() {
                    return Err(Unknown::Stopped);
                }
                let value = match self.course.is_over(&position) {
                    Some(winners) => shares(winners),
                    None => self.mean(&position)?,
                };
                grid.set(place, &value);
            }
        }
        self.grids[round as usize] = Some(Arc::new(grids));
        Ok(())
    }

    /// The mean over all cards that the round can have. A turn of too many dice to be known is left out, for a value need
    /// not be exact.
    fn mean(&mut self, position: &Position) -> Result<BySeat, Unknown> {
        let (mut sums, mut known) = ([0.0; MAX_SEATS], 0.0);
        for at in 0..self.course.cards(position.round).len() {
            let card = self.course.cards(position.round)[at];
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

    /// What the win share of each seat is expected to be after the round to come, if it has this card: the exact mean of
    /// [`LuckValues::value`] over all that can happen.
    ///
    /// # Errors
    /// If a decision in it is not known.
    pub fn expected(&mut self, position: &Position, card: CardIndex) -> Result<BySeat, Unknown> {
        let number = self.rounds.number(&self.course, position, card);
        self.expected_after(position, number)
    }

    /// The same, if the round can end as that of this number can.
    fn expected_after(&self, position: &Position, number: u32) -> Result<BySeat, Unknown> {
        let mut expected = [0.0; MAX_SEATS];
        for end in self.rounds.ends(number)? {
            let value = self.after(position, end.winner(), &end.dice);
            expected.iter_mut().zip(value).for_each(|(sum, value)| *sum += end.chance * value);
        }
        Ok(expected)
    }

    /// The win share that each seat can expect after a round in which these dice were committed.
    #[inline]
    fn after(&self, position: &Position, winner: Option<usize>, dice: &[u8; MAX_SEATS]) -> BySeat {
        match self.course.next(position, winner, dice) {
            Next::Over(winners) => shares(winners),
            Next::Round(next) => self.value(&next),
        }
    }

    /// The win share that each seat can expect in a position after the first round.
    #[inline]
    pub fn value(&self, position: &Position) -> BySeat {
        match (self.course.is_over(position), self.grids.get(position.round as usize)) {
            (None, Some(Some(grids))) => grids[usize::from(position.left > 0)].value(position),
            (winners, _) => shares(winners.unwrap_or((1 << self.course.seats()) - 1)),
        }
    }
}

/// The win shares of these winners, a bit for each (G16, G17).
pub(super) fn shares(winners: u8) -> BySeat {
    let share = 1.0 / f64::from(winners.count_ones().max(1));
    std::array::from_fn(|seat| if winners >> seat & 1 == 1 { share } else { 0.0 })
}

#[cfg(test)]
mod tests;
