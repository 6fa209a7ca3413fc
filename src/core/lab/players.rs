//! Strategies that play a game together.
//!
//! Owns the choice of the engine and of cancelling luck: whatever plays games, plays them here. The games and their order are
//! those of [`crate::simulate`].

use super::prepared::Chosen;
use crate::engines::drawn::Remembered;
use crate::engines::{Engine, EngineKind, GameFault, Luck, Playable, Seatings, Series, Slowed, WithoutLuck};
use crate::exact::versus::{BestReply, ExactFault, ExactShares};
use crate::games::{Fault, Outcome, StatisticsTable, Table};
use crate::record::{DuelSums, FeelSums, FocalSums, PairedSums};
use crate::simulate::{
    self, Beside, BesidePairs, Combined, ComparedBeside, Control, FeelJob, Finished, Job, Next, PairedJob, SidesJob,
    StatisticsBlocks, TableBlocks, TableFault, TableSeats, Tally,
};
use std::ops::Range;

/// How games are played.
#[derive(Clone, Copy)]
pub struct How<'h> {
    /// By which engine: [`EngineKind::Dice`], or the game's own if it has one.
    pub engine: EngineKind,
    /// What luck is, if it is cancelled.
    pub luck: Option<&'h dyn Luck>,
    /// On how many threads; 0: as many as there are cores.
    pub threads: usize,
    /// What stops them.
    pub control: &'h Control,
}

/// Games of a line-up.
#[derive(Clone, Debug)]
pub struct TableRun<'t> {
    /// The names of the strategies in the tables.
    pub names: &'t [String],
    /// Who sits where in the games of a block.
    pub seatings: &'t Seatings,
    /// The seed: any number.
    pub seed: u64,
    /// Which blocks to play.
    pub blocks: Range<u64>,
    /// Which blocks the statistics count.
    pub statistics: StatisticsBlocks,
}

/// What came of games, and which of them were slow.
pub type Played<T, F = GameFault> = Result<(T, Slowed), F>;

/// Given what the last pass came to, by table and focal strategy, the blocks of the next one.
pub type NextPass<'n> = dyn FnMut(&[(usize, Vec<FocalSums>)]) -> Option<Vec<TableBlocks>> + 'n;

/// Strategies that play a game together. The numbers of strategies in seatings are their positions among these.
pub trait Players {
    /// What luck is in the game for these strategies in these seatings; `go_on` is asked as the work goes on.
    ///
    /// # Errors
    /// Why it cannot be cancelled.
    fn luck<'l>(
        &'l self,
        names: &[String],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Luck + 'l>, String>;

    /// What positions are worth, where that is known, even if luck cannot be cancelled.
    ///
    /// # Errors
    /// Why it is not known.
    fn values<'l>(
        &'l self,
        names: &[String],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Luck + 'l>, String>;

    /// Plays a run as [`simulate::run_until`] does.
    ///
    /// # Errors
    /// The fault with the lowest game index, at any number of threads.
    fn run(
        &self,
        run: TableRun<'_>,
        how: How<'_>,
        looks: &mut dyn Iterator<Item = u64>,
        look: &mut dyn FnMut(&Tally) -> Next,
        save: &mut dyn FnMut(&Tally),
    ) -> Played<Finished>;

    /// Plays a combination of a sweep as [`simulate::run_combination`] does.
    ///
    /// # Errors
    /// As for [`Players::run`].
    fn combination(
        &self,
        run: TableRun<'_>,
        how: How<'_>,
        counted: &[StatisticsTable],
        beside: Beside<'_>,
        save: &mut dyn FnMut(&dyn Fn() -> Combined),
    ) -> Played<Finished<Combined>>;

    /// Plays a comparison as [`simulate::compare()`] does.
    ///
    /// # Errors
    /// As for [`Players::run`].
    fn compare(
        &self,
        job: PairedJob<'_>,
        how: How<'_>,
        looks: &mut dyn Iterator<Item = u64>,
        look: &mut dyn FnMut(&PairedSums) -> Next,
        save: &mut dyn FnMut(&PairedSums),
    ) -> Played<Finished<PairedSums>>;

    /// Plays a comparison of a sweep as [`simulate::compare_beside`] does.
    ///
    /// # Errors
    /// As for [`Players::run`].
    fn compare_beside(
        &self,
        job: &PairedJob<'_>,
        how: How<'_>,
        look: &mut dyn FnMut(&PairedSums) -> Next,
        beside: BesidePairs<'_>,
        save: &mut dyn FnMut(&dyn Fn() -> ComparedBeside),
    ) -> Played<Finished<ComparedBeside>>;

