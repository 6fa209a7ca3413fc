//! Turns, optima and outcomes that are solved when they are first asked for and then shared.
//!
//! Owns the cache of one deck and number of rerolls. What it answers is a function of the question
//! alone: not of the thread that asks, nor of what was asked before, nor of what there was room for.

use super::cache::{Cache, Found, Key, Number};
use super::optimum::{Objective, Optimum};
use super::outcome::Outcome;
use super::turn::{Turn, TurnError};
use crate::dice::multisets::{MOST_DICE, layer_len};
use crate::games::gang::{Card, CardIndex, Deck};
use std::sync::OnceLock;

/// How much memory stored solutions may take unless said otherwise, in bytes.
pub const SOLUTIONS_ROOM: usize = 32 << 20;

/// How many turns, optima and outcomes can be stored for good.
const PLACES: usize = 1 << 15;

/// What the results of a turn are worth.
#[derive(Clone, Copy)]
pub enum Worth<'v> {
    /// What an objective says.
    Objective(Objective),
    /// What the caller says.
    Own {
        /// Stands for the values: who asks with the same card, dice and key means the same.
        key: u64,
        /// The value of a total, or of an invalid result when it is given `None`.
        value: &'v dyn Fn(Option<u32>) -> f64,
    },
}

impl Worth<'_> {
    fn value(self, result: Option<u32>) -> f64 {
        match self {
            Worth::Objective(objective) => objective.value(result),
            Worth::Own { value, .. } => value(result),
        }
    }
}

impl From<Objective> for Worth<'_> {
    fn from(objective: Objective) -> Self {
        Worth::Objective(objective)
    }
}

/// The solutions of all turns under the cards of a deck.
///
/// All methods fail with [`TurnError::Dice`] or [`TurnError::Rerolls`] if a number is out of the range of
/// [`Turn::new`], and with [`TurnError::Value`] if a value of the caller's own is infinite or not a
/// number. They panic if the card is not one of the deck.
pub struct Solutions {
    rerolls: u8,
    cards: Vec<Card>,
    /// By card, then by dice less one; by number of the objective. At most 50 kB a card.
    values: Box<[OnceLock<Box<[Number]>>]>,
    turns: Cache<Turn>,
    optima: Cache<Optimum>,
    outcomes: Cache<Outcome>,
}

impl Solutions {
    /// The turns with up to `rerolls` rerolls under the cards of `deck`, none solved yet. What is solved
    /// is stored in at most `room` bytes: three quarters of it for optima, an eighth each for turns and outcomes.
    /// Where that is not enough, solutions give way and are made again.
    pub fn new(deck: &Deck, rerolls: u8, room: usize) -> Solutions {
        let rows = deck.cards.len() * MOST_DICE as usize;
        Solutions {
            rerolls,
            cards: deck.cards.clone(),
            values: (0..rows).map(|_| OnceLock::new()).collect(),
            turns: Cache::new(rows.min(PLACES), room / 8),
            optima: Cache::new(PLACES, room / 4 * 3),
            outcomes: Cache::new(PLACES, room / 8),
        }
    }

    /// The turn of `dice` dice (1 to 48) under a card.
    ///
    /// # Errors
    /// See [`Solutions`].
    pub fn turn(&self, card: CardIndex, dice: u32) -> Result<Found<'_, Turn>, TurnError> {
        check(dice)?;
        let make = || Turn::under(&self.cards[usize::from(card.0)], dice, self.rerolls);
        self.turns.get_or_make(Key(turn_number(card, dice), 0), size_of::<Turn>() + 2 * layer_len(dice), make)
    }

    /// The highest expected value of a turn: [`Optimum::value`], without the plan.
    ///
    /// # Errors
    /// See [`Solutions`].
    #[inline]
    pub fn value(&self, card: CardIndex, dice: u32, objective: Objective) -> Result<f64, TurnError> {
        check(dice)?;
        let row = &self.values[usize::from(card.0) * MOST_DICE as usize + dice as usize - 1];
        let row = row.get_or_init(|| Number::places(objectives(dice)));
        row[number(objective, dice)].get_or_make(|| self.turn(card, dice)?.best_value(|result| objective.value(result)))
    }

    /// The best that a turn can do.
    ///
    /// # Errors
    /// See [`Solutions`].
    pub fn optimum<'v>(
        &self,
        card: CardIndex,
        dice: u32,
        worth: impl Into<Worth<'v>>,
    ) -> Result<Found<'_, Optimum>, TurnError> {
        check(dice)?;
        let worth = worth.into();
        let bytes = size_of::<Optimum>() + layer_len(dice) * 4 * usize::from(self.rerolls);
        let make = || self.turn(card, dice)?.optimum(|result| worth.value(result));
        self.optima.get_or_make(key(card, dice, worth), bytes, make)
    }

    /// The outcome of the plan of [`Solutions::optimum`].
    ///
    /// # Errors
    /// See [`Solutions`].
    pub fn outcome<'v>(
        &self,
        card: CardIndex,
        dice: u32,
        worth: impl Into<Worth<'v>>,
    ) -> Result<Found<'_, Outcome>, TurnError> {
        check(dice)?;
        let worth = worth.into();
        let bytes = size_of::<Outcome>() + 8 * (5 * dice as usize + 1);
        let make = || Ok(self.optimum(card, dice, worth)?.plan.outcome());
        self.outcomes.get_or_make(key(card, dice, worth), bytes, make)
    }
}

