//! Plans: what a player keeps of every roll, the outcome that follows, and the paths of rolls that end in a result.
//!
//! Owns the table, how any reroll rule is turned into one, the forward pass, one die at a time, and the draw
//! of a path, each face by its exact conditional probability. Nothing is rejected.

use super::outcome::{Outcome, Tally};
use super::ties::Keep;
use super::turn::Turn;
use crate::dice::multisets::{before_layer, layer, layer_len, rank};
use crate::dice::{Counts, FACES, Face, Layers};
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
        let kept_whole: Box<[Keep]> = (0..layer_len(self.dice())).map(|rank| Keep::new(self.dice(), rank)).collect();
        let mut keeps = vec![kept_whole; usize::from(self.rerolls())];
        let outcome = self.push_forward(Keep::NOTHING, |rank, roll, rolls_left| {
            let reroll = rule(roll, rolls_left).map_err(|source| RuleError::Failed { roll, rolls_left, source })?;
            let kept = roll.checked_sub(reroll).ok_or(RuleError::Illegal { roll, rolls_left, reroll })?;
            keeps[usize::from(rolls_left) - 1][rank] = Keep::of(kept);
            Ok(Keep::of(kept))
        })?;
        Ok((RerollPolicy { turn: self.clone(), keeps }, outcome))
    }

    /// The outcome when the dice of `first`, fewer than all, lie before the first roll, and `keep(rank, roll, rolls_left)` is
    /// kept of every roll.
    fn push_forward<E>(
        &self,
        first: Keep,
        mut keep: impl FnMut(usize, Counts, u8) -> Result<Keep, E>,
    ) -> Result<Outcome, E> {
        let mut tally = Tally::new(self.dice());
        let mut mass = Layers::zeros(self.dice());
        mass.set(first.place(), 1.0);
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
                let place = if over { before_layer(self.dice()) } else { keep(rank, roll, rolls_left)?.place() };
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
        self.outcome_after(Counts::EMPTY)
    }

    /// The same where these dice, fewer than all, lie already when the others are rolled for the first time.
    pub fn outcome_after(&self, kept: Counts) -> Outcome {
        let keep = |rank, _, rolls_left| Ok::<_, Infallible>(self.table(rolls_left)[rank]);
        let Ok(outcome) = self.turn.push_forward(Keep::of(kept), keep);
        outcome
    }

    /// What is kept with `rolls_left` (at least 1) rerolls left, by rank.
    pub(super) fn table(&self, rolls_left: u8) -> &[Keep] {
        &self.keeps[usize::from(rolls_left) - 1]
    }
}

/// One roll of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The dice that were kept lying; none at the first roll.
    pub kept: Counts,
    /// All dice as they show after the roll, kept and rolled.
    pub shown: Counts,
}

/// The rolls of a turn, first to last. The last one shows the final dice.
pub type Path = Vec<Throw>;

/// All paths of a plan that end in one result, ready to draw from.
///
/// 8 bytes for each of C(n+6, 6) multisets and each roll: 0.45 MB at 12 dice and two rerolls, 620 MB
/// at 48.
#[derive(Clone, Debug)]
pub struct Paths<'a> {
    plan: &'a RerollPolicy,
    /// By rerolls left: the probability of the result, for dice that lie while the others are about
    /// to be rolled, and for whole rolls.
    chances: Vec<Layers>,
}

impl RerollPolicy {
    /// The paths under this plan that end in `result`: the total, or `None` for an invalid result.
    ///
    /// `None` if the turn cannot end so, or with a probability too small for an `f64`.
    pub fn paths(&self, result: Option<u32>) -> Option<Paths<'_>> {
        let turn = self.turn();
        let ends = |rank| f64::from(u8::from(turn.result(rank) == result));
        let ended: Vec<f64> = (0..layer_len(turn.dice())).map(ends).collect();
        let mut chances = Vec::<Layers>::with_capacity(usize::from(turn.rerolls()) + 1);
        for rolls_left in 0..=turn.rerolls() {
            let mut table = turn.table(&ended);
            if let Some(next) = chances.last() {
                // What ends the turn by itself is kept whole.
                for (chance, keep) in table.split_top().1.iter_mut().zip(self.table(rolls_left)) {
                    if keep.dice() < turn.dice() {
                        *chance = next.all()[keep.place()];
                    }
                }
            }
            table.expect();
            chances.push(table);
        }
        let paths = Paths { plan: self, chances };
        (paths.chance() > 0.0).then_some(paths)
    }
}

impl Paths<'_> {
    /// The probability, above 0, that a turn under the plan ends in the result.
    pub fn chance(&self) -> f64 {
        self.chances.last().map_or(0.0, |chances| chances.get(Counts::EMPTY))
    }

    /// Draws a path, each with its probability among those that end in the result.
    ///
    /// `word` gives independent uniform 64-bit words; one is used for every die rolled, in the order
    /// of the rolls.
    pub fn draw(&self, mut word: impl FnMut() -> u64) -> Path {
        let turn = self.plan.turn();
        let mut path = Path::new();
        let mut kept = Counts::EMPTY;
        for rolls_left in (0..=turn.rerolls()).rev() {
            let chances = &self.chances[usize::from(rolls_left)];
            let mut shown = kept;
            while shown.dice() < turn.dice() {
                let next = std::array::from_fn::<_, FACES, _>(|face| shown.with(face as Face));
                shown = weighted(&next.map(|shown| (shown, chances.get(shown))), word()).unwrap_or(next[0]);
            }
            path.push(Throw { kept, shown });
            match self.plan.keep(shown, rolls_left) {
                Some(keep) if keep != shown => kept = keep,
                _ => break,
            }
        }
        path
    }
}

/// The choice that `word` falls on when each has a stretch as long as its weight; one without weight is never chosen.
pub(super) fn weighted<T: Copy>(choices: &[(T, f64)], word: u64) -> Option<T> {
    let all: f64 = choices.iter().map(|(_, weight)| weight).sum();
    // The top 53 bits, as a fraction of 2^53: below 1, and exact.
    let point = (word >> 11) as f64 / (1u64 << 53) as f64 * all;
    let (mut end, mut chosen) = (0.0, None);
    for &(choice, weight) in choices.iter().filter(|(_, weight)| *weight > 0.0) {
        chosen = Some(choice);
        end += weight;
        if point < end {
            break;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The extreme words fall on the first and the last face that has any weight.
    #[test]
    fn faces_without_weight_are_never_chosen() {
        let weights = [(0, 0.0), (1, 0.25), (2, 0.0), (3, 0.5), (4, 0.1), (5, 0.0)];
        let face = |word| weighted(&weights, word);
        assert_eq!([face(0), face(u64::MAX / 2), face(u64::MAX)], [Some(1), Some(3), Some(4)]);
    }
}
