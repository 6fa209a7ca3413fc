//! α-rank: how long a population that evolves spends with each strategy.

use super::Matrix;
use super::elementary::exp;

/// The share of time that a population of `size` (2 at least) spends with each strategy, where `payoff[a][b]` is what a wins from
/// meeting b, and selection has the strength `alpha` ≥ 0.
///
/// Now and then one of a population that is all alike tries another strategy, any other being as likely. It takes over or dies out,
/// as often as in the process of pairwise comparison: with fitnesses f_r(i) and f_s(i) where i of the population are mutants r
/// among s, its chance is 1 / (1 + Σ_l Π_{i ≤ l} exp(−α (f_r(i) − f_s(i)))). The stationary distribution of that chain is α-rank
/// (Omidshafiei et al., Scientific Reports 9 (2019) 9937, equations 11 to 14), found without a subtraction (Grassmann, Taksar & Heyman, Operations
/// Research 33 (1985) 1107).
pub fn alpha_rank(payoff: &Matrix, size: usize, alpha: f64) -> Vec<f64> {
    let n = payoff.len();
    let rate = |from: usize, to: usize| fixation(payoff, (to, from), size, alpha);
    let mut chain: Matrix =
        (0..n).map(|from| (0..n).map(|to| if to == from { 0.0 } else { rate(from, to) }).collect()).collect();
    // States are taken out one after the other, the last first, and put back in.
    for last in (1..n).rev() {
        let out: f64 = chain[last][..last].iter().sum();
        for from in 0..last {
            chain[from][last] /= out;
            let times = chain[from][last];
            for to in (0..last).filter(|&to| to != from) {
                chain[from][to] += times * chain[last][to];
            }
        }
    }
    let mut time = vec![1.0; n];
    for state in 1..n {
        time[state] = (0..state).map(|from| time[from] * chain[from][state]).sum();
    }
    let all: f64 = time.iter().sum();
    let kept: Vec<f64> =
        time.iter().map(|share| share / all).map(|share| if share < NONE { 0.0 } else { share }).collect();
    let all: f64 = kept.iter().sum();
    kept.iter().map(|share| share / all).collect()
}

/// A share of time below this is none.
const NONE: f64 = 1e-6;

/// The chance that one `r` among `s` takes over.
fn fixation(payoff: &Matrix, (r, s): (usize, usize), size: usize, alpha: f64) -> f64 {
    let others = (size - 1) as f64;
    let (mut sum, mut exponent) = (1.0, 0.0);
    for mutants in 1..size {
        let (i, rest) = (mutants as f64, (size - mutants) as f64);
        let mutant = ((i - 1.0) * payoff[r][r] + rest * payoff[r][s]) / others;
        let resident = (i * payoff[s][r] + (rest - 1.0) * payoff[s][s]) / others;
        exponent -= alpha * (mutant - resident);
        // A chance below e^-230 is as good as none, and keeps the chain in one piece.
        sum += exp(exponent.min(230.0));
    }
    1.0 / sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OpenSpiel's test (`egt/alpharank_test.py`), with payoffs of Han et al. 2013: 20 in the population, α = 0.1.
    #[test]
    fn the_published_case_comes_out() {
        let (r, t, p, s, delta, eps) = (1.0, 2.0, 0.0, -1.0, 4.0, 0.25);
        let payoff = vec![
            vec![r - eps / 2.0, r - eps, 0.0, s + delta - eps, r - eps],
            vec![r, r, s, s, s],
            vec![0.0, t, p, p, p],
            vec![t - delta, t, p, p, p],
            vec![r, t, p, p, p],
        ];
        let found = alpha_rank(&payoff, 20, 0.1);
        let expected = [0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039];
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4), "{found:?}");
    }

    #[test]
    fn a_cycle_is_even_and_the_best_of_an_order_has_all() {
        let cycle = vec![vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]];
        let found = alpha_rank(&cycle, 50, 100.0);
        assert!(found.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-12), "{found:?}");
        let order = vec![vec![0.0, -1.0, -1.0], vec![1.0, 0.0, -1.0], vec![1.0, 1.0, 0.0]];
        let found = alpha_rank(&order, 50, 100.0);
        assert!((found[2] - 1.0).abs() < 1e-9, "{found:?}");
    }
}
