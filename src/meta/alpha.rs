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
    let rate = |from: usize, to: usize| fixation((payoff, payoff), (to, from), size, alpha);
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

/// The least and the most share of time that a population spends with each strategy, as [`alpha_rank`], where each payoff may be
/// anything from `lo` to `hi`.
///
/// What a strategy has is 1 / (1 + Σ_k c_k h_k): c_k is how often k takes over from it, h_k how long it takes until it is back
/// from there. A pair of others is drawn for the one from which it is sooner back, or later: where all pairs are drawn like
/// that, nothing is left to gain (policy iteration: Howard, Dynamic programming and Markov processes, 1960, chapter 4).
pub fn alpha_rank_ranges((lo, hi): (&Matrix, &Matrix), size: usize, alpha: f64) -> Vec<(f64, f64)> {
    let n = lo.len();
    // How often the column takes over from the row, as seldom and as often as may be.
    let take_over = |favoured: bool| -> Matrix {
        let (own, other) = if favoured { (hi, lo) } else { (lo, hi) };
        let rate = |from: usize, to: usize| fixation((own, other), (to, from), size, alpha);
        (0..n).map(|from| (0..n).map(|to| if to == from { 0.0 } else { rate(from, to) }).collect()).collect()
    };
    let rates = [take_over(false), take_over(true)];
    (0..n).map(|target| (extreme(&rates, target, false), extreme(&rates, target, true))).map(kept).collect()
}

/// Shares below [`NONE`] are none, those as near to 1 are all.
fn kept((lo, hi): (f64, f64)) -> (f64, f64) {
    let kept = |share: f64| {
        if share < NONE {
            0.0
        } else if share > 1.0 - NONE {
            1.0
        } else {
            share
        }
    };
    (kept(lo), kept(hi))
}

/// The most share of time of the target, or the least.
fn extreme([seldom, often]: &[Matrix; 2], target: usize, most: bool) -> f64 {
    const STEPS: usize = 30;
    let n = seldom.len();
    // By strategy how long it takes until the target is back; at first all take equally long.
    let mut back = vec![1.0; n];
    back[target] = 0.0;
    let mut drawn: Option<Vec<Vec<bool>>> = None;
    for _ in 0..STEPS {
        let towards = |from: usize, to: usize| (back[to] < back[from]) == most && back[to] != back[from];
        let now: Vec<Vec<bool>> = (0..n).map(|from| (0..n).map(|to| towards(from, to)).collect()).collect();
        if drawn.as_ref() == Some(&now) {
            break;
        }
        let rate = |from: usize, to: usize| if now[from][to] { often[from][to] } else { seldom[from][to] };
        let chain: Matrix = (0..n).map(|from| (0..n).map(|to| rate(from, to)).collect()).collect();
        back = times_until(chain, target);
        drawn = Some(now);
    }
    let leaves = if most { seldom } else { often };
    let away: f64 = (0..n).filter(|&k| k != target).map(|k| leaves[target][k] * back[k]).sum();
    1.0 / (1.0 + away)
}

/// How long it takes from each state of a chain with these rates until it is at the target, found without a subtraction:
/// states are taken out one after the other, and what goes through them goes on to the others.
fn times_until(mut rate: Matrix, target: usize) -> Vec<f64> {
    let n = rate.len();
    let order: Vec<usize> = std::iter::once(target).chain((0..n).filter(|&state| state != target)).collect();
    let (mut wait, mut leaves) = (vec![1.0; n], vec![0.0; n]);
    for last in (1..n).rev() {
        let state = order[last];
        let out: f64 = order[..last].iter().map(|&to| rate[state][to]).sum();
        leaves[state] = out;
        for &from in &order[1..last] {
            let part = rate[from][state] / out;
            wait[from] += part * wait[state];
            for &to in order[..last].iter().filter(|&&to| to != from) {
                rate[from][to] += part * rate[state][to];
            }
        }
    }
    let mut time = vec![0.0; n];
    for last in 1..n {
        let state = order[last];
        let on: f64 = order[1..last].iter().map(|&to| rate[state][to] * time[to]).sum();
        time[state] = (wait[state] + on) / leaves[state];
    }
    time
}

/// A share of time below this is none.
const NONE: f64 = 1e-6;

/// The chance that one `r` among `s` takes over; `own` has the payoff of r among s, `other` that of s among r.
fn fixation((own, other): (&Matrix, &Matrix), (r, s): (usize, usize), size: usize, alpha: f64) -> f64 {
    let others = (size - 1) as f64;
    let (mut sum, mut exponent) = (1.0, 0.0);
    for mutants in 1..size {
        let (i, rest) = (mutants as f64, (size - mutants) as f64);
        let mutant = ((i - 1.0) * own[r][r] + rest * own[r][s]) / others;
        let resident = (i * other[s][r] + (rest - 1.0) * other[s][s]) / others;
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

    /// Four strategies with random payoffs, each known to half a hundredth: the ends are those of all 2^12 corners.
    #[test]
    fn the_ends_are_those_of_all_corners() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        for _ in 0..3 {
            let middle: Matrix =
                (0..4).map(|a| (0..4).map(|b| if a == b { 0.5 } else { 0.49 + 0.02 * random() }).collect()).collect();
            let shifted = |by: &dyn Fn(usize, usize) -> f64| -> Matrix {
                let cell = |a: usize, b: usize| middle[a][b] + if a == b { 0.0 } else { 0.005 * by(a, b) };
                (0..4).map(|a| (0..4).map(|b| cell(a, b)).collect()).collect()
            };
            let (lo, hi) = (shifted(&|_, _| -1.0), shifted(&|_, _| 1.0));
            let found = alpha_rank_ranges((&lo, &hi), 10, 10.0);
            let mut ends = [(1.0_f64, 0.0_f64); 4];
            for corner in 0..1_u32 << 12 {
                let sign = |a: usize, b: usize| {
                    let at = 3 * a + if b > a { b - 1 } else { b };
                    if corner >> at & 1 == 1 { 1.0 } else { -1.0 }
                };
                for (end, mass) in ends.iter_mut().zip(alpha_rank(&shifted(&sign), 10, 10.0)) {
                    *end = (end.0.min(mass), end.1.max(mass));
                }
            }
            for (found, end) in found.iter().zip(ends) {
                assert!((found.0 - end.0).abs() < 2e-6 && (found.1 - end.1).abs() < 2e-6, "{found:?} {end:?}");
            }
        }
    }
}
