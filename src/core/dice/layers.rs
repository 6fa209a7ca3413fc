//! The one-die recursion: a number for every multiset of up to n dice, and the two passes that let one more die fall.
//!
//! Backward, the value of dice that lie already is the mean over the face of one more die ([`Layers::expect`]); forward,
//! probability mass spreads evenly over that face ([`Layers::spread`]). Both are linear in the number of multisets,
//! C(n+6, 6), and yield the exact weights of rolls without a factorial. Every sum is made of + and ÷ in the order written
//! here, so that results are the same bits on every machine.

use super::counts::{Counts, FACES};
use super::multisets::{before_layer, layer_len, rank, rows};

/// What stands for each multiset: a number, or several side by side.
pub trait Value: Copy {
    /// Nothing.
    const ZERO: Self;

    /// The mean of six: pairs are added, then the pairs.
    fn mean(six: [Self; FACES]) -> Self;
}

impl Value for f64 {
    const ZERO: f64 = 0.0;

    #[inline(always)]
    fn mean([a, b, c, d, e, f]: [f64; FACES]) -> f64 {
        (((a + b) + (c + d)) + (e + f)) / 6.0
    }
}

impl<const N: usize> Value for [f64; N] {
    const ZERO: [f64; N] = [0.0; N];

    #[inline(always)]
    fn mean([a, b, c, d, e, f]: [[f64; N]; FACES]) -> [f64; N] {
        let mut means = [0.0; N];
        for (n, mean) in means.iter_mut().enumerate() {
            *mean = f64::mean([a[n], b[n], c[n], d[n], e[n], f[n]]);
        }
        means
    }
}

/// A value for every multiset of 0 to n dice, layer after layer, each layer in the order of ranks.
///
/// Of numbers 8 bytes for each of C(n+6, 6) multisets: 0.15 MB at 12 dice, 207 MB at 48.
#[derive(Clone, Debug, PartialEq)]
pub struct Layers<T = f64> {
    dice: u32,
    numbers: Vec<T>,
}

impl<T: Value> Layers<T> {
    /// Zeros for all multisets of up to `dice` dice.
    ///
    /// # Panics
    /// If `dice` exceeds [`MOST_DICE`](super::multisets::MOST_DICE).
    pub fn zeros(dice: u32) -> Layers<T> {
        Layers { dice, numbers: vec![T::ZERO; before_layer(dice + 1)] }
    }

    /// The numbers of the multisets of exactly `dice` dice, by rank.
    ///
    /// # Panics
    /// If there is no such layer.
    pub fn layer(&self, dice: u32) -> &[T] {
        &self.numbers[before_layer(dice)..][..layer_len(dice)]
    }

    /// The number of `counts`.
    ///
    /// # Panics
    /// If `counts` has more dice than the table.
    #[inline]
    pub fn get(&self, counts: Counts) -> T {
        self.numbers[before_layer(counts.dice()) + rank(counts)]
    }

    /// Sets the number at `place` of all layers one after another.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn set(&mut self, place: usize, number: T) {
        self.numbers[place] = number;
    }

    /// All numbers, layer after layer.
    pub fn all(&self) -> &[T] {
        &self.numbers
    }

    /// The numbers of the largest multisets, and before them those of all smaller ones.
    pub fn split_top(&mut self) -> (&mut [T], &mut [T]) {
        self.numbers.split_at_mut(before_layer(self.dice))
    }

    /// Layers `dice` and `dice` + 1.
    ///
    /// # Panics
    /// If there are no such layers.
    pub fn neighbours(&mut self, dice: u32) -> (&mut [T], &mut [T]) {
        let (lower, upper) = self.numbers.split_at_mut(before_layer(dice + 1));
        (&mut lower[before_layer(dice)..], &mut upper[..layer_len(dice + 1)])
    }

    /// Backward: from the values of the largest multisets, fills in those of all smaller ones, each
    /// the mean of the six multisets with one die more.
    ///
    /// Afterwards the number of `x` is the expected value when `x` lies and the other dice are rolled.
    #[inline(always)]
    pub fn expect(&mut self) {
        for dice in (0..self.dice).rev() {
            let (lower, upper) = self.neighbours(dice);
            for row in rows(dice) {
                let ranks = row.ranks();
                // One by one: of an array all six would be copied for each multiset.
                let [a, b, c, d, e, f] = row.steps_up().map(|step| &upper[ranks.start + step..][..ranks.len()]);
                for (i, value) in lower[ranks].iter_mut().enumerate() {
                    *value = T::mean([a[i], b[i], c[i], d[i], e[i], f[i]]);
                }
            }
        }
    }
}

