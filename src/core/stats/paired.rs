//! The difference of two ratios whose blocks have their draws in common.
//!
//! Owns its variance, from the sums of each ratio and the products of the two over the same blocks.

use super::intervals::{freedom, unseen};
use super::moments::not_negative;
use super::quantiles::student;
use super::{ErrorRate, Estimate, Interval, RatioSums};
use num_bigint::{BigInt, Sign};

/// Sums over blocks of two pairs of counts (x, y), of each of which Σy / Σx is estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedRatios {
    /// Those of the one and of the other, whose ratio is taken from that of the one. Their ends are those of y / x of a
    /// block, as far as they are known.
    pub of: [RatioSums; 2],
    /// Σ over the same blocks of y·y′, y·x′, x·y′ and x·x′, the dashed being the other's.
    pub products: [i128; 4],
}

impl PairedRatios {
    /// Σ of the squares of what the blocks add to the difference, (y − Rx) / Σx less the same of the other, formed exactly:
    /// blocks that are alike in both add exactly nothing. `None` if no blocks can have these sums, or there are no
    /// observations of one of them.
    fn squares(&self) -> Option<f64> {
        let [own, other] = &self.of;
        if own.x <= 0 || other.x <= 0 {
            return None;
        }
        let big = |a: i128, b: i128| BigInt::from(a) * b;
        // (Σx)² times the sum of the squares of y − Rx.
        let alone = |of: &RatioSums| -> BigInt {
            big(of.x, of.x) * of.yy - big(of.x, of.y) * of.xy * 2 + big(of.y, of.y) * of.xx
        };
        let [yy, yx, xy, xx] = self.products;
        let both: BigInt =
            big(own.x, other.x) * yy - big(own.x, other.y) * yx - big(own.y, other.x) * xy + big(own.y, other.y) * xx;
        let squared: [BigInt; 2] = [own, other].map(|of| big(of.x, of.x));
        let all: BigInt = alone(own) * &squared[1] * &squared[1] + alone(other) * &squared[0] * &squared[0]
            - both * &squared[0] * &squared[1] * 2;
        if all.sign() == Sign::Minus {
            return None;
        }
        let [a, b] = [own.x as f64, other.x as f64].map(|x| x * x);
        Some(not_negative(&all, self) / (a * a) / (b * b))
    }

    /// The most that a block of ordinary size adds to the difference, if the ends are known.
    fn farthest(&self) -> Option<f64> {
        let [own, other] = self.of.map(|of| {
            let (ratio, ends) = (of.ratio()?, of.ends?);
            let size = (of.xx as f64 / of.active as f64).sqrt() / of.x as f64;
            Some(f64::max(ends.hi - ratio, ratio - ends.lo) * size)
        });
        Some(own? + other?)
    }
}

