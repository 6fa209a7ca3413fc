//! A run that ends when enough is known.
//!
//! Owns playing a [`Job`] in stages, with the tallies of all blocks so far at each look; the blocks and what they
//! count are those of [`run`](super::run()).

use super::engine::Engine;
use super::run::{Control, Finished, GameFault, Job, empty_tally};
use super::staged::{Next, Player, Stages, in_stages};
use super::tally::Tally;
use crate::games::Game;
use std::ops::Range;

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
    let new = || RunPlayer { job, engine, worker: engine.worker(), tally: empty_tally(job) };
    let ended = in_stages(stages, control, looks, new, |players| look(total(job, players)))?;
    Ok(Finished { tally: total(job, &ended.players), complete: ended.complete })
}

fn total<G: Game, E: Engine<G>>(job: &Job<'_, G>, players: &[RunPlayer<'_, G, E>]) -> Tally {
    players.iter().fold(empty_tally(job), |sum, player| sum.merge(player.tally.clone()))
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
        self.engine.play_blocks(self.job, blocks, &mut self.worker, &mut self.tally)
    }
}
