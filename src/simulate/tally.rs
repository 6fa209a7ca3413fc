//! Adding up wins, scores and lengths over blocks.
//!
//! Owns the accumulators of a worker and which blocks the sheets count. How sums are kept in few bits is for
//! `sums`; what a game counts beyond wins and lengths is added up in `sheet`; estimates are made from the record
//! by others.

use super::seating::Seatings;
use super::sheet::SheetTally;
use super::sums::{BlockCell, Cells, LengthTallies, NARROW_BLOCKS, is_narrow, plus, seat_cell};
use crate::games::{Game, GroupCounts, MAX_SEATS, Observer, Outcome, RowCounts, Seating, SheetSpec};
use crate::record::{Cell, FORMAT, LengthRecord, SheetRecord, StrategyRecord, Tallies};
use std::fmt;

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
    /// The first 65 536 blocks and after them the first 64 of every 2 048: where playing takes less time than
    /// counting, a long run spends it on playing. Counted blocks stand together, because playing alone and playing for
    /// the sheets are two programs, and a processor likes to stay with one.
    Thinned,
}

impl SheetBlocks {
    const WHOLE: u64 = 1 << 16;
    const TOGETHER: u64 = 1 << 6;
    const EVERY: u64 = 1 << 11;

    /// Whether the sheets count this block.
    #[inline]
    pub fn of(self, block: u64) -> SheetsIn {
        let thinned = || block < SheetBlocks::WHOLE || block % SheetBlocks::EVERY < SheetBlocks::TOGETHER;
        if self == SheetBlocks::All || thinned() { SheetsIn::Counted } else { SheetsIn::Skipped }
    }
}

impl fmt::Display for SheetBlocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, together, every) = (SheetBlocks::WHOLE, SheetBlocks::TOGETHER, SheetBlocks::EVERY);
        match self {
            SheetBlocks::All => f.write_str("every block"),
            SheetBlocks::Thinned => {
                write!(f, "the first {whole} blocks and after them the first {together} of every {every}")
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
    /// Empty tallies for a line-up of 2 to [`MAX_SEATS`] seats.
    ///
    /// # Panics
    /// If a sheet's [grouping](SheetSpec::grouping) is not as said there.
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
            lengths: LengthTallies::new(lengths),
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
            let cell = &mut self.block[strategy * self.seats + seat];
            *cell = plus(*cell, &seat_cell(outcome, seat));
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
        match self.seats {
            2 => self.add_seats::<2>(),
            3 => self.add_seats::<3>(),
            4 => self.add_seats::<4>(),
            5 => self.add_seats::<5>(),
            _ => self.add_seats::<MAX_SEATS>(),
        }
    }

    /// Adds what each strategy, and all together, came to at each of so many seats.
    #[inline]
    fn add_seats<const SEATS: usize>(&mut self) {
        let block = self.block.as_chunks_mut::<SEATS>().0;
        let mut any = [BlockCell::default(); SEATS];
        for row in &*block {
            any = std::array::from_fn(|seat| plus(any[seat], &row[seat]));
        }
        // No cell, and no sum of cells, is greater than the sum of all.
        if !is_narrow(&any.iter().fold(BlockCell::default(), plus)) {
            return self.add_large_seats::<SEATS>();
        }
        // With one strategy, what all strategies came to at a seat is what the one did: see `widen`.
        if self.totals.len() > 1 {
            self.any.add_narrow(0, &any);
        }
        for (strategy, row) in block.iter().enumerate() {
            self.totals.add_narrow(strategy, &[row.iter().fold(BlockCell::default(), plus)]);
        }
        for (strategy, row) in block.iter_mut().enumerate() {
            self.cells.add_narrow(strategy, &std::mem::replace(row, [BlockCell::default(); SEATS]));
        }
    }

    /// The same where they may have come to anything.
    #[inline(never)]
    fn add_large_seats<const SEATS: usize>(&mut self) {
        for seat in 0..SEATS {
            let all = self.block[seat..].iter().step_by(SEATS);
            self.any.add(seat, &all.fold(BlockCell::default(), plus));
        }
        for (strategy, row) in self.block.as_chunks_mut::<SEATS>().0.iter_mut().enumerate() {
            self.totals.add(strategy, &row.iter().fold(BlockCell::default(), plus));
            for (cell, y) in (strategy * SEATS..).zip(row) {
                self.cells.add(cell, &std::mem::take(y));
            }
        }
    }

    fn widen(&mut self) {
        self.cells.widen();
        self.totals.widen();
        self.any.widen();
        if self.totals.len() == 1 {
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
        self.lengths.merge(&other.lengths);
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

    #[inline(always)]
    fn count_group<const ROWS: usize, const COMMON: usize, const OWN: usize>(
        &mut self,
        sheet: usize,
        group: usize,
        counts: &GroupCounts<ROWS, COMMON, OWN>,
    ) {
        if self.wants() {
            self.sheets[sheet].count_group(group, counts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Moments;
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

    #[test]
    fn thinned_sheets_count_the_blocks_that_they_say() {
        let counted = |blocks: std::ops::Range<u64>| {
            blocks.filter(|&block| SheetBlocks::Thinned.of(block) == SheetsIn::Counted).count()
        };
        assert_eq!(counted(0..65_536), 65_536);
        assert_eq!(counted(65_536..65_600), 64);
        assert_eq!(counted(65_600..67_584), 0);
        assert_eq!(counted(67_584..67_584 + 10 * 2_048), 640);
        assert_eq!(
            SheetBlocks::Thinned.to_string(),
            "the first 65536 blocks and after them the first 64 of every 2048"
        );
        assert!((0..100_000).all(|block| SheetBlocks::All.of(block) == SheetsIn::Counted));
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
