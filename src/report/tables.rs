//! The tables of a run, from its tallies.

use super::intervals::Intervals;
use super::render::to_csv;
use super::table::{Field, Heading, Table};
use crate::games::WHOLE_WIN;
use crate::record::{Cell, KindRecord, LengthRecord, Moments, RowRecord, SheetRecord, Tallies};
use crate::stats::RatioSums;
use crate::stats::histogram::{self, Share};

/// The sums of a quantity that is divided by the same number in every block.
fn constant(moments: &Moments, divisor: u64, blocks: u64) -> RatioSums {
    let (x, n) = (i128::from(divisor), i128::from(blocks));
    RatioSums {
        active: if divisor == 0 { 0 } else { blocks },
        x: n * x,
        y: moments.sum,
        xx: n * x * x,
        xy: x * moments.sum,
        yy: moments.squares,
    }
}

/// The headings of summary and seats, from `games` on.
fn result_headings() -> Vec<Heading> {
    let plain = |name: &str| Heading::Plain(name.to_owned());
    let estimate = |name: &str| Heading::Estimate(name.to_owned());
    vec![plain("games"), plain("wins"), plain("shared"), estimate("win_rate"), estimate("win_share"), estimate("ev")]
}

/// The fields of summary and seats, from `games` on.
fn result_fields(cell: &Cell, tallies: &Tallies) -> Vec<Field> {
    let (blocks, intervals) = (tallies.blocks, Intervals::of(tallies));
    let sums = |moments: &Moments| constant(moments, cell.seats_a_block, blocks);
    vec![
        Field::Whole(i128::from(cell.seats_a_block) * i128::from(blocks)),
        Field::Whole(cell.wins.sum),
        Field::Whole(cell.shared),
        Field::Estimate(intervals.rate(&sums(&cell.wins), 1, blocks)),
        Field::Estimate(intervals.rate(&sums(&cell.share), WHOLE_WIN, blocks)),
        Field::Estimate(intervals.mean(&sums(&cell.score), blocks)),
    ]
}

/// `summary`: a row a strategy.
pub fn summary(tallies: &Tallies) -> Table {
    let rows = tallies.strategies.iter().map(|strategy| {
        let mut row = vec![Field::Text(strategy.name.clone())];
        row.extend(result_fields(&strategy.total, tallies));
        row
    });
    let mut headings = vec![Heading::Plain("strategy".to_owned())];
    headings.extend(result_headings());
    Table { name: "summary".to_owned(), headings, rows: rows.collect() }
}

/// `seats`: a row for each strategy at each seat it took, then a row a seat, whoever sat there.
pub fn seats(tallies: &Tallies) -> Table {
    let row = |name: &str, seat: usize, cell: &Cell| {
        let mut row = vec![Field::Text(name.to_owned()), Field::Whole(seat as i128 + 1)];
        row.extend(result_fields(cell, tallies));
        row
    };
    let mut rows = Vec::new();
    for strategy in &tallies.strategies {
        let taken = strategy.seats.iter().enumerate().filter(|(_, cell)| cell.seats_a_block > 0);
        rows.extend(taken.map(|(seat, cell)| row(&strategy.name, seat, cell)));
    }
    rows.extend(tallies.seats.iter().enumerate().map(|(seat, cell)| row("(all)", seat, cell)));
    let mut headings = vec![Heading::Plain("strategy".to_owned()), Heading::Plain("seat".to_owned())];
    headings.extend(result_headings());
    Table { name: "seats".to_owned(), headings, rows }
}

/// `length`: a row a per-game metric.
pub fn length(tallies: &Tallies) -> Table {
    let rows = tallies.lengths.iter().map(|length| length_row(length, tallies));
    let plain = |name: &str| Heading::Plain(name.to_owned());
    let headings = vec![
        plain("metric"),
        plain("n"),
        Heading::Estimate("mean".to_owned()),
        plain("p50"),
        plain("p95"),
        plain("max"),
    ];
    Table { name: "length".to_owned(), headings, rows: rows.collect() }
}

