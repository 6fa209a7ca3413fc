//! The tables of a run, from its tallies.
//!
//! Owns what is known beforehand of each number, so that its interval can be made: the range that it can have, what is
//! certain, and whether somebody chose the end of the run who had seen it.

use super::column::{Column, Definition};
use super::definitions;
use super::distributions::{distributions_table, eliminated, eliminates};
use super::package::CsvFiles;
use super::table;
use super::table::{Origin, Table};
use crate::games::WHOLE_WIN;
use crate::record::{
    CANCELLED_WIN, Cell, ColumnKind, Ends, INTERRUPTED, LengthRecord, Moments, RatioEnds, RowRecord, StatisticsRecord,
    StrategyRecord, Tallies, cancelled_rounding, declared, why_as_played,
};
use crate::stats;
use crate::stats::{
    Estimate, Interval, Range, RatioSums, Scale, Stopping, has_few_events, mean, quantile, quantile_interval, rate,
    share_above_largest,
};

/// The sums of a quantity that is divided by the same number in every block, and what its sums of a block lie between.
fn constant(moments: &Moments, ends: Option<Ends>, divisor: u64, blocks: u64) -> RatioSums {
    let (x, n) = (i128::from(divisor), i128::from(blocks));
    let mean = |sum: i64| sum as f64 / divisor as f64;
    let ends = ends.filter(|_| blocks > 0 && divisor > 0);
    RatioSums {
        active: if divisor == 0 { 0 } else { blocks },
        x: n * x,
        y: moments.sum,
        xx: n * x * x,
        xy: x * moments.sum,
        yy: moments.squares,
        ends: ends.map(|Ends { least, most }| Interval { lo: mean(least), hi: mean(most) }),
    }
}

