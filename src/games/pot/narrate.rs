//! Narrating a game for people: each roll, what was kept, what a combo pays, who is in control.
//!
//! Owns the words. A letter is written as the letter of the die that shows it.

use super::choices::Choices;
use super::dice::{Combo, DICE, DiceSet, Throw};
use super::play::Watch;
use super::state::{RoundEnd, State, Takes, Turn};
use super::view::Reroll;
use crate::games::Seat;
use crate::games::narration::{Story, counted};

/// Writes the story of a game.
pub(super) struct Narrator<'g> {
    story: Story<'g>,
    /// The coins as the turn began; the coin paid for a reroll is in the POT already.
    before: Coins,
    shown: Throw,
}

/// How coins are spread.
#[derive(Clone, Default)]
struct Coins {
    players: Vec<u32>,
    bank: u32,
    pot: u32,
}

impl<'g> Narrator<'g> {
    pub(super) fn new(story: Story<'g>) -> Narrator<'g> {
        Narrator { story, before: Coins::default(), shown: Throw::POT }
    }

    /// Who gained and lost coins by the combo.
    fn payments(&self, roller: Seat, state: &State) -> String {
        let mut parts = Vec::new();
        let change = |now: u32, before: u32| i64::from(now) - i64::from(before);
        let bank = change(state.bank(), self.before.bank);
        if bank != 0 {
            let verb = if bank < 0 { "from" } else { "to" };
            parts.push(format!("{} {verb} the bank", bank.abs()));
        }
        for (seat, (&now, &before)) in state.all_coins().iter().zip(&self.before.players).enumerate() {
            let (seat, change) = (Seat(seat as u8), change(now, before));
            if seat != roller && change != 0 {
                let verb = if change < 0 { "from" } else { "to" };
                parts.push(format!("{} {verb} {}", change.abs(), self.story.player(seat)));
            }
        }
        if state.pot() < self.before.pot {
            parts.push(format!("{} from the POT", self.before.pot - state.pot()));
        }
        if parts.is_empty() { "nothing is paid".to_owned() } else { parts.join(", ") }
    }
}

impl Watch for Narrator<'_> {
    fn round_begins(&mut self, state: &State) {
        let (round, pot, bank) = (state.round() + 1, state.pot(), state.bank());
        let each = self.story.each((0..state.seats() as u8).map(Seat), |seat| state.coins(seat).to_string());
        self.story.line(&format!("\nRound {round}: {pot} in the POT, {bank} in the bank; {each}"));
    }

    fn turn_begins(&mut self, _: &Choices, state: &State) {
        self.before = Coins { players: state.all_coins().to_vec(), bank: state.bank(), pot: state.pot() };
        let seat = state.next();
        let against = match state.control() {
            Some(control) => format!("against {} of {}", control.score, self.story.player(control.seat)),
            None => "with nobody in control".to_owned(),
        };
        let text = format!("  {}, {}, {against}", self.story.player(seat), counted(state.coins(seat), "coin", "coins"));
        self.story.line(&text);
    }

    fn rolled(&mut self, shown: Throw) {
        self.shown = shown;
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
                self.before.pot += 1;
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
        let combo = turn.result.combo;
        let text = match combo {
            Combo::Ones => format!("    1 1 1 ends the turn: {payments}"),
            Combo::Pot => format!("    P O T takes the POT and ends the round: {payments}"),
            Combo::None => format!("    = {}{}", turn.result.score, takes(turn.takes)),
            _ => format!("    = {}{}; {}: {payments}", turn.result.score, takes(turn.takes), spaced(combo)),
        };
        self.story.line(&text);
    }

    fn round_ends(&mut self, end: RoundEnd, _: &State) {
        if self.shown != Throw::POT {
            let text = format!("  {} is in control and takes {} from the POT", self.story.player(end.winner), end.pot);
            self.story.line(&text);
        }
    }

    fn game_ends(&mut self, state: &State) {
        let text = format!("\n{} turns; {} in the POT, {} in the bank", state.turns(), state.pot(), state.bank());
        self.story.line(&text);
    }
}

fn takes(takes: Takes) -> &'static str {
    match takes {
        Takes::Control => ", takes control",
        Takes::Nothing => "",
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
