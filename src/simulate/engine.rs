//! Engines: the ways to play a game to its outcome.
//!
//! Owns the trait and the engine that every game has, die by die. An engine of a game's own is behind
//! the same trait, and gives results of the same distribution.

use super::run::{GameFault, Job, play_block};
use super::seating::Seatings;
use super::tally::Tally;
use crate::dice::{BlockKey, RunKey};
use crate::games::{Fault, Game, Outcome, Seating};
use std::fmt;
use std::ops::Range;

/// A way to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// One draw a turn, from exact tables.
    Turn,
    /// Die by die.
    Dice,
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineKind::Turn => "turn",
            EngineKind::Dice => "dice",
        })
    }
}

/// An engine, set up for a game and its strategies and shared by the workers.
pub trait Engine<G: Game>: Sync {
    /// What a worker keeps from game to game.
    type Worker: Send;

    /// A new worker.
    fn worker(&self) -> Self::Worker;

    /// Prepares what all games of a block share.
    fn begin_block(&self, block: BlockKey, worker: &mut Self::Worker);

    /// Plays one game of the block that was begun.
    ///
    /// # Errors
    /// The fault of a strategy.
    fn play(
        &self,
        seating: &Seating,
        block: BlockKey,
        worker: &mut Self::Worker,
        tally: &mut Tally,
    ) -> Result<Outcome, Fault>;

    /// Plays all games of some blocks and adds them up. An engine may play them in any order, but must add
    /// up and fail as if it had played them one after the other.
    ///
    /// # Errors
    /// The fault with the lowest game index; the tally is then of no use.
    fn play_blocks(
        &self,
        job: &Job<'_, G>,
        blocks: Range<u64>,
        worker: &mut Self::Worker,
        tally: &mut Tally,
    ) -> Result<(), GameFault>
    where
        Self: Sized,
    {
        let mut blocks = blocks;
        blocks.try_for_each(|block| play_block(job, self, block, worker, tally))
    }

    /// Adds to `outcomes` those of all games of some blocks, in order. An engine may play them in any order, but must
    /// fail as if it had played them one after the other. Nothing is counted; `unwanted` is a tally that wants nothing.
    ///
    /// # Errors
    /// The fault with the lowest game index; the outcomes are then of no use.
    fn outcomes(
        &self,
        series: Series<'_>,
        mut blocks: Range<u64>,
        worker: &mut Self::Worker,
        unwanted: &mut Tally,
        outcomes: &mut Vec<Outcome>,
    ) -> Result<(), GameFault>
    where
        Self: Sized,
    {
        blocks.try_for_each(|block| series.play(self, block, worker, unwanted, outcomes))
    }
}

/// Games of which nothing but the outcome is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Series<'s> {
    /// Who sits where in the games of a block.
    pub seatings: &'s Seatings,
    /// The seed: any number.
    pub seed: u64,
}

impl Series<'_> {
    /// Plays the games of a block one after the other.
    pub(super) fn play<G: Game, E: Engine<G>>(
        self,
        engine: &E,
        block: u64,
        worker: &mut E::Worker,
        unwanted: &mut Tally,
        outcomes: &mut Vec<Outcome>,
    ) -> Result<(), GameFault> {
        let key = RunKey::new(self.seed).block(block);
        engine.begin_block(key, worker);
        for (game, seating) in (0..).zip(self.seatings.iter()) {
            let played = engine.play(seating, key, worker, unwanted);
            outcomes.push(played.map_err(|fault| {
                let index = block * self.seatings.games() + game;
                GameFault { index, strategy: seating[fault.seat.index()], fault }
            })?);
        }
        Ok(())
    }
}

/// Die by die.
pub struct DiceEngine<'g, G: Game> {
    /// The game.
    pub game: &'g G,
    /// The different strategies of the line-up.
    pub strategies: &'g [&'g G::Strategy],
}

impl<G: Game> Engine<G> for DiceEngine<'_, G> {
    type Worker = G::Scratch;

    fn worker(&self) -> G::Scratch {
        self.game.scratch()
    }

    fn begin_block(&self, block: BlockKey, worker: &mut G::Scratch) {
        self.game.begin_block(block, worker);
    }

    fn play(
        &self,
        seating: &Seating,
        block: BlockKey,
        worker: &mut G::Scratch,
        tally: &mut Tally,
    ) -> Result<Outcome, Fault> {
        self.game.play(self.strategies, seating, block, worker, tally)
    }
}

/// A game that can be simulated: it says which engines it has.
pub trait Playable: Game {
    /// The engine of its own.
    type Own<'g>: Engine<Self>
    where
        Self: 'g;

    /// The engine of its own for these strategies: there exactly if [`Playable::OWN`] names a kind.
    fn own_engine<'g>(&'g self, strategies: &'g [&'g Self::Strategy]) -> Option<Self::Own<'g>>;

    /// What kind of engine the game has of its own, if it has one.
    const OWN: Option<EngineKind>;

    /// Tells a game as the engine of its own plays it; without one, as [`Game::tell`] does.
    ///
    /// # Errors
    /// The fault of a strategy, after the story up to it has been written.
    fn tell_own(
        &self,
        strategies: &[&Self::Strategy],
        names: &[String],
        seating: &Seating,
        block: BlockKey,
        story: &mut String,
    ) -> Result<Outcome, Fault>;
}
