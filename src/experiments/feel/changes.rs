//! By how much the measures of the combinations of a sweep differ from those of the first one.
//!
//! Owns the pairing: block by block, all combinations play the same draws, and a block belongs to the same batch in each. So
//! the differences of batches are without what their draws have in common; their jackknife makes the intervals.

use super::tables::is_known;
use crate::record::{FEEL_BATCHES, FeelRecord, MEASURES, VariedTallies};
use crate::report::column::{Column, Definition};
use crate::report::measures::{name, unit};
use crate::report::table::Table;
use crate::report::{Changes, definitions, in_words};
use crate::stats::{Estimate, Interval, Measure, jackknife};
use std::mem::discriminant;

/// What is known of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// The interval is above 0, or below it.
    Settled,
    /// It contains 0.
    Undecided,
    /// Every batch has the same number in both.
    Same,
    /// There are too few games for an interval, or they were interrupted.
    Open,
}

impl Verdict {
    fn of(change: &Estimate) -> Verdict {
        match change.interval {
            None => Verdict::Open,
            Some(Interval { lo, hi }) if lo == 0.0 && hi == 0.0 => Verdict::Same,
            Some(Interval { lo, hi }) if lo > 0.0 || hi < 0.0 => Verdict::Settled,
            Some(_) => Verdict::Undecided,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Verdict::Settled => "settled",
            Verdict::Undecided => "undecided",
            Verdict::Same => "same",
            Verdict::Open => "open",
        }
    }
}

/// A measure of a combination beside that of the first.
struct Change<'r> {
    values: &'r [String],
    measure: Measure,
    first: f64,
    change: Estimate,
}

/// A measure over the blocks of some batches; `None` if there is nothing that it is of.
fn value(record: &FeelRecord, measure: Measure, batches: impl Iterator<Item = usize>) -> Option<f64> {
    let each = batches.filter_map(|batch| record.sums.batches.get(batch * MEASURES + measure.index()));
    let (of, sum) = each.fold((0, 0), |(of, sum), batch| (of + batch.of, sum + batch.sum));
    (of > 0).then(|| sum as f64 / of as f64 / f64::from(measure.unit()))
}

/// The change of a measure from the first record to another, by batches in which both have the measure.
///
/// A measure of win probabilities is not comparable with one of shares of the scores.
fn change(first: &FeelRecord, other: &FeelRecord, measure: Measure) -> Option<Estimate> {
    let is_of_standings = !matches!(measure, Measure::Rounds | Measure::Downtime);
    if is_of_standings && discriminant(&first.standing) != discriminant(&other.standing) {
        return None;
    }
    let both = |batches: &dyn Fn(usize) -> bool| {
        let chosen = |record| value(record, measure, (0..FEEL_BATCHES).filter(|&batch| batches(batch)));
        Some(chosen(other)? - chosen(first)?)
    };
    let whole = both(&|_| true)?;
    let has = |batch: &usize| [first, other].iter().all(|record| value(record, measure, *batch..*batch + 1).is_some());
    let batches: Vec<usize> = (0..FEEL_BATCHES).filter(has).collect();
    let without: Option<Vec<f64>> = batches.iter().map(|&left_out| both(&|batch| batch != left_out)).collect();
    let blocks = first.sums.blocks.min(other.sums.blocks);
    let has_batches = blocks >= 2 * FEEL_BATCHES as u64 && first.until.is_none() && other.until.is_none();
    let interval = without.filter(|without| has_batches && without.len() > 1).map(|it| jackknife(whole, &it));
    Some(Estimate { value: whole, interval, n: blocks })
}

