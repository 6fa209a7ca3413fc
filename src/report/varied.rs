//! The tables of tournaments, races and priced decisions in several combinations.
//!
//! Owns the short table that people are shown, and how the tables of all combinations become one.

use super::table::{Column, Table};
use crate::record::{VariedPart, VariedTallies};
use crate::stats::Estimate;

/// What a combination comes to, in short.
#[derive(Clone, Debug)]
pub struct Headline {
    /// What is estimated, as tables call it.
    pub number: &'static str,
    /// Each strategy or candidate with its estimate.
    pub rows: Vec<(String, Option<Estimate>)>,
    /// The verdict, in a sentence.
    pub sentence: String,
}

/// `sweep`: a row for each strategy in each combination.
pub fn varied_table<T>(tallies: &VariedTallies<T>, headlines: &[Headline]) -> Table {
    type Row<'r> = (&'r [String], &'r str, Option<Estimate>);
    let number = headlines.first().map_or("", |headline| headline.number);
    let mut columns: Vec<Column<'_, Row<'_>>> = Vec::new();
    for (at, varied) in tallies.vary.iter().enumerate() {
        columns.push(Column::text(varied.key.clone(), move |(values, ..): &Row<'_>| values[at].clone()));
    }
    columns.push(Column::text("strategy", |(_, strategy, _): &Row<'_>| *strategy));
    columns.push(Column::estimate(number, |(.., estimate): &Row<'_>| *estimate));
    let each = tallies.combinations.iter().zip(headlines);
    let rows = each.flat_map(|(VariedPart { values, .. }, headline)| {
        headline.rows.iter().map(move |(strategy, estimate)| (&values[..], &**strategy, *estimate))
    });
    Table::new("sweep", columns, rows)
}

/// The files of all combinations: of each file one, with the values of the keys in front of each row. A column that is called as
/// a key is the key's.
pub fn varied_files<T>(tallies: &VariedTallies<T>, files: &[Vec<(String, String)>]) -> Vec<(String, String)> {
    let keys: Vec<&str> = tallies.vary.iter().map(|varied| &*varied.key).collect();
    let mut all: Vec<(String, Vec<u8>)> = Vec::new();
    for (part, files) in tallies.combinations.iter().zip(files) {
        for (name, text) in files.iter().filter(|(name, _)| name.ends_with(".csv")) {
            let at = all.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
                all.push((name.clone(), Vec::new()));
                all.len() - 1
            });
            append(&mut all[at].1, (&keys, &part.values), text);
        }
    }
    all.into_iter().map(|(name, text)| (name, String::from_utf8_lossy(&text).into_owned())).collect()
}

/// Adds the rows of a file, after the header if there is none yet.
fn append(to: &mut Vec<u8>, (keys, values): (&[&str], &[String]), text: &str) {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let is_new = to.is_empty();
    let mut writer = csv::Writer::from_writer(to);
    let mut keeps: Vec<bool> = Vec::new();
    for (number, record) in reader.records().filter_map(Result::ok).enumerate() {
        if number == 0 {
            keeps = record.iter().map(|name| !keys.contains(&name)).collect();
        }
        let own = record.iter().zip(&keeps).filter(|(_, keep)| **keep).map(|(field, _)| field);
        // Memory takes every row.
        let _ = match number {
            0 if is_new => writer.write_record(keys.iter().copied().chain(own)),
            0 => Ok(()),
            _ => writer.write_record(values.iter().map(String::as_str).chain(own)),
        };
    }
}
