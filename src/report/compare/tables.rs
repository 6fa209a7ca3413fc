//! `compare.csv` and `ranking.csv`.
//!
//! Owns their columns, and the few of them that people are shown.

use super::{Contrast, Judge, Metric, Verdict};
use crate::record::{CompareTallies, why_as_played};
use crate::report::column::{Column, Definition};
use crate::report::definitions;
use crate::report::package::CsvFiles;
use crate::report::table::{Origin, Table, csv_files};
use std::collections::HashSet;

const METRIC: Definition =
    Definition::label("metric", "what is compared: win_share, which decides the verdict, or ev, the mean score");
const ARM_GAMES: Definition = Definition::new("games", "games", "games of each strategy");
/// What the intervals are where a column says how they were made.
pub(crate) const BY_METHOD: &str = "interval (method says of which kind)";
const TOGETHER: &str = "interval (for all strategies at once, with the error rate --alpha)";

const fn number(name: &'static str, meaning: &'static str) -> Definition {
    Definition::new(name, definitions::BY_METRIC, meaning)
}

/// All columns of `compare.csv`, with what cancelling luck brings if it was to be done anywhere in the table.
fn columns(tallies: &CompareTallies, is_cancelled: bool) -> Vec<Column<'_, &Contrast>> {
    type C<'a> = Column<'a, &'a Contrast>;
    let mut columns = vec![
        C::text(Definition::label("a", "the first strategy"), |row| &*tallies.arms[row.arms.0]),
        C::text(Definition::label("b", "the strategy that it is compared with"), |row| &*tallies.arms[row.arms.1]),
        C::text(definitions::AGAINST, |row| &*tallies.against[row.field]),
        C::text(METRIC, |row| row.metric.name()),
        C::whole(definitions::BLOCKS, |_| tallies.sums.blocks),
        C::whole(ARM_GAMES, |_| tallies.games_an_arm()),
        C::estimate(number("mean_a", "mean of the first strategy (a)"), |row| row.means[0]).with_interval(BY_METHOD),
        C::estimate(number("mean_b", "mean of the second strategy (b)"), |row| row.means[1]).with_interval(BY_METHOD),
        C::estimate(number("diff", "the mean of a minus the mean of b, in the same deals"), |row| row.difference)
            .with_interval(BY_METHOD),
        C::text(
            Definition::label("verdict", "the verdict on the first strategy (a): better, worse, equal or undecided"),
            |row| row.verdict.name(),
        ),
        C::exact(
            Definition::new(
                "pairing_gain",
                "1",
                "what it saves that a and b play the same deals: otherwise, this many times the games would be needed for the same certainty; empty if the difference is the same in every deal",
            ),
            |row| row.pairing_gain,
        ),
        C::whole(
            Definition::new("blocks_divergent", "blocks", "deals in which a and b had different results"),
            |row| row.divergent,
        ),
        C::text(
            Definition::label("method", "how the interval and the verdict were made, with the error rate"),
            |row| &*row.method,
        ),
    ];
    if is_cancelled && let Some(at) = columns.iter().position(|column| column.is_called("pairing_gain")) {
        columns.insert(at + 1, C::exact(definitions::LUCK_GAIN, |row| row.luck_gain));
    }
    columns
}

/// `compare`: a row for each field, pair of strategies and metric.
pub fn compare_table(tallies: &CompareTallies, contrasts: &[Contrast]) -> Table {
    compare_table_of(tallies, contrasts, tallies.sums.cancelled || why_as_played(&tallies.notes).is_some())
}

/// The same, one of several in some of which luck may be cancelled.
pub(crate) fn compare_table_of(tallies: &CompareTallies, contrasts: &[Contrast], is_cancelled: bool) -> Table {
    Table::new("compare", columns(tallies, is_cancelled), contrasts)
}

/// The same of two strategies for a terminal, without what the heading and the notes say once.
pub fn short_table(tallies: &CompareTallies, contrasts: &[Contrast]) -> Table {
    const ELSEWHERE: [&str; 6] = ["a", "b", "blocks", "games", "blocks_divergent", "method"];
    let mut columns = columns(tallies, tallies.sums.cancelled);
    columns.retain(|column| !ELSEWHERE.iter().any(|name| column.is_called(name)));
    let arms = contrasts.first().map_or((0, 0), |contrast| contrast.arms);
    let words = [("mean_a", &*tallies.arms[arms.0]), ("mean_b", &*tallies.arms[arms.1])];
    for column in &mut columns {
        if let Some((_, words)) = words.iter().find(|(name, _)| column.is_called(name)) {
            column.call(*words);
        }
    }
    Table::new("compare", columns, contrasts)
}

/// So many pairs of strategies are told one by one: those of ten.
const MOST_TOLD: usize = 45;

