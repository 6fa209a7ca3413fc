//! Adding up wins, scores and lengths over blocks.
//!
//! Owns the accumulators of a worker and which blocks the sheets count. What a game counts beyond wins and
//! lengths is added up in `sheet`; estimates are made from the record by others.

use super::seating::Seatings;
use super::sheet::SheetTally;
use crate::games::{Game, MAX_LENGTHS, Observer, Outcome, RowCounts, Seating, SheetSpec, WHOLE_WIN};
use std::fmt;

use crate::record::{Cell, FORMAT, LengthRecord, Moments, SheetRecord, StrategyRecord, Tallies};

/// What a strategy at a seat came to within the block under way: wins, shared wins, shares, scores.
type BlockCell = [u32; 4];

// Where they stand.
const WINS: usize = 0;
const SHARED: usize = 1;
const SHARE: usize = 2;
const SCORE: usize = 3;

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
    /// Adds a block whose numbers are all below [`NARROW_SIZE`].
    #[inline]
    fn add(&mut self, y: &[u32; N]) {
        for (k, &y) in y.iter().enumerate() {
            self.sums[k] += y;
            self.squares[k] += y * y;
        }
    }

    /// The sums over the blocks added, which begin anew, of number `k`.
    fn take(&mut self, k: usize) -> Moments {
        let (sum, squares) = (std::mem::take(&mut self.sums[k]), std::mem::take(&mut self.squares[k]));
        Moments { sum: sum.into(), squares: squares.into() }
    }
}

/// A block is added to narrow sums if its numbers are below this.
const NARROW_SIZE: u32 = 1 << 10;
/// After so many blocks the narrow sums are emptied: squares are below 2^20, so their sums stay below 2^30.
const NARROW_BLOCKS: u64 = 1 << 10;

/// Cells in their two widths.
#[derive(Clone, Debug)]
struct Cells {
    narrow: Vec<Narrow<4>>,
    wide: Vec<Cell>,
}

impl Cells {
    fn new(wide: Vec<Cell>) -> Cells {
        Cells { narrow: vec![Narrow::default(); wide.len()], wide }
    }

    /// Adds what a block came to in a cell.
    #[inline]
    fn add(&mut self, cell: usize, y: &BlockCell) {
        if (y[0] | y[1] | y[2] | y[3]) < NARROW_SIZE { self.narrow[cell].add(y) } else { self.add_wide(cell, y) }
    }

    #[cold]
    fn add_wide(&mut self, cell: usize, y: &BlockCell) {
        let cell = &mut self.wide[cell];
        cell.wins.add(y[WINS].into());
        cell.shared += i128::from(y[SHARED]);
        cell.share.add(y[SHARE].into());
        cell.score.add(y[SCORE].into());
    }

    fn widen(&mut self) {
        for (narrow, cell) in self.narrow.iter_mut().zip(&mut self.wide) {
            cell.wins.merge(&narrow.take(WINS));
            cell.shared += narrow.take(SHARED).sum;
            cell.share.merge(&narrow.take(SHARE));
            cell.score.merge(&narrow.take(SCORE));
        }
    }

    /// Adds the blocks of another worker; neither may have narrow sums.
    fn merge(&mut self, other: &Cells) {
        self.wide.iter_mut().zip(&other.wide).for_each(|(a, b)| a.merge(b));
    }
}

