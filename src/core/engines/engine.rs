//! Engines: the ways to play a game to its outcome.
//!
//! Owns the trait and the engine that every game has, die by die. An engine of a game's own is behind
//! the same trait, and gives results of the same distribution.

use super::drawn::Remembered;
use super::luck::{CancelledShares, Luck};
use super::seating::Seatings;
use crate::dice::{BlockKey, RunKey};
use crate::exact::versus::{BestReply, ExactFault, ExactShares};
use crate::games::declaration::Unlisted;
use crate::games::{Fault, Game, Observer, Outcome, Seating, StrategyIndex, Table};
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
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault>;

    /// Plays all games of some blocks and enters them in a book. An engine may play them in any order, but must enter
    /// them and fail as if it had played them one after the other.
    ///
    /// # Errors
    /// The fault with the lowest game index; the book is then of no use.
    fn play_blocks(
        &self,
        series: Series<'_>,
        blocks: Range<u64>,
        worker: &mut Self::Worker,
        book: &mut impl Book,
    ) -> Result<(), GameFault> {
        let mut blocks = blocks;
        blocks.try_for_each(|block| self.play_block(series, block, worker, book))
    }

    /// Plays the games of a block one after the other and enters them in a book.
    ///
    /// # Errors
    /// The fault with the lowest game index; the book is then of no use.
    fn play_block(
        &self,
        series: Series<'_>,
        block: u64,
        worker: &mut Self::Worker,
        book: &mut impl Book,
    ) -> Result<(), GameFault> {
        let key = series.key(block);
        self.begin_block(key, worker);
        book.begin_block(block);
        for game in 0..series.seatings.games() {
            self.play_game(series, (block, game), worker, book)?;
        }
        book.end_block();
        Ok(())
    }

    /// Plays a game of a block that has begun, and enters it in a book.
    ///
    /// # Errors
    /// The fault of a strategy.
    fn play_game(
        &self,
        series: Series<'_>,
        (block, game): (u64, u64),
        worker: &mut Self::Worker,
        book: &mut impl Book,
    ) -> Result<(), GameFault> {
        let seating = series.seatings.get(game);
        let outcome = self.play(seating, series.key(block), worker, book).map_err(|fault| {
            let index = block * series.seatings.games() + game;
            GameFault { index, strategy: seating[fault.seat.index()], fault }
        })?;
        book.game(seating, &outcome);
        Ok(())
    }

    /// The games played so far that were slow, and because of whom.
    fn slowed(&self) -> Slowed {
        Slowed::default()
    }
}

/// Games that could not be played from what is remembered, which is many times as slow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slowed {
    /// How many.
    pub games: u64,
    /// The strategies that were the reason at least once, by their position, each with a reason of its own.
    pub by: Vec<(StrategyIndex, Slow)>,
}

/// Why a decision makes a game slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slow {
    /// It cannot be remembered.
    Unlisted(Unlisted),
    /// Its turn cannot be drawn from a table: too many dice.
    Rolled,
    /// Its turns have no table, because it draws by itself.
    Draws,
    /// Its turns have no table, because it looks up the value of everything in them.
    Values,
    /// Its turns differ so much that their tables are hardly used again.
    Differ,
}

/// Where the games of blocks are entered, block by block: what is counted of their turns, then their outcomes.
pub trait Book: Observer {
    /// Whether anything that is counted in this block is wanted.
    fn wants_counts_of(&self, block: u64) -> bool;

    /// The block of this number begins.
    fn begin_block(&mut self, block: u64);

    /// A game of the block is over.
    fn game(&mut self, seating: &Seating, outcome: &Outcome);

    /// What the game that was entered last came to without luck, where luck is cancelled.
    fn without_luck(&mut self, seating: &Seating, outcome: &Outcome, shares: &CancelledShares) {
        let _ = (seating, outcome, shares);
    }

    /// The block is over.
    fn end_block(&mut self);
}

/// Who plays, block by block.
#[derive(Clone, Copy, Debug)]
pub struct Series<'s> {
    /// Who sits where in the games of a block.
    pub seatings: &'s Seatings,
    /// The seed: any number.
    pub seed: u64,
}

