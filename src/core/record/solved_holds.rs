//! What `analyze solve` finds out of a game in which a turn total is held or risked.

/// A game of two that is solved.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvedHoldsRecord {
    /// The score that wins.
    pub goal: u32,
    /// All pairs of scores below the goal: those of the player on turn ascending, and for each those of the other.
    pub turns: Vec<HoldRecord>,
}

/// The turn of a player with these scores on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scores {
    /// The player's own.
    pub own: u32,
    /// That of the other.
    pub other: u32,
}

/// What a player does best on its turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoldRecord {
    /// The scores as the turn begins.
    pub scores: Scores,
    /// The chance to win the game, 0 to 1.
    pub value: f64,
    /// The lowest turn total to hold at; `None` if it rolls until it has won.
    pub hold_at: Option<u32>,
    /// The lowest turn total above it that a throw from below can come to, and at which it rolls again; `None` if there is
    /// none.
    pub rolls_again_at: Option<u32>,
}

impl SolvedHoldsRecord {
    /// The turn with these scores, both below the goal.
    pub fn turn(&self, scores: Scores) -> &HoldRecord {
        &self.turns[(scores.own * self.goal + scores.other) as usize]
    }
}
