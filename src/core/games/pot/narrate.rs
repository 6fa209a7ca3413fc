//! Narrating a game for people: each roll, what was kept, what a combo pays, who is in control.
//!
//! Owns the words. A letter is written as the letter of the die that shows it.

use super::dice::{Combo, DICE, DiceSet, Throw};
use super::holdings::Holdings;
use super::state::{RoundEnd, State, Turn};
use super::turn::Watch;
use super::{Decision, Reroll};
use crate::games::Seat;
use crate::games::narration::{Story, counted};

/// Writes the story of a game.
pub(super) struct Narrator<'g> {
    story: Story<'g>,
    /// The coins as the turn began.
    before: Holdings,
    /// What was paid for a reroll since, to the POT.
    paid: u32,
    /// Whether the last turn ended with P O T.
    took_pot: bool,
}

impl<'g> Narrator<'g> {
    pub(super) fn new(story: Story<'g>) -> Narrator<'g> {
        Narrator { story, before: Holdings::of(&[], 0, 0), paid: 0, took_pot: false }
    }

    /// Who gained and lost coins by the combo.
    fn payments(&self, roller: Seat, state: &State) -> String {
        let mut parts = Vec::new();
        let change = |now: u32, before: u32| i64::from(now) - i64::from(before);
        let (before, now) = (self.before, state.holdings());
        let bank = change(now.bank(), before.bank());
        if bank != 0 {
            let verb = if bank < 0 { "from" } else { "to" };
            parts.push(format!("{} {verb} the bank", bank.abs()));
        }
        for seat in (0..now.seats() as u8).map(Seat) {
            let change = change(now.coins(seat), before.coins(seat));
            if seat != roller && change != 0 {
                let verb = if change < 0 { "from" } else { "to" };
                parts.push(format!("{} {verb} {}", change.abs(), self.story.player(seat)));
            }
        }
        let pot = before.pot() + self.paid;
        if now.pot() < pot {
            parts.push(format!("{} from the POT", pot - now.pot()));
        }
        if parts.is_empty() { "nothing is paid".to_owned() } else { parts.join(", ") }
    }
}

impl Watch for Narrator<'_> {
    fn round_begins(&mut self, state: &State) {
        let (round, held) = (state.round() + 1, state.holdings());
        let (pot, bank) = (held.pot(), held.bank());
        let each = self.story.each((0..held.seats() as u8).map(Seat), |seat| held.coins(seat).to_string());
        self.story.line(&format!("\nRound {round}: {pot} in the POT, {bank} in the bank; {each}"));
    }

    fn turn_begins(&mut self, _: &Decision, state: &State) {
        (self.before, self.paid) = (*state.holdings(), 0);
        let seat = state.next();
        let against = match state.control() {
            Some(control) => format!("against {} of {}", control.score, self.story.player(control.seat)),
            None => "with nobody in control".to_owned(),
        };
        let text = format!(
            "  {}, {}, {against}",
            self.story.player(seat),
            counted(state.holdings().coins(seat), "coin", "coins")
        );
        self.story.line(&text);
    }

    fn rolled(&mut self, shown: Throw) {
        self.story.line(&format!("    {shown}"));
    }

    fn rerolls(&mut self, shown: Throw, dice: DiceSet, reroll: Reroll) {
        let kept = match dice.others() {
            DiceSet::NONE => "keeps none".to_owned(),
            kept => format!("keeps {}", faces(shown, kept)),
        };
        let pays = match reroll {
            Reroll::Free => "",
            Reroll::Paid => {
                self.paid = 1;
                "pays 1 to the POT, "
            }
        };
        self.story.line(&format!("      {pays}{kept}, rerolls {}", faces(shown, dice)));
    }

    fn obligatory(&mut self, shown: Throw) {
        self.story.line(&format!("      1 2 3: the 1 and the 3 are rerolled\n    {shown}"));
    }

    fn turn_ends(&mut self, turn: &Turn, state: &State) {
        let payments = self.payments(turn.seat, state);
        let (combo, score) = (turn.result.combo, turn.result.score);
        self.took_pot = combo == Combo::Pot;
        let takes = if turn.takes_control { ", takes control" } else { "" };
        let text = match combo {
            Combo::Ones => format!("    1 1 1 ends the turn: {payments}"),
            Combo::Pot => format!("    P O T takes the POT and ends the round: {payments}"),
            Combo::None => format!("    = {score}{takes}"),
            _ => format!("    = {score}{takes}; {}: {payments}", spaced(combo)),
        };
        self.story.line(&text);
    }

    fn round_ends(&mut self, end: RoundEnd, _: &State) {
        if !self.took_pot {
            let text = format!("  {} is in control and takes {} from the POT", self.story.player(end.winner), end.pot);
            self.story.line(&text);
        }
    }

    fn game_ends(&mut self, state: &State) {
        let text = format!(
            "\n{} turns; {} in the POT, {} in the bank",
            state.turns(),
            state.holdings().pot(),
            state.holdings().bank()
        );
        self.story.line(&text);
    }
}

/// The name of a combo as the dice show it.
fn spaced(combo: Combo) -> String {
    let signs: Vec<String> = combo.name().chars().map(String::from).collect();
    signs.join(" ")
}

/// What some of the dice show.
fn faces(shown: Throw, dice: DiceSet) -> String {
    let text = shown.to_string();
    let all: Vec<&str> = text.split(' ').collect();
    (0..DICE).filter(|die| dice.dice().any(|one| one == *die)).map(|die| all[die]).collect::<Vec<_>>().join(" ")
}
