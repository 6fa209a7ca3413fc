//! Adding up what a game counts: sums and products over blocks for each row of a sheet.
//!
//! Owns the accumulators and the choice of products that the columns' intervals need; what a count means is
//! the game's business.

use crate::games::{ColumnKind, ROW_COUNTS, RowCounts, SheetSpec};
use crate::record::{ColumnRecord, KindRecord, RowRecord, SheetRecord};

/// Some counts of a row, side by side: as many as a vector of the processor holds.
type Lanes = [i32; LANES];
const LANES: usize = 4;

/// The sums of some counts of a row since they were last emptied: of the counts, of their squares, and how many blocks
/// had any.
#[derive(Clone, Copy, Debug, Default)]
struct LaneSums {
    sums: Lanes,
    squares: Lanes,
    active: Lanes,
}

/// The accumulators of one sheet.
#[derive(Clone, Debug)]
pub(super) struct SheetTally {
    counts: usize,
    /// The pairs of counts whose products the columns' intervals need, each once; the second is a denominator, or
    /// the first again.
    pairs: Vec<(usize, usize)>,
    /// The counts that other counts are divided by, each once, filled up to one of [`STRETCHES`] with the first count.
    denominators: Vec<usize>,
    /// How many [`Lanes`] the counts of a row fill.
    width: usize,
    /// By row, `width` of them for each.
    rows: Vec<LaneSums>,
    /// Sums of the products of all counts with each denominator: by row, by denominator, `width` of them for each.
    products: Vec<Lanes>,
    /// The block under way, laid out as `rows`; of rows that it has not touched, anything.
    block: Vec<Lanes>,
    touched: Vec<u32>,
    /// For each row the last block that counted in it, by number from 1.
    last: Vec<u64>,
    blocks: u64,
    /// Sums wide enough for any run, into which the narrow ones of `rows` are emptied in time.
    wide: Vec<RowRecord>,
    narrow_blocks: u32,
}

/// How many denominators the inner loop is written for.
const STRETCHES: [usize; 3] = [1, 2, ROW_COUNTS];

/// After so many blocks the narrow sums are emptied: products of counts of at most [`NARROW_COUNT`] are at most 2^20,
/// so their sums are at most 2^30.
const NARROW_BLOCKS: u32 = 1 << 10;
/// A row with a count that is not from this one's negative to below this one is added to the wide sums.
const NARROW_COUNT: i32 = 1 << 10;
/// Bits that no narrow count uses.
const SPARE_BITS: u32 = NARROW_COUNT.leading_zeros();

impl SheetTally {
    pub(super) fn new(spec: &SheetSpec) -> SheetTally {
        let pairs = pairs(spec);
        let mut denominators = denominators(&pairs);
        let stretch = STRETCHES.into_iter().find(|&stretch| denominators.len() <= stretch).unwrap_or(ROW_COUNTS);
        denominators.resize(stretch, 0);
        let rows = spec.rows.len();
        let counts = counts(spec);
        let width = counts.div_ceil(LANES).max(1);
        let empty = |labels: &Vec<String>| RowRecord {
            labels: labels.clone(),
            sums: vec![0; counts],
            products: vec![0; pairs.len()],
            active: vec![0; counts],
        };
        SheetTally {
            counts,
            wide: spec.rows.iter().map(empty).collect(),
            width,
            rows: vec![LaneSums::default(); rows * width],
            products: vec![Lanes::default(); rows * denominators.len() * width],
            pairs,
            denominators,
            block: vec![Lanes::default(); rows * width],
            touched: Vec::with_capacity(rows),
            last: vec![0; rows],
            blocks: 0,
            narrow_blocks: 0,
        }
    }

    /// Adds counts to a row of the block under way. Inlined, so that whoever has just made the counts need not write them
    /// to memory number by number for a vector to read, which processors have to wait for.
    #[inline(always)]
    pub(super) fn count(&mut self, row: usize, counts: &RowCounts) {
        match self.width {
            1 => self.count_row::<1>(row, counts),
            _ => self.count_row::<2>(row, counts),
        }
    }

    /// Adds counts to rows one after the other.
    #[inline(always)]
    pub(super) fn count_rows<const ROWS: usize>(&mut self, first: usize, rows: &[RowCounts; ROWS]) {
        match self.width {
            1 => self.count_stretch::<1, ROWS>(first, rows),
            _ => self.count_stretch::<2, ROWS>(first, rows),
        }
    }

    #[inline(always)]
    fn count_stretch<const WIDTH: usize, const ROWS: usize>(&mut self, first: usize, rows: &[RowCounts; ROWS]) {
        let block = self.blocks + 1;
        let into = self.block.as_chunks_mut::<WIDTH>().0[first..].first_chunk_mut::<ROWS>();
        match (into, self.last[first..].first_chunk_mut::<ROWS>()) {
            (Some(into), Some(last)) if last.iter().all(|&last| last != block) => {
                *last = [block; ROWS];
                *into = std::array::from_fn(|row| std::array::from_fn(|at| rows[row].as_chunks::<LANES>().0[at]));
                self.touched.extend((0..ROWS).map(|row| (first + row) as u32));
            }
            _ => (first..).zip(rows).for_each(|(row, counts)| self.count_row::<WIDTH>(row, counts)),
        }
    }

