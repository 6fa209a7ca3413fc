//! Adding up what a game counts: sums and products over blocks for each row of a statistics table.
//!
//! Owns the accumulators and the choice of products that the columns' intervals need; what a count means is the game's
//! business. A game may touch few of many rows: only those cost anything. Small counts go to narrow sums, which vectors
//! of the processor add quickly, and from there to wide sums, which hold any run; large ones go there at once.

use crate::games::{Column, ColumnKind, ROW_COUNTS, RowCounts, StatisticsTable};
use crate::record::{ColumnRecord, RatioEnds, RowRecord, StatisticsRecord};

/// After so many blocks the narrow sums are emptied into wide ones: products of narrow counts are at most
/// 2^20, so their sums are at most 2^30.
const NARROW_BLOCKS: u64 = 1 << 10;
/// Counts from this one's negative up to below this one go to narrow sums.
const NARROW_COUNT: i32 = 1 << 10;
/// How many different counts the columns of a table may divide by.
const DENOMINATORS: usize = 2;

/// The accumulators of one statistics table.
#[derive(Clone, Debug)]
pub(super) struct StatisticsTally {
    /// The pairs of counts whose products the columns' intervals need, each once.
    pairs: Vec<(usize, usize)>,
    /// The counts of each column that is a mean: the sum, and what it is divided by.
    means: Vec<(usize, usize)>,
    /// Row by row the ends of these.
    ends: Vec<RatioEnds>,
    /// The counts that others are divided by, filled up with the first count.
    denominators: [usize; DENOMINATORS],
    /// Whether no row has more than half of the counts that one can have.
    has_few: bool,
    /// Sums over blocks, wide enough for any run, and by row what was not added to them yet.
    rows: Vec<RowRecord>,
    recent: Vec<RecentRow>,
    blocks: u64,
    /// The rows that the block under way has touched, each once.
    touched: Vec<u32>,
}

/// What a row came to lately.
#[derive(Clone, Copy, Debug, Default)]
struct RecentRow {
    /// Of the block under way; zeros if it has not touched the row.
    block: RowCounts,
    /// The last block that touched the row, by number from 1.
    last: u64,
    narrow: NarrowSums,
}

/// Sums over few blocks of small counts of a row: of the counts and of their squares, of their products with each
/// denominator, and how many blocks had any.
#[derive(Clone, Copy, Debug, Default)]
struct NarrowSums {
    sums: RowCounts,
    squares: RowCounts,
    active: RowCounts,
    products: [RowCounts; DENOMINATORS],
}

impl NarrowSums {
    /// Adds the first counts of a block, which are small.
    // As numbers of 16 bits, of which a vector of any processor holds and multiplies all of a row.
    #[inline(always)]
    fn add<const COUNTS: usize>(&mut self, y: &RowCounts, denominators: [usize; DENOMINATORS]) {
        let y: [i16; COUNTS] = std::array::from_fn(|at| y[at] as i16);
        let any = y.map(|y| i16::from(y != 0));
        for (sum, y) in self.sums.iter_mut().zip(y) {
            *sum += i32::from(y);
        }
        for (sum, any) in self.active.iter_mut().zip(any) {
            *sum += i32::from(any);
        }
        for (sum, y) in self.squares.iter_mut().zip(y) {
            *sum += i32::from(y) * i32::from(y);
        }
        for (products, denominator) in self.products.iter_mut().zip(denominators) {
            let by = i32::from(y[denominator % COUNTS]);
            for (sum, y) in products.iter_mut().zip(y) {
                *sum += i32::from(y) * by;
            }
        }
    }

    /// Adds these sums to wide ones.
    fn add_to(&self, row: &mut RowRecord, pairs: &[(usize, usize)], denominators: [usize; DENOMINATORS]) {
        row.sums.iter_mut().zip(self.sums).for_each(|(sum, more)| *sum += i128::from(more));
        row.active.iter_mut().zip(self.active).for_each(|(sum, more)| *sum += more as u64);
        for (sum, &(a, b)) in row.products.iter_mut().zip(pairs) {
            let with = denominators.iter().position(|&denominator| denominator == b);
            let products = with.filter(|_| a != b).map_or(&self.squares, |with| &self.products[with]);
            *sum += i128::from(products[a]);
        }
    }
}

/// Adds the counts of a block, of any size, to wide sums.
#[cold]
fn add_wide(row: &mut RowRecord, pairs: &[(usize, usize)], y: &RowCounts) {
    for ((sum, active), &y) in row.sums.iter_mut().zip(&mut row.active).zip(y) {
        *sum += i128::from(y);
        *active += u64::from(y != 0);
    }
    for (sum, &(a, b)) in row.products.iter_mut().zip(pairs) {
        *sum += i128::from(i64::from(y[a]) * i64::from(y[b]));
    }
}

