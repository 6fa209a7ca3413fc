//! `sweep.csv` of `analyze compare --vary`: the rows of `compare.csv` of every combination, each with its difference to the
//! first one.

use super::tables::{BY_METHOD, compare_table_of};
use super::{Contrast, Judge, Metric, scale};
use crate::record::{CompareSweep, CompareTallies, ComparedCombination, Differences, why_as_played};
use crate::report::column::{Definition, Heading, Kind};
use crate::report::definitions;
use crate::report::field::Field;
use crate::report::package::CsvFiles;
use crate::report::table::{Table, csv_files};
use crate::stats::{Estimate, Moments, Scale};

const AGAINST_FIRST: Definition = Definition::new(
    "against_first",
    definitions::BY_METRIC,
    "diff minus that of the first combination, in the same deals; empty for the first combination, and if the deals differ",
);

/// What a combination differs by in each row of `compare.csv` has its column after this one.
const DIFFERENCE: &str = "diff";

/// How much a difference is above the same one of the first combination; none of the first, and where blocks do not line
/// up.
pub fn against_first(
    sweep: &CompareSweep,
    combination: &ComparedCombination,
    judge: &Judge,
    contrast: &Contrast,
) -> Option<Estimate> {
    let (own, first) = (&combination.tallies, &sweep.combinations.first()?.tallies);
    let pairs = own.pairs().count();
    let pair = own.pairs().position(|arms| arms == contrast.arms)?;
    let both = combination.against_first.get(contrast.field * pairs + pair)?;
    let Differences { blocks, ends } = contrast.metric.of(both[0], both[1]);
    let moments =
        Moments { n: own.sums.blocks, sum: blocks.sum, squares: blocks.squares, least: ends.least, most: ends.most };
    judge.difference(own, &moments, both_scales(own, first, contrast.metric))
}

/// Of the difference of two differences. Both are win shares in the unit of the one that is held against the other, or scores.
fn both_scales(own: &CompareTallies, first: &CompareTallies, metric: Metric) -> Scale {
    scale(own, metric, 2).and(scale(if metric == Metric::WinShare { own } else { first }, metric, 2))
}

/// In how many of the combinations luck is cancelled.
pub(crate) fn cancelled(sweep: &CompareSweep) -> usize {
    sweep.combinations.iter().filter(|combination| combination.tallies.sums.cancelled).count()
}

/// `sweep`: a column a key, then those of `compare`; a row a combination, field, pair of strategies and metric. The number
/// of players has one column, be it varied or not.
pub fn compare_sweep(sweep: &CompareSweep, judge: &Judge) -> Table {
    let varies_players = sweep.vary.iter().any(|varied| varied.key == "players");
    let is_asked = |it: &ComparedCombination| why_as_played(&it.tallies.notes).is_some();
    let is_cancelled = cancelled(sweep) > 0 || sweep.combinations.iter().any(is_asked);
    let mut all: Option<Table> = None;
    for combination in &sweep.combinations {
        let contrasts = judge.contrasts(&combination.tallies);
        let Table { headings, rows, .. } = compare_table_of(&combination.tallies, &contrasts, is_cancelled);
        let at = headings.iter().position(|heading| heading.name() == DIFFERENCE).map_or(0, |at| at + 1);
        let table = all.get_or_insert_with(|| {
            let keys = sweep.vary.iter().map(Heading::of_key);
            let players = (!varies_players).then_some(definitions::PLAYERS);
            let mut headings: Vec<Heading> =
                keys.chain(players).chain([definitions::EXPERIMENT]).chain(headings).collect();
            let before = headings.len() - rows.first().map_or(0, Vec::len);
            headings.insert(before + at, Heading::new(AGAINST_FIRST, Kind::Estimate(BY_METHOD)));
            Table { name: "sweep".to_owned(), headings, rows: Vec::new() }
        });
        for (mut fields, contrast) in rows.into_iter().zip(&contrasts) {
            fields.insert(at, Field::Estimate(against_first(sweep, combination, judge, contrast)));
            let mut row: Vec<Field> = combination.values.iter().cloned().map(Field::Text).collect();
            row.extend((!varies_players).then_some(Field::Whole(combination.tallies.players.into())));
            row.push(Field::Text(combination.experiment.clone()));
            row.extend(fields);
            table.rows.push(row);
        }
    }
    all.unwrap_or_else(|| Table { name: "sweep".to_owned(), headings: Vec::new(), rows: Vec::new() })
}

/// The differences of win share, for people: without what stands in `sweep.csv` alone.
pub fn compare_sweep_summary(sweep: &CompareSweep, judge: &Judge) -> Table {
    const SHOWN: [&str; 8] = ["a", "b", "against", "games", DIFFERENCE, "against_first", "luck_gain", "verdict"];
    let Table { name, headings, rows } = compare_sweep(sweep, judge);
    let named = |name: &&str| headings.iter().position(|heading| heading.name() == *name);
    let columns: Vec<usize> = (0..sweep.vary.len()).chain(SHOWN.iter().filter_map(named)).collect();
    let decides = |row: &&Vec<Field>| {
        named(&"metric").is_some_and(|at| row[at] == Field::Text(Metric::WinShare.name().to_owned()))
    };
    let rows = rows.iter().filter(decides).map(|row| columns.iter().map(|&at| row[at].clone()).collect());
    Table { name, rows: rows.collect(), headings: columns.iter().map(|&at| headings[at].clone()).collect() }
}

/// The CSV file of a sweep of comparisons.
pub fn compare_sweep_files(sweep: &CompareSweep, judge: &Judge) -> CsvFiles {
    csv_files([compare_sweep(sweep, judge)])
}
