//! The tables of a sweep: all numbers of every combination in one long table, and the short one that people are shown.

use super::column::{Definition, Heading, Kind};
use super::definitions;
use super::field::Field;
use super::package::CsvFiles;
use super::table::{Long, Table};
use super::tables::{length, seat_values, seats, stopping, summary};
use crate::record::{
    CombinationRecord, DifferenceRecord, Differences, PARTS, SweepTallies, all_why_as_played, cancelled_rounding,
};
use crate::stats::{ErrorRate, Estimate, Interval, Moments, PairedBlocks, Scale, Sequence, Stopping, difference};
use crate::strategies::without_parameters;

/// The column of the number of players, which is a key too.
const PLAYERS: &str = "players";

/// What an estimate is of: a strategy, a seat, and a metric.
type Of<'a> = (Option<usize>, Option<usize>, &'a str);

/// The difference of a number to that of the first combination, if there is one, with an interval of this error rate.
fn against_first(
    combination: &CombinationRecord,
    of: Of<'_>,
    value: Option<&Estimate>,
    alpha: ErrorRate,
) -> Option<Estimate> {
    let record =
        combination.against_first.iter().find(|record| (record.strategy, record.seat, &*record.metric) == of)?;
    let DifferenceRecord { unit, range, sums, .. } = record;
    let (n, ends) = (combination.tallies.blocks, sums.ends);
    let alike = ends.least == ends.most;
    // What is known by symmetry does not differ.
    let is_exact = value.and_then(|value| value.interval).is_some_and(|interval| interval.lo == interval.hi);
    if alike && is_exact && ends.least == 0 {
        return Some(Estimate::exact(0.0, n));
    }
    let estimate = |moments: &Moments, scale: Scale| match stopping(&combination.tallies, n) {
        Stopping::Fixed => difference(moments, scale, alpha),
        Stopping::Watched { .. } => Sequence::new(alpha).estimate(moments, scale),
    };
    let (played, scale) = (moments(n, sums), Scale::new(*unit, if *range > 0 { *range } else { *unit }));
    if let Some(sums) = &record.without_luck {
        let found = without_luck((moments(n, sums), record), (played, scale)).estimate(estimate)?;
        // Both win shares are rounded.
        let by = 2.0 * cancelled_rounding(&combination.tallies.game);
        let interval = found.interval.map(|Interval { lo, hi }| Interval { lo: lo - by, hi: hi + by });
        return Some(Estimate { interval, ..found });
    }
    let found = estimate(&played, scale)?;
    Some(if alike && *range == 0 { Estimate { interval: None, ..found } } else { found })
}

/// Differences of blocks without luck, which are believed as those of comparisons are: once results as played have been seen
/// to vary.
fn without_luck((own, record): (Moments, &DifferenceRecord), played: (Moments, Scale)) -> PairedBlocks {
    let scale = Scale::new(record.unit * PARTS, record.range * PARTS);
    PairedBlocks::without_luck((own, scale), played)
}

/// The sums over so many blocks.
fn moments(n: u64, &Differences { blocks, ends }: &Differences) -> Moments {
    Moments { n, sum: blocks.sum, squares: blocks.squares, least: ends.least, most: ends.most }
}

/// A number of any field.
fn as_estimate(field: &Field, n: u64) -> Option<Estimate> {
    let plain = |value| Estimate { value, interval: None, n };
    match field {
        Field::Text(_) => None,
        Field::Whole(number) => Some(plain(*number as f64)),
        Field::Exact(number) | Field::Solved(number) => number.map(plain),
        Field::Estimate(estimate) => *estimate,
    }
}

