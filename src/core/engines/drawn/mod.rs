//! The engine `turn`: one draw a turn, from exact tables.
//!
//! Owns the fast way to the same distribution of results as rolling die by die, for all games whose turns can be drawn.
//! Each strategy is asked for its decision as seldom as possible ([`Cache`]), each reroll policy is solved once
//! ([`Tables`]), and a turn is then one 64-bit draw by inverse distribution. How a game plays many games at once from what
//! is remembered is its [`Kernel`]'s; a game that its kernel cannot play is played by the rules as the game has them,
//! with the same result: games are addressed by key, so nothing is lost but the time.
//!
//! | file | owns |
//! |---|---|
//! | `cache` | what strategies were asked, what they decided, and the tables of their policies |
//! | `cells` | what words draw, for many games at once |
//! | `dense` | decisions by place: one look-up, for many games at once |
//! | `keyed` | decisions by key, where there would be too many places |
//! | `rolled` | die by die, with decisions that are remembered |
//! | `sums` | what places and keys are made of |
//! | `tables` | the tables of policies, shared by workers |
//! | `trees` | decision trees: the decision for some answers |
//! | `words` | what a situation is in numbers, packed |

mod cache;
pub mod cells;
pub mod dense;
#[cfg(test)]
mod fixture;
pub mod keyed;
mod rolled;
pub mod sums;
mod tables;
mod trees;
mod words;

pub use cache::{CHOICE_BITS, Cache, Decision, Knows, NO_TABLES, Remembered};
use rolled::Memory;
pub use rolled::RolledEngine;
pub use tables::{Limits, Tables};
pub use words::{MOST_IN_WORDS, Words, at_slot, slots};

use super::engine::GameFault;
use super::engine::{Book, Engine, EngineKind, Playable, Series, Slow, Slowed};
use super::luck::Luck;
use super::seating::Seatings;
use crate::dice::{BlockKey, Purpose, generator};
use crate::exact::ResultTable;
use crate::exact::versus::{BestReply, ExactFault, ExactShares};
use crate::games::declaration::{Family, PolicyId, Slot, Trace, View};
use crate::games::turns::{Refused, TurnGame, Turns};
use crate::games::{Fault, Observer, Outcome, Seating, Table, narration};
use fearless_simd::Level;
use rand::rand_core::Rng;
use std::hash::Hash;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The distribution of a turn's results, to be drawn from.
pub type TableOf<G> = ResultTable<<G as TurnGame>::Result>;

/// A game whose turns can be drawn.
pub trait DrawnGame: TurnGame<Result: Eq + Hash + Send + Sync> {
    /// A reroll policy worked out for all rolls of a turn.
    type Solved;
    /// What a table depends on beside strategy and policy.
    type TableKey: Copy + Eq + Hash + Send + Sync;
    /// What the inner loop wants to know of a choice.
    type ReadyChoice: Send;
    /// How it plays many games at once.
    type Kernel: Kernel<Self>;

    /// Whether anything is known of luck in it.
    const KNOWS_LUCK: bool = false;

