//! Spreading blocks over threads.
//!
//! Owns the one way in which blocks are played, by runs and by comparisons: up to a look, then on or not, as what was
//! found until then decides. Looks are numbers of blocks; at a look every block before it has been played and none
//! after it. So what is found there, and where the playing ends, depend on neither threads nor time. Between looks the
//! sums of the first blocks can be asked for at any time, to be saved; nothing that is played depends on that.

use super::map::each_worker;
use super::tally::Tally;
use crate::engines::{Book, Engine, GameFault, Series};
use crate::games::Game;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use web_time::Instant;

/// The most blocks that a worker takes at a time: many enough that the shared counter costs nothing, and that lanes with
/// games of different lengths are seldom idle at the end.
pub const CHUNK: u64 = 256;
/// How long a worker's blocks may take, about: little enough that a run soon stops when it is asked to. Workers begin
/// with one block and take twice as many, or half, as the last ones took less or more. Results do not depend on it.
const CHUNK_TIME: Duration = Duration::from_millis(100);

/// What others may see and do while games are played.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    saving: AtomicBool,
    games: AtomicU64,
    lacking: AtomicBool,
}

impl Control {
    /// Asks the run to stop: workers finish the chunk they have taken and take no other.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Asks for the sums of what is finished by now: workers finish the chunks that they have taken, then the sums are
    /// handed over to be saved, and the games go on.
    pub fn ask_to_save(&self) {
        self.saving.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to save since this was asked last.
    pub fn is_asked_to_save(&self) -> bool {
        self.saving.swap(false, Ordering::Relaxed)
    }

    /// Games played so far, or whatever else is counted as the work goes on.
    pub fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// Counts more of the work as done.
    pub fn advance(&self, games: u64) {
        self.games.fetch_add(games, Ordering::Relaxed);
    }

    /// Counts from 0 again, for work of another kind.
    pub fn count_again(&self) {
        self.games.store(0, Ordering::Relaxed);
    }

    /// Whether fewer threads were started than were wanted, because the system did not let more start.
    pub fn lacked_threads(&self) -> bool {
        self.lacking.load(Ordering::Relaxed)
    }

    /// Whether the run was asked to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Whether to play on after a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Up to the next look, or to the end.
    PlayOn,
    /// Enough is known.
    Stop,
}

/// What was played, added up.
#[derive(Clone, Debug)]
pub struct Finished<T = Tally> {
    /// The sums of the first blocks, as many as they count.
    pub tally: T,
    /// Whether the playing ended at the last block or at a look; if not, it was asked to stop.
    pub complete: bool,
}

/// What is to be played, and how.
pub(super) struct Playing<'a, E> {
    pub engine: &'a E,
    pub series: Series<'a>,
    /// Which blocks, unless a look ends it before.
    pub blocks: Range<u64>,
    /// Threads; 0: as many as there are cores.
    pub threads: usize,
    pub control: &'a Control,
}

