//! Adding up what a game counts: sums and products over blocks for each row of a sheet.
//!
//! Owns the accumulators and the choice of products that the columns' intervals need; what a count means is
//! the game's business. Most blocks go to narrow sums, which vectors of the processor add quickly: `rows` has those of
//! sheets that are counted row by row, `groups` those of sheets that are counted by groups of rows. From there, or at
//! once if a block counts much, all goes to wide sums, which hold any run.

mod groups;
mod rows;

use crate::games::{Column, ColumnKind, GroupCounts, Grouping, ROW_COUNTS, RowCounts, SheetSpec};
use crate::record::{ColumnRecord, KindRecord, RowRecord, SheetRecord};
use groups::Groups;
use rows::Rows;

/// After at most so many blocks the narrow sums are emptied: products of counts of at most [`NARROW_COUNT`] are at most 2^20,
/// so their sums are at most 2^30.
const NARROW_BLOCKS: u64 = 1 << 10;
/// Counts that are not from this one's negative to below this one are added to the wide sums.
const NARROW_COUNT: i32 = 1 << 10;
/// Bits that no narrow count uses.
const SPARE_BITS: u32 = NARROW_COUNT.leading_zeros();

/// The accumulators of one sheet.
#[derive(Clone, Debug)]
pub(super) struct SheetTally {
    /// Of no row if the sheet is counted by groups.
    rows: Rows,
    groups: AnyGroups,
    wide: Wide,
    blocks: u64,
}

/// Groups by how many counts they may have. Every block asks which, so there is a tag for it.
#[derive(Clone, Debug)]
#[repr(u8)]
#[expect(clippy::large_enum_variant, reason = "there are a few of them, and every block goes through one")]
enum AnyGroups {
    /// The sheet is counted row by row.
    None,
    Small(Groups<1, 2>),
    Large(Groups<ROW_COUNTS, ROW_COUNTS>),
}

impl SheetTally {
    /// # Panics
    /// If the sheet is counted by groups of no rows, of more than [`GROUP_ROWS`](crate::games::GROUP_ROWS), of a number that
    /// leaves some over, or with more common counts than there are counts.
    pub(super) fn new(spec: &SheetSpec) -> SheetTally {
        let wide = Wide::new(spec);
        let groups = match spec.grouping {
            Grouping::Single => AnyGroups::None,
            Grouping::Groups { rows, common } if common <= 1 && wide.counts <= common + 2 => {
                AnyGroups::Small(Groups::new(rows, common, &wide))
            }
            Grouping::Groups { rows, common } => AnyGroups::Large(Groups::new(rows, common, &wide)),
        };
        let rows = if spec.grouping == Grouping::Single { wide.rows.len() } else { 0 };
        SheetTally { rows: Rows::new(rows, &wide), groups, wide, blocks: 0 }
    }

    /// Adds counts to a row of the block under way. Inlined, so that whoever has just made the counts need not write them
    /// to memory number by number for a vector to read, which processors have to wait for.
    ///
    /// # Panics
    /// If there is no such row, or the sheet is counted by groups.
    #[inline(always)]
    pub(super) fn count(&mut self, row: usize, counts: &RowCounts) {
        self.rows.count(self.blocks + 1, row, counts);
    }

    /// Adds counts to the rows of a group in the block under way.
    ///
    /// # Panics
    /// If there is no such group, its rows or counts are not so many, or the sheet is counted row by row.
    #[inline(always)]
    pub(super) fn count_group<const ROWS: usize, const COMMON: usize, const OWN: usize>(
        &mut self,
        group: usize,
        counts: &GroupCounts<ROWS, COMMON, OWN>,
    ) {
        assert!(!matches!(self.groups, AnyGroups::None), "the sheet is counted row by row, not by groups");
        match &mut self.groups {
            AnyGroups::None => {}
            AnyGroups::Small(groups) => groups.count(group, counts),
            AnyGroups::Large(groups) => groups.count(group, counts),
        }
    }

    /// Ends the block under way.
    pub(super) fn end_block(&mut self) {
        match &mut self.groups {
            AnyGroups::None => self.rows.end_block(&mut self.wide),
            AnyGroups::Small(groups) => groups.end_block(&mut self.wide),
            AnyGroups::Large(groups) => groups.end_block(&mut self.wide),
        }
        self.blocks += 1;
        if self.blocks.is_multiple_of(NARROW_BLOCKS) {
            self.widen();
        }
    }

    /// Empties the narrow sums into the wide ones.
    fn widen(&mut self) {
        match &mut self.groups {
            AnyGroups::None => self.rows.empty_into(&mut self.wide),
            AnyGroups::Small(groups) => groups.empty_into(&mut self.wide),
            AnyGroups::Large(groups) => groups.empty_into(&mut self.wide),
        }
    }

    /// Adds the blocks of another part of the run.
    pub(super) fn merge(&mut self, mut other: SheetTally) {
        self.widen();
        other.widen();
        self.blocks += other.blocks;
        self.wide.merge(&other.wide);
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
            pairs: self.wide.pairs,
            rows: self.wide.rows,
        }
    }
}

/// Sums wide enough for any run.
#[derive(Clone, Debug)]
struct Wide {
    /// How many counts a row has.
    counts: usize,
    /// The pairs of counts whose products the columns' intervals need, each once; the second is a denominator, or
    /// the first again.
    pairs: Vec<(usize, usize)>,
    rows: Vec<RowRecord>,
}

impl Wide {
    fn new(spec: &SheetSpec) -> Wide {
        let (counts, pairs) = (counts(spec), pairs(spec));
        let empty = |labels: &Vec<String>| RowRecord {
            labels: labels.clone(),
            sums: vec![0; counts],
            products: vec![0; pairs.len()],
            active: vec![0; counts],
        };
        Wide { counts, rows: spec.rows.iter().map(empty).collect(), pairs }
    }

    /// The second of the pairs of two different counts, each once.
    fn denominators(&self) -> Vec<usize> {
        let mut denominators = Vec::new();
        for &(a, b) in &self.pairs {
            if a != b && !denominators.contains(&b) {
                denominators.push(b);
            }
        }
        denominators
    }

    /// Adds what a block counted in a row, of any size.
    #[cold]
    fn add(&mut self, row: usize, y: &[i32]) {
        let row = &mut self.rows[row];
        for ((sum, active), &y) in row.sums.iter_mut().zip(&mut row.active).zip(y) {
            *sum += i128::from(y);
            *active += u64::from(y != 0);
        }
        for (sum, &(a, b)) in row.products.iter_mut().zip(&self.pairs) {
            *sum += i128::from(y[a]) * i128::from(y[b]);
        }
    }

    fn merge(&mut self, other: &Wide) {
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            add(&mut row.sums, &more.sums);
            add(&mut row.products, &more.products);
            add(&mut row.active, &more.active);
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
    let last = |column: &Column| match column.kind {
        ColumnKind::Count(of) => of + 1,
        ColumnKind::Rate { of, among } | ColumnKind::Mean { of, among } => of.max(among) + 1,
    };
    spec.columns.iter().map(last).max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
