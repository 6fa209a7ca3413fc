//! Plans: what a player keeps of every roll, and the outcome that follows.
//!
//! Owns the table, how any reroll rule is turned into one, and the forward pass, one die at a time.

use super::keep::Keep;
use super::outcome::{Outcome, Tally};
use super::turn::Turn;
use crate::dice::multisets::{layer, rank};
use crate::dice::{Counts, Layers};
use std::convert::Infallible;

/// A reroll rule for one turn, as a table: what is kept of every roll with 1, 2, … rerolls left.
///
/// 4 bytes for each roll and reroll: 50 kB at 12 dice and two rerolls, 23 MB at 48.
#[derive(Clone, Debug)]
pub struct RerollPolicy {
    pub(super) turn: Turn,
    /// By rolls left less one, then by rank.
    pub(super) keeps: Vec<Box<[Keep]>>,
}

/// Why a reroll rule is not a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError<E> {
    /// The rule rerolls dice that were not rolled.
    #[error(
        "the rule rerolls {reroll:?} of the roll {roll:?} with {rolls_left} rerolls left: \
         reroll only dice that the roll shows"
    )]
    Illegal {
        /// The dice shown.
        roll: Counts,
        /// The rerolls left, at least 1.
        rolls_left: u8,
        /// The dice to be rerolled.
        reroll: Counts,
    },
    /// The rule gave an error of its own.
    #[error("the rule failed on the roll {roll:?} with {rolls_left} rerolls left")]
    Failed {
        /// The dice shown.
        roll: Counts,
        /// The rerolls left, at least 1.
        rolls_left: u8,
        /// What the rule said.
        source: E,
    },
}

impl Turn {
    /// The plan that follows `rule`, and its outcome.
    ///
    /// `rule(roll, rolls_left)` names the dice to reroll; none ends the turn. It is asked once for each roll that a turn
    /// under it can reach and go on from: first with all rerolls left, in the order of ranks
    /// ([`multisets`](crate::dice::multisets)), then with one less, and so on.
    ///
    /// # Errors
    /// The first one: [`RuleError::Illegal`] for dice that are not there, [`RuleError::Failed`] if the rule fails.
    pub fn follow<E>(
        &self,
        mut rule: impl FnMut(Counts, u8) -> Result<Counts, E>,
    ) -> Result<(RerollPolicy, Outcome), RuleError<E>> {
        let kept_whole: Box<[Keep]> = (0..self.rolls()).map(|rank| Keep::new(self.dice(), rank)).collect();
        let mut keeps = vec![kept_whole; usize::from(self.rerolls())];
        let outcome = self.push_forward(|rank, roll, rolls_left| {
            let reroll = rule(roll, rolls_left).map_err(|source| RuleError::Failed { roll, rolls_left, source })?;
            let kept = roll.checked_sub(reroll).ok_or(RuleError::Illegal { roll, rolls_left, reroll })?;
            keeps[usize::from(rolls_left) - 1][rank] = Keep::of(kept);
            Ok(Keep::of(kept))
        })?;
        Ok((RerollPolicy { turn: self.clone(), keeps }, outcome))
    }

    /// The outcome when `keep(rank, roll, rolls_left)` is kept of every roll.
    fn push_forward<E>(&self, mut keep: impl FnMut(usize, Counts, u8) -> Result<Keep, E>) -> Result<Outcome, E> {
        let mut tally = Tally::new(self.dice());
        let mut mass = Layers::zeros(self.dice());
        mass.set(Keep::NOTHING.place(), 1.0);
        for rolls_left in (0..=self.rerolls()).rev() {
            mass.spread();
            let (kept, rolled) = mass.split_top();
            kept.fill(0.0);
            for ((rank, roll), mass) in layer(self.dice()).enumerate().zip(rolled) {
                let mass = std::mem::take(mass);
                if mass == 0.0 {
                    continue;
                }
                let over = rolls_left == 0 || self.ends_at(rank);
                let place = if over { self.first_roll() } else { keep(rank, roll, rolls_left)?.place() };
                match kept.get_mut(place) {
                    Some(kept) => *kept += mass,
                    None => tally.add(self.result(rank), mass),
                }
            }
        }
        Ok(tally.outcome())
    }
}

impl RerollPolicy {
    /// The turn it is a plan for.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// The dice kept of `roll` with `rolls_left` rerolls left; all of them when the plan stops.
    ///
    /// A roll that ends the turn by itself, or that a turn under this plan cannot reach, is kept whole.
    /// `None` if this turn has no such roll: another number of dice, or `rolls_left` not from 1 to the
    /// turn's rerolls.
    pub fn keep(&self, roll: Counts, rolls_left: u8) -> Option<Counts> {
        if roll.dice() != self.turn.dice() {
            return None;
        }
        let table = self.keeps.get(usize::from(rolls_left).checked_sub(1)?)?;
        Some(table[rank(roll)].counts())
    }

    /// The dice rerolled of `roll` with `rolls_left` rerolls left; none when the plan stops.
    ///
    /// `None` as for [`RerollPolicy::keep`].
    pub fn reroll(&self, roll: Counts, rolls_left: u8) -> Option<Counts> {
        roll.checked_sub(self.keep(roll, rolls_left)?)
    }

    /// The exact distribution of the turn's result under this plan.
    pub fn outcome(&self) -> Outcome {
        let Ok(outcome) =
            self.turn.push_forward(|rank, _, rolls_left| Ok::<_, Infallible>(self.table(rolls_left)[rank]));
        outcome
    }

    /// What is kept with `rolls_left` (at least 1) rerolls left, by rank.
    pub(super) fn table(&self, rolls_left: u8) -> &[Keep] {
        &self.keeps[usize::from(rolls_left) - 1]
    }
}
