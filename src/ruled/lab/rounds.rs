//! What a game from a file tells of its rounds while it is played step by step.

use crate::dice::Hand;
use crate::exact::{Told, in_turn, numbers_of};
use crate::model::{Game, Hidden, State, Stop, Way};
use crate::play::Watch;
use analyze_core::games::{MAX_SEATS, Observer, RoundOver, Seat, TurnOver};

/// Tells of turns and rounds, and of what luck is made of if that is wanted. Whoever plays the game says when the last round is
/// over.
pub(super) struct Rounds<'o, O> {
    told: Told<'o, O>,
    /// The round under way, from 1, 0 before the first, and the position of its card.
    round: i64,
    card: Option<usize>,
    /// The dice of the first roll of the turn, once they are rolled.
    dice: Option<usize>,
    /// The score before the turn.
    before: i64,
    /// The state before it, where decisions are to be told.
    begun: Vec<u32>,
}

impl<'o, O: Observer> Rounds<'o, O> {
    pub(super) fn new(observer: &'o mut O) -> Rounds<'o, O> {
        Rounds { told: Told::new(observer), round: 0, card: None, dice: None, before: 0, begun: Vec::new() }
    }

    /// Tells that the round before this turn is over.
    fn round_over(&mut self, game: &Game, state: &State) {
        let mut scores = [0; MAX_SEATS];
        // A negative score, which ends a game with a fault, is told as none.
        if game.result(&mut state.clone(), &mut scores).is_err() {
            scores = [0; MAX_SEATS];
        }
        self.end(&scores[..game.players]);
    }

    /// Tells that the round under way is over.
    pub(super) fn end(&mut self, scores: &[u32]) {
        let card = self.card;
        self.told.observer().round_over(RoundOver { scores, card });
    }
}

impl<O: Observer> Watch for Rounds<'_, O> {
    fn turn(&mut self, game: &Game, state: &State) {
        let round = state.slots[game.hidden(Hidden::Round)];
        if self.round != 0 && self.round != round {
            self.round_over(game, state);
        }
        self.card = usize::try_from(state.slots[game.hidden(Hidden::Card)] - 1).ok();
        (self.round, self.dice, self.before) = (round, None, game.score_now(state));
        if self.told.observer().wants_chances() {
            self.told.turn(game, state);
        }
        if self.told.observer().decisions().is_some() {
            self.begun.clear();
            self.begun.extend(numbers_of(state));
        }
    }

    fn decided(&mut self, _: &Game, before: &State, _: Way) {
        if let Some(decisions) = self.told.observer().decisions() {
            decisions.tell(self.begun.iter().copied().chain(in_turn(before)));
        }
    }

    fn rolled(&mut self, game: &Game, _: &State, lie: Hand) {
        self.dice.get_or_insert_with(|| game.dice.size(lie));
    }

    fn turn_over(&mut self, game: &Game, state: &State, stop: Stop) {
        if self.told.observer().wants_chances() {
            self.told.turn_over(game, state, stop);
        }
        let seat = Seat(state.slots[game.hidden(Hidden::Seat)] as u8 - 1);
        let (is_valid, _) = game.result_in_turn(state, self.before);
        let dice = self.dice.and_then(|dice| u32::try_from(dice).ok());
        self.told.observer().turn_over(TurnOver { seat, dice, is_valid: Some(is_valid), total: None });
    }
}
