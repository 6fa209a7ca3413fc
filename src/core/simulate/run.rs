//! Runs: playing a line-up's games and adding them up.

use super::driver::{Control, Finished, Next, Playing};
use super::tally::{StatisticsBlocks, Tally};
use crate::engines::{Engine, GameFault, Seatings, Series};
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
    /// Which blocks to play. The tallies of ranges that follow one another add up to those of one run over all of them.
    pub blocks: Range<u64>,
    /// Which blocks the statistics count.
    pub statistics: StatisticsBlocks,
}

/// Plays the blocks of `job` on `threads` threads (0: as many as there are cores); the result depends
/// on neither threads nor time, unless `control` stops the run.
///
/// ```
/// use analyze_core::engines::{DiceEngine, SeatingRule, Seatings};
/// use analyze_core::games::{BuiltIn, Setting, pig::Pig};
/// use analyze_core::simulate::{Control, Job, StatisticsBlocks, run};
/// use analyze_core::strategies::find_all;
///
/// let game = Pig::set_up(2, &Setting::default())?;
/// let (chosen, lineup) = find_all(&["hold:20", "hold:3"].map(str::to_owned), &game)?;
/// let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
/// let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
/// let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
/// let (seed, blocks, statistics) = (1, 0..100, StatisticsBlocks::All);
/// let job = Job { game: &game, strategies: &strategies, names: &names, seatings: &seatings, seed, blocks, statistics };
/// let engine = DiceEngine { game: &game, strategies: &strategies };
/// let finished = run(&job, &engine, 1, &Control::default()).map_err(|fault| fault.fault.returned)?;
/// let record = finished.tally.into_record(&game, &names, seatings.games());
/// assert_eq!((record.games(), record.strategies.len()), (200, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The fault with the lowest game index, at any number of threads.
pub fn run<G: Game>(
    job: &Job<'_, G>,
    engine: &impl Engine<G>,
    threads: usize,
    control: &Control,
) -> Result<Finished, GameFault> {
    run_until(job, engine, threads, control, std::iter::empty(), |_| Next::PlayOn, |_| ())
}

/// The same with a number of blocks that the data may lower: `look` is shown the tally at each of `looks`, which are
/// above 0 and ascend, and at the end, and says whether it has seen enough. `save` is shown it whenever that was asked
/// of `control`. Looks before the first block are left out.
///
/// # Errors
/// As for [`run`].
pub fn run_until<G: Game>(
    job: &Job<'_, G>,
    engine: &impl Engine<G>,
    threads: usize,
    control: &Control,
    looks: impl Iterator<Item = u64>,
    look: impl FnMut(&Tally) -> Next,
    save: impl FnMut(&Tally),
) -> Result<Finished, GameFault> {
    let series = Series { seatings: job.seatings, seed: job.seed };
    let statistics = job.game.statistics(job.names);
    let empty =
        || Tally::new(job.seatings, job.strategies.len(), job.game.lengths().len(), &statistics, job.statistics);
    let playing = Playing { engine, series, blocks: job.blocks.clone(), threads, control };
    playing.until(looks, empty, Tally::merge, look, save)
}
