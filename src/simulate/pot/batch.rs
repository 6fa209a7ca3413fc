//! Blocks of games from what is remembered.
//!
//! Owns what a worker keeps for them, and how decisions are found in them: where nobody looks at anything, where all look
//! at nothing but their purse, and in all other games.

use super::known::{Known, Leaf};
use super::lanes::{Lanes, Word};
use super::lean::{Course, Decide, Lean, PLACES, Turn};
use super::ledger::Ledgers;
use super::opening::Openings;
use super::recall::{Recall, Seated};
use super::steady::{Blind, Purses, Steady};
use super::{Learned, Memory, TurnEngine};
use crate::dice::{BlockKey, RunKey};
use crate::games::pot::Pot;
use crate::games::{Outcome, Seating};
use crate::simulate::Seatings;
use crate::simulate::flat::{Flat, Key};
use std::ops::Range;

/// What a worker keeps from block to block, for games of few coins or of many.
pub(super) enum Batches {
    Few(Batch<u64>),
    Many(Batch<u128>),
}

impl Batches {
    /// Nothing yet.
    pub(super) fn new(game: &Pot) -> Batches {
        if game.rules().coins <= Lanes::<u64>::MOST {
            Batches::Few(Batch::new(game))
        } else {
            Batches::Many(Batch::new(game))
        }
    }

    /// Plays blocks and hands each to `done`; says which one got stuck, if one did.
    pub(super) fn play(
        &mut self,
        games: Games<'_>,
        knows: (&TurnEngine<'_>, &mut Memory),
        blocks: &mut Range<u64>,
        done: &mut impl FnMut(Played<'_>),
    ) -> Option<u64> {
        match self {
            Batches::Few(batch) => batch.play(games, knows, blocks, done),
            Batches::Many(batch) => batch.play(games, knows, blocks, done),
        }
    }
}

/// What a worker keeps for games whose coins fit in the lanes of `W`.
pub(super) struct Batch<W> {
    pub(super) course: Course<W>,
    known: Known<W>,
    ledgers: Ledgers,
    /// Numbers of leaves by what their decisions depend on. What was found at a key before other questions were asked
    /// holds on: whoever has that key now has the same answers to all questions of before.
    flat: Flat<u32>,
    /// How much had been learned when this was last brought up to date.
    learned: Learned,
    /// By number of a worker's table.
    leaves: Vec<Leaf>,
    /// By root the decision that is made without a question.
    steady: Vec<Option<Leaf>>,
}

/// The games of some blocks.
#[derive(Clone, Copy)]
pub(super) struct Games<'g> {
    pub(super) seatings: &'g Seatings,
    pub(super) run: RunKey,
}

/// A block that was played.
pub(super) struct Played<'p> {
    pub(super) block: u64,
    /// By game.
    pub(super) outcomes: &'p [Outcome],
    /// The turns of all its games, and of those before it that were not handed on.
    pub(super) ledgers: &'p Ledgers,
}

/// Who knows the decisions of all games of a block.
trait Table<W: Word> {
    type Decide<'t>: Decide<W>
    where
        Self: 't;

    /// Those of the game in the seating of this number.
    fn sit(&mut self, game: u64, key: BlockKey) -> Self::Decide<'_>;

    /// Where turns are counted.
    fn ledgers(&self) -> &Ledgers;
}

impl<W: Word> Batch<W> {
    fn new(game: &Pot) -> Batch<W> {
        Batch {
            course: Course::new(game),
            known: Known::default(),
            ledgers: Ledgers::default(),
            flat: Flat::new(),
            learned: Learned::default(),
            leaves: Vec::new(),
            steady: Vec::new(),
        }
    }

    /// Takes over what a worker has learned since.
    pub(super) fn bring_up_to_date(&mut self, memory: &Memory, engine: &TurnEngine<'_>) {
        if self.learned.forgotten != memory.learned.forgotten {
            // What was counted stays.
            *self = Batch { ledgers: std::mem::take(&mut self.ledgers), ..Batch::new(engine.game) };
        }
        if self.learned == memory.learned && !self.steady.is_empty() {
            return;
        }
        self.learned = memory.learned;
        for solved in &memory.tables[self.leaves.len()..] {
            self.leaves.push(self.known.leaf(solved, self.course.seats, &mut self.ledgers));
        }
        let leaf = |root| Some(self.leaves[memory.plans.unasked(root)?.solved()?]);
        self.steady.clear();
        self.steady.extend((0..2 * engine.strategies.len()).map(leaf));
    }

