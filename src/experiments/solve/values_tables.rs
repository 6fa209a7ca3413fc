//! The tables of `analyze solve` for games from files: what each position between turns is worth.

use crate::record::grouped;
use crate::report::column::{Column, Definition};
use crate::report::package::CsvFiles;
use crate::report::table::{Table, csv_files};

/// What a game is solved for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolvedFor {
    /// Two players: the win share of the player whose turn it is.
    WinShare,
    /// One player: the final score.
    Score,
    /// One player: the turns to the end of the game.
    Turns,
}

impl SolvedFor {
    /// What a value is, in words.
    pub fn words(self) -> &'static str {
        match self {
            SolvedFor::WinShare => "win share of the player whose turn it is",
            SolvedFor::Score => "expected final score",
            SolvedFor::Turns => "expected number of turns to the end",
        }
    }
}

/// A game from a file that was solved.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvedValues {
    /// What it is solved for.
    pub aim: SolvedFor,
    /// How many play.
    pub players: usize,
    /// The value of the start.
    pub value: f64,
    /// The positions in words, each with its value.
    pub positions: Vec<(String, f64)>,
    /// The different turns, and the ways from one roll or decision to the next in them.
    pub turns: (usize, usize),
}

/// The most positions that people are shown.
const SHOWN: usize = 20;

/// Every CSV file.
pub fn values_files(solved: &SolvedValues) -> CsvFiles {
    csv_files([values(solved, 1)])
}

/// What people are shown: positions that are evenly spread.
pub fn values_summary(solved: &SolvedValues) -> Table {
    values(solved, shown_step(solved))
}

/// One of this many positions is shown to people.
fn shown_step(solved: &SolvedValues) -> usize {
    solved.positions.len().div_ceil(SHOWN).max(1)
}

/// Which positions people are shown, in words.
pub fn shown_positions(solved: &SolvedValues) -> String {
    let all = grouped(solved.positions.len() as u64);
    match shown_step(solved) {
        1 => format!("the table has all {all} positions"),
        step => format!("the table has one of {} positions; positions.csv has all {all}", grouped(step as u64)),
    }
}

fn values(solved: &SolvedValues, step: usize) -> Table {
    let columns = vec![
        Column::text(
            Definition::new("position", "position", "what tells the position from others, before a turn"),
            |row: &&(String, f64)| row.0.clone(),
        ),
        Column::solved(
            Definition::new(
                "value",
                "win share, score, or turns",
                "what it is worth with best play: the win share of the player whose turn it is; of one player the expected final score, or the expected number of turns to the end",
            ),
            |row: &&(String, f64)| row.1,
        ),
    ];
    Table::new("positions", columns, solved.positions.iter().step_by(step))
}
