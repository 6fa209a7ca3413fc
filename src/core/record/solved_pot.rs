//! What `analyze solve` finds out of POT.

/// A game of POT for two that is solved.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvedPotRecord {
    /// The win share of the player who starts, 0 to 1.
    pub value: f64,
    /// All positions at the start of a round: the own coins ascending, and for each those of the other.
    pub rounds: Vec<RoundStartRecord>,
    /// All positions that games can reach, each before a turn.
    pub turns: Vec<TurnStartRecord>,
    /// How many sweeps over the positions there were until nothing changed.
    pub sweeps: u32,
}

/// The start of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundStartRecord {
    /// The position, as the player who starts the round sees it.
    pub at: TurnStartRecord,
    /// Who pays for 3 4 5: `bank` or `player`.
    pub run345: &'static str,
    /// Who pays for 2 2 2: `bank`, `player` with 2 coins.
    pub twos: &'static str,
}

/// A position before a turn, as the player on turn sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnStartRecord {
    /// Its own coins.
    pub own: u32,
    /// Those of the other player.
    pub other: u32,
    /// Those in the POT.
    pub pot: u32,
    /// The lowest sum that takes control, 0 if any does.
    pub to_beat: u32,
    /// Whether somebody has held the goal in this round.
    pub goal_held: bool,
    /// The win share of the player on turn, 0 to 1.
    pub value: f64,
}