/// A row of the long table without the keys: table, strategy, seat, metric, value, and the difference to the first.
type Row = (&'static str, String, String, String, Option<Estimate>, Option<Estimate>);

/// The rows of summary, seats or seat values.
fn result_rows(combination: &CombinationRecord, name: &'static str, table: &Table) -> Vec<Row> {
    let strategies = &combination.tallies.strategies;
    let mut rows = Vec::new();
    for fields in &table.rows {
        let label = |column: &str| {
            table.headings.iter().position(|heading| heading.name() == column).map(|at| super::shown(&fields[at]))
        };
        let (strategy, seat) = (label("strategy"), label("seat"));
        let position = strategy.as_ref().and_then(|name| strategies.iter().position(|known| known.name == *name));
        let at = seat.as_ref().and_then(|seat| seat.parse::<usize>().ok()).map(|seat| seat - 1);
        for (heading, field) in table.headings.iter().zip(fields) {
            let metric = heading.name();
            if ["strategy", "seat"].contains(&metric) {
                continue;
            }
            let value = as_estimate(field, combination.tallies.blocks);
            let difference =
                against_first(combination, (position, at, metric), value.as_ref(), ErrorRate::FIVE_PERCENT);
            let [strategy, seat] = [&strategy, &seat].map(|label| label.clone().unwrap_or_default());
            rows.push((name, strategy, seat, metric.to_owned(), value, difference));
        }
    }
    rows
}

/// The rows of the lengths: each column of a metric.
fn length_rows(combination: &CombinationRecord) -> Vec<Row> {
    let table = length(&combination.tallies);
    let mut rows = Vec::new();
    for fields in &table.rows {
        let metric = super::shown(&fields[0]);
        for (heading, field) in table.headings.iter().zip(fields).skip(1) {
            let value = as_estimate(field, combination.tallies.blocks);
            let of = (None, None, if heading.name() == "mean" { &*metric } else { "" });
            let difference = against_first(combination, of, value.as_ref(), ErrorRate::FIVE_PERCENT);
            let name = format!("{metric}_{}", heading.name());
            rows.push(("length", String::new(), String::new(), name, value, difference));
        }
    }
    rows
}

/// The headings of the keys, then others.
fn headings(tallies: &SweepTallies, others: impl IntoIterator<Item = Heading>) -> Vec<Heading> {
    tallies.vary.iter().map(Heading::of_key).chain(others).collect()
}

const TABLE: Definition = Definition::label("table", "of which table of a run the number is");
const STRATEGY: Definition = Definition::label("strategy", "the strategy, empty of a number of a seat or of all games");
const SEAT: Definition = Definition::new("seat", "seat", "the seat, from 1, empty of a number of all seats");
const METRIC: Definition =
    Definition::label("metric", "the column of that table, with the metric before it for one of length");
const VALUE: Definition = Definition::new("value", definitions::BY_METRIC, "the number");
const AGAINST_FIRST: Definition = Definition::new(
    "against_first",
    definitions::BY_METRIC,
    "value minus that of the first combination, in the same deals; empty for the first combination, and if the deals differ",
);

/// The values of the keys.
pub(crate) fn values(combination: &CombinationRecord) -> Vec<Field> {
    combination.values.iter().cloned().map(Field::Text).collect()
}

/// `sweep`: a column a key, then all that summary, seats, seat_values and length hold, a number a row, with its difference
/// to the first combination where blocks line up. The number of players has one column, be it varied or not.
pub fn sweep(tallies: &SweepTallies) -> Table {
    long(tallies).whole()
}

fn long(tallies: &SweepTallies) -> Long<'_> {
    let varies_players = tallies.vary.iter().any(|varied| varied.key == PLAYERS);
    let labels =
        [Heading::text(TABLE), Heading::text(STRATEGY), Heading::new(SEAT, Kind::Whole), Heading::text(METRIC)];
    let origin = (!varies_players).then_some(definitions::PLAYERS).into_iter().chain([definitions::EXPERIMENT]);
    let others = origin.chain(labels).chain([VALUE, AGAINST_FIRST].map(Heading::estimate));
    let rows = move |combination| {
        all_rows(combination).into_iter().map(move |(table, strategy, seat, metric, value, difference)| {
            let mut row = values(combination);
            let players = combination.tallies.seats.len() as i128;
            row.extend((!varies_players).then_some(Field::Whole(players)));
            let words = [combination.experiment.clone(), table.to_owned(), strategy, seat, metric];
            row.extend(words.map(Field::Text));
            row.extend([value, difference].map(Field::Estimate));
            row
        })
    };
    let rows = Box::new(tallies.combinations.iter().flat_map(rows));
    Long { name: "sweep", headings: headings(tallies, others), rows }
}

/// The rows of a combination.
fn all_rows(combination: &CombinationRecord) -> Vec<Row> {
    let of = &combination.tallies;
    let tables = [("summary", summary(of)), ("seats", seats(of)), ("seat_values", seat_values(of))];
    let results = tables.iter().flat_map(|(name, table)| result_rows(combination, name, table));
    results.chain(length_rows(combination)).collect()
}

