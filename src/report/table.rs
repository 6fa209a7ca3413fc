//! A table before it is written: headings and fields with meaning.

use crate::stats::Estimate;

/// The heading of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heading {
    /// One column.
    Plain(String),
    /// An estimate: in files the three columns `x`, `x_lo`, `x_hi`.
    Estimate(String),
}

impl Heading {
    /// The name of the column.
    pub fn name(&self) -> &str {
        let (Heading::Plain(name) | Heading::Estimate(name)) = self;
        name
    }
}

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

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What it is called: its file is this with an ending.
    pub name: String,
    /// The columns.
    pub headings: Vec<Heading>,
    /// The rows, a field a column.
    pub rows: Vec<Vec<Field>>,
}
