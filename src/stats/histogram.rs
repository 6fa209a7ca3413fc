//! Histograms: counts per integer value, and what describes them.
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
    let total: u128 = histogram.iter().map(|&(_, count)| u128::from(count)).sum();
    let mut below = 0;
    let counted = histogram.iter().filter(|&&(_, count)| count > 0);
    let mut reached = counted.skip_while(|&&(_, count)| {
        below += u128::from(count) * 100;
        below < total * u128::from(percent)
    });
    reached.next().map(|&(value, _)| value)
}
