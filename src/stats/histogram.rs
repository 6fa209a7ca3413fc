//! Histograms: counts per integer value, and what describes them.
//!
//! Describes what was counted, exactly. It estimates nothing, so there are no intervals here; the mean of something
//! that varies between blocks is [`mean`](super::mean)'s.
//!
//! A histogram is a slice of (value, count) with ascending values; values with count 0 may be there or not.

/// The smallest counted value such that at least `percent` (0 to 100) per cent of all counts lie at or below it;
/// `None` of an empty histogram.
///
/// This is the inverse of the empirical distribution function, definition 1 of Hyndman & Fan, The American
/// Statistician 50 (1996) 361, in integers. 0 gives the least value, 100 the greatest.
///
/// # Panics
/// In debug builds, if the values do not ascend.
pub fn quantile(histogram: &[(u32, u64)], percent: u32) -> Option<u32> {
    debug_assert!(histogram.is_sorted_by(|a, b| a.0 < b.0), "the values of a histogram ascend");
    let wanted = total(histogram) * u128::from(percent);
    let mut below = 0;
    counted(histogram).find_map(|(value, count)| {
        below += u128::from(count) * 100;
        (below >= wanted).then_some(value)
    })
}

/// The greatest counted value; `None` of an empty histogram.
pub fn max(histogram: &[(u32, u64)]) -> Option<u32> {
    counted(histogram).map(|(value, _)| value).max()
}

fn counted(histogram: &[(u32, u64)]) -> impl Iterator<Item = (u32, u64)> {
    histogram.iter().copied().filter(|&(_, count)| count > 0)
}

fn total(histogram: &[(u32, u64)]) -> u128 {
    histogram.iter().map(|&(_, count)| u128::from(count)).sum()
}
