//! Nash averaging: the mix of strategies that no other beats, of all such mixes the one of most entropy.

use super::Matrix;
use super::elementary::{exp, ln};
use super::linear::solve;

/// The equilibrium of most entropy of the symmetric zero-sum game in which the row wins `flow[a][b]` = −`flow[b][a]` from the
/// column (Balduzzi, Tuyls, Perolat & Graepel, Re-evaluating evaluation, NeurIPS 2018, proposition 4: there is exactly one).
///
/// It is the x that makes Σ x ln x least under Σ x = 1 and flow · x ≤ δ, δ being a billionth of the largest entry: found by
/// Newton steps on the conditions of Karush, Kuhn and Tucker with complementarity driven to 0 (Wright, Primal-dual
/// interior-point methods, 1997, chapter 8). Masses below 10^-5 are what δ leaves of strategies that have none.
pub fn nash_average(flow: &Matrix) -> Vec<f64> {
    let n = flow.len();
    let largest = flow.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    let even = vec![1.0 / n as f64; n];
    if n < 2 || largest == 0.0 {
        return even;
    }
    let flow: Matrix = flow.iter().map(|row| row.iter().map(|x| x / largest).collect()).collect();
    let mut point = Point { mass: even, price: vec![1.0; n], slack: vec![1.0; n], level: 0.0 };
    for _ in 0..200 {
        let gap = point.gap();
        if gap < 1e-14 && point.residual(&flow) < 1e-12 {
            break;
        }
        let Some(step) = point.step(&flow, 0.15 * gap) else { break };
        point.go(&step);
    }
    let kept: Vec<f64> = point.mass.iter().map(|&mass| if mass < 1e-5 { 0.0 } else { mass }).collect();
    let all: f64 = kept.iter().sum();
    kept.iter().map(|mass| mass / all).collect()
}

/// How far above 0 the best response to an equilibrium may lie, beside the largest entry.
const DELTA: f64 = 1e-9;

/// A point on the way, and a step from one.
struct Point {
    mass: Vec<f64>,
    /// The multiplier of each reply.
    price: Vec<f64>,
    /// How far each reply lies below δ.
    slack: Vec<f64>,
    /// The multiplier of Σ x = 1.
    level: f64,
}

impl Point {
    /// The mean product of price and slack, which vanishes at the solution.
    fn gap(&self) -> f64 {
        self.price.iter().zip(&self.slack).map(|(price, slack)| price * slack).sum::<f64>() / self.mass.len() as f64
    }

    /// How far replies and slacks are from adding up.
    fn residual(&self, flow: &Matrix) -> f64 {
        self.replies(flow)
            .iter()
            .zip(&self.slack)
            .fold(0.0, |most, (reply, s)| f64::max(most, (reply + s - DELTA).abs()))
    }

    fn replies(&self, flow: &Matrix) -> Vec<f64> {
        flow.iter().map(|row| row.iter().zip(&self.mass).map(|(x, mass)| x * mass).sum()).collect()
    }

    /// Newton's step towards products of `target`.
    fn step(&self, flow: &Matrix, target: f64) -> Option<Point> {
        let n = self.mass.len();
        let off: Vec<f64> = self.replies(flow).iter().zip(&self.slack).map(|(reply, s)| reply + s - DELTA).collect();
        let ratio: Vec<f64> = self.price.iter().zip(&self.slack).map(|(price, slack)| price / slack).collect();
        // What the prices change by, but for ratio · flow · dx.
        let pull: Vec<f64> =
            (0..n).map(|k| (target - self.price[k] * self.slack[k] + self.price[k] * off[k]) / self.slack[k]).collect();
        let mut matrix = vec![vec![0.0; n + 1]; n + 1];
        let mut right = vec![0.0; n + 1];
        for k in 0..n {
            for i in 0..n {
                let weighted = ratio[k] * flow[k][i];
                right[i] -= flow[k][i] * (self.price[k] + pull[k]);
                if weighted != 0.0 {
                    (0..n).for_each(|j| matrix[i][j] += weighted * flow[k][j]);
                }
            }
        }
        for i in 0..n {
            matrix[i][i] += 1.0 / self.mass[i];
            (matrix[i][n], matrix[n][i]) = (1.0, 1.0);
            right[i] -= ln(self.mass[i]) + 1.0 + self.level;
        }
        right[n] = 1.0 - self.mass.iter().sum::<f64>();
        let mut mass = solve(matrix, right)?;
        let level = mass.pop()?;
        let moved: Vec<f64> = flow.iter().map(|row| row.iter().zip(&mass).map(|(x, dx)| x * dx).sum()).collect();
        let price = (0..n).map(|k| pull[k] + ratio[k] * moved[k]).collect();
        let slack = (0..n).map(|k| -off[k] - moved[k]).collect();
        Some(Point { mass, price, slack, level })
    }