impl<E> Playing<'_, E> {
    /// Plays until `look` has seen enough, the end, or a stop. `look` is shown the sum at each of `looks`, which ascend and
    /// of which those before the first block are left out, and at the end; `save` is shown the sum whenever it was asked for,
    /// which then has at least one block.
    /// `empty` makes the book of a worker, `merge` adds one to another.
    ///
    /// # Errors
    /// The fault with the lowest game index, at any number of threads.
    pub(super) fn until<G: Game, B: Book + Send>(
        &self,
        looks: impl Iterator<Item = u64>,
        empty: impl Fn() -> B,
        merge: impl Fn(&mut B, &B),
        mut look: impl FnMut(&B) -> Next,
        mut save: impl FnMut(&B),
    ) -> Result<Finished<B>, GameFault>
    where
        E: Engine<G>,
    {
        // More threads than blocks would have nothing to do.
        let most = usize::try_from((self.blocks.end - self.blocks.start).max(1)).unwrap_or(usize::MAX);
        let pool = pool(self.threads.min(most), self.control);
        let threads = pool.as_ref().map_or(1, ThreadPool::current_num_threads);
        let mut workers: Vec<_> = (0..threads).map(|_| (self.engine.worker(), empty(), 1)).collect();
        let (start, mut first, mut tally) = (self.blocks.start, self.blocks.start, empty());
        let looks = looks.skip_while(|&look| look < start).take_while(|&look| look < self.blocks.end);
        for end in looks.chain([self.blocks.end]) {
            loop {
                first = self.play(first..end, pool.as_ref(), &mut workers)?;
                tally = empty();
                workers.iter().for_each(|(_, book, _)| merge(&mut tally, book));
                if first == end {
                    break;
                }
                if !self.control.saving.swap(false, Ordering::Relaxed) || self.control.stopped() {
                    return Ok(Finished { tally, complete: false });
                }
                save(&tally);
            }
            if look(&tally) == Next::Stop {
                break;
            }
        }
        Ok(Finished { tally, complete: true })
    }

    /// Plays blocks until all are played, or a stop or a save is asked for. Returns the first that was not played.
    fn play<G: Game>(
        &self,
        blocks: Range<u64>,
        pool: Option<&ThreadPool>,
        workers: &mut [(E::Worker, impl Book + Send, u64)],
    ) -> Result<u64, GameFault>
    where
        E: Engine<G>,
    {
        let next = AtomicU64::new(blocks.start);
        let faults = Mutex::new(Vec::new());
        each_worker(pool, workers, |(worker, book, take)| {
            if let Err(fault) = self.work((&next, blocks.end), worker, book, take)
                && let Ok(mut faults) = faults.lock()
            {
                faults.push(fault);
            }
        });
        match faults.into_inner().unwrap_or_default().into_iter().min_by_key(|fault| fault.index) {
            Some(fault) => Err(fault),
            None => Ok(next.into_inner().min(blocks.end)),
        }
    }

    /// One worker, from the block `next` up to `end`, as many at a time as it should `take`. They are handed out in order
    /// and finished once taken, so a fault elsewhere never hides one in an earlier game, and the blocks played are the
    /// first ones whenever a stop comes. A save that is asked for before the first block waits for it: no blocks are
    /// nothing that could be gone on with.
    fn work<G: Game>(
        &self,
        (next, end): (&AtomicU64, u64),
        worker: &mut E::Worker,
        book: &mut impl Book,
        take: &mut u64,
    ) -> Result<(), GameFault>
    where
        E: Engine<G>,
    {
        let mut has_played = false;
        while !(self.control.stopped() || has_played && self.control.saving.load(Ordering::Relaxed)) {
            let start = next.fetch_add(*take, Ordering::Relaxed);
            if start >= end {
                break;
            }
            let (chunk, began) = (start..start.saturating_add(*take).min(end), Instant::now());
            let blocks = chunk.end - start;
            self.engine.play_blocks(self.series, chunk, worker, book).inspect_err(|_| self.control.stop())?;
            self.control.advance(blocks * self.series.seatings.games());
            let wanted = if began.elapsed() < CHUNK_TIME / 2 { *take * 2 } else { *take / 2 };
            *take = wanted.clamp(1, CHUNK);
            has_played = true;
        }
        Ok(())
    }
}

