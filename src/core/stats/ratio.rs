//! Sums over blocks of two quantities, the variance of their ratio, and how many blocks that variance rests on.
//!
//! Owns [`RatioSums`]. Games of a block share their draws, so they are not independent; blocks are. What intervals are
//! made of it is in `intervals`.

use super::Interval;
use super::moments::not_negative;
use num_bigint::BigInt;

/// Sums over blocks of a pair (x, y), from which Σy / Σx is estimated.
///
/// x counts the observations of a block (games, turns on a card, duels), y adds up what was observed. Blocks without
/// an observation leave no trace: given which blocks have one, the others say nothing about the ratio.
/// Sums add up in any order to the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RatioSums {
    /// Blocks with x > 0. Not the blocks of the run: a card that is rarely met has few.
    pub active: u64,
    /// Σx, at least 0.
    pub x: i128,
    /// Σy.
    pub y: i128,
    /// Σx².
    pub xx: i128,
    /// Σxy.
    pub xy: i128,
    /// Σy².
    pub yy: i128,
    /// The least and the largest y / x of a block, or what they lie between.
    pub ends: Option<Interval>,
}

impl RatioSums {
    /// Σy / Σx, if there are observations.
    pub(super) fn ratio(&self) -> Option<f64> {
        (self.x > 0).then(|| self.y as f64 / self.x as f64)
    }

    /// Estimated variance of R = Σy / Σx, `None` from fewer than two blocks.
    ///
    /// The linearised ratio estimator, n/(n−1) · Σ(y − Rx)² / (Σx)²: Cochran, Sampling Techniques, 3rd edition (1977),
    /// theorem 2.5 with its sample estimate, and section 3.12 for proportions in clusters. The sampled fraction is
    /// taken as 0. (Σx)² Σ(y − Rx)² is formed exactly in integers, so equal ratios give exactly 0.
    pub(super) fn variance(&self) -> Option<f64> {
        if self.active < 2 || self.x <= 0 {
            return None;
        }
        let product = |a: i128, b: i128, c: i128| BigInt::from(a) * b * c;
        let cross = product(self.x, self.y, self.xy);
        let residuals = product(self.x, self.x, self.yy) + product(self.y, self.y, self.xx) - 2 * cross;
        let (x, n) = (self.x as f64, self.active as f64);
        Some(not_negative(&residuals, self) / (x * x) / (x * x) * (n / (n - 1.0)))
    }

