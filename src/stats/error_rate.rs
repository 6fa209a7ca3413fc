//! How often a method may be wrong.

use thiserror::Error;

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
