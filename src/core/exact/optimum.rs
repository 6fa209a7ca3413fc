//! The best a player can do in a turn, for any objective.
//!
//! Owns the objectives and the backward pass from final rolls to the first: with the plan, or of several objectives side by
//! side for the highest values alone, where the maximum over keeps replaces the values of the kept dice in place. How the
//! best keep is found and how ties are settled is the business of `ties`.

use super::policy::RerollPolicy;
use super::ties::{Keep, best_within_rolls};
use super::turn::{Turn, TurnError};
use crate::dice::multisets::{layer, rows};
use crate::dice::{Counts, Layers};
use fearless_simd::{Level, Simd, dispatch};

/// What a turn is to achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The highest expected total, an invalid result counting 0.
    ExpectedTotal,
    /// The highest chance of a valid result with at least this total.
    AtLeast(u32),
}

impl Objective {
    /// The highest chance of a valid result.
    pub const VALID: Objective = Objective::AtLeast(0);

    /// What `result`, a total or `None` when invalid, is worth: the total, or 1 for a success and 0 otherwise.
    pub fn value(self, result: Option<u32>) -> f64 {
        match (self, result) {
            (_, None) => 0.0,
            (Objective::ExpectedTotal, Some(total)) => f64::from(total),
            (Objective::AtLeast(least), Some(total)) => f64::from(u8::from(total >= least)),
        }
    }
}

/// What to do with a roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// The dice shown.
    pub roll: Counts,
    /// Those to keep: all of them to stop, and where the turn is over.
    pub keep: Counts,
    /// The expected value from here, if everything after is done at best too.
    pub value: f64,
    /// Whether the roll has ended the turn by itself: an explosion.
    pub over: bool,
}

/// The best expected value of a turn, and a plan that reaches it.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// The highest expected value before the first roll. The plan reaches it but for what settling ties
    /// gives away, at most a relative 10⁻¹² a reroll.
    pub value: f64,
    /// The plan: of the ties at every roll the first in the written order.
    pub plan: RerollPolicy,
}

impl Turn {
    /// The best expected value, and the plan that reaches it, when a turn that ends with a total is worth
    /// `value(Some(total))` and one that ends invalid `value(None)`; see [`Objective::value`].
    ///
    /// ```
    /// use analyze_core::exact::{Objective, Turn};
    /// use analyze_core::games::gang::Trigger;
    ///
    /// // Two dice and two rerolls against a Bomb that holds at a sum of 7 or more.
    /// let turn = Turn::new(2, 2, Trigger::Bomb, |roll| roll.total() >= 7)?;
    /// let best = turn.optimum(|result| Objective::ExpectedTotal.value(result))?;
    /// assert!((best.value - 4.515132).abs() < 5e-7);
    /// # Ok::<(), analyze_core::exact::TurnError>(())
    /// ```
    ///
    /// # Errors
    /// [`TurnError::Value`] if a value is infinite or not a number.
    pub fn optimum(&self, value: impl Fn(Option<u32>) -> f64) -> Result<Optimum, TurnError> {
        let (mut values, keeps) = self.backward(&self.final_values(value)?);
        values.expect();
        Ok(Optimum { value: values.get(Counts::EMPTY), plan: RerollPolicy { turn: self.clone(), keeps } })
    }

    /// What to do with each roll while all rerolls of the turn are left, in the order of ranks
    /// ([`multisets`](crate::dice::multisets)): the choices of [`Turn::optimum`] for the same values, and what
    /// they are worth.
    ///
    /// # Errors
    /// [`TurnError::Value`] if a value is infinite or not a number.
    pub fn advice<F: Fn(Option<u32>) -> f64>(&self, value: F) -> Result<impl Iterator<Item = Advice>, TurnError> {
        let (values, mut keeps) = self.backward(&self.final_values(value)?);
        let keeps = keeps.pop();
        Ok(layer(self.dice()).enumerate().map(move |(rank, roll)| Advice {
            roll,
            keep: keeps.as_deref().map_or(roll, |keeps| keeps[rank].counts()),
            value: values.layer(self.dice())[rank],
            over: self.ends_at(rank),
        }))
    }

    /// The highest expected value where some dice lie already when the others are rolled for the first time, for each of these
    /// `kept`: fewer dice than the turn has.
    ///
    /// # Errors
    /// [`TurnError::Value`] if a value is infinite or not a number.
    ///
    /// # Panics
    /// If more dice are kept than there are.
    pub fn values_after(&self, kept: &[Counts], value: impl Fn(Option<u32>) -> f64) -> Result<Vec<f64>, TurnError> {
        let (mut values, _) = self.backward(&self.final_values(value)?);
        values.expect();
        Ok(kept.iter().map(|&kept| values.get(kept)).collect())
    }

