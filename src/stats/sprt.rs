//! Sequential probability ratio tests of a mean: which of two hypotheses a run supports, decided as it goes.

use thiserror::Error;

use super::quantiles::round9;
use super::{ErrorRate, FIRST_LOOK, Moments, Scale};

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The null hypothesis is accepted.
    AcceptH0,
    /// The alternative is accepted.
    AcceptH1,
    /// Neither, so far.
    Undecided,
}

/// The generalised sequential probability ratio test of a mean θ: H0, θ = θ0, against H1, θ = θ1.
///
/// With the estimated variance s² and the normal approximation the log-likelihood ratio is
/// (θ1 − θ0)(2x̄ − θ0 − θ1) / (2 s²/n): Van den Bergh, A practical introduction to the GSPRT, as used to
/// test chess engines. Being asymptotic, it decides nothing before [`FIRST_LOOK`] blocks. Below θ0 H1 is accepted more
/// rarely than α, above θ1 H0 more rarely than β; between them either verdict is within the bargain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    theta0: f64,
    theta1: f64,
    /// At or below this log-likelihood ratio H0 is accepted: ln(β / (1 − α)).
    lower: f64,
    /// At or above this one H1 is: ln((1 − β) / α).
    upper: f64,
}

/// Hypotheses that cannot be tested against each other.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("the mean under H1 must be a number above the mean under H0, {theta0}, not {theta1}")]
pub struct SprtError {
    theta0: f64,
    theta1: f64,
}

impl Sprt {
    /// The test of `theta0` against `theta1`, in units of the scale that moments are given with.
    ///
    /// `alpha` is how often H1 may be accepted where H0 holds, `beta` how often H0 where H1 holds; kept by Wald's bounds
    /// (Annals of Mathematical Statistics 16 (1945) 117), rounded to 9 decimals: the two together, and each but for a
    /// factor 1/(1 − the other).
    ///
    /// # Errors
    /// If `theta1` is not above `theta0`, or one is not finite.
    pub fn new(theta0: f64, theta1: f64, alpha: ErrorRate, beta: ErrorRate) -> Result<Sprt, SprtError> {
        if !(theta0.is_finite() && theta1.is_finite() && theta0 < theta1) {
            return Err(SprtError { theta0, theta1 });
        }
        let (alpha, beta) = (alpha.value(), beta.value());
        let (lower, upper) = (round9((beta / (1.0 - alpha)).ln()), round9(((1.0 - beta) / alpha).ln()));
        Ok(Sprt { theta0, theta1, lower, upper })
    }

    /// The log-likelihood ratio of H1 over H0; `None` from fewer than two blocks.
    ///
    /// The spread of the blocks is taken to be at least that of 16 blocks at the far end of the scale's range
    /// ([`Moments::standard_error`] says why), so blocks that are all alike decide late.
    pub fn log_likelihood_ratio(&self, moments: &Moments, scale: Scale) -> Option<f64> {
        let mean = moments.mean(scale)?;
        let standard_error = moments.cautious_standard_error(scale)?;
        let distance = (self.theta1 - self.theta0) * ((mean - self.theta0) + (mean - self.theta1));
        Some(distance / (2.0 * (standard_error * standard_error)))
    }

    /// The verdict; undecided before [`FIRST_LOOK`] blocks.
    pub fn verdict(&self, moments: &Moments, scale: Scale) -> Verdict {
        match self.log_likelihood_ratio(moments, scale) {
            Some(ratio) if moments.n >= FIRST_LOOK && ratio >= self.upper => Verdict::AcceptH1,
            Some(ratio) if moments.n >= FIRST_LOOK && ratio <= self.lower => Verdict::AcceptH0,
            _ => Verdict::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_walds() {
        let bounds = |alpha, beta| {
            let rate = |value| ErrorRate::new(value).unwrap();
            let test = Sprt::new(0.0, 1.0, rate(alpha), rate(beta)).unwrap();
            (test.lower, test.upper)
        };
        assert_eq!(bounds(0.05, 0.05), (-2.944438979, 2.944438979)); // ± ln 19
        assert_eq!(bounds(0.01, 0.1), (-2.292534757, 4.499809670)); // −ln 9.9, ln 90
    }
}
