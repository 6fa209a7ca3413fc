//! The highest expected values of a turn, without the plans that reach them.
//!
//! Owns the backward pass of `optimum` for several objectives side by side: the way through the
//! multisets is worked out once for all of them, nothing is remembered of the choices, and the
//! maximum over keeps replaces the values of the kept dice in place.

use super::optimum::Objective;
use super::turn::{Turn, TurnError};
use crate::dice::FACES;
use crate::dice::multisets::{before_layer, layer_len, rows};

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
        let mut values = vec![[0.0; N]; before_layer(self.dice() + 1)];
        let first_roll = self.first_roll();
        (0..).zip(&mut values[first_roll..]).for_each(|(rank, value)| *value = stop(rank));
        for _ in 0..self.rerolls() {
            expect(&mut values, self.dice());
            (0..).zip(&mut values[first_roll..]).for_each(|(rank, value)| *value = stop(rank));
            (1..=self.dice()).for_each(|dice| climb(&mut values, dice));
            let ended = (0..).zip(&mut values[first_roll..]).filter(|(rank, _)| self.ends_at(*rank));
            ended.for_each(|(rank, value)| *value = stop(rank));
        }
        expect(&mut values, self.dice());
        values[0]
    }
}

/// The values of layer `dice` − 1 and of layer `dice`, of all layers one after another.
fn neighbours<T>(values: &mut [T], dice: u32) -> (&mut [T], &mut [T]) {
    let (lower, upper) = values.split_at_mut(before_layer(dice));
    (&mut lower[before_layer(dice - 1)..], &mut upper[..layer_len(dice)])
}

/// From the values of rolls of `dice` dice those of all kept dice: the sums of `Layers::expect`, in its order.
fn expect<const N: usize>(values: &mut [[f64; N]], dice: u32) {
    for dice in (0..dice).rev() {
        let (lower, upper) = neighbours(values, dice + 1);
        for row in rows(dice) {
            let ranks = row.ranks();
            let after: [&[[f64; N]]; FACES] = row.steps_up().map(|step| &upper[ranks.start + step..][..ranks.len()]);
            for (i, value) in lower[ranks].iter_mut().enumerate() {
                for (n, value) in value.iter_mut().enumerate() {
                    let [a, b, c, d, e, f] = after.map(|after| after[i][n]);
                    *value = (((a + b) + (c + d)) + (e + f)) / 6.0;
                }
            }
        }
    }
}

/// Raises the value of every multiset of `dice` dice to the highest of its parts with one die less.
fn climb<const N: usize>(values: &mut [[f64; N]], dice: u32) {
    let (less, here) = neighbours(values, dice);
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

#[cfg(test)]
mod tests {
    use super::super::Turn;
    use super::super::twin::{BOTH, CONDITIONS};
    use super::*;

    /// Every target, so that eight, two and one objective side by side are all met.
    fn objectives(dice: u32) -> Vec<Objective> {
        [Objective::ExpectedTotal, Objective::Valid].into_iter().chain((1..=5 * dice).map(Objective::AtLeast)).collect()
    }

    fn assert_same_bits(turn: &Turn, objectives: &[Objective], what: &str) {
        for (objective, highest) in objectives.iter().zip(turn.highest(objectives)) {
            let optimum = turn.optimum(|result| objective.value(result)).unwrap().value;
            assert_eq!(highest.to_bits(), optimum.to_bits(), "{what}, {objective:?}: {highest} for {optimum}");
        }
    }

    #[test]
    fn the_bits_are_those_of_the_optimum_with_its_plan() {
        for trigger in BOTH {
            for (id, holds) in CONDITIONS {
                for (dice, rerolls) in [(1, 2), (2, 0), (3, 1), (4, 2), (5, 3), (8, 2)] {
                    let turn = Turn::new(dice, rerolls, trigger, holds).unwrap();
                    assert_same_bits(&turn, &objectives(dice), &format!("{id} {trigger} {dice} dice"));
                }
            }
        }
    }

    /// The bits do not depend on how many are solved side by side.
    #[test]
    fn many_dice_are_solved_alike() {
        for (dice, (id, holds)) in [(EIGHT_UP_TO + 1, CONDITIONS[4]), (TWO_UP_TO + 1, CONDITIONS[11])] {
            let turn = Turn::new(dice, 1, BOTH[0], holds).unwrap();
            assert_same_bits(&turn, &[Objective::ExpectedTotal, Objective::Valid], id);
        }
        assert!(Turn::new(2, 2, BOTH[0], |_| false).unwrap().highest(&[]).is_empty());
    }
}
