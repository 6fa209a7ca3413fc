//! A game in words.

use super::Watch;
use crate::dice::Hand;
use crate::model::{Act, Game, Hidden, State, Stop, Way};
use analyze_core::games::recorded;
use std::fmt::Write;

/// A game in words, as it is played.
#[derive(Debug, Default)]
pub(crate) struct Narration {
    pub(crate) text: String,
    /// By seat, what its player is called.
    names: Vec<String>,
    round: i64,
    seat: usize,
}

impl Narration {
    /// Nothing was played yet.
    pub(crate) fn new(names: Vec<String>) -> Narration {
        Narration { names, ..Narration::default() }
    }

    fn line(&mut self, line: &str) {
        // Writing to a text does not fail.
        let _ = writeln!(self.text, "{line}");
    }
}

impl Watch for Narration {
    fn is_told(&self) -> bool {
        recorded::is_told()
    }

    fn turn(&mut self, game: &Game, state: &State) {
        let (seat, round) = (state.slots[game.hidden(Hidden::Seat)], state.slots[game.hidden(Hidden::Round)]);
        self.seat = seat as usize - 1;
        if round != self.round {
            self.round = round;
            self.line(&format!("\nRound {round}"));
            let card = usize::try_from(state.slots[game.hidden(Hidden::Card)] - 1).ok();
            if let Some(card) = card.and_then(|card| game.deck.cards.get(card)) {
                self.line(&format!("  the card is {}", card.name));
            }
        }
        let name = self.names.get(self.seat).cloned().unwrap_or_default();
        self.line(&format!("  {name}: {}", game.shown_own(state)));
    }

    fn rolled(&mut self, game: &Game, before: &State, lie: Hand) {
        self.line(&format!("    {}: {}", game.steps[before.step].name, game.dice.shown(lie)));
    }

    fn decided(&mut self, game: &Game, before: &State, way: Way) {
        let turn = match game.steps[before.step].act {
            Act::Choose(_) => game.shown_turn(before),
            _ => String::new(),
        };
        let turn = if turn.is_empty() { turn } else { format!(" ({turn})") };
        self.line(&format!("    {}: {}{turn}", game.steps[before.step].name, game.way(before.step, way)));
    }

    fn turn_over(&mut self, game: &Game, state: &State, _: Stop) {
        self.line(&format!("    then: {}", game.shown_own(state)));
    }
}
