//! A table before it is written: headings and fields with meaning, column by column.

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

impl Table {
    /// The table with these columns of these rows.
    pub(super) fn new<R>(name: &str, columns: Vec<Column<'_, R>>, rows: impl IntoIterator<Item = R>) -> Table {
        let row = |row: R| columns.iter().map(|column| (column.field)(&row)).collect();
        let rows = rows.into_iter().map(row).collect();
        Table { name: name.to_owned(), headings: columns.into_iter().map(|column| column.heading).collect(), rows }
    }
}

/// A column of a table about things of type `R`: its heading, and what stands in the row of one of them.
pub(super) struct Column<'a, R> {
    pub heading: Heading,
    field: Box<dyn Fn(&R) -> Field + 'a>,
}

impl<'a, R> Column<'a, R> {
    /// A word.
    pub(super) fn text<T: Into<String>>(name: impl Into<String>, text: impl Fn(&R) -> T + 'a) -> Column<'a, R> {
        Column::plain(name, move |row| Field::Text(text(row).into()))
    }

    /// A whole number.
    pub(super) fn whole<N: Into<i128>>(name: impl Into<String>, number: impl Fn(&R) -> N + 'a) -> Column<'a, R> {
        Column::plain(name, move |row| Field::Whole(number(row).into()))
    }

    /// A number from an exact solution.
    pub(super) fn solved<N: Into<Option<f64>>>(name: &str, number: impl Fn(&R) -> N + 'a) -> Column<'a, R> {
        Column::plain(name, move |row| Field::Solved(number(row).into()))
    }

    /// An estimate.
    pub(super) fn estimate(name: impl Into<String>, estimate: impl Fn(&R) -> Option<Estimate> + 'a) -> Column<'a, R> {
        let field = move |row: &R| Field::Estimate(estimate(row));
        Column { heading: Heading::Estimate(name.into()), field: Box::new(field) }
    }

    /// The same column in a table about things of which each has a row of this one.
    pub(super) fn about<W>(self, part: impl Fn(&W) -> R + 'a) -> Column<'a, W>
    where
        R: 'a,
    {
        let Column { heading, field } = self;
        Column { heading, field: Box::new(move |whole| field(&part(whole))) }
    }

    /// Anything in one column.
    pub(super) fn plain(name: impl Into<String>, field: impl Fn(&R) -> Field + 'a) -> Column<'a, R> {
        Column { heading: Heading::Plain(name.into()), field: Box::new(field) }
    }
}
