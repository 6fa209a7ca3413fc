//! Adding up wins, scores and lengths over blocks.
//!
//! Owns the accumulators of a worker and which blocks the statistics tables count. Games by score, margin and length are
//! counted in `distributions`, what a game counts beyond that in `statistics`; estimates are made from the record by others.

use super::distributions::Distributions;
use super::statistics::StatisticsTally;
use crate::engines::{Book, CancelledShares, Seatings};
use crate::games::{Game, Observer, Outcome, RowCounts, Seating, StatisticsTable, WHOLE_WIN};
use crate::record::{Cancelled, Cell, Ends, FORMAT, LengthRecord, Moments, StatisticsRecord, StrategyRecord, Tallies};
use fearless_simd::{Level, Simd, dispatch};
use std::fmt;

/// Which blocks the statistics count. It depends on the block's number alone, so that an interrupted run
/// equals a shorter one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatisticsBlocks {
    /// Every block.
    All,
    /// The first 65 536 blocks and after them the first 64 of every 2 048: where playing takes less time than
    /// counting, a long run spends it on playing. Counted blocks stand together, because playing alone and playing for
    /// the statistics are two programs, and a processor likes to stay with one.
    Thinned,
}

impl StatisticsBlocks {
    const WHOLE: u64 = 1 << 16;
    const TOGETHER: u64 = 1 << 6;
    const EVERY: u64 = 1 << 11;

    /// Whether the statistics count this block.
    #[inline]
    pub fn include(self, block: u64) -> bool {
        let thinned =
            || block < StatisticsBlocks::WHOLE || block % StatisticsBlocks::EVERY < StatisticsBlocks::TOGETHER;
        self == StatisticsBlocks::All || thinned()
    }
}

impl fmt::Display for StatisticsBlocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, together, every) = (StatisticsBlocks::WHOLE, StatisticsBlocks::TOGETHER, StatisticsBlocks::EVERY);
        match self {
            StatisticsBlocks::All => f.write_str("every block"),
            StatisticsBlocks::Thinned => {
                write!(f, "the first {whole} blocks and after them the first {together} of every {every}")
            }
        }
    }
}

/// The accumulators of one worker: integers that merge in any order to the same bits.
#[derive(Clone, Debug)]
pub struct Tally {
    level: Level,
    seats: usize,
    blocks: u64,
    recent: Recent,
    sums: Sums,
    distributions: Distributions,
    statistics: Vec<StatisticsTally>,
    statistics_blocks: StatisticsBlocks,
    /// Whether the tables count the block under way.
    counting: bool,
    /// By strategy what it came to without luck, in the block under way and in those before, where luck is cancelled.
    cancelled: Vec<(BlockLuck, Cancelled)>,
    cancels: bool,
}

/// What a strategy came to in a block in parts of [`CANCELLED_WIN`](crate::record::CANCELLED_WIN): without luck, and by how much more as played.
#[derive(Clone, Copy, Debug, Default)]
struct BlockLuck {
    share: i64,
    luck: i64,
}

/// Blocks that are added up together.
const BATCH: usize = 64;
/// A number for each of them: vectors of the processor add these up quickly.
type ByBlock = [u32; BATCH];
/// Below this, the squares of the blocks' numbers add up in 64 bits.
const NARROW: u32 = 1 << 26;

/// What the latest blocks came to, which was not added up yet.
#[derive(Clone, Debug)]
struct Recent {
    /// How many blocks are complete; the next number is that of the block under way.
    blocks: usize,
    /// `[strategy × seats + seat]`.
    cells: Vec<BlockCells>,
    lengths: Vec<ByBlock>,
}

/// What a strategy at a seat, or several of them, came to within blocks.
#[derive(Clone, Copy, Debug)]
struct BlockCells {
    wins: ByBlock,
    shared: ByBlock,
    share: ByBlock,
    score: ByBlock,
}

/// The sums over blocks: by strategy and seat, by strategy, by seat, and by length metric.
#[derive(Clone, Debug)]
struct Sums {
    cells: Vec<Cell>,
    totals: Vec<Cell>,
    any: Vec<Cell>,
    lengths: Vec<(Moments, Ends)>,
}

impl BlockCells {
    const NONE: BlockCells = BlockCells { wins: [0; BATCH], shared: [0; BATCH], share: [0; BATCH], score: [0; BATCH] };

