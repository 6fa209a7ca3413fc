//! Adding up wins, scores and lengths over blocks.
//!
//! Owns the accumulators of a worker and which blocks the sheets count. What a game counts beyond wins and
//! lengths is added up in `sheet`; estimates are made from the record by others.

use super::seating::Seatings;
use super::sheet::SheetTally;
use crate::games::{Game, Observer, Outcome, RowCounts, Seating, SheetSpec, WHOLE_WIN};
use std::fmt;

use crate::record::{Cell, FORMAT, LengthRecord, Moments, SheetRecord, StrategyRecord, Tallies};

/// What a strategy at a seat came to within the block under way.
#[derive(Clone, Copy, Debug, Default)]
struct BlockCell {
    wins: i64,
    shared: i64,
    share: i64,
    score: i64,
}

impl BlockCell {
    #[inline]
    fn plus(self, other: BlockCell) -> BlockCell {
        BlockCell {
            wins: self.wins + other.wins,
            shared: self.shared + other.shared,
            share: self.share + other.share,
            score: self.score + other.score,
        }
    }
}

/// Sums over few blocks, in one word each.
#[derive(Clone, Copy, Debug, Default)]
struct NarrowCell {
    sums: BlockCell,
    squares: BlockCell,
}

impl NarrowCell {
    #[inline]
    fn add(&mut self, block: BlockCell) {
        let square = BlockCell {
            wins: block.wins * block.wins,
            shared: 0,
            share: block.share * block.share,
            score: block.score * block.score,
        };
        self.sums = self.sums.plus(block);
        self.squares = self.squares.plus(square);
    }

    /// Empties these sums into a cell.
    fn widen_into(&mut self, cell: &mut Cell) {
        let NarrowCell { sums, squares } = std::mem::take(self);
        let add = |moments: &mut Moments, sum: i64, square: i64| {
            moments.merge(&Moments { sum: sum.into(), squares: square.into() });
        };
        add(&mut cell.wins, sums.wins, squares.wins);
        add(&mut cell.share, sums.share, squares.share);
        add(&mut cell.score, sums.score, squares.score);
        cell.shared += i128::from(sums.shared);
    }
}

/// Cells in their two widths.
#[derive(Clone, Debug)]
struct Cells {
    narrow: Vec<NarrowCell>,
    wide: Vec<Cell>,
}

impl Cells {
    fn new(wide: Vec<Cell>) -> Cells {
        Cells { narrow: vec![NarrowCell::default(); wide.len()], wide }
    }

    fn widen(&mut self) {
        self.narrow.iter_mut().zip(&mut self.wide).for_each(|(narrow, wide)| narrow.widen_into(wide));
    }

    /// Adds the blocks of another worker; neither may have narrow sums.
    fn merge(&mut self, other: &Cells) {
        self.wide.iter_mut().zip(&other.wide).for_each(|(a, b)| a.merge(b));
    }
}

/// After so many blocks the narrow sums are emptied. Scores of a block add up to less than 2^25, so the
/// sum of their squares stays below 2^62.
const NARROW_BLOCKS: u64 = 1 << 12;

#[derive(Clone, Debug, Default)]
struct LengthTally {
    block: i64,
    moments: Moments,
    histogram: Vec<u64>,
}

/// Whether the sheets count the block under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetsIn {
    /// They do.
    Counted,
    /// They do not: only wins, scores and lengths are.
    Skipped,
}

/// Which blocks the sheets count. It depends on the block's number alone, so that an interrupted run
/// equals a shorter one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetBlocks {
    /// Every block.
    All,
    /// The first 65 536 blocks and after them every 16th: where playing takes less time than counting,
    /// a long run spends it on playing.
    Thinned,
}

impl SheetBlocks {
    const WHOLE: u64 = 1 << 16;
    const EVERY: u64 = 16;

    /// Whether the sheets count this block.
    #[inline]
    pub fn of(self, block: u64) -> SheetsIn {
        let counted =
            self == SheetBlocks::All || block < SheetBlocks::WHOLE || block.is_multiple_of(SheetBlocks::EVERY);
        if counted { SheetsIn::Counted } else { SheetsIn::Skipped }
    }
}

impl fmt::Display for SheetBlocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SheetBlocks::All => f.write_str("every block"),
            SheetBlocks::Thinned => {
                write!(f, "the first {} blocks and every {}th after them", SheetBlocks::WHOLE, SheetBlocks::EVERY)
            }
        }
    }
}

/// The accumulators of one worker: integers that merge in any order to the same bits.
#[derive(Clone, Debug)]
pub struct Tally {
    seats: usize,
    blocks: u64,
    /// The block under way and the sums, `[strategy × seats + seat]`.
    block: Vec<BlockCell>,
    cells: Cells,
    totals: Cells,
    any: Cells,
    lengths: Vec<LengthTally>,
    sheets: Vec<SheetTally>,
    sheets_in: SheetsIn,
}

