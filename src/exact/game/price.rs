//! What a turn as it was played is worth in the game that is solved, against the best that could have been done in it.
//!
//! Owns the price of a decision: the win share that its number of dice and its way to reroll them give away, when both play
//! best ever after. What is remembered of strategies' turns is here, too. Which turns a game has is the business of
//! `appraise`.

use super::super::cache::{Cache, Key};
use super::super::round::Mark;
use super::super::{Objective, Outcome, RuleError, Turn, TurnError};
use super::choices::Round;
use super::play::{Aim, key};
use super::{GameValues, Position};
use crate::games::declaration::PolicyId;
use crate::games::gang::{CardIndex, Committed, not_rerolled};
use crate::games::turns::Refused;
use std::sync::Arc;

/// The most dice of a turn that are priced. Those of more are rare, and their exact outcome takes seconds each.
pub const MOST_PRICED: u32 = 24;

/// How much memory outcomes, starts, and values of numbers of dice may take, each, in bytes.
const ROOM: usize = 48 << 20;

/// What the starter of a round has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// The dice that it committed.
    pub dice: u32,
    /// Its total, unless it is invalid.
    pub total: Option<u32>,
}

impl Met {
    fn mark(self) -> Option<Mark> {
        self.total.map(|total| Mark { total, dice: self.dice })
    }
}

/// A player on turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Situation {
    /// The position before the round.
    pub position: Position,
    /// The card of the round.
    pub card: CardIndex,
    /// What the starter has come to, for the second player.
    pub met: Option<Met>,
}

/// What a turn is worth to who plays it, as win shares of 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// With optimal play: the value of the game that is solved.
    pub value: f64,
    /// With the best of all numbers of dice that are considered, and of the one that was committed, which may be higher
    /// than those considered.
    pub best: f64,
    /// That number of dice.
    pub best_dice: u32,
    /// With the dice committed, rerolled at best.
    pub with_dice: f64,
    /// As it is played.
    pub played: f64,
}

impl Price {
    /// What the number of dice gave away.
    pub fn dice_cost(&self) -> f64 {
        self.best - self.with_dice
    }

    /// What the plan of the rerolls gave away, with this number of dice.
    pub fn reroll_cost(&self) -> f64 {
        self.with_dice - self.played
    }

    /// What the decision gave away.
    pub fn cost(&self) -> f64 {
        self.best - self.played
    }
}

/// The best of a situation: the number of dice, and its value.
type Best = (u32, f64);

/// The prices of turns in a game that is solved. Threads share what is remembered of them, which changes no price.
pub struct Prices<'v> {
    values: &'v GameValues,
    outcomes: Cache<Outcome>,
    starts: Cache<Best>,
    with_dice: Cache<f64>,
}

impl<'v> Prices<'v> {
    /// Nothing is remembered yet.
    pub fn new(values: &'v GameValues) -> Prices<'v> {
        Prices { values, outcomes: Cache::new(ROOM), starts: Cache::new(ROOM), with_dice: Cache::new(ROOM) }
    }

    /// The game that is solved.
    pub fn values(&self) -> &'v GameValues {
        self.values
    }

    /// What a turn comes to under its plan; turns of one strategy are known by its position in the line-up.
    ///
    /// # Errors
    /// If the strategy does not say, or not legally, what to reroll of some roll.
    ///
    /// # Panics
    /// If the turn has more than [`MOST_PRICED`] dice.
    pub fn outcome(&self, turn: &Committed<'_>, plan: PolicyId) -> Result<Arc<Outcome>, Refused> {
        assert!(turn.dice <= MOST_PRICED, "{} dice are too many", turn.dice);
        let known = (turn.player.index as u64) << 32 | u64::from(turn.card.1.0) << 16 | u64::from(turn.dice);
        let bytes = size_of::<Outcome>() + 8 * (5 * turn.dice as usize + 1);
        self.outcomes.get_or_make(Key(known, plan.0), bytes, || {
            #[expect(clippy::expect_used, reason = "the dice are few enough, and rules allow at most 10 rerolls")]
            let solved = Turn::under(turn.card.0, turn.dice, turn.rerolls).expect("a turn within the limits");
            match solved.follow(|shown, left| turn.to_reroll(plan, shown, left)) {
                Ok((_, outcome)) => Ok(outcome),
                Err(RuleError::Failed { source, .. }) => Err(source),
                Err(RuleError::Illegal { roll, reroll, .. }) => {
                    Err(not_rerolled(format!("{reroll:?} to reroll"), roll))
                }
            }
        })
    }