    /// Plays passes of a tournament as [`simulate::play_passes`] does.
    ///
    /// # Errors
    /// The fault of the first table in a pass, at any number of threads.
    fn passes(&self, tables: (&[TableSeats], u64), how: How<'_>, next: &mut NextPass<'_>) -> Played<Next, TableFault>;

    /// Plays games die by die and follows how they go, as [`simulate::follow_games`] does.
    ///
    /// # Errors
    /// As for [`Players::run`].
    fn follow(
        &self,
        job: &FeelJob<'_>,
        how: How<'_>,
        save: &mut dyn FnMut(&FeelSums),
    ) -> Result<Finished<FeelSums>, GameFault>;

    /// Plays games between the first two strategies as [`simulate::play_sides`] does.
    ///
    /// # Errors
    /// As for [`Players::run`].
    fn sides(&self, job: &SidesJob<'_>, how: How<'_>) -> Played<Finished<DuelSums>>;

    /// What two strategies win against each other, without playing a game; `names` are as faults call them.
    ///
    /// # Errors
    /// Why that is not known, or `go_on` said no.
    fn exact(&self, names: [&str; 2], go_on: &dyn Fn(f64) -> bool) -> Result<ExactShares, ExactFault>;

    /// What the best response to the first strategy leaves out, as users are told; nothing if there is no strategy.
    fn reply_ignores(&self) -> &'static str;

    /// What the best response to the first strategy wins where it has all other seats; `go_on` is told which part of the
    /// work is done, 0 to 1, and says whether it goes on.
    ///
    /// # Errors
    /// Why that is not known, or `go_on` said no.
    fn reply(&self, name: &str, go_on: &dyn Fn(f64) -> bool) -> Result<BestReply, ExactFault>;

    /// Narrates a game as an engine plays it, at the end of `story`.
    ///
    /// # Errors
    /// The fault of a strategy, after the story up to it has been written.
    fn narrate(
        &self,
        engine: EngineKind,
        seating: (&[usize], crate::dice::BlockKey),
        names: &[String],
        story: &mut String,
    ) -> Result<Outcome, Fault>;

    /// How well the decisions of each strategy are remembered in the first blocks of a series; nothing in a game that remembers
    /// none.
    fn remembered(&self, series: Series<'_>, blocks: u64) -> Vec<Remembered>;
}

/// The strategies of a game with their types.
struct Together<'p, G: Playable> {
    game: &'p G,
    strategies: Vec<&'p G::Strategy>,
}

/// Strategies that were chosen for a game, to play together.
///
/// # Panics
/// If one of them was chosen for another game.
#[expect(clippy::expect_used, reason = "the only strategies that a game is given are those that were found for it")]
pub fn together<'p, G: Playable>(game: &'p G, chosen: &[&'p Chosen]) -> Box<dyn Players + 'p> {
    let strategies = chosen.iter().map(|chosen| chosen.strategy::<G>().expect("a strategy of this game"));
    Box::new(Together { game, strategies: strategies.collect() })
}

/// What comes of `$work` with the engine `$engine` that is asked for, which cancels luck if that is asked for, and which games
/// were slow. A macro, because the four engines are of four types.
macro_rules! with_engine {
    ($players:expr, $how:expr, |$engine:ident| $work:expr) => {{
        let (players, how): (&Together<'_, G>, How<'_>) = ($players, $how);
        // An engine of its own can take time to make.
        let own = (how.engine != EngineKind::Dice).then(|| players.game.own_engine(&players.strategies));
        match own.flatten() {
            Some(own) => with_luck!(how, own, |$engine| $work).map(|done| (done, own.slowed())),
            None => {
                let dice = players.game.dice_engine(&players.strategies);
                with_luck!(how, dice, |$engine| $work).map(|done| (done, Slowed::default()))
            }
        }
    }};
}

macro_rules! with_luck {
    ($how:expr, $plain:expr, |$engine:ident| $work:expr) => {
        match $how.luck {
            None => {
                let $engine = &$plain;
                $work
            }
            Some(luck) => {
                let $engine = &WithoutLuck { engine: &$plain, luck };
                $work
            }
        }
    };
}

impl<G: Playable> Together<'_, G> {
    fn job<'j>(&'j self, run: TableRun<'j>) -> Job<'j, G> {
        let TableRun { names, seatings, seed, blocks, statistics } = run;
        Job { game: self.game, strategies: &self.strategies, names, seatings, seed, blocks, statistics }
    }
}