impl StatisticsTally {
    /// # Panics
    /// If the columns divide by more than [`DENOMINATORS`] different counts.
    pub(super) fn new(spec: &StatisticsTable) -> StatisticsTally {
        let (counts, pairs, means) = (counts(spec), pairs(spec), means(spec));
        let empty = |labels: &Vec<String>| RowRecord {
            labels: labels.clone(),
            sums: vec![0; counts],
            products: vec![0; pairs.len()],
            active: vec![0; counts],
            ends: Vec::new(),
        };
        let rows: Vec<RowRecord> = spec.rows.iter().map(empty).collect();
        StatisticsTally {
            denominators: denominators(&pairs),
            has_few: counts <= ROW_COUNTS / 2,
            pairs,
            ends: vec![RatioEnds::default(); rows.len() * means.len()],
            means,
            recent: vec![RecentRow::default(); rows.len()],
            blocks: 0,
            touched: Vec::with_capacity(rows.len()),
            rows,
        }
    }

    /// Adds counts to a row of the block under way.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    pub(super) fn count(&mut self, row: usize, counts: &RowCounts) {
        let (block, recent) = (self.blocks + 1, &mut self.recent[row]);
        if std::mem::replace(&mut recent.last, block) != block {
            self.touched.push(row as u32);
        }
        for (sum, count) in recent.block.iter_mut().zip(counts) {
            *sum += count;
        }
    }

    /// Ends the block under way.
    pub(super) fn end_block(&mut self) {
        for &row in &self.touched {
            let recent = &mut self.recent[row as usize];
            let y = std::mem::take(&mut recent.block);
            let ends = self.ends[row as usize * self.means.len()..].iter_mut();
            for (ends, &(of, among)) in ends.zip(&self.means).filter(|(_, (_, among))| y[*among] > 0) {
                ends.add(y[of], y[among]);
            }
            // Counts in range become numbers without high bits.
            let sizes = y.iter().fold(0, |sizes, y| sizes | y.wrapping_add(NARROW_COUNT) as u32);
            if sizes < 2 * NARROW_COUNT as u32 {
                match self.has_few {
                    true => recent.narrow.add::<{ ROW_COUNTS / 2 }>(&y, self.denominators),
                    false => recent.narrow.add::<ROW_COUNTS>(&y, self.denominators),
                }
            } else {
                add_wide(&mut self.rows[row as usize], &self.pairs, &y);
            }
        }
        self.touched.clear();
        self.blocks += 1;
        if self.blocks.is_multiple_of(NARROW_BLOCKS) {
            self.widen();
        }
    }

    /// Empties the narrow sums into the wide ones.
    fn widen(&mut self) {
        for (row, recent) in self.rows.iter_mut().zip(&mut self.recent) {
            std::mem::take(&mut recent.narrow).add_to(row, &self.pairs, self.denominators);
        }
    }

    /// Adds the blocks of another part of the run.
    pub(super) fn merge(&mut self, other: &StatisticsTally) {
        self.widen();
        self.blocks += other.blocks;
        self.ends.iter_mut().zip(&other.ends).for_each(|(ends, &more)| ends.merge(more));
        for ((row, more), recent) in self.rows.iter_mut().zip(&other.rows).zip(&other.recent) {
            add(&mut row.sums, &more.sums);
            add(&mut row.products, &more.products);
            add(&mut row.active, &more.active);
            recent.narrow.add_to(row, &self.pairs, self.denominators);
        }
    }

    /// The record of the table.
    pub(super) fn into_record(mut self, spec: &StatisticsTable) -> StatisticsRecord {
        self.widen();
        let means = self.means.len();
        for (at, row) in self.rows.iter_mut().enumerate() {
            row.ends = self.ends[at * means..(at + 1) * means].to_vec();
        }
        let column = |c: &Column| ColumnRecord { name: c.name.to_owned(), kind: c.kind };
        StatisticsRecord {
            name: spec.counted.name.to_owned(),
            keys: spec.counted.labels.iter().map(|label| label.name.to_owned()).collect(),
            columns: spec.counted.columns.iter().map(column).collect(),
            blocks: self.blocks,
            pairs: self.pairs,
            rows: self.rows,
        }
    }
}

/// The second of the pairs of two different counts, each once, filled up with the first count.
fn denominators(pairs: &[(usize, usize)]) -> [usize; DENOMINATORS] {
    let mut found: Vec<usize> = pairs.iter().filter(|(a, b)| a != b).map(|&(_, b)| b).collect();
    found.sort_unstable();
    found.dedup();
    assert!(found.len() <= DENOMINATORS, "columns divide by at most {DENOMINATORS} different counts");
    std::array::from_fn(|at| found.get(at).copied().unwrap_or(0))
}

fn add<T: Copy + std::ops::AddAssign>(into: &mut [T], more: &[T]) {
    for (sum, more) in into.iter_mut().zip(more) {
        *sum += *more;
    }
}

