//! What numbers of dice are worth to the player on turn, by any values of what comes after the round.
//!
//! Owns which numbers are options: those that the card makes worth while, as for `champion`, but at most [`MOST`]. The dice are
//! rerolled as well as can be, and those who act later in the round reply as well as they can.

use super::super::grid::GridValues;
use super::super::price::Situation;
use super::Grade;
use super::plans::CardPlans;
use super::rounds::Round;
use crate::exact::TurnError;
use crate::games::Game;
use crate::games::gang::{Card, Gang};
use std::sync::OnceLock;

/// The most dice of an option. More dice are rarely best, and most of the time would go into their chances.
const MOST: u32 = 8;
/// Only every fourth total has a plan. Plans for the totals between would raise the value of a turn very little, and they
/// would take most of the time.
const EVERY: usize = 4;

/// The numbers of dice that are options under each card.
pub struct Options {
    cards: Vec<Card>,
    rerolls: u8,
    earlier: u32,
    /// By card, made when they are first needed.
    plans: Vec<OnceLock<CardPlans>>,
}

impl Options {
    /// Those of a game.
    pub fn new(gang: &Gang) -> Options {
        let cards = gang.deck().cards.clone();
        let plans = cards.iter().map(|_| OnceLock::new()).collect();
        Options { cards, rerolls: gang.rules().rerolls, earlier: Grade::earlier(gang.seats()), plans }
    }

    /// What each number of dice is worth to the player on turn, as a win share of 0 to 1.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    pub(in crate::exact) fn worths<const ALIKE: bool>(
        &self,
        situation: &Situation,
        grids: &GridValues<ALIKE>,
    ) -> Result<Vec<f64>, TurnError> {
        let card = usize::from(situation.card.0);
        let plans = match self.plans[card].get() {
            Some(known) => known,
            None => {
                let made = CardPlans::within(&self.cards[card], self.rerolls, (self.earlier, MOST), EVERY)?;
                self.plans[card].get_or_init(|| made)
            }
        };
        Ok(Round::of(situation, grids, plans).options())
    }
}
