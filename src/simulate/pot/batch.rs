//! Blocks of games from what is remembered.
//!
//! Owns what a worker keeps for them, and in which way a game can be played lean.

use super::known::{Known, Leaf};
use super::lanes::Lanes;
use super::lean::{Course, Decide, Lean, PLACES, Turn};
use super::ledger::Ledgers;
use super::steady::{Blind, Purses, Steady};
use super::{Learned, TurnWorker};
use crate::dice::RunKey;
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
    /// By root the decision that is made without a question.
    leaves: Vec<Option<Leaf>>,
}

/// The games of some blocks.
#[derive(Clone, Copy)]
pub(super) struct Games<'g> {
    pub(super) course: &'g Course,
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
    fn sit(&mut self, game: usize) -> Self::Decide<'_>;
}

impl Batch {
    /// Takes over what a worker has learned since.
    pub(super) fn bring_up_to_date(&mut self, worker: &TurnWorker, strategies: usize, seats: usize) {
        if self.learned.forgotten != worker.learned.forgotten {
            (self.known, self.ledgers) = (Known::default(), Ledgers::default());
        }
        if self.learned == worker.learned && !self.leaves.is_empty() {
            return;
        }
        self.learned = worker.learned;
        self.leaves.clear();
        for root in 0..2 * strategies {
            let decision = worker.plans.unasked(root).and_then(|decision| worker.table(decision).zip(Some(decision)));
            self.leaves.push(decision.map(|(table, decision)| {
                self.known.leaf((root / 2, seats), decision.choices, table, &mut self.ledgers)
            }));
        }
    }

    /// Plays blocks and hands each to `done`; says which one got stuck, if one did.
    pub(super) fn play(
        &mut self,
        games: Games<'_>,
        blocks: &mut Range<u64>,
        done: &mut impl FnMut(Played<'_>),
    ) -> Option<u64> {
        let seatings = games.seatings;
        let blind: Option<Vec<_>> = seatings.iter().map(|seating| self.blind(seating)).collect();
        match blind {
            Some(turns) => play(games, blocks, &mut &turns[..], &self.ledgers, done),
            None => {
                let turns: Vec<_> = seatings.iter().map(|seating| self.steady(seating)).collect();
                play(games, blocks, &mut &turns[..], &self.ledgers, done)
            }
        }
    }

    /// The turns of a seating in which nobody looks at anything.
    fn blind(&self, seating: &Seating) -> Option<[Turn<'_>; PLACES]> {
        let same = |&strategy: &usize| {
            self.leaves[2 * strategy].is_some_and(|leaf| self.leaves[2 * strategy + 1] == Some(leaf))
        };
        if !seating.iter().all(same) {
            return None;
        }
        let first = self.turn(self.leaves[2 * seating[0]]?, 0);
        let mut turns = [first; PLACES];
        for (place, turn) in turns.iter_mut().enumerate() {
            let seat = place % seating.len();
            *turn = self.turn(self.leaves[2 * seating[seat]]?, seat);
        }
        Some(turns)
    }

    /// The turns of a seating in which nobody looks at anything but the purse; of others there is none.
    fn steady(&self, seating: &Seating) -> [Steady<'_>; PLACES] {
        std::array::from_fn(|place| {
            let seat = place % seating.len();
            let turn = |root: usize| self.leaves[root].map(|leaf| self.turn(leaf, seat));
            Steady { turns: [turn(2 * seating[seat] + 1), turn(2 * seating[seat])], purse: Lanes::purse(seat) }
        })
    }

    fn turn(&self, leaf: Leaf, seat: usize) -> Turn<'_> {
        self.known.turn(leaf, seat, &self.ledgers)
    }
}

impl<'k> Table for &[[Turn<'k>; PLACES]] {
    type Decide<'t>
        = Blind<'t, 'k>
    where
        Self: 't;

    fn sit(&mut self, game: usize) -> Blind<'_, 'k> {
        Blind(&self[game])
    }
}

impl<'k> Table for &[[Steady<'k>; PLACES]] {
    type Decide<'t>
        = Purses<'t, 'k>
    where
        Self: 't;

    fn sit(&mut self, game: usize) -> Purses<'_, 'k> {
        Purses(&self[game])
    }
}

fn play(
    games: Games<'_>,
    blocks: &mut Range<u64>,
    table: &mut impl Table,
    ledgers: &Ledgers,
    done: &mut impl FnMut(Played<'_>),
) -> Option<u64> {
    let mut outcomes = Vec::new();
    for block in blocks {
        let key = games.run.block(block);
        outcomes.clear();
        for game in 0..games.seatings.games() as usize {
            let lean = Lean { course: games.course, key, decide: table.sit(game) };
            match lean.play() {
                Some(outcome) => outcomes.push(outcome),
                None => {
                    ledgers.clear();
                    return Some(block);
                }
            }
        }
        done(Played { block, outcomes: &outcomes, ledgers });
    }
    None
}
