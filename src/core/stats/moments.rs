//! Sums of one number over blocks, and the standard error of its mean.
//!
//! Owns what comparisons and sequences rest on: n, Σx, Σx² and the ends, in integers.

use super::bounded::{level, room_below};
use super::intervals::{NORMAL, unseen};
use super::{ErrorRate, Interval};
use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;

/// Number of blocks, sum, sum of squares and ends of a number x that every block has once: a difference between two arms
/// that met the same draws, or a win share.
///
/// Sums add up in any order to the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    /// Blocks.
    pub n: u64,
    /// Σx.
    pub sum: i128,
    /// Σx².
    pub squares: i128,
    /// The least x; anything without blocks.
    pub least: i64,
    /// The largest x; anything without blocks.
    pub most: i64,
}

impl Moments {
    /// The mean of x in units of `scale`; `None` without blocks.
    pub fn mean(&self, scale: Scale) -> Option<f64> {
        (self.n > 0).then(|| self.sum as f64 / (self.n as f64 * scale.unit as f64))
    }

    /// The sample variance of x in units of `scale`, exactly 0 if all blocks are alike; `None` from fewer than two blocks.
    ///
    /// # Panics
    /// If no blocks can have these sums.
    pub fn variance(&self, scale: Scale) -> Option<f64> {
        let unit = scale.unit as f64;
        let n = self.n as f64;
        (self.n >= 2).then(|| self.deviations() / (n - 1.0) / (unit * unit))
    }

    /// The standard error of the mean in units of `scale`, s / √n; where all blocks are alike, which does not say that they
    /// always are, that for which the interval of [`difference`](super::difference) would be of 95%. `None` from fewer
    /// than two blocks.
    ///
    /// # Panics
    /// If no blocks can have these sums.
    pub fn standard_error(&self, scale: Scale) -> Option<f64> {
        let variance = self.variance(scale)?;
        Some(if variance > 0.0 {
            (variance / self.n as f64).sqrt()
        } else {
            unseen(self.n, ErrorRate::FIVE_PERCENT) * scale.reach() / NORMAL
        })
    }

    /// How many blocks at the far end would make this variance ([`RatioSums`](super::RatioSums) has the same); `None`
    /// where all blocks are alike.
    pub(super) fn far_blocks(&self) -> Option<f64> {
        let mean = self.sum as f64 / self.n as f64;
        let farthest = f64::max(self.most as f64 - mean, mean - self.least as f64);
        (self.most > self.least).then(|| self.deviations() / (farthest * farthest))
    }

    /// The standard error for methods that let the data stop a run; `None` from fewer than two blocks, and where all are
    /// alike.
    ///
    /// A run that may stop early stops where the spread is underestimated: when differences are rare and, so far, all on
    /// one side. So two blocks more are taken to lie at the far end; and until the variance rests on 15 blocks, it is at
    /// least that of 16 blocks at the far end of the scale's range. `benches/coverage` measures what verdicts err with it.
    pub(super) fn cautious_standard_error(&self, scale: Scale) -> Option<f64> {
        let (n, deviations) = (self.n as f64, self.deviations());
        let far_blocks = self.far_blocks().filter(|_| self.n >= 2)?;
        let deviations = if far_blocks < FEW {
            let range = scale.range as f64;
            deviations.max(16.0 * (range * range))
        } else {
            deviations * (1.0 + 2.0 / far_blocks)
        };
        Some((deviations / (n * (n - 1.0))).sqrt() / scale.unit as f64)
    }

    /// How far below and above the mean the true one may lie for data that let a run stop, where few blocks make the variance,
    /// in units of `scale`: by the bound for blocks within its ends, at all looks together; for at least one block.
    pub(super) fn bounds_of_few(&self, scale: Scale, alpha: ErrorRate) -> [f64; 2] {
        let (mean, unit) = (self.sum as f64 / self.n as f64, scale.unit as f64);
        // Without luck a block may lie beyond what is possible with it.
        let (least, most) = (scale.ends.0.min(self.least) as f64, scale.ends.1.max(self.most) as f64);
        let (deviations, level) = (self.deviations(), level(alpha.value()));
        [mean - least, most - mean].map(|room| room_below(self.n, deviations, room, level) / unit)
    }

