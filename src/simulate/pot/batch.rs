//! Blocks of games from what is remembered.
//!
//! Owns what a worker keeps for them, and how decisions are found in them: where nobody looks at anything, where all look
//! at nothing but their purse, and in all other games.

use super::known::{Known, Leaf};
use super::lanes::Lanes;
use super::lean::{Course, Decide, Lean, PLACES, Turn};
use super::ledger::Ledgers;
use super::recall::{Recall, Seated};
use super::steady::{Blind, Purses, Steady};
use super::{Learned, TurnEngine, TurnWorker};
use crate::dice::{BlockKey, RunKey};
use crate::games::{Outcome, Seating};
use crate::simulate::Seatings;
use std::ops::Range;

/// What a worker keeps from block to block.
#[derive(Default)]
pub(super) struct Batch {
    known: Known,
    ledgers: Ledgers,
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
trait Table {
    type Decide<'t>: Decide
    where
        Self: 't;

    /// Those of the game in the seating of this number.
    fn sit(&mut self, game: u64, key: BlockKey) -> Self::Decide<'_>;

    /// Where turns are counted.
    fn ledgers(&self) -> &Ledgers;
}

impl Batch {
    /// Takes over what a worker has learned since.
    pub(super) fn bring_up_to_date(&mut self, worker: &TurnWorker, engine: &TurnEngine<'_>) {
        if self.learned.forgotten != worker.learned.forgotten {
            // What was counted stays.
            *self = Batch { ledgers: std::mem::take(&mut self.ledgers), ..Batch::default() };
        }
        if self.learned == worker.learned && !self.steady.is_empty() {
            return;
        }
        self.learned = worker.learned;
        for solved in &worker.tables[self.leaves.len()..] {
            self.leaves.push(self.known.leaf(solved, engine.course.seats, &mut self.ledgers));
        }
        let leaf = |root| Some(self.leaves[worker.plans.unasked(root)?.solved()?]);
        self.steady.clear();
        self.steady.extend((0..2 * engine.strategies.len()).map(leaf));
    }

    /// Plays blocks and hands each to `done`; says which one got stuck, if one did.
    pub(super) fn play(
        &mut self,
        games: Games<'_>,
        (engine, worker): (&TurnEngine<'_>, &mut TurnWorker),
        blocks: &mut Range<u64>,
        done: &mut impl FnMut(Played<'_>),
    ) -> Option<u64> {
        self.bring_up_to_date(worker, engine);
        let seatings = games.seatings;
        if let Some(turns) = seatings.iter().map(|seating| self.blind(seating)).collect::<Option<Vec<_>>>() {
            return games.play(&engine.course, blocks, &mut Fixed { turns: &turns, ledgers: &self.ledgers }, done);
        }
        let mut roots = seatings.iter().flatten().flat_map(|strategy| [2 * strategy, 2 * strategy + 1]);
        if roots.any(|root| worker.plans.asks(root)) {
            return games.play(&engine.course, blocks, &mut (Recall { engine, worker, batch: self }, seatings), done);
        }
        let turns: Vec<_> = seatings.iter().map(|seating| self.steady(seating)).collect();
        games.play(&engine.course, blocks, &mut Fixed { turns: &turns, ledgers: &self.ledgers }, done)
    }

    /// Where turns are counted.
    pub(super) fn ledgers(&self) -> &Ledgers {
        &self.ledgers
    }

    /// The turn of a seat from the table of this number.
    #[inline(always)]
    pub(super) fn turn(&self, table: usize, seat: usize) -> Turn<'_> {
        self.known.turn(self.leaves[table], seat, &self.ledgers)
    }

    /// The turns of a seating in which nobody looks at anything.
    fn blind(&self, seating: &Seating) -> Option<[Turn<'_>; PLACES]> {
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
    fn steady(&self, seating: &Seating) -> [Steady<'_>; PLACES] {
        std::array::from_fn(|place| {
            let seat = place % seating.len();
            let turn = |root: usize| self.steady[root].map(|leaf| self.leaf(leaf, seat));
            Steady { turns: [turn(2 * seating[seat] + 1), turn(2 * seating[seat])], purse: Lanes::purse(seat) }
        })
    }

    fn leaf(&self, leaf: Leaf, seat: usize) -> Turn<'_> {
        self.known.turn(leaf, seat, &self.ledgers)
    }
}

impl Games<'_> {
    fn play(
        self,
        course: &Course,
        blocks: &mut Range<u64>,
        table: &mut impl Table,
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

/// Decisions that are the same wherever the game is, by seating.
struct Fixed<'k, T> {
    turns: &'k [[T; PLACES]],
    ledgers: &'k Ledgers,
}

impl<'k> Table for Fixed<'k, Turn<'k>> {
    type Decide<'t>
        = Blind<'t, 'k>
    where
        Self: 't;

    fn sit(&mut self, game: u64, _: BlockKey) -> Blind<'_, 'k> {
        Blind(&self.turns[game as usize])
    }

    fn ledgers(&self) -> &Ledgers {
        self.ledgers
    }
}

impl<'k> Table for Fixed<'k, Steady<'k>> {
    type Decide<'t>
        = Purses<'t, 'k>
    where
        Self: 't;

    fn sit(&mut self, game: u64, _: BlockKey) -> Purses<'_, 'k> {
        Purses(&self.turns[game as usize])
    }

    fn ledgers(&self) -> &Ledgers {
        self.ledgers
    }
}

impl<'k> Table for (Recall<'k>, &Seatings) {
    type Decide<'t>
        = Seated<'t, 'k>
    where
        Self: 't;

    fn sit(&mut self, game: u64, key: BlockKey) -> Seated<'_, 'k> {
        Seated { recall: &mut self.0, seating: self.1.get(game), key }
    }

    fn ledgers(&self) -> &Ledgers {
        self.0.batch.ledgers()
    }
}
