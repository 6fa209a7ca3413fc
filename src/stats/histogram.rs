//! Histograms: counts per integer value, and what describes them.
//!
//! Describes what was counted, exactly. It estimates nothing, so there are no intervals here; the mean of something
//! that varies between blocks is [`mean`](super::mean)'s.
//!
//! A histogram is a slice of (value, count) with ascending values; values with count 0 may be there or not.

/// A share of the whole, 0 to 1, as an exact fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    numerator: u32,
    denominator: u32,
}

impl Share {
    /// One half: the median.
    pub const HALF: Share = Share { numerator: 1, denominator: 2 };

    /// The fraction, or `None` if it is above 1 or its denominator is 0.
    pub const fn new(numerator: u32, denominator: u32) -> Option<Share> {
        if denominator > 0 && numerator <= denominator { Some(Share { numerator, denominator }) } else { None }
    }
}

/// The smallest counted value such that at least `share` of all counts lie at or below it; `None` of an empty
/// histogram.
///
/// This is the inverse of the empirical distribution function, definition 1 of Hyndman & Fan, The American
/// Statistician 50 (1996) 361, in integers. A share of 0 gives the least value, 1 the greatest.
///
/// # Panics
/// In debug builds, if the values do not ascend.
pub fn quantile(histogram: &[(u32, u64)], share: Share) -> Option<u32> {
    debug_assert!(histogram.is_sorted_by(|a, b| a.0 < b.0), "the values of a histogram ascend");
    let wanted = total(histogram) * u128::from(share.numerator);
    let mut below = 0;
    counted(histogram).find_map(|(value, count)| {
        below += u128::from(count) * u128::from(share.denominator);
        (below >= wanted).then_some(value)
    })
}

/// The greatest counted value; `None` of an empty histogram.
pub fn max(histogram: &[(u32, u64)]) -> Option<u32> {
    counted(histogram).map(|(value, _)| value).max()
}

/// The mean of the counted values; `None` of an empty histogram.
pub fn mean(histogram: &[(u32, u64)]) -> Option<f64> {
    let total = total(histogram);
    let sum: u128 = histogram.iter().map(|&(value, count)| u128::from(value) * u128::from(count)).sum();
    (total > 0).then(|| sum as f64 / total as f64)
}

fn counted(histogram: &[(u32, u64)]) -> impl Iterator<Item = (u32, u64)> {
    histogram.iter().copied().filter(|&(_, count)| count > 0)
}

fn total(histogram: &[(u32, u64)]) -> u128 {
    histogram.iter().map(|&(_, count)| u128::from(count)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn share(numerator: u32, denominator: u32) -> Share {
        Share::new(numerator, denominator).unwrap()
    }

    #[test]
    fn nothing_describes_an_empty_histogram() {
        for empty in [&[][..], &[(3, 0), (5, 0)]] {
            assert_eq!(quantile(empty, Share::HALF), None);
            assert_eq!(max(empty), None);
            assert_eq!(mean(empty), None);
        }
    }

    #[test]
    fn a_share_lies_between_0_and_1() {
        assert_eq!(Share::new(3, 2), None);
        assert_eq!(Share::new(0, 0), None);
        assert_eq!(Share::new(1, 2), Some(Share::HALF));
    }

    /// 1, 1, 2, 4, 4, 4, 9, 9, 9, 9: read off by hand.
    #[test]
    fn quantiles_can_be_read_off_the_sorted_values() {
        let histogram = [(0, 0), (1, 2), (2, 1), (3, 0), (4, 3), (9, 4), (12, 0)];
        for (numerator, expected) in [(0, 1), (1, 1), (2, 1), (3, 2), (4, 4), (5, 4), (6, 4), (7, 9), (10, 9)] {
            assert_eq!(quantile(&histogram, share(numerator, 10)), Some(expected), "{numerator}/10");
        }
        assert_eq!(quantile(&histogram, share(601, 1000)), Some(9));
        assert_eq!(max(&histogram), Some(9));
        assert_eq!(mean(&histogram), Some(5.2));
    }

    #[test]
    fn the_largest_counts_do_not_overflow() {
        let histogram = [(1, u64::MAX), (u32::MAX, u64::MAX)];
        assert_eq!(quantile(&histogram, Share::HALF), Some(1));
        assert_eq!(quantile(&histogram, share(u32::MAX, u32::MAX)), Some(u32::MAX));
        assert_eq!(mean(&histogram), Some(2_147_483_648.0));
    }

    proptest! {
        /// The other road: sort all values and take the one at rank ⌈share · n⌉.
        #[test]
        fn quantile_is_a_rank_of_the_sorted_values(
            counts in prop::collection::vec(0u64..4, 1..12), numerator in 0u32..=20,
        ) {
            let histogram: Vec<(u32, u64)> = (5..).zip(counts).collect();
            let values: Vec<u32> =
                histogram.iter().flat_map(|&(value, count)| std::iter::repeat_n(value, count as usize)).collect();
            let rank = (numerator as usize * values.len()).div_ceil(20).max(1);
            let expected = values.get(rank - 1).copied();
            prop_assert_eq!(quantile(&histogram, share(numerator, 20)), expected);
        }
    }
}
