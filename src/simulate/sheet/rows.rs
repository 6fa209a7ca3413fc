//! Narrow sums of sheets that are counted row by row.
//!
//! Owns the block under way and the sums over few blocks, in which the counts of a row stand side by side. A game may
//! touch few of many rows: only those cost anything.

use super::{NARROW_COUNT, SPARE_BITS, Wide};
use crate::games::{ROW_COUNTS, RowCounts};

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

/// Sums over few blocks, and the block under way.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// The counts that other counts are divided by, each once, filled up to one of [`STRETCHES`] with the first count.
    denominators: Vec<usize>,
    /// The sign bits of those counts, which must not be negative.
    signs: [Lanes; ROW_COUNTS / LANES],
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
}

/// How many denominators the inner loop is written for.
const STRETCHES: [usize; 3] = [1, 2, ROW_COUNTS];

impl Rows {
    /// Nothing counted yet, in so many rows.
    pub(super) fn new(rows: usize, wide: &Wide) -> Rows {
        let mut denominators = wide.denominators();
        let stretch = STRETCHES.into_iter().find(|&stretch| denominators.len() <= stretch).unwrap_or(ROW_COUNTS);
        denominators.resize(stretch, 0);
        let mut signs = [Lanes::default(); ROW_COUNTS / LANES];
        denominators.iter().for_each(|&d| signs[d / LANES][d % LANES] = i32::MIN);
        let width = wide.counts.div_ceil(LANES).max(1);
        Rows {
            signs,
            width,
            rows: vec![LaneSums::default(); rows * width],
            products: vec![Lanes::default(); rows * denominators.len() * width],
            denominators,
            block: vec![Lanes::default(); rows * width],
            touched: Vec::with_capacity(rows),
            last: vec![0; rows],
        }
    }

    /// Adds counts to a row of the block under way, which has this number, from 1.
    #[inline(always)]
    pub(super) fn count(&mut self, block: u64, row: usize, counts: &RowCounts) {
        match self.width {
            1 => self.count_row::<1>(block, row, counts),
            _ => self.count_row::<2>(block, row, counts),
        }
    }

    #[inline(always)]
    fn count_row<const WIDTH: usize>(&mut self, block: u64, row: usize, counts: &RowCounts) {
        let counts = counts.as_chunks::<LANES>().0;
        let into = &mut self.block.as_chunks_mut::<WIDTH>().0[row];
        if std::mem::replace(&mut self.last[row], block) == block {
            *into = std::array::from_fn(|at| std::array::from_fn(|k| into[at][k] + counts[at][k]));
        } else {
            *into = std::array::from_fn(|at| counts[at]);
            self.touched.push(row as u32);
        }
    }

    /// Ends the block under way.
    pub(super) fn end_block(&mut self, wide: &mut Wide) {
        match (self.width, self.denominators.len()) {
            (1, 1) => self.end_rows::<1, 1>(wide),
            (1, 2) => self.end_rows::<1, 2>(wide),
            (1, _) => self.end_rows::<1, ROW_COUNTS>(wide),
            (_, 1) => self.end_rows::<2, 1>(wide),
            (_, 2) => self.end_rows::<2, 2>(wide),
            (_, _) => self.end_rows::<2, ROW_COUNTS>(wide),
        }
        self.touched.clear();
    }

    /// Adds the rows that the block has touched, of so many [`Lanes`] and denominators.
    fn end_rows<const WIDTH: usize, const STRETCH: usize>(&mut self, wide: &mut Wide) {
        let Some(denominators) = self.denominators.first_chunk::<STRETCH>() else { return };
        let Some(signs) = self.signs.first_chunk::<WIDTH>() else { return };
        let block = self.block.as_chunks::<WIDTH>().0;
        let rows = self.rows.as_chunks_mut::<WIDTH>().0;
        let products = self.products.as_chunks_mut::<WIDTH>().0.as_chunks_mut::<STRETCH>().0;
        for &row in &self.touched {
            let row = row as usize;
            let y = block[row];
            if is_narrow(&y, signs) {
                add_narrow((&mut rows[row], &mut products[row]), y, denominators);
            } else {
                wide.add(row, y.as_flattened());
            }
        }
    }

    /// Adds the sums to wide ones, and begins anew.
    pub(super) fn empty_into(&mut self, wide: &mut Wide) {
        let (width, stretch) = (self.width, self.denominators.len() * self.width);
        for (row, into) in wide.rows.iter_mut().enumerate() {
            let narrow = &mut self.rows[row * width..][..width];
            let products = &mut self.products[row * stretch..][..stretch];
            for k in 0..wide.counts {
                into.sums[k] += i128::from(narrow[k / LANES].sums[k % LANES]);
                into.active[k] += narrow[k / LANES].active[k % LANES] as u64;
            }
            for (into, &(a, b)) in into.products.iter_mut().zip(&wide.pairs) {
                let product = match self.denominators.iter().position(|&d| d == b) {
                    Some(d) if a != b => products[d * width + a / LANES][a % LANES],
                    _ => narrow[a / LANES].squares[a % LANES],
                };
                *into += i128::from(product);
            }
            narrow.fill(LaneSums::default());
            products.fill(Lanes::default());
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
        // The mask changes no narrow number; it says that the quick multiplication of vectors will do.
        let sizes = y.map(|y| y.wrapping_abs() & (2 * NARROW_COUNT - 1));
        sums.sums = std::array::from_fn(|k| sums.sums[k] + y[k]);
        sums.squares = std::array::from_fn(|k| sums.squares[k] + sizes[k] * sizes[k]);
        sums.active = std::array::from_fn(|k| sums.active[k] + i32::from(y[k] != 0));
    }
    for (sums, &d) in products.iter_mut().zip(denominators) {
        let x = y[d / LANES % WIDTH][d % LANES];
        for (sums, y) in sums.iter_mut().zip(&y) {
            // As above, neither shifts nor mask change a narrow number.
            let product = |y: i32| (y << SPARE_BITS >> SPARE_BITS) * (x & (NARROW_COUNT - 1));
            *sums = std::array::from_fn(|k| sums[k] + product(y[k]));
        }
    }
}
