//! What the data may be asked as they come in: a confidence sequence, whose intervals for a mean hold at every look, and
//! sequential probability ratio tests, which decide between two hypotheses.
//!
//! Owns the looks too, since what is promised is promised at them.

use super::intervals::unseen;
use super::quantiles::round9;
use super::{ErrorRate, Estimate, Interval, Moments, Scale};
use thiserror::Error;

/// Blocks at the first look. Before it the normal approximation is not trusted.
pub const FIRST_LOOK: u64 = 100;

/// The numbers of blocks after which a run is looked at: 100, then 1.1 times as many, rounded up, and so on.
pub fn looks() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(FIRST_LOOK), |&n| n.checked_add(n.div_ceil(10)))
}

/// A Gaussian with this share of a mixture, which is tightest, compared to an interval for a fixed number, at so many
/// blocks.
struct Part {
    share: f64,
    tightest: f64,
}

/// Where most comparisons end, and where those end whose answer is plain to see.
const PARTS: [Part; 2] = [Part { share: 0.7, tightest: 30_000.0 }, Part { share: 0.3, tightest: 600.0 }];

/// A confidence sequence for the mean of independent blocks with the same distribution: with probability 1 − α the
/// true mean lies in the intervals of all [`looks`] at once.
///
/// The interval after n blocks is mean ± b s/√n. With s known and b = |Σ(x − μ)|/(s√n), the mixture
/// Σ wᵢ ∫ exp(λS − λ²n/2) dN(λ; 0, ρᵢ²) = Σ wᵢ (1 + uᵢ)^(−1/2) exp(b²uᵢ/(2(1 + uᵢ))), uᵢ = nρᵢ², is a martingale that
/// reaches 1/a with probability a at most: Robbins, Annals of Mathematical Statistics 41 (1970) 1397, whose mixture has
/// one part. With the estimated s: Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas, Annals of Statistics 52 (2024) 2613,
/// theorem 2.2.
/// - It is **asymptotic**: it takes the sums for those of normal variables, so the first look comes after 100 blocks.
/// - One part is tightest at 30 000 blocks, the other at 600: each ρ solves u − ln(1 + u) = −2 ln a there.
/// - Ville's inequality bounds the error by `a` if one looks after every block. At looks a tenth apart many crossings go
///   unseen, and a = α(1.65 − α) keeps the error below α; a test integrates the probability over the looks, for α from
///   10^-3 to 0.45, with one further look at any number of blocks fixed beforehand, such as the end of a budget.
///
/// What that costs at α = 0.05, as a multiple of the width of Student's interval for the same, fixed n:
///
/// | blocks | 100 | 1000 | 10^4 | 3·10^4 | 10^5 | 10^6 | 10^7 |
/// |---|---|---|---|---|---|---|---|
/// | width | 1.95 | 1.65 | 1.55 | 1.51 | 1.55 | 1.71 | 1.87 |
///
/// No mixture of Gaussians does better than 1.46 anywhere with these looks, and the one that does so at 50 000 blocks is
/// 3.3 times as wide as Student's at 1000.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequence {
    alpha: ErrorRate,
    /// ln a.
    log_level: f64,
    /// For each part ρ².
    squared_rho: [f64; PARTS.len()],
}

impl Sequence {
    /// The sequence that misses the truth at any look with probability `alpha` at most.
    pub fn new(alpha: ErrorRate) -> Sequence {
        let log_level = round9((alpha.value() * (1.65 - alpha.value())).ln());
        let tightest_u = tightest_u(log_level);
        Sequence { alpha, log_level, squared_rho: PARTS.map(|part| tightest_u / part.tightest) }
    }

    /// The mean with the interval of the sequence; no interval before the first look, `None` without blocks.
    ///
    /// - Where many blocks make the variance, the boundary times a standard error that counts two more blocks at the far end.
    /// - Where few do, the normal approximation says nothing yet, and the interval is the one that holds for all blocks within
    ///   the ends of the scale, whatever their distribution (`bounded` has the source); the boundary with the standard error of
    ///   16 blocks at the far end of the range takes its place where it is closer.
    /// - Where all blocks are alike, what happens in a share π of them would have been missed with probability (1 − π)^n, and
    ///   the interval goes as far as a share of ln(2/α)/n would move the mean; that holds at all looks, because only the
    ///   first at which π is left out can err.
    pub fn estimate(&self, moments: &Moments, scale: Scale) -> Option<Estimate> {
        let value = moments.mean(scale)?;
        let halves = || {
            let Some(error) = moments.cautious_standard_error(scale) else {
                let (share, ends) = (unseen(moments.n, self.alpha), scale.possible());
                return [value - ends.lo, ends.hi - value].map(|room| share * room.clamp(0.0, scale.reach()));
            };
            let half = self.boundary(moments.n) * error;
            match moments.is_of_few_blocks() {
                true => moments.bounds_of_few(scale, self.alpha).map(|bound| bound.min(half)),
                false => [half; 2],
            }
        };
        let interval = (moments.n >= FIRST_LOOK).then(halves);
        let interval = interval.map(|[below, above]| Interval { lo: value - below, hi: value + above });
        Some(Estimate { value, interval, n: moments.n })
    }

