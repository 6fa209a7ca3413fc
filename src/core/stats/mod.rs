//! Statistics: estimates with intervals; plain numbers in and out.
//!
//! Owns how sums over blocks become estimates, how a run may be watched until it has said enough, and how counts per
//! value become quantiles. It knows nothing of games, strategies, threads or files.
//!
//! | number | interval | source |
//! |---|---|---|
//! | proportion, win share ([`rate`]) | Wilson's, with the effective number of trials and Student's quantile | Wilson 1927; Korn & Graubard 1998; Cochran 1977, theorem 2.5 |
//! | the same where blocks agree more than luck would make them, or all | that of a mean, within 0 and 1 | |
//! | mean, ratio of two counts ([`mean`]) | Student's, with the degrees of freedom that the variance has | Cochran 1977; Satterthwaite 1946 |
//! | mean of which few blocks make the variance: rare events, rare exceptions | that of a weighted sum of Poisson counts | Fay & Feuer 1997; Garwood 1936 |
//! | any of them where all blocks are alike | what a share of ln(2/α)/n of the blocks could change, within the range that is possible, or that things of its kind have shown; none if nothing is known | (1 − π)^n ≤ e^(−nπ) |
//! | median, 95th percentile ([`quantile_interval`]) | order statistics, at the ends of Wilson's interval for the share below, blocks counting as single trials | Woodruff 1952 |
//! | maximum ([`share_above_largest`]) | the share of games that may lie above it | (1 − π)^n ≤ e^(−nπ) |
//! | difference on common draws ([`difference`]) | that of a mean | |
//! | difference without luck ([`PairedBlocks`]) | the same; as far as that as played where results have hardly varied | |
//! | difference of two ratios on common draws ([`ratio_difference`]) | Student's, with the covariance of the blocks | Cochran 1977 |
//! | number made of many sums on common draws ([`batch_mean`]) | Student's, from the means of batches; of a sequence, after the blocks that tell as much | Law & Carson 1979; Scharfstein et al. 1997 |
//! | share of a variance ([`jackknife`]) | Student's, from what is found without each batch | Efron & Stein 1981 |
//! | share of a sum of squares ([`share_of_squares`]) | the shares that a score test with Student's quantile does not reject | Wilson 1927; Bai & Saranadasa 1996 |
//! | ratio over several rows of which only each one's own sums are known ([`pooled_ratio`]) | Student's, with the largest variance that they can have together | Cochran 1977 |
//! | at a standard error fixed beforehand | the same as for a fixed number of blocks | Chow & Robbins 1965 |
//! | at a moment that the results decide ([`Sequence`]) | confidence sequence: valid at all looks at once | Robbins 1970; Waudby-Smith et al. 2024 |
//! | the same where few blocks differ | whatever the distribution, by bets on bounded means | Fan, Grama & Liu 2015; Howard et al. 2021; Waudby-Smith & Ramdas 2024 |
//! | verdict of a sequential test ([`Sprt`]) | Wald's bounds on the normal likelihood ratio | Wald 1945 |
//! | which of many is best, with a number of games fixed beforehand ([`halving`]) | none: whoever wins was chosen for a high mean, and is tested anew | Karnin, Koren & Somekh 2013 |
//! | known by symmetry | none: it is exact | |
//!
//! Results are the same bits on every platform: sums are integers, `f64` is used with + − × ÷ and square roots in a written
//! order, and what a mathematical library has a hand in (quantiles, logarithms) is rounded to 9 decimals before it is used.

mod batches;
mod bounded;
pub mod halving;
mod intervals;
mod moments;
mod paired;
mod paired_blocks;
mod pooled;
mod quantiles;
mod ratio;
mod sequence;
mod squares;
mod trajectory;

pub use batches::{
    BatchIntervals, BlockPart, Ending, PartSums, PlayedPart, batch_error, batch_mean, jackknife, unseen_share,
};
pub use intervals::{Range, Stopping, difference, has_few_events, mean, rate};
pub use moments::{Moments, Scale};
pub use paired::{PairedRatios, ratio_difference};
pub use paired_blocks::PairedBlocks;
pub use pooled::pooled_ratio;
pub use quantiles::{quantile, quantile_interval, share_above_largest};
pub use ratio::RatioSums;
pub use sequence::{FIRST_LOOK, Sequence, Sprt, SprtError, Verdict, looks};
pub use squares::{Component, share_of_squares};
pub use trajectory::{
    MATTERS, Measure, Measured, Standing, Trajectory, WHOLE_STANDING, alone_ahead, lead, shares_of_scores,
};

use thiserror::Error;

