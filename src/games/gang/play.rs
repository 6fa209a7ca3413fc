//! Playing a game.
//!
//! Owns the order of events in a game and a round (G08–G17); what happens in a turn is the business of
//! `turn`. [`Watch`] is told of each of them: counting, telling a game to people and checking its laws
//! are three watchers.

use super::Gang;
use super::deck::CardIndex;
use super::observables::Situation;
use super::state::{RoundEnd, State, Turn};
use super::turn::{Committed, legal_commit};
use super::view::{Player, Strategy, View};
use crate::dice::{BlockKey, Counts};
use crate::games::turns::{Refused, TurnGame, Turns};
use crate::games::{Fault, Outcome, Seat, Seating};

/// Is told what happens in a game, step by step. A method that is not written does nothing.
pub trait Watch {
    /// A card was revealed, and `bonus` dice of the round lie on the table (G08).
    fn round_begins(&mut self, _card: CardIndex, _bonus: u32, _state: &State) {}
    /// A player has committed dice, which lie on the table now.
    fn committed(&mut self, _seat: Seat, _dice: u32, _state: &State) {}
    /// All dice of a turn after a roll: what they show, how many rerolls are left.
    fn rolled(&mut self, _shown: Counts, _left: u8) {}
    /// The player rerolls these of the dice shown.
    fn rerolls(&mut self, _dice: Counts) {}
    /// A turn is over.
    fn turn_ends(&mut self, _turn: Turn, _state: &State) {}
    /// A round is over; the state is that after the award, its turns are still those of the round.
    fn round_ends(&mut self, _card: CardIndex, _end: RoundEnd, _state: &State) {}
}

impl Watch for () {}

/// One table: everything that stays the same during a game.
#[derive(Clone, Copy)]
pub(super) struct Table<'g> {
    pub game: &'g Gang,
    pub order: &'g [CardIndex],
    pub strategies: &'g [&'g dyn Strategy],
    pub seating: &'g Seating,
    pub block: BlockKey,
}

impl Table<'_> {
    /// Plays a whole game.
    pub(super) fn play(&self, turns: &mut impl Turns<Gang>, watch: &mut (dyn Watch + '_)) -> Result<Outcome, Fault> {
        let rounds = self.order.len() as u32;
        let mut state = State::new(&self.game.rules, self.seating.len());
        let mut lengths = Lengths::default();
        loop {
            let end = self.round(&mut state, turns, watch, &mut lengths)?;
            if state.is_over(rounds) {
                return Ok(outcome(&state, end, lengths));
            }
        }
    }

    #[inline]
    fn round(
        &self,
        state: &mut State,
        turns: &mut impl Turns<Gang>,
        watch: &mut (dyn Watch + '_),
        lengths: &mut Lengths,
    ) -> Result<RoundEnd, Fault> {
        let card = self.order[state.round() as usize];
        let bonus = self.game.rules.bonus(state.round(), self.order.len() as u32);
        state.begin_round(bonus);
        watch.round_begins(card, bonus, state);
        for seat in state.order() {
            self.turn(seat, state, turns, watch)?;
        }
        let end = state.end_round();
        watch.round_ends(card, end, state);
        lengths.add(state.turns().len(), end);
        Ok(end)
    }

    #[inline]
    fn turn(
        &self,
        seat: Seat,
        state: &mut State,
        turns: &mut impl Turns<Gang>,
        watch: &mut (dyn Watch + '_),
    ) -> Result<(), Fault> {
        let (round, allowed) = (state.round(), state.allowed(seat));
        let index = self.seating[seat.index()];
        let player = Player { strategy: self.strategies[index], index };
        let order = (&self.order[..=round as usize], self.order.len() as u32);
        let view = View::new(Situation::new(self.game, order, self.block, state, seat));
        let (dice, plan) = Gang::ask(player, &view).map_err(|refused| fault(seat, round, refused))?;
        if dice == 0 || dice > allowed {
            let refused = Refused { returned: format!("{dice} dice to commit"), legal: legal_commit(allowed) };
            return Err(fault(seat, round, refused));
        }
        state.commit(seat, dice);
        watch.committed(seat, dice, state);
        let card = self.order[round as usize];
        let card = (self.game.deck.card(card), card);
        let turn = Committed { player, card, seat, round, dice, rerolls: self.game.rules.rerolls };
        let result = turns.play(&turn, plan, watch).map_err(|refused| fault(seat, round, refused))?;
        state.record(seat, dice, result);
        watch.turn_ends(Turn { seat, dice, result }, state);
        Ok(())
    }
}

#[cold]
fn fault(seat: Seat, round: u32, Refused { returned, legal }: Refused) -> Fault {
    Fault { seat, round: round + 1, returned, legal }
}

/// The metrics of `length.csv`, in the order of [`LENGTHS`].
#[derive(Clone, Copy, Default)]
pub(super) struct Lengths {
    turns: u32,
    rounds: u32,
    eliminations: u32,
    all_invalid_rounds: u32,
}

/// The names of the metrics of `length.csv`. Gang of Dice has no cap: `capped` is always 0.
pub(super) const LENGTHS: &[&str] = &["turns", "rounds", "capped", "eliminations", "all_invalid_rounds"];

impl Lengths {
    fn add(&mut self, turns: usize, end: RoundEnd) {
        self.turns += turns as u32;
        self.rounds += 1;
        self.eliminations += end.eliminated.count_ones();
        self.all_invalid_rounds += u32::from(end.winner.is_none());
    }
}

fn outcome(state: &State, end: RoundEnd, lengths: Lengths) -> Outcome {
    let mut outcome = Outcome::default();
    outcome.share_among(state.winners(end));
    for seat in 0..state.seats() {
        outcome.score[seat] = state.pool(Seat(seat as u8));
    }
    let Lengths { turns, rounds, eliminations, all_invalid_rounds } = lengths;
    outcome.lengths[..LENGTHS.len()].copy_from_slice(&[turns, rounds, 0, eliminations, all_invalid_rounds]);
    outcome
}
