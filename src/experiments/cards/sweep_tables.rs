//! The tables of `analyze cards --vary`: those of `analyze cards` of every combination, with the differences to the first.
//!
//! Owns which numbers are held against which: a card against the card of the same id, exact ones by subtraction, simulated
//! ones block by block.

use super::tables::{cards_summary, difficulty};
use crate::record::{
    By, CardsRecord, ColumnKind, CombinationRecord, RowRecord, StatisticsRecord, SweepTallies, SweptCards,
};
use crate::report::column::{Heading, Kind as FieldKind};
use crate::report::definitions;
use crate::report::field::Field;
use crate::report::package::CsvFiles;
use crate::report::shown::shown;
use crate::report::sweep::values;
use crate::report::table::{Long, Table};
use crate::report::tables::{ends, hull, ratio};
use crate::stats::{ErrorRate, Estimate, Interval, PairedRatios, RatioSums, ratio_difference};

/// `sweep`: a column a key, then what `cards_summary` holds, each number with its difference to the first combination; a
/// row a combination and card, hardest first.
pub fn cards_sweep(cards: &SweptCards, tallies: &SweepTallies, by: By) -> Table {
    cards_sweep_at(cards, tallies, by, ErrorRate::FIVE_PERCENT).whole()
}

/// The same with intervals of the differences that hold for all of a column at once (Bonferroni).
pub fn cards_sweep_together(cards: &SweptCards, tallies: &SweepTallies, by: By) -> Table {
    let others = cards.combinations.iter().skip(1).map(|deck| deck.cards.len()).sum::<usize>();
    cards_sweep_at(cards, tallies, by, ErrorRate::FIVE_PERCENT.shared_by(others.max(1))).whole()
}

fn cards_sweep_at<'r>(cards: &'r SweptCards, tallies: &'r SweepTallies, by: By, alpha: ErrorRate) -> Long<'r> {
    let summary = move |of: &CombinationRecord, cards: &CardsRecord| cards_summary(cards, &of.tallies, by);
    against_first("sweep", (&["card"], alpha), cards, tallies, summary)
}

/// `difficulty`: the same of the exact numbers of a card at each number of dice.
pub fn swept_difficulty(cards: &SweptCards, tallies: &SweepTallies) -> Table {
    swept_difficulty_of(cards, tallies).whole()
}

fn swept_difficulty_of<'r>(cards: &'r SweptCards, tallies: &'r SweepTallies) -> Long<'r> {
    against_first("difficulty", (&["card", "dice"], ErrorRate::FIVE_PERCENT), cards, tallies, |_, cards| {
        difficulty(cards)
    })
}

/// Every CSV file of `analyze cards --vary`.
pub fn cards_sweep_files(cards: &SweptCards, tallies: &SweepTallies, by: By) -> CsvFiles {
    let sweep = cards_sweep_at(cards, tallies, by, ErrorRate::FIVE_PERCENT);
    [sweep, swept_difficulty_of(cards, tallies)].into_iter().map(Long::csv_file).collect()
}

/// The rows of a table of every combination, each number with its difference to that of the row of the first combination
/// that has the same `labels`.
fn against_first<'r>(
    name: &'static str,
    (labels, alpha): (&'static [&'static str], ErrorRate),
    cards: &'r SweptCards,
    tallies: &'r SweepTallies,
    table: impl Fn(&CombinationRecord, &CardsRecord) -> Table + 'r,
) -> Long<'r> {
    let played = tallies.combinations.iter().zip(&cards.combinations);
    let mut tables = played.map(move |(of, deck)| (of, table(of, &cards.of(deck)))).peekable();
    let Some((_, first)) = tables.peek().cloned() else {
        return Long { name, headings: Vec::new(), rows: Box::new(std::iter::empty()) };
    };
    let varies_players = tallies.vary.iter().any(|varied| varied.key == "players");
    let origin = (!varies_players).then_some(definitions::PLAYERS).into_iter().chain([definitions::EXPERIMENT]);
    let columns: Vec<Kind> = (0..first.headings.len()).map(|column| kind(&first, column, labels)).collect();
    let mut headings: Vec<Heading> = tallies.vary.iter().map(Heading::of_key).chain(origin).collect();
    for (heading, kind) in first.headings.iter().zip(&columns) {
        headings.push(heading.clone());
        headings.extend(match kind {
            Kind::Label => None,
            Kind::Exact => Some(heading.against_first(FieldKind::Number)),
            Kind::Simulated => Some(heading.against_first(FieldKind::Estimate("95% interval"))),
        });
    }
    let label = move |table: &Table, row: &[Field]| {
        let at = |name: &&str| table.headings.iter().position(|heading| heading.name() == *name);
        labels.iter().filter_map(|name| at(name).map(|at| shown(&row[at]))).collect::<Vec<_>>()
    };
    let rows = move |(number, (of, own)): (usize, (&CombinationRecord, Table))| {
        let row = |fields: &Vec<Field>| {
            let labels = label(&own, fields);
            let same = first.rows.iter().find(|row| number > 0 && label(&first, row) == labels);
            let mut row = values(of);
            row.extend((!varies_players).then_some(Field::Whole(of.tallies.seats.len() as i128)));
            row.push(Field::Text(of.experiment.clone()));
            for (at, (field, kind)) in fields.iter().zip(&columns).enumerate() {
                row.push(field.clone());
                match kind {
                    Kind::Label => {}
                    Kind::Exact => row.push(exact(field, same.map(|row| &row[at]))),
                    Kind::Simulated => {
                        let first = &tallies.combinations[0].tallies.statistics;
                        let found = first
                            .first()
                            .and_then(|first| held(first, of, (&labels[0], own.headings[at].name()), alpha));
                        row.push(Field::Estimate(found));
                    }
                }
            }
            row
        };
        own.rows.iter().map(row).collect::<Vec<_>>()
    };
    Long { name, headings, rows: Box::new(tables.enumerate().flat_map(rows)) }
}

