//! From sums over blocks to estimates with intervals.
//!
//! Owns which interval a rate, a mean and a difference get; the table in the room's description says it in one place.

use super::quantiles::{gamma, round9, student};
use super::{ErrorRate, Estimate, FIRST_LOOK, Interval, Moments, RatioSums, Scale, Sequence};

/// When the run of which the sums are was to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopping {
    /// After a number of blocks fixed beforehand, or at a standard error fixed beforehand: then the interval for a fixed
    /// number keeps its coverage as the width becomes small (Chow & Robbins, Annals of Mathematical Statistics 36 (1965)
    /// 457).
    Fixed,
    /// At a moment that somebody chose who had seen the results: the boundary of a [`Sequence`] at the number of all
    /// blocks takes the place of the normal quantile; no interval before the first look.
    Watched {
        /// All blocks of the run.
        blocks: u64,
    },
}

impl Stopping {
    /// How many standard errors an interval of 95% reaches on each side; `None` before the first look.
    fn quantile(self, freedom: u64) -> Option<f64> {
        let alpha = ErrorRate::FIVE_PERCENT;
        let student = student(0.5 * alpha.value(), freedom);
        match self {
            Stopping::Fixed => Some(student),
            Stopping::Watched { blocks } if blocks < FIRST_LOOK => None,
            Stopping::Watched { blocks } => Some(student / NORMAL * Sequence::new(alpha).boundary(blocks)),
        }
    }
}

/// As many blocks as independent observations count for where blocks differ less than those would. With 10 the interval
/// of two strategies that have not parted in n blocks is as wide as what e^(−nπ) = 2.5 % leaves open.
const DOUBT: f64 = 10.0;

/// What a standard normal variable exceeds with a probability of 2.5 %.
pub(super) const NORMAL: f64 = 1.959963985;

/// Where the ratio of a block may lie that is unlike all that were met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// Nowhere else: no interval goes beyond it.
    Possible(Interval),
    /// As far as things of its kind have been seen to lie.
    Seen(Interval),
}

impl Range {
    fn ends(self) -> Interval {
        let (Range::Possible(ends) | Range::Seen(ends)) = self;
        ends
    }
}

/// The proportion, or the mean score between 0 and 1, Σy / (unit · Σx), with an interval of 95%.
///
/// `unit` is what y counts for one full success: 1 for wins, 60 for win shares in 60ths. `None` without observations;
/// no interval from a single block.
///
/// The interval is Wilson's (1927) with the effective sample size p(1−p)/Var(p̂) in place of the number of trials, as
/// survey statistics does for clusters: Korn & Graubard, Survey Methodology 24 (1998) 193; Franco, Little, Louis &
/// Slud, Journal of Survey Statistics and Methodology 7 (2019) 334. Var(p̂) is that of the linearised ratio estimator.
/// - The quantile is that of `stopping`; Student's restores about half a point of coverage at 50 blocks.
/// - At p̂ = 0 and p̂ = 1 the spread says nothing, and the effective size is the number of blocks with observations,
///   as if the games of a block always ended alike.
/// - Where blocks differ less than independent observations would, the variance is the mean of theirs and of that of
///   independent observations, which counts as 10 blocks: so blocks that happen to agree are not taken for certainty, and
///   the width falls as 1/n, as what n blocks have not shown.
/// - Where few events make the proportion, the end on their side is Garwood's exact one for a Poisson count.
///
/// It covers about 89 % where whole blocks of 6 are rarely won together (intraclass correlation 0.3, rate 0.02, 200
/// blocks), since no interval knows of luck it has not met; `benches/coverage` has what it covers in games.
///
/// ```
/// use analyze_core::stats::{RatioSums, Stopping, rate};
///
/// // A hundred blocks of three games, of which one is won in every block and another in every second one.
/// let wins = RatioSums { active: 100, x: 300, y: 150, xx: 900, xy: 450, yy: 250, ends: None };
/// let estimate = rate(&wins, 1, Stopping::Fixed).unwrap();
/// assert_eq!(estimate.value, 0.5);
/// assert!(estimate.interval.unwrap().width() < 0.09);
/// ```
///
/// # Panics
/// If y is below 0 or above unit · Σx, or if no blocks can have such sums.
pub fn rate(sums: &RatioSums, unit: u32, stopping: Stopping) -> Option<Estimate> {
    if sums.x <= 0 {
        return None;
    }
    let whole = sums.x * i128::from(unit);
    assert!((0..=whole).contains(&sums.y), "a score of {} out of {whole} is not between 0 and 1", sums.y);
    let value = sums.y as f64 / whole as f64;
    let interval = sums.variance().and_then(|variance| {
        let unit = f64::from(unit);
        let (p, q) = (value, (whole - sums.y) as f64 / whole as f64);
        let (n, independent) = (sums.active as f64, 1.0 / sums.x as f64);
        let per_trial = if p * q == 0.0 { 1.0 / n } else { variance / (unit * unit) / (p * q) };
        let believed = per_trial + (independent - per_trial).max(0.0) * DOUBT / (n + DOUBT);
        let t = stopping.quantile(sums.active - 1)?;
        Some(with_few_events(wilson(p, q, t * t * believed), p, q, believed))
    });
    Some(Estimate { value, interval, n: sums.active })
}

