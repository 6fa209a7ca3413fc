//! What an estimate is: a value, its interval, where both come from, and how often it may be wrong.
//!
//! Owns the types only; the modules beside it make them.

use thiserror::Error;

/// An estimate of an unknown number.
///
/// ```
/// use analyze::stats::{ErrorRate, Moments, Scale, difference};
///
/// // Two hundred blocks, in which one strategy had 0, 1 or 2 points more than another.
/// let mut points = Moments::default();
/// (0..200).for_each(|block| points.add(block % 3));
/// let estimate = difference(&points, Scale::new(1, 2), ErrorRate::new(0.05)?).unwrap();
/// assert_eq!((estimate.value, estimate.n), (0.995, 200));
/// assert!(estimate.interval.unwrap().contains(1.0) && !estimate.interval.unwrap().contains(0.8));
/// # Ok::<(), analyze::stats::ErrorRateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimated value, in the unit of what was added up.
    pub value: f64,
    /// Where the true value is believed to lie; `None` where the data cannot say, as from a single block.
    pub interval: Option<Interval>,
    /// Blocks that the estimate rests on: those with at least one observation.
    pub n: u64,
    /// How the interval was made.
    pub method: Method,
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
    pub(super) fn about(centre: f64, half: f64) -> Interval {
        Interval { lo: centre - half, hi: centre + half }
    }

    /// Whether `value` lies in the interval, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// Distance between the ends.
    pub fn width(&self) -> f64 {
        self.hi - self.lo
    }
}

/// How an interval was made. The name ([`Method::name`]) is written to files and stays the same between versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Wilson's score interval with the effective sample size: see [`rate`](super::rate).
    Wilson,
    /// Student's t interval over blocks: see [`mean`](super::mean) and [`difference`](super::difference).
    Student,
    /// The same for several arms at once, each with its part of the error rate: see
    /// [`ErrorRate::shared_by`](super::ErrorRate::shared_by).
    StudentBonferroni,
    /// An interval that holds at every look: see [`Sequence`](super::Sequence).
    ConfidenceSequence,
    /// The same for several arms at once, each with its part of the error rate.
    ConfidenceSequenceBonferroni,
}

impl Method {
    /// The name that stands for the method in files.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Wilson => "wilson",
            Method::Student => "student",
            Method::StudentBonferroni => "student_bonferroni",
            Method::ConfidenceSequence => "confidence_sequence",
            Method::ConfidenceSequenceBonferroni => "confidence_sequence_bonferroni",
        }
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
    /// are correlated in ways that depend on the game. Šidák's correction needs normal estimates and gains 0.3 % of
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