/// The columns of summary and seats, from `games` on, of what has such a cell.
fn results<'a, R: 'a>(
    (tallies, games): (&'a Tallies, Definition),
    cell: impl Fn(&R) -> &Cell + Copy + 'a,
) -> [Column<'a, R>; 6] {
    let (blocks, stopping) = (tallies.blocks, stopping(tallies, tallies.blocks));
    let sums = move |cell: &Cell, moments: &Moments| constant(moments, None, cell.seats_a_block, blocks);
    let of = move |row: &R| *cell(row);
    let share = move |cell: &Cell| match is_every_seat(tallies, cell) {
        true => Some(Estimate::exact(1.0 / tallies.seats.len() as f64, blocks)),
        false => rate(&sums(cell, &cell.share), WHOLE_WIN, stopping),
    };
    let possible = Interval { lo: 0.0, hi: tallies.highest_score.into() };
    let scores = move |cell: &Cell| constant(&cell.score, Some(cell.score_ends), cell.seats_a_block, blocks);
    let seen =
        hull(tallies.strategies.iter().flat_map(|strategy| &strategy.seats).filter_map(|cell| scores(cell).ends));
    let range = seen.map_or(Range::Possible(possible), Range::Seen);
    let ev = move |cell: &Cell| {
        let found = mean(&scores(cell), Some(range), stopping)?;
        let interval = found.interval.map(|interval| interval.within(possible.lo, possible.hi));
        Some(Estimate { interval, ..found })
    };
    [
        Column::whole(games, move |row| i128::from(of(row).seats_a_block) * i128::from(blocks)),
        Column::whole(Definition::new("wins", "games", "games won without a tie"), move |row| of(row).wins.sum),
        Column::whole(Definition::new("ties_for_first", "games", "games tied for first place"), move |row| {
            of(row).ties_for_first
        }),
        Column::estimate(Definition::new("win_rate", "1", "share of games won without a tie"), move |row| {
            rate(&sums(&of(row), &of(row).wins), 1, stopping)
        }),
        Column::estimate(definitions::WIN_SHARE, move |row| share(&of(row))),
        Column::estimate(definitions::ev(&tallies.game), move |row| ev(&of(row))),
    ]
    .map(|column| column.by(stopping))
}

/// Whether a strategy sits at every seat of every game: then all win shares are its own.
fn is_every_seat(tallies: &Tallies, cell: &Cell) -> bool {
    cell.seats_a_block == tallies.games_a_block * tallies.seats.len() as u64
}

const WITHOUT_LUCK: Definition = Definition::new(
    "win_share",
    "1",
    "mean win share of a game after luck is subtracted; on average, the same as the ordinary win share",
);

/// `summary`: a row a strategy.
pub fn summary(tallies: &Tallies) -> Table {
    let mut columns = vec![Column::text(definitions::STRATEGY, |strategy: &&StrategyRecord| &*strategy.name)];
    columns.extend(results((tallies, definitions::GAMES), |strategy: &&StrategyRecord| &strategy.total));
    let is_cancelled = tallies.strategies.iter().any(|strategy| strategy.cancelled.is_some());
    // Where luck was to be cancelled and could not be the column is empty.
    if (is_cancelled || why_as_played(&tallies.notes).is_some())
        && let Some(at) = columns.iter().position(|column| column.is_called("win_share"))
    {
        if is_cancelled {
            columns[at] = Column::estimate(WITHOUT_LUCK, |strategy: &&StrategyRecord| without_luck(tallies, strategy))
                .by(stopping(tallies, tallies.blocks));
        }
        let gain = |strategy: &&StrategyRecord| luck_gain(tallies, strategy);
        columns.insert(at + 1, Column::exact(definitions::LUCK_GAIN, gain));
    }
    Table::new("summary", columns, &tallies.strategies)
}

/// The win share of a strategy without luck. Being a mean of numbers that can lie beyond 0 and 1, it is no proportion. Where
/// few games make the win share as played, or all but few, its interval reaches as far: what is left without luck hardly
/// differs between blocks there, until a rare game comes. And it covers the roundings of each game.
fn without_luck(tallies: &Tallies, strategy: &StrategyRecord) -> Option<Estimate> {
    let (cell, blocks) = (&strategy.total, tallies.blocks);
    if is_every_seat(tallies, cell) {
        return Some(Estimate::exact(1.0 / tallies.seats.len() as f64, blocks));
    }
    let unit = cell.seats_a_block * u64::from(CANCELLED_WIN);
    let stopping = stopping(tallies, blocks);
    let found = mean(&constant(&strategy.cancelled?.share, None, unit, blocks), None, stopping)?;
    let played = || rate(&constant(&cell.share, None, cell.seats_a_block, blocks), WHOLE_WIN, stopping)?.interval;
    let farther = if varies_little(tallies, cell) { played() } else { None };
    let rounded = cancelled_rounding(&tallies.game);
    let interval = found.interval.map(|Interval { lo, hi }| Interval { lo: lo - rounded, hi: hi + rounded });
    let interval = interval.and_then(|interval| hull([Some(interval), farther].into_iter().flatten()));
    Some(Estimate { interval: interval.map(|interval| interval.within(0.0, 1.0)), ..found })
}

/// Whether few games make the win share as played, or all but few.
fn varies_little(tallies: &Tallies, cell: &Cell) -> bool {
    has_few_events(&constant(&cell.share, None, cell.seats_a_block, tallies.blocks), WHOLE_WIN)
}

/// How many times the variance of a block's win shares is that without luck; not known where few games make it,
/// or no more is left without luck than roundings.
fn luck_gain(tallies: &Tallies, strategy: &StrategyRecord) -> Option<f64> {
    let variance = |of: &Moments, win: u32| of_blocks(tallies, of).variance(scale(&strategy.total, win)?);
    let rounded = cancelled_rounding(&tallies.game);
    let cancelled =
        variance(&strategy.cancelled?.share, CANCELLED_WIN).filter(|&variance| variance > rounded * rounded)?;
    let is_known = !is_every_seat(tallies, &strategy.total) && !varies_little(tallies, &strategy.total);
    is_known.then_some(variance(&strategy.total.share, WHOLE_WIN)? / cancelled)
}

/// By how many standard errors the mean luck of a strategy is not 0, at the most: of two strategies or more, each with
/// blocks that differ. It must be as small as chance has it, because luck is that of which nothing is expected. The error is
/// at least that of blocks which are all alike: where upsets are rare, few blocks have none, and little spread.
pub fn luck_in_errors(tallies: &Tallies) -> Option<f64> {
    let of = |strategy: &StrategyRecord| {
        let scale = scale(&strategy.total, CANCELLED_WIN)?;
        let luck = of_blocks(tallies, &strategy.cancelled?.luck);
        let alike = of_blocks(tallies, &Moments::default()).standard_error(scale)?;
        let error = luck.standard_error(scale).filter(|_| luck.squares > 0)?;
        Some(luck.mean(scale)?.abs() / error.max(alike))
    };
    let others = tallies.strategies.iter().filter(|strategy| !is_every_seat(tallies, &strategy.total));
    others.filter_map(of).reduce(f64::max)
}

/// The scale of win shares of a whole win each; `None` if a block has too many seats for it.
fn scale(cell: &Cell, win: u32) -> Option<Scale> {
    let unit = cell.seats_a_block.checked_mul(win.into()).filter(|&unit| unit > 0)?;
    Some(Scale::new(unit, unit))
}

/// Sums over blocks whose ends are not known.
fn of_blocks(tallies: &Tallies, &Moments { sum, squares }: &Moments) -> stats::Moments {
    stats::Moments { n: tallies.blocks, sum, squares, least: 0, most: 0 }
}

/// `seats`: a row for each strategy at each seat it took.
pub fn seats(tallies: &Tallies) -> Table {
    type Row<'a> = (&'a StrategyRecord, usize, &'a Cell);
    type C<'a> = Column<'a, Row<'a>>;
    let cells =
        tallies.strategies.iter().flat_map(|of| of.seats.iter().enumerate().map(move |(seat, cell)| (of, seat, cell)));
    let mut columns =
        vec![C::text(definitions::STRATEGY, |row| &*row.0.name), C::whole(definitions::SEAT, |row| row.1 as i128 + 1)];
    columns.extend(results((tallies, definitions::SEAT_GAMES), |row: &Row<'_>| row.2));
    if eliminates(tallies) {
        let told = Definition::new("eliminated", "games", "games in which the strategy was eliminated in this seat");
        columns.push(C::whole(told, |row| eliminated(&row.0.scores[row.1])));
    }
    Table::new("seats", columns, cells.filter(|(_, _, cell)| cell.seats_a_block > 0))
}

/// `seat_values`: a row a seat, whoever sat there: what a seat is worth.
pub fn seat_values(tallies: &Tallies) -> Table {
    let mut columns = vec![Column::whole(definitions::SEAT, |row: &(i128, &Cell)| row.0)];
    columns.extend(results((tallies, definitions::SEAT_GAMES), |row: &(i128, &Cell)| row.1));
    Table::new("seat_values", columns, (1..).zip(&tallies.seats))
}

/// `length`: a row a per-game metric.
pub fn length(tallies: &Tallies) -> Table {
    type Row<'a> = &'a LengthRecord;
    type C<'a> = Column<'a, Row<'a>>;
    let stopping = stopping(tallies, tallies.blocks);
    let sums = |length: &Row<'_>| constant(&length.blocks, Some(length.ends), tallies.games_a_block, tallies.blocks);
    let number = |name, meaning| Definition::new(name, definitions::BY_METRIC, meaning);
    let end = |told, percent, end: usize| {
        C::whole_if_any(told, move |length| quantile_interval(&length.histogram, percent, tallies.blocks)[end])
    };
    let at = |told, percent| C::whole_if_any(told, move |length| quantile(&length.histogram, percent));
    let columns = vec![
        C::text(definitions::METRIC, |length| &*length.metric),
        C::whole(Definition::new("n", "games", "games played"), |_| tallies.games()),
        C::estimate(number("mean", "mean per game"), |length| mean(&sums(length), length_range(length), stopping))
            .by(stopping),
        at(number("p50", "median of the games"), 50),
        at(number("p95", "95th percentile of the games"), 95),
        at(number("max", "the highest value of any game"), 100),
        end(number("p50_lo", "lower end of the 95% interval of the median"), 50, 0),
        end(number("p50_hi", "upper end of the 95% interval of the median"), 50, 1),
        end(number("p95_lo", "lower end of the 95% interval of the 95th percentile"), 95, 0),
        end(number("p95_hi", "upper end of the 95% interval of the 95th percentile"), 95, 1),
        C::exact(
            Definition::new(
                "above_max_hi",
                "1",
                "with 95% confidence, at most this share of all possible games has a higher value than any game of this run",
            ),
            |_| Some(share_above_largest(tallies.blocks)),
        ),
    ];
    Table::new("length", columns, &tallies.lengths)
}

/// Where the mean of a block may lie. Where no game had any, and nothing says how many one could have, one that has any
/// is taken to have one.
fn length_range(length: &LengthRecord) -> Option<Range> {
    let up_to = |hi| Interval { lo: 0.0, hi };
    match length.limit {
        Some(limit) => Some(Range::Possible(up_to(limit.into()))),
        None if length.blocks.squares == 0 => Some(Range::Seen(up_to(1.0))),
        None if length.ends.least == length.ends.most => None,
        None => Some(Range::Possible(up_to(f64::INFINITY))),
    }
}

/// The tables of what the game counted beyond wins and length.
pub fn statistics(tallies: &Tallies) -> impl Iterator<Item = Table> {
    tallies.statistics.iter().map(|statistics| {
        let columns = statistics_columns(&tallies.game, statistics, stopping(tallies, statistics.blocks));
        Table::new(&statistics.name, columns, &statistics.rows)
    })
}

/// The columns of such a table, from the labels on.
pub(crate) fn statistics_columns<'s>(
    game: &str,
    statistics: &'s StatisticsRecord,
    stopping: Stopping,
) -> Vec<Column<'s, &'s RowRecord>> {
    let told = |name: &str| counted(game, &statistics.name, name);
    let labels = statistics.keys.iter().enumerate();
    let labels = labels.map(|(at, key)| Column::text(told(key), move |row: &&RowRecord| &*row.labels[at]));
    let numbers = statistics.columns.iter().enumerate().map(|(at, column)| match column.kind {
        ColumnKind::Count { of } => Column::whole(told(&column.name), move |row: &&RowRecord| row.sums[of]),
        ColumnKind::Rate { of, among } => Column::estimate(told(&column.name), move |row: &&RowRecord| {
            ratio(statistics, row, of, among).and_then(|sums| rate(&sums, 1, stopping))
        })
        .by(stopping),
        ColumnKind::Mean { of, among } => {
            // The column's place among the means.
            let before = statistics.columns[..at].iter();
            let at = before.filter(|column| matches!(column.kind, ColumnKind::Mean { .. })).count();
            let seen = hull(statistics.rows.iter().filter_map(|row| ends(row.ends[at]))).map(Range::Seen);
            Column::estimate(told(&column.name), move |row: &&RowRecord| {
                let sums = ratio(statistics, row, of, among)?;
                mean(&RatioSums { ends: ends(row.ends[at]), ..sums }, seen, stopping)
            })
            .by(stopping)
        }
    });
    labels.chain(numbers).collect()
}

/// What the game declares of a column of such a table. Records of other builds may have columns that it does not.
fn counted(game: &str, table: &str, name: &str) -> Definition {
    let declared = declared(game).tables.iter().find(|known| known.name == table).copied();
    let column = || declared?.columns.iter().find(|column| column.name == name);
    let label = || declared?.labels.iter().find(|label| label.name == name);
    match (column(), label()) {
        (Some(column), _) => Definition::of(name, column.unit, column.meaning),
        (None, Some(label)) => Definition::of(name, "", label.meaning),
        (None, None) => Definition::of(name, definitions::BY_METRIC, "what another version of the program counted"),
    }
}

/// The sums of the ratio of two counts of a row; every pair that a column needs is there.
pub(crate) fn ratio(statistics: &StatisticsRecord, row: &RowRecord, of: usize, among: usize) -> Option<RatioSums> {
    let product = |a, b| statistics.pair((a, b)).map(|pair| row.products[pair]);
    Some(RatioSums {
        active: row.active[among],
        x: row.sums[among],
        y: row.sums[of],
        xx: product(among, among)?,
        xy: product(of, among)?,
        yy: product(of, of)?,
        ends: None,
    })
}

pub(crate) fn ends(ends: RatioEnds) -> Option<Interval> {
    let ratio = |(y, x): (i32, i32)| f64::from(y) / f64::from(x);
    (ends.least.1 > 0).then(|| Interval { lo: ratio(ends.least), hi: ratio(ends.most) })
}

/// What all of these lie between; `None` if that is a point, which says nothing of what lies beside it.
pub(crate) fn hull(all: impl Iterator<Item = Interval>) -> Option<Interval> {
    let hull = all.reduce(|a, b| Interval { lo: a.lo.min(b.lo), hi: a.hi.max(b.hi) });
    hull.filter(|hull| hull.lo < hull.hi)
}

/// Every CSV file of a run.
pub fn csv_files(tallies: &Tallies, origin: &Origin) -> CsvFiles {
    let all = [summary, seats, seat_values, length, distributions_table];
    let tables = all.into_iter().map(|table| table(tallies));
    table::csv_files(tables.chain(statistics(tallies)).map(|table| table.of(origin)))
}

/// How the intervals of numbers from `blocks` blocks of this run are made; all of them are of 95%.
pub(crate) fn stopping(tallies: &Tallies, blocks: u64) -> Stopping {
    if tallies.until.as_deref() == Some(INTERRUPTED) { Stopping::Watched { blocks } } else { Stopping::Fixed }
}

/// The largest standard error of a strategy's win share, without luck where that is cancelled; `None` from fewer than two
/// blocks, or if a block has too many seats of a strategy.
pub fn largest_standard_error(tallies: &Tallies) -> Option<f64> {
    tallies.strategies.iter().try_fold(0.0, |most, strategy| {
        let of = |sums: &Moments, win| of_blocks(tallies, sums).standard_error(scale(&strategy.total, win)?);
        let played = || of(&strategy.total.share, WHOLE_WIN);
        let error = match strategy.cancelled.filter(|_| !is_every_seat(tallies, &strategy.total)) {
            Some(cancelled) if varies_little(tallies, &strategy.total) => {
                f64::max(of(&cancelled.share, CANCELLED_WIN)?, played()?)
            }
            Some(cancelled) => of(&cancelled.share, CANCELLED_WIN)?,
            None => played()?,
        };
        Some(f64::max(most, error))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quantity divided by 3 in each of two blocks: 3, 9 → mean (3 + 9) / 6 = 2.
    #[test]
    fn a_constant_divisor_makes_a_plain_mean() {
        let moments = Moments { sum: 12, squares: 90 };
        let estimate: Estimate = mean(&constant(&moments, None, 3, 2), None, Stopping::Fixed).unwrap();
        assert_eq!(estimate.value, 2.0);
        assert_eq!(estimate.n, 2);
        // Block means 1 and 3: standard error 1, Student's 97.5 % point with 1 degree of freedom 12.7062047362.
        let interval = estimate.interval.unwrap();
        assert!((interval.hi - (2.0 + 12.7062047362)).abs() < 1e-6, "{interval:?}");
    }
}
