//! The tables of `analyze solve`.
//!
//! Owns their columns, and which part of them people are shown.

use crate::record::{PositionRecord, SolvedRecord, StartRecord};
use crate::report::column::{Column, Definition, Heading};
use crate::report::definitions;
use crate::report::field::Field;
use crate::report::package::CsvFiles;
use crate::report::table::{Table, csv_files};

/// What is known of dice that were not considered, in sentences without a full stop.
pub fn beyond_considered(solved: &SolvedRecord) -> Vec<String> {
    let mut all = Vec::new();
    let unchanged: Vec<&str> = solved.cards_with("unchanged").into_iter().map(|start| &*start.labels[0]).collect();
    if !unchanged.is_empty() {
        all.push(format!(
            "for these cards it was checked, not proven, that more dice than were considered change nothing, because the last \
             four changed no position by more than 0.000001: {}",
            unchanged.join(", ")
        ));
    }
    let capped = solved.cards_with("capped");
    all.extend(capped.into_iter().map(|start| {
        format!(
            "under {} more than {} dice, which are not considered, might be better; the last two of those considered changed \
             what a position of round {} is worth under this card by up to {:.6}",
            start.labels[0], start.considered, start.position.round, start.last_change
        )
    }));
    all
}

const ROUND: Definition = Definition::new("round", "round", "the round, from 1");
const VALUE: Definition = Definition::new("value", "1", "win share that the starter can expect, both playing best");

/// The leads of the columns that people are shown, in dice.
const LEADS: [i64; 5] = [-24, -12, 0, 12, 24];
/// By how much a lead may miss that of its column: dice that come in odd numbers cannot be halved.
const NEAR: i64 = 1;

/// Every CSV file of `analyze solve`.
pub fn solved_files(solved: &SolvedRecord) -> CsvFiles {
    csv_files([values(solved), starts(solved)])
}

fn position<'a, R: 'a>(of: impl Fn(&R) -> PositionRecord + Copy + 'a) -> Vec<Column<'a, R>> {
    vec![
        Column::whole(ROUND, move |row| of(row).round),
        Column::whole(Definition::new("first_pool", "dice", "the pool of who starts the round"), move |row| {
            of(row).first
        }),
        Column::whole(Definition::new("other_pool", "dice", "the pool of the other"), move |row| of(row).other),
        Column::whole(Definition::new("lead", "dice", "first_pool minus other_pool"), move |row| of(row).lead()),
    ]
}

fn labels<'a>() -> impl Iterator<Item = Column<'a, &'a StartRecord>> {
    let labels = definitions::CARD.into_iter().take(3).enumerate();
    labels.map(|(at, told)| Column::text(told, move |row: &&StartRecord| row.labels[at].clone()))
}

/// `values`: a row for each position with no dice left on the table.
fn values(solved: &SolvedRecord) -> Table {
    let mut columns = position(|row: &PositionRecord| *row);
    columns.push(Column::solved(VALUE, |row: &PositionRecord| row.value));
    Table::new("values", columns, solved.positions.iter().copied())
}

/// `starts`: a row for each round, lead and card.
fn starts(solved: &SolvedRecord) -> Table {
    let mut columns = position(|row: &&StartRecord| row.position);
    columns.extend(labels());
    columns.extend([
        Column::whole(Definition::new("dice", "dice", "dice that the starter commits"), |row: &&StartRecord| row.dice),
        Column::solved(VALUE, |row: &&StartRecord| row.position.value),
        Column::whole(
            Definition::new("considered", "dice", "the most dice that were considered on the card in the round"),
            |row: &&StartRecord| row.considered,
        ),
        Column::solved(
            Definition::new(
                "better_lost",
                "1",
                "chance of a result of the starter that the other does best to beat with the lowest chance",
            ),
            |row: &&StartRecord| row.better_lost,
        ),
        Column::text(
            Definition::label(
                "enough",
                "how it is known that more dice change nothing: proven, unchanged, or capped where it is not",
            ),
            |row: &&StartRecord| row.enough,
        ),
        Column::solved(
            Definition::new(
                "last_change",
                "1",
                "the most by which the last two dice considered changed a position on the card",
            ),
            |row: &&StartRecord| row.last_change,
        ),
    ]);
    Table::new("starts", columns, &solved.starts)
}

/// What people are shown: for each card in the second round and in the last four what the starter commits, by its lead.
pub fn solved_summary(solved: &SolvedRecord) -> Table {
    let last = solved.starts.iter().map(|start| start.position.round).max().unwrap_or(0);
    let shown = |start: &&StartRecord| {
        let PositionRecord { round, .. } = start.position;
        start.position.lead().abs() <= NEAR && (round == 2 || round + 4 > last)
    };
    let dice = |start: &StartRecord, lead: i64| {
        let alike = |other: &&StartRecord| {
            other.position.round == start.position.round
                && other.labels == start.labels
                && (other.position.lead() - lead).abs() <= NEAR
        };
        solved.starts.iter().find(alike).map_or(Field::Text(String::new()), |start| Field::Whole(start.dice.into()))
    };
    let mut columns = vec![Column::whole(ROUND, |row: &&StartRecord| row.position.round)];
    columns.extend(labels());
    columns.extend(
        LEADS.map(|lead| {
            Column::new(Heading::in_words(format!("lead {lead}")), move |row: &&StartRecord| dice(row, lead))
        }),
    );
    Table::new("starts_summary", columns, solved.starts.iter().filter(shown))
}
