//! Quantiles of counts: read off by hand, and as ranks of the sorted values.

use analyze::stats::{quantile, quantile_interval, share_above_largest};
use proptest::prelude::*;

#[test]
fn nothing_describes_an_empty_histogram() {
    for empty in [&[][..], &[(3, 0), (5, 0)]] {
        assert_eq!(quantile(empty, 50), None);
        assert_eq!(quantile(empty, 100), None);
    }
}

/// 1, 1, 2, 4, 4, 4, 9, 9, 9, 9: read off by hand.
#[test]
fn quantiles_can_be_read_off_the_sorted_values() {
    let histogram = [(0, 0), (1, 2), (2, 1), (3, 0), (4, 3), (9, 4), (12, 0)];
    for (percent, expected) in [(0, 1), (10, 1), (20, 1), (30, 2), (40, 4), (60, 4), (61, 9), (70, 9), (100, 9)] {
        assert_eq!(quantile(&histogram, percent), Some(expected), "{percent} %");
    }
    assert_eq!(quantile(&histogram, 100), Some(9));
}

/// Of 1 to 100, each once, in a hundred blocks: Wilson's limits for 50 of 100 are 0.404 and 0.596, for 95 of 100 0.888 and
/// 0.978 (Newcombe's method 3). Of seventy blocks all may lie below the 95th percentile, 0.95^70 = 0.028, of five all
/// above the median.
#[test]
fn quantiles_have_the_order_statistics_at_wilsons_limits() {
    let hundred: Vec<(u32, u64)> = (1..=100).map(|value| (value, 1)).collect();
    assert_eq!(quantile_interval(&hundred, 50, 100), [Some(41), Some(60)]);
    assert_eq!(quantile_interval(&hundred, 95, 100), [Some(89), Some(98)]);
    assert_eq!(quantile_interval(&hundred, 95, 70)[1], None);
    assert!(quantile_interval(&hundred, 95, 73)[1].is_some());
    assert_eq!(quantile_interval(&hundred, 50, 5), [None, None]);
    assert!(quantile_interval(&hundred, 50, 6).iter().all(Option::is_some));
}

/// 0.05 = e^(−n π): none of a thousand blocks lies above, so at most ln 20 / 1000 of them would.
#[test]
fn the_largest_value_may_be_exceeded_by_a_share_of_the_blocks() {
    assert!((share_above_largest(1_000) - 0.002995732).abs() < 1e-9);
    assert_eq!(share_above_largest(2), 1.0);
}

#[test]
fn the_largest_counts_do_not_overflow() {
    let histogram = [(1, u64::MAX), (u32::MAX, u64::MAX)];
    assert_eq!(quantile(&histogram, 50), Some(1));
    assert_eq!(quantile(&histogram, 100), Some(u32::MAX));
}

proptest! {
    /// The other road: sort all values and take the one at rank ⌈share · n⌉.
    #[test]
    fn quantile_is_a_rank_of_the_sorted_values(
        counts in prop::collection::vec(0u64..4, 1..12), percent in 0u32..=100,
    ) {
        let histogram: Vec<(u32, u64)> = (5..).zip(counts).collect();
        let values: Vec<u32> =
            histogram.iter().flat_map(|&(value, count)| std::iter::repeat_n(value, count as usize)).collect();
        let rank = (percent as usize * values.len()).div_ceil(100).max(1);
        let expected = values.get(rank - 1).copied();
        prop_assert_eq!(quantile(&histogram, percent), expected);
    }
}
