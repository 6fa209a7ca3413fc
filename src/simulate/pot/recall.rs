//! Decisions that depend on the table.
//!
//! Owns what a lean game answers to the questions in the trees, and how a decision found there becomes a turn.

use super::TurnWorker;
use super::known::{Known, Leaf};
use super::lean::{Decide, Moment, STARTS, Turn};
use super::ledger::Ledgers;
use crate::games::Seating;
use crate::games::pot::{Field, Other, ranking};
use std::ops::Deref;

/// All that is remembered.
#[derive(Clone, Copy)]
pub(super) struct Recall<'k> {
    pub(super) worker: &'k TurnWorker,
    /// By number of a worker's table.
    pub(super) leaves: &'k [Leaf],
    pub(super) known: &'k Known,
    pub(super) ledgers: &'k Ledgers,
}

/// The decisions of a seating.
pub(super) struct Seated<'k> {
    pub(super) recall: Recall<'k>,
    pub(super) seating: &'k Seating,
}

/// A turn that was found.
pub(super) struct Found<'k>(Turn<'k>);

impl<'k> Deref for Found<'k> {
    type Target = Turn<'k>;

    #[inline(always)]
    fn deref(&self) -> &Turn<'k> {
        &self.0
    }
}

impl Decide for Seated<'_> {
    type Turn<'t>
        = Found<'t>
    where
        Self: 't;

    #[inline(always)]
    fn turn(&mut self, after: usize, at: &Moment) -> Option<Found<'_>> {
        let (seats, place) = (self.seating.len(), at.first % STARTS + after);
        let seat = if place >= seats { place - seats } else { place };
        let root = 2 * self.seating[seat] + usize::from(at.lanes.coins(seat) > 0);
        let Recall { worker, leaves, known, ledgers } = self.recall;
        let decision = worker.plans.find(root, |field| answer(field, at, seat, seats))?;
        let leaf = leaves.get(decision.table as usize)?;
        Some(Found(known.turn(*leaf, seat, ledgers)))
    }
}

/// As [`View::answer`](crate::games::pot::View::answer) has it.
#[inline(always)]
fn answer(field: Field, at: &Moment, seat: usize, seats: usize) -> u64 {
    let coins_of = |other: Other| {
        let place = seat + usize::from(other.steps());
        at.lanes.coins(if place >= seats { place - seats } else { place })
    };
    let to_beat = at.mark.rank();
    u64::from(match field {
        Field::Round => at.round,
        Field::Seat => seat as u32,
        Field::First => at.first as u32,
        Field::Bank => at.lanes.bank(),
        Field::BankUpTo(most) => at.lanes.bank().min(most),
        Field::Pot => at.lanes.pot(),
        Field::PotUpTo(most) => at.lanes.pot().min(most),
        Field::Coins => at.lanes.coins(seat),
        Field::CoinsUpTo(most) => at.lanes.coins(seat).min(most),
        Field::CoinsOf(other) => coins_of(other),
        Field::CoinsOfUpTo(other, most) => coins_of(other).min(most),
        Field::Ranking => ranking(seats, coins_of),
        Field::ToBeat => to_beat,
        Field::InControl if to_beat == 0 => 0,
        Field::InControl => at.tries,
        Field::StillToCome if to_beat == 0 => seats as u32 - 1,
        Field::StillToCome => at.tries - 1,
        Field::GoalHeld => at.held.ever().into(),
    })
}
