//! Playing a game.
//!
//! Owns the order of events in a game and a round (G08–G17); what happens in a turn is the business of
//! `turn`. [`Watch`] sees each of them: counting, narrating and checking the laws of a game
//! are three watchers.

use super::Gang;
use super::deck::CardIndex;
use super::observables::Situation;
use super::state::{RoundEnd, State, Turn};
use super::turn::{Committed, Watch, legal_commit};
use super::{Strategy, View};
use crate::games::narration::counted;
use crate::games::turns::{Refused, Turns};
use crate::games::{Fault, Outcome, Seat, Table};

/// A game that is played: its cards in the order of the rounds, and how its turns come to their results.
pub(super) struct Playing<'p, T> {
    pub game: &'p Gang,
    pub table: Table<'p, dyn Strategy + 'p>,
    pub order: &'p [CardIndex],
    pub turns: &'p mut T,
    pub watch: &'p mut (dyn Watch + 'p),
}

/// The names of the metrics of `length.csv`. Gang of Dice has no cap: `capped` is always 0.
pub(super) const LENGTHS: &[&str] = &["turns", "rounds", "capped", "eliminations", "all_invalid_rounds"];

impl<T: Turns<Gang>> Playing<'_, T> {
    /// Plays the whole game.
    pub(super) fn play(mut self) -> Result<Outcome, Fault> {
        let mut state = State::new(&self.game.rules, self.table.seating.len());
        self.begin_round(&mut state);
        self.play_on(state)
    }

    /// Plays a game to its end from the middle of a round on.
    pub(super) fn play_on(mut self, mut state: State) -> Result<Outcome, Fault> {
        let mut lengths = [0; LENGTHS.len()];
        loop {
            let end = self.round(&mut state)?;
            let turns = state.turns().len() as u32;
            let more = [turns, 1, 0, end.eliminated.count_ones(), end.winner.is_none().into()];
            lengths.iter_mut().zip(more).for_each(|(length, more)| *length += more);
            if state.is_over(self.order.len() as u32) {
                return Ok(Outcome::new(state.winners(end), state.pools(), &lengths));
            }
            self.begin_round(&mut state);
        }
    }

    #[inline]
    fn begin_round(&mut self, state: &mut State) {
        let card = self.order[state.round() as usize];
        let bonus = self.game.rules.bonus(state.round(), self.order.len() as u32);
        state.begin_round(bonus);
        self.watch.round_begins(card, bonus, state);
    }

    /// Plays the turns that are left of a round, and ends it.
    #[inline]
    fn round(&mut self, state: &mut State) -> Result<RoundEnd, Fault> {
        let card = self.order[state.round() as usize];
        for seat in state.order().skip(state.turns().len()) {
            self.turn(seat, state).map_err(|refused| refused.fault(seat, state.round()))?;
        }
        let end = state.end_round();
        self.watch.round_ends(card, end, state);
        Ok(end)
    }

    #[inline]
    fn turn(&mut self, seat: Seat, state: &mut State) -> Result<(), Refused> {
        let (round, allowed) = (state.round(), state.allowed(seat));
        let player = self.table.player(seat);
        let order = &self.order[..=round as usize];
        let view =
            View::new(Situation::new(self.game, (order, self.order.len() as u32), self.table.block, state, seat));
        let (dice, plan) = self.turns.decide(player, &view)?;
        if dice == 0 || dice > allowed {
            return Err(Refused {
                returned: format!("{} to commit", counted(dice, "die", "dice")),
                legal: legal_commit(allowed),
            });
        }
        state.commit(seat, dice);
        self.watch.committed(seat, dice, state);
        let card = self.order[round as usize];
        let card = (self.game.deck.card(card), card);
        let turn = Committed { player, card, seat, round, dice, rerolls: self.game.rules.rerolls };
        self.watch.decided(&turn, plan, state);
        let result = self.turns.play(&turn, plan, self.watch)?;
        state.record(seat, dice, result);
        self.watch.turn_ends(Turn { seat, dice, result }, state);
        Ok(())
    }
}
