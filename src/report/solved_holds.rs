//! The tables of `analyze solve` for games in which a turn total is held or risked.
//!
//! Owns their columns, and which part of them people are shown.

use super::table::{Column, Field, Table, csv_file};
use crate::record::{HoldRecord, Scores, SolvedHoldsRecord};

/// How many scores people are shown, of each player, evenly spread from 0.
const SHOWN: u32 = 10;

/// Every CSV file, name and content.
pub fn solved_holds_files(solved: &SolvedHoldsRecord) -> Vec<(String, String)> {
    let known = |total: Option<u32>| total.map_or(Field::Text(String::new()), |total| Field::Whole(total.into()));
    let columns = vec![
        Column::whole("own", |turn: &&HoldRecord| turn.scores.own),
        Column::whole("other", |turn: &&HoldRecord| turn.scores.other),
        Column::solved("value", |turn: &&HoldRecord| turn.value),
        Column::plain("hold_at", move |turn: &&HoldRecord| known(turn.hold_at)),
        Column::plain("rolls_again_at", move |turn: &&HoldRecord| known(turn.rolls_again_at)),
    ];
    vec![csv_file(&Table::new("holds", columns, &solved.turns))]
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
    let mut columns = vec![Column::whole("own", |&own: &u32| own)];
    columns.extend(
        spread(solved.goal, SHOWN)
            .map(|other| Column::plain(format!("other {other}"), move |&own: &u32| hold_at(Scores { own, other }))),
    );
    Table::new("holds_summary", columns, spread(solved.goal, SHOWN))
}
