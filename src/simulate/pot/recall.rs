//! Decisions that depend on the table.
//!
//! Owns what a lean game answers to the questions in the trees, and how a strategy is asked in a lean game where they have
//! no decision yet.

use super::batch::Batch;
use super::lanes::Word;
use super::lean::{Decide, Moment, STARTS, Turn};
use super::questions::Whose;
use super::{Decision, Drawn, DrawnTurns, Memory, TurnEngine};
use crate::dice::BlockKey;
use crate::games::Seating;
use crate::games::pot::{Field, Other, Turns, View, ranking};
use crate::simulate::flat::Key;
use std::ops::Deref;

/// All that is remembered, and those who can be asked.
pub(super) struct Recall<'k, W> {
    pub(super) engine: &'k TurnEngine<'k>,
    pub(super) memory: &'k mut Memory,
    pub(super) batch: &'k mut Batch<W>,
}

/// The decisions of a game.
pub(super) struct Seated<'s, 'k, W> {
    pub(super) recall: &'s mut Recall<'k, W>,
    pub(super) seating: &'s Seating,
    pub(super) key: BlockKey,
}

/// A turn that was found.
pub(super) struct Found<'k, W>(Turn<'k, W>);

impl<'k, W> Deref for Found<'k, W> {
    type Target = Turn<'k, W>;

    #[inline(always)]
    fn deref(&self) -> &Turn<'k, W> {
        &self.0
    }
}

impl<W: Word> Decide<W> for Seated<'_, '_, W> {
    type Turn<'t>
        = Found<'t, W>
    where
        Self: 't;

    #[inline(always)]
    fn turn<const SEATS: usize>(&mut self, after: usize, at: &Moment<W>) -> Option<Found<'_, W>> {
        let place = at.first % STARTS + after;
        let seat = if place >= SEATS { place - SEATS } else { place };
        let (whose, root) =
            (Whose { after, seat, seats: SEATS }, 2 * self.seating[seat] + usize::from(at.lanes.coins(seat) > 0));
        let Recall { memory, batch, .. } = &*self.recall;
        let key = memory.questions[root].as_ref().and_then(|questions| questions.key(at, whose));
        let table = match key.and_then(|key| batch.table_at(key)) {
            Some(table) => table,
            None => self.look_up(root, whose, key, at)?,
        };
        Some(Found(self.recall.batch.turn(table, seat)))
    }
}

impl<W: Word> Seated<'_, '_, W> {
    /// The table as the trees have it, or the strategy; from now on it is found at the key, if there is one.
    #[cold]
    #[inline(never)]
    fn look_up(&mut self, root: usize, whose: Whose, key: Option<Key>, at: &Moment<W>) -> Option<usize> {
        let known = self.recall.memory.plans.find(root, |field| answer(field, at, whose));
        let Some(table) = known.and_then(Decision::solved) else { return self.ask(whose.seat, *at) };
        key.into_iter().for_each(|key| self.recall.batch.keep(key, table));
        Some(table)
    }

    /// Asks the strategy as the ordinary way does: the table of a decision that is remembered from now on.
    #[cold]
    #[inline(never)]
    fn ask(&mut self, seat: usize, at: Moment<W>) -> Option<usize> {
        let Recall { engine, memory, batch } = &mut *self.recall;
        let state = at.state(&batch.course, seat);
        let mut turns = DrawnTurns { tables: &engine.tables, memory, block: self.key };
        let decide = |view: &View<'_>| turns.decide(view);
        let decided = engine.game.look(engine.strategies, (self.seating, self.key), &state, decide);
        let Ok((_, Drawn::Table(table))) = decided else { return None };
        batch.bring_up_to_date(memory, engine);
        Some(table as usize)
    }
}

/// As [`View::answer`](crate::games::pot::View::answer) has it.
#[inline(always)]
pub(super) fn answer<W: Word>(field: Field, at: &Moment<W>, Whose { after, seat, seats }: Whose) -> u64 {
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
        Field::InControl => at.tries(after, seats),
        Field::StillToCome if to_beat == 0 => seats as u32 - 1,
        Field::StillToCome => at.tries(after, seats) - 1,
        Field::GoalHeld => at.held.ever().into(),
    })
}