    /// Whether so few blocks make the variance that it does not tell how far blocks can lie from the mean.
    pub fn is_of_few_blocks(&self) -> bool {
        self.far_blocks().is_none_or(|far| far < FEW)
    }

    /// The sum of squared deviations from the mean, formed exactly before it is rounded; for at least one block.
    fn deviations(&self) -> f64 {
        let deviations = BigInt::from(self.n) * self.squares - BigInt::from(self.sum) * self.sum;
        not_negative(&deviations, self) / self.n as f64
    }
}

/// A sum of squares that was formed exactly, because its terms nearly cancel, rounded to the nearest number.
///
/// # Panics
/// If it is below 0, which that of no blocks is.
pub(super) fn not_negative(squares: &BigInt, sums: &impl std::fmt::Debug) -> f64 {
    assert!(squares.sign() != Sign::Minus, "no blocks have these sums: {sums:?}");
    squares.to_f64().unwrap_or(f64::INFINITY)
}

/// A variance that less than so many blocks at the far end would make is that of few.
const FEW: f64 = 15.0;

/// What the integers in [`Moments`] mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    unit: u64,
    range: u64,
    /// No block is below the one or above the other.
    ends: (i64, i64),
}

impl Scale {
    /// A scale on which `unit` stands for 1, and two blocks differ by at most `range`. No block is farther from 0 than that.
    ///
    /// # Panics
    /// If either is 0.
    pub const fn new(unit: u64, range: u64) -> Scale {
        assert!(unit > 0 && range > 0, "the unit and the range of a scale are above 0");
        let end = range as i64;
        Scale { unit, range, ends: (-end, end) }
    }

    /// The same scale of blocks that lie between `least` and `most`.
    #[must_use]
    pub const fn between(self, least: i64, most: i64) -> Scale {
        Scale { ends: (least, most), ..self }
    }

    /// The scale of the difference of two numbers, on this scale and on another of the same unit.
    #[must_use]
    pub const fn and(self, other: Scale) -> Scale {
        Scale::new(self.unit, self.range + other.range)
    }

    /// The scale of blocks of which none is known to lie farther from the mean than one of these does.
    #[must_use]
    pub fn as_seen(self, blocks: &Moments) -> Scale {
        let mean = blocks.sum.div_euclid(i128::from(blocks.n.max(1)));
        let farthest = i128::max(i128::from(blocks.most) - mean, mean + 1 - i128::from(blocks.least));
        let end = |end: i128| i64::try_from(end.clamp(self.ends.0.into(), self.ends.1.into())).unwrap_or_default();
        let ends = (end(mean - farthest), end(mean + 1 + farthest));
        Scale { range: u64::try_from(farthest).unwrap_or(self.range).clamp(1, self.range), ends, ..self }
    }

    /// [`Scale::as_seen`], if these blocks are not all alike, which does not say how far others lie.
    #[must_use]
    pub fn as_far_as_seen(self, blocks: &Moments) -> Scale {
        if blocks.least < blocks.most { self.as_seen(blocks) } else { self }
    }

    /// The range in units.
    pub(super) fn reach(self) -> f64 {
        self.range as f64 / self.unit as f64
    }

