//! Distributions of whole numbers: how many games had each value.
//!
//! Owns what such a list can be. Counts are integers, so the lists of parts of a run add up to that of the whole.

use std::collections::BTreeMap;

/// Pairs of a value and of how many games had it; values ascend.
pub type Histogram = Vec<(u32, u64)>;

/// The values that any game had, from a list of counts by value.
pub fn histogram(counts: &[u64]) -> Histogram {
    (0..).zip(counts.iter().copied()).filter(|&(_, games)| games > 0).collect()
}

/// Both together; `None` if a number of games does not fit.
pub fn both<'h>(parts: impl IntoIterator<Item = &'h Histogram>) -> Option<Histogram> {
    let mut sums: BTreeMap<u32, u64> = BTreeMap::new();
    for &(value, games) in parts.into_iter().flatten() {
        let sum = sums.entry(value).or_default();
        *sum = sum.checked_add(games)?;
    }
    Some(sums.into_iter().collect())
}

/// Whether so many games can have had these values, none above `most`.
pub(super) fn is_histogram(histogram: &Histogram, games: u64, most: u32) -> bool {
    let counted = histogram.iter().try_fold(0u64, |all, &(_, games)| all.checked_add(games));
    counted == Some(games)
        && histogram.is_sorted_by(|(less, _), (more, _)| less < more)
        && histogram.last().is_none_or(|&(value, _)| value <= most)
}

/// The sum of the values of all games.
pub(super) fn total(histogram: &Histogram) -> i128 {
    histogram.iter().map(|&(value, games)| i128::from(value) * i128::from(games)).sum()
}