impl Layers {
    /// Forward: moves the mass of every multiset to the largest ones, by rolling the dice it lacks.
    ///
    /// Afterwards the largest multisets hold their mass; the numbers of the smaller ones are of no use.
    pub fn spread(&mut self) {
        for dice in 0..self.dice {
            let (lower, upper) = self.neighbours(dice);
            for row in rows(dice) {
                let ranks = row.ranks();
                let shares = &mut lower[ranks.clone()];
                for mass in shares.iter_mut() {
                    *mass /= 6.0;
                }
                for step in row.steps_up() {
                    for (mass, share) in upper[ranks.start + step..].iter_mut().zip(shares.iter()) {
                        *mass += share;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::multisets::layer;
    use super::*;

    /// The probability of a roll, from the multinomial coefficient in integers.
    fn weight(roll: Counts) -> f64 {
        let factorial = |n: u32| (1..=u128::from(n)).product::<u128>();
        let orders = factorial(roll.dice()) / roll.to_array().map(factorial).iter().product::<u128>();
        orders as f64 / 6u128.pow(roll.dice()) as f64
    }

    #[test]
    fn mass_spreads_to_the_multinomial_weights() {
        for dice in [0, 1, 3, 8, 12] {
            let mut mass = Layers::zeros(dice);
            mass.set(0, 1.0);
            mass.spread();
            for (roll, &found) in layer(dice).zip(mass.layer(dice)) {
                assert!((found / weight(roll) - 1.0).abs() < 1e-14, "{roll:?}: {found}");
            }
        }
    }

    #[test]
    fn mass_on_kept_dice_stays_on_rolls_that_contain_them() {
        let kept = Counts::from_faces(&[0, 3, 5]);
        let mut mass = Layers::zeros(5);
        mass.set(before_layer(3) + rank(kept), 0.5);
        mass.spread();
        for (roll, &found) in layer(5).zip(mass.layer(5)) {
            let expected = roll.checked_sub(kept).map_or(0.0, |rolled| 0.5 * weight(rolled));
            assert!((found - expected).abs() < 1e-15, "{roll:?}: {found}");
        }
    }

    #[test]
    fn values_are_means_over_the_dice_still_to_be_rolled() {
        let square = |roll: Counts| f64::from(roll.total() * roll.total());
        let mut values = Layers::<f64>::zeros(9);
        let (_, top) = values.split_top();
        for (value, roll) in top.iter_mut().zip(layer(9)) {
            *value = square(roll);
        }
        values.expect();
        for dice in 0..9 {
            for kept in layer(dice).step_by(7) {
                let mean: f64 = layer(9 - dice).map(|rolled| weight(rolled) * square(kept + rolled)).sum();
                assert!((values.get(kept) / mean - 1.0).abs() < 1e-13, "{kept:?}");
            }
        }
    }

    /// The same bits on every machine. The words come from an independent program (Python floats)
    /// that adds in the order written above.
    #[test]
    fn value_stability() {
        let fold = |numbers: &[f64]| {
            numbers.iter().fold(0u64, |fold, number| fold.wrapping_mul(31).wrapping_add(number.to_bits()))
        };
        let mut values = Layers::<f64>::zeros(6);
        (0..).zip(values.split_top().1).for_each(|(rank, value)| *value = 1.0 / (1.0 + f64::from(rank)));
        values.expect();
        assert_eq!(fold(values.all()), 0xbfc9_62af_3791_ac15);
        let mut mass = Layers::<f64>::zeros(6);
        (0..).zip(&mut mass.numbers).for_each(|(place, mass)| *mass = 1.0 / (1.0 + f64::from(place)));
        mass.spread();
        assert_eq!(fold(mass.layer(6)), 0x6c4f_ebeb_a217_815f);
    }
}
