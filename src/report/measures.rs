//! What is measured of how games go: its name, its unit, and what it means.
//!
//! Owns the words of the measures of `stats`, and how their sums are read, for all tables that have them.

use crate::record::WeighedSums;
use crate::stats::{Measure, RatioSums, Standing};

/// The name of a measure in files and targets.
pub(crate) const fn name(measure: Measure) -> &'static str {
    match measure {
        Measure::Rounds => "rounds",
        Measure::LeadChanges => "lead_changes",
        Measure::Tension => "tension",
        Measure::Excitement => "excitement",
        Measure::Decided => "decided",
        Measure::DecidedRound => "decided_round",
        Measure::Comeback => "comeback",
        Measure::ComebackFrom20 => "comeback_from_20",
        Measure::ComebackFrom10 => "comeback_from_10",
        Measure::Runaway => "runaway",
        Measure::Dead => "dead",
        Measure::Downtime => "downtime",
        Measure::Idle => "idle",
    }
}

/// What its numbers are counted in.
pub(crate) const fn unit(measure: Measure) -> &'static str {
    match measure {
        Measure::Rounds | Measure::DecidedRound => "rounds",
        Measure::LeadChanges => "lead changes",
        Measure::Excitement => "wins",
        Measure::Downtime => "turns",
        Measure::Tension
        | Measure::Decided
        | Measure::Comeback
        | Measure::ComebackFrom20
        | Measure::ComebackFrom10
        | Measure::Runaway
        | Measure::Dead
        | Measure::Idle => "1",
    }
}

/// What it is, as a phrase, where standings are of this kind.
pub(crate) const fn meaning(measure: Measure, standing: Standing) -> &'static str {
    match (measure, standing) {
        (Measure::Rounds, _) => "rounds of a game",
        (Measure::LeadChanges, Standing::Value) => {
            "how often the highest win probability after a round is that of another seat than before"
        }
        (Measure::LeadChanges, Standing::Score) => {
            "how often the highest score after a round is that of another seat than before"
        }
        (Measure::Tension, Standing::Value) => {
            "1 minus the lead of the highest win probability over the second, averaged over the positions before each round"
        }
        (Measure::Tension, Standing::Score) => {
            "1 minus the lead of the highest share of the scores over the second, averaged over the positions before each round"
        }
        (Measure::Excitement, _) => "sum of all gains in win probability from round to round",
        (Measure::Decided, Standing::Value) => {
            "share of the rounds after which the win probability of the winner stayed above 90%"
        }
        (Measure::Decided, Standing::Score) => "share of the rounds after which the winner stayed alone in the lead",
        (Measure::DecidedRound, Standing::Value) => {
            "round after which the win probability of the winner stayed above 90%"
        }
        (Measure::DecidedRound, Standing::Score) => "round after which the winner stayed alone in the lead",
        (Measure::Comeback, _) => "lowest win probability of the winner before any round",
        (Measure::ComebackFrom20, _) => "share of games whose winner once had a win probability below 20%",
        (Measure::ComebackFrom10, _) => "share of games whose winner once had a win probability below 10%",
        (Measure::Runaway, _) => "win share of the player who led alone after a quarter of the rounds",
        (Measure::Dead, _) => "share of rounds that a player begins with a win probability below 1%",
        (Measure::Downtime, _) => "turns of others between two turns of a player",
        (Measure::Idle, _) => {
            "share of rounds in which no decision of a player had a best option worth 1% of a win more than the middle one"
        }
    }
}

/// The measure of this name.
pub(crate) fn measure(called: &str) -> Option<Measure> {
    Measure::ALL.into_iter().find(|measure| name(*measure) == called)
}

/// Sums over blocks as a ratio is made of them.
pub(crate) fn ratio(sums: &WeighedSums) -> RatioSums {
    RatioSums {
        active: sums.active,
        x: sums.of,
        y: sums.sum,
        xx: sums.of_squared,
        xy: sums.products,
        yy: sums.squares,
        ends: None,
    }
}