/// So many threads, or as many of them as the system lets start; 0: as many as there are cores. `None`: not one starts,
/// and the thread at work does it alone. Results are the same.
pub(super) fn pool(threads: usize, control: &Control) -> Option<ThreadPool> {
    let build = |threads| ThreadPoolBuilder::new().num_threads(threads).build().ok();
    let fewer =
        || std::iter::successors(Some(threads / 2), |threads| Some(threads / 2)).take_while(|&threads| threads > 0);
    let pool = build(threads).or_else(|| fewer().find_map(build));
    if pool.as_ref().is_none_or(|pool| pool.current_num_threads() < threads) {
        control.lacking.store(true, Ordering::Relaxed);
    }
    pool
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::BlockKey;
    use crate::engines::Seatings;
    use crate::games::pig::Pig;
    use crate::games::{Fault, Observer, Outcome, RowCounts, Seating};

    /// Notes which blocks it played; fails at some.
    struct Noting<'f>(&'f [u64]);

    impl Engine<Pig> for Noting<'_> {
        type Worker = ();

        fn worker(&self) {}

        fn begin_block(&self, _: BlockKey, (): &mut ()) {}

        fn play(&self, _: &Seating, _: BlockKey, (): &mut (), _: &mut impl Observer) -> Result<Outcome, Fault> {
            unreachable!("blocks are played at once")
        }

        fn play_blocks(
            &self,
            _: Series<'_>,
            mut blocks: Range<u64>,
            (): &mut (),
            book: &mut impl Book,
        ) -> Result<(), GameFault> {
            blocks.try_for_each(|block| {
                if self.0.contains(&block) {
                    let fault = Fault { round: 1, ..Fault::default() };
                    return Err(GameFault { index: 3 * block, strategy: 0, fault });
                }
                book.begin_block(block);
                Ok(())
            })
        }
    }

    #[derive(Debug, Default)]
    struct Noted(Vec<u64>);

    impl Noted {
        fn merge(&mut self, other: &Noted) {
            self.0.extend(&other.0);
            self.0.sort_unstable();
        }
    }

    impl Observer for Noted {
        fn wants(&self) -> bool {
            false
        }

        fn count(&mut self, _: usize, _: usize, _: &RowCounts) {}
    }

    impl Book for Noted {
        fn wants_counts_of(&self, _: u64) -> bool {
            false
        }

        fn begin_block(&mut self, block: u64) {
            self.0.push(block);
        }

        fn game(&mut self, _: &Seating, _: &Outcome) {}

        fn end_block(&mut self) {}
    }

    /// Plays up to `blocks` blocks of three games each.
    fn play(
        (blocks, threads): (u64, usize),
        faults: &[u64],
        control: &Control,
        looks: &[u64],
        look: impl FnMut(&Noted) -> Next,
    ) -> Result<Finished<Noted>, GameFault> {
        let seatings = Seatings::given(&[vec![0], vec![0], vec![0]]);
        let series = Series { seatings: &seatings, seed: 0 };
        let playing = Playing { engine: &Noting(faults), series, blocks: 0..blocks, threads, control };
        playing.until(looks.iter().copied(), Noted::default, Noted::merge, look, |_| ())
    }

    #[test]
    fn at_a_look_exactly_the_blocks_before_it_have_been_played() {
        for threads in [1, 2, 7] {
            let mut seen = Vec::new();
            let control = Control::default();
            let finished = play((1000, threads), &[], &control, &[200, 500, 5000], |noted| {
                assert_eq!(noted.0, (0..noted.0.len() as u64).collect::<Vec<_>>());
                seen.push(noted.0.len());
                Next::PlayOn
            });
            assert_eq!(seen, [200, 500, 1000]);
            assert!(finished.is_ok_and(|finished| finished.complete));
            assert_eq!(control.games(), 3 * 1000);
        }
    }

    #[test]
    fn a_look_can_end_it() {
        let look = |noted: &Noted| if noted.0.len() == 300 { Next::Stop } else { Next::PlayOn };
        let finished = play((u64::MAX, 2), &[], &Control::default(), &[10, 300, 301], look).unwrap();
        assert!(finished.complete && finished.tally.0.len() == 300);
    }

    #[test]
    fn a_stop_leaves_the_first_blocks() {
        let control = Control::default();
        let stop = |_: &Noted| {
            control.stop();
            Next::PlayOn
        };
        let finished = play((u64::MAX, 3), &[], &control, &[1000], stop).unwrap();
        assert!(!finished.complete);
        assert_eq!(finished.tally.0, (0..1000).collect::<Vec<_>>());
    }

    /// Also when it was asked for before the first block, and again at once after each save.
    #[test]
    fn what_is_saved_has_blocks_that_the_save_before_had_not() {
        for threads in [1, 2, 7] {
            let (control, mut saved) = (Control::default(), vec![0]);
            control.ask_to_save();
            let seatings = Seatings::given(&[vec![0], vec![0], vec![0]]);
            let series = Series { seatings: &seatings, seed: 0 };
            let playing = Playing { engine: &Noting(&[]), series, blocks: 0..1000, threads, control: &control };
            let save = |noted: &Noted| {
                saved.push(noted.0.len());
                control.ask_to_save();
            };
            let finished = playing.until([500].into_iter(), Noted::default, Noted::merge, |_| Next::PlayOn, save);
            assert!(finished.is_ok_and(|finished| finished.complete && finished.tally.0.len() == 1000));
            assert!(saved.len() > 3 && saved.is_sorted_by(|a, b| a < b), "{saved:?}");
        }
    }

    #[test]
    fn the_fault_of_the_lowest_game_is_told() {
        for threads in [1, 2, 7] {
            let ended = play((1000, threads), &[402, 150, 151, 300], &Control::default(), &[100], |_| Next::PlayOn);
            assert_eq!(ended.err().map(|fault| fault.index), Some(450));
        }
    }
}
