//! What `analyze solve` finds out: the value of a two-player game, and optimal play.

/// A game that is solved.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvedRecord {
    /// The win share that the player who starts the game can expect, 0 to 1.
    pub value: f64,
    /// Positions between rounds with no dice left on the table.
    pub positions: Vec<PositionRecord>,
    /// What the starter of a round does in some of them.
    pub starts: Vec<StartRecord>,
}

/// A position between two rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionRecord {
    /// The round to come, from 1.
    pub round: u32,
    /// The dice of the player who starts it.
    pub first: u32,
    /// Those of the other one.
    pub other: u32,
    /// The win share that the first can expect.
    pub value: f64,
}

impl SolvedRecord {
    /// The cards of which in some round this was found out about the dice considered: for each a start of the round in which
    /// the last dice changed most.
    pub fn cards_with(&self, enough: &str) -> Vec<&StartRecord> {
        let mut cards: Vec<&StartRecord> = Vec::new();
        for start in self.starts.iter().filter(|start| start.enough == enough) {
            match cards.iter_mut().find(|known| known.labels[0] == start.labels[0]) {
                Some(known) if start.last_change > known.last_change => *known = start,
                Some(_) => {}
                None => cards.push(start),
            }
        }
        cards.sort_by(|a, b| a.labels[0].cmp(&b.labels[0]));
        cards
    }
}

impl PositionRecord {
    /// How many dice the first player holds more, fewer if negative.
    pub fn lead(&self) -> i64 {
        i64::from(self.first) - i64::from(self.other)
    }
}

/// The start of a round under a card.
#[derive(Clone, Debug, PartialEq)]
pub struct StartRecord {
    /// The position; its value is that under this card.
    pub position: PositionRecord,
    /// Id, condition as the deck writes it, trigger, back.
    pub labels: [String; 4],
    /// The dice that the starter commits.
    pub dice: u32,
    /// The most dice that were considered under the card in the round.
    pub considered: u32,
    /// How it is known that no more are needed: `proven`, `unchanged` or `capped`.
    pub enough: &'static str,
    /// By how much the last dice that were added changed what a position of the round is worth under the card, at the most.
    pub last_change: f64,
    /// How likely the starter's result is one of which the best response is to beat it with the lowest chance, 0 to 1.
    pub better_lost: f64,
}
