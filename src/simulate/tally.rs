//! Adding up wins, scores and lengths over blocks.
//!
//! Owns the accumulators of a worker and which blocks the sheets count. What a game counts beyond wins and
//! lengths is added up in `sheet`; estimates are made from the record by others.

use super::seating::Seatings;
use super::sheet::SheetTally;
use crate::games::{Game, MAX_LENGTHS, Observer, Outcome, RowCounts, Seating, SheetSpec, WHOLE_WIN};
use std::fmt;

use crate::record::{Cell, FORMAT, LengthRecord, Moments, SheetRecord, StrategyRecord, Tallies};

/// What a strategy at a seat came to within the block under way.
#[derive(Clone, Copy, Debug, Default)]
struct BlockCell {
    wins: u32,
    shared: u32,
    share: u32,
    score: u32,
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

/// Sums over few blocks, in one word each: wins, shared wins, shares and scores.
#[derive(Clone, Copy, Debug, Default)]
struct NarrowCell {
    sums: [u64; 4],
    squares: [u64; 4],
}

impl NarrowCell {
    #[inline]
    fn add(&mut self, block: BlockCell) {
        let block = [block.wins, block.shared, block.share, block.score].map(u64::from);
        for ((sum, square), y) in self.sums.iter_mut().zip(&mut self.squares).zip(block) {
            *sum += y;
            *square += y * y;
        }
    }

    /// Empties these sums into a cell.
    fn widen_into(&mut self, cell: &mut Cell) {
        let NarrowCell { sums, squares } = std::mem::take(self);
        let add = |moments: &mut Moments, k: usize| {
            moments.merge(&Moments { sum: sums[k].into(), squares: squares[k].into() });
        };
        add(&mut cell.wins, 0);
        add(&mut cell.share, 2);
        add(&mut cell.score, 3);
        cell.shared += i128::from(sums[1]);
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

/// The lengths of games: every metric there can be, whether the game has it or not.
#[derive(Clone, Debug, Default)]
struct LengthTallies {
    /// How many metrics the game has.
    metrics: usize,
    /// Sums of the block under way.
    block: [u32; MAX_LENGTHS],
    /// Sums over few blocks, and of squares.
    sums: [u64; MAX_LENGTHS],
    squares: [u64; MAX_LENGTHS],
    /// Sums over all the others.
    moments: [Moments; MAX_LENGTHS],
    /// Games by length.
    histograms: [Vec<u64>; MAX_LENGTHS],
}

impl LengthTallies {
    #[inline]
    fn add_game(&mut self, lengths: &[u32; MAX_LENGTHS]) {
        for ((block, histogram), &length) in
            self.block.iter_mut().zip(&mut self.histograms).zip(lengths).take(self.metrics)
        {
            *block += length;
            let at = length as usize;
            if at >= histogram.len() {
                histogram.resize(at + 1, 0);
            }
            histogram[at] += 1;
        }
    }

    #[inline]
    fn end_block(&mut self) {
        for ((sum, square), y) in self.sums.iter_mut().zip(&mut self.squares).zip(std::mem::take(&mut self.block)) {
            *sum += u64::from(y);
            *square += u64::from(y) * u64::from(y);
        }
    }

    fn widen(&mut self) {
        let (sums, squares) = (std::mem::take(&mut self.sums), std::mem::take(&mut self.squares));
        for ((moments, sum), squares) in self.moments.iter_mut().zip(sums).zip(squares) {
            moments.merge(&Moments { sum: sum.into(), squares: squares.into() });
        }
    }

    /// Adds the blocks of another worker; neither may have narrow sums.
    fn merge(&mut self, other: LengthTallies) {
        self.moments.iter_mut().zip(&other.moments).for_each(|(sum, more)| sum.merge(more));
        for (histogram, more) in self.histograms.iter_mut().zip(other.histograms) {
            histogram.resize(histogram.len().max(more.len()), 0);
            histogram.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
    }
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
    lengths: LengthTallies,
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
            lengths: LengthTallies { metrics: lengths, ..LengthTallies::default() },
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
            cell.wins += u32::from(share == WHOLE_WIN);
            cell.shared += u32::from(share != 0 && share != WHOLE_WIN);
            cell.share += share;
            cell.score += outcome.score[seat];
        }
        self.lengths.add_game(&outcome.lengths);
    }

    /// Ends the block under way.
    pub fn end_block(&mut self) {
        self.add_cells();
        self.block.fill(BlockCell::default());
        self.lengths.end_block();
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
        if self.totals.narrow.len() == 1 {
            // Then what all strategies came to at a seat is what the one did.
            return;
        }
        for (seat, any) in self.any.narrow.iter_mut().enumerate() {
            let all = self.block[seat..].iter().step_by(self.seats);
            any.add(all.fold(BlockCell::default(), |sum, &cell| sum.plus(cell)));
        }
    }

    fn widen(&mut self) {
        if self.totals.narrow.len() == 1 {
            self.any.narrow.clone_from(&self.cells.narrow);
        }
        self.cells.widen();
        self.totals.widen();
        self.any.widen();
        self.lengths.widen();
    }

    /// Adds the blocks of another worker on the same job.
    pub fn merge(mut self, mut other: Tally) -> Tally {
        self.widen();
        other.widen();
        self.blocks += other.blocks;
        self.cells.merge(&other.cells);
        self.totals.merge(&other.totals);
        self.any.merge(&other.any);
        self.lengths.merge(other.lengths);
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
        let LengthTallies { moments, histograms, .. } = self.lengths;
        let lengths =
            G::LENGTHS.iter().zip(moments).zip(histograms).map(|((&metric, blocks), histogram)| LengthRecord {
                metric: metric.to_owned(),
                blocks,
                histogram: (0..).zip(histogram).filter(|&(_, games)| games > 0).collect(),
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