    /// How many blocks at the far end would make this variance: Σ(y − Rx)² over the largest square of a block's
    /// deviation. Where few blocks differ from all others it is their number; of n blocks whose ratios are spread evenly
    /// it is n / 3. `None` if the ends are not known, or are one.
    pub(super) fn far_blocks(&self, variance: f64) -> Option<f64> {
        let (ratio, ends) = (self.ratio()?, self.ends?);
        let farthest = f64::max(ends.hi - ratio, ratio - ends.lo);
        let (x, n) = (self.x as f64, self.active as f64);
        // The square of a block of ordinary size at that distance.
        let square = farthest * farthest * self.xx as f64 / n;
        (farthest > 0.0).then(|| variance * (x * x) * ((n - 1.0) / n) / square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sums(blocks: &[(u32, i64)]) -> RatioSums {
        blocks.iter().fold(RatioSums::default(), |sums, &(x, y)| {
            let (active, x, y) = (sums.active + u64::from(x > 0), i128::from(x), i128::from(y));
            let (xx, xy, yy) = (sums.xx + x * x, sums.xy + x * y, sums.yy + y * y);
            RatioSums { active, x: sums.x + x, y: sums.y + y, xx, xy, yy, ends: None }
        })
    }

    fn assert_near(found: f64, expected: f64, error: f64) {
        assert!((found - expected).abs() <= error, "found {found}, expected {expected}");
    }

    /// By hand: R = 6/10, residuals 1 − 1.2, 0 − 1.2, 5 − 3.6 with squares 0.04, 1.44, 1.96, times 3/2 over 10².
    #[test]
    fn variance_matches_a_hand_calculation() {
        let found = sums(&[(2, 1), (2, 0), (6, 5)]).variance().unwrap();
        assert_near(found, 3.44 * 1.5 / 100.0, 1e-16);
    }

    /// Of 200 blocks of two 3 are worth 4, the others 0: R = 0.06 · ½, and what they deviate by is nearly all there is.
    #[test]
    fn far_blocks_are_those_that_make_the_variance() {
        let blocks = [vec![(2, 4); 3], vec![(2, 0); 197]].concat();
        let found = RatioSums { ends: Some(Interval { lo: 0.0, hi: 2.0 }), ..sums(&blocks) };
        let (ratio, far) = (12.0 / 400.0, found.far_blocks(found.variance().unwrap()).unwrap());
        let deviations = 3.0 * (2.0f64 - ratio).powi(2) + 197.0 * ratio * ratio;
        assert_near(far, deviations / (2.0 - ratio).powi(2), 1e-12);
        assert_eq!(sums(&blocks).far_blocks(1.0), None, "without ends nothing is known");
    }

    /// 10^15 blocks of about 10^6, half of them one more than the other half: the variance is that of a coin, ¼ a block,
    /// although Σy² is 10^27 and differs from n·mean² only in the 13th digit.
    #[test]
    fn large_sums_do_not_cancel() {
        let half: i128 = 500_000_000_000_000;
        let (a, b) = (999_999, 1_000_000);
        let large = RatioSums {
            active: 2 * half as u64,
            x: 2 * half,
            y: half * (a + b),
            xx: 2 * half,
            xy: half * (a + b),
            yy: half * (a * a + b * b),
            ends: None,
        };
        let expected = 0.25 / (2.0 * half as f64 - 1.0);
        assert_near(large.variance().unwrap() / expected, 1.0, 1e-14);
        let none = RatioSums { y: 2 * half * b, xy: 2 * half * b, yy: 2 * half * b * b, ..large };
        assert_eq!(none.variance(), Some(0.0));
    }

    prop_compose! {
        fn some_blocks()(blocks in prop::collection::vec((0u32..30, 0.0..=1.0f64), 0..60)) -> Vec<(u32, i64)> {
            blocks.into_iter().map(|(x, share)| (x, (share * f64::from(60 * x)) as i64)).collect()
        }
    }

    proptest! {
        /// The second road: residuals one by one.
        #[test]
        fn variance_is_the_spread_of_the_residuals(blocks in some_blocks()) {
            let all = sums(&blocks);
            let active: Vec<(f64, f64)> =
                blocks.iter().filter(|&&(x, _)| x > 0).map(|&(x, y)| (f64::from(x), y as f64)).collect();
            prop_assume!(active.len() > 1);
            let n = active.len() as f64;
            let x: f64 = active.iter().map(|&(x, _)| x).sum();
            let ratio = active.iter().map(|&(_, y)| y).sum::<f64>() / x;
            let residuals: f64 = active.iter().map(|&(x, y)| (y - ratio * x) * (y - ratio * x)).sum();
            let expected = residuals * n / (n - 1.0) / (x * x);
            prop_assert!((all.variance().unwrap() - expected).abs() <= 1e-12 * expected + 1e-18);
        }

        /// y + c·x moves the mean by c and leaves the variance alone, to the last bit.
        #[test]
        fn a_shift_moves_the_mean_and_not_the_variance(blocks in some_blocks(), shift in -1_000_000i64..1_000_000) {
            let shifted: Vec<(u32, i64)> = blocks.iter().map(|&(x, y)| (x, y + shift * i64::from(x))).collect();
            let (before, after) = (sums(&blocks), sums(&shifted));
            prop_assert_eq!(before.variance(), after.variance());
            if let (Some(before), Some(after)) = (before.ratio(), after.ratio()) {
                prop_assert!((after - before - shift as f64).abs() < 1e-8);
            }
        }
    }
}
