//! Sums over blocks in two widths: narrow ones for nearly all blocks, wide ones for any.
//!
//! Owns how what a block came to is added to the sums and their squares, so that no run can overflow them, and
//! quickly: narrow numbers are added four at a time. Which blocks and cells there are is for `tally`.

use crate::games::{MAX_LENGTHS, Outcome, WHOLE_WIN};
use crate::record::{Cell, Moments};

/// What a strategy at a seat came to within a block: wins, shared wins, shares, scores.
pub(super) type BlockCell = [u32; 4];

// Where they stand.
const WINS: usize = 0;
const SHARED: usize = 1;
const SHARE: usize = 2;
const SCORE: usize = 3;

/// A block is added to narrow sums if its numbers have so few bits.
const NARROW_BITS: u32 = 10;
/// After so many blocks the narrow sums are emptied: squares are below 2^20, so their sums stay below 2^30.
pub(super) const NARROW_BLOCKS: u64 = 1 << 10;

/// What a seat came to in a game.
#[inline]
pub(super) fn seat_cell(outcome: &Outcome, seat: usize) -> BlockCell {
    // Looked up: comparisons take longer.
    const OF_SHARE: [BlockCell; 1 << u8::BITS] = {
        let mut cells = [[0; 4]; 1 << u8::BITS];
        let mut share = 1;
        while share <= WHOLE_WIN as usize {
            let alone = share == WHOLE_WIN as usize;
            cells[share] = [alone as u32, !alone as u32, share as u32, 0];
            share += 1;
        }
        cells
    };
    plus(OF_SHARE[usize::from(outcome.share[seat])], &[0, 0, 0, outcome.score[seat]])
}

/// The sum of two cells.
#[inline]
pub(super) fn plus(sum: BlockCell, cell: &BlockCell) -> BlockCell {
    std::array::from_fn(|k| sum[k] + cell[k])
}

/// Sums over few blocks of some numbers and of their squares, in narrow lanes of vectors.
#[derive(Clone, Copy, Debug)]
struct Narrow<const N: usize> {
    sums: [u32; N],
    squares: [u32; N],
}

impl<const N: usize> Default for Narrow<N> {
    fn default() -> Narrow<N> {
        Narrow { sums: [0; N], squares: [0; N] }
    }
}

impl<const N: usize> Narrow<N> {
    /// Whether a block's numbers are small enough for [`Narrow::add`].
    #[inline]
    fn fits(y: &[u32; N]) -> bool {
        // So many bits are all that are looked at, or compilers take the mask in `add` for needless.
        y.iter().fold(0, |high, y| high | y >> NARROW_BITS) == 0
    }

    /// Adds a block whose numbers [fit](Narrow::fits).
    #[inline]
    fn add(&mut self, y: &[u32; N]) {
        // Changes no number that fits, and says that the squares need only the quick multiplication of vectors.
        let y = y.map(|y| y & ((1 << NARROW_BITS) - 1));
        self.sums = std::array::from_fn(|k| self.sums[k] + y[k]);
        self.squares = std::array::from_fn(|k| self.squares[k] + y[k] * y[k]);
    }

    /// The sums over the blocks added, which begin anew, of number `k`.
    fn take(&mut self, k: usize) -> Moments {
        let (sum, squares) = (std::mem::take(&mut self.sums[k]), std::mem::take(&mut self.squares[k]));
        Moments { sum: sum.into(), squares: squares.into() }
    }
}

/// Whether the numbers of a cell are small enough for narrow sums.
#[inline]
pub(super) fn is_narrow(y: &BlockCell) -> bool {
    Narrow::fits(y)
}

/// Cells in their two widths.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    narrow: Vec<Narrow<4>>,
    pub(super) wide: Vec<Cell>,
}

impl Cells {
    pub(super) fn new(wide: Vec<Cell>) -> Cells {
        Cells { narrow: vec![Narrow::default(); wide.len()], wide }
    }

