//! Turns and optima that are solved when they are first asked for and then shared.
//!
//! Owns the cache of one deck and number of rerolls. What it answers is a function of the question
//! alone: not of the thread that asks, nor of what was asked before, nor of what there was room for.

use super::cache::{Cache, Key, LazyNumber};
use super::optimum::{Objective, Optimum};
use super::turn::{Turn, TurnError};
use crate::dice::multisets::{MOST_DICE, layer_len};
use crate::games::gang::{Card, CardIndex, Deck};
use std::sync::{Arc, OnceLock};

/// How much memory stored solutions may take unless said otherwise, in bytes.
pub const SOLUTIONS_ROOM: usize = 32 << 20;

/// The solutions of all turns under the cards of a deck.
///
/// All methods fail with [`TurnError::Dice`] or [`TurnError::Rerolls`] if a number is out of the range of
/// [`Turn::new`], and with [`TurnError::Value`] if a value of the caller's own is infinite or not a
/// number. They panic if the card is not one of the deck.
pub struct Solutions {
    rerolls: u8,
    cards: Vec<Card>,
    /// By card, then by dice less one; by number of the objective. At most 50 kB a card.
    values: Box<[OnceLock<Box<[LazyNumber]>>]>,
    turns: Cache<Turn>,
    optima: Cache<Optimum>,
}

impl Solutions {
    /// The turns with up to `rerolls` rerolls under the cards of `deck`, none solved yet. What is solved
    /// is stored in at most `room` bytes: seven eighths of it for optima, the rest for turns. Where that is not
    /// enough, solutions give way and are made again.
    pub fn new(deck: &Deck, rerolls: u8, room: usize) -> Solutions {
        let rows = deck.cards.len() * MOST_DICE as usize;
        Solutions {
            rerolls,
            cards: deck.cards.clone(),
            values: (0..rows).map(|_| OnceLock::new()).collect(),
            turns: Cache::new(room / 8),
            optima: Cache::new(room / 8 * 7),
        }
    }

    /// The turn of `dice` dice (1 to 48) under a card.
    ///
    /// # Errors
    /// See [`Solutions`].
    pub fn turn(&self, card: CardIndex, dice: u32) -> Result<Arc<Turn>, TurnError> {
        TurnError::check_dice(dice)?;
        let make = || Turn::under(&self.cards[usize::from(card.0)], dice, self.rerolls);
        self.turns.get_or_make(Key(turn_number(card, dice), 0), size_of::<Turn>() + 2 * layer_len(dice), make)
    }

    /// The highest expected value of a turn: [`Optimum::value`], without the plan.
    ///
    /// # Errors
    /// See [`Solutions`].
    #[inline]
    pub fn value(&self, card: CardIndex, dice: u32, objective: Objective) -> Result<f64, TurnError> {
        TurnError::check_dice(dice)?;
        let row = &self.values[usize::from(card.0) * MOST_DICE as usize + dice as usize - 1];
        let row = row.get_or_init(|| (0..objectives(dice)).map(|_| LazyNumber::default()).collect());
        row[number(objective, dice)].get_or_make(|| self.turn(card, dice)?.best_value(|result| objective.value(result)))
    }

    /// The best that a turn can do for an objective.
    ///
    /// # Errors
    /// See [`Solutions`].
    pub fn optimum(&self, card: CardIndex, dice: u32, objective: Objective) -> Result<Arc<Optimum>, TurnError> {
        self.solved(card, dice, [number(objective, dice) as u64, 0], |result| objective.value(result))
    }

    /// The best that a turn can do for a caller's own `value` of a total, or of an invalid result when it is given
    /// `None`. Who asks with the same card, dice and `key` means the same values.
    ///
    /// # Errors
    /// See [`Solutions`].
    pub fn optimum_for(
        &self,
        card: CardIndex,
        dice: u32,
        key: u64,
        value: impl Fn(Option<u32>) -> f64,
    ) -> Result<Arc<Optimum>, TurnError> {
        self.solved(card, dice, [objectives(dice) as u64, key], value)
    }

    /// The best for values that this turn's `worth`, below 2^32, and `key` stand for.
    fn solved(
        &self,
        card: CardIndex,
        dice: u32,
        [worth, key]: [u64; 2],
        value: impl Fn(Option<u32>) -> f64,
    ) -> Result<Arc<Optimum>, TurnError> {
        TurnError::check_dice(dice)?;
        let bytes = size_of::<Optimum>() + layer_len(dice) * 4 * usize::from(self.rerolls);
        let make = || self.turn(card, dice)?.optimum(value);
        self.optima.get_or_make(Key(turn_number(card, dice) << 32 | worth, key), bytes, make)
    }
}

/// The number of a turn among all.
fn turn_number(card: CardIndex, dice: u32) -> u64 {
    u64::from(card.0) << 8 | u64::from(dice)
}

/// How many different objectives there are for a turn of `dice` dice.
fn objectives(dice: u32) -> usize {
    5 * dice as usize + 3
}

/// The number of an objective. Nothing is at least one more than the highest total, nor beyond.
#[inline]
fn number(objective: Objective, dice: u32) -> usize {
    match objective {
        Objective::ExpectedTotal => 0,
        Objective::AtLeast(least) => 1 + least.min(5 * dice + 1) as usize,
    }
}