    /// Takes the step as far as no price or slack falls to 0. Masses move by their logarithms, in which the first condition is
    /// linear, so that a strategy that loses all of its mass holds nobody up.
    fn go(&mut self, step: &Point) {
        let both = |now: &[f64], by: &[f64]| {
            now.iter().zip(by).filter(|(_, by)| **by < 0.0).map(|(now, by)| -0.97 * now / by).fold(1.0, f64::min)
        };
        let growth = self.mass.iter().zip(&step.mass).map(|(mass, by)| by / mass);
        let most = growth.clone().fold(0.0, f64::max);
        let slow = if most > 1.0 { 1.0 / most } else { 1.0 };
        let first = slow.min(both(&self.slack, &step.slack)).min(both(&self.price, &step.price));
        let grown: Vec<f64> = growth.map(|by| exp(first * by)).collect();
        let add = |now: &mut [f64], by: &[f64]| now.iter_mut().zip(by).for_each(|(now, by)| *now += first * by);
        self.mass.iter_mut().zip(grown).for_each(|(mass, by)| *mass = (*mass * by).max(1e-250));
        add(&mut self.slack, &step.slack);
        add(&mut self.price, &step.price);
        self.level += first * step.level;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: &[f64], expected: &[f64]) {
        let off = found.iter().zip(expected).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
        assert!(off < 2e-5, "{found:?}, expected {expected:?}");
    }

    #[test]
    fn rock_paper_scissors_is_even() {
        let cycle = vec![vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]];
        assert_near(&nash_average(&cycle), &[1.0 / 3.0; 3]);
    }

    /// By the indifference of all three, as OpenSpiel's biased game: (1/16, 10/16, 5/16).
    #[test]
    fn biased_rock_paper_scissors_is_not() {
        let biased = vec![vec![0.0, -0.5, 1.0], vec![0.5, 0.0, -0.1], vec![-1.0, 0.1, 0.0]];
        assert_near(&nash_average(&biased), &[0.0625, 0.625, 0.3125]);
    }

    /// The best of an order has all, even if the others are near.
    #[test]
    fn the_best_of_an_order_has_all() {
        for gap in [1.0, 0.01] {
            let heights = [0.0, 1.0, 1.0 + gap];
            let order: Matrix = heights.iter().map(|a| heights.iter().map(|b| a - b).collect()).collect();
            assert_near(&nash_average(&order), &[0.0, 0.0, 1.0]);
        }
    }

    /// Copies share what one has: of most entropy, they share it evenly (Balduzzi et al. 2018, property P1).
    #[test]
    fn copies_change_nothing() {
        let row = |of: [f64; 3]| vec![of[0], of[0], of[1], of[2]];
        let (rock, paper, scissors) = (row([0.0, -1.0, 1.0]), row([1.0, 0.0, -1.0]), row([-1.0, 1.0, 0.0]));
        let found = nash_average(&vec![rock.clone(), rock, paper, scissors]);
        assert_near(&found, &[1.0 / 6.0, 1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0]);
        assert_near(&nash_average(&vec![vec![0.0; 4]; 4]), &[0.25; 4]);
    }

    /// Whatever the game, no reply wins from the mix.
    #[test]
    fn no_reply_wins() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        for n in [4, 9, 20] {
            let half: Matrix = (0..n).map(|_| (0..n).map(|_| random()).collect()).collect();
            let flow: Matrix = (0..n).map(|a| (0..n).map(|b| half[a][b] - half[b][a]).collect()).collect();
            let mix = nash_average(&flow);
            for row in &flow {
                let reply: f64 = row.iter().zip(&mix).map(|(x, mass)| x * mass).sum();
                assert!(reply < 1e-4, "{n}: {reply}");
            }
        }
    }
}