    fn play(
        &mut self,
        games: Games<'_>,
        (engine, memory): (&TurnEngine<'_>, &mut Memory),
        blocks: &mut Range<u64>,
        done: &mut impl FnMut(Played<'_>),
    ) -> Option<u64> {
        self.bring_up_to_date(memory, engine);
        let (seatings, course) = (games.seatings, self.course);
        if let Some(turns) = seatings.iter().map(|seating| self.blind(seating)).collect::<Option<Vec<_>>>() {
            let openings = Openings::new(games.run.block(blocks.start), &course);
            return games.play(
                &course,
                blocks,
                &mut Unseeing { turns: &turns, ledgers: &self.ledgers, openings, course: &course },
                done,
            );
        }
        let mut roots = seatings.iter().flatten().flat_map(|strategy| [2 * strategy, 2 * strategy + 1]);
        if roots.any(|root| memory.plans.asks(root)) {
            return games.play(&course, blocks, &mut (Recall { engine, memory, batch: self }, seatings), done);
        }
        let turns: Vec<_> = seatings.iter().map(|seating| self.steady(seating)).collect();
        games.play(&course, blocks, &mut Fixed { turns: &turns, ledgers: &self.ledgers }, done)
    }

    /// Where turns are counted.
    pub(super) fn ledgers(&self) -> &Ledgers {
        &self.ledgers
    }

    /// The number of the table at a key.
    #[inline(always)]
    pub(super) fn table_at(&self, key: Key) -> Option<usize> {
        Some(self.flat.find(key)? as usize)
    }

    /// Has the table of this number found at a key.
    pub(super) fn keep(&mut self, key: Key, table: usize) {
        self.flat.insert(key, table as u32);
    }

    /// The turn of a seat from the table of this number.
    #[inline(always)]
    pub(super) fn turn(&self, table: usize, seat: usize) -> Turn<'_, W> {
        self.known.turn(self.leaves[table], seat, &self.ledgers)
    }

    /// The turns of a seating in which nobody looks at anything.
    fn blind(&self, seating: &Seating) -> Option<[Turn<'_, W>; PLACES]> {
        let same = |&strategy: &usize| {
            self.steady[2 * strategy].is_some_and(|leaf| self.steady[2 * strategy + 1] == Some(leaf))
        };
        if !seating.iter().all(same) {
            return None;
        }
        let first = self.leaf(self.steady[2 * seating[0]]?, 0);
        let mut turns = [first; PLACES];
        for (place, turn) in turns.iter_mut().enumerate() {
            let seat = place % seating.len();
            *turn = self.leaf(self.steady[2 * seating[seat]]?, seat);
        }
        Some(turns)
    }

    /// The turns of a seating in which nobody looks at anything but the purse; of others there is none.
    fn steady(&self, seating: &Seating) -> [Steady<'_, W>; PLACES] {
        std::array::from_fn(|place| {
            let seat = place % seating.len();
            let turn = |root: usize| self.steady[root].map(|leaf| self.leaf(leaf, seat));
            Steady { turns: [turn(2 * seating[seat] + 1), turn(2 * seating[seat])], purse: Lanes::purse(seat) }
        })
    }

    fn leaf(&self, leaf: Leaf, seat: usize) -> Turn<'_, W> {
        self.known.turn(leaf, seat, &self.ledgers)
    }
}

impl Games<'_> {
    fn play<W: Word>(
        self,
        course: &Course<W>,
        blocks: &mut Range<u64>,
        table: &mut impl Table<W>,
        done: &mut impl FnMut(Played<'_>),
    ) -> Option<u64> {
        let mut outcomes = Vec::new();
        for block in blocks {
            let key = self.run.block(block);
            outcomes.clear();
            for game in 0..self.seatings.games() {
                match (Lean { course, key, decide: table.sit(game, key) }).play() {
                    Some(outcome) => outcomes.push(outcome),
                    None => {
                        table.ledgers().clear();
                        return Some(block);
                    }
                }
            }
            done(Played { block, outcomes: &outcomes, ledgers: table.ledgers() });
        }
        None
    }
}

/// Turns of those who look at nothing, by seating.
struct Unseeing<'k, W> {
    turns: &'k [[Turn<'k, W>; PLACES]],
    ledgers: &'k Ledgers,
    openings: Openings,
    course: &'k Course<W>,
}

/// Turns of those who look at nothing but their purse, by seating.
struct Fixed<'k, W> {
    turns: &'k [[Steady<'k, W>; PLACES]],
    ledgers: &'k Ledgers,
}

impl<'k, W: Word> Table<W> for Unseeing<'k, W> {
    type Decide<'t>
        = Blind<'t, 'k, W>
    where
        Self: 't;

    fn sit(&mut self, game: u64, key: BlockKey) -> Blind<'_, 'k, W> {
        self.openings.begin(key, self.course);
        Blind { turns: &self.turns[game as usize], openings: &mut self.openings }
    }

    fn ledgers(&self) -> &Ledgers {
        self.ledgers
    }
}

impl<'k, W: Word> Table<W> for Fixed<'k, W> {
    type Decide<'t>
        = Purses<'t, 'k, W>
    where
        Self: 't;

    fn sit(&mut self, game: u64, _: BlockKey) -> Purses<'_, 'k, W> {
        Purses(&self.turns[game as usize])
    }

    fn ledgers(&self) -> &Ledgers {
        self.ledgers
    }
}

impl<'k, W: Word> Table<W> for (Recall<'k, W>, &Seatings) {
    type Decide<'t>
        = Seated<'t, 'k, W>
    where
        Self: 't;

    fn sit(&mut self, game: u64, key: BlockKey) -> Seated<'_, 'k, W> {
        Seated { recall: &mut self.0, seating: self.1.get(game), key }
    }

    fn ledgers(&self) -> &Ledgers {
        self.0.batch.ledgers()
    }
}