/// The pairs of counts whose products the columns' intervals need, each once.
fn pairs(spec: &StatisticsTable) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for column in spec.counted.columns {
        if let ColumnKind::Rate { of, among } | ColumnKind::Mean { of, among } = column.kind {
            for pair in [(of, of), (of, among), (among, among)] {
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
    }
    pairs
}

/// The counts of each column that is a mean.
fn means(spec: &StatisticsTable) -> Vec<(usize, usize)> {
    let mean = |column: &Column| match column.kind {
        ColumnKind::Mean { of, among } => Some((of, among)),
        ColumnKind::Count { .. } | ColumnKind::Rate { .. } => None,
    };
    spec.counted.columns.iter().filter_map(mean).collect()
}

/// How many counts a row of the table has: up to the last one that a column uses.
fn counts(spec: &StatisticsTable) -> usize {
    let last = |column: &Column| match column.kind {
        ColumnKind::Count { of } => of + 1,
        ColumnKind::Rate { of, among } | ColumnKind::Mean { of, among } => of.max(among) + 1,
    };
    spec.counted.columns.iter().map(last).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{CountedTable, STRATEGY};
    use proptest::prelude::*;

    /// What a block counted: rows, and what was added to them.
    type Block = Vec<(usize, Vec<i32>)>;

    const COUNTED: CountedTable = CountedTable {
        name: "statistics",
        labels: &[STRATEGY],
        columns: &[
            Column::count(0, "a", "1", "a count"),
            Column::mean((1, 0), "b", "1", "a mean"),
            Column::rate((3, 2), "c", "a share"),
        ],
    };
    const PAIRS: [(usize, usize); 6] = [(1, 1), (1, 0), (0, 0), (3, 3), (3, 2), (2, 2)];
    const ROWS: usize = 3;
    const COUNTS: usize = 4;

    /// Sums straight from the definition.
    fn plainly(blocks: &[Block]) -> Vec<RowRecord> {
        let row = |row: usize| {
            let sum = |block: &Block, k: usize| -> i128 {
                block.iter().filter(|(at, _)| *at == row).map(|(_, y)| i128::from(y[k])).sum()
            };
            let product = |&(a, b): &(usize, usize)| blocks.iter().map(|block| sum(block, a) * sum(block, b)).sum();
            RowRecord {
                labels: vec![row.to_string()],
                sums: (0..COUNTS).map(|k| blocks.iter().map(|block| sum(block, k)).sum()).collect(),
                products: PAIRS.iter().map(product).collect(),
                active: (0..COUNTS).map(|k| blocks.iter().filter(|block| sum(block, k) != 0).count() as u64).collect(),
                ends: vec![ends(blocks, row)],
            }
        };
        (0..ROWS).map(row).collect()
    }

    /// Of the column that is a mean, by comparing fractions one by one.
    fn ends(blocks: &[Block], row: usize) -> RatioEnds {
        let sum = |block: &Block, k: usize| block.iter().filter(|(at, _)| *at == row).map(|(_, y)| y[k]).sum::<i32>();
        let ratios = blocks.iter().map(|block| (sum(block, 1), sum(block, 0))).filter(|&(_, x)| x > 0);
        let less =
            |a: &(i32, i32), b: &(i32, i32)| (i64::from(a.0) * i64::from(b.1)).cmp(&(i64::from(b.0) * i64::from(a.1)));
        let least = ratios.clone().min_by(|a, b| less(a, b).then(a.1.cmp(&b.1)));
        let ends = least.zip(ratios.max_by(|a, b| less(a, b).then(b.1.cmp(&a.1))));
        ends.map_or(RatioEnds::default(), |(least, most)| RatioEnds { least, most })
    }

    fn added(spec: &StatisticsTable, blocks: &[Block]) -> StatisticsTally {
        let mut tally = StatisticsTally::new(spec);
        for block in blocks {
            for (row, y) in block {
                let mut counts = RowCounts::default();
                counts[..COUNTS].copy_from_slice(y);
                tally.count(*row, &counts);
            }
            tally.end_block();
        }
        tally
    }

    /// Small ones and very large ones.
    fn count() -> impl Strategy<Value = i32> {
        prop_oneof![8 => -3..4, 2 => -1030..1030, 1 => -200_000_000..200_000_000]
    }

    fn block() -> impl Strategy<Value = Block> {
        prop::collection::vec((0..ROWS, prop::collection::vec(count(), COUNTS)), 0..4)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// In one run and in two parts.
        #[test]
        fn rows_have_the_sums_of_the_definition(blocks in prop::collection::vec(block(), 0..40)) {
            let rows = (0..ROWS).map(|row| vec![row.to_string()]).collect();
            let spec = StatisticsTable { counted: &COUNTED, rows };
            let (first, second) = blocks.split_at(blocks.len() / 3);
            let mut parts = added(&spec, first);
            parts.merge(&added(&spec, second));
            for record in [added(&spec, &blocks), parts].map(|tally| tally.into_record(&spec)) {
                prop_assert_eq!(&record.pairs, &PAIRS);
                prop_assert_eq!(record.blocks, blocks.len() as u64);
                prop_assert_eq!(record.rows, plainly(&blocks));
            }
        }
    }
}
