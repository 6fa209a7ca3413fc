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

/// Where a log-likelihood ratio of H1 over H0 decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtBounds {
    /// At or below this, H0 is accepted: ln(β / (1 − α)).
    pub lower: f64,
    /// At or above this, H1 is accepted: ln((1 − β) / α).
    pub upper: f64,
}

impl SprtBounds {
    /// Wald's bounds (Annals of Mathematical Statistics 16 (1945) 117), rounded to 9 decimals.
    ///
    /// `alpha` is how often H1 may be accepted where H0 holds, `beta` how often H0 where H1 holds. Wald shows that the
    /// two together are kept, and each of them but for a factor 1/(1 − the other); what the ratio overshoots
    /// the bounds by makes errors rarer.
    pub fn new(alpha: ErrorRate, beta: ErrorRate) -> SprtBounds {
        let (alpha, beta) = (alpha.value(), beta.value());
        SprtBounds { lower: round9((beta / (1.0 - alpha)).ln()), upper: round9(((1.0 - beta) / alpha).ln()) }
    }

    /// What the log-likelihood ratio of H1 over H0 says.
    pub fn verdict(self, log_likelihood_ratio: f64) -> Verdict {
        if log_likelihood_ratio >= self.upper {
            Verdict::AcceptH1
        } else if log_likelihood_ratio <= self.lower {
            Verdict::AcceptH0
        } else {
            Verdict::Undecided
        }
    }
}

