//! `compare.csv` and `ranking.csv`.
//!
//! Owns their columns, and the few of them that people are shown.

use super::{Contrast, Judge, Metric, TermsError, Verdict};
use crate::record::CompareTallies;
use crate::report::render::to_csv;
use crate::report::table::{Field, Heading, Table};

/// A column: its heading, and what stands in it.
type Column<'a> = (Heading, Box<dyn Fn(&Contrast) -> Field + 'a>);

fn plain<'a>(name: &str, field: impl Fn(&Contrast) -> Field + 'a) -> Column<'a> {
    (Heading::Plain(name.to_owned()), Box::new(field))
}

fn estimate<'a>(name: &str, field: impl Fn(&Contrast) -> Field + 'a) -> Column<'a> {
    (Heading::Estimate(name.to_owned()), Box::new(field))
}

/// All columns of `compare.csv`.
fn columns(tallies: &CompareTallies) -> Vec<Column<'_>> {
    let (blocks, games) = (i128::from(tallies.sums.blocks), i128::from(tallies.games_an_arm()));
    vec![
        plain("a", |row| Field::Text(tallies.arms[row.arms.0].clone())),
        plain("b", |row| Field::Text(tallies.arms[row.arms.1].clone())),
        plain("against", |row| Field::Text(tallies.against[row.field].clone())),
        plain("metric", |row| Field::Text(row.metric.name().to_owned())),
        plain("blocks", move |_| Field::Whole(blocks)),
        plain("games", move |_| Field::Whole(games)),
        estimate("mean_a", |row| Field::Estimate(row.means[0])),
        estimate("mean_b", |row| Field::Estimate(row.means[1])),
        estimate("diff", |row| Field::Estimate(row.difference)),
        plain("verdict", |row| Field::Text(row.verdict.name().to_owned())),
        plain("pairing_gain", |row| Field::Exact(row.pairing_gain)),
        plain("blocks_divergent", |row| Field::Whole(row.divergent.into())),
        plain("method", |row| Field::Text(row.method.clone())),
    ]
}

fn table(name: &str, columns: Vec<Column<'_>>, rows: &[Contrast]) -> Table {
    let rows = rows.iter().map(|row| columns.iter().map(|(_, field)| field(row)).collect()).collect();
    Table { name: name.to_owned(), headings: columns.into_iter().map(|(heading, _)| heading).collect(), rows }
}

/// `compare`: a row for each field, pair of strategies and metric.
pub fn compare_table(tallies: &CompareTallies, contrasts: &[Contrast]) -> Table {
    table("compare", columns(tallies), contrasts)
}

/// The same for a terminal, without what the heading and the notes say once.
pub fn short_table(tallies: &CompareTallies, contrasts: &[Contrast]) -> Table {
    const ELSEWHERE: [&str; 4] = ["blocks", "games", "blocks_divergent", "method"];
    let mut columns = columns(tallies);
    columns.retain(|(heading, _)| !ELSEWHERE.contains(&heading.name()));
    table("compare", columns, contrasts)
}

/// `ranking`: a row for each metric, field and strategy, the highest mean first.
pub fn ranking_table(tallies: &CompareTallies, judge: &Judge, contrasts: &[Contrast]) -> Table {
    let mut rows = Vec::new();
    for metric in Metric::ALL {
        for field in 0..tallies.against.len() {
            rows.extend(ranking_rows(tallies, judge, contrasts, field, metric));
        }
    }
    let plain = |name: &str| Heading::Plain(name.to_owned());
    let headings = ["rank", "strategy", "against", "metric", "games"].map(plain).into_iter();
    let headings = headings.chain([Heading::Estimate("mean".to_owned()), plain("tied_with")]).collect();
    Table { name: "ranking".to_owned(), headings, rows }
}

fn ranking_rows(
    tallies: &CompareTallies,
    judge: &Judge,
    contrasts: &[Contrast],
    field: usize,
    metric: Metric,
) -> Vec<Vec<Field>> {
    let sum = |arm: usize| super::arm_sums(&tallies.sums.fields[field], arm, metric).blocks.sum;
    let mut order: Vec<usize> = (0..tallies.arms.len()).collect();
    order.sort_by_key(|&arm| std::cmp::Reverse(sum(arm)));
    let row = |arm: usize| {
        let above = order.iter().filter(|&&other| sum(other) > sum(arm)).count();
        let tied = tied_with(contrasts, arm, field, metric);
        let names: Vec<&str> = order.iter().filter(|arm| tied.contains(arm)).map(|&arm| &*tallies.arms[arm]).collect();
        vec![
            Field::Whole(above as i128 + 1),
            Field::Text(tallies.arms[arm].clone()),
            Field::Text(tallies.against[field].clone()),
            Field::Text(metric.name().to_owned()),
            Field::Whole(tallies.games_an_arm().into()),
            Field::Estimate(judge.mean(tallies, field, arm, metric)),
            Field::Text(names.join("; ")),
        ]
    };
    order.iter().map(|&arm| row(arm)).collect()
}

/// The arms whose difference from this one is not settled: equal within the margin, or undecided.
fn tied_with(contrasts: &[Contrast], arm: usize, field: usize, metric: Metric) -> Vec<usize> {
    let of_this = contrasts.iter().filter(|row| row.field == field && row.metric == metric);
    let unsettled = of_this.filter(|row| !matches!(row.verdict, Verdict::Better | Verdict::Worse));
    let other = unsettled.filter_map(|row| match row.arms {
        (a, b) if a == arm => Some(b),
        (a, b) if b == arm => Some(a),
        _ => None,
    });
    other.collect()
}

/// Why the tables of a comparison cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum CompareFilesError {
    /// Its terms are none.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// The writer failed.
    #[error(transparent)]
    Csv(#[from] csv::Error),
}

/// Every CSV file of a comparison, name and content: `compare.csv`, and of three or more strategies `ranking.csv`.
///
/// # Errors
/// If the terms cannot be judged by, or the writer fails.
pub fn compare_files(tallies: &CompareTallies) -> Result<Vec<(String, String)>, CompareFilesError> {
    let judge = Judge::new(&tallies.terms, tallies.arms.len())?;
    let contrasts = judge.contrasts(tallies);
    let mut tables = vec![compare_table(tallies, &contrasts)];
    if tallies.arms.len() > 2 {
        tables.push(ranking_table(tallies, &judge, &contrasts));
    }
    tables.iter().map(|table| Ok((format!("{}.csv", table.name), to_csv(table)?))).collect()
}
