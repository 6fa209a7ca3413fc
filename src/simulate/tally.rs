//! Adding up wins, scores and lengths over blocks.

use super::seating::Seatings;
use super::sheet::SheetTally;
use crate::games::{Game, Observer, Outcome, RowCounts, Seating, SheetSpec, WHOLE_WIN};
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

fn add(cell: &mut Cell, block: BlockCell) {
    cell.wins.add(block.wins);
    cell.shared += i128::from(block.shared);
    cell.share.add(block.share);
    cell.score.add(block.score);
}

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

/// The accumulators of one worker: integers that merge in any order to the same bits.
#[derive(Clone, Debug)]
pub struct Tally {
    seats: usize,
    blocks: u64,
    /// The block under way and the sums, `[strategy × seats + seat]`.
    block: Vec<BlockCell>,
    cells: Vec<Cell>,
    totals: Vec<Cell>,
    any: Vec<Cell>,
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
            totals: cells.chunks_exact(seats).map(|row| played(&mut row.iter())).collect(),
            any: (0..seats).map(|seat| played(&mut cells[seat..].iter().step_by(seats))).collect(),
            cells,
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
        for (total, (row, block)) in
            self.totals.iter_mut().zip(self.cells.chunks_exact_mut(self.seats).zip(self.block.chunks_exact(self.seats)))
        {
            let mut sum = BlockCell::default();
            for (cell, &block) in row.iter_mut().zip(block) {
                add(cell, block);
                sum = sum.plus(block);
            }
            add(total, sum);
        }
        for (seat, any) in self.any.iter_mut().enumerate() {
            let all = self.block[seat..].iter().step_by(self.seats);
            add(any, all.fold(BlockCell::default(), |sum, &cell| sum.plus(cell)));
        }
        self.block.fill(BlockCell::default());
        for length in &mut self.lengths {
            length.moments.add(std::mem::take(&mut length.block));
        }
        if self.sheets_in == SheetsIn::Counted {
            self.sheets.iter_mut().for_each(SheetTally::end_block);
        }
        self.blocks += 1;
    }

    /// Adds the blocks of another worker.
    pub fn merge(mut self, other: Tally) -> Tally {
        self.blocks += other.blocks;
        let merge = |into: &mut [Cell], more: &[Cell]| into.iter_mut().zip(more).for_each(|(a, b)| a.merge(b));
        merge(&mut self.cells, &other.cells);
        merge(&mut self.totals, &other.totals);
        merge(&mut self.any, &other.any);
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

    /// The record of these tallies.
    pub fn into_record<G: Game>(self, game: &G, names: &[String], games_a_block: u64) -> Tallies {
        let seats = self.seats;
        let strategies = names
            .iter()
            .zip(self.totals)
            .zip(self.cells.chunks_exact(seats))
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
            blocks: self.blocks,
            games_a_block,
            strategies: strategies.collect(),
            seats: self.any,
            lengths: lengths.collect(),
            sheets,
        }
    }
}

impl Observer for Tally {
    #[inline]
    fn count(&mut self, sheet: usize, row: usize, counts: &RowCounts) {
        if self.sheets_in == SheetsIn::Counted {
            self.sheets[sheet].count(row, counts);
        }
    }
}
