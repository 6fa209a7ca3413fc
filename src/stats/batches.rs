//! The mean of batch means: an interval for a number that is made of many sums whose blocks have draws in common.
//!
//! Owns the step from the values of batches to an estimate; which sums make a value is for others.

use super::intervals::unseen;
use super::quantiles::student;
use super::{ErrorRate, Estimate, FIRST_LOOK, Interval, Sequence};

/// When what the batches hold was to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// After a number of blocks fixed beforehand, or at a standard error fixed beforehand.
    Fixed,
    /// At a moment that the results decided.
    Watched,
}

/// The mean of the values of equally large batches of `blocks` blocks in all, with the interval of error rate `alpha`; no
/// interval from fewer than two batches, nor where watched from fewer than [`FIRST_LOOK`] blocks. `reach` is how far a
/// block can lie from another.
///
/// The variance is that of the batch means, which keeps whatever correlation there is within a batch: nothing has to be
/// known of the covariances of the sums that make a value (nonoverlapping batch means: Law & Carson, Operations Research 27
/// (1979) 1011, with blocks that are independent). The quantile is Student's with a degree of freedom less than there are
/// batches; where watched, the boundary of a [`Sequence`] after so many blocks, by the factor by which that quantile is
/// above the normal one. Where all batches are alike the interval goes as far as a share of ln(2/α)/n of the blocks could
/// move the mean.
pub fn batch_mean(values: &[f64], blocks: u64, reach: f64, alpha: ErrorRate, ending: Ending) -> Option<Estimate> {
    let value = mean(values)?;
    let half = || {
        let error = batch_error(values)?;
        if error == 0.0 {
            return Some(unseen(blocks.max(1), alpha) * reach);
        }
        let tail = 0.5 * alpha.value();
        let quantile = student(tail, values.len() as u64 - 1);
        match ending {
            Ending::Fixed => Some(quantile * error),
            Ending::Watched if blocks < FIRST_LOOK => None,
            Ending::Watched => Some(Sequence::new(alpha).boundary(blocks) * quantile / student(tail, MANY) * error),
        }
    };
    Some(Estimate { value, interval: half().map(|half| Interval::about(value, half)), n: blocks })
}

/// So many degrees of freedom make Student's quantile the normal one.
const MANY: u64 = 1 << 40;

/// The standard error of the mean of these batches; `None` from fewer than two.
pub fn batch_error(values: &[f64]) -> Option<f64> {
    let centre = mean(values).filter(|_| values.len() >= 2)?;
    let n = values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - centre) * (value - centre)).sum();
    // What is left of equal values is what rounding made of them.
    let least = 1e-14 * centre.abs().max(1e-3);
    Some((squares / (n * (n - 1.0))).sqrt()).map(|error| if error < least { 0.0 } else { error })
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1, 2, 3, 4 have mean 2.5 and variance 5/3; Student's t for 3 degrees of freedom is 3.182446.
    #[test]
    fn the_interval_of_four_batches_is_students() {
        let found = batch_mean(&[1.0, 2.0, 3.0, 4.0], 400, 9.0, ErrorRate::FIVE_PERCENT, Ending::Fixed).unwrap();
        let half = 3.182446305 * (5.0f64 / 12.0).sqrt();
        assert!((found.interval.unwrap().hi - 2.5 - half).abs() < 1e-8 && found.n == 400);
    }

    /// With many batches a watched interval is that of the sequence; before the first look there is none.
    #[test]
    fn watched_intervals_are_those_of_the_sequence() {
        let values: Vec<f64> = (0..64).map(|at| f64::from(at % 2)).collect();
        let alpha = ErrorRate::FIVE_PERCENT;
        let found = batch_mean(&values, 6400, 1.0, alpha, Ending::Watched).unwrap().interval.unwrap();
        let error = (0.25 / 63.0f64).sqrt();
        let expected = Sequence::new(alpha).boundary(6400) * 1.998340543 / 1.959963985 * error;
        assert!((0.5 * found.width() - expected).abs() < 1e-8, "{found:?}");
        assert_eq!(batch_mean(&values, 64, 1.0, alpha, Ending::Watched).unwrap().interval, None);
    }

    /// ln 40 = 3.689 of 100 blocks may be otherwise, by the reach at most.
    #[test]
    fn equal_batches_leave_a_doubt() {
        let found = batch_mean(&[0.1; 64], 100, 2.0, ErrorRate::FIVE_PERCENT, Ending::Fixed).unwrap();
        assert!((0.5 * found.interval.unwrap().width() - 0.0737775891).abs() < 1e-9);
    }
}