impl Tally {
    /// Empty tallies for a line-up.
    pub fn new(seatings: &Seatings, strategies: usize, lengths: usize, sheets: &[SheetSpec]) -> Tally {
        let seats = seatings.seats();
        let mut cells = vec![Cell::default(); strategies * seats];
        for seating in seatings.iter() {
            for (seat, &strategy) in seating.iter().enumerate() {
                cells[strategy * seats + seat].seats_a_block += 1;
            }
        }
        let played = |cells: &mut dyn Iterator<Item = &Cell>| Cell {
            seats_a_block: cells.map(|cell| cell.seats_a_block).sum(),
            ..Cell::default()
        };
        Tally {
            seats,
            blocks: 0,
            block: vec![BlockCell::default(); cells.len()],
            totals: Cells::new(cells.chunks_exact(seats).map(|row| played(&mut row.iter())).collect()),
            any: Cells::new((0..seats).map(|seat| played(&mut cells[seat..].iter().step_by(seats))).collect()),
            cells: Cells::new(cells),
            lengths: vec![LengthTally::default(); lengths],
            sheets: sheets.iter().map(SheetTally::new).collect(),
            sheets_in: SheetsIn::Counted,
        }
    }

    /// Says whether the sheets count the block that begins.
    #[inline]
    pub fn begin_block(&mut self, sheets: SheetsIn) {
        self.sheets_in = sheets;
    }

    /// Adds a game to the block under way.
    ///
    /// # Panics
    /// If the game has other seats or strategies than the line-up.
    #[inline]
    pub fn game(&mut self, seating: &Seating, outcome: &Outcome) {
        for (seat, &strategy) in seating.iter().enumerate() {
            let share = u32::from(outcome.share[seat]);
            let cell = &mut self.block[strategy * self.seats + seat];
            cell.wins += i64::from(share == WHOLE_WIN);
            cell.shared += i64::from(share != 0 && share != WHOLE_WIN);
            cell.share += i64::from(share);
            cell.score += i64::from(outcome.score[seat]);
        }
        for (length, &value) in self.lengths.iter_mut().zip(&outcome.lengths) {
            length.block += i64::from(value);
            let at = value as usize;
            if at >= length.histogram.len() {
                length.histogram.resize(at + 1, 0);
            }
            length.histogram[at] += 1;
        }
    }

    /// Ends the block under way.
    pub fn end_block(&mut self) {
        self.add_cells();
        self.block.fill(BlockCell::default());
        for length in &mut self.lengths {
            length.moments.add(std::mem::take(&mut length.block));
        }
        if self.sheets_in == SheetsIn::Counted {
            self.sheets.iter_mut().for_each(SheetTally::end_block);
        }
        self.blocks += 1;
        if self.blocks.is_multiple_of(NARROW_BLOCKS) {
            self.widen();
        }
    }

    fn add_cells(&mut self) {
        let rows = self.cells.narrow.chunks_exact_mut(self.seats).zip(self.block.chunks_exact(self.seats));
        for (total, (row, block)) in self.totals.narrow.iter_mut().zip(rows) {
            let mut sum = BlockCell::default();
            for (cell, &block) in row.iter_mut().zip(block) {
                cell.add(block);
                sum = sum.plus(block);
            }
            total.add(sum);
        }
        for (seat, any) in self.any.narrow.iter_mut().enumerate() {
            let all = self.block[seat..].iter().step_by(self.seats);
            any.add(all.fold(BlockCell::default(), |sum, &cell| sum.plus(cell)));
        }
    }

    fn widen(&mut self) {
        self.cells.widen();
        self.totals.widen();
        self.any.widen();
    }

    /// Adds the blocks of another worker on the same job.
    pub fn merge(mut self, mut other: Tally) -> Tally {
        self.widen();
        other.widen();
        self.blocks += other.blocks;
        self.cells.merge(&other.cells);
        self.totals.merge(&other.totals);
        self.any.merge(&other.any);
        for (length, more) in self.lengths.iter_mut().zip(other.lengths) {
            length.moments.merge(&more.moments);
            let longest = length.histogram.len().max(more.histogram.len());
            length.histogram.resize(longest, 0);
            length.histogram.iter_mut().zip(&more.histogram).for_each(|(a, b)| *a += b);
        }
        for (sheet, more) in self.sheets.iter_mut().zip(other.sheets) {
            sheet.merge(more);
        }
        self
    }

    /// Blocks counted.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The record of these tallies, for strategies with these names in the order of their indices.
    pub fn into_record<G: Game>(mut self, game: &G, names: &[String], games_a_block: u64) -> Tallies {
        self.widen();
        let seats = self.seats;
        let strategies = names
            .iter()
            .zip(self.totals.wide)
            .zip(self.cells.wide.chunks_exact(seats))
            .map(|((name, total), cells)| StrategyRecord { name: name.clone(), total, seats: cells.to_vec() });
        let lengths = G::LENGTHS.iter().zip(self.lengths).map(|(&metric, tally)| LengthRecord {
            metric: metric.to_owned(),
            blocks: tally.moments,
            histogram: (0..).zip(tally.histogram).filter(|&(_, games)| games > 0).collect(),
        });
        let specs = game.sheets(names);
        let sheets: Vec<SheetRecord> =
            self.sheets.into_iter().zip(&specs).map(|(sheet, spec)| sheet.into_record(spec)).collect();
        Tallies {
            format: FORMAT,
            game: G::NAME.to_owned(),
            notes: game.notes(),
            until: None,
            blocks: self.blocks,
            games_a_block,
            strategies: strategies.collect(),
            seats: self.any.wide,
            lengths: lengths.collect(),
            sheets,
        }
    }
}

impl Observer for Tally {
    #[inline]
    fn wants(&self) -> bool {
        self.sheets_in == SheetsIn::Counted
    }

    #[inline]
    fn count(&mut self, sheet: usize, row: usize, counts: &RowCounts) {
        if self.wants() {
            self.sheets[sheet].count(row, counts);
        }
    }
}
