//! Narrating a game for people: each roll, what was kept, why a roll is invalid, who takes the dice.
//!
//! Owns the words. A Boss is written `B`.

use super::deck::{Card, CardIndex, Deck, Trigger};
use super::state::{RoundEnd, State, Turn, TurnResult};
use super::turn::Committed;
use super::turn::Watch;
use crate::dice::Counts;
use crate::games::Seat;
use crate::games::declaration::PolicyId;
use crate::games::narration::{Story, counted};
use std::fmt::Write;

/// Writes the story of a game.
pub(super) struct Narrator<'g> {
    deck: &'g Deck,
    story: Story<'g>,
    card: CardIndex,
    shown: Counts,
}

impl<'g> Narrator<'g> {
    pub(super) fn new(deck: &'g Deck, story: Story<'g>) -> Narrator<'g> {
        Narrator { deck, story, card: CardIndex(0), shown: Counts::EMPTY }
    }

    fn card(&self) -> &'g Card {
        self.deck.card(self.card)
    }
}

impl Watch for Narrator<'_> {
    fn round_begins(&mut self, card: CardIndex, bonus: u32, state: &State) {
        self.card = card;
        let Card { condition_text, trigger, .. } = self.card();
        let mut heading = format!("\nRound {}: {condition_text} ({trigger})", state.round() + 1);
        if bonus > 0 {
            let _ = write!(heading, ", {}", counted(bonus, "bonus die", "bonus dice"));
        }
        if state.table() > 0 {
            let _ = write!(heading, ", {} on the table", dice_word(state.table()));
        }
        self.story.line(&heading);
    }

    fn committed(&mut self, seat: Seat, dice: u32, state: &State) {
        let text = format!("  {} commits {}, holds {}", self.story.player(seat), dice_word(dice), state.pool(seat));
        self.story.line(&text);
    }

    fn rolled(&mut self, shown: Counts, _left: u8) {
        self.shown = shown;
        let mut text = format!("    {}", faces(shown));
        let Card { condition, condition_text, trigger, .. } = self.card();
        if condition.holds(shown) {
            let why = condition.explain(shown);
            let _ = match trigger {
                Trigger::Explosion => write!(text, "  explosion: {why} ({condition_text} explodes)"),
                Trigger::Bomb => write!(text, "  bad: {why} ({condition_text} triggers the bomb)"),
            };
        }
        self.story.line(&text);
    }

    fn rerolls(&mut self, dice: Counts) {
        let kept = self.shown - dice;
        let keeps = if kept.is_empty() { "keeps none".to_owned() } else { format!("keeps {}", faces(kept)) };
        self.story.line(&format!("      {keeps}, rerolls {}", faces(dice)));
    }

    fn turn_ends(&mut self, turn: Turn, state: &State) {
        let text = match turn.result {
            TurnResult::Invalid => format!("    = invalid: {}", self.card().condition.explain(self.shown)),
            TurnResult::Total(total) => {
                let leads = state.best() == Some(turn);
                format!("    = {total}{}", if leads { ", the best so far" } else { "" })
            }
        };
        self.story.line(&text);
    }

    fn round_ends(&mut self, _card: CardIndex, end: RoundEnd, state: &State) {
        let text = match end.winner {
            Some(seat) => {
                let own = state.turns().iter().find(|turn| turn.seat == seat).map_or(0, |turn| turn.dice);
                format!("  {} takes {}, {own} of them its own", self.story.player(seat), dice_word(end.table))
            }
            None => format!("  every result is invalid: {} stay on the table", dice_word(end.table)),
        };
        self.story.line(&text);
        for seat in (0..state.pools().len()).filter(|seat| end.eliminated >> seat & 1 == 1) {
            let text = format!("  {} has no dice left and is out", self.story.player(Seat(seat as u8)));
            self.story.line(&text);
        }
    }
}

/// Watches a game and has something to say.
pub trait Commentator: Watch {
    /// What there is to say of what happened since this was asked, a line each.
    fn comments(&mut self) -> Vec<String>;
}

/// Writes the story of a game with comments.
pub(super) struct Commented<'g, 'c> {
    pub narrator: Narrator<'g>,
    pub commentator: &'c mut dyn Commentator,
}

impl Commented<'_, '_> {
    fn comment(&mut self) {
        for comment in self.commentator.comments() {
            self.narrator.story.line(&comment);
        }
    }
}

impl Watch for Commented<'_, '_> {
    fn round_begins(&mut self, card: CardIndex, bonus: u32, state: &State) {
        self.narrator.round_begins(card, bonus, state);
        self.commentator.round_begins(card, bonus, state);
        self.comment();
    }

    fn committed(&mut self, seat: Seat, dice: u32, state: &State) {
        self.narrator.committed(seat, dice, state);
        self.commentator.committed(seat, dice, state);
    }

    fn decided(&mut self, turn: &Committed<'_>, plan: PolicyId, state: &State) {
        self.commentator.decided(turn, plan, state);
        self.comment();
    }

    fn rolled(&mut self, shown: Counts, left: u8) {
        self.narrator.rolled(shown, left);
    }

    fn rerolls(&mut self, dice: Counts) {
        self.narrator.rerolls(dice);
    }

    fn turn_ends(&mut self, turn: Turn, state: &State) {
        self.narrator.turn_ends(turn, state);
        self.commentator.turn_ends(turn, state);
    }

    fn round_ends(&mut self, card: CardIndex, end: RoundEnd, state: &State) {
        self.narrator.round_ends(card, end, state);
        self.commentator.round_ends(card, end, state);
        self.comment();
    }
}

fn dice_word(dice: u32) -> String {
    counted(dice, "die", "dice")
}

/// The faces of dice, highest first, Bosses last.
fn faces(dice: Counts) -> String {
    let mut shown: Vec<String> =
        dice.iter().map(|face| if face == 0 { "B".to_owned() } else { face.to_string() }).collect();
    shown.reverse();
    shown.join(" ")
}
