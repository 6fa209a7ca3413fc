//! States and decisions in words.

use super::{Act, Game, HIDDEN, Hidden, State, Way};

impl Game {
    /// The name of a way to decide.
    pub(crate) fn way(&self, step: usize, way: Way) -> String {
        match &self.steps[step].act {
            Act::Choose(choices) if choices[way.choice].number.is_some() => {
                format!("{} {}", choices[way.choice].name, way.chosen)
            }
            Act::Choose(choices) => choices[way.choice].name.clone(),
            _ if way.kept == 0 => "keep none".to_owned(),
            _ => format!("keep {}", self.dice.shown(way.kept)),
        }
    }

    /// The fields of the player on turn in words.
    pub(crate) fn shown_own(&self, state: &State) -> String {
        let own = self.fields[0].iter().zip(&state.slots);
        own.map(|(field, value)| format!("{} {value}", field.name)).collect::<Vec<_>>().join(", ")
    }

    /// The fields of the turn in words.
    pub(crate) fn shown_turn(&self, state: &State) -> String {
        let turn = self.fields[1].iter().zip(&state.slots[self.turn_slots()]);
        turn.map(|(field, value)| format!("{} {value}", field.name)).collect::<Vec<_>>().join(", ")
    }

    /// A state in words.
    pub(crate) fn shown(&self, state: &State) -> String {
        format!("step {}, {}", self.steps[state.step].name, self.shown_in_step(state))
    }

    /// A state in words, without its step.
    pub(crate) fn shown_in_step(&self, state: &State) -> String {
        let mut parts = Vec::new();
        if state.dice != 0 {
            parts.push(format!("dice {}", self.dice.shown(state.dice)));
        }
        let own = self.own();
        for slot in (0..own).chain(self.players * own..self.slots() - HIDDEN) {
            parts.push(format!("{} {}", self.field(slot).name, state.slots[slot]));
        }
        for (player, slots) in state.slots[..self.players * own].chunks(own.max(1)).enumerate().skip(1) {
            let fields = self.fields[0].iter().zip(slots).map(|(field, value)| format!("{} {value}", field.name));
            let seat = (state.slots[self.hidden(Hidden::Seat)] as usize - 1 + player) % self.players + 1;
            parts.push(format!("seat {seat}: {}", fields.collect::<Vec<_>>().join(" ")));
        }
        parts.join(", ")
    }

    /// A state in which something is decided, as options of `analyze advise`: they name everything that it holds.
    pub(crate) fn as_options(&self, state: &State) -> String {
        let (own, players) = (self.own(), self.players);
        let seat = state.slots[self.hidden(Hidden::Seat)] as usize - 1;
        let field = |slot: usize| format!("{}={}", self.field(slot).name, state.slots[slot]);
        let mut fields: Vec<String> = (0..own).chain(players * own..self.slots() - HIDDEN).map(field).collect();
        fields.push(format!("round={}", state.slots[self.hidden(Hidden::Round)]));
        let other = |slot: usize| format!("seat{}.{}", (seat + slot / own) % players + 1, field(slot));
        fields.extend((own..players * own).map(other));
        let mut options = format!("--step {} --at {}", self.steps[state.step].name, fields.join(","));
        if state.dice != 0 {
            let faces = self.dice.with_counts(state.dice, |counts| {
                let shown = counts.iter().enumerate().map(|(face, &n)| vec![self.dice.face_shown(face); n.into()]);
                shown.flatten().collect::<Vec<_>>().join(",")
            });
            // Faces of several kinds of dice have names of two words.
            options += &format!(" --dice {}", faces.replace(' ', ":"));
        }
        if let card @ 1.. = state.slots[self.hidden(Hidden::Card)] {
            options += &format!(" --card {card}");
        }
        if self.contest.is_some() {
            let taken = state.slots[self.hidden(Hidden::Taken)] as usize;
            options += &format!(" --first {}", (seat + players - taken) % players + 1);
        }
        options
    }
}
