//! What the player on turn does, remembered by what it depends on.
//!
//! Owns a turn as somebody at the table sees it ([`OnTurn`]), and the memory of decisions, which all threads share. What is to
//! be done against every total that leads with the same number of dice is found at once: most of the work is the same for
//! all of them.

use super::super::cache::{Cache, Key};
use super::super::course::Position;
use super::super::{Mark, Shares, TurnError};
use super::ChampionValues;
use super::plans::Aim;
use super::rounds::{Choice, Lead, Round};
use crate::games::gang::{CardIndex, MAX_SEATS};

/// A turn to be played: what is to be known of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OnTurn {
    /// The card.
    pub card: CardIndex,
    /// The round, from 0.
    pub round: u32,
    /// The dice of each seat now, counted from who started the round.
    pub pools: [u32; MAX_SEATS],
    /// Whose turn it is, counted so.
    pub seat: usize,
    /// How many have acted before it in the round.
    pub acted: u32,
    /// The most dice that it may commit, at least 1.
    pub allowed: u32,
    /// The dice on the table.
    pub table: u32,
    /// The best result so far.
    pub lead: Option<Lead>,
}

impl OnTurn {
    /// Identifies the turn, apart from the total that leads: turns that differ in that alone share a key.
    fn key(&self) -> Key {
        let pools = self.pools.iter().fold(0, |key, &pool| key << 8 | u64::from(pool));
        let (seat, dice) = self.lead.map_or((0, 0), |Lead { seat, mark }| (seat as u64, u64::from(mark.dice)));
        let place = (u64::from(self.round) << 8 | u64::from(self.card.0)) << 4 | (self.seat as u64) << 2 | seat;
        Key(
            place << 32 | pools,
            (dice << 16 | u64::from(self.table)) << 16
                | u64::from(self.allowed.min(0xfff)) << 4
                | u64::from(self.acted),
        )
    }

    /// The total that leads; 0 if nothing does.
    fn total(&self) -> u32 {
        self.lead.map_or(0, |lead| lead.mark.total)
    }
}

/// What to do in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Todo {
    /// The dice to commit.
    pub dice: u32,
    /// To what end they are rerolled.
    pub aim: Aim,
}

impl From<Choice> for Todo {
    fn from(Choice { dice, aim, .. }: Choice) -> Todo {
        Todo { dice, aim }
    }
}

/// A [`Todo`] in four bytes: the dice, the sort of aim, and its total, from the highest bits to the lowest.
#[derive(Clone, Copy)]
struct Packed(u32);

impl Packed {
    fn new(Todo { dice, aim }: Todo) -> Packed {
        let (sort, total) = aim.parts();
        Packed(dice << 24 | u32::from(sort) << 16 | total)
    }

    fn todo(self) -> Todo {
        let Packed(bits) = self;
        Todo { dice: bits >> 24, aim: Aim::of_parts((bits >> 16) as u8, bits & 0xffff) }
    }
}

/// How much memory decisions may take, in bytes.
const ROOM: usize = 128 << 20;
/// What the cache needs for each key beside its decisions, in bytes.
const PLACE: usize = 96;

/// The decisions against all totals that may lead.
pub(super) struct Decisions(Cache<Box<[Packed]>>);

impl Decisions {
    /// None yet.
    pub(super) fn new() -> Decisions {
        Decisions(Cache::new(ROOM))
    }
}

impl Decisions {
    /// The decision in a turn. It is found once and remembered: `find` gives the decisions against all totals that may lead, of
    /// which there are `leads`.
    pub(super) fn todo(
        &self,
        turn: &OnTurn,
        leads: usize,
        find: impl FnOnce() -> Result<Vec<Choice>, TurnError>,
    ) -> Result<Todo, TurnError> {
        let Decisions(known) = self;
        let bytes = PLACE + leads * size_of::<Packed>();
        let find = || Ok(find()?.into_iter().map(|choice| Packed::new(choice.into())).collect());
        Ok(known.get_or_make(turn.key(), bytes, find)?[turn.total() as usize].todo())
    }
}

impl ChampionValues {
    /// What the player on turn does.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    ///
    /// # Panics
    /// If there is no such round, card or seat, or if the card allows no such total.
    pub fn todo(&self, turn: &OnTurn) -> Result<Todo, TurnError> {
        self.decisions.todo(turn, self.leads(turn)?, || self.choices(turn))
    }

    /// The win share that each seat can expect, counted from who started the round. It is not remembered.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    ///
    /// # Panics
    /// As [`ChampionValues::todo`].
    pub fn shares(&self, turn: &OnTurn) -> Result<Shares, TurnError> {
        Ok(self.choices(turn)?[turn.total() as usize].shares)
    }

    /// How many totals may lead in such a turn.
    pub(super) fn leads(&self, turn: &OnTurn) -> Result<usize, TurnError> {
        let Some(lead) = turn.lead else { return Ok(1) };
        Ok(self.plans(turn.card)?.totals(lead.mark.dice))
    }

    /// What the player on turn does against each total that may lead, from 0 on, or if nothing leads.
    pub(super) fn choices(&self, turn: &OnTurn) -> Result<Vec<Choice>, TurnError> {
        Ok(self.rest(turn)?.choices())
    }

    /// The rest of the round against each total that may lead.
    pub(super) fn rest(&self, turn: &OnTurn) -> Result<Round<'_>, TurnError> {
        let OnTurn { card, round, pools, seat, acted, allowed, table, lead } = *turn;
        let seats = self.grids.course.seats();
        let left = table.saturating_sub(self.grids.course.bonus(round));
        let mut at = Position { round, first: 0, left, bonus: 0, pools, seen: 0 };
        at.bonus = self.grids.course.likely_bonus(round, left);
        let (mut order, mut to_act) = ([0; MAX_SEATS], 0);
        for seat in (seat..seats).filter(|&seat| pools[seat] > 0) {
            order[to_act] = seat;
            to_act += 1;
        }
        // Some of those who have no dice now have acted, the starter before others; the rest were out.
        let mut playing = at.playing();
        let mut missing = acted.saturating_sub((0..seat).filter(|&seat| pools[seat] > 0).count() as u32);
        for seat in (0..seat).filter(|&seat| pools[seat] == 0) {
            playing |= u8::from(missing > 0) << seat;
            missing = missing.saturating_sub(1);
        }
        let lead = lead.map(|Lead { seat, mark }| Lead { seat, mark: Mark { total: 0, ..mark } });
        let (plans, leads) = (self.plans(card)?, self.leads(turn)?);
        Ok(Round { grids: &self.grids, plans, at, playing, order, to_act, allowed, lead, leads })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_survives_packing() {
        for (dice, aim) in [(1, Aim::Reach(0)), (16, Aim::Climb(80)), (255, Aim::Miss(65_535))] {
            let todo = Todo { dice, aim };
            assert_eq!(Packed::new(todo).todo(), todo);
        }
    }
}
