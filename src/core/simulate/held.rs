//! The rows of what a game counts, held against the same rows of the first combination of a sweep.
//!
//! Owns which rows of two tables are the same, where their counts of a block stand, and the sums of their products. What is
//! counted is the game's business.

use crate::games::{ColumnKind, ROW_COUNTS, RowCounts, StatisticsTable};
use crate::record::CrossRecord;

/// The rows of two tables with equal labels, and the counts of each column that is a ratio.
#[derive(Clone, Debug, Default)]
pub(super) struct HeldRows {
    /// The positions of the rows: in the own table, and in the other.
    rows: Vec<(usize, usize)>,
    /// What is divided, and by what.
    ratios: Vec<(usize, usize)>,
}

/// How many numbers a block has for the rows of the first of these tables: the only one whose rows are held.
pub(super) fn numbers(tables: &[StatisticsTable]) -> usize {
    tables.first().map_or(0, |table| table.rows.len() * ROW_COUNTS)
}

/// Adds counts to the numbers of a row.
pub(super) fn add(numbers: &mut [u32], row: usize, counts: &RowCounts) {
    for (sum, &count) in numbers[row * ROW_COUNTS..][..ROW_COUNTS].iter_mut().zip(counts) {
        *sum = sum.wrapping_add_signed(count);
    }
}

impl HeldRows {
    /// The rows that the first of the tables have in common.
    pub(super) fn new(own: &[StatisticsTable], first: &[StatisticsTable]) -> HeldRows {
        let (Some(own), Some(first)) = (own.first(), first.first()) else { return HeldRows::default() };
        let same = |labels: &Vec<String>| first.rows.iter().position(|other| other == labels);
        let rows = own.rows.iter().enumerate().filter_map(|(at, labels)| Some((at, same(labels)?)));
        let ratio = |kind| match kind {
            ColumnKind::Rate { of, among } | ColumnKind::Mean { of, among } => Some((of, among)),
            ColumnKind::Count { .. } => None,
        };
        HeldRows {
            rows: rows.collect(),
            ratios: own.counted.columns.iter().filter_map(|column| ratio(column.kind)).collect(),
        }
    }

    /// No sums yet: a place for each row and ratio.
    pub(super) fn empty_sums(&self) -> Vec<[i128; 4]> {
        vec![[0; 4]; self.rows.len() * self.ratios.len()]
    }

    /// Adds the products of a block, whose numbers of the rows these are.
    pub(super) fn add(&self, sums: &mut [[i128; 4]], own: &[u32], first: &[u32]) {
        let places = self.rows.iter().flat_map(|&row| self.ratios.iter().map(move |&ratio| (row, ratio)));
        for (sums, ((row, other), (of, among))) in sums.iter_mut().zip(places) {
            let count =
                |numbers: &[u32], row: usize, at: usize| i64::from(numbers[row * ROW_COUNTS + at].cast_signed());
            let ([y, x], [y2, x2]) =
                ([of, among].map(|at| count(own, row, at)), [of, among].map(|at| count(first, other, at)));
            let products = [y * y2, y * x2, x * y2, x * x2];
            sums.iter_mut().zip(products).for_each(|(sum, more)| *sum += i128::from(more));
        }
    }

    /// The records of these sums.
    pub(super) fn records(&self, sums: &[[i128; 4]]) -> Vec<CrossRecord> {
        let by_row = sums.chunks_exact(self.ratios.len().max(1));
        let record = |(&(row, first), products): (&(usize, usize), &[[i128; 4]])| CrossRecord {
            row,
            first,
            products: products.to_vec(),
        };
        self.rows.iter().zip(by_row).map(record).collect()
    }
}