/// The difference of the two ratios with an interval of error rate `alpha`, for a number of blocks fixed beforehand; `None` without
/// observations of both, no interval from a single block.
///
/// The variance is that of the linearised difference, n/(n−1) · Σ((y − Rx)/Σx − (y′ − R′x′)/Σx′)²: as that of a ratio, with
/// the covariance that common draws make. The interval is Student's, with twice as many degrees of freedom as blocks at
/// the far end would make this variance. Where all blocks are alike it goes as far as a share of ln(2/α)/n of them could
/// move the difference, if each moved it by `reach`; there is none if that is not known.
pub fn ratio_difference(sums: &PairedRatios, reach: Option<f64>, alpha: ErrorRate) -> Option<Estimate> {
    let [own, other] = &sums.of;
    let value = own.ratio()? - other.ratio()?;
    let n = own.active.max(other.active);
    let interval = sums.squares().filter(|_| n >= 2).and_then(|squares| {
        if squares == 0.0 {
            return reach.map(|reach| Interval::about(value, unseen(n, alpha) * reach));
        }
        let far_blocks = sums.farthest().filter(|&far| far > 0.0).map(|far| squares / (far * far));
        let blocks = n as f64;
        let half = student(0.5 * alpha.value(), freedom(n, far_blocks)) * (squares * blocks / (blocks - 1.0)).sqrt();
        Some(Interval::about(value, half))
    });
    Some(Estimate { value, interval, n })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Block = [(i32, i32); 2];

    fn sums(blocks: &[Block]) -> PairedRatios {
        let ratio = |at: usize| {
            blocks.iter().map(|block| block[at]).fold(RatioSums::default(), |sums, (x, y)| {
                let (active, x, y) = (sums.active + u64::from(x > 0), i128::from(x), i128::from(y));
                let (xx, xy, yy) = (sums.xx + x * x, sums.xy + x * y, sums.yy + y * y);
                RatioSums { active, x: sums.x + x, y: sums.y + y, xx, xy, yy, ends: None }
            })
        };
        let mut products = [0; 4];
        for [(x, y), (x2, y2)] in blocks.iter().map(|block| block.map(|(x, y)| (i128::from(x), i128::from(y)))) {
            let more = [y * y2, y * x2, x * y2, x * x2];
            products.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        PairedRatios { of: [ratio(0), ratio(1)], products }
    }

    /// With one observation in each block it is the difference of paired means: 1, 0, 2 have mean 1 and variance 1.
    #[test]
    fn of_one_observation_a_block_it_is_a_paired_mean() {
        let found = ratio_difference(
            &sums(&[[(1, 3), (1, 2)], [(1, 7), (1, 7)], [(1, 5), (1, 3)]]),
            None,
            ErrorRate::FIVE_PERCENT,
        )
        .unwrap();
        let half = 4.302652730 * (1.0f64 / 3.0).sqrt();
        assert!((found.value - 1.0).abs() < 1e-12 && found.n == 3);
        assert!((found.interval.unwrap().hi - 1.0 - half).abs() < 1e-8, "{found:?}");
    }

    #[test]
    fn blocks_that_are_alike_leave_what_none_has_shown() {
        let alike = sums(&[[(2, 3), (2, 3)], [(5, 1), (5, 1)]]);
        assert_eq!(alike.squares(), Some(0.0));
        assert_eq!(ratio_difference(&alike, None, ErrorRate::FIVE_PERCENT).unwrap().interval, None);
        let interval = ratio_difference(&alike, Some(0.5), ErrorRate::FIVE_PERCENT).unwrap().interval.unwrap();
        assert!(interval.lo < 0.0 && interval.hi <= 0.5);
        let impossible =
            PairedRatios { products: [1 << 40, 0, 0, 1 << 40], ..sums(&[[(2, 3), (1, 0)], [(1, 0), (2, 9)]]) };
        assert_eq!(
            ratio_difference(&impossible, None, ErrorRate::FIVE_PERCENT).unwrap().interval,
            None,
            "no blocks have these"
        );
    }

    proptest! {
        /// The second road: what each block adds, one by one.
        #[test]
        fn squares_are_those_of_the_blocks_one_by_one(
            blocks in prop::collection::vec(prop::array::uniform2((0i32..9, -40i32..40)), 2..40),
        ) {
            let blocks: Vec<Block> =
                blocks.into_iter().map(|block| block.map(|(x, y)| (x, if x == 0 { 0 } else { y }))).collect();
            let all = sums(&blocks);
            prop_assume!(all.of.iter().all(|of| of.x > 0));
            let total = |at: usize| {
                let sum = |of: fn((i32, i32)) -> i32| blocks.iter().map(|block| f64::from(of(block[at]))).sum::<f64>();
                (sum(|block| block.0), sum(|block| block.1))
            };
            let added = |(x, y): (i32, i32), (all_x, all_y): (f64, f64)| {
                (f64::from(y) - all_y / all_x * f64::from(x)) / all_x
            };
            let (own, other) = (total(0), total(1));
            let expected: f64 =
                blocks.iter().map(|block| (added(block[0], own) - added(block[1], other)).powi(2)).sum();
            prop_assert!((all.squares().unwrap() - expected).abs() <= 1e-9 * expected + 1e-15);
        }
    }
}