/// Wilson's interval, its inner end moved to the exact one for a Poisson count where few events make the proportion: after
/// one event it would leave out too much below it.
fn with_few_events(interval: Interval, p: f64, q: f64, per_trial: f64) -> Interval {
    let (rare, variance) = (p.min(q), p * q * per_trial);
    if rare == 0.0 || !are_few(rare, variance) {
        return interval;
    }
    let Interval { lo, .. } = weighted_counts(rare, variance, 0.0);
    let Interval { lo: low, hi: high } = interval;
    if p < q { Interval { lo: low.min(lo), hi: high } } else { Interval { lo: low, hi: high.max(1.0 - lo) } }
}

/// Whether few events make a proportion of this variance.
fn are_few(rare: f64, variance: f64) -> bool {
    const FEW: f64 = 10.0;
    rare * rare <= FEW * variance
}

/// Whether less than some ten events make a proportion, or less than ten are missing to a whole one, as [`rate`] counts them:
/// then nothing else in these blocks tells what such an event does.
pub fn has_few_events(sums: &RatioSums, unit: u32) -> bool {
    let value = sums.ratio().map(|ratio| ratio / f64::from(unit));
    let variance = sums.variance().map(|variance| variance / (f64::from(unit) * f64::from(unit)));
    value.zip(variance).is_none_or(|(value, variance)| are_few(value.min(1.0 - value), variance))
}

/// The mean Σy / Σx with an interval of 95%; `None` without observations, no interval from a single block.
///
/// The variance is that of the linearised ratio estimator; with the same x in every block that of a plain mean. What the
/// interval is depends on how many blocks the variance rests on, as the ends of the sums tell:
/// - Student's, with twice that number of degrees of freedom, and at most one less than there are blocks. A variance
///   that is made by d blocks in n varies like that of d such blocks: Satterthwaite, Biometrics Bulletin 2 (1946) 110.
/// - Where nearly all blocks lie at one end and few beyond it, that of a weighted sum of Poisson counts: Fay & Feuer,
///   Statistics in Medicine 16 (1997) 791; with equal weights Garwood's exact one.
/// - Where all blocks are alike, what happens in a share π of them has been missed with probability (1 − π)^n, so the
///   interval goes as far towards each end of `range` as a share of ln(2/α)/n would move the mean; none if the range is
///   not known.
///
/// # Panics
/// If no blocks can have such sums.
pub fn mean(sums: &RatioSums, range: Option<Range>, stopping: Stopping) -> Option<Estimate> {
    let value = sums.ratio()?;
    let interval = sums.variance().and_then(|variance| Spread::new(sums, variance).interval(value, range, stopping));
    Some(Estimate { value, interval, n: sums.active })
}

/// The mean difference of paired blocks with an interval at `alpha`, for a number of blocks fixed beforehand; where the
/// data decide when to stop, see [`Sequence`].
///
/// As that of [`mean`], the range being that of the scale. `None` without blocks; no interval from a single one, and none
/// of width 0.
pub fn difference(moments: &Moments, scale: Scale, alpha: ErrorRate) -> Option<Estimate> {
    let value = moments.mean(scale)?;
    let interval = moments.variance(scale).map(|variance| {
        if variance == 0.0 {
            return Interval::about(value, unseen(moments.n, alpha) * scale.reach());
        }
        let freedom = freedom(moments.n, moments.far_blocks());
        Interval::about(value, student(0.5 * alpha.value(), freedom) * (variance / moments.n as f64).sqrt())
    });
    Some(Estimate { value, interval, n: moments.n })
}

/// In what share of blocks something may happen that none of `n` has shown: π with e^(−nπ) = α/2, which is not below
/// (1 − π)^n.
pub(super) fn unseen(n: u64, alpha: ErrorRate) -> f64 {
    (round9((2.0 / alpha.value()).ln()) / n as f64).min(1.0)
}

/// The degrees of freedom of a variance that so many of `n` blocks make.
pub(super) fn freedom(n: u64, far_blocks: Option<f64>) -> u64 {
    far_blocks.map_or(n - 1, |far| ((2.0 * far) as u64).max(2).min(n - 1))
}