/// The differences to tell people one by one: all, or of more than ten strategies those of neighbours in the ranking.
pub fn told(tallies: &CompareTallies, contrasts: &[Contrast]) -> Vec<Contrast> {
    if tallies.pairs().count() <= MOST_TOLD {
        return contrasts.to_vec();
    }
    let mut told = Vec::new();
    for field in 0..tallies.against.len() {
        for metric in super::metrics(tallies) {
            let ranking: Vec<usize> = ranked(tallies, field, metric).iter().map(|row| row.arm).collect();
            let place = |arm| ranking.iter().position(|&other| other == arm);
            let of_these = contrasts.iter().filter(|row| row.field == field && row.metric == metric);
            let mut neighbours: Vec<(Option<usize>, &Contrast)> = of_these
                .map(|row| (place(row.arms.0), place(row.arms.1), row))
                .filter(|(a, b, _)| a.zip(*b).is_some_and(|(a, b)| a.abs_diff(b) == 1))
                .map(|(a, b, row)| (a.min(b), row))
                .collect();
            neighbours.sort_by_key(|&(place, _)| place);
            told.extend(neighbours.into_iter().map(|(_, row)| row.clone()));
        }
    }
    told
}

/// A row of the ranking: an arm in one metric against one field.
struct Ranked {
    metric: Metric,
    field: usize,
    arm: usize,
    rank: u64,
    /// The arms whose difference from this one is not settled, the highest mean first.
    tied_with: Vec<usize>,
}

/// `ranking`: a row for each metric, field and strategy, the highest mean first.
pub fn ranking_table(tallies: &CompareTallies, judge: &Judge, contrasts: &[Contrast]) -> Table {
    type C<'a> = Column<'a, Ranked>;
    let fields = |metric| (0..tallies.against.len()).map(move |field| (metric, field));
    let mut rows = Vec::new();
    for (metric, field) in super::metrics(tallies).flat_map(fields) {
        let mut ranked = ranked(tallies, field, metric);
        let tied = ties(contrasts, field, metric);
        let order: Vec<usize> = ranked.iter().map(|row| row.arm).collect();
        for row in &mut ranked {
            row.tied_with = order.iter().copied().filter(|&other| tied.contains(&(row.arm, other))).collect();
        }
        rows.extend(ranked);
    }
    let tied = |row: &Ranked| row.tied_with.iter().map(|&arm| &*tallies.arms[arm]).collect::<Vec<_>>().join("; ");
    let columns = vec![
        C::whole(Definition::new("rank", "rank", "place by mean; strategies with equal means share a place"), |row| {
            row.rank
        }),
        C::text(definitions::STRATEGY, |row| &*tallies.arms[row.arm]),
        C::text(definitions::AGAINST, |row| &*tallies.against[row.field]),
        C::text(METRIC, |row| row.metric.name()),
        C::whole(ARM_GAMES, |_| tallies.games_an_arm()),
        C::estimate(number("mean", "mean of the strategy"), |row| judge.mean(tallies, row.field, row.arm, row.metric))
            .with_interval(TOGETHER),
        C::text(
            Definition::label("tied_with", "strategies that may be equal to it, or are equal within the margin"),
            tied,
        ),
    ];
    Table::new("ranking", columns, rows)
}

/// The arms against a field, the highest mean first; those with equal means share a rank.
fn ranked(tallies: &CompareTallies, field: usize, metric: Metric) -> Vec<Ranked> {
    let sum = |arm: usize| super::arm_sums(&tallies.sums.fields[field], arm, metric).blocks.sum;
    let mut order: Vec<usize> = (0..tallies.arms.len()).collect();
    order.sort_by_key(|&arm| std::cmp::Reverse(sum(arm)));
    let above = |arm| order.iter().filter(|&&other| sum(other) > sum(arm)).count() as u64;
    let row = |&arm: &usize| Ranked { metric, field, arm, rank: above(arm) + 1, tied_with: Vec::new() };
    order.iter().map(row).collect()
}

/// The pairs of arms, either way round, whose difference is not settled: equal within the margin, or undecided.
fn ties(contrasts: &[Contrast], field: usize, metric: Metric) -> HashSet<(usize, usize)> {
    let of_these = contrasts.iter().filter(|row| row.field == field && row.metric == metric);
    let unsettled = of_these.filter(|row| !matches!(row.verdict, Verdict::Better | Verdict::Worse));
    unsettled.flat_map(|row| [row.arms, (row.arms.1, row.arms.0)]).collect()
}

/// Every CSV file of a comparison: `compare.csv`, and of three or more strategies `ranking.csv`.
pub fn compare_files(tallies: &CompareTallies, judge: &Judge, origin: &Origin) -> CsvFiles {
    let contrasts = judge.contrasts(tallies);
    let ranking = (tallies.arms.len() > 2).then(|| ranking_table(tallies, judge, &contrasts));
    let tables = std::iter::once(compare_table(tallies, &contrasts)).chain(ranking);
    csv_files(tables.map(|table| table.of(origin)))
}
