//! Mixes that nothing is known to beat: what an equilibrium may be where payoffs are known from an interval only.

use super::Matrix;

/// All mixes x (masses of at least 0 that add up to 1) with `least` · x ≤ 0, where `least[a][b]` is the least that a may win from b:
/// those that no reply a is known to beat. Each equilibrium of each game within the intervals is among them.
#[derive(Clone, Debug)]
pub struct Mixes {
    /// A row a condition, over masses, slacks and the right side.
    rows: Vec<Vec<f64>>,
    /// By row the column that it is solved for.
    basis: Vec<usize>,
    strategies: usize,
}

/// A mass below this is none.
const NONE: f64 = 1e-6;

impl Mixes {
    /// The mixes, if there are any, as there must be if `least` has a game below which it lies.
    ///
    /// Conditions are loosened by some billionths of the largest entry, each by another, so that no two of them meet in one point:
    /// the method then gains something in each step (Dantzig, Linear programming and extensions, 1963, chapter 10).
    pub fn new(least: &Matrix) -> Option<Mixes> {
        let n = least.len();
        let largest = least.iter().flatten().fold(1e-9_f64, |most, x| most.max(x.abs()));
        let row = |(at, values): (usize, &[f64]), right: f64| {
            let slacks = (0..=n).map(|slack| f64::from(u8::from(slack == at)));
            values.iter().copied().chain(slacks).chain([right]).collect::<Vec<f64>>()
        };
        let loose = |at: usize| 1e-9 * largest * (1.0 + at as f64 / n as f64);
        let mut rows: Vec<Vec<f64>> = least.iter().enumerate().map(|(at, own)| row((at, own), loose(at))).collect();
        rows.push(row((n, &vec![1.0; n]), 1.0));
        let mut mixes = Mixes { rows, basis: (n..=2 * n).collect(), strategies: n };
        let sum = mixes.climb(&vec![1.0; n])?;
        (sum > 1.0 - 1e-7).then_some(mixes)
    }

    /// The least and the most of Σ worth · x over these mixes; `None` if it was not found in time.
    pub fn range(&mut self, least: &[f64], most: &[f64]) -> Option<(f64, f64)> {
        let down: Vec<f64> = least.iter().map(|worth| -worth).collect();
        let (lo, hi) = (-self.climb(&down)?, self.climb(most)?);
        Some((lo, hi))
    }

    /// The least and the most mass of a strategy; from 0 to 1 if that was not found in time.
    pub fn mass(&mut self, strategy: usize) -> (f64, f64) {
        let mut worth = vec![0.0; self.strategies];
        worth[strategy] = 1.0;
        let (lo, hi) = self.range(&worth, &worth).unwrap_or((0.0, 1.0));
        let kept = |mass: f64| {
            if mass < NONE {
                0.0
            } else if mass > 1.0 - NONE {
                1.0
            } else {
                mass
            }
        };
        (kept(lo), kept(hi))
    }

