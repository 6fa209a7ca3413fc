//! The highest expected values of a turn, without the plans that reach them.
//!
//! Owns the backward pass of `optimum` for several objectives side by side, without the choices: the maximum over keeps
//! replaces the values of the kept dice in place.

use super::optimum::Objective;
use super::turn::{Turn, TurnError};
use crate::dice::multisets::rows;
use crate::dice::{Counts, Layers};

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

    /// The highest expected values when result `i` of [`Turn::results`] is worth `worth[i]`.
    fn solve<const N: usize>(&self, worth: &[[f64; N]]) -> [f64; N] {
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

fn raise<const N: usize>(values: &mut [[f64; N]], parts: &[[f64; N]]) {
    for (value, part) in values.iter_mut().zip(parts) {
        for (value, &part) in value.iter_mut().zip(part) {
            *value = if part > *value { part } else { *value };
        }
    }
}
