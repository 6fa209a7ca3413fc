//! Spreading blocks over threads.

use super::engine::Engine;
use super::seating::Seatings;
use super::tally::{SheetBlocks, Tally};
use crate::dice::RunKey;
use crate::games::{Fault, Game};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Blocks that a worker takes at a time: few enough that a run soon stops when it is asked to, many
/// enough that the shared counter costs nothing.
pub const CHUNK: u64 = 64;

/// Games to be played.
pub struct Job<'g, G: Game> {
    /// The game, set up.
    pub game: &'g G,
    /// The different strategies of the line-up.
    pub strategies: &'g [&'g G::Strategy],
    /// Their names in the tables.
    pub names: &'g [String],
    /// Who sits where in the games of a block.
    pub seatings: &'g Seatings,
    /// The seed: any number.
    pub seed: u64,
    /// How many blocks to play.
    pub blocks: u64,
    /// Which blocks the sheets count.
    pub sheets: SheetBlocks,
}

/// What others may see and do while games are played.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    games: AtomicU64,
}

impl Control {
    /// Asks the run to stop: workers finish the chunk they have taken and take no other.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Games played so far, or whatever else is counted as the work goes on.
    pub fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// Counts more of the work as done.
    pub(super) fn advance(&self, games: u64) {
        self.games.fetch_add(games, Ordering::Relaxed);
    }

    /// Counts from 0 again, for work of another kind.
    pub fn count_again(&self) {
        self.games.store(0, Ordering::Relaxed);
    }

    /// Whether the run was asked to stop.
    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A fault with the game in which it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFault {
    /// The game's index in the run, from 0.
    pub index: u64,
    /// The strategy at fault, by its index among the different ones.
    pub strategy: usize,
    /// What it did.
    pub fault: Fault,
}

/// What a run came to.
#[derive(Debug)]
pub struct Finished {
    /// The tallies of blocks 0 to [`Tally::blocks`] − 1.
    pub tally: Tally,
    /// Whether all blocks were played; if not, the run was asked to stop.
    pub complete: bool,
}

/// Plays blocks 0 to `job.blocks` − 1 on `threads` threads (0: as many as there are cores); the result depends
/// on neither threads nor time, unless `control` stops the run.
///
/// # Errors
/// The fault with the lowest game index, at any number of threads.
///
/// # Panics
/// If the threads cannot be started.
pub fn run<G: Game>(
    job: &Job<'_, G>,
    engine: &impl Engine<G>,
    threads: usize,
    control: &Control,
) -> Result<Finished, GameFault> {
    #[expect(clippy::expect_used, reason = "a machine that cannot start threads cannot do this work at all")]
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("cannot start threads");
    let next = AtomicU64::new(0);
    let parts = pool.broadcast(|_| work(job, engine, &next, control));
    let mut tally: Option<Tally> = None;
    let mut fault: Option<GameFault> = None;
    for part in parts {
        match part {
            Ok(part) => tally = Some(tally.map_or(part.clone(), |sum| sum.merge(part))),
            Err(found) if fault.as_ref().is_none_or(|known| found.index < known.index) => fault = Some(found),
            Err(_) => {}
        }
    }
    match (fault, tally) {
        (Some(fault), _) => Err(fault),
        (None, tally) => {
            let tally = tally.unwrap_or_else(|| empty_tally(job));
            Ok(Finished { complete: tally.blocks() == job.blocks, tally })
        }
    }
}

/// A tally of no blocks.
pub(super) fn empty_tally<G: Game>(job: &Job<'_, G>) -> Tally {
    Tally::new(job.seatings, job.strategies.len(), G::LENGTHS.len(), &job.game.sheets(job.names))
}

/// One worker: takes chunks in order until none is left or the run stops. Chunks are handed out in
/// order and finished once taken, so a fault elsewhere never hides one in an earlier game.
fn work<G: Game>(
    job: &Job<'_, G>,
    engine: &impl Engine<G>,
    next: &AtomicU64,
    control: &Control,
) -> Result<Tally, GameFault> {
    let mut tally = empty_tally(job);
    let mut worker = engine.worker();
    while !control.stopped() {
        let start = next.fetch_add(1, Ordering::Relaxed).saturating_mul(CHUNK);
        if start >= job.blocks {
            break;
        }
        let end = start.saturating_add(CHUNK).min(job.blocks);
        if let Err(fault) = engine.play_blocks(job, start..end, &mut worker, &mut tally) {
            control.stop();
            return Err(fault);
        }
        control.advance((end - start) * job.seatings.games());
    }
    Ok(tally)
}

/// Plays the games of a block one after the other.
pub(super) fn play_block<G: Game, E: Engine<G>>(
    job: &Job<'_, G>,
    engine: &E,
    block: u64,
    worker: &mut E::Worker,
    tally: &mut Tally,
) -> Result<(), GameFault> {
    let key = RunKey::new(job.seed).block(block);
    engine.begin_block(key, worker);
    tally.begin_block(job.sheets.of(block));
    for (r, seating) in (0..).zip(job.seatings.iter()) {
        let played = engine.play(seating, key, worker, tally);
        let outcome = played.map_err(|fault| {
            let index = block * job.seatings.games() + r;
            GameFault { index, strategy: seating[fault.seat.index()], fault }
        })?;
        tally.game(seating, &outcome);
    }
    tally.end_block();
    Ok(())
}