    /// The most of Σ worth · x, by the simplex method from where it is; the masses go on adding up to 1 once they do.
    fn climb(&mut self, worth: &[f64]) -> Option<f64> {
        let (n, right) = (self.strategies, 2 * self.strategies + 1);
        let of = |column: usize| if column < n { worth[column] } else { 0.0 };
        let fixed = 2 * n;
        for _ in 0..100 * (n + 1) {
            // What a column would gain.
            let mut gain: Vec<f64> = (0..right).map(of).collect();
            for (row, &solved) in self.rows.iter().zip(&self.basis).filter(|(_, solved)| of(**solved) != 0.0) {
                gain.iter_mut().zip(row).for_each(|(gain, x)| *gain -= of(solved) * x);
            }
            let may_enter = |column: &usize| *column != fixed && !self.basis.contains(column);
            let enters = (0..right).filter(may_enter).max_by(|&a, &b| gain[a].total_cmp(&gain[b]))?;
            if gain[enters] < 1e-11 {
                let value = |(row, &solved): (&Vec<f64>, &usize)| of(solved) * row[right];
                return Some(self.rows.iter().zip(&self.basis).map(value).sum());
            }
            let bound = |row: &usize| self.rows[*row][right].max(0.0) / self.rows[*row][enters];
            let bounds = (0..self.rows.len()).filter(|&row| self.rows[row][enters] > 1e-11);
            let leaves = bounds.min_by(|a, b| bound(a).total_cmp(&bound(b)))?;
            self.pivot(leaves, enters);
        }
        None
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let by = self.rows[row][column];
        let top: Vec<f64> = self.rows[row].iter().map(|x| x / by).collect();
        for (_, other) in self.rows.iter_mut().enumerate().filter(|(at, _)| *at != row) {
            let times = other[column];
            if times != 0.0 {
                other.iter_mut().zip(&top).for_each(|(x, y)| *x -= times * y);
                other[column] = 0.0;
            }
        }
        self.rows[row] = top;
        self.basis[row] = column;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masses(least: &Matrix) -> Vec<(f64, f64)> {
        let mut mixes = Mixes::new(least).unwrap();
        (0..least.len()).map(|at| mixes.mass(at)).collect()
    }

    /// Each may have all or nothing.
    #[test]
    fn where_nothing_is_known_a_mass_may_be_anything() {
        let least: Matrix = (0..6).map(|a| (0..6).map(|b| if a == b { 0.0 } else { -0.01 }).collect()).collect();
        assert_eq!(masses(&least), vec![(0.0, 1.0); 6]);
    }

    /// The best of a settled order has all; below it nobody needs to be settled.
    #[test]
    fn the_best_of_an_order_has_all() {
        let least = vec![vec![0.0, 0.1, 0.2], vec![-0.2, 0.0, -0.1], vec![-0.3, -0.1, 0.0]];
        assert_eq!(masses(&least), [(1.0, 1.0), (0.0, 0.0), (0.0, 0.0)]);
    }

    /// Rock, paper, scissors known to ± e: by the row of rock, scissors have at most 1/q of what paper has, q being (1 − e)/(1 + e),
    /// and so on round the cycle. So the least that one can have beside 1/q and 1/q² times as much is 1/(1 + 1/q + 1/q²), and
    /// the most, beside q and q² times as much, 1/(1 + q + q²).
    #[test]
    fn a_cycle_is_even_but_for_what_is_not_known() {
        let e = 0.1;
        let least: Matrix =
            vec![vec![0.0, -1.0 - e, 1.0 - e], vec![1.0 - e, 0.0, -1.0 - e], vec![-1.0 - e, 1.0 - e, 0.0]];
        let q: f64 = (1.0 - e) / (1.0 + e);
        let (lo, hi) = (1.0 / (1.0 + 1.0 / q + 1.0 / (q * q)), 1.0 / (1.0 + q + q * q));
        for found in masses(&least) {
            assert!((found.0 - lo).abs() < 1e-6 && (found.1 - hi).abs() < 1e-6, "{found:?}, not {lo} to {hi}");
        }
    }

    /// Many strategies, settled and open pairs among them: no corner that a search at random finds lies outside.
    #[test]
    fn mixes_that_are_found_at_random_lie_within() {
        let mut state = 5_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        for n in [5, 30, 60] {
            let half: Matrix = (0..n).map(|_| (0..n).map(|_| random()).collect()).collect();
            let flow: Matrix = (0..n).map(|a| (0..n).map(|b| half[a][b] - half[b][a]).collect()).collect();
            let least: Matrix = flow
                .iter()
                .enumerate()
                .map(|(a, row)| row.iter().enumerate().map(|(b, x)| if a == b { 0.0 } else { x - 0.05 }).collect())
                .collect();
            let found = masses(&least);
            for _ in 0..20 {
                let mut game = flow.clone();
                for (a, b) in (0..n).flat_map(|a| (0..a).map(move |b| (a, b))) {
                    game[a][b] += 0.1 * random();
                    game[b][a] = -game[a][b];
                }
                for ((lo, hi), mass) in found.iter().zip(crate::meta::nash_average(&game)) {
                    assert!(*lo <= mass + 2e-5 && mass <= *hi + 2e-5, "{mass} in [{lo}, {hi}]");
                }
            }
        }
    }
}
