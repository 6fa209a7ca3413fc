//! Playing a game.
//!
//! Owns the order of events in a game and a round (P03–P11, P15, P17); what happens in a turn is the business of
//! `turn`, what it pays that of `state`. [`Watch`] sees each of them: counting, narrating and checking the
//! laws of a game are three watchers.

use super::Pot;
use super::holdings::Holdings;
use super::observables::Situation;
use super::state::State;
use super::turn::{Begun, Watch};
use super::{Decision, Strategy, View};
use crate::games::turns::{Refused, Turns};
use crate::games::{Fault, Outcome, Seat, Table, leaders};

/// A game that is played, and how its turns come to their results.
pub(super) struct Playing<'p, T> {
    pub game: &'p Pot,
    pub table: Table<'p, dyn Strategy + 'p>,
    pub turns: &'p mut T,
    pub watch: &'p mut (dyn Watch + 'p),
}

/// The names of the metrics of `length.csv`.
pub(super) const LENGTHS: &[&str] = &["turns", "rounds", "capped", "empty_bank_rounds"];

impl<T: Turns<Pot>> Playing<'_, T> {
    /// Plays the whole game.
    pub(super) fn play(mut self) -> Result<Outcome, Fault> {
        let rules = &self.game.rules;
        let mut state = State::new(rules, self.table.seating.len());
        let mut lengths = Lengths::default();
        self.begin_round(&mut state, &mut lengths);
        self.play_on(state, lengths)
    }

    fn begin_round(&mut self, state: &mut State, lengths: &mut Lengths) {
        lengths.rounds += 1;
        lengths.empty_bank_rounds += u32::from(state.holdings().bank() == 0);
        state.begin_round(&self.game.rules);
        self.watch.round_begins(state);
    }

    /// Plays a game to its end, in which a round has begun.
    pub(super) fn play_on(mut self, mut state: State, mut lengths: Lengths) -> Result<Outcome, Fault> {
        let rules = &self.game.rules;
        loop {
            let ended = self.round(&mut state)? && state.is_over(rules);
            if ended || state.turns() >= rules.cap {
                self.watch.game_ends(&state);
                let lengths = Lengths { turns: state.turns(), capped: u32::from(!ended), ..lengths };
                return Ok(lengths.outcome(state.holdings()));
            }
            self.begin_round(&mut state, &mut lengths);
        }
    }

    /// Plays a round; answers with whether it came to its end by the rules rather than by the cap (P17).
    #[inline]
    fn round(&mut self, state: &mut State) -> Result<bool, Fault> {
        let rules = &self.game.rules;
        loop {
            let (seat, round) = (state.next(), state.round());
            self.turn(seat, state).map_err(|refused| refused.fault(seat, round))?;
            if let Some(end) = state.end_round(rules) {
                self.watch.round_ends(end, state);
                return Ok(true);
            }
            if state.turns() >= rules.cap {
                return Ok(false);
            }
        }
    }

    #[inline]
    fn turn(&mut self, seat: Seat, state: &mut State) -> Result<(), Refused> {
        let player = self.table.player(seat);
        let view = View::new(Situation::new(self.game, self.table.block, state));
        let (choices, plan) = self.turns.decide(player, &view)?;
        self.watch.turn_begins(&Decision { rerolls: plan, choices: choices.get() }, state);
        let result = self.turns.play(&Begun::new(player, &view.situation), plan, self.watch)?;
        let turn = state.end_turn(&self.game.rules, result, choices);
        self.watch.turn_ends(&turn, state);
        Ok(())
    }
}

/// How long a game was: the metrics of `length.csv`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// Turns.
    pub turns: u32,
    /// Rounds, the last one even if the cap cut it short.
    pub rounds: u32,
    /// 1 if the cap ended the game (P17), else 0.
    pub capped: u32,
    /// Rounds that began with an empty bank, before its stake.
    pub empty_bank_rounds: u32,
}

impl Lengths {
    /// What a game of this length came to that ended with these coins (P15, P17).
    pub fn outcome(self, holdings: &Holdings) -> Outcome {
        let Lengths { turns, rounds, capped, empty_bank_rounds } = self;
        Outcome::new(leaders(holdings.all_coins()), holdings.all_coins(), &[turns, rounds, capped, empty_bank_rounds])
    }
}
