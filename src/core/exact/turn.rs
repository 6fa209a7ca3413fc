//! The turn to be solved: how many dice, how many rerolls, and what the card makes of every roll.

use crate::dice::multisets::{MOST_DICE, layer, rank};
use crate::dice::{Counts, Layers};
use crate::games::gang::{Card, Trigger};
use std::sync::Arc;

/// The most rerolls a turn can have here. The game's own number is two (G09).
pub const MOST_REROLLS: u8 = 10;

/// Why a turn cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum TurnError {
    /// The number of dice is 0 or too large.
    #[error("a turn with {dice} dice cannot be solved exactly: commit 1 to {MOST_DICE} dice")]
    Dice {
        /// The dice committed.
        dice: u32,
    },
    /// Too many rerolls.
    #[error("a turn with {rerolls} rerolls cannot be solved exactly: allow at most {MOST_REROLLS}")]
    Rerolls {
        /// The rerolls allowed.
        rerolls: u8,
    },
    /// An objective gave a result a value that is not a number, or infinite.
    #[error("the value of {} is {value}: give every result a finite value", result.map_or_else(|| "an invalid result".to_owned(), |total| format!("the total {total}")))]
    Value {
        /// The result: the total, or `None` for an invalid one.
        result: Option<u32>,
        /// Its value.
        value: f64,
    },
}

impl TurnError {
    /// Refuses numbers of dice for which no turn is solved.
    #[inline]
    pub(super) fn check_dice(dice: u32) -> Result<(), TurnError> {
        if (1..=MOST_DICE).contains(&dice) { Ok(()) } else { Err(TurnError::Dice { dice }) }
    }
}

/// A turn with a given card, a given number of dice and of rerolls (G09 to G11).
///
/// It remembers what each roll would be worth if it were final, 2 bytes for each of C(n+5, 5) rolls
/// (5.7 MB at 48 dice), and is cheap to clone.
///
/// ```
/// use analyze_core::exact::{Objective, Turn};
/// use analyze_core::games::gang::Deck;
///
/// let deck = Deck::reconstructed();
/// let turn = Turn::under(&deck.cards[0], 3, 2)?;
/// let best = turn.optimum(|result| Objective::ExpectedTotal.value(result))?;
/// let outcome = best.plan.outcome();
/// assert!((outcome.expected(|total| total.map_or(0.0, f64::from)) - best.value).abs() < 1e-12);
/// assert!((outcome.invalid + outcome.valid.iter().sum::<f64>() - 1.0).abs() < 1e-12);
/// # Ok::<(), analyze_core::exact::TurnError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Turn {
    dice: u32,
    rerolls: u8,
    trigger: Trigger,
    /// By rank: 0 when the condition holds, otherwise one more than the total.
    finals: Arc<[u16]>,
}

impl Turn {
    /// The turn of `dice` dice (1 to 48) with up to `rerolls` rerolls (0 to [`MOST_REROLLS`]), under
    /// the card whose condition is `holds`. The condition is evaluated once for every roll.
    ///
    /// # Errors
    /// [`TurnError::Dice`] or [`TurnError::Rerolls`] if a number is out of range.
    pub fn new(dice: u32, rerolls: u8, trigger: Trigger, holds: impl Fn(Counts) -> bool) -> Result<Turn, TurnError> {
        TurnError::check_dice(dice)?;
        if rerolls > MOST_REROLLS {
            return Err(TurnError::Rerolls { rerolls });
        }
        let finals = layer(dice).map(|roll| if holds(roll) { 0 } else { roll.total() as u16 + 1 }).collect();
        Ok(Turn { dice, rerolls, trigger, finals })
    }

    /// The turn of `dice` dice with up to `rerolls` rerolls under a card; limits and errors as for [`Turn::new`].
    ///
    /// # Errors
    /// [`TurnError::Dice`] or [`TurnError::Rerolls`] if a number is out of range.
    pub fn under(card: &Card, dice: u32, rerolls: u8) -> Result<Turn, TurnError> {
        Turn::new(dice, rerolls, card.trigger, |roll| card.condition.holds(roll))
    }

