//! Tables: rows of fields under headings, and how files have them: CSV for scripts, and JSON. `shown` has what people see.

use super::column::{Column, Heading};
use super::definitions;
use super::field::Field;
use super::package::{CsvFile, CsvFiles};
use crate::stats::Estimate;
use serde_json::Value;

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

/// Names of columns that are no words.
const NAMES: [&str; 2] = [definitions::DIFF, definitions::EV];

impl Table {
    /// The table with these columns of these rows.
    pub(crate) fn new<R>(name: &str, columns: Vec<Column<'_, R>>, rows: impl IntoIterator<Item = R>) -> Table {
        let row = |row: R| columns.iter().map(|column| column.field(&row)).collect();
        let rows = rows.into_iter().map(row).collect();
        Table { name: name.to_owned(), headings: columns.into_iter().map(Column::into_heading).collect(), rows }
    }

    /// The table without some columns.
    pub fn without(&self, columns: &[&str]) -> Table {
        let is_kept = |column: &usize| !columns.contains(&self.headings[*column].name());
        self.with(&(0..self.headings.len()).filter(is_kept).collect::<Vec<_>>())
    }

    /// The table with some columns in front of the others.
    pub fn with_first(&self, columns: &[&str]) -> Table {
        let place = |column: &usize| {
            let name = self.headings[*column].name();
            columns.iter().position(|first| *first == name).unwrap_or(columns.len())
        };
        let mut order: Vec<usize> = (0..self.headings.len()).collect();
        order.sort_by_key(place);
        self.with(&order)
    }

    /// The table with some columns alone, those that it has, in this order.
    pub fn only(&self, columns: &[&str]) -> Table {
        let place = |name: &&str| self.headings.iter().position(|heading| heading.name() == *name);
        self.with(&columns.iter().filter_map(place).collect::<Vec<_>>())
    }

    /// The table with these columns alone, in this order.
    fn with(&self, columns: &[usize]) -> Table {
        let rows = self.rows.iter().map(|row| columns.iter().map(|&column| row[column].clone()).collect()).collect();
        let headings = columns.iter().map(|&column| self.headings[column].clone()).collect();
        Table { name: self.name.clone(), headings, rows }
    }

    /// What some columns mean, those that it has: a note each, as people are told below it.
    pub fn explained(&self, columns: &[&str]) -> Vec<String> {
        let named = |name: &&str| self.headings.iter().find(|heading| heading.name() == *name);
        let found = columns.iter().filter_map(named);
        found.map(|heading| format!("{}: {}", heading.words(), self.in_words(heading.meaning()))).collect()
    }

    /// A text with the words above columns in the place of their names.
    pub(crate) fn in_words(&self, text: &str) -> String {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let word = |word: &str| {
            let named = self
                .headings
                .iter()
                .find(|heading| heading.name() == word && (word.contains('_') || NAMES.contains(&word)));
            named.map_or_else(|| word.to_owned(), Heading::words)
        };
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(is_part) {
            let end = rest[at..].find(|c| !is_part(c)).map_or(rest.len(), |length| at + length);
            parts.extend([rest[..at].to_owned(), word(&rest[at..end])]);
            rest = &rest[end..];
        }
        parts.concat() + rest
    }

    /// The table with the columns `players` and `experiment` in front.
    pub fn of(mut self, origin: &Origin) -> Table {
        self.headings.splice(0..0, definitions::ORIGIN);
        for row in &mut self.rows {
            row.splice(0..0, [Field::Whole(origin.players.into()), Field::Text(origin.experiment.clone())]);
        }
        self
    }
}

/// What tells the rows of one experiment from those of another, in front of every simulated table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// How many play.
    pub players: u64,
    /// The code of the experiment: a letter and 8 hexadecimal digits.
    pub experiment: String,
}

/// A number with so many decimals; what rounds to 0 has no sign.
pub(super) fn decimals(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if text.trim_start_matches(['-', '0', '.']).is_empty() { text.replace('-', "") } else { text }
}

