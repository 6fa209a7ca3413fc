//! Distributions: how many games ended with each score, each margin and each length.
//!
//! Owns their table, and what is counted of players who ended with nothing.

use super::column::{Column, Definition};
use super::definitions;
use super::table::Table;
use crate::record::{Histogram, LengthRecord, StrategyRecord, Tallies, both};

/// A distribution that a run has counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution<'a> {
    /// Of what: `score`, `margin`, or a metric of `length.csv`.
    pub metric: &'a str,
    /// The strategy whose scores they are; empty of what belongs to a game.
    pub strategy: &'a str,
    /// Games by value; of scores the games of all seats of the strategy.
    pub games: Histogram,
}

/// All distributions: the scores of each strategy, the margins, and the lengths.
pub fn distributions(tallies: &Tallies) -> Vec<Distribution<'_>> {
    let of_game = |metric, games: &Histogram| Distribution { metric, strategy: "", games: games.clone() };
    let scores = tallies.strategies.iter().map(|StrategyRecord { name, scores, .. }| {
        // Plausible records have fewer games than a count can hold.
        Distribution { metric: "score", strategy: name, games: both(scores).unwrap_or_default() }
    });
    let lengths = tallies.lengths.iter().map(|LengthRecord { metric, histogram, .. }| of_game(metric, histogram));
    scores.chain([of_game("margin", &tallies.margins)]).chain(lengths).collect()
}

/// `distributions`: a row for each value that any game had.
pub(crate) fn distributions_table(tallies: &Tallies) -> Table {
    type Row<'a> = (&'a Distribution<'a>, (u32, u64));
    let all = distributions(tallies);
    let rows = all.iter().flat_map(|of| of.games.iter().map(move |&value| (of, value)));
    let columns = vec![
        Column::text(definitions::METRIC, |row: &Row<'_>| row.0.metric),
        Column::text(
            Definition::label("strategy", "whose scores they are, empty of what belongs to a game"),
            |row: &Row<'_>| row.0.strategy,
        ),
        Column::whole(
            Definition::new("value", definitions::BY_METRIC, "the value of the metric at the end of a game"),
            |row: &Row<'_>| row.1.0,
        ),
        Column::whole(
            Definition::new("games", "games", "games that had this value, one for each seat of the strategy"),
            |row: &Row<'_>| row.1.1,
        ),
    ];
    Table::new("distributions", columns, rows)
}

/// Whether the game eliminates players, which it does where they have nothing left.
pub fn eliminates(tallies: &Tallies) -> bool {
    tallies.lengths.iter().any(|length| length.metric == "eliminations")
}

/// In how many of these games a player was eliminated.
pub fn eliminated(scores: &Histogram) -> u64 {
    scores.first().map_or(0, |&(score, games)| if score == 0 { games } else { 0 })
}
