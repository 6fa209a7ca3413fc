//! Narrow sums of sheets that are counted by groups of rows.
//!
//! Owns the block under way and the sums over few blocks, in which the rows of a group stand side by side: all that is
//! done with a count is done with that of all rows of the group.

use super::{NARROW_COUNT, SPARE_BITS, Wide};
use crate::games::{GROUP_ROWS, GroupColumn, RowCounts};

/// The sums of a count of the rows of a group since they were last emptied: of the counts, of their squares, and how many
/// blocks had any.
#[derive(Clone, Copy, Debug, Default)]
struct ColumnSums {
    sums: GroupColumn,
    squares: GroupColumn,
    active: GroupColumn,
}

/// Sums over few blocks, and the block under way.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    /// How many rows a group has.
    rows: usize,
    /// By count what narrow counts are not below, negative.
    lowest: Vec<i32>,
    /// The pairs of two different counts.
    mixed: Vec<(usize, usize)>,
    /// By group and count.
    columns: Vec<ColumnSums>,
    /// Sums of products, by group and pair of `mixed`.
    products: Vec<GroupColumn>,
    /// The block under way, laid out as `columns`.
    block: Vec<GroupColumn>,
}

impl Groups {
    /// # Panics
    /// If a group has no rows, or more than [`GROUP_ROWS`].
    pub(super) fn new(rows: usize, wide: &Wide) -> Groups {
        assert!((1..=GROUP_ROWS).contains(&rows), "groups have from 1 to {GROUP_ROWS} rows, not {rows}");
        let groups = wide.rows.len().div_ceil(rows);
        let mixed: Vec<_> = wide.pairs.iter().copied().filter(|(a, b)| a != b).collect();
        let denominators = wide.denominators();
        let lowest = |count| if denominators.contains(&count) { 0 } else { -NARROW_COUNT };
        Groups {
            rows,
            lowest: (0..wide.counts).map(lowest).collect(),
            columns: vec![ColumnSums::default(); groups * wide.counts],
            products: vec![GroupColumn::default(); groups * mixed.len()],
            block: vec![GroupColumn::default(); groups * wide.counts],
            mixed,
        }
    }

    /// Adds counts to a group of the block under way.
    #[inline(always)]
    pub(super) fn count<const COUNTS: usize>(&mut self, group: usize, columns: &[GroupColumn; COUNTS]) {
        let counts = self.lowest.len();
        for (into, column) in self.block[group * counts..][..counts].iter_mut().zip(columns) {
            *into = std::array::from_fn(|row| into[row] + column[row]);
        }
    }

    /// Adds counts to a row of the block under way.
    pub(super) fn count_row(&mut self, row: usize, counts: &RowCounts) {
        let (group, row) = (row / self.rows, row % self.rows);
        let columns = &mut self.block[group * self.lowest.len()..][..self.lowest.len()];
        columns.iter_mut().zip(counts).for_each(|(into, count)| into[row] += count);
    }

    /// Ends the block under way.
    pub(super) fn end_block(&mut self, wide: &mut Wide) {
        let (counts, mixed) = (self.lowest.len(), self.mixed.len());
        for (group, y) in self.block.chunks_exact_mut(counts).enumerate() {
            if is_narrow(y, &self.lowest) {
                let columns = &mut self.columns[group * counts..][..counts];
                columns.iter_mut().zip(&*y).for_each(|(sums, y)| sums.add(y));
                let products = &mut self.products[group * mixed..][..mixed];
                products.iter_mut().zip(&self.mixed).for_each(|(sums, &(a, b))| add_products(sums, &y[a], &y[b]));
            } else {
                add_wide(wide, group * self.rows..(group + 1) * self.rows, y);
            }
            y.fill(GroupColumn::default());
        }
    }

    /// Adds the sums to wide ones, and begins anew.
    pub(super) fn empty_into(&mut self, wide: &mut Wide) {
        let counts = self.lowest.len();
        for (number, into) in wide.rows.iter_mut().enumerate() {
            let (group, row) = (number / self.rows, number % self.rows);
            let columns = &self.columns[group * counts..][..counts];
            for (k, column) in columns.iter().enumerate() {
                into.sums[k] += i128::from(column.sums[row]);
                into.active[k] += column.active[row] as u64;
            }
            let mut products = self.products[group * self.mixed.len()..].iter();
            for (into, &(a, b)) in into.products.iter_mut().zip(&wide.pairs) {
                let sums = if a == b { Some(&columns[a].squares) } else { products.next() };
                *into += sums.map_or(0, |sums| i128::from(sums[row]));
            }
        }
        self.columns.fill(ColumnSums::default());
        self.products.fill(GroupColumn::default());
    }
}

impl ColumnSums {
    /// Adds counts that [are narrow](is_narrow).
    #[inline(always)]
    fn add(&mut self, y: &GroupColumn) {
        for (row, &y) in y.iter().enumerate() {
            // The mask changes no narrow number; it says that the quick multiplication of vectors will do.
            let size = y.wrapping_abs() & (2 * NARROW_COUNT - 1);
            self.sums[row] += y;
            self.squares[row] += size * size;
            self.active[row] += i32::from(y != 0);
        }
    }
}

/// Adds the products of counts that [are narrow](is_narrow), of which the second are not negative.
#[inline(always)]
fn add_products(sums: &mut GroupColumn, a: &GroupColumn, b: &GroupColumn) {
    for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
        // Neither shifts nor mask change a narrow number: see `ColumnSums::add`.
        *sum += (a << SPARE_BITS >> SPARE_BITS) * (b & (NARROW_COUNT - 1));
    }
}

/// Whether what a block counted in a group can be added to the narrow sums.
#[inline(always)]
fn is_narrow(y: &[GroupColumn], lowest: &[i32]) -> bool {
    let mut high = 0;
    for (y, lowest) in y.iter().zip(lowest) {
        // Numbers in range become positive and have no high bits.
        let sizes = y.iter().fold(0, |sizes, y| sizes | y.wrapping_sub(*lowest) as u32);
        high |= sizes & !((NARROW_COUNT - lowest - 1) as u32);
    }
    high == 0
}

/// Adds what a block counted in the rows of a group, of any size.
#[cold]
fn add_wide(wide: &mut Wide, rows: std::ops::Range<usize>, y: &[GroupColumn]) {
    for (row, number) in rows.enumerate() {
        let counts: Vec<i32> = y.iter().map(|column| column[row]).collect();
        wide.add(number, &counts);
    }
}