/// The lengths of games: every metric there can be, whether the game has it or not.
#[derive(Clone, Debug, Default)]
struct LengthTallies {
    /// How many metrics the game has.
    metrics: usize,
    /// Sums of the block under way.
    block: [u32; MAX_LENGTHS],
    narrow: Narrow<MAX_LENGTHS>,
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
            match histogram.get_mut(length as usize) {
                Some(games) => *games += 1,
                None => lengthen(histogram, length),
            }
        }
    }

    #[inline]
    fn end_block(&mut self) {
        let y = std::mem::take(&mut self.block);
        if y.iter().fold(0, |sizes, y| sizes | y) < NARROW_SIZE {
            self.narrow.add(&y);
        } else {
            self.moments.iter_mut().zip(y).for_each(|(moments, y)| moments.add(y.into()));
        }
    }

    fn widen(&mut self) {
        self.moments.iter_mut().enumerate().for_each(|(k, moments)| moments.merge(&self.narrow.take(k)));
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

/// Counts a game of a length that no game had before.
#[cold]
fn lengthen(histogram: &mut Vec<u64>, length: u32) {
    histogram.resize(length as usize + 1, 0);
    histogram[length as usize] += 1;
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
            cell[WINS] += u32::from(share == WHOLE_WIN);
            cell[SHARED] += u32::from(share != 0 && share != WHOLE_WIN);
            cell[SHARE] += share;
            cell[SCORE] += outcome.score[seat];
        }
        self.lengths.add_game(&outcome.lengths);
    }

    /// Ends the block under way.
    pub fn end_block(&mut self) {
        self.add_cells();
        self.lengths.end_block();
        if self.sheets_in == SheetsIn::Counted {
            self.sheets.iter_mut().for_each(SheetTally::end_block);
        }
        self.blocks += 1;
        if self.blocks.is_multiple_of(NARROW_BLOCKS) {
            self.widen();
        }
    }

    #[inline]
    fn add_cells(&mut self) {
        let plus = |sum: BlockCell, cell: &BlockCell| std::array::from_fn(|k| sum[k] + cell[k]);
        // With one strategy, what all strategies came to at a seat is what the one did: see `widen`.
        if self.totals.wide.len() > 1 {
            for seat in 0..self.seats {
                let all = self.block[seat..].iter().step_by(self.seats);
                self.any.add(seat, &all.fold(BlockCell::default(), plus));
            }
        }
        let mut cell = 0;
        for strategy in 0..self.totals.wide.len() {
            let mut total = BlockCell::default();
            for _ in 0..self.seats {
                let y = std::mem::take(&mut self.block[cell]);
                self.cells.add(cell, &y);
                total = plus(total, &y);
                cell += 1;
            }
            self.totals.add(strategy, &total);
        }
    }

    fn widen(&mut self) {
        self.cells.widen();
        self.totals.widen();
        self.any.widen();
        if self.totals.wide.len() == 1 {
            self.any.wide.clone_from(&self.cells.wide);
        }
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

    #[inline(always)]
    fn count(&mut self, sheet: usize, row: usize, counts: &RowCounts) {
        if self.wants() {
            self.sheets[sheet].count(row, counts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::SeatingRule;
    use proptest::prelude::*;

    /// Small scores and lengths, those about the border between narrow and wide sums, and large ones.
    fn number() -> impl Strategy<Value = u32> {
        prop_oneof![4 => 0..60u32, 4 => 330..350u32, 2 => 1020..1030u32, 1 => 100_000..200_000u32]
    }

    fn outcome() -> impl Strategy<Value = Outcome> {
        (1..8u8, prop::array::uniform3(number()), (number(), 0..60u32)).prop_map(|(winners, score, lengths)| {
            let mut outcome = Outcome::default();
            outcome.share_among(winners);
            outcome.score[..3].copy_from_slice(&score);
            outcome.lengths[..2].copy_from_slice(&[lengths.0, lengths.1]);
            outcome
        })
    }

    fn added(seatings: &Seatings, strategies: usize, blocks: &[Vec<Outcome>]) -> Tally {
        let mut tally = Tally::new(seatings, strategies, 2, &[]);
        for block in blocks {
            tally.begin_block(SheetsIn::Counted);
            seatings.iter().zip(block).for_each(|(seating, outcome)| tally.game(seating, outcome));
            tally.end_block();
        }
        tally
    }

    /// What the seats of a block that `takes` picks came to, straight from the definition.
    fn plainly(seatings: &Seatings, blocks: &[Vec<Outcome>], takes: impl Fn(usize, usize) -> bool) -> Cell {
        let mut cell = Cell::default();
        for block in blocks {
            let (mut wins, mut share, mut score) = (0, 0, 0);
            cell.seats_a_block = 0;
            for (seating, outcome) in seatings.iter().zip(block) {
                for seat in (0..3).filter(|&seat| takes(seating[seat], seat)) {
                    cell.seats_a_block += 1;
                    wins += i64::from(outcome.share[seat] == 60);
                    cell.shared += i128::from((1..60).contains(&outcome.share[seat]));
                    share += i64::from(outcome.share[seat]);
                    score += i64::from(outcome.score[seat]);
                }
            }
            cell.wins.add(wins);
            cell.share.add(share);
            cell.score.add(score);
        }
        cell
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn sums_are_those_of_the_definition(
            lineup in prop::sample::select(vec![[0, 0, 0], [0, 1, 0], [0, 1, 2]]),
            few in prop::collection::vec(prop::collection::vec(outcome(), 3), 20..40),
            // Some more blocks than the narrow sums hold.
            times in prop_oneof![Just(1), Just(52usize)],
        ) {
            let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
            let blocks: Vec<_> = std::iter::repeat_n(few, times).flatten().collect();
            let strategies = lineup.iter().max().unwrap() + 1;
            let (first, second) = blocks.split_at(blocks.len() / 3);
            let parts = added(&seatings, strategies, first).merge(added(&seatings, strategies, second));
            for mut tally in [added(&seatings, strategies, &blocks), parts] {
                tally.widen();
                prop_assert_eq!(tally.blocks(), blocks.len() as u64);
                for seat in 0..3 {
                    prop_assert_eq!(tally.any.wide[seat], plainly(&seatings, &blocks, |_, at| at == seat));
                    for strategy in 0..strategies {
                        let cell = plainly(&seatings, &blocks, |who, at| who == strategy && at == seat);
                        prop_assert_eq!(tally.cells.wide[strategy * 3 + seat], cell);
                        prop_assert_eq!(tally.totals.wide[strategy], plainly(&seatings, &blocks, |who, _| who == strategy));
                    }
                }
                for k in 0..2 {
                    let games = || blocks.iter().map(|block| block.iter().take(seatings.games() as usize));
                    let mut moments = Moments::default();
                    games().for_each(|games| moments.add(games.map(|game| i64::from(game.lengths[k])).sum()));
                    prop_assert_eq!(tally.lengths.moments[k], moments);
                    let longest = games().flatten().map(|game| game.lengths[k]).max().unwrap();
                    // Short ones are enough: each length is looked for among all games.
                    if longest < 400 {
                        let of_length = |length| games().flatten().filter(|game| game.lengths[k] == length).count() as u64;
                        let histogram: Vec<u64> = (0..=longest).map(of_length).collect();
                        prop_assert_eq!(&tally.lengths.histograms[k], &histogram);
                    }
                }
            }
        }
    }
}
