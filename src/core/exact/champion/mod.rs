//! The value of a game of Gang of Dice for two to four players in which everybody plays alike, and what to do by it.
//!
//! Owns [`ChampionValues`]: the win share that each seat can expect between two rounds, found backwards from the last round,
//! when every seat makes the best of every turn (a subgame-perfect solution; of ties see `rounds`).
//! Three things are not as in the game:
//!
//! * **The cards** are drawn anew every round from all that its back allows (G05), so nobody counts them.
//! * **Turns** are played by one of a family of plans, for a number of dice that the card makes worth while (`plans`); only
//!   the last player of a round has all plans there are.
//! * **The values** stand on a grid of pools, fine in the last rounds and coarse before, and are read between its points.
//!
//! A round itself is played from where the players really stand.

mod against;
mod bytes;
mod commit;
mod ends;
mod induction;
mod options;
mod plans;
mod price;
mod reply;
mod response;
mod rounds;
mod turns;

pub use bytes::FORM;
pub use options::Options;
pub use plans::{Aim, MOST_DICE};
pub use response::{ResponseValues, champion_of, champion_reply};
pub use rounds::Lead;
pub use turns::{OnTurn, Todo};

use super::cache::{Cache, Key};
use super::course::Course;
pub use super::course::Position;
use super::grid::{AlikeValues, Spacing};
use super::{Optimum, Shares, Turn, TurnError};
use crate::dice::multisets::layer_len;
use crate::games::Game;
use crate::games::gang::{Card, CardIndex, Gang, MAX_SEATS};
use plans::CardPlans;
use rounds::Round;
use std::sync::{Arc, OnceLock};
use turns::Decisions;

/// How fine the grid is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// So that its values take some tens of kilobytes, in steps of 1/65535, and are found in seconds.
    Coarse,
    /// Exact in the last rounds, for up to three players.
    Fine,
}

/// How much memory plans may take, in bytes.
const ROOM: usize = 32 << 20;

impl Grade {
    /// The spacing where nothing is left on the table, and where something is.
    fn spacing(self, seats: usize, is_late: bool) -> [Spacing; 2] {
        let spacing = |step, step_left| [Spacing { step, left: 0 }, Spacing { step: step_left, left: 2 * step_left }];
        match (self, seats, is_late) {
            (Grade::Fine, 2, _) => spacing(1, 4),
            (Grade::Fine, 3, true) => spacing(1, 8),
            (Grade::Fine, 3, false) => spacing(4, 12),
            (Grade::Fine, _, true) => spacing(6, 16),
            (Grade::Fine, _, false) => spacing(9, 18),
            (Grade::Coarse, 2, true) => spacing(1, 8),
            (Grade::Coarse, 2, false) => spacing(4, 12),
            (Grade::Coarse, 3, true) => spacing(3, 12),
            (Grade::Coarse, 3, false) => spacing(8, 16),
            (Grade::Coarse, _, true) => spacing(8, 24),
            (Grade::Coarse, _, false) => spacing(12, 24),
        }
    }

    /// The most dice that those who act before others consider.
    fn earlier(seats: usize) -> u32 {
        if seats < 4 { 8 } else { 6 }
    }
}

/// Why a game has no values.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unsolvable {
    /// It has too many dice or cards.
    #[error(
        "the game is too large: at most 255 dice, 255 rounds and 64 cards can be solved (make the rule 'pools' smaller)"
    )]
    Large,
    /// It was asked to stop.
    #[error("the game was not solved: it was stopped")]
    Stopped,
    /// A turn cannot be solved.
    #[error(transparent)]
    Turn(#[from] TurnError),
}

/// The values of all positions, and what follows from them.
pub struct ChampionValues {
    grids: AlikeValues,
    cards: Vec<Card>,
    rerolls: u8,
    grade: Grade,
    /// By card, made when they are first needed.
    plans: Vec<OnceLock<CardPlans>>,
    optima: Cache<Optimum>,
    decisions: Decisions,
}

impl ChampionValues {
    fn new(gang: &Gang, grade: Grade) -> Result<ChampionValues, Unsolvable> {
        let course = Course::in_bytes(gang).ok_or(Unsolvable::Large)?;
        let grids = AlikeValues::new(course, |is_late, _| grade.spacing(gang.seats(), is_late));
        let cards = gang.deck().cards.clone();
        let plans = cards.iter().map(|_| OnceLock::new()).collect();
        Ok(ChampionValues {
            grids,
            cards,
            rerolls: gang.rules().rerolls,
            grade,
            plans,
            optima: Cache::new(ROOM),
            decisions: Decisions::new(),
        })
    }

    /// How fine their grid is.
    pub fn grade(&self) -> Grade {
        self.grade
    }

    /// How many rounds the game has.
    pub fn rounds(&self) -> u32 {
        self.grids.course.rounds()
    }

    /// The position before the first round.
    pub fn start(&self) -> Position {
        self.grids.course.start()
    }

    /// The win share that each seat can expect in a position.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    pub fn value(&self, position: &Position) -> Result<Shares, TurnError> {
        self.grids.value(position).map_or_else(|| self.mean(position), Ok)
    }

    /// The mean over all cards that the round to come can have.
    fn mean(&self, position: &Position) -> Result<Shares, TurnError> {
        let cards = self.grids.course.cards(position.round);
        let mut sums = [0.0; MAX_SEATS];
        for &card in cards {
            let value = self.begin(position, card)?.value();
            sums.iter_mut().zip(value).for_each(|(sum, value)| *sum += value);
        }
        Ok(sums.map(|sum| sum / cards.len() as f64))
    }

    fn begin(&self, position: &Position, card: CardIndex) -> Result<Round<'_>, TurnError> {
        Ok(Round::begin(&self.grids, self.plans(card)?, *position))
    }

    /// What to reroll for an aim is the plan of this optimum.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    ///
    /// # Panics
    /// If there is no such card.
    pub fn plan(&self, card: CardIndex, dice: u32, aim: Aim) -> Result<Arc<Optimum>, TurnError> {
        TurnError::check_dice(dice)?;
        let bytes = size_of::<Optimum>() + layer_len(dice) * (2 + 4 * usize::from(self.rerolls));
        let (sort, target) = aim.parts();
        let key = Key(u64::from(dice) << 16 | u64::from(card.0), u64::from(sort) << 32 | u64::from(target));
        self.optima.get_or_make(key, bytes, || {
            Turn::under(&self.cards[usize::from(card.0)], dice, self.rerolls)?.optimum(|result| aim.value(result))
        })
    }

    /// The plans under a card.
    fn plans(&self, card: CardIndex) -> Result<&CardPlans, TurnError> {
        let index = usize::from(card.0);
        if let Some(known) = self.plans[index].get() {
            return Ok(known);
        }
        let made = CardPlans::new(&self.cards[index], self.rerolls, Grade::earlier(self.grids.course.seats()))?;
        Ok(self.plans[index].get_or_init(|| made))
    }
}

#[cfg(test)]
mod tests;