/// What stands in a column.
enum Kind {
    /// What the row is about.
    Label,
    /// A number that is known.
    Exact,
    /// A number from games.
    Simulated,
}

fn kind(table: &Table, column: usize, labels: &[&str]) -> Kind {
    let heading = &table.headings[column];
    let is_text = table.rows.iter().all(|row| matches!(row[column], Field::Text(_)));
    match heading {
        heading if heading.is_estimate() => Kind::Simulated,
        heading if labels.contains(&heading.name()) || is_text => Kind::Label,
        _ => Kind::Exact,
    }
}

/// The difference of two numbers that are known; of a card that the first combination has not, and of the first, none.
fn exact(own: &Field, first: Option<&Field>) -> Field {
    match (own, first) {
        (Field::Whole(own), Some(Field::Whole(first))) => Field::Whole(own - first),
        (Field::Solved(Some(own)), Some(Field::Solved(Some(first)))) => Field::Solved(Some(own - first)),
        _ => Field::Solved(None),
    }
}

/// The paired difference of a column of a card to that of the first combination, if the blocks line up.
fn held(
    first: &StatisticsRecord,
    of: &CombinationRecord,
    (card, column): (&str, &str),
    alpha: ErrorRate,
) -> Option<Estimate> {
    let own = of.tallies.statistics.first()?;
    let row = own.rows.iter().position(|row| row.labels.first().is_some_and(|label| label == card))?;
    let cross = of.rows_against_first.iter().find(|cross| cross.row == row)?;
    let ratios = || own.columns.iter().filter(|column| !matches!(column.kind, ColumnKind::Count { .. }));
    let products = *cross.products.get(ratios().position(|known| known.name == column)?)?;
    let sums = [(own, own.rows.get(row)?), (first, first.rows.get(cross.first)?)];
    let [own, first] = sums.map(|(statistics, row)| in_row(statistics, row, column));
    let reach = hull([own?, first?].into_iter().filter_map(|of| of.ends)).map(|ends| ends.width());
    ratio_difference(&PairedRatios { of: [own?, first?], products }, reach, alpha)
}

/// The sums of a column in a row, with what the ratio of a block lies between.
fn in_row(statistics: &StatisticsRecord, row: &RowRecord, name: &str) -> Option<RatioSums> {
    let at = statistics.columns.iter().position(|column| column.name == name)?;
    let is_mean = |kind: ColumnKind| matches!(kind, ColumnKind::Mean { .. });
    let (of, among, ends) = match statistics.columns[at].kind {
        ColumnKind::Count { .. } => return None,
        ColumnKind::Rate { of, among } => (of, among, Some(Interval { lo: 0.0, hi: 1.0 })),
        ColumnKind::Mean { of, among } => {
            let before = statistics.columns[..at].iter().filter(|column| is_mean(column.kind)).count();
            (of, among, row.ends.get(before).and_then(|&found| ends(found)))
        }
    };
    Some(RatioSums { ends, ..ratio(statistics, row, of, among)? })
}

/// The columns that people are shown first.
const SHORT: [&str; 8] = [
    "card",
    "at_dice",
    "invalid_at_dice",
    "invalid_at_dice_against_first",
    "score_at_dice",
    "score_at_dice_against_first",
    "invalid_rate",
    "invalid_rate_against_first",
];

/// The columns of [`cards_sweep`] that people are shown first.
pub fn cards_sweep_summary(cards: &SweptCards, tallies: &SweepTallies, by: By) -> Table {
    let whole = cards_sweep(cards, tallies, by);
    let keys = tallies.vary.iter().map(|varied| &*varied.key);
    Table { name: "sweep".to_owned(), ..whole.only(&keys.chain(SHORT).collect::<Vec<_>>()) }
}