    /// A table with the highest value of every roll with all rerolls left, and what to keep, by rerolls left less one
    /// and rank; `stop` are the values of final rolls. What the table says of smaller multisets is of no use.
    pub(super) fn backward(&self, stop: &[f64]) -> (Layers, Vec<Box<[Keep]>>) {
        let mut values = self.table(stop);
        let mut keeps = Vec::new();
        for _ in 0..self.rerolls() {
            values.expect();
            let best = best_within_rolls(self.dice(), &values, stop);
            let settle = |(rank, roll): (usize, Counts)| {
                if self.ends_at(rank) {
                    Keep::new(self.dice(), rank)
                } else {
                    best.settled((rank, roll), &values, stop)
                }
            };
            keeps.push(layer(self.dice()).enumerate().map(settle).collect());
            for (rank, (value, &best)) in values.split_top().1.iter_mut().zip(&best.values).enumerate() {
                *value = if self.ends_at(rank) { stop[rank] } else { best };
            }
        }
        (values, keeps)
    }
}

/// Up to this many dice eight objectives are solved side by side: 38 MB.
const EIGHT_UP_TO: u32 = 24;
/// Up to this many dice two objectives are: 52 MB. Beyond it one: 207 MB at 48 dice.
const TWO_UP_TO: u32 = 32;

impl Turn {
    /// The highest expected value for each of the objectives: the same bits as the value of
    /// [`Turn::optimum`], in less time and memory, but without its plan.
    pub fn highest(&self, objectives: &[Objective]) -> Vec<f64> {
        let mut highest = Vec::with_capacity(objectives.len());
        while let Some(rest) = objectives.get(highest.len()..).filter(|rest| !rest.is_empty()) {
            match rest {
                &[a, b, c, d, e, f, g, h, ..] if self.dice() <= EIGHT_UP_TO => {
                    highest.extend(self.side_by_side([a, b, c, d, e, f, g, h]));
                }
                &[a, b, ..] if self.dice() <= TWO_UP_TO => highest.extend(self.side_by_side([a, b])),
                rest => highest.extend(self.side_by_side([rest[0]])),
            }
        }
        highest
    }

    /// The value of [`Turn::optimum`] for a caller's own value of the results, to the same bits, without the
    /// plan: in about a third of the time.
    ///
    /// # Errors
    /// [`TurnError::Value`] if a value is infinite or not a number.
    pub fn best_value(&self, value: impl Fn(Option<u32>) -> f64) -> Result<f64, TurnError> {
        let worth: Vec<[f64; 1]> = self.worth(value)?.into_iter().map(|worth| [worth]).collect();
        Ok(self.solve(&worth)[0])
    }

    fn side_by_side<const N: usize>(&self, objectives: [Objective; N]) -> [f64; N] {
        let worth = self.results().map(|result| objectives.map(|objective| objective.value(result)));
        self.solve(&worth.collect::<Vec<_>>())
    }

    /// The highest expected values when result `i` of [`Turn::results`] is worth `worth[i]`: with the best vectors that the
    /// processor has, to the same bits with all of them.
    pub(super) fn solve<const N: usize>(&self, worth: &[[f64; N]]) -> [f64; N] {
        dispatch!(Level::new(), simd => simd.vectorize(
            #[inline(always)]
            || self.solve_in_vectors(worth)
        ))
    }

    #[inline(always)]
    fn solve_in_vectors<const N: usize>(&self, worth: &[[f64; N]]) -> [f64; N] {
        let stop = |rank: usize| worth[self.result(rank).map_or(0, |total| total as usize + 1)];
        let mut values = Layers::<[f64; N]>::zeros(self.dice());
        let set = |values: &mut Layers<[f64; N]>, which: &dyn Fn(usize) -> bool| {
            let rolls = values.split_top().1.iter_mut().enumerate().filter(|(rank, _)| which(*rank));
            rolls.for_each(|(rank, value)| *value = stop(rank));
        };
        set(&mut values, &|_| true);
        for _ in 0..self.rerolls() {
            values.expect();
            set(&mut values, &|_| true);
            (1..=self.dice()).for_each(|dice| climb(&mut values, dice));
            set(&mut values, &|rank| self.ends_at(rank));
        }
        values.expect();
        values.get(Counts::EMPTY)
    }
}

/// Raises the value of every multiset of `dice` dice to the highest of its parts with one die less.
#[inline(always)]
fn climb<const N: usize>(values: &mut Layers<[f64; N]>, dice: u32) {
    let (less, here) = values.neighbours(dice - 1);
    for row in rows(dice) {
        let (first, steps, ranks) = (row.first(dice), row.steps_down(), row.ranks());
        let last = ranks.len() - 1;
        let row = &mut here[ranks.clone()];
        for face in (0..4).filter(|&face| first.get(face) > 0) {
            raise(row, &less[ranks.start - steps[usize::from(face)]..]);
        }
        // Every multiset of the row but the last has a four, every one but the first a five.
        if last > 0 {
            raise(&mut row[..last], &less[ranks.start - steps[4]..]);
            raise(&mut row[1..], &less[ranks.start + 1 - steps[5]..]);
        }
    }
}

#[inline(always)]
fn raise<const N: usize>(values: &mut [[f64; N]], parts: &[[f64; N]]) {
    for (value, part) in values.iter_mut().zip(parts) {
        // A copy, so that all of them are compared at once.
        let mut highest = *value;
        for (highest, &part) in highest.iter_mut().zip(part) {
            *highest = if part > *highest { part } else { *highest };
        }
        *value = highest;
    }
}