/// How the ratios of blocks vary.
struct Spread {
    n: u64,
    variance: f64,
    far_blocks: Option<f64>,
    ends: Option<Interval>,
}

impl Spread {
    fn new(sums: &RatioSums, variance: f64) -> Spread {
        Spread { n: sums.active, variance, far_blocks: sums.far_blocks(variance), ends: sums.ends }
    }

    /// The interval about the mean `value` of at least two blocks.
    fn interval(&self, value: f64, range: Option<Range>, stopping: Stopping) -> Option<Interval> {
        if self.variance == 0.0 {
            let share = unseen(self.n, ErrorRate::FIVE_PERCENT);
            let Interval { lo, hi } = range?.ends();
            return Some(Interval { lo: value - share * (value - lo), hi: value + share * (hi - value) });
        }
        let counts = if stopping == Stopping::Fixed { self.as_counts(value, range) } else { None };
        let found = match counts {
            Some(interval) => interval,
            None => {
                let t = stopping.quantile(freedom(self.n, self.far_blocks))?;
                Interval::about(value, t * self.variance.sqrt())
            }
        };
        Some(match range {
            Some(Range::Possible(Interval { lo, hi })) => found.within(lo, hi),
            _ => found,
        })
    }

    /// The interval for a mean whose blocks lie at one end but for a few. Beyond that end there may be as many as have not
    /// been seen.
    fn as_counts(&self, value: f64, range: Option<Range>) -> Option<Interval> {
        /// Of equal counts in few blocks the square of the mean over its variance is as large as their number.
        const ALIKE: f64 = 3.0;
        /// So many times as many blocks are at the one end.
        const FEW: f64 = 10.0;
        let (ends, far) = (self.ends?, self.far_blocks?);
        let up = value - ends.lo <= ends.hi - value;
        let mean = if up { value - ends.lo } else { ends.hi - value };
        if FEW * far > self.n as f64 || mean * mean > ALIKE * far * self.variance {
            return None;
        }
        let counts = weighted_counts(mean, self.variance, (ends.hi - ends.lo) / self.n as f64);
        let beyond = range.map_or(ends, Range::ends);
        let unseen = unseen(self.n, ErrorRate::FIVE_PERCENT);
        Some(match up {
            true => Interval { lo: ends.lo + counts.lo - unseen * (ends.lo - beyond.lo), hi: ends.lo + counts.hi },
            false => Interval { lo: ends.hi - counts.hi, hi: ends.hi - counts.lo + unseen * (beyond.hi - ends.hi) },
        })
    }
}

/// Fay & Feuer's interval of 95% for a weighted sum of Poisson counts, given its value, its variance and the largest
/// weight.
fn weighted_counts(sum: f64, variance: f64, largest: f64) -> Interval {
    let tail = 0.5 * ErrorRate::FIVE_PERCENT.value();
    let (more, varying) = (sum + largest, variance + largest * largest);
    let lo = if sum > 0.0 { variance / sum * gamma(tail, sum * sum / variance) } else { 0.0 };
    Interval { lo, hi: varying / more * gamma(1.0 - tail, more * more / varying) }
}

/// Wilson's interval for the proportion p = 1 − q, with k the squared quantile over the sample size.
pub(super) fn wilson(p: f64, q: f64, k: f64) -> Interval {
    let centre = p + 0.5 * k;
    let half = (p * q * k + 0.25 * (k * k)).sqrt();
    let scale = 1.0 + k;
    Interval { lo: ((centre - half) / scale).clamp(0.0, 1.0), hi: ((centre + half) / scale).clamp(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, expected: f64, error: f64) {
        assert!((found - expected).abs() <= error, "found {found}, expected {expected}");
    }

    /// Newcombe, Statistics in Medicine 17 (1998) 857, table I, method 3: Wilson without continuity correction.
    #[test]
    fn wilson_matches_newcombe() {
        let table = [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ];
        let z = 1.959963985;
        for (successes, trials, lo, hi) in table {
            let found = wilson(successes / trials, (trials - successes) / trials, z * z / trials);
            assert_near(found.lo, lo, 0.00005);
            assert_near(found.hi, hi, 0.00005);
        }
    }

    /// Garwood's exact limits for Poisson counts (Biometrika 28 (1936) 437), as printed for 0, 1, 5 and 20: with equal
    /// weights the interval of weighted sums is theirs.
    #[test]
    fn equal_weights_are_garwoods() {
        for (count, lo, hi) in [(0.0, 0.0, 3.689), (1.0, 0.0253, 5.572), (5.0, 1.623, 11.668), (20.0, 12.217, 30.888)] {
            let found = weighted_counts(count, count, 1.0);
            assert_near(found.lo, lo, 0.0005);
            assert_near(found.hi, hi, 0.0005);
        }
    }
}
