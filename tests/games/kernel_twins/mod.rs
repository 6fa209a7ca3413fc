//! Games of the kernels, which play many at once from what is remembered, against the same games turn by turn.
//!
//! The kernels write the rules of Gang of Dice and POT a second time. Here every block that they play is played twice
//! more: by the game's own rules with drawn turns, one game after the other (`Engine::play_block`); and by the game's own
//! rules with every turn solved anew and shown die by die (`ShownTurns`), where nothing is remembered at all. Outcomes and
//! counts must be the same, game by game. So must those of the engine `dice` that remembers decisions and of the one that
//! does not. `gang` and `pot` have the line-ups, rules and limits.

mod gang;
mod pot;

use analyze::dice::RunKey;
use analyze::engines::drawn::{DrawnGame, Limits, RolledEngine, ShownTurns, TurnEngine, Width};
use analyze::engines::{Book, DiceEngine, Engine, GameFault, SeatingRule, Seatings, Series};
use analyze::games::{Observer, Outcome, ROW_COUNTS, RowCounts, Seating, StrategyIndex, Table};
use std::collections::BTreeMap;

const SEED: u64 = 5;
/// Blocks of a run, and how many of them a worker is given at a time.
const BLOCKS: u64 = 48;
const TOGETHER: u64 = 24;
/// How many of them are played die by die too.
const ROLLED: u64 = 10;
/// How many of them are played with every turn solved anew too, which takes long.
const SHOWN: usize = 1;

/// A block: its games in order, and the sums of its counts by statistics table and row.
#[derive(Clone, Debug, Default, PartialEq)]
struct Page {
    games: Vec<(Vec<StrategyIndex>, Outcome)>,
    counts: BTreeMap<(usize, usize), RowCounts>,
}

/// Keeps everything of the blocks that are played, and counts of two in three of them.
#[derive(Default)]
struct Pages {
    pages: Vec<Page>,
    wants: bool,
    /// Whether something was counted after a game of the block under way had ended: only a block that is played game by
    /// game does that.
    by_game: bool,
    /// Blocks that were counted, and of these those that were not played game by game.
    counted: usize,
    at_once: usize,
}

impl Observer for Pages {
    fn wants(&self) -> bool {
        self.wants
    }

    fn count(&mut self, statistics: usize, row: usize, counts: &RowCounts) {
        assert!(self.wants, "counted unasked");
        let page = self.pages.last_mut().unwrap();
        self.by_game |= !page.games.is_empty();
        // Of strategies that are not at the table a kernel may count nothing, or say nothing.
        if counts.iter().all(|&count| count == 0) {
            return;
        }
        let sums = page.counts.entry((statistics, row)).or_insert([0; ROW_COUNTS]);
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
}

impl Book for Pages {
    fn wants_counts_of(&self, block: u64) -> bool {
        block % 3 != 1
    }

    fn begin_block(&mut self, block: u64) {
        (self.wants, self.by_game) = (self.wants_counts_of(block), false);
        self.pages.push(Page::default());
    }

    fn game(&mut self, seating: &Seating, outcome: &Outcome) {
        self.pages.last_mut().unwrap().games.push((seating.to_vec(), *outcome));
    }

    fn end_block(&mut self) {
        self.counted += usize::from(self.wants);
        self.at_once += usize::from(self.wants && !self.by_game);
    }
}

/// A line-up and its game, and how much may be remembered.
struct Twins<'g, G: DrawnGame> {
    game: &'g G,
    strategies: Vec<&'g G::Strategy>,
    seatings: Seatings,
    limits: Limits,
    /// In which widths the kernel plays, beside the one that it chooses.
    widths: Vec<Width>,
}

