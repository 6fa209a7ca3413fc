//! Playing a game.
//!
//! Owns the order of events in a game and a round (P03–P11, P15, P17); what happens in a turn is the business of
//! `turn`, what it pays that of `state`. [`Watch`] is told of each of them: counting, telling a game to people and
//! checking its laws are three watchers.

use super::Pot;
use super::choices::Choices;
use super::dice::{DiceSet, Throw};
use super::holdings::Holdings;
use super::observables::Situation;
use super::state::{RoundEnd, State, Turn};
use super::turn::Begun;
use super::view::{Player, Reroll, Strategy, View};
use crate::dice::BlockKey;
use crate::games::turns::{Refused, TurnGame, Turns};
use crate::games::{Fault, Outcome, Seat, Seating};

/// Is told what happens in a game, step by step. A method that is not written does nothing.
pub trait Watch {
    /// A round has begun, and the stake is in the POT.
    fn round_begins(&mut self, _state: &State) {}
    /// A turn begins.
    fn turn_begins(&mut self, _choices: &Choices, _state: &State) {}
    /// What the dice of a turn show after a roll.
    fn rolled(&mut self, _shown: Throw) {}
    /// The player rerolls these of the dice shown.
    fn rerolls(&mut self, _shown: Throw, _dice: DiceSet, _reroll: Reroll) {}
    /// What the dice show after the obligatory reroll of 1 2 3.
    fn obligatory(&mut self, _shown: Throw) {}
    /// A turn is over and paid.
    fn turn_ends(&mut self, _turn: &Turn, _state: &State) {}
    /// A round is over and its winner has the POT.
    fn round_ends(&mut self, _end: RoundEnd, _state: &State) {}
    /// The game is over.
    fn game_ends(&mut self, _state: &State) {}
}

impl Watch for () {}

/// One table: everything that stays the same during a game.
#[derive(Clone, Copy)]
pub(super) struct Table<'g> {
    pub game: &'g Pot,
    pub strategies: &'g [&'g dyn Strategy],
    pub seating: &'g Seating,
    pub block: BlockKey,
}

/// The names of the metrics of `length.csv`.
pub(super) const LENGTHS: &[&str] = &["turns", "rounds", "capped", "empty_bank_rounds"];

/// How a round came to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RoundOver {
    /// By the rules.
    Won,
    /// By the cap (P17).
    Capped,
}

impl Table<'_> {
    /// Plays a whole game.
    pub(super) fn play(&self, turns: &mut impl Turns<Pot>, watch: &mut (dyn Watch + '_)) -> Result<Outcome, Fault> {
        let mut state = State::new(&self.game.rules, self.seating.len());
        let mut lengths = Lengths::default();
        loop {
            lengths.rounds += 1;
            lengths.empty_bank_rounds += u32::from(state.bank() == 0);
            state.begin_round(&self.game.rules);
            watch.round_begins(&state);
            let over = self.round(&mut state, turns, watch)?;
            let ended = over == RoundOver::Won && state.is_over(&self.game.rules);
            if ended || state.turns() >= self.game.rules.cap {
                watch.game_ends(&state);
                let lengths = Lengths { turns: state.turns(), capped: u32::from(!ended), ..lengths };
                return Ok(lengths.outcome(state.holdings()));
            }
        }
    }

    #[inline]
    fn round(
        &self,
        state: &mut State,
        turns: &mut impl Turns<Pot>,
        watch: &mut (dyn Watch + '_),
    ) -> Result<RoundOver, Fault> {
        loop {
            self.turn(state, turns, watch)?;
            if let Some(end) = state.end_round(&self.game.rules) {
                watch.round_ends(end, state);
                return Ok(RoundOver::Won);
            }
            if state.turns() >= self.game.rules.cap {
                return Ok(RoundOver::Capped);
            }
        }
    }

    #[inline]
    fn turn(&self, state: &mut State, turns: &mut impl Turns<Pot>, watch: &mut (dyn Watch + '_)) -> Result<(), Fault> {
        let (seat, round) = (state.next(), state.round());
        let index = self.seating[seat.index()];
        let player = Player { strategy: self.strategies[index], index };
        let view = View::new(Situation::new(self.game, self.block, state));
        let refused = |refused| fault(seat, round, refused);
        let (choices, plan) = Pot::ask(player, &view).map_err(refused)?;
        watch.turn_begins(&choices.get(), state);
        let result = turns.play(&Begun::new(player, &view.situation), plan, watch).map_err(refused)?;
        let turn = state.end_turn(&self.game.rules, result, choices);
        watch.turn_ends(&turn, state);
        Ok(())
    }
}

#[cold]
fn fault(seat: Seat, round: u32, Refused { returned, legal }: Refused) -> Fault {
    Fault { seat, round: round + 1, returned, legal }
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
        let mut outcome = Outcome::default();
        outcome.share_among(holdings.richest());
        outcome.score[..holdings.seats()].copy_from_slice(holdings.all_coins());
        let Lengths { turns, rounds, capped, empty_bank_rounds } = self;
        outcome.lengths[..LENGTHS.len()].copy_from_slice(&[turns, rounds, capped, empty_bank_rounds]);
        outcome
    }
}