    /// Half the width of the interval after `n` blocks, in standard errors: the b at which the mixture is 1/a.
    ///
    /// Newton's method in b², from where one part alone would reach it; the logarithm of a sum of exponentials is convex,
    /// so that it comes down without passing the root.
    pub(super) fn boundary(&self, n: u64) -> f64 {
        let parts = PARTS.iter().zip(self.squared_rho).map(|(part, rho)| {
            let u = n as f64 * rho;
            // The logarithm of a part is linear in b²: it starts here, and grows like that.
            (round9(part.share.ln()) - 0.5 * round9(u.ln_1p()), 0.5 * u / (1.0 + u))
        });
        let parts: Vec<(f64, f64)> = parts.collect();
        let alone = parts.iter().map(|(start, slope)| (-self.log_level - start) / slope);
        let mut square = alone.fold(f64::INFINITY, f64::min);
        for _ in 0..20 {
            let terms =
                parts.iter().map(|(start, slope)| (round9((start + slope * square + self.log_level).exp()), slope));
            let (sum, rise) = terms.fold((0.0, 0.0), |(sum, rise), (term, slope)| (sum + term, rise + slope * term));
            square -= round9(sum.ln()) * sum / rise;
        }
        round9(square.sqrt())
    }
}

/// The u at which a part is tightest: where (u + 1)/u · ln((u + 1)/a²) is least, its derivative is 0: u = ln((u + 1)/a²).
///
/// The iteration shrinks the error by 1/(u + 1) each time, and u is above 0.9 for all error rates below ½.
fn tightest_u(log_level: f64) -> f64 {
    (0..60).fold(1.0, |u: f64, _| round9(u.ln_1p() - 2.0 * log_level))
}

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
    /// The spread of the blocks is read with care, so that rare differences are not overlooked (`Moments` says how). Where
    /// all blocks are alike, blocks whose mean lies a distance d away are so with probability (1 − d/range)^n at most,
    /// and the ratio is n·d/range, d being the distance from the hypothesis that is farther.
    pub fn log_likelihood_ratio(&self, moments: &Moments, scale: Scale) -> Option<f64> {
        let mean = moments.mean(scale).filter(|_| moments.n >= 2)?;
        let Some(standard_error) = moments.cautious_standard_error(scale) else {
            let (above, below) = (mean - self.theta0, self.theta1 - mean);
            let distance = if above > below { above.max(0.0) } else { -below.max(0.0) };
            return Some(moments.n as f64 * distance / scale.reach());
        };
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

    /// As many blocks at 60 and at −60, all others at 0; within ±60 of two games.
    fn few(n: u64, up: u64, down: u64) -> Moments {
        let (sum, squares) = (60 * (i128::from(up) - i128::from(down)), 3600 * i128::from(up + down));
        let ends = (if down > 0 { -60 } else { 0 }, if up > 0 { 60 } else { 0 });
        Moments { n, sum, squares, least: ends.0, most: ends.1 }
    }

    /// Where few blocks differ no interval reaches farther than that of 16 blocks at the far end of the range, and it goes
    /// where the bets on bounded blocks say.
    #[test]
    fn intervals_of_few_blocks_are_those_of_bounded_ones() {
        let (alpha, scale) = (ErrorRate::FIVE_PERCENT, Scale::new(120, 240).between(-60, 60));
        let sequence = Sequence::new(alpha);
        for n in looks().take_while(|&n| n < 1_000_000) {
            for (up, down) in [(1, 0), (3, 0), (2, 2), (9, 1), (0, 12)] {
                let blocks = few(n, up, down);
                let Estimate { value, interval, .. } = sequence.estimate(&blocks, scale).unwrap();
                let Interval { lo, hi } = interval.unwrap();
                let most = sequence.boundary(n) * blocks.cautious_standard_error(scale).unwrap();
                assert!(-0.5 <= lo && lo < value && value < hi && hi <= 0.5, "{blocks:?}");
                assert!(value - lo <= most + 1e-12 && hi - value <= most + 1e-12, "{blocks:?}");
                let [below, above] = blocks.bounds_of_few(scale, alpha);
                assert_eq!((lo, hi), (value - below.min(most), value + above.min(most)));
                // Blocks at the end that were missed: ln(2/α) of n, from the mean to that end.
                let missed = 40f64.ln() / n as f64;
                assert!(hi - value > missed * (0.5 - value) && value - lo > missed * (value + 0.5));
            }
        }
    }

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
