//! A confidence sequence: intervals for a mean that hold at every look, so that the data may decide when to stop.
//!
//! Owns the looks too, since what is promised is promised at them.

use super::quantiles::round9;
use super::{ErrorRate, Estimate, Interval, Method, Moments, Scale};

/// Blocks at the first look. Before it the normal approximation is not trusted.
pub const FIRST_LOOK: u64 = 200;

/// The numbers of blocks after which a run is looked at: 200, then 1.1 times as many, rounded up, and so on.
pub fn looks() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(FIRST_LOOK), |&n| n.checked_add(n.div_ceil(10)))
}

/// Number of blocks at which the sequence is tightest compared to an interval for a fixed number.
const TIGHTEST: f64 = 50_000.0;

/// A confidence sequence for the mean of independent blocks with the same distribution: with probability 1 − α the
/// true mean lies in the intervals of all [`looks`] at once.
///
/// The interval after n blocks is mean ± s/√n · √((u + 1)/u · ln((u + 1)/a²)) with u = nρ², the Gaussian mixture
/// boundary of Robbins (Annals of Mathematical Statistics 41 (1970) 1397) with the estimated standard deviation s:
/// Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, Time-uniform central limit theory and asymptotic confidence
/// sequences, Annals of Statistics 52 (2024) 2613, theorem 2.2.
/// - It is **asymptotic**: it takes the sums for those of normal variables, so the first look comes after 200 blocks.
/// - ρ makes the interval narrowest, compared to one for a fixed n, at n = 50 000: there u solves
///   u − ln(1 + u) = −2 ln a.
/// - Ville's inequality bounds the error by `a` if one looks after every block. At our looks, a tenth apart, many
///   crossings go unseen, and a = α(1.6 − α) keeps the error below α: at 0.05, it is 0.047. A test integrates the
///   probability over the looks, for α from 10^-4 to 0.45, and one further look at any number of blocks fixed
///   beforehand, such as the end of a budget. Looking more often would break the promise.
///
/// What that costs at α = 0.05, as a multiple of the width of Student's interval for the same, fixed n:
///
/// | blocks | 200 | 1000 | 10^4 | 10^5 | 10^6 | 10^7 |
/// |---|---|---|---|---|---|---|
/// | width | 6.86 | 3.29 | 1.63 | 1.48 | 1.63 | 1.80 |
///
/// With a = α it would be 1.71, 1.56 and 1.71 from 10^4 to 10^6 blocks, and with any ρ at least 1.55 everywhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequence {
    /// a².
    squared_level: f64,
    /// ρ².
    squared_rho: f64,
}

impl Sequence {
    /// The sequence that misses the truth at any look with probability `alpha` at most.
    pub fn new(alpha: ErrorRate) -> Sequence {
        let level = alpha.value() * (1.6 - alpha.value());
        let squared_level = level * level;
        Sequence { squared_level, squared_rho: tightest_u(squared_level) / TIGHTEST }
    }

    /// The mean with the interval of the sequence; no interval before the first look, `None` without blocks.
    ///
    /// The spread of the blocks is taken to be at least that of 16 blocks at the far end of the scale's range, so that
    /// rare differences are not overlooked ([`Moments::standard_error`] says why); without any difference the interval
    /// is narrower than ±0.002 from about 12 500 blocks on. It is not cut off at the ends of the scale.
    pub fn estimate(&self, moments: &Moments, scale: Scale) -> Option<Estimate> {
        let value = moments.mean(scale)?;
        let standard_error = moments.cautious_standard_error(scale).filter(|_| moments.n >= FIRST_LOOK);
        let interval = standard_error.map(|error| Interval::about(value, self.boundary(moments.n) * error));
        Some(Estimate { value, interval, n: moments.n, method: Method::ConfidenceSequence })
    }

    /// Half the width of the interval after `n` blocks, in standard errors.
    pub(super) fn boundary(&self, n: u64) -> f64 {
        let u = n as f64 * self.squared_rho;
        ((u + 1.0) / u * round9(((u + 1.0) / self.squared_level).ln())).sqrt()
    }
}

/// The u at which (u + 1)/u · ln((u + 1)/a²) is least, where its derivative is 0: u = ln((u + 1)/a²).
///
/// The iteration shrinks the error by 1/(u + 1) each time, and u is above 0.9 for all error rates below ½.
fn tightest_u(squared_level: f64) -> f64 {
    (0..60).fold(1.0, |u: f64, _| round9(((u + 1.0) / squared_level).ln()))
}
