//! What pages of sweeps have in common: how combinations are named, and what is said of their differences.

use crate::record::{CombinationRecord, SweepTallies, VariedKey};
use crate::report::{Field, Table};
use crate::stats::{Estimate, Interval};

/// The most pictures of one number, and the most rows of the table; all numbers are in `sweep.csv`.
pub(crate) const MOST_PICTURES: usize = 24;
/// The most rows of the table.
pub(crate) const MOST_ROWS: usize = 240;

/// The estimate of a column in a row of the table of win shares and scores.
pub(crate) fn estimate(table: &Table, row: &[Field], column: &str) -> Option<Estimate> {
    let at = table.headings.iter().position(|heading| heading.name() == column)?;
    if let Field::Estimate(estimate) = row[at] { estimate } else { None }
}

/// A combination by its keys and their values: `rerolls=2, deck=mine`.
pub(crate) fn combination_words(vary: &[VariedKey], values: &[String]) -> String {
    keys_of(vary, values).join(", ")
}

fn keys_of(vary: &[VariedKey], values: &[String]) -> Vec<String> {
    vary.iter().zip(values).map(|(varied, value)| format!("{}={value}", varied.key)).collect()
}

/// What a combination is called by the last key, or by all keys before it.
pub(crate) fn named(tallies: &SweepTallies, combination: &CombinationRecord, last: bool) -> String {
    let keys = keys_of(&tallies.vary, &combination.values);
    let (before, after) = keys.split_at(keys.len() - 1);
    if last { after.join(", ") } else { before.join(", ") }
}

/// An interval on one side of 0, in points: from its near end to its far one.
pub(crate) fn points(interval: &Interval, more: &str, less: &str) -> String {
    let (near, far, word) = match interval.lo > 0.0 {
        true => (interval.lo, interval.hi, more),
        false => (-interval.hi, -interval.lo, less),
    };
    let digits = if 100.0 * near < 0.1 { 3 } else { 1 };
    format!("{:.digits$} to {:.digits$} percentage points {word}", 100.0 * near, 100.0 * far)
}
