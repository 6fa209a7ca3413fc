//! What a cell of a table holds.

use crate::stats::Estimate;

/// A field of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// A word.
    Text(String),
    /// A whole number.
    Whole(i128),
    /// A number that is known, not estimated; empty where it does not exist.
    Exact(Option<f64>),
    /// A number from an exact solution: 12 decimals in files; empty where it does not exist.
    Solved(Option<f64>),
    /// An estimate; empty where nothing was observed.
    Estimate(Option<Estimate>),
}