/// An estimate of an unknown number.
///
/// ```
/// use analyze_core::stats::{ErrorRate, Moments, Scale, difference};
///
/// // Two hundred blocks, in which one strategy had 0, 1 or 2 points more than another.
/// let points = Moments { n: 200, sum: 199, squares: 331, least: 0, most: 2 };
/// let estimate = difference(&points, Scale::new(1, 2), ErrorRate::new(0.05)?).unwrap();
/// assert_eq!((estimate.value, estimate.n), (0.995, 200));
/// assert!(estimate.interval.unwrap().lo > 0.8 && estimate.interval.unwrap().hi > 1.0);
/// # Ok::<(), analyze_core::stats::ErrorRateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimated value, in the unit of what was added up.
    pub value: f64,
    /// Where the true value is believed to lie; `None` where the data cannot say, as from a single block.
    pub interval: Option<Interval>,
    /// Blocks that the estimate rests on: those with at least one observation.
    pub n: u64,
}

impl Estimate {
    /// A number that is known, not estimated: its interval has no width, as that of no estimate has.
    pub fn exact(value: f64, n: u64) -> Estimate {
        Estimate { value, interval: Some(Interval { lo: value, hi: value }), n }
    }

    /// The same number on the other side of 0.
    #[must_use]
    pub fn negated(self) -> Estimate {
        let interval = self.interval.map(|it| Interval { lo: -it.hi, hi: -it.lo });
        Estimate { value: -self.value, interval, ..self }
    }

    /// The same with the interval of 95% so much wider that those of `comparisons` such estimates hold all at once (Bonferroni): by
    /// the factor between Student's quantiles, for as many blocks as it rests on.
    #[must_use]
    pub fn among(self, comparisons: usize) -> Estimate {
        let alpha = ErrorRate::FIVE_PERCENT;
        let (one, freedom) = (alpha.shared_by(comparisons.max(1)), self.n.saturating_sub(1).max(1));
        let [each, all] = [alpha, one].map(|alpha| quantiles::student(0.5 * alpha.value(), freedom));
        let away = |end: f64| self.value + (end - self.value) * all / each;
        let interval = self.interval.map(|Interval { lo, hi }| Interval { lo: away(lo), hi: away(hi) });
        Estimate { interval, ..self }
    }
}

/// A closed interval, `lo` ≤ `hi`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
}

impl Interval {
    /// From `half` below `centre` to as much above it.
    fn about(centre: f64, half: f64) -> Interval {
        Interval { lo: centre - half, hi: centre + half }
    }

    /// The part of it between two numbers.
    #[must_use]
    pub fn within(self, lo: f64, hi: f64) -> Interval {
        Interval { lo: self.lo.clamp(lo, hi), hi: self.hi.clamp(lo, hi) }
    }

    /// Distance between the ends.
    pub fn width(&self) -> f64 {
        self.hi - self.lo
    }
}

/// The probability with which an interval may miss, or a test may err: above 0 and below ½.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct ErrorRate(f64);

/// A number that is no [`ErrorRate`].
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("an error rate must be above 0 and below 0.5, not {0}")]
pub struct ErrorRateError(f64);

impl ErrorRate {
    /// One in twenty: that of all intervals whose level is not chosen.
    pub const FIVE_PERCENT: ErrorRate = ErrorRate(0.05);

    /// The error rate `value`.
    ///
    /// # Errors
    /// If `value` is not above 0 and below ½.
    pub fn new(value: f64) -> Result<ErrorRate, ErrorRateError> {
        if value > 0.0 && value < 0.5 { Ok(ErrorRate(value)) } else { Err(ErrorRateError(value)) }
    }

    /// The rate as a number.
    pub fn value(self) -> f64 {
        self.0
    }

    /// The rate for each of `comparisons` statements, so that all of them hold together but with the probability of
    /// this rate: a `comparisons`-th of it, after Bonferroni.
    ///
    /// Valid however the statements depend on each other (Boole's inequality), as they must be here: arms on common draws
    /// are correlated in ways that depend on the game. Šidák's correction needs normal estimates and gains 0.3% of
    /// width at ten arms; Holm's leaves no intervals that agree with its rejections.
    ///
    /// # Panics
    /// If there are no comparisons.
    #[must_use]
    pub fn shared_by(self, comparisons: usize) -> ErrorRate {
        assert!(comparisons > 0, "an error rate is shared by at least one comparison");
        ErrorRate(self.0 / comparisons as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_above_0_and_below_a_half_are_error_rates() {
        for wrong in [0.0, -0.1, 0.5, 1.0, f64::NAN, f64::INFINITY] {
            let error = ErrorRate::new(wrong).unwrap_err();
            assert_eq!(error.to_string(), format!("an error rate must be above 0 and below 0.5, not {wrong}"));
        }
        assert_eq!(ErrorRate::new(0.05).unwrap().value(), 0.05);
    }

    #[test]
    fn sharing_divides() {
        let alpha = ErrorRate::new(0.05).unwrap();
        assert_eq!(alpha.shared_by(1), alpha);
        assert_eq!(alpha.shared_by(10).value(), 0.005);
    }
}