    #[inline(always)]
    fn count_row<const WIDTH: usize>(&mut self, row: usize, counts: &RowCounts) {
        let (block, counts) = (self.blocks + 1, counts.as_chunks::<LANES>().0);
        let into = &mut self.block.as_chunks_mut::<WIDTH>().0[row];
        if std::mem::replace(&mut self.last[row], block) == block {
            *into = std::array::from_fn(|at| std::array::from_fn(|k| into[at][k] + counts[at][k]));
        } else {
            *into = std::array::from_fn(|at| counts[at]);
            self.touched.push(row as u32);
        }
    }

    /// Ends the block under way.
    pub(super) fn end_block(&mut self) {
        match (self.width, self.denominators.len()) {
            (1, 1) => self.end_rows::<1, 1>(),
            (1, 2) => self.end_rows::<1, 2>(),
            (1, _) => self.end_rows::<1, ROW_COUNTS>(),
            (_, 1) => self.end_rows::<2, 1>(),
            (_, 2) => self.end_rows::<2, 2>(),
            (_, _) => self.end_rows::<2, ROW_COUNTS>(),
        }
        self.touched.clear();
        self.blocks += 1;
        self.narrow_blocks += 1;
        if self.narrow_blocks == NARROW_BLOCKS {
            self.widen();
        }
    }

    /// Adds the rows that the block has touched, of so many [`Lanes`] and denominators.
    fn end_rows<const WIDTH: usize, const STRETCH: usize>(&mut self) {
        let Some(denominators) = self.denominators.first_chunk::<STRETCH>() else { return };
        let mut signs = [Lanes::default(); WIDTH];
        denominators.iter().for_each(|&d| signs[d / LANES % WIDTH][d % LANES] = i32::MIN);
        let block = self.block.as_chunks::<WIDTH>().0;
        let rows = self.rows.as_chunks_mut::<WIDTH>().0;
        let products = self.products.as_chunks_mut::<WIDTH>().0.as_chunks_mut::<STRETCH>().0;
        for &row in &self.touched {
            let row = row as usize;
            let y = block[row];
            if is_narrow(&y, &signs) {
                add_narrow((&mut rows[row], &mut products[row]), y, denominators);
            } else {
                add_wide(&mut self.wide[row], &self.pairs, y.as_flattened());
            }
        }
    }

