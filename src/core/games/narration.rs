//! What the narrations of all games share: who is called what, and how a game ends.

use super::{Fault, Game, Observer, Outcome, RowCounts, Seat, Seating, Table, WHOLE_WIN, recorded};

/// Narrates a game of this block at the end of `text`, as `play` plays it. `names` are those of the strategies.
///
/// # Errors
/// The fault of a strategy, after the story up to it has been written.
pub fn narrate<G: Game>(
    game: &G,
    table: Table<'_, G::Strategy>,
    names: &[String],
    text: &mut String,
    play: impl FnOnce(&mut G::Scratch, &mut Story<'_>) -> Result<Outcome, Fault>,
) -> Result<Outcome, Fault> {
    let mut scratch = game.scratch();
    game.begin_block(table.block, &mut scratch);
    let mut story = Story { names, seating: table.seating, text };
    let outcome = play(&mut scratch, &mut story)?;
    story.end(game.scores(), &outcome);
    Ok(outcome)
}

/// A game as it is narrated to people, written line by line.
#[derive(Debug)]
pub struct Story<'g> {
    names: &'g [String],
    seating: &'g Seating,
    text: &'g mut String,
}

impl<'g> Story<'g> {
    /// Writes a part of a line.
    pub fn part(&mut self, part: &str) {
        self.text.push_str(part);
    }

    /// Writes a line, or the rest of one.
    pub fn line(&mut self, line: &str) {
        self.part(line);
        self.part("\n");
    }

    /// How many play.
    pub fn seats(&self) -> usize {
        self.seating.len()
    }

    /// A player: the name of its strategy, and its seat.
    pub fn player(&self, seat: Seat) -> String {
        format!("{} (seat {})", self.names[self.seating[seat.index()]], seat.number())
    }

    /// Players, and something of each.
    pub fn each(&self, seats: impl Iterator<Item = Seat>, what: impl Fn(Seat) -> String) -> String {
        seats.map(|seat| format!("{} {}", self.player(seat), what(seat))).collect::<Vec<_>>().join(", ")
    }

    /// Players together.
    pub fn together(&self, seats: impl Iterator<Item = Seat>) -> String {
        seats.map(|seat| self.player(seat)).collect::<Vec<_>>().join(" and ")
    }

    /// Says who has won, and what each seat ends with.
    fn end(&mut self, scores: &str, outcome: &Outcome) {
        let seats = || (0..self.seating.len() as u8).map(Seat);
        let winners = self.together(seats().filter(|seat| outcome.share[seat.index()] > 0));
        let alone = outcome.share.iter().any(|&share| u32::from(share) == WHOLE_WIN);
        let verb = if alone { "wins" } else { "share the win" };
        let each = self.each(seats(), |seat| outcome.score[seat.index()].to_string());
        self.line(&format!("\nThe game ends. {scores}: {each}.\n{winners} {verb}."));
    }
}

/// A story counts nothing.
impl Observer for Story<'_> {
    fn wants(&self) -> bool {
        false
    }

    fn count(&mut self, _: usize, _: usize, _: &RowCounts) {}

    fn is_told(&self) -> bool {
        recorded::is_told()
    }

    fn story(&mut self) -> Option<Story<'_>> {
        Some(Story { names: self.names, seating: self.seating, text: self.text })
    }
}

/// A number of things: the word for one of them, and for several.
pub fn counted(number: impl Into<u64>, one: &str, several: &str) -> String {
    let number = number.into();
    format!("{} {}", grouped(number), noun(number, one, several))
}

/// A number with its digits in groups of three: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let is_start = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if is_start(at) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The word for so many things: that for one of them, or for several.
pub fn noun<'n>(number: impl Into<u64>, one: &'n str, several: &'n str) -> &'n str {
    if number.into() == 1 { one } else { several }
}