/// The decimals of an estimate in files: 6, and more where fewer than three digits of a small number would show.
fn file_decimals(value: f64) -> usize {
    let mut digits = 6;
    let mut unit = 1e-4;
    while value != 0.0 && value.abs() < unit && digits < 15 {
        (digits, unit) = (digits + 1, unit / 10.0);
    }
    digits
}

/// The three columns of an estimate; what is not known is empty.
fn three(estimate: Option<&Estimate>) -> [String; 3] {
    let interval = estimate.and_then(|estimate| estimate.interval.as_ref());
    let text = |value: Option<f64>| value.map_or(String::new(), |value| decimals(value, file_decimals(value)));
    [text(estimate.map(|e| e.value)), text(interval.map(|i| i.lo)), text(interval.map(|i| i.hi))]
}

/// The columns of a row in files: names for a heading, texts for a field.
fn columns(name: &str, field: &Field) -> Vec<(String, String)> {
    let number = |value: Option<f64>, digits| value.map_or(String::new(), |value| decimals(value, digits));
    let text = match field {
        Field::Text(text) => text.clone(),
        Field::Whole(value) => value.to_string(),
        Field::Exact(value) => number(*value, 6),
        Field::Solved(value) => number(*value, 12),
        Field::Estimate(estimate) => {
            let ends = ["", "_lo", "_hi"].map(|end| format!("{name}{end}"));
            return ends.into_iter().zip(three(estimate.as_ref())).collect();
        }
    };
    vec![(name.to_owned(), text)]
}

/// The table as CSV: a header line, 6 decimals, an estimate as `x,x_lo,x_hi`.
///
/// # Panics
/// If a row has another number of fields than the headings say.
pub fn to_csv(table: &Table) -> String {
    csv_of(&table.headings, &table.rows)
}

/// The CSV text of these rows, each of which is dropped as soon as it is written.
///
/// # Panics
/// As [`to_csv`].
#[expect(clippy::expect_used, reason = "memory takes every row, and all rows have the columns of the headings")]
pub(crate) fn csv_of(headings: &[Heading], rows: impl IntoIterator<Item = impl AsRef<[Field]>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let header = headings.iter().flat_map(Heading::in_files);
    writer.write_record(header.map(|column| column.name)).expect("a header is written");
    for row in rows {
        let fields = row.as_ref().iter().flat_map(|field| columns("", field)).map(|(_, text)| text);
        writer.write_record(fields).expect("a row is as long as the header");
    }
    String::from_utf8_lossy(&writer.into_inner().expect("memory is flushed")).into_owned()
}

/// The table as a JSON list of objects with the columns of the CSV; what is not known is `null`.
pub fn to_json(table: &Table) -> String {
    let value = |field: &Field, text: String| match field {
        Field::Text(_) => Value::String(text),
        _ => text.parse().map_or(Value::Null, Value::Number),
    };
    let object = |row: &Vec<Field>| {
        let fields = table.headings.iter().zip(row);
        let columns = fields.flat_map(|(heading, field)| {
            columns(heading.name(), field).into_iter().map(|(name, text)| (name, value(field, text)))
        });
        Value::Object(columns.collect())
    };
    format!("{:#}\n", Value::Array(table.rows.iter().map(object).collect()))
}

/// A table of so many rows that they are made one after the other.
pub(crate) struct Long<'r> {
    pub name: &'static str,
    pub headings: Vec<Heading>,
    pub rows: Box<dyn Iterator<Item = Vec<Field>> + 'r>,
}

impl Long<'_> {
    /// All rows at once.
    pub(crate) fn whole(self) -> Table {
        Table { name: self.name.to_owned(), headings: self.headings, rows: self.rows.collect() }
    }

    /// The file.
    pub(crate) fn csv_file(self) -> CsvFile {
        CsvFile::new(self.name, &self.headings, csv_of(&self.headings, self.rows))
    }
}

/// The files of these tables.
pub(crate) fn csv_files(tables: impl IntoIterator<Item = Table>) -> CsvFiles {
    tables.into_iter().map(|table| CsvFile::new(&table.name, &table.headings, to_csv(&table))).collect()
}