/// Every change of every combination after the first.
fn all(tallies: &VariedTallies<FeelRecord>) -> Vec<Change<'_>> {
    let Some((first, others)) = tallies.combinations.split_first() else { return Vec::new() };
    let first = &first.tallies;
    let of = |values, record| {
        let both = Measure::ALL.into_iter().filter(move |&it| is_known(first, it) && is_known(record, it));
        both.filter_map(move |measure| {
            let from = value(first, measure, 0..FEEL_BATCHES)?;
            Some(Change { values, measure, first: from, change: change(first, record, measure)? })
        })
    };
    others.iter().flat_map(|part| of(&*part.values, &part.tallies)).collect()
}

/// The changes as a table and in sentences; `None` if there is but one combination.
pub(super) fn changes(tallies: &VariedTallies<FeelRecord>) -> Option<Changes> {
    let all = all(tallies);
    (!all.is_empty()).then(|| Changes { sentences: sentences(tallies, &all), table: table(tallies, &all) })
}

fn table(tallies: &VariedTallies<FeelRecord>, all: &[Change<'_>]) -> Table {
    let keys = tallies.vary.iter().enumerate();
    let mut columns: Vec<Column<'_, &Change<'_>>> =
        keys.map(|(at, key)| Column::key(key, move |row: &&Change<'_>| row.values[at].clone())).collect();
    let first = "mean over all games of the first combination";
    let diff = "mean of this combination less that of the first, which plays the same deals";
    columns.extend([
        Column::text(definitions::METRIC, |row: &&Change<'_>| name(row.measure)),
        Column::exact(Definition::new("first", definitions::BY_METRIC, first), |row: &&Change<'_>| Some(row.first)),
        Column::estimate(Definition::new(definitions::DIFF, definitions::BY_METRIC, diff), |row: &&Change<'_>| {
            Some(row.change)
        }),
        Column::text(Definition::label("unit", "what the numbers of the row are counted in"), |row: &&Change<'_>| {
            unit(row.measure)
        }),
        Column::whole(
            Definition::new("blocks", "blocks", "blocks of games, of the combination that has fewer"),
            |row: &&Change<'_>| row.change.n,
        ),
        Column::text(Definition::label("method", "how the interval is made"), |_: &&Change<'_>| {
            "jackknife, 32 batches, paired"
        }),
        Column::text(
            Definition::label(
                "verdict",
                "settled if the interval does not contain 0, undecided if it does, same if no batch differs, open without an interval",
            ),
            |row: &&Change<'_>| Verdict::of(&row.change).name(),
        ),
    ]);
    Table::new("changes", columns, all)
}

/// Which changes of each combination are settled.
fn sentences(tallies: &VariedTallies<FeelRecord>, all: &[Change<'_>]) -> Vec<String> {
    let keys = || tallies.vary.iter().map(|varied| &varied.key);
    let named = |values: &[String]| {
        keys().zip(values).map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(", ")
    };
    let Some((first, others)) = tallies.combinations.split_first() else { return Vec::new() };
    let sentence = |values: &[String]| {
        let list = |is_in: &dyn Fn(&Estimate) -> bool| {
            let of = all.iter().filter(|it| it.values == values && is_in(&it.change));
            let names: Vec<String> = of.map(|it| in_words(name(it.measure)).to_lowercase()).collect();
            (!names.is_empty()).then(|| names.join(", "))
        };
        let settled =
            |above: bool| list(&|it: &Estimate| Verdict::of(it) == Verdict::Settled && (it.value > 0.0) == above);
        let by = |verdict| list(&|it: &Estimate| Verdict::of(it) == verdict);
        let parts = [
            ("settled as higher", settled(true)),
            ("settled as lower", settled(false)),
            ("undecided", by(Verdict::Undecided)),
            ("the same", by(Verdict::Same)),
            ("too few games to say", by(Verdict::Open)),
        ];
        let parts = parts.into_iter().filter_map(|(what, names)| Some(format!("{what}: {}", names?)));
        format!("{} against {}: {}.", named(values), named(&first.values), parts.collect::<Vec<_>>().join("; "))
    };
    others.iter().map(|part| sentence(&part.values)).collect()
}