    /// How many dice are committed.
    pub fn dice(&self) -> u32 {
        self.dice
    }

    /// How many rerolls are allowed.
    pub fn rerolls(&self) -> u8 {
        self.rerolls
    }

    /// The result if the roll of rank `rank` is final: its total, or `None` when it is invalid.
    #[inline]
    pub(super) fn result(&self, rank: usize) -> Option<u32> {
        u32::from(self.finals[rank]).checked_sub(1)
    }

    /// The result if this roll, of all dice, is final: its total, or `None` when it is invalid.
    pub(super) fn result_of(&self, roll: Counts) -> Option<u32> {
        self.result(rank(roll))
    }

    /// Whether the roll of rank `rank` ends the turn whatever the player wants.
    #[inline]
    pub(super) fn ends_at(&self, rank: usize) -> bool {
        self.trigger == Trigger::Explosion && self.finals[rank] == 0
    }

    /// The results it can have: invalid, then every total.
    pub(super) fn results(&self) -> impl Iterator<Item = Option<u32>> + use<> {
        std::iter::once(None).chain((0..=5 * self.dice).map(Some))
    }

    /// The results that a roll can have as its final one: 0 for an invalid one, otherwise one more than the total; in order.
    pub(super) fn codes(&self) -> Vec<u16> {
        let mut is_met = vec![false; 5 * self.dice as usize + 2];
        self.finals.iter().for_each(|&code| is_met[usize::from(code)] = true);
        (0..).zip(is_met).filter(|(_, is_met)| *is_met).map(|(code, _)| code).collect()
    }

    /// What each of [`Turn::results`] is worth.
    pub(super) fn worth(&self, value: impl Fn(Option<u32>) -> f64) -> Result<Vec<f64>, TurnError> {
        let finite = |result| match value(result) {
            value if value.is_finite() => Ok(value),
            value => Err(TurnError::Value { result, value }),
        };
        self.results().map(finite).collect()
    }

    /// The value of each roll, by rank, if it is final.
    pub(super) fn final_values(&self, value: impl Fn(Option<u32>) -> f64) -> Result<Vec<f64>, TurnError> {
        let by_code = self.worth(value)?;
        Ok(self.finals.iter().map(|&code| by_code[usize::from(code)]).collect())
    }

    /// A table for values, with `top` as the values of the rolls.
    pub(super) fn table(&self, top: &[f64]) -> Layers {
        let mut table = Layers::zeros(self.dice);
        table.split_top().1.copy_from_slice(top);
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_refused() {
        let turn = |dice, rerolls| Turn::new(dice, rerolls, Trigger::Bomb, |_| false).map(|turn| turn.dice());
        assert_eq!(turn(0, 2), Err(TurnError::Dice { dice: 0 }));
        assert_eq!(turn(49, 2), Err(TurnError::Dice { dice: 49 }));
        assert_eq!(turn(2, 11), Err(TurnError::Rerolls { rerolls: 11 }));
        assert_eq!(turn(2, 10), Ok(2));
        assert_eq!(
            TurnError::Dice { dice: 49 }.to_string(),
            "a turn with 49 dice cannot be solved exactly: commit 1 to 48 dice"
        );
    }

    #[test]
    fn results_are_those_of_the_rules() {
        let turn = Turn::new(2, 2, Trigger::Explosion, |roll| roll.get(5) > 0).unwrap();
        for (rank, roll) in layer(2).enumerate() {
            let exploded = roll.get(5) > 0;
            assert_eq!(turn.result(rank), (!exploded).then(|| roll.total()));
            assert_eq!(turn.ends_at(rank), exploded);
        }
    }

    #[test]
    fn everything_can_be_shared_between_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<(super::super::Solutions, super::super::round::Commitments)>();
        shared::<(
            Turn,
            super::super::RerollPolicy,
            super::super::Optimum,
            super::super::Outcome,
            super::super::Paths<'_>,
        )>();
    }
}