fn length_row(length: &LengthRecord, tallies: &Tallies) -> Vec<Field> {
    let whole = |value: Option<u32>| value.map_or(Field::Text(String::new()), |value| Field::Whole(value.into()));
    let at = |share: Option<Share>| whole(share.and_then(|share| histogram::quantile(&length.histogram, share)));
    let sums = constant(&length.blocks, tallies.games_a_block, tallies.blocks);
    vec![
        Field::Text(length.metric.clone()),
        Field::Whole(tallies.games().into()),
        Field::Estimate(Intervals::of(tallies).mean(&sums, tallies.blocks)),
        at(Some(Share::HALF)),
        at(Share::new(95, 100)),
        whole(histogram::max(&length.histogram)),
    ]
}

/// The tables of what the game counted beyond wins and length.
pub fn sheets(tallies: &Tallies) -> impl Iterator<Item = Table> {
    tallies.sheets.iter().map(|sheet| sheet_table(sheet, Intervals::of(tallies)))
}

/// One such table of a run whose length was fixed beforehand.
pub fn sheet(sheet: &SheetRecord) -> Table {
    sheet_table(sheet, Intervals::Fixed)
}

fn sheet_table(sheet: &SheetRecord, intervals: Intervals) -> Table {
    let mut headings: Vec<Heading> = sheet.keys.iter().map(|key| Heading::Plain(key.clone())).collect();
    headings.extend(sheet.columns.iter().map(|column| match column.kind {
        KindRecord::Count { .. } => Heading::Plain(column.name.clone()),
        KindRecord::Rate { .. } | KindRecord::Mean { .. } => Heading::Estimate(column.name.clone()),
    }));
    let rows = sheet.rows.iter().map(|row| {
        let labels = row.labels.iter().map(|label| Field::Text(label.clone()));
        labels.chain(sheet.columns.iter().map(|column| sheet_field(sheet, row, column.kind, intervals))).collect()
    });
    Table { name: sheet.name.clone(), headings, rows: rows.collect() }
}

fn sheet_field(sheet: &SheetRecord, row: &RowRecord, kind: KindRecord, intervals: Intervals) -> Field {
    let blocks = sheet.blocks;
    match kind {
        KindRecord::Count { of } => Field::Whole(row.sums[of]),
        KindRecord::Rate { of, among } => {
            Field::Estimate(ratio(sheet, row, of, among).and_then(|sums| intervals.rate(&sums, 1, blocks)))
        }
        KindRecord::Mean { of, among } => {
            Field::Estimate(ratio(sheet, row, of, among).and_then(|sums| intervals.mean(&sums, blocks)))
        }
    }
}

/// The sums of the ratio of two counts of a row; every pair that a column needs is there.
fn ratio(sheet: &SheetRecord, row: &RowRecord, of: usize, among: usize) -> Option<RatioSums> {
    let product = |a, b| sheet.pair((a, b)).map(|pair| row.products[pair]);
    Some(RatioSums {
        active: row.active[among],
        x: row.sums[among],
        y: row.sums[of],
        xx: product(among, among)?,
        xy: product(of, among)?,
        yy: product(of, of)?,
    })
}

/// Every CSV file of a run, name and content.
///
/// # Errors
/// Only if the writer fails.
pub fn csv_files(tallies: &Tallies) -> Result<Vec<(String, String)>, csv::Error> {
    let tables = [summary(tallies), seats(tallies), length(tallies)].into_iter().chain(sheets(tallies));
    tables.map(|table| Ok((format!("{}.csv", table.name), to_csv(&table)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Estimate;

    /// A quantity divided by 3 in each of two blocks: 3, 9 → mean (3 + 9) / 6 = 2.
    #[test]
    fn a_constant_divisor_makes_a_plain_mean() {
        let mut moments = Moments::default();
        moments.add(3);
        moments.add(9);
        let estimate: Estimate = Intervals::Fixed.mean(&constant(&moments, 3, 2), 2).unwrap();
        assert_eq!(estimate.value, 2.0);
        assert_eq!(estimate.n, 2);
        // Block means 1 and 3: standard error 1, Student's 97.5 % point with 1 degree of freedom 12.7062047362.
        let interval = estimate.interval.unwrap();
        assert!((interval.hi - (2.0 + 12.7062047362)).abs() < 1e-6, "{interval:?}");
    }
}
