//! The best response to the champion: what one player can win at a table at which all others play by the same values.
//!
//! Owns [`ResponseValues`]: the win share that this player can expect between two rounds, found backwards from the last round
//! (a Markov decision process, for the others are known). Cards and turns are as for the champion, whose plans it has. The
//! values stand on grids of their own.

use super::against::{Against, OWN};
use super::turns::Decisions;
use super::{Aim, ChampionValues, OnTurn, Todo, Unsolvable};
use crate::exact::course::{Position, shares};
use crate::exact::grid::{LineUpValues, Spacing};
use crate::exact::induction::{Induction, Work};
use crate::exact::versus::{BestReply, ExactFault};
use crate::exact::{Optimum, Shares, TurnError};
use crate::games::gang::{CardIndex, MAX_SEATS, Strategy};
use std::cell::Cell;
use std::sync::Arc;

/// With more than two players, the grids tell numbers of dice left on the table apart up to this one.
const MOST_LEFT: u32 = 48;

/// The spacing where nothing is left on the table, and where something is. For two players every position has its value. For
/// more, the grids are finer than a champion's: on its own grid, the best response is to play as it does, and nothing would be
/// found.
fn spacing(seats: usize, is_late: bool, dice: u32) -> [Spacing; 2] {
    let (step, step_left) = match (seats, is_late) {
        (2, _) => return [Spacing { step: 1, left: 0 }, Spacing { step: 1, left: dice }],
        (3, true) => (1, 8),
        (3, false) => (2, 8),
        (_, true) => (6, 16),
        (_, false) => (8, 16),
    };
    [Spacing { step, left: 0 }, Spacing { step: step_left, left: MOST_LEFT }]
}

/// The values that a strategy plays by, if it plays as the champion.
pub fn champion_of(strategy: &dyn Strategy) -> Option<&Arc<ChampionValues>> {
    strategy.solution()?.downcast_ref()
}

/// What one player can win if all others play by these values; `go_on` is told which part of the work is done, 0 to 1, and
/// says whether it goes on.
///
/// # Errors
/// Why that is not known.
pub fn champion_reply(champion: &Arc<ChampionValues>, go_on: &dyn Fn(f64) -> bool) -> Result<BestReply, ExactFault> {
    let (rounds, solved) = (f64::from(champion.rounds()), Cell::new(0.0));
    let response = ResponseValues::solve(Arc::clone(champion), || {
        let before = solved.replace(solved.get() + 1.0);
        go_on(before / rounds)
    })?;
    Ok(BestReply {
        in_seat: response.in_seats().map_err(Unsolvable::Turn)?,
        positions: response.positions(),
        sweeps: 1,
    })
}

impl From<Unsolvable> for ExactFault {
    fn from(why: Unsolvable) -> ExactFault {
        match why {
            Unsolvable::Stopped => ExactFault::Stopped,
            why => ExactFault::Limit(why.to_string()),
        }
    }
}

/// What wins most against champions, and how much it wins.
pub struct ResponseValues {
    champion: Arc<ChampionValues>,
    /// Of the player alone, who is in the first seat.
    grids: LineUpValues,
    decisions: Decisions,
}

impl ResponseValues {
    /// The first line of the values as bytes; its number goes up with everything that changes a value or its place.
    pub const FORM: &'static str = "analyze: values of the best response to the champion of Gang of Dice, form 1\n";

    fn new(champion: Arc<ChampionValues>) -> ResponseValues {
        let course = champion.grids.course.clone();
        let seats = course.seats();
        let grids = LineUpValues::new(course, |is_late, dice| spacing(seats, is_late, dice));
        ResponseValues { champion, grids, decisions: Decisions::new() }
    }

    /// Solves the game against the champion that plays by these values; `go_on` is asked before, and after each of its
    /// rounds, the last first.
    ///
    /// # Errors
    /// If a turn cannot be solved, or if it was not to go on.
    pub fn solve(champion: Arc<ChampionValues>, go_on: impl Fn() -> bool) -> Result<ResponseValues, Unsolvable> {
        let mut solved = ResponseValues::new(champion);
        let work = Work::on_all_cores(&go_on);
        if !work.go_on() {
            return Err(Unsolvable::Stopped);
        }
        solved.champion.prepare_plans(&work)?;
        solved.solve_backwards(1..solved.rounds(), &work)?;
        Ok(solved)
    }