impl<G: DrawnGame> Twins<'_, G> {
    /// By the kernel.
    fn at_once(&self, width: Width) -> (Pages, Result<(), GameFault>) {
        let engine = TurnEngine::new(self.game, &self.strategies, self.limits).with_width(width);
        let (mut worker, mut pages) = (engine.worker(), Pages::default());
        let series = Series { seatings: &self.seatings, seed: SEED };
        let mut starts = (0..BLOCKS).step_by(TOGETHER as usize);
        let played =
            starts.try_for_each(|start| engine.play_blocks(series, start..start + TOGETHER, &mut worker, &mut pages));
        (pages, played)
    }

    /// By the rules of the game, with drawn turns.
    fn one_by_one(&self) -> (Pages, Result<(), GameFault>) {
        let engine = TurnEngine::new(self.game, &self.strategies, self.limits);
        let (mut worker, mut pages) = (engine.worker(), Pages::default());
        let series = Series { seatings: &self.seatings, seed: SEED };
        let played = (0..BLOCKS).try_for_each(|block| engine.play_block(series, block, &mut worker, &mut pages));
        (pages, played)
    }

    /// Die by die, with decisions that are remembered or asked for each time.
    fn die_by_die(&self, engine: &impl Engine<G>) -> (Pages, Result<(), GameFault>) {
        let (mut worker, mut pages) = (engine.worker(), Pages::default());
        let series = Series { seatings: &self.seatings, seed: SEED };
        let played = (0..ROLLED).try_for_each(|block| engine.play_block(series, block, &mut worker, &mut pages));
        (pages, played)
    }

    /// One block by the rules of the game, with every turn solved anew; `None` if somebody is at fault.
    fn shown(&self, block: u64) -> Option<Page> {
        let (mut pages, key) = (Pages::default(), RunKey::new(SEED).block(block));
        let mut scratch = self.game.scratch();
        self.game.begin_block(key, &mut scratch);
        pages.begin_block(block);
        for seating in self.seatings.iter() {
            let players = Table { strategies: &self.strategies, seating, block: key };
            let outcome = self.game.play_turns(players, &scratch, &mut ShownTurns(key), &mut pages).ok()?;
            pages.game(seating, &outcome);
        }
        pages.pages.pop()
    }

    /// Plays all three ways, by the kernel in all its widths, and compares. Answers with how many counted blocks the
    /// kernel played at once, and how many there were; at a table where blocks have one game these cannot be told, and the
    /// kernel is given them all.
    fn compare(&self, what: &str) -> (usize, usize) {
        let (quick, played) = self.at_once(Width::default());
        for &width in &self.widths {
            let (same, ended) = self.at_once(width);
            assert!(same.pages == quick.pages && ended == played, "{width:?} of {what}");
            // Where much is forgotten, more games are stuck the more are played together.
            assert!(self.limits != G::LIMITS || same.at_once == quick.at_once, "{width:?} of {what}");
        }
        let (remembered, played_so) = self.die_by_die(&RolledEngine::new(self.game, &self.strategies, self.limits));
        let (asked, expected) = self.die_by_die(&DiceEngine { game: self.game, strategies: &self.strategies });
        assert!(remembered.pages == asked.pages && played_so == expected, "die by die, {what}");
        let (ordinary, expected) = self.one_by_one();
        assert_eq!(played, expected, "{what}");
        assert_eq!(quick.pages.len(), ordinary.pages.len(), "{what}");
        for (block, (quick, ordinary)) in quick.pages.iter().zip(&ordinary.pages).enumerate() {
            assert_eq!(quick, ordinary, "block {block} of {what}");
        }
        for (block, page) in quick.pages.iter().enumerate().take(SHOWN) {
            if let Some(shown) = self.shown(block as u64) {
                assert_eq!(*page, shown, "block {block} of {what}, every turn solved anew");
            }
        }
        (quick.at_once, quick.counted)
    }
}

/// One worker goes from table to table of two of these strategies, as in a tournament; another one plays game by game.
fn tour<G: DrawnGame>(game: &G, strategies: &[&G::Strategy]) {
    let engine = TurnEngine::new(game, strategies, G::LIMITS);
    let (mut tours, mut turns) = (engine.worker(), engine.worker());
    for at in 0..2 * strategies.len() {
        let pair = [at % strategies.len(), (at * 31 + 1) % strategies.len()];
        let seatings = Seatings::new(SeatingRule::Rotate, &pair);
        let series = Series { seatings: &seatings, seed: at as u64 };
        let (mut at_once, mut one_by_one) = (Pages::default(), Pages::default());
        engine.play_blocks(series, 0..40, &mut tours, &mut at_once).unwrap();
        (0..40).for_each(|block| engine.play_block(series, block, &mut turns, &mut one_by_one).unwrap());
        assert_eq!(at_once.pages.len(), one_by_one.pages.len(), "{pair:?}");
        for (block, (page, same)) in at_once.pages.iter().zip(&one_by_one.pages).enumerate() {
            assert_eq!(page, same, "block {block} of {pair:?}");
        }
        assert_eq!(at_once.at_once, at_once.counted, "{pair:?}");
    }
}

/// The different ones of these names, and for each name its position among them.
fn different<'n>(names: &[&'n str]) -> (Vec<&'n str>, Vec<StrategyIndex>) {
    let mut different: Vec<&str> = Vec::new();
    for name in names {
        if !different.contains(name) {
            different.push(name);
        }
    }
    let positions = names.iter().map(|name| different.iter().position(|other| other == name).unwrap_or(0)).collect();
    (different, positions)
}