impl Series<'_> {
    /// The key of all draws of a block.
    pub fn key(self, block: u64) -> BlockKey {
        RunKey::new(self.seed).block(block)
    }
}

/// Die by die, as the rules of the game have it.
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
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault> {
        self.game.play(Table { strategies: self.strategies, seating, block }, worker, observer)
    }
}

/// A game that can be simulated: it says which engines it has. One that has none of its own says that both are the
/// [`DiceEngine`].
pub trait Playable: Game {
    /// The engine of its own.
    type OwnEngine<'g>: Engine<Self>
    where
        Self: 'g;

    /// The engine that plays die by die.
    type Dice<'g>: Engine<Self>
    where
        Self: 'g;

    /// What kind of engine the game has of its own, if it has one.
    const OWN: Option<EngineKind> = None;

    /// The engine of its own for these strategies: there exactly if [`Playable::OWN`] names a kind.
    fn own_engine<'g>(&'g self, strategies: &'g [&'g Self::Strategy]) -> Option<Self::OwnEngine<'g>> {
        let _ = strategies;
        None
    }

    /// The engine that plays die by die.
    fn dice_engine<'g>(&'g self, strategies: &'g [&'g Self::Strategy]) -> Self::Dice<'g>;

    /// How well the decisions of each of these strategies are remembered in the first blocks of a series, by their
    /// position; nothing in a game that remembers none.
    fn remembered(&self, strategies: &[&Self::Strategy], series: Series<'_>, blocks: u64) -> Vec<Remembered> {
        let _ = (strategies, series, blocks);
        Vec::new()
    }

    /// What luck is in this game for strategies with these names in these seatings, so that it can be cancelled; `go_on`
    /// is asked as the work goes on. `None` if that is not known of the game.
    ///
    /// # Errors
    /// Why it cannot be cancelled for these strategies.
    fn luck<'g>(
        &'g self,
        strategies: &'g [&'g Self::Strategy],
        names: &[String],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Luck + 'g>, String> {
        let _ = (strategies, names, seatings, go_on);
        Err(format!("it is not known of {}", self.title()))
    }

    /// What positions are worth to strategies with these names in these seatings ([`Luck::valuer`]), as far as that is known:
    /// where it is not, luck may not be cancelled.
    ///
    /// # Errors
    /// Why it is not known.
    fn values<'g>(
        &'g self,
        strategies: &'g [&'g Self::Strategy],
        names: &[String],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Luck + 'g>, String> {
        self.luck(strategies, names, seatings, go_on)
    }

    /// Whether anything is known of luck in this game.
    const KNOWS_LUCK: bool = false;

    /// What the best response to a strategy of this game leaves out, as users are told.
    fn reply_ignores(strategy: &Self::Strategy) -> &'static str {
        let _ = strategy;
        "the limit of turns is ignored"
    }

    /// What two strategies with these names win against each other, without playing a game; `go_on` is told which part of
    /// the work is done, 0 to 1, and says whether it goes on.
    ///
    /// # Errors
    /// Why that is not known.
    fn exact(
        &self,
        strategies: [&Self::Strategy; 2],
        names: [&str; 2],
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<ExactShares, ExactFault> {
        let _ = (strategies, names, go_on);
        Err(ExactFault::Game(self.title().to_owned()))
    }

    /// What the best response to a strategy of this name wins where the strategy has all other seats; `go_on` is told which
    /// part of the work is done, 0 to 1, and says whether it goes on.
    ///
    /// # Errors
    /// Why that is not known.
    fn reply(&self, strategy: (&Self::Strategy, &str), go_on: &dyn Fn(f64) -> bool) -> Result<BestReply, ExactFault> {
        let _ = (strategy, go_on);
        Err(ExactFault::Reply(self.title().to_owned()))
    }

    /// Narrates a game as the engine of its own plays it; without one, as [`Game::narrate`] does.
    ///
    /// # Errors
    /// The fault of a strategy, after the story up to it has been written.
    fn narrate_own(
        &self,
        table: Table<'_, Self::Strategy>,
        names: &[String],
        text: &mut String,
    ) -> Result<Outcome, Fault> {
        self.narrate(table, names, text)
    }
}