    /// What committing `dice` dice, at most [`MOST_PRICED`], with this outcome is worth.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    ///
    /// # Panics
    /// If there is no such situation, or so many dice cannot be committed in it.
    pub fn price(&self, situation: &Situation, dice: u32, outcome: &Outcome) -> Result<Price, TurnError> {
        let Situation { position, card, met } = *situation;
        let ([(value_dice, value), (_, with_dice)], played) =
            self.values.in_round(position, card, |round| match met {
                None => self.start(round, situation, dice, outcome),
                Some(met) => self.reply(round, (card, met), dice, outcome),
            })??;
        let beyond = with_dice > value;
        let (best_dice, best) = if beyond { (dice, with_dice) } else { (value_dice, value) };
        Ok(Price { value, best, best_dice, with_dice, played })
    }

    /// The best of the starter, the best with these dice, and as played.
    fn start(
        &self,
        round: &Round<'_>,
        situation: &Situation,
        dice: u32,
        outcome: &Outcome,
    ) -> Result<([Best; 2], f64), TurnError> {
        let (card, aim) = (situation.card, Aim::Start(situation.position));
        let best = self.starts.get(key(card, 0, aim), size_of::<Best>(), || {
            let answer = round.start(u32::MAX);
            (answer.dice, answer.value)
        });
        let worth: Vec<f64> =
            std::iter::once(None).chain((0..=5 * dice).map(Some)).map(|total| round.worth_of(dice, total)).collect();
        let worth = |total: Option<u32>| worth[total.map_or(0, |total| total as usize + 1)];
        let with_dice = self
            .with_dice
            .get_or_make(key(card, dice, aim), size_of::<f64>(), || self.turn(card, dice)?.best_value(worth))?;
        Ok(([*best, (dice, *with_dice)], outcome.expected(worth)))
    }

    /// The same of the second player.
    fn reply(
        &self,
        round: &Round<'_>,
        (card, met): (CardIndex, Met),
        dice: u32,
        outcome: &Outcome,
    ) -> Result<([Best; 2], f64), TurnError> {
        let mark = met.mark();
        let best = round.reply(met.dice, mark, round.stakes.allowed_in_reply(met.dice));
        let [keeps, loses] = round.stakes.ends(met.dice, mark, dice);
        let target = Mark::target_beyond(mark, dice);
        let success = |total: Option<u32>| Objective::AtLeast(target).value(total);
        let sign = if loses <= keeps { 1.0 } else { -1.0 };
        let aim = if loses <= keeps { Aim::Reach(target) } else { Aim::Miss(target) };
        let chance = self.with_dice.get_or_make(key(card, dice, aim), size_of::<f64>(), || {
            Ok::<_, TurnError>(sign * self.turn(card, dice)?.best_value(|total| sign * success(total))?)
        })?;
        let with = |chance: f64| 1.0 - (keeps + chance * (loses - keeps));
        Ok(([(best.dice, 1.0 - best.value), (dice, with(*chance))], with(outcome.expected(success))))
    }

    fn turn(&self, card: CardIndex, dice: u32) -> Result<Turn, TurnError> {
        Turn::under(&self.values.cards[usize::from(card.0)], dice, self.values.rerolls)
    }
}