/// Win shares and scores of all strategies, with their differences to the first combination: a row a combination and
/// strategy.
pub fn sweep_summary(tallies: &SweepTallies) -> Table {
    let game = tallies.combinations.first().map_or("", |first| &*first.tallies.game);
    let estimates =
        [definitions::WIN_SHARE, definitions::ev(game)].map(Heading::estimate).into_iter().flat_map(|heading| {
            let against_first = heading.against_first(Kind::Estimate("95% interval"));
            [heading, against_first]
        });
    let others = std::iter::once(Heading::text(definitions::STRATEGY)).chain(estimates);
    let mut rows = Vec::new();
    for combination in &tallies.combinations {
        let found = result_rows(combination, "summary", &summary(&combination.tallies));
        for strategy in &combination.tallies.strategies {
            let mut row = values(combination);
            row.push(Field::Text(strategy.name.clone()));
            for metric in ["win_share", "ev"] {
                let of = found.iter().find(|(_, name, _, of, ..)| *name == strategy.name && of == metric);
                let (value, difference) = of.map_or((None, None), |row| (row.4, row.5));
                row.extend([value, difference].map(Field::Estimate));
            }
            rows.push(row);
        }
    }
    Table { name: "summary".to_owned(), headings: headings(tallies, others), rows }
}

/// The changes of all win shares against the first combination, with intervals that hold for all of them at once (Bonferroni): the
/// values of the keys, the strategy, and the change. What is known by symmetry not to change is left out, and of two strategies the
/// second.
pub fn sweep_changes(tallies: &SweepTallies) -> Vec<((Vec<String>, String), Estimate)> {
    const METRIC: &str = "win_share";
    let first = tallies.combinations.iter().take(1).flat_map(|first| &first.tallies.strategies);
    let first: Vec<&str> = first.map(|strategy| &*strategy.name).collect();
    let mut found = Vec::new();
    for combination in tallies.combinations.iter().skip(1) {
        let rows = result_rows(combination, "summary", &summary(&combination.tallies));
        for (_, name, _, metric, value, difference) in rows {
            let is_estimate = difference.is_some_and(|it| it.interval.is_none_or(|interval| interval.width() > 0.0));
            let strategies = &combination.tallies.strategies;
            // One that is held against another in its place says more about who plays than about what was varied.
            let is_in_first = first.iter().any(|known| without_parameters(known) == without_parameters(&name));
            let at = strategies.iter().position(|strategy| strategy.name == name);
            // Of two strategies the second loses what the first wins.
            let is_mirrored = strategies.len() == 2 && at == Some(1);
            if metric == METRIC && is_estimate && !is_mirrored && is_in_first {
                found.push((combination, at, name, value));
            }
        }
    }
    let alpha = ErrorRate::FIVE_PERCENT.shared_by(found.len().max(1));
    let change = |(combination, at, name, value): (&CombinationRecord, Option<usize>, String, Option<Estimate>)| {
        let change = against_first(combination, (at, None, METRIC), value.as_ref(), alpha)?;
        Some(((combination.values.clone(), name), change))
    };
    found.into_iter().filter_map(change).collect()
}

/// The CSV file of a sweep.
pub fn sweep_files(tallies: &SweepTallies) -> CsvFiles {
    [long(tallies).csv_file()].into_iter().collect()
}

/// What is said of luck in the games of a sweep that was to cancel it.
pub fn luck_of_sweep(tallies: &SweepTallies) -> Option<String> {
    let is_known = |combination: &&CombinationRecord| {
        combination.tallies.strategies.iter().all(|strategy| strategy.cancelled.is_some())
    };
    let (known, all) = (tallies.combinations.iter().filter(is_known).count(), tallies.combinations.len());
    let why = all_why_as_played(tallies.combinations.iter().map(|it| &*it.tallies.notes));
    let those = match why {
        Some(why) if known == 0 => {
            return Some(format!("luck is not cancelled in any of the {all} combinations: {why}"));
        }
        None if known == 0 => return None,
        Some(why) => format!(" of {known} of the {all} combinations, where it is known; not in the others: {why}"),
        None => String::new(),
    };
    let is_first_known = tallies.combinations.first().is_some_and(|first| is_known(&first));
    let differences = match (is_first_known, known == all) {
        (true, true) => "the changes from the first combination are without luck, too",
        (true, false) => "so are the changes from the first combination, where the win shares are",
        (false, _) => "the changes from the first combination are as played, because its win shares are",
    };
    Some(format!(
        "luck is cancelled in the win shares{those}; {differences} (luck_gain in sweep.csv: how many times as many games would be \
         needed otherwise)"
    ))
}