/// The generalised sequential probability ratio test of a mean θ: H0, θ = θ0, against H1, θ = θ1.
///
/// The variance is not known; it is estimated from the run. With the normal approximation the log-likelihood ratio is
/// (θ1 − θ0)(2x̄ − θ0 − θ1) / (2 s²/n): Van den Bergh, A practical introduction to the GSPRT, as used to
/// test chess engines. Being asymptotic, it decides nothing before [`FIRST_LOOK`] blocks. Each hypothesis
/// stands for what lies beyond it too: below θ0 H1 is accepted more rarely than α, above θ1 H0 more rarely than β.
/// For a mean between them the test says one or the other, and either is within the bargain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    theta0: f64,
    theta1: f64,
    bounds: SprtBounds,
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
    /// # Errors
    /// If `theta1` is not above `theta0`, or one is not finite.
    pub fn new(theta0: f64, theta1: f64, alpha: ErrorRate, beta: ErrorRate) -> Result<Sprt, SprtError> {
        if theta0.is_finite() && theta1.is_finite() && theta0 < theta1 {
            Ok(Sprt { theta0, theta1, bounds: SprtBounds::new(alpha, beta) })
        } else {
            Err(SprtError { theta0, theta1 })
        }
    }

    /// The bounds of the log-likelihood ratio.
    pub fn bounds(&self) -> SprtBounds {
        self.bounds
    }

    /// The log-likelihood ratio of H1 over H0; `None` from fewer than two blocks.
    ///
    /// The spread of the blocks is taken to be at least that of 16 blocks at the far end of the scale's range, see
    /// [`Moments::standard_error`] for the reason; so blocks that are all alike decide late, but decide.
    pub fn log_likelihood_ratio(&self, moments: &Moments, scale: Scale) -> Option<f64> {
        let mean = moments.mean(scale)?;
        let standard_error = moments.cautious_standard_error(scale)?;
        let distance = (self.theta1 - self.theta0) * ((mean - self.theta0) + (mean - self.theta1));
        Some(distance / (2.0 * (standard_error * standard_error)))
    }

    /// The verdict; undecided before [`FIRST_LOOK`] blocks.
    pub fn verdict(&self, moments: &Moments, scale: Scale) -> Verdict {
        match self.log_likelihood_ratio(moments, scale) {
            Some(ratio) if moments.n >= FIRST_LOOK => self.bounds.verdict(ratio),
            _ => Verdict::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::looks;
    use super::super::testing::{Random, binomial_limits};
    use super::*;

    fn rate(value: f64) -> ErrorRate {
        ErrorRate::new(value).unwrap()
    }

    fn test(theta0: f64, theta1: f64) -> Sprt {
        Sprt::new(theta0, theta1, rate(0.05), rate(0.05)).unwrap()
    }

    #[test]
    fn bounds_are_walds() {
        let equal = SprtBounds::new(rate(0.05), rate(0.05));
        assert_eq!((equal.lower, equal.upper), (-2.944438979, 2.944438979)); // ± ln 19
        let unequal = SprtBounds::new(rate(0.01), rate(0.1));
        assert_eq!((unequal.lower, unequal.upper), (-2.292534757, 4.499809670)); // −ln 9.9, ln 90
        assert_eq!(equal.verdict(2.944438979), Verdict::AcceptH1);
        assert_eq!(equal.verdict(2.944438978), Verdict::Undecided);
        assert_eq!(equal.verdict(-2.944438979), Verdict::AcceptH0);
    }

    #[test]
    fn hypotheses_must_differ() {
        for (theta0, theta1) in [(0.1, 0.1), (0.2, 0.1), (f64::NAN, 0.1), (0.0, f64::INFINITY)] {
            assert!(Sprt::new(theta0, theta1, rate(0.05), rate(0.05)).is_err());
        }
        let message = Sprt::new(0.2, 0.1, rate(0.05), rate(0.05)).unwrap_err().to_string();
        assert_eq!(message, "the mean under H1 must be a number above the mean under H0, 0.2, not 0.1");
    }

    /// 400 blocks, 220 of 1 and 180 of −1: x̄ = 0.1, Σ(x − x̄)² = 396. From 0 to 0.2 the mean is midway; from 0 to 0.1
    /// the ratio is 0.1 · 0.1 / (2 · 396/(400 · 399)).
    #[test]
    fn log_likelihood_ratio_matches_a_hand_calculation() {
        let moments = Moments { n: 400, sum: 40, squares: 400 };
        let scale = Scale::differences(1);
        assert!(test(0.0, 0.2).log_likelihood_ratio(&moments, scale).unwrap().abs() < 1e-12);
        let found = test(0.0, 0.1).log_likelihood_ratio(&moments, scale).unwrap();
        assert!((found - 0.01 / (2.0 * 396.0 / 159_600.0)).abs() < 1e-12);
    }

    /// The other way about, the ratio has the other sign.
    #[test]
    fn mirrored_blocks_mirror_the_ratio() {
        let moments = Moments { n: 1000, sum: 321, squares: 4000 };
        let mirrored = Moments { sum: -321, ..moments };
        let scale = Scale::differences(3);
        let ratio = test(-0.02, 0.05).log_likelihood_ratio(&moments, scale).unwrap();
        let other = test(-0.05, 0.02).log_likelihood_ratio(&mirrored, scale).unwrap();
        assert!(ratio != 0.0 && (ratio + other).abs() < 1e-12);
    }

    #[test]
    fn nothing_is_decided_before_the_first_look() {
        let scale = Scale::differences(1);
        let blocks = |n: u64| Moments { n, sum: i128::from(n), squares: i128::from(n) };
        assert_eq!(test(0.0, 0.5).verdict(&Moments::new(), scale), Verdict::Undecided);
        assert_eq!(test(0.0, 0.5).log_likelihood_ratio(&blocks(1), scale), None);
        assert!(test(0.0, 0.5).log_likelihood_ratio(&blocks(199), scale).unwrap() > 100.0);
        assert_eq!(test(0.0, 0.5).verdict(&blocks(199), scale), Verdict::Undecided);
        assert_eq!(test(0.0, 0.5).verdict(&blocks(200), scale), Verdict::AcceptH1);
    }

    /// Blocks without any difference accept that there is none, but not at once.
    #[test]
    fn blocks_without_difference_accept_h0_late() {
        let scale = Scale::differences(60);
        let none = |n: u64| test(0.0, 0.002).verdict(&Moments { n, sum: 0, squares: 0 }, scale);
        // 0.002² n / (2 · 16 · 4 / n) = ln 19 at n = 9707.
        assert_eq!(none(9_600), Verdict::Undecided);
        assert_eq!(none(9_800), Verdict::AcceptH0);
    }

    /// What 500 runs decide, of blocks that are worth 1, 0 or −1: (accepted H0, accepted H1).
    fn verdicts(seed: u64, sprt: Sprt, plus: f64, minus: f64) -> (u64, u64) {
        let mut random = Random::new(seed);
        let (mut h0, mut h1) = (0, 0);
        for _ in 0..500 {
            let mut blocks = Moments::new();
            let decided = looks().find_map(|look| {
                while blocks.n < look {
                    let luck = random.uniform();
                    blocks.add(i64::from(luck < plus) - i64::from(luck >= 1.0 - minus));
                }
                Some(sprt.verdict(&blocks, Scale::differences(1))).filter(|&verdict| verdict != Verdict::Undecided)
            });
            h0 += u64::from(decided == Some(Verdict::AcceptH0));
            h1 += u64::from(decided == Some(Verdict::AcceptH1));
        }
        (h0, h1)
    }

    /// Common differences, rare ones, and lopsided ones that are rare: what errs stays within α = β = 0.05.
    #[test]
    fn wrong_verdicts_stay_within_alpha_and_beta() {
        let most = *binomial_limits(500, 0.05).end();
        let models = [(0.3, 0.3, 0.05), (0.02, 0.02, 0.01), (0.02, 0.0, 0.006), (0.005, 0.0, 0.001)];
        for (seed, (plus, minus, effect)) in (0..).zip(models) {
            let sprt = test(plus - minus, plus - minus + effect);
            let (right, wrong) = verdicts(seed, sprt, plus, minus);
            assert_eq!(right + wrong, 500);
            assert!(wrong <= most, "{wrong} of 500 accept H1 where H0 holds: {plus}, {minus}");
            let (wrong, right) = verdicts(seed + 10, sprt, plus + effect, minus);
            assert_eq!(right + wrong, 500);
            assert!(wrong <= most, "{wrong} of 500 accept H0 where H1 holds: {plus}, {minus}");
        }
    }

    /// Midway between the hypotheses both verdicts come about equally often: the test leans to neither.
    #[test]
    fn midway_the_test_leans_to_neither() {
        let (h0, h1) = verdicts(30, test(-0.03, 0.03), 0.3, 0.3);
        assert_eq!(h0 + h1, 500);
        assert!(binomial_limits(500, 0.5).contains(&h0), "{h0} of 500");
    }
}