    /// What [`Playable::reply_ignores`] says.
    fn reply_ignores_of(strategy: &Self::Strategy) -> &'static str {
        let _ = strategy;
        "the limit of turns is ignored"
    }

    /// How much is remembered unless told otherwise.
    const LIMITS: Limits;
    /// Slots, from the one that changes most from turn to turn; those that it does not name change least.
    const ORDER: &'static [Slot];

    /// What [`Playable::luck`] says.
    ///
    /// # Errors
    /// Why it cannot be cancelled for these strategies.
    fn luck_of<'g>(
        &'g self,
        strategies: &'g [&'g Self::Strategy],
        names: &[String],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Luck + 'g>, String> {
        let _ = (strategies, names, seatings, go_on);
        Err(format!("it is not known of {}", self.title()))
    }

    /// What [`Playable::exact`] says.
    ///
    /// # Errors
    /// Why that is not known.
    fn exact_of(
        &self,
        strategies: [&Self::Strategy; 2],
        names: [&str; 2],
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<ExactShares, ExactFault> {
        let _ = (strategies, names, go_on);
        Err(ExactFault::Game(self.title().to_owned()))
    }

    /// What [`Playable::reply`] says.
    ///
    /// # Errors
    /// Why that is not known.
    fn reply_of(
        &self,
        strategy: (&Self::Strategy, &str),
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<BestReply, ExactFault> {
        let _ = (strategy, go_on);
        Err(ExactFault::Reply(self.title().to_owned()))
    }

    /// What the table of a turn depends on; `None` if the turn is rolled die by die.
    fn table_key(turn: &Self::Turn<'_>) -> Option<Self::TableKey>;

    /// Works out a policy.
    ///
    /// # Errors
    /// If the strategy rerolls illegally, or not at all, any roll that the turn can show.
    fn solve(turn: &Self::Turn<'_>, plan: PolicyId) -> Result<(Self::Solved, TableOf<Self>), Refused>;

    /// The code of a result: below 255.
    fn code(result: Self::Result) -> u32;

    /// The number that a choice is; `None` if choices are no numbers below 4,096.
    fn number(choice: Self::Choice) -> Option<u32> {
        let _ = choice;
        None
    }

    /// What the inner loop wants to know of a choice.
    fn ready_choice(&self, choice: Self::Choice) -> Self::ReadyChoice;

    /// Shows rolls that lead to a result, with their exact conditional chances.
    fn show(
        turn: &Self::Turn<'_>,
        solved: &Self::Solved,
        result: Self::Result,
        word: &mut dyn FnMut() -> u64,
        watch: &mut Self::Watch<'_>,
    );

    /// The turn of a player that decides so; `None` if that is not legal.
    fn decided<'g>(
        player: Self::Player<'g>,
        situation: &Self::Situation<'g>,
        choice: Self::Choice,
    ) -> Option<Self::Turn<'g>>
    where
        'g: 'g;

    /// The player that a strategy is, by its position among the different ones.
    fn player<'g>(strategies: &'g [&'g Self::Strategy], index: usize) -> Self::Player<'g>;

    /// The position of a turn's strategy.
    fn index(turn: &Self::Turn<'_>) -> usize;

    /// Whether other strategies have this plan of a turn's strategy as well, and reroll alike by it.
    fn is_shared(turn: &Self::Turn<'_>, plan: PolicyId) -> bool;

    /// The family of a player's strategy.
    fn family(player: Self::Player<'_>) -> Option<Family>;

    /// The position of a player's strategy.
    fn player_index(player: Self::Player<'_>) -> usize;

    /// A situation, borrowed for a shorter time.
    fn with_shorter_lifetime<'a, 'b: 'a>(situation: Self::Situation<'b>) -> Self::Situation<'a>;
}

/// A block to be played: its key, and whether its turns are counted.
pub type BlockTask = (BlockKey, bool);

/// How a game plays many games at once, from what is remembered.
pub trait Kernel<G: DrawnGame>: Send {
    /// Nothing played yet, by so many strategies.
    fn new(game: &G, strategies: usize, width: Width) -> Self;

    /// Whether it tells what chance decided. If not, games of which that is wanted are played in the ordinary way.
    const TELLS: bool = false;

    /// From now on the rounds of games are noted, or not.
    fn note_rounds(&mut self, noting: Noting) {
        let _ = noting;
    }

    /// Tells the rounds of a game that was noted and has an outcome.
    fn tell_rounds(&self, block: usize, game: usize, observer: &mut impl Observer) {
        let _ = (block, game, observer);
    }

    /// Plays all games of some blocks, one for each seating.
    fn play(&mut self, knows: &mut Knows<'_, G>, seatings: &Seatings, blocks: &[BlockTask]);

    /// The outcome of a game, by the position of its block among those played last and that of its seating; `None` if it
    /// has to be played in the ordinary way.
    fn outcome(&self, block: usize, game: usize) -> Option<&Outcome>;

    /// Counts the turns of the games of a counted block that have outcomes.
    fn count(&self, block: usize, seatings: &Seatings, observer: &mut impl Observer);
}

/// Whether a kernel notes the position before each round of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Noting {
    /// It does not.
    #[default]
    Nothing,
    /// It does.
    Rounds,
}

/// How many games take the same step at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneCount {
    /// One after the other.
    One,
    /// As many as vectors are best at.
    Many,
}

/// How a kernel plays, where it can play many games at once: the games are the same.
#[derive(Clone, Copy, Debug)]
pub struct Width {
    /// The instructions that it may use.
    pub level: Level,
    /// How many games take the same step at once.
    pub lanes: LaneCount,
}

impl Default for Width {
    /// The best that the processor has.
    fn default() -> Width {
        Width { level: Level::new(), lanes: LaneCount::Many }
    }
}

impl Width {
    /// All that the processor has, many lanes and one: with the least of its instructions, with the best, and on
    /// processors of the x86 family with those in between.
    pub fn all() -> Vec<Width> {
        let mut levels = vec![Level::baseline()];
        #[cfg(target_arch = "x86_64")]
        levels.extend(Level::new().as_sse4_2().map(Level::Sse4_2));
        #[cfg(target_arch = "x86_64")]
        levels.extend(Level::new().as_avx512().and(Level::new().as_avx2()).map(Level::Avx2));
        levels.push(Level::new());
        let of = |level| [LaneCount::One, LaneCount::Many].map(|lanes| Width { level, lanes });
        levels.into_iter().flat_map(of).collect()
    }
}

/// A game with one draw a turn.
pub struct TurnEngine<'g, G: DrawnGame> {
    pub(super) game: &'g G,
    pub(super) strategies: &'g [&'g G::Strategy],
    pub(super) tables: Tables<G>,
    width: Width,
    /// By strategy why a game could not be played by the kernel, if one could not; and how many could not.
    slow: Vec<OnceLock<Slow>>,
    slow_games: AtomicU64,
}

/// What a worker of [`TurnEngine`] keeps.
pub struct TurnWorker<G: DrawnGame> {
    cache: Cache<G>,
    trace: Trace,
    kernel: G::Kernel,
    /// For games of which the kernel would not tell what is wanted.
    memory: Memory<G>,
}

impl<'g, G: DrawnGame> TurnEngine<'g, G> {
    /// The engine, with limits to what it remembers.
    pub fn new(game: &'g G, strategies: &'g [&'g G::Strategy], limits: Limits) -> TurnEngine<'g, G> {
        let slow = strategies.iter().map(|_| OnceLock::new()).collect();
        let (tables, slow_games) = (Tables::new(limits), AtomicU64::new(0));
        TurnEngine { game, strategies, tables, width: Width::default(), slow, slow_games }
    }

    /// The engine, playing so many games at once.
    pub fn with_width(self, width: Width) -> TurnEngine<'g, G> {
        TurnEngine { width, ..self }
    }

    /// Takes note that a strategy has a decision with which no kernel can play.
    fn note_slow(&self, strategy: usize, why: Slow) {
        self.slow[strategy].get_or_init(|| why);
    }

    /// The tables that it has made and kept.
    pub fn tables(&self) -> &Tables<G> {
        &self.tables
    }
}

impl<G: DrawnGame> Engine<G> for TurnEngine<'_, G> {
    type Worker = TurnWorker<G>;

    fn worker(&self) -> TurnWorker<G> {
        TurnWorker {
            cache: Cache::new(self.game, self.strategies, self.tables.limits()),
            trace: Trace::default(),
            kernel: G::Kernel::new(self.game, self.strategies.len(), self.width),
            memory: Memory::new(self.game, self.strategies.len(), self.tables.limits()),
        }
    }

    fn begin_block(&self, _: BlockKey, _: &mut TurnWorker<G>) {}

    fn play(
        &self,
        seating: &Seating,
        block: BlockKey,
        worker: &mut TurnWorker<G>,
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault> {
        // Games that the kernel gives up are those of strategies that are hard to remember.
        let memory = (observer.wants_chances() && !G::Kernel::TELLS).then_some(&mut worker.memory);
        let mut turns = DrawnTurns { tables: &self.tables, block, memory };
        let mut scratch = self.game.scratch();
        self.game.begin_block(block, &mut scratch);
        let table = Table { strategies: self.strategies, seating, block };
        self.game.play_turns(table, &scratch, &mut turns, observer)
    }

    /// Blocks are played at once first; games that cannot be are then played in the ordinary way, in their turn among the
    /// others.
    fn play_blocks(
        &self,
        series: Series<'_>,
        blocks: Range<u64>,
        worker: &mut TurnWorker<G>,
        book: &mut impl Book,
    ) -> Result<(), GameFault> {
        let tasks: Vec<BlockTask> =
            blocks.clone().map(|block| (series.key(block), book.wants_counts_of(block))).collect();
        let TurnWorker { cache, trace, kernel, .. } = worker;
        let tells = book.wants_chances();
        kernel.note_rounds(if tells { Noting::Rounds } else { Noting::Nothing });
        let in_lanes = !tells || G::Kernel::TELLS;
        if in_lanes {
            kernel.play(&mut Knows { engine: self, cache, trace }, series.seatings, &tasks);
        }
        for ((at, block), (_, is_counted)) in blocks.enumerate().zip(tasks) {
            book.begin_block(block);
            if !in_lanes {
                (0..series.seatings.games())
                    .try_for_each(|game| self.play_game(series, (block, game), worker, book))?;
                book.end_block();
                continue;
            }
            if is_counted {
                worker.kernel.count(at, series.seatings, book);
            }
            for (game, seating) in series.seatings.iter().enumerate() {
                match worker.kernel.outcome(at, game) {
                    Some(outcome) => {
                        if tells {
                            worker.kernel.tell_rounds(at, game, book);
                        }
                        book.game(seating, outcome);
                    }
                    None => {
                        self.slow_games.fetch_add(1, Ordering::Relaxed);
                        self.play_game(series, (block, game as u64), worker, book)?;
                    }
                }
            }
            book.end_block();
        }
        Ok(())
    }

    fn slowed(&self) -> Slowed {
        let by = self.slow.iter().enumerate().filter_map(|(strategy, why)| Some((strategy, *why.get()?)));
        Slowed { games: self.slow_games.load(Ordering::Relaxed), by: by.collect() }
    }
}

impl<G: DrawnGame> TurnEngine<'_, G> {
    /// How well the decisions of each strategy are remembered in the first blocks of a series.
    fn remembered(&self, series: Series<'_>, blocks: u64) -> Vec<Remembered> {
        let TurnWorker { mut cache, trace, mut kernel, .. } = self.worker();
        let tasks: Vec<BlockTask> = (0..blocks).map(|block| (series.key(block), false)).collect();
        kernel.play(&mut Knows { engine: self, cache: &mut cache, trace: &trace }, series.seatings, &tasks);
        cache.remembered
    }
}

impl<G: DrawnGame> Playable for G {
    type OwnEngine<'g> = TurnEngine<'g, G>;
    type Dice<'g> = RolledEngine<'g, G>;

    const OWN: Option<EngineKind> = Some(EngineKind::Turn);
    const KNOWS_LUCK: bool = <G as DrawnGame>::KNOWS_LUCK;

    fn reply_ignores(strategy: &Self::Strategy) -> &'static str {
        G::reply_ignores_of(strategy)
    }

    fn luck<'g>(
        &'g self,
        strategies: &'g [&'g G::Strategy],
        names: &[String],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Luck + 'g>, String> {
        self.luck_of(strategies, names, seatings, go_on)
    }

    fn exact(
        &self,
        strategies: [&G::Strategy; 2],
        names: [&str; 2],
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<ExactShares, ExactFault> {
        self.exact_of(strategies, names, go_on)
    }

    fn reply(&self, strategy: (&G::Strategy, &str), go_on: &dyn Fn(f64) -> bool) -> Result<BestReply, ExactFault> {
        self.reply_of(strategy, go_on)
    }

    fn own_engine<'g>(&'g self, strategies: &'g [&'g G::Strategy]) -> Option<TurnEngine<'g, G>> {
        Some(TurnEngine::new(self, strategies, G::LIMITS))
    }

    fn dice_engine<'g>(&'g self, strategies: &'g [&'g G::Strategy]) -> RolledEngine<'g, G> {
        RolledEngine::new(self, strategies, G::LIMITS)
    }

    fn remembered(&self, strategies: &[&G::Strategy], series: Series<'_>, blocks: u64) -> Vec<Remembered> {
        TurnEngine::new(self, strategies, G::LIMITS).remembered(series, blocks)
    }

    fn narrate_own(
        &self,
        table: Table<'_, G::Strategy>,
        names: &[String],
        text: &mut String,
    ) -> Result<Outcome, Fault> {
        let mut turns = ShownTurns(table.block);
        narration::narrate(self, table, names, text, |scratch, story| {
            self.play_turns(table, scratch, &mut turns, story)
        })
    }
}

