//! The tables of `analyze solve` for games in which a turn total is held or risked.
//!
//! Owns their columns, and which part of them people are shown.

use crate::record::{HoldRecord, Scores, SolvedHoldsRecord};
use crate::report::column::{Column, Definition, Heading};
use crate::report::field::Field;
use crate::report::package::CsvFiles;
use crate::report::table::{Table, csv_files};

const OWN: Definition = Definition::new("own", "points", "the score of the player whose turn it is");

/// How many scores people are shown, of each player, evenly spread from 0.
const SHOWN: u32 = 10;

/// Every CSV file.
pub fn solved_holds_files(solved: &SolvedHoldsRecord) -> CsvFiles {
    let columns = vec![
        Column::whole(OWN, |turn: &&HoldRecord| turn.scores.own),
        Column::whole(Definition::new("other", "points", "the score of the other player"), |turn: &&HoldRecord| {
            turn.scores.other
        }),
        Column::solved(
            Definition::new("value", "1", "chance to win of whose turn it is, both playing best"),
            |turn: &&HoldRecord| turn.value,
        ),
        Column::whole_if_any(
            Definition::new("hold_at", "points", "lowest turn total to hold at, empty if it rolls until it has won"),
            |turn: &&HoldRecord| turn.hold_at,
        ),
        Column::whole_if_any(
            Definition::new(
                "rolls_again_at",
                "points",
                "lowest turn total above hold_at at which it rolls again, empty if there is none",
            ),
            |turn: &&HoldRecord| turn.rolls_again_at,
        ),
    ];
    csv_files([Table::new("holds", columns, &solved.turns)])
}

/// Scores that are evenly spread from 0 to below a goal, about so many.
pub fn spread(goal: u32, many: u32) -> impl Iterator<Item = u32> + Clone {
    (0..goal).step_by(goal.div_ceil(many) as usize)
}

/// What people are shown: the turn totals to hold at, by the own score and that of the other.
pub fn solved_holds_summary(solved: &SolvedHoldsRecord) -> Table {
    let hold_at = |scores: Scores| match solved.turn(scores).hold_at {
        Some(total) => Field::Whole(total.into()),
        None => Field::Text("win".to_owned()),
    };
    let mut columns = vec![Column::whole(OWN, |&own: &u32| own)];
    columns.extend(spread(solved.goal, SHOWN).map(|other| {
        Column::new(Heading::in_words(format!("other {other}")), move |&own: &u32| hold_at(Scores { own, other }))
    }));
    Table::new("holds_summary", columns, spread(solved.goal, SHOWN))
}
