//! Tournaments: the blocks of many tables, pass by pass.
//!
//! Owns how the blocks of a pass are spread over threads and added up. Block b has the same draws at every table. Which
//! tables play in a pass is for others; a pass that was stopped counts for nothing, so that what was played is always
//! whole passes, at any number of threads.

use super::driver::{Control, Next, pool};
use super::map::each_worker;
use crate::engines::{Book, CancelledShares, Engine, GameFault, Seatings, Series};
use crate::games::{Game, Observer, Outcome, RowCounts, Seating, StrategyIndex};
use crate::record::FocalSums;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Who sits at a table, and about whom its payoffs are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSeats {
    /// The games of a block.
    pub seatings: Seatings,
    /// The strategies whose win shares are added up.
    pub focals: Vec<StrategyIndex>,
}

/// How many consecutive strategies make a stretch.
const STRETCH: StrategyIndex = 20;

impl TableSeats {
    /// The stretches of strategies that sit there.
    fn stretches(&self) -> BTreeSet<StrategyIndex> {
        self.seatings.iter().flat_map(|seating| seating.iter().map(|strategy| strategy / STRETCH)).collect()
    }
}

/// Some blocks of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableBlocks {
    /// The position of the table.
    pub table: usize,
    /// Which blocks.
    pub blocks: Range<u64>,
}

/// A fault at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFault {
    /// The position of the table.
    pub table: usize,
    /// The fault; its game is numbered `block · games + game`, with as many games a block as the table has seatings.
    pub fault: GameFault,
}

/// Plays passes until `next` has none. `next` is given what the last pass came to, by table and focal strategy, and answers with
/// the blocks of the next one. Returns whether `next` ended it; if not, `control` did, and the pass under way is left out.
///
/// # Errors
/// The fault of the first table in a pass, at any number of threads.
pub fn play_passes<G: Game>(
    (tables, seed): (&[TableSeats], u64),
    engine: &impl Engine<G>,
    threads: usize,
    control: &Control,
    mut next: impl FnMut(&[(usize, Vec<FocalSums>)]) -> Option<Vec<TableBlocks>>,
) -> Result<Next, TableFault> {
    let pool = pool(threads, control);
    let threads = pool.as_ref().map_or(1, rayon::ThreadPool::current_num_threads);
    let mut workers: Vec<_> = (0..threads).map(|_| (engine.worker(), Vec::new())).collect();
    let mut last: Vec<(usize, Vec<FocalSums>)> = Vec::new();
    let stretches: Vec<_> = tables.iter().map(TableSeats::stretches).collect();
    while let Some(mut items) = next(&last) {
        // Tables of the same few strategies follow each other, so that what is remembered of these serves them all.
        items.sort_by(|a, b| stretches[a.table].cmp(&stretches[b.table]));
        let at = AtomicUsize::new(0);
        each_worker(pool.as_ref(), &mut workers, |(worker, done)| {
            while let Some(item) = items.get(at.fetch_add(1, Ordering::Relaxed)).filter(|_| !control.stopped()) {
                let table = &tables[item.table];
                let played = play_blocks((table, seed), item.blocks.clone(), engine, worker);
                control.advance((item.blocks.end - item.blocks.start) * table.seatings.games());
                done.push((item.table, played.map_err(|fault| TableFault { table: item.table, fault })));
            }
        });
        let mut done: Vec<_> = workers.iter_mut().flat_map(|(_, done)| done.drain(..)).collect();
        if done.len() < items.len() {
            return Ok(Next::Stop);
        }
        done.sort_by_key(|(table, _)| *table);
        last = done.into_iter().map(|(table, sums)| Ok((table, sums?))).collect::<Result<_, _>>()?;
    }
    Ok(Next::PlayOn)
}

/// Plays some blocks of a table, one worker alone.
fn play_blocks<G: Game, E: Engine<G>>(
    (table, seed): (&TableSeats, u64),
    blocks: Range<u64>,
    engine: &E,
    worker: &mut E::Worker,
) -> Result<Vec<FocalSums>, GameFault> {
    let series = Series { seatings: &table.seatings, seed };
    let sums = vec![FocalSums::default(); table.focals.len()];
    let mut book = TableBook::new(&table.focals, sums);
    engine.play_blocks(series, blocks, worker, &mut book)?;
    Ok(book.sums)
}

/// The win shares of the block under way, and the sums.
struct TableBook<'a> {
    focals: &'a [StrategyIndex],
    block: u64,
    shares: Vec<i64>,
    /// The same without luck, where it is cancelled.
    cancelled: Vec<i64>,
    is_cancelled: bool,
    sums: Vec<FocalSums>,
}

impl<'a> TableBook<'a> {
    fn new(focals: &'a [StrategyIndex], sums: Vec<FocalSums>) -> TableBook<'a> {
        let none = vec![0; focals.len()];
        TableBook { focals, block: 0, shares: none.clone(), cancelled: none, is_cancelled: false, sums }
    }
}

impl Observer for TableBook<'_> {
    fn wants(&self) -> bool {
        false
    }

    fn count(&mut self, _: usize, _: usize, _: &RowCounts) {}
}

impl Book for TableBook<'_> {
    fn wants_counts_of(&self, _: u64) -> bool {
        false
    }

    fn begin_block(&mut self, block: u64) {
        self.block = block;
        self.shares.fill(0);
        self.cancelled.fill(0);
    }

    fn game(&mut self, seating: &Seating, outcome: &Outcome) {
        for (&focal, sum) in self.focals.iter().zip(&mut self.shares) {
            let shares = seating.iter().zip(outcome.share).filter(|(strategy, _)| **strategy == focal);
            *sum += shares.map(|(_, share)| i64::from(share)).sum::<i64>();
        }
    }

    fn without_luck(&mut self, seating: &Seating, _: &Outcome, shares: &CancelledShares) {
        self.is_cancelled = true;
        for (&focal, sum) in self.focals.iter().zip(&mut self.cancelled) {
            *sum += seating
                .iter()
                .zip(shares)
                .filter(|(strategy, _)| **strategy == focal)
                .map(|(_, share)| share)
                .sum::<i64>();
        }
    }

    fn end_block(&mut self) {
        for ((sums, &share), &cancelled) in self.sums.iter_mut().zip(&self.shares).zip(&self.cancelled) {
            sums.add(self.block, share);
            if self.is_cancelled {
                sums.add_without_luck(self.block, cancelled);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One against two others in one game: a win of its own, a tie of two with it, nothing.
    #[test]
    fn shares_are_added_up_by_focal_strategy_and_batch() {
        let outcome = |share: [u8; 3]| {
            let mut outcome = Outcome::default();
            outcome.share[..3].copy_from_slice(&share);
            outcome
        };
        let focals = [0, 1];
        let sums = vec![FocalSums::default(); 2];
        let mut book = TableBook::new(&focals, sums);
        for (block, shares) in [(0, [60, 0, 0]), (64, [30, 30, 0]), (65, [0, 20, 40])] {
            book.begin_block(block);
            book.game(&[0, 1, 1], &outcome(shares));
            book.end_block();
        }
        assert_eq!((book.sums[0].batches[0], book.sums[0].batches[1]), (90, 0));
        assert_eq!((book.sums[1].batches[0], book.sums[1].batches[1]), (30, 60));
        assert_eq!((book.sums[1].all.blocks.sum, book.sums[1].all.blocks.squares), (90, 900 + 3600));
    }
}
