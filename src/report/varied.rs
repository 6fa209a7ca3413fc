//! The tables of tournaments, races and priced decisions in several combinations.
//!
//! Owns the short table that people are shown, and how the tables of all combinations become one.

use super::column::Heading;
use super::field::Field;
use super::package::CsvFiles;
use super::table::{Table, csv_files};
use crate::record::{VariedPart, VariedTallies};
use crate::stats::Estimate;

/// What a combination comes to, in short.
#[derive(Clone, Debug)]
pub struct Headline {
    /// What each row is about.
    pub of: Heading,
    /// What is estimated.
    pub number: Heading,
    /// Each strategy, candidate or measure with its estimate.
    pub rows: Vec<(String, Option<Estimate>)>,
    /// The verdict, in a sentence.
    pub sentence: String,
}

/// How the combinations differ from the first one.
#[derive(Clone, Debug)]
pub struct Changes {
    /// A row for each number of each combination.
    pub table: Table,
    /// What is settled of each combination, in a sentence.
    pub sentences: Vec<String>,
}

/// `sweep`: a row for each strategy, or whatever else a headline has rows of, in each combination.
pub fn varied_table<T>(tallies: &VariedTallies<T>, headlines: &[Headline]) -> Table {
    let mut headings: Vec<Heading> = tallies.vary.iter().map(Heading::of_key).collect();
    headings.extend(headlines.first().into_iter().flat_map(|headline| [headline.of.clone(), headline.number.clone()]));
    let each = tallies.combinations.iter().zip(headlines);
    let rows = each.flat_map(|(VariedPart { values, .. }, headline)| {
        headline.rows.iter().map(move |(strategy, estimate)| {
            let keys = values.iter().map(|value| Field::Text(value.clone()));
            keys.chain([Field::Text(strategy.clone()), Field::Estimate(*estimate)]).collect()
        })
    });
    Table { name: "sweep".to_owned(), rows: rows.collect(), headings }
}

/// `sweep.csv`, and the files of all combinations: of each file one, with the values of the keys in front of each row. A column
/// that is called as a key is the key's.
pub fn varied_files<T>(
    tallies: &VariedTallies<T>,
    headlines: &[Headline],
    files: impl IntoIterator<Item = CsvFiles>,
) -> CsvFiles {
    let keys: Vec<Heading> = tallies.vary.iter().map(Heading::of_key).collect();
    let values = tallies.combinations.iter().map(|part| &*part.values);
    csv_files([varied_table(tallies, headlines)]).and(CsvFiles::varied(&keys, values.zip(files)))
}