impl<G: Playable> Players for Together<'_, G> {
    fn luck<'l>(
        &'l self,
        names: &[String],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Luck + 'l>, String> {
        self.game.luck(&self.strategies, names, seatings, go_on)
    }

    fn values<'l>(
        &'l self,
        names: &[String],
        seatings: &Seatings,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Luck + 'l>, String> {
        self.game.values(&self.strategies, names, seatings, go_on)
    }

    fn run(
        &self,
        run: TableRun<'_>,
        how: How<'_>,
        looks: &mut dyn Iterator<Item = u64>,
        look: &mut dyn FnMut(&Tally) -> Next,
        save: &mut dyn FnMut(&Tally),
    ) -> Played<Finished> {
        let (job, How { threads, control, .. }) = (self.job(run), how);
        with_engine!(self, how, |engine| simulate::run_until(&job, engine, threads, control, looks, look, save))
    }

    fn combination(
        &self,
        run: TableRun<'_>,
        how: How<'_>,
        counted: &[StatisticsTable],
        beside: Beside<'_>,
        save: &mut dyn FnMut(&dyn Fn() -> Combined),
    ) -> Played<Finished<Combined>> {
        let (job, How { threads, control, .. }) = (self.job(run), how);
        with_engine!(self, how, |engine| {
            simulate::run_combination(&job, engine, threads, control, counted, beside, save)
        })
    }

    fn compare(
        &self,
        job: PairedJob<'_>,
        how: How<'_>,
        looks: &mut dyn Iterator<Item = u64>,
        look: &mut dyn FnMut(&PairedSums) -> Next,
        save: &mut dyn FnMut(&PairedSums),
    ) -> Played<Finished<PairedSums>> {
        let How { threads, control, .. } = how;
        with_engine!(self, how, |engine| simulate::compare(job, engine, threads, control, looks, look, save))
    }

    fn compare_beside(
        &self,
        job: &PairedJob<'_>,
        how: How<'_>,
        look: &mut dyn FnMut(&PairedSums) -> Next,
        beside: BesidePairs<'_>,
        save: &mut dyn FnMut(&dyn Fn() -> ComparedBeside),
    ) -> Played<Finished<ComparedBeside>> {
        let How { threads, control, .. } = how;
        with_engine!(self, how, |engine| simulate::compare_beside(job, engine, threads, control, look, beside, save))
    }

    fn passes(&self, tables: (&[TableSeats], u64), how: How<'_>, next: &mut NextPass<'_>) -> Played<Next, TableFault> {
        let How { threads, control, .. } = how;
        with_engine!(self, how, |engine| simulate::play_passes(tables, engine, threads, control, next))
    }

    fn follow(
        &self,
        job: &FeelJob<'_>,
        How { luck, threads, control, .. }: How<'_>,
        save: &mut dyn FnMut(&FeelSums),
    ) -> Result<Finished<FeelSums>, GameFault> {
        let dice = self.game.dice_engine(&self.strategies);
        simulate::follow_games(job, (&dice, luck), threads, control, save)
    }

    fn sides(&self, job: &SidesJob<'_>, how: How<'_>) -> Played<Finished<DuelSums>> {
        let How { threads, control, .. } = how;
        with_engine!(self, how, |engine| simulate::play_sides(job, engine, threads, control))
    }

    fn exact(&self, names: [&str; 2], go_on: &dyn Fn(f64) -> bool) -> Result<ExactShares, ExactFault> {
        match self.strategies[..] {
            [first, second] => self.game.exact([first, second], names, go_on),
            _ => Err(ExactFault::Players(self.strategies.len())),
        }
    }

    fn reply_ignores(&self) -> &'static str {
        self.strategies.first().map_or("", |strategy| G::reply_ignores(strategy))
    }

    fn reply(&self, name: &str, go_on: &dyn Fn(f64) -> bool) -> Result<BestReply, ExactFault> {
        match self.strategies.first() {
            Some(strategy) => self.game.reply((strategy, name), go_on),
            None => Err(ExactFault::Players(0)),
        }
    }

    fn narrate(
        &self,
        engine: EngineKind,
        (seating, block): (&[usize], crate::dice::BlockKey),
        names: &[String],
        story: &mut String,
    ) -> Result<Outcome, Fault> {
        let table = Table { strategies: &self.strategies, seating, block };
        match engine {
            EngineKind::Turn => self.game.narrate_own(table, names, story),
            EngineKind::Dice => self.game.narrate(table, names, story),
        }
    }

    fn remembered(&self, series: Series<'_>, blocks: u64) -> Vec<Remembered> {
        self.game.remembered(&self.strategies, series, blocks)
    }
}