    /// Where a mean may lie, in units.
    pub fn possible(self) -> Interval {
        Interval { lo: self.ends.0 as f64 / self.unit as f64, hi: self.ends.1 as f64 / self.unit as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn moments(values: &[i64]) -> Moments {
        let x = || values.iter().map(|&x| i128::from(x));
        Moments {
            n: values.len() as u64,
            sum: x().sum(),
            squares: x().map(|x| x * x).sum(),
            least: values.iter().copied().min().unwrap(),
            most: values.iter().copied().max().unwrap(),
        }
    }

    /// 2, 4, 4, 4, 5, 5, 7, 9 have mean 5 and squared deviations 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32.
    #[test]
    fn standard_error_matches_a_hand_calculation() {
        let moments = moments(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!(moments.mean(Scale::new(10, 1)), Some(0.5));
        let expected = (32.0f64 / 56.0).sqrt() / 10.0;
        assert!((moments.standard_error(Scale::new(10, 1)).unwrap() - expected).abs() < 1e-17);
    }

    /// The same numbers: 32 / 7, and none where all are alike.
    #[test]
    fn variance_matches_a_hand_calculation() {
        let found = moments(&[2, 4, 4, 4, 5, 5, 7, 9]).variance(Scale::new(10, 1)).unwrap();
        assert!((found - 32.0 / 700.0).abs() < 1e-16);
        assert_eq!(moments(&[60; 7]).variance(Scale::new(60, 60)), Some(0.0));
        assert_eq!(moments(&[60]).variance(Scale::new(60, 60)), None);
    }

    /// ln 40 = 3.689 of 100 blocks may be otherwise, by the range at most: 0.0738, over 1.96.
    #[test]
    fn equal_blocks_leave_a_doubt() {
        let found = moments(&[0; 100]).standard_error(Scale::new(60, 120)).unwrap();
        assert!((found - 2.0 * 0.03688879454 / 1.959963985).abs() < 1e-9);
        assert_eq!(moments(&[0; 100]).cautious_standard_error(Scale::new(60, 120)), None);
    }

    /// 30 of 300 blocks are 1, the others 0: 30 · 0.9² + 270 · 0.1² over 0.9², and two more of them; of 3 in 300 it is
    /// the range that counts, 16 times.
    #[test]
    fn few_blocks_at_the_far_end_are_read_with_care() {
        let blocks = |ones: usize| moments(&[vec![1; ones], vec![0; 300 - ones]].concat());
        let squares = 30.0 * 0.81 + 270.0 * 0.01;
        assert!((blocks(30).far_blocks().unwrap() - squares / 0.81).abs() < 1e-12);
        let found = blocks(30).cautious_standard_error(Scale::new(1, 2)).unwrap();
        let expected = ((squares + 2.0 * 0.81) / (300.0 * 299.0_f64)).sqrt();
        assert!((found - expected).abs() < 1e-15);
        let few = blocks(3).cautious_standard_error(Scale::new(1, 2)).unwrap();
        assert!((few - (64.0 / (300.0 * 299.0_f64)).sqrt()).abs() < 1e-15);
    }

    #[test]
    fn too_few_blocks_say_nothing() {
        assert_eq!(Moments::default().mean(Scale::new(60, 60)), None);
        assert_eq!(moments(&[30]).mean(Scale::new(60, 60)), Some(0.5));
        assert_eq!(moments(&[30]).standard_error(Scale::new(60, 60)), None);
    }

    /// 10^15 blocks near 10^6, half of them one more than the others: deviations of ¼ a block.
    #[test]
    fn large_sums_do_not_cancel() {
        let half: i128 = 500_000_000_000_000;
        let (a, b) = (999_999, 1_000_000);
        let large = Moments {
            n: 2 * half as u64,
            sum: half * (a + b),
            squares: half * (a * a + b * b),
            least: 999_999,
            most: 1_000_000,
        };
        let found = large.standard_error(Scale::new(1, 1)).unwrap();
        assert!((found / (0.25 / 1e15f64).sqrt() - 1.0).abs() < 1e-14);
    }

    #[test]
    #[should_panic(expected = "no blocks have these sums")]
    fn impossible_sums_are_refused() {
        Moments { n: 2, sum: 2, squares: 1, least: 0, most: 1 }.standard_error(Scale::new(1, 1));
    }

    proptest! {
        /// The second road: deviations one by one.
        #[test]
        fn standard_error_is_the_spread_of_the_blocks(values in prop::collection::vec(-1000i64..1000, 2..50)) {
            let n = values.len() as f64;
            let mean = values.iter().sum::<i64>() as f64 / n;
            let deviations: f64 = values.iter().map(|&x| (x as f64 - mean) * (x as f64 - mean)).sum();
            prop_assume!(deviations > 0.0);
            let expected = (deviations / (n * (n - 1.0))).sqrt() / 60.0;
            let found = moments(&values).standard_error(Scale::new(60, 7)).unwrap();
            prop_assert!((found - expected).abs() <= 1e-12 * expected);
        }
    }
}