    #[inline]
    fn add_game(&mut self, block: usize, share: u8, score: u32) {
        let share = u32::from(share);
        self.wins[block] += u32::from(share == WHOLE_WIN);
        self.shared[block] += u32::from(share > 0 && share < WHOLE_WIN);
        self.share[block] += share;
        self.score[block] += score;
    }

    /// What several came to together.
    #[inline(always)]
    fn total<'c>(cells: impl Iterator<Item = &'c BlockCells>) -> BlockCells {
        let mut total = BlockCells::NONE;
        for cell in cells {
            add_each(&mut total.wins, &cell.wins);
            add_each(&mut total.shared, &cell.shared);
            add_each(&mut total.share, &cell.share);
            add_each(&mut total.score, &cell.score);
        }
        total
    }

    /// Adds the first blocks to the sums.
    #[inline(always)]
    fn add_to(&self, blocks: usize, cell: &mut Cell) {
        cell.wins.merge(&moments(&self.wins[..blocks]));
        cell.ties_for_first += moments(&self.shared[..blocks]).sum;
        cell.share.merge(&moments(&self.share[..blocks]));
        cell.score.merge(&moments(&self.score[..blocks]));
        cell.score_ends.merge(ends(&self.score[..blocks]));
    }
}

#[inline(always)]
fn add_each(to: &mut ByBlock, more: &ByBlock) {
    to.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// The sums of some blocks' numbers.
#[inline(always)]
fn moments(ys: &[u32]) -> Moments {
    if ys.iter().fold(0, |bits, y| bits | y) >= NARROW {
        let mut moments = Moments::default();
        ys.iter().for_each(|&y| moments.add(y.into()));
        return moments;
    }
    let (mut sum, mut squares) = (0u64, 0u64);
    for &y in ys {
        sum += u64::from(y);
        squares += u64::from(y) * u64::from(y);
    }
    Moments { sum: sum.into(), squares: squares.into() }
}

/// The ends of some blocks' numbers.
#[inline(always)]
fn ends(ys: &[u32]) -> Ends {
    let (least, most) = ys.iter().fold((u32::MAX, 0), |(least, most), &y| (least.min(y), most.max(y)));
    if ys.is_empty() { Ends::default() } else { Ends { least: least.into(), most: most.into() } }
}

impl Recent {
    /// Adds the complete blocks to the sums, with the best vectors that the processor has.
    fn add_to(&self, level: Level, seats: usize, sums: &mut Sums) {
        dispatch!(level, simd => simd.vectorize(
            #[inline(always)]
            || self.add_up(seats, sums)
        ));
    }

    #[inline(always)]
    fn add_up(&self, seats: usize, sums: &mut Sums) {
        for (seat, cell) in sums.any.iter_mut().enumerate() {
            BlockCells::total(self.cells[seat..].iter().step_by(seats)).add_to(self.blocks, cell);
        }
        for (row, cell) in self.cells.chunks_exact(seats).zip(&mut sums.totals) {
            BlockCells::total(row.iter()).add_to(self.blocks, cell);
        }
        self.cells.iter().zip(&mut sums.cells).for_each(|(recent, cell)| recent.add_to(self.blocks, cell));
        for (lengths, (sum, of_blocks)) in self.lengths.iter().zip(&mut sums.lengths) {
            sum.merge(&moments(&lengths[..self.blocks]));
            of_blocks.merge(ends(&lengths[..self.blocks]));
        }
    }

    /// No blocks again.
    fn clear(&mut self) {
        self.blocks = 0;
        self.cells.fill(BlockCells::NONE);
        self.lengths.fill([0; BATCH]);
    }
}

impl Sums {
    fn merge(&mut self, other: &Sums) {
        let cells = self.cells.iter_mut().chain(&mut self.totals).chain(&mut self.any);
        cells.zip(other.cells.iter().chain(&other.totals).chain(&other.any)).for_each(|(sum, more)| sum.merge(more));
        for ((sum, of_blocks), (more, of_more)) in self.lengths.iter_mut().zip(&other.lengths) {
            sum.merge(more);
            of_blocks.merge(*of_more);
        }
    }
}

impl Tally {
    /// Empty tallies for a line-up; `statistics_blocks` says which blocks the tables count.
    pub fn new(
        seatings: &Seatings,
        strategies: usize,
        lengths: usize,
        statistics: &[StatisticsTable],
        statistics_blocks: StatisticsBlocks,
    ) -> Tally {
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
        let recent =
            Recent { blocks: 0, cells: vec![BlockCells::NONE; cells.len()], lengths: vec![[0; BATCH]; lengths] };
        let sums = Sums {
            totals: cells.chunks_exact(seats).map(|row| played(&mut row.iter())).collect(),
            any: (0..seats).map(|seat| played(&mut cells[seat..].iter().step_by(seats))).collect(),
            cells,
            lengths: vec![(Moments::default(), Ends::default()); lengths],
        };
        Tally {
            level: Level::new(),
            seats,
            blocks: 0,
            recent,
            sums,
            distributions: Distributions::new(strategies, seats, lengths),
            statistics: statistics.iter().map(StatisticsTally::new).collect(),
            statistics_blocks,
            counting: false,
            cancelled: vec![Default::default(); strategies],
            cancels: false,
        }
    }

    /// Adds the blocks of another worker on the same job.
    pub fn merge(&mut self, other: &Tally) {
        self.blocks += other.blocks;
        self.sums.merge(&other.sums);
        other.recent.add_to(self.level, self.seats, &mut self.sums);
        self.distributions.merge(&other.distributions);
        self.cancels |= other.cancels;
        self.cancelled.iter_mut().zip(&other.cancelled).for_each(|((_, sums), (_, more))| sums.merge(more));
        self.statistics.iter_mut().zip(&other.statistics).for_each(|(sum, more)| sum.merge(more));
    }

    /// Blocks counted.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The record of these tallies, for strategies with these names in the order of their indices.
    pub fn into_record<G: Game>(mut self, game: &G, names: &[String], games_a_block: u64) -> Tallies {
        self.recent.add_to(self.level, self.seats, &mut self.sums);
        let Sums { cells, totals, any, lengths } = self.sums;
        let (histograms, scores, margins) = self.distributions.into_records();
        let strategies = names.iter().zip(totals).zip(cells.chunks_exact(self.seats)).zip(scores);
        let cancels = self.cancels;
        let strategies = strategies.zip(self.cancelled).map(|((((name, total), cells), scores), (_, cancelled))| {
            let (name, cancelled) = (name.clone(), cancels.then_some(cancelled));
            StrategyRecord { name, total, cancelled, seats: cells.to_vec(), scores }
        });
        let lengths = lengths.into_iter().zip(histograms);
        let lengths = game.lengths().iter().zip(lengths).map(|(&metric, ((blocks, ends), histogram))| LengthRecord {
            metric: metric.to_owned(),
            limit: game.longest(metric),
            blocks,
            ends,
            histogram,
        });
        let specs = game.statistics(names);
        let statistics: Vec<StatisticsRecord> =
            self.statistics.into_iter().zip(&specs).map(|(statistics, spec)| statistics.into_record(spec)).collect();
        Tallies {
            format: FORMAT,
            game: game.name().to_owned(),
            notes: game.notes(),
            highest_score: game.highest_score(),
            until: None,
            blocks: self.blocks,
            games_a_block,
            strategies: strategies.collect(),
            seats: any,
            margins,
            lengths: lengths.collect(),
            statistics,
        }
    }
}

impl Book for Tally {
    #[inline]
    fn wants_counts_of(&self, block: u64) -> bool {
        self.statistics_blocks.include(block)
    }

    #[inline]
    fn begin_block(&mut self, block: u64) {
        self.counting = self.wants_counts_of(block);
    }

    #[inline]
    fn game(&mut self, seating: &Seating, outcome: &Outcome) {
        let block = self.recent.blocks % BATCH;
        for (seat, &strategy) in seating.iter().enumerate() {
            self.recent.cells[strategy * self.seats + seat].add_game(block, outcome.share[seat], outcome.score[seat]);
        }
        for (lengths, length) in self.recent.lengths.iter_mut().zip(outcome.lengths) {
            lengths[block] += length;
        }
        self.distributions.game(seating, outcome);
    }

    fn without_luck(&mut self, seating: &Seating, outcome: &Outcome, shares: &CancelledShares) {
        self.cancels = true;
        for (seat, &strategy) in seating.iter().enumerate() {
            let (block, _) = &mut self.cancelled[strategy];
            block.share += shares[seat];
            block.luck += (i64::from(outcome.share[seat]) << 24) - shares[seat];
        }
    }

    fn end_block(&mut self) {
        if self.cancels {
            for (block, sums) in &mut self.cancelled {
                let BlockLuck { share, luck } = std::mem::take(block);
                sums.share.add(share);
                sums.luck.add(luck);
            }
        }
        self.recent.blocks += 1;
        if self.recent.blocks == BATCH {
            self.recent.add_to(self.level, self.seats, &mut self.sums);
            self.recent.clear();
        }
        if self.counting {
            self.statistics.iter_mut().for_each(StatisticsTally::end_block);
        }
        self.blocks += 1;
    }
}

impl Observer for Tally {
    #[inline]
    fn wants(&self) -> bool {
        self.counting
    }

    #[inline]
    fn count(&mut self, statistics: usize, row: usize, counts: &RowCounts) {
        if self.counting {
            self.statistics[statistics].count(row, counts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::SeatingRule;
    use proptest::prelude::*;

    /// Small scores and lengths, and large ones.
    fn number() -> impl Strategy<Value = u32> {
        prop_oneof![4 => 0..60u32, 1 => 100_000..200_000u32]
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
        let mut tally = Tally::new(seatings, strategies, 2, &[], StatisticsBlocks::All);
        for (block, number) in blocks.iter().zip(0..) {
            tally.begin_block(number);
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
                    cell.ties_for_first += i128::from((1..60).contains(&outcome.share[seat]));
                    share += i64::from(outcome.share[seat]);
                    score += i64::from(outcome.score[seat]);
                }
            }
            cell.wins.add(wins);
            cell.share.add(share);
            cell.score.add(score);
            cell.score_ends.add(score);
        }
        cell
    }

    #[test]
    fn thinned_statistics_count_the_blocks_that_they_say() {
        let counted =
            |blocks: std::ops::Range<u64>| blocks.filter(|&block| StatisticsBlocks::Thinned.include(block)).count();
        assert_eq!(counted(0..65_536), 65_536);
        assert_eq!(counted(65_536..65_600), 64);
        assert_eq!(counted(65_600..67_584), 0);
        assert_eq!(counted(67_584..67_584 + 10 * 2_048), 640);
        assert_eq!(
            StatisticsBlocks::Thinned.to_string(),
            "the first 65536 blocks and after them the first 64 of every 2048"
        );
        assert!((0..100_000).all(|block| StatisticsBlocks::All.include(block)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn sums_are_those_of_the_definition(
            lineup in prop::sample::select(vec![[0, 0, 0], [0, 1, 0], [0, 1, 2]]),
            blocks in prop::collection::vec(prop::collection::vec(outcome(), 3), 20..200),
        ) {
            let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
            let strategies = lineup.iter().max().unwrap() + 1;
            let (first, second) = blocks.split_at(blocks.len() / 3);
            let mut parts = added(&seatings, strategies, first);
            parts.merge(&added(&seatings, strategies, second));
            for mut tally in [added(&seatings, strategies, &blocks), parts] {
                prop_assert_eq!(tally.blocks(), blocks.len() as u64);
                tally.recent.add_to(tally.level, tally.seats, &mut tally.sums);
                let sums = &tally.sums;
                for seat in 0..3 {
                    prop_assert_eq!(sums.any[seat], plainly(&seatings, &blocks, |_, at| at == seat));
                    for strategy in 0..strategies {
                        let cell = plainly(&seatings, &blocks, |who, at| who == strategy && at == seat);
                        prop_assert_eq!(sums.cells[strategy * 3 + seat], cell);
                        prop_assert_eq!(sums.totals[strategy], plainly(&seatings, &blocks, |who, _| who == strategy));
                    }
                }
                for k in 0..2 {
                    let games = || blocks.iter().map(|block| block.iter().take(seatings.games() as usize));
                    let mut moments = Moments::default();
                    games().for_each(|games| moments.add(games.map(|game| i64::from(game.lengths[k])).sum()));
                    prop_assert_eq!(sums.lengths[k].0, moments);
                }
            }
        }
    }
}