#[inline]
fn check(dice: u32) -> Result<(), TurnError> {
    if (1..=MOST_DICE).contains(&dice) { Ok(()) } else { Err(TurnError::Dice { dice }) }
}

/// The number of a turn among all.
fn turn_number(card: CardIndex, dice: u32) -> u64 {
    u64::from(card.0) << 8 | u64::from(dice)
}

/// The key of a worth in a turn: the objectives come first, then what is the caller's own.
#[inline]
fn key(card: CardIndex, dice: u32, worth: Worth<'_>) -> Key {
    let (worth, own) = match worth {
        Worth::Objective(objective) => (number(objective, dice), 0),
        Worth::Own { key, .. } => (objectives(dice), key),
    };
    Key(turn_number(card, dice) << 32 | worth as u64, own)
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
        Objective::Valid => 1,
        Objective::AtLeast(least) => 1 + least.min(5 * dice + 1) as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::multisets::layer;

    const KEYS: [u64; 2] = [1, u64::MAX];

    /// What is worth nothing but on some totals, different ones for every key.
    fn own(key: u64, result: Option<u32>) -> f64 {
        result.map_or(0.5, |total| f64::from((total + (key % 3) as u32) % 3))
    }

    fn same_plan(a: &Optimum, b: &Optimum) {
        assert_eq!(a.value.to_bits(), b.value.to_bits());
        for roll in layer(a.plan.turn().dice()) {
            assert!((1..=2).all(|rolls_left| a.plan.keep(roll, rolls_left) == b.plan.keep(roll, rolls_left)));
        }
    }

    /// Asks for everything, in one order or the other, and compares it with what a turn alone gives.
    fn check(solutions: &Solutions, deck: &Deck, backwards: bool) {
        let mut questions = Vec::new();
        for card in [0, 4, 17] {
            for dice in 1..=4 {
                let least = [0, 3, 5 * dice, 5 * dice + 1, 5 * dice + 2, 1000];
                let objectives = least.map(Objective::AtLeast).into_iter();
                let objectives = objectives.chain([Objective::ExpectedTotal, Objective::Valid]);
                questions.extend(objectives.map(|objective| (CardIndex(card), dice, objective)));
            }
        }
        if backwards {
            questions.reverse();
        }
        for (card, dice, objective) in questions {
            let turn = Turn::under(deck.card(card), dice, 2).unwrap();
            let expected = turn.optimum(|result| objective.value(result)).unwrap();
            assert_eq!(solutions.value(card, dice, objective).unwrap().to_bits(), expected.value.to_bits());
            same_plan(&solutions.optimum(card, dice, objective).unwrap(), &expected);
            assert_eq!(*solutions.outcome(card, dice, objective).unwrap(), expected.plan.outcome());
            for key in KEYS {
                let value = |result| own(key, result);
                let worth = Worth::Own { key, value: &value };
                let expected = turn.optimum(value).unwrap();
                same_plan(&solutions.optimum(card, dice, worth).unwrap(), &expected);
                assert_eq!(*solutions.outcome(card, dice, worth).unwrap(), expected.plan.outcome());
            }
        }
    }

    #[test]
    fn answers_do_not_depend_on_room_or_order() {
        let deck = Deck::reconstructed();
        for room in [0, 20_000, SOLUTIONS_ROOM] {
            let solutions = Solutions::new(&deck, 2, room);
            for backwards in [false, true, false] {
                check(&solutions, &deck, backwards);
            }
        }
    }

    #[test]
    fn numbers_out_of_range_are_errors() {
        let deck = Deck::reconstructed();
        let solutions = Solutions::new(&deck, 2, SOLUTIONS_ROOM);
        for dice in [0, 49] {
            let error = TurnError::Dice { dice };
            assert_eq!(solutions.turn(CardIndex(0), dice).unwrap_err(), error);
            assert_eq!(solutions.value(CardIndex(0), dice, Objective::Valid), Err(error));
            assert_eq!(solutions.optimum(CardIndex(0), dice, Objective::Valid).unwrap_err(), error);
            assert_eq!(solutions.outcome(CardIndex(0), dice, Objective::Valid).unwrap_err(), error);
        }
        let many = Solutions::new(&deck, 11, SOLUTIONS_ROOM);
        assert_eq!(many.value(CardIndex(0), 2, Objective::Valid), Err(TurnError::Rerolls { rerolls: 11 }));
        let endless = Worth::Own { key: 0, value: &|_| f64::INFINITY };
        assert!(matches!(solutions.optimum(CardIndex(0), 2, endless), Err(TurnError::Value { .. })));
    }
}
