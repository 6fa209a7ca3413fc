//! What an estimate is: a value, its interval, and where both come from.
//!
//! Owns the types only; the modules beside it make them.

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