    fn widen(&mut self) {
        self.narrow_blocks = 0;
        let (width, stretch) = (self.width, self.denominators.len() * self.width);
        for (row, wide) in self.wide.iter_mut().enumerate() {
            let narrow = &mut self.rows[row * width..][..width];
            let products = &mut self.products[row * stretch..][..stretch];
            for k in 0..self.counts {
                wide.sums[k] += i128::from(narrow[k / LANES].sums[k % LANES]);
                wide.active[k] += narrow[k / LANES].active[k % LANES] as u64;
            }
            for (wide, &(a, b)) in wide.products.iter_mut().zip(&self.pairs) {
                let product = match self.denominators.iter().position(|&d| d == b) {
                    Some(d) if a != b => products[d * width + a / LANES][a % LANES],
                    _ => narrow[a / LANES].squares[a % LANES],
                };
                *wide += i128::from(product);
            }
            narrow.fill(LaneSums::default());
            products.fill(Lanes::default());
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

/// Whether the counts of a block can be added to the narrow sums. `signs` has the sign bits of those that must not be
/// negative.
#[inline(always)]
fn is_narrow<const WIDTH: usize>(y: &[Lanes; WIDTH], signs: &[Lanes; WIDTH]) -> bool {
    // Numbers from -NARROW_COUNT on become positive, so that those in range have no high bits.
    let sizes = y.as_flattened().iter().zip(signs.as_flattened());
    sizes.fold(0, |sizes, (y, sign)| sizes | y.wrapping_add(NARROW_COUNT) as u32 | (y & sign) as u32)
        < 2 * NARROW_COUNT as u32
}

/// Adds counts that [are narrow](is_narrow).
#[inline(always)]
fn add_narrow<const WIDTH: usize, const STRETCH: usize>(
    (row, products): (&mut [LaneSums; WIDTH], &mut [[Lanes; WIDTH]; STRETCH]),
    y: [Lanes; WIDTH],
    denominators: &[usize; STRETCH],
) {
    for (sums, y) in row.iter_mut().zip(&y) {
        sums.sums = std::array::from_fn(|k| sums.sums[k] + y[k]);
        sums.squares = std::array::from_fn(|k| sums.squares[k] + y[k] * y[k]);
        sums.active = std::array::from_fn(|k| sums.active[k] + i32::from(y[k] != 0));
    }
    for (sums, &d) in products.iter_mut().zip(denominators) {
        let x = y[d / LANES % WIDTH][d % LANES];
        for (sums, y) in sums.iter_mut().zip(&y) {
            // Neither shifts nor mask change a narrow number; they say that the quick multiplication of vectors will do.
            let product = |y: i32| (y << SPARE_BITS >> SPARE_BITS) * (x & (NARROW_COUNT - 1));
            *sums = std::array::from_fn(|k| sums[k] + product(y[k]));
        }
    }
}

/// Adds counts of any size.
#[cold]
fn add_wide(wide: &mut RowRecord, pairs: &[(usize, usize)], y: &[i32]) {
    for ((sum, active), &y) in wide.sums.iter_mut().zip(&mut wide.active).zip(y) {
        *sum += i128::from(y);
        *active += u64::from(y != 0);
    }
    for (sum, &(a, b)) in wide.products.iter_mut().zip(pairs) {
        *sum += i128::from(y[a]) * i128::from(y[b]);
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

/// The second of the pairs of two different counts, each once.
fn denominators(pairs: &[(usize, usize)]) -> Vec<usize> {
    let mut denominators = Vec::new();
    for &(a, b) in pairs {
        if a != b && !denominators.contains(&b) {
            denominators.push(b);
        }
    }
    denominators
}

/// How many counts a row of the sheet has: up to the last one that a column uses.
fn counts(spec: &SheetSpec) -> usize {
    let last = |column: &crate::games::Column| match column.kind {
        ColumnKind::Count(of) => of + 1,
        ColumnKind::Rate { of, among } | ColumnKind::Mean { of, among } => of.max(among) + 1,
    };
    spec.columns.iter().map(last).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Column;
    use proptest::prelude::*;

    const COLUMNS: &[Column] = &[
        Column { name: "a", kind: ColumnKind::Count(0) },
        Column { name: "b", kind: ColumnKind::Mean { of: 1, among: 0 } },
        Column { name: "c", kind: ColumnKind::Rate { of: 3, among: 2 } },
    ];
    const COUNTS: usize = 4;
    const PAIRS: [(usize, usize); 6] = [(1, 1), (1, 0), (0, 0), (3, 3), (3, 2), (2, 2)];
    const ROWS: usize = 3;

    fn spec() -> SheetSpec {
        let rows = (0..ROWS).map(|row| vec![row.to_string()]).collect();
        SheetSpec { name: "sheet", keys: &["row"], rows, columns: COLUMNS }
    }

    /// Sums straight from the definition.
    fn plainly(blocks: &[Vec<(usize, [i32; COUNTS])>]) -> Vec<RowRecord> {
        let row = |row: usize| {
            let sum = |block: &Vec<(usize, [i32; COUNTS])>, k: usize| {
                block.iter().filter(|(at, _)| *at == row).map(|(_, y)| i128::from(y[k])).sum::<i128>()
            };
            RowRecord {
                labels: vec![row.to_string()],
                sums: (0..COUNTS).map(|k| blocks.iter().map(|block| sum(block, k)).sum()).collect(),
                products: PAIRS.map(|(a, b)| blocks.iter().map(|block| sum(block, a) * sum(block, b)).sum()).to_vec(),
                active: (0..COUNTS).map(|k| blocks.iter().filter(|block| sum(block, k) != 0).count() as u64).collect(),
            }
        };
        (0..ROWS).map(row).collect()
    }

    fn added(blocks: &[Vec<(usize, [i32; COUNTS])>]) -> SheetTally {
        let mut tally = SheetTally::new(&spec());
        for block in blocks {
            for &(row, y) in block {
                let mut counts = RowCounts::default();
                counts[..COUNTS].copy_from_slice(&y);
                tally.count(row, &counts);
            }
            tally.end_block();
        }
        tally
    }

    /// Small ones, those about the border between narrow and wide sums, and very large ones.
    fn count() -> impl Strategy<Value = i32> {
        prop_oneof![4 => -3..4, 4 => -1030..1030, 1 => -200_000_000..200_000_000]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn sums_are_those_of_the_definition(
            few in prop::collection::vec(prop::collection::vec((0..ROWS, prop::array::uniform4(count())), 0..4), 20..40),
            // Some more blocks than the narrow sums hold.
            times in prop_oneof![Just(1), Just(52usize)],
        ) {
            let blocks: Vec<_> = std::iter::repeat_n(few, times).flatten().collect();
            let (first, second) = blocks.split_at(blocks.len() / 3);
            let mut parts = added(first);
            parts.merge(added(second));
            for tally in [added(&blocks), parts] {
                let record = tally.into_record(&spec());
                prop_assert_eq!(&record.pairs, &PAIRS);
                prop_assert_eq!(record.blocks, blocks.len() as u64);
                prop_assert_eq!(record.rows, plainly(&blocks));
            }
        }
    }
}
