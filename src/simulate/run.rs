//! Runs: playing a line-up's games and adding them up.

use super::driver::{Control, GameFault, Next, Player, Stages, in_stages};
use super::engine::{Engine, Series};
use super::seating::Seatings;
use super::tally::{StatisticsBlocks, Tally};
use crate::games::Game;
use std::ops::Range;

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
    /// Which blocks the statistics count.
    pub statistics: StatisticsBlocks,
}

impl<G: Game> Job<'_, G> {
    /// A tally of no blocks.
    pub(super) fn empty_tally(&self) -> Tally {
        let statistics = self.game.statistics(self.names);
        Tally::new(self.seatings, self.strategies.len(), G::LENGTHS.len(), &statistics, self.statistics)
    }
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
/// ```
/// use analyze::games::{Game, Setting, pig::Pig};
/// use analyze::simulate::{Control, DiceEngine, Job, SeatingRule, Seatings, StatisticsBlocks, run};
/// use analyze::{report, strategies::find_all};
///
/// let game = Pig::set_up(2, &Setting::default())?;
/// let (chosen, lineup) = find_all(&["hold:20", "hold:3"].map(str::to_owned), &game)?;
/// let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
/// let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
/// let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
/// let (seed, blocks, statistics) = (1, 100, StatisticsBlocks::All);
/// let job = Job { game: &game, strategies: &strategies, names: &names, seatings: &seatings, seed, blocks, statistics };
/// let engine = DiceEngine { game: &game, strategies: &strategies };
/// let finished = run(&job, &engine, 1, &Control::default()).map_err(|fault| fault.fault.returned)?;
/// let table = report::summary(&finished.tally.into_record(&game, &names, seatings.games()));
/// assert_eq!(table.rows.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    run_until(job, engine, threads, control, std::iter::empty(), |_| Next::PlayOn)
}

/// Plays the blocks of `job`, of which it takes the number for the most, until `look` has seen enough. `look` is shown the
/// tallies at each of `looks`, which ascend, and at the end; the result depends on neither threads nor time, unless
/// `control` stops it.
///
/// # Errors
/// The fault with the lowest game index, at any number of threads.
///
/// # Panics
/// If the threads cannot be started.
pub fn run_until<G: Game>(
    job: &Job<'_, G>,
    engine: &impl Engine<G>,
    threads: usize,
    control: &Control,
    looks: impl Iterator<Item = u64>,
    mut look: impl FnMut(Tally) -> Next,
) -> Result<Finished, GameFault> {
    let stages = Stages { first: 0, end: job.blocks, games_a_block: job.seatings.games(), threads };
    let new = || RunPlayer { job, engine, worker: engine.worker(), tally: job.empty_tally() };
    let ended = in_stages(stages, control, looks, new, |players| look(total(job, players)))?;
    Ok(Finished { tally: total(job, &ended.players), complete: ended.complete })
}

fn total<G: Game, E: Engine<G>>(job: &Job<'_, G>, players: &[RunPlayer<'_, G, E>]) -> Tally {
    let mut total = job.empty_tally();
    players.iter().for_each(|player| total.merge(&player.tally));
    total
}

/// A worker.
struct RunPlayer<'a, G: Game, E: Engine<G>> {
    job: &'a Job<'a, G>,
    engine: &'a E,
    worker: E::Worker,
    tally: Tally,
}

impl<G: Game, E: Engine<G>> Player for RunPlayer<'_, G, E> {
    fn play(&mut self, blocks: Range<u64>) -> Result<(), GameFault> {
        let series = Series { seatings: self.job.seatings, seed: self.job.seed };
        self.engine.play_blocks(series, blocks, &mut self.worker, &mut self.tally)
    }
}
