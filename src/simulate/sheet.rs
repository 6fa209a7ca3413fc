//! Adding up what a game counts: sums and products over blocks for each row of a sheet.
//!
//! Owns the accumulators and the choice of products that the columns' intervals need; what a count means is
//! the game's business.

use crate::games::{ColumnKind, ROW_COUNTS, RowCounts, SheetSpec};
use crate::record::{ColumnRecord, KindRecord, RowRecord, SheetRecord};

/// The sums of a row since they were last emptied.
#[derive(Clone, Debug)]
struct RowSums {
    sums: [i64; ROW_COUNTS],
    active: [u32; ROW_COUNTS],
}

/// The accumulators of one sheet.
#[derive(Clone, Debug)]
pub(super) struct SheetTally {
    counts: usize,
    /// The pairs of counts whose products the columns' intervals need, each once.
    pairs: Vec<(usize, usize)>,
    rows: Vec<RowSums>,
    /// Sums of products, a stretch of `pairs.len()` for each row.
    products: Vec<i64>,
    /// The block under way, a row of counts for each row of the sheet.
    block: Vec<RowCounts>,
    touched: Vec<u32>,
    /// For each row the last block that counted in it, by number from 1.
    last: Vec<u64>,
    blocks: u64,
    /// Sums wide enough for any run, into which the narrow ones of `rows` are emptied in time.
    wide: Vec<RowRecord>,
    narrow_blocks: u32,
}

/// After so many blocks the narrow sums are emptied: products of [`NARROW_COUNT`]s are at most 2^46, so their
/// sums stay below 2^62.
const NARROW_BLOCKS: u32 = 1 << 16;
/// The products of a row with a count beyond this are added to the wide sums.
const NARROW_COUNT: u32 = 1 << 23;

impl SheetTally {
    pub(super) fn new(spec: &SheetSpec) -> SheetTally {
        let pairs = pairs(spec);
        let rows = spec.rows.len();
        let counts = counts(spec);
        let empty = |labels: &Vec<String>| RowRecord {
            labels: labels.clone(),
            sums: vec![0; counts],
            products: vec![0; pairs.len()],
            active: vec![0; counts],
        };
        SheetTally {
            counts,
            wide: spec.rows.iter().map(empty).collect(),
            rows: vec![RowSums { sums: [0; ROW_COUNTS], active: [0; ROW_COUNTS] }; rows],
            products: vec![0; rows * pairs.len()],
            pairs,
            block: vec![RowCounts::default(); rows],
            touched: Vec::with_capacity(rows),
            last: vec![0; rows],
            blocks: 0,
            narrow_blocks: 0,
        }
    }

    /// Adds counts to a row of the block under way.
    #[inline]
    pub(super) fn count(&mut self, row: usize, counts: &RowCounts) {
        let into = &mut self.block[row];
        let block = self.blocks + 1;
        if self.last[row] != block {
            self.last[row] = block;
            self.touched.push(row as u32);
        }
        for (sum, count) in into.iter_mut().zip(counts) {
            *sum += count;
        }
    }

    /// Ends the block under way.
    pub(super) fn end_block(&mut self) {
        for &row in &self.touched {
            let row = row as usize;
            let y = std::mem::take(&mut self.block[row]);
            let sums = &mut self.rows[row];
            for ((sum, active), y) in sums.sums.iter_mut().zip(&mut sums.active).zip(y) {
                *sum += i64::from(y);
                *active += u32::from(y != 0);
            }
            let product = |&(a, b): &(usize, usize)| i64::from(y[a % ROW_COUNTS]) * i64::from(y[b % ROW_COUNTS]);
            let products = self.pairs.iter().map(product);
            if y.iter().any(|y| y.unsigned_abs() > NARROW_COUNT) {
                let sums = self.wide[row].products.iter_mut();
                sums.zip(products).for_each(|(sum, product)| *sum += i128::from(product));
            } else {
                let sums = self.products[row * self.pairs.len()..].iter_mut();
                sums.zip(products).for_each(|(sum, product)| *sum += product);
            }
        }
        self.touched.clear();
        self.blocks += 1;
        self.narrow_blocks += 1;
        if self.narrow_blocks == NARROW_BLOCKS {
            self.widen();
        }
    }

    fn widen(&mut self) {
        self.narrow_blocks = 0;
        let width = self.pairs.len();
        for (i, (wide, narrow)) in self.wide.iter_mut().zip(&mut self.rows).enumerate() {
            for k in 0..self.counts {
                wide.sums[k] += i128::from(std::mem::take(&mut narrow.sums[k]));
                wide.active[k] += u64::from(std::mem::take(&mut narrow.active[k]));
            }
            for (wide, narrow) in wide.products.iter_mut().zip(&mut self.products[i * width..][..width]) {
                *wide += i128::from(std::mem::take(narrow));
            }
        }
    }

    /// Adds the blocks of another part of the run.
    pub(super) fn merge(&mut self, mut other: SheetTally) {
        self.widen();
        other.widen();
        self.blocks += other.blocks;
        for (row, more) in self.wide.iter_mut().zip(&other.wide) {
            add(&mut row.sums, &more.sums);
            add(&mut row.products, &more.products);
            add(&mut row.active, &more.active);
        }
    }

    /// The record of the sheet.
    pub(super) fn into_record(mut self, spec: &SheetSpec) -> SheetRecord {
        self.widen();
        SheetRecord {
            name: spec.name.to_owned(),
            keys: spec.keys.iter().map(|&key| key.to_owned()).collect(),
            columns: spec
                .columns
                .iter()
                .map(|c| ColumnRecord { name: c.name.to_owned(), kind: kind(c.kind) })
                .collect(),
            blocks: self.blocks,
            pairs: self.pairs,
            rows: self.wide,
        }
    }
}

fn add<T: Copy + std::ops::AddAssign>(into: &mut [T], more: &[T]) {
    for (sum, more) in into.iter_mut().zip(more) {
        *sum += *more;
    }
}

fn kind(kind: ColumnKind) -> KindRecord {
    match kind {
        ColumnKind::Count(of) => KindRecord::Count { of },
        ColumnKind::Rate { of, among } => KindRecord::Rate { of, among },
        ColumnKind::Mean { of, among } => KindRecord::Mean { of, among },
    }
}

/// The pairs of counts whose products the columns' intervals need, each once.
fn pairs(spec: &SheetSpec) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for column in spec.columns {
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

/// How many counts a row of the sheet has: up to the last one that a column uses.
fn counts(spec: &SheetSpec) -> usize {
    let last = |column: &crate::games::Column| match column.kind {
        ColumnKind::Count(of) => of + 1,
        ColumnKind::Rate { of, among } | ColumnKind::Mean { of, among } => of.max(among) + 1,
    };
    spec.columns.iter().map(last).max().unwrap_or(0)
}