    /// How many rounds the game has.
    pub fn rounds(&self) -> u32 {
        self.champion.rounds()
    }

    /// How many positions were solved.
    pub fn positions(&self) -> usize {
        (1..self.rounds()).map(|round| self.grids.positions(round).len()).sum()
    }

    /// The win share that the player can expect in each seat; the first one starts.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    pub fn in_seats(&self) -> Result<Vec<f64>, TurnError> {
        let seats = self.grids.course.seats();
        let in_seat = |seat| {
            let mut start = self.champion.start();
            start.first = (seats - seat) % seats;
            self.mean(&start)
        };
        (0..seats).map(in_seat).collect()
    }

    /// What the player does, being on turn.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    ///
    /// # Panics
    /// If there is no such round, card or seat, or if the card allows no such total.
    pub fn todo(&self, turn: &OnTurn) -> Result<Todo, TurnError> {
        self.decisions.todo(turn, self.champion.leads(turn)?, || {
            let rest = self.champion.rest(turn)?.seen_from(turn.seat);
            Ok(Against::new(rest, &self.grids).choices())
        })
    }

    /// What to reroll for an aim is the plan of this optimum.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    ///
    /// # Panics
    /// If there is no such card.
    pub fn plan(&self, card: CardIndex, dice: u32, aim: Aim) -> Result<Arc<Optimum>, TurnError> {
        self.champion.plan(card, dice, aim)
    }

    /// The mean over all cards that the round to come can have.
    fn mean(&self, position: &Position) -> Result<f64, TurnError> {
        let cards = self.grids.course.cards(position.round);
        let mut sum = 0.0;
        for &card in cards {
            sum += Against::new(self.champion.begin(position, card)?, &self.grids).value();
        }
        Ok(sum / cards.len() as f64)
    }

    /// What stands at a point of the grid.
    fn at(&self, position: &Position) -> Result<Shares, Unsolvable> {
        let value = match self.grids.course.is_over(position) {
            Some(winners) => shares(winners)[OWN],
            None if position.pools[OWN] == 0 => 0.0,
            None => self.mean(position)?,
        };
        let mut at = [0.0; MAX_SEATS];
        at[OWN] = value;
        Ok(at)
    }

    /// All that [`ResponseValues::from_bytes`] needs beside the champion.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = ResponseValues::FORM.as_bytes().to_vec();
        for round in 1..self.rounds() {
            for (point, _) in self.grids.positions(round) {
                bytes.extend(self.grids.at(round, point)[OWN].to_le_bytes());
            }
        }
        bytes
    }

    /// The values against this champion from bytes; `None` if these are not of its game.
    pub fn from_bytes(champion: Arc<ChampionValues>, bytes: &[u8]) -> Option<ResponseValues> {
        let mut rest = bytes.strip_prefix(ResponseValues::FORM.as_bytes())?;
        let mut solved = ResponseValues::new(champion);
        for round in 1..solved.rounds() {
            for (point, _) in solved.grids.positions(round) {
                let (number, after) = rest.split_first_chunk()?;
                rest = after;
                let mut shares = [0.0; MAX_SEATS];
                shares[OWN] = Some(f32::from_le_bytes(*number)).filter(|share| (0.0..=1.0).contains(share))?.into();
                solved.grids.set(round, point, &shares);
            }
        }
        rest.is_empty().then_some(solved)
    }
}

impl Induction for ResponseValues {
    type Fault = Unsolvable;
    const STOPPED: Unsolvable = Unsolvable::Stopped;

    fn solve_round(&mut self, round: u32, work: &Work<'_>) -> Result<(), Unsolvable> {
        let solved = self.grids.solved(round, work, |position| self.at(position))?;
        self.grids.set_all(round, solved);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
