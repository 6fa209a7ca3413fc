//! The tables of tournaments, races and priced decisions in several combinations.
//!
//! Owns the short table that people are shown, and how the tables of all combinations become one.

use super::column::Heading;
use super::definitions;
use super::field::Field;
use super::package::CsvFiles;
use super::regret::lost;
use super::table::{Table, csv_files, shown_estimate};
use super::tournament::{Standings, order_sentences};
use super::tune::{tested_difference, tune_sentences};
use analyze_core::record::{RegretOf, RegretRecord, TuneTallies, VariedPart, VariedTallies};
use analyze_core::stats::Estimate;

/// What a combination comes to, in short.
#[derive(Clone, Debug)]
pub struct Headline {
    /// What is estimated.
    pub number: Heading,
    /// Each strategy or candidate with its estimate.
    pub rows: Vec<(String, Option<Estimate>)>,
    /// The verdict, in a sentence.
    pub sentence: String,
}

/// `sweep`: a row for each strategy in each combination.
pub fn varied_table<T>(tallies: &VariedTallies<T>, headlines: &[Headline]) -> Table {
    let mut headings: Vec<Heading> = tallies.vary.iter().map(Heading::of_key).collect();
    headings.push(Heading::text(definitions::STRATEGY));
    headings.extend(headlines.first().map(|headline| headline.number.clone()));
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

impl Headline {
    /// Of a tournament: every entrant's mean.
    pub fn of_tournament(standings: &Standings<'_>) -> Headline {
        let tallies = standings.tallies;
        let row = |entrant: usize| (tallies.name(entrant).to_owned(), standings.mean(entrant));
        Headline {
            number: Heading::estimate(definitions::MEAN),
            rows: standings.order().into_iter().map(row).collect(),
            sentence: order_sentences(standings).into_iter().next().unwrap_or_default(),
        }
    }

    /// Of a race: its winner, and how the test of it ended.
    pub fn of_race(tallies: &TuneTallies, grouped: impl Fn(u64) -> String) -> Headline {
        Headline {
            number: Heading::estimate(definitions::TESTED),
            rows: tested_difference(tallies).into_iter().collect(),
            sentence: tune_sentences(tallies, grouped).into_iter().next().unwrap_or_default(),
        }
    }

    /// Of priced decisions: what those of each strategy cost.
    pub fn of_prices(record: &RegretRecord) -> Headline {
        let lost = |of: &RegretOf| of.groups.first().and_then(|all| lost(record, of, all));
        let rows: Vec<_> = record.strategies.iter().map(|of| (of.strategy.clone(), lost(of))).collect();
        let told = |(name, lost): &(String, Option<Estimate>)| match lost {
            Some(lost) => format!("{name} {}", shown_estimate(lost)),
            None => format!("{name} nothing known"),
        };
        let sentence = format!("win share lost in a game: {}.", rows.iter().map(told).collect::<Vec<_>>().join(", "));
        Headline { number: Heading::estimate(definitions::LOST), rows, sentence }
    }
}