/// Turns drawn from tables, their decisions remembered or asked for.
struct DrawnTurns<'t, G: DrawnGame> {
    tables: &'t Tables<G>,
    block: BlockKey,
    memory: Option<&'t mut Memory<G>>,
}

impl<G: DrawnGame> Turns<G> for DrawnTurns<'_, G> {
    #[inline]
    fn decide(&mut self, player: G::Player<'_>, view: &View<'_, G>) -> Result<(G::Choice, PolicyId), Refused> {
        match &mut self.memory {
            Some(memory) => memory.decide(player, view),
            None => G::ask(player, view),
        }
    }

    fn play(&mut self, turn: &G::Turn<'_>, plan: PolicyId, watch: &mut G::Watch<'_>) -> Result<G::Result, Refused> {
        match self.tables.get(turn, plan)? {
            Some(table) => Ok(table.draw(self.block.draw(G::slot(turn, Purpose::Turn)))),
            None => G::roll(turn, plan, self.block, watch),
        }
    }
}

/// The same results, with rolls to show for them. The rolls have a purpose of their own among the keys, so showing them
/// changes nothing.
#[derive(Clone, Copy, Debug)]
pub struct ShownTurns(pub BlockKey);

impl<G: DrawnGame> Turns<G> for ShownTurns {
    fn play(&mut self, turn: &G::Turn<'_>, plan: PolicyId, watch: &mut G::Watch<'_>) -> Result<G::Result, Refused> {
        if G::table_key(turn).is_none() {
            return G::roll(turn, plan, self.0, watch);
        }
        let (solved, table) = G::solve(turn, plan)?;
        let result = table.draw(self.0.draw(G::slot(turn, Purpose::Turn)));
        let mut words = generator(self.0.draw(G::slot(turn, Purpose::Shown)));
        G::show(turn, &solved, result, &mut || words.next_u64(), watch);
        Ok(result)
    }
}
