//! Quantiles: of histograms, and those of Student's distribution, rounded to 9 decimals.
//!
//! Owns [`round9`] too: whatever logarithm or quantile decides an interval or a verdict passes through it, so that the
//! last bits of a platform's mathematical library do not show.

use super::Interval;
use super::intervals::wilson;
use statrs::function::beta::beta_reg;
use statrs::function::erf::erfc_inv;
use statrs::function::gamma::gamma_lr;
use std::cell::RefCell;
use std::collections::HashMap;

/// From so many degrees of freedom on, Student's quantile is expanded about the normal one: the first term left out is
/// below 1e-11 for upper tails down to 1e-8.
const EXPANSION_FROM: u64 = 1000;

/// `value` rounded to 9 decimals.
pub(super) fn round9(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

/// The number that Student's t with `freedom` ≥ 1 degrees of freedom exceeds with probability `tail`
/// (above 0, at most ½), to 9 decimals.
///
/// Up to 1000 degrees of freedom by bisection of the distribution function (Abramowitz & Stegun 26.7.1 through the
/// incomplete beta function), above by their expansion 26.7.5. The inverse that `statrs` offers does not end, or is
/// wrong in the fourth digit, from about 10^5 degrees of freedom on.
pub(super) fn student(tail: f64, freedom: u64) -> f64 {
    let nu = freedom as f64;
    if freedom >= EXPANSION_FROM {
        return round9(student_by_expansion(tail, nu));
    }
    // All rows of a table ask for a few of them: the 44,850 differences of 300 strategies took 40 s without this.
    thread_local!(static BISECTED: RefCell<HashMap<(u64, u64), f64>> = RefCell::default());
    let key = (tail.to_bits(), freedom);
    if let Some(known) = BISECTED.with_borrow(|known| known.get(&key).copied()) {
        return known;
    }
    let found = round9(student_by_bisection(tail, nu));
    BISECTED.with_borrow_mut(|known| known.insert(key, found));
    found
}

/// The number that a standard normal variable exceeds with probability `tail`.
fn normal(tail: f64) -> f64 {
    std::f64::consts::SQRT_2 * erfc_inv(2.0 * tail)
}

fn student_by_bisection(tail: f64, nu: f64) -> f64 {
    let upper_tail = |t: f64| 0.5 * beta_reg(0.5 * nu, 0.5, nu / (nu + t * t));
    let mut hi = 1.0;
    while upper_tail(hi) > tail {
        hi *= 2.0;
    }
    let mut lo = 0.0;
    while hi - lo > 1e-13 * hi {
        let middle = 0.5 * (lo + hi);
        if upper_tail(middle) > tail {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    0.5 * (lo + hi)
}

fn student_by_expansion(tail: f64, nu: f64) -> f64 {
    let z = normal(tail);
    let s = z * z;
    let first = z * (s + 1.0) / 4.0;
    let second = z * ((5.0 * s + 16.0) * s + 3.0) / 96.0;
    let third = z * (((3.0 * s + 19.0) * s + 17.0) * s - 15.0) / 384.0;
    let fourth = z * ((((79.0 * s + 776.0) * s + 1482.0) * s - 1920.0) * s - 945.0) / 92160.0;
    z + (first + (second + (third + fourth / nu) / nu) / nu) / nu
}

/// The number that a gamma variable of this shape and scale 1 stays below with probability `below`, to 9 digits.
///
/// By bisection of its distribution function; from a shape of 10^5 on by Wilson & Hilferty's cube of a normal variable
/// (Proceedings of the National Academy of Sciences 17 (1931) 684), whose error is below 1e-9 of the quantile there.
pub(super) fn gamma(below: f64, shape: f64) -> f64 {
    const CUBE_FROM: f64 = 1e5;
    // Of small shapes it is about below^(1/shape), and from here on no number above 0 is as small.
    if below.ln() / shape < -700.0 {
        return 0.0;
    }
    if shape >= CUBE_FROM {
        let z = if below > 0.5 { normal(1.0 - below) } else { -normal(below) };
        let root = 1.0 - 1.0 / (9.0 * shape) + z / (3.0 * shape.sqrt());
        return shape * round9(root * root * root);
    }
    let mut hi = shape + 1.0;
    while gamma_lr(shape, hi) < below {
        hi *= 2.0;
    }
    let mut lo = 0.0;
    while hi - lo > 1e-13 * hi {
        let middle = 0.5 * (lo + hi);
        if gamma_lr(shape, middle) < below {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    shape * round9(0.5 * (lo + hi) / shape)
}

/// Of a histogram, a slice of (value, count) with ascending values: the smallest counted value such that at least
/// `percent` (0 to 100) per cent of all counts lie at or below it; `None` of an empty histogram.
///
/// This is the inverse of the empirical distribution function, definition 1 of Hyndman & Fan, The American
/// Statistician 50 (1996) 361, in integers. 0 gives the least value, 100 the greatest.
///
/// # Panics
/// In debug builds, if the values do not ascend.
pub fn quantile(histogram: &[(u32, u64)], percent: u32) -> Option<u32> {
    at_rank(histogram, (total(histogram) * u128::from(percent)).div_ceil(100))
}

/// The ends of a 95% interval for such a quantile, of games in these blocks: counted values, or `None` where too few
/// blocks lie on that side to bound it.
///
/// The quantiles at the ends of Wilson's interval for the share below: Woodruff, Journal of the American Statistical
/// Association 47 (1952) 635. A block counts as one trial, as if its games all ended on the same side. All blocks lie
/// below the quantile with a probability of share^n: while that is above 2.5 %, the largest value is no upper end.
pub fn quantile_interval(histogram: &[(u32, u64)], percent: u32, blocks: u64) -> [Option<u32>; 2] {
    let (share, z) = (f64::from(percent) / 100.0, round9(normal(0.025)));
    let Interval { lo, hi } = wilson(share, 1.0 - share, z * z / blocks as f64);
    let at = |share: f64| at_rank(histogram, (share * total(histogram) as f64).ceil() as u128);
    let is_bounded = |beyond: f64| blocks as f64 * -round9(beyond.ln()) > round9(40.0f64.ln());
    [at(lo).filter(|_| is_bounded(1.0 - share)), at(hi).filter(|_| is_bounded(share))]
}

fn total(histogram: &[(u32, u64)]) -> u128 {
    histogram.iter().map(|&(_, count)| u128::from(count)).sum()
}

/// The smallest counted value such that at least so many counts lie at or below it.
fn at_rank(histogram: &[(u32, u64)], rank: u128) -> Option<u32> {
    debug_assert!(histogram.is_sorted_by(|a, b| a.0 < b.0), "the values of a histogram ascend");
    let mut below = 0;
    let counted = histogram.iter().filter(|&&(_, count)| count > 0);
    let mut reached = counted.skip_while(|&&(_, count)| {
        below += u128::from(count);
        below < rank
    });
    reached.next().map(|&(value, _)| value)
}

/// The largest share of games that can lie above the largest value of this number of blocks, with probability 95%: a share
/// π has been missed with probability (1 − π)^n, which is not above e^(−nπ).
pub fn share_above_largest(blocks: u64) -> f64 {
    (round9(20.0f64.ln()) / blocks as f64).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, expected: f64, error: f64) {
        assert!((found - expected).abs() <= error, "found {found}, expected {expected}");
    }

    /// NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, critical values of Student's t.
    #[test]
    fn student_matches_the_printed_table() {
        let table = [
            (0.025, 1, 12.706),
            (0.025, 5, 2.571),
            (0.025, 10, 2.228),
            (0.025, 30, 2.042),
            (0.025, 100, 1.984),
            (0.001, 4, 7.173),
            (0.10, 9, 1.383),
        ];
        for (tail, freedom, expected) in table {
            assert_near(student(tail, freedom), expected, 0.0005);
        }
    }

    /// With one and two degrees of freedom there are closed forms: tan(π(½ − q)) and (1 − 2q) / √(2q(1 − q)).
    #[test]
    fn student_matches_its_closed_forms() {
        for tail in [0.4, 0.2, 0.025, 0.005, 1e-4, 1e-6] {
            let one = (std::f64::consts::PI * (0.5 - tail)).tan();
            assert_near(student(tail, 1), one, 1e-9 + one * 1e-10);
            let two = (1.0 - 2.0 * tail) / (2.0 * tail * (1.0 - tail)).sqrt();
            assert_near(student(tail, 2), two, 1e-9 + two * 1e-12);
        }
    }

    #[test]
    fn the_two_roads_to_student_meet() {
        for tail in [0.4, 0.1, 0.025, 0.001, 1e-5, 1e-8] {
            assert_near(student_by_expansion(tail, 1000.0), student_by_bisection(tail, 1000.0), 2e-11);
        }
    }

    /// Abramowitz & Stegun, table 26.5: x with Q(x) = 0.025, 0.005 and 0.0005; Q(0) = ½.
    #[test]
    fn normal_matches_the_printed_table() {
        assert_eq!(round9(normal(0.025)), 1.959963985);
        assert_near(normal(0.005), 2.57583, 5e-6);
        assert_near(normal(0.0005), 3.29053, 5e-6);
        assert_eq!(normal(0.5), 0.0);
    }

    #[test]
    fn student_tends_to_the_normal() {
        assert_eq!(student(0.025, 1_000_000_000_000_000), round9(normal(0.025)));
        assert!(student(0.025, 100_000) > normal(0.025));
    }
}
