//! What the narrations of all games share: who is called what, and how a game ends.

use super::{Outcome, Seat, Seating, WHOLE_WIN};

/// A game as people are told it, written line by line.
#[derive(Debug)]
pub struct Story<'g> {
    names: &'g [String],
    seating: &'g Seating,
    text: &'g mut String,
}

impl<'g> Story<'g> {
    /// A story of the strategies with these names, which goes on behind `text`.
    pub fn new(names: &'g [String], seating: &'g Seating, text: &'g mut String) -> Story<'g> {
        Story { names, seating, text }
    }

    /// Writes a part of a line.
    pub fn part(&mut self, part: &str) {
        self.text.push_str(part);
    }

    /// Writes a line, or the rest of one.
    pub fn line(&mut self, line: &str) {
        self.part(line);
        self.part("\n");
    }

    /// A player: the name of its strategy, and its seat.
    pub fn player(&self, seat: Seat) -> String {
        format!("{} (seat {})", self.names[self.seating[seat.index()]], seat.number())
    }

    /// Says who has won, and what each seat ends with, which is counted in `what`.
    pub fn end(&mut self, what: &str, outcome: &Outcome) {
        let seats = || (0..self.seating.len()).map(|seat| (seat, self.player(Seat(seat as u8))));
        let winners: Vec<String> =
            seats().filter(|&(seat, _)| outcome.share[seat] > 0).map(|(_, player)| player).collect();
        let alone = outcome.share.iter().any(|&share| u32::from(share) == WHOLE_WIN);
        let verb = if alone { "wins" } else { "share the win" };
        let scores: Vec<String> = seats().map(|(seat, player)| format!("{player} {}", outcome.score[seat])).collect();
        self.line(&format!("\nThe game ends. {what}: {}.\n{} {verb}.", scores.join(", "), winners.join(" and ")));
    }
}
