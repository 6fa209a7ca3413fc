//! The tables of `analyze solve` for POT.
//!
//! Owns their columns, and which part of them people are shown.

use super::holds_tables::spread;
use crate::record::{RoundStartRecord, SolvedPotRecord, TurnStartRecord};
use crate::report::column::{Column, Definition, Heading};
use crate::report::field::Field;
use crate::report::package::CsvFiles;
use crate::report::table::{Table, csv_files};

const OWN: Definition = Definition::new("own", "coins", "coins of the player whose turn it is");
const OTHER: Definition = Definition::new("other", "coins", "coins of the other player");
const VALUE: Definition =
    Definition::new("value", "1", "win share of the player whose turn it is, if both play best; a tie counts 1/2");

/// How many numbers of coins people are shown, of each player, evenly spread from 0.
const SHOWN: u32 = 8;

/// Every CSV file.
pub fn solved_pot_files(solved: &SolvedPotRecord) -> CsvFiles {
    csv_files([rounds(solved), turns(solved)])
}

/// `rounds`: each start of a round.
fn rounds(solved: &SolvedPotRecord) -> Table {
    let columns = vec![
        Column::whole(OWN, |round: &&RoundStartRecord| round.at.own),
        Column::whole(OTHER, |round: &&RoundStartRecord| round.at.other),
        Column::solved(VALUE, |round: &&RoundStartRecord| round.at.value),
        Column::text(
            Definition::label("345", "who should pay for 3 4 5: the bank or the other player"),
            |round: &&RoundStartRecord| round.run345,
        ),
        Column::text(
            Definition::label("222", "who should pay for 2 2 2: the bank or the other player"),
            |round: &&RoundStartRecord| round.twos,
        ),
    ];
    Table::new("rounds", columns, &solved.rounds)
}

/// `positions`: each position before a turn.
fn turns(solved: &SolvedPotRecord) -> Table {
    let columns = vec![
        Column::whole(OWN, |turn: &&TurnStartRecord| turn.own),
        Column::whole(OTHER, |turn: &&TurnStartRecord| turn.other),
        Column::whole(Definition::new("pot", "coins", "coins in the POT"), |turn: &&TurnStartRecord| turn.pot),
        Column::whole(
            Definition::new("to_beat", "points", "lowest sum that takes control, 0 if any does"),
            |turn: &&TurnStartRecord| turn.to_beat,
        ),
        Column::text(
            Definition::label("goal_held", "yes if somebody has held the goal in this round"),
            |turn: &&TurnStartRecord| if turn.goal_held { "yes" } else { "no" },
        ),
        Column::solved(VALUE, |turn: &&TurnStartRecord| turn.value),
    ];
    Table::new("positions", columns, &solved.turns)
}

/// The numbers of coins of a player at the start of a round, from none to the most.
pub fn coins(solved: &SolvedPotRecord) -> u32 {
    solved.rounds.iter().map(|round| round.at.own + 1).max().unwrap_or(1)
}

/// The value at the start of a round.
pub fn round_value(solved: &SolvedPotRecord, own: u32, other: u32) -> Option<f64> {
    let at = solved.rounds.iter().find(|round| (round.at.own, round.at.other) == (own, other))?;
    Some(at.at.value)
}

/// What people are shown: the win share at the start of a round, by the coins of both.
pub fn solved_pot_summary(solved: &SolvedPotRecord) -> Table {
    let most = coins(solved);
    let mut columns = vec![Column::whole(OWN, |&own: &u32| own)];
    columns.extend(spread(most, SHOWN).map(|other| {
        Column::new(Heading::in_words(format!("other {other}")), move |&own: &u32| {
            Field::Solved(round_value(solved, own, other))
        })
    }));
    Table::new("rounds_summary", columns, spread(most, SHOWN))
}