    /// How many there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.narrow.len()
    }

    /// Adds what a block came to in the cells of row number `row`, which all have so many, and which all
    /// [are narrow](is_narrow).
    ///
    /// # Panics
    /// If there is no such row.
    #[inline(always)]
    pub(super) fn add_narrow<const CELLS: usize>(&mut self, row: usize, y: &[BlockCell; CELLS]) {
        self.narrow.as_chunks_mut::<CELLS>().0[row].iter_mut().zip(y).for_each(|(narrow, y)| narrow.add(y));
    }

    /// Adds what a block came to in a cell.
    pub(super) fn add(&mut self, cell: usize, y: &BlockCell) {
        if Narrow::fits(y) { self.narrow[cell].add(y) } else { self.add_wide(cell, y) }
    }

    #[cold]
    fn add_wide(&mut self, cell: usize, y: &BlockCell) {
        let cell = &mut self.wide[cell];
        cell.wins.add(y[WINS].into());
        cell.shared += i128::from(y[SHARED]);
        cell.share.add(y[SHARE].into());
        cell.score.add(y[SCORE].into());
    }

    /// Empties the narrow sums into the wide ones.
    pub(super) fn widen(&mut self) {
        for (narrow, cell) in self.narrow.iter_mut().zip(&mut self.wide) {
            cell.wins.merge(&narrow.take(WINS));
            cell.shared += narrow.take(SHARED).sum;
            cell.share.merge(&narrow.take(SHARE));
            cell.score.merge(&narrow.take(SCORE));
        }
    }

    /// Adds the blocks of another worker; neither may have narrow sums.
    pub(super) fn merge(&mut self, other: &Cells) {
        self.wide.iter_mut().zip(&other.wide).for_each(|(a, b)| a.merge(b));
    }
}

/// The lengths of games: every metric there can be, whether the game has it or not.
#[derive(Clone, Debug, Default)]
pub(super) struct LengthTallies {
    /// How many metrics the game has.
    metrics: usize,
    /// Sums of the block under way.
    block: [u32; MAX_LENGTHS],
    narrow: Narrow<MAX_LENGTHS>,
    /// Sums over all the others.
    pub(super) moments: [Moments; MAX_LENGTHS],
    /// Games by length.
    pub(super) histograms: [Vec<u64>; MAX_LENGTHS],
}

impl LengthTallies {
    /// Nothing counted yet, of a game with so many metrics.
    pub(super) fn new(metrics: usize) -> LengthTallies {
        LengthTallies { metrics, ..LengthTallies::default() }
    }

    /// Adds a game to the block under way.
    #[inline]
    pub(super) fn add_game(&mut self, lengths: &[u32; MAX_LENGTHS]) {
        self.block = std::array::from_fn(|k| self.block[k] + lengths[k]);
        for (histogram, &length) in self.histograms.iter_mut().zip(lengths).take(self.metrics) {
            match histogram.get_mut(length as usize) {
                Some(games) => *games += 1,
                None => lengthen(histogram, length),
            }
        }
    }

    /// Ends the block under way.
    #[inline]
    pub(super) fn end_block(&mut self) {
        let y = std::mem::take(&mut self.block);
        // None is greater than its sum with another. Of the numbers themselves compilers would know too much: see `fits`.
        let sums: [u32; MAX_LENGTHS / 2] = std::array::from_fn(|k| y[k] + y[k + MAX_LENGTHS / 2]);
        if Narrow::fits(&sums) {
            self.narrow.add(&y);
        } else {
            self.moments.iter_mut().zip(y).for_each(|(moments, y)| moments.add(y.into()));
        }
    }

    /// Empties the narrow sums into the wide ones.
    pub(super) fn widen(&mut self) {
        self.moments.iter_mut().enumerate().for_each(|(k, moments)| moments.merge(&self.narrow.take(k)));
    }

    /// Adds the blocks of another worker; neither may have narrow sums.
    pub(super) fn merge(&mut self, other: &LengthTallies) {
        self.moments.iter_mut().zip(&other.moments).for_each(|(sum, more)| sum.merge(more));
        for (histogram, more) in self.histograms.iter_mut().zip(&other.histograms) {
            histogram.resize(histogram.len().max(more.len()), 0);
            histogram.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
    }
}

/// Counts a game of a length that no game had before.
#[cold]
fn lengthen(histogram: &mut Vec<u64>, length: u32) {
    histogram.resize(length as usize + 1, 0);
    histogram[length as usize] += 1;
}
