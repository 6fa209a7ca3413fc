//! What games count beyond wins and length: their tables, as they are declared.
//!
//! Owns what a declaration says of each column: its name, its unit and its meaning. Records keep names alone, so the
//! meaning of a recorded column is looked up here, by its game.

use super::BuiltIn;
use super::battle::Battle;
use super::gang::Gang;
use super::pig::Pig;
use super::pot::Pot;
use serde::{Deserialize, Serialize};

/// How a column of a statistics table is made from the counts of its rows; numbers are positions in [`RowCounts`](super::RowCounts). Records
/// of runs keep it as it is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    /// The plain number.
    Count {
        /// The count.
        of: usize,
    },
    /// A proportion `of / among`, from 0 to 1.
    Rate {
        /// The count of the cases.
        of: usize,
        /// The count of the occasions.
        among: usize,
    },
    /// A mean `of / among` of any size.
    Mean {
        /// The sum.
        of: usize,
        /// What it is divided by.
        among: usize,
    },
}

/// A column that labels a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its name in the table.
    pub name: &'static str,
    /// What it says of a row, as a phrase without a full stop.
    pub meaning: &'static str,
}

/// The label that says whose a row is.
pub const STRATEGY: Label = Label { name: "strategy", meaning: "the strategy that the row is about" };

/// A column of a statistics table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name in the table.
    pub name: &'static str,
    /// How it is made.
    pub kind: ColumnKind,
    /// In what it is counted, in the plural; `1` for a proportion.
    pub unit: &'static str,
    /// What it is, as a phrase without a full stop.
    pub meaning: &'static str,
}

impl Column {
    /// The plain number of the count `of`.
    pub const fn count(of: usize, name: &'static str, unit: &'static str, meaning: &'static str) -> Column {
        Column { name, kind: ColumnKind::Count { of }, unit, meaning }
    }

    /// The proportion of the count `of` among the count `among`.
    pub const fn rate((of, among): (usize, usize), name: &'static str, meaning: &'static str) -> Column {
        Column { name, kind: ColumnKind::Rate { of, among }, unit: "1", meaning }
    }

    /// The mean of the sum `of` over the count `among`.
    pub const fn mean(
        (of, among): (usize, usize),
        name: &'static str,
        unit: &'static str,
        meaning: &'static str,
    ) -> Column {
        Column { name, kind: ColumnKind::Mean { of, among }, unit, meaning }
    }
}

/// A table of things a game counts, as it is declared: all but its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedTable {
    /// The file it becomes, without `.csv`.
    pub name: &'static str,
    /// The columns that label a row.
    pub labels: &'static [Label],
    /// The columns after the labels.
    pub columns: &'static [Column],
}

/// A table of things a game counts, with its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatisticsTable {
    /// Its declaration.
    pub counted: &'static CountedTable,
    /// The labels of each row.
    pub rows: Vec<Vec<String>>,
}

impl StatisticsTable {
    /// A table with a row for each strategy and each of the things that it is counted by; with none, for each strategy.
    pub fn by_strategy(counted: &'static CountedTable, strategies: &[String], things: &[&str]) -> StatisticsTable {
        let things: Vec<Vec<String>> = match things {
            [] => vec![Vec::new()],
            _ => things.iter().map(|&thing| vec![thing.to_owned()]).collect(),
        };
        let row = |strategy, thing: &Vec<String>| [std::slice::from_ref(strategy), thing].concat();
        let rows = strategies.iter().flat_map(|strategy| things.iter().map(move |thing| row(strategy, thing)));
        StatisticsTable { counted, rows: rows.collect() }
    }
}

/// What a game declares of the columns of its tables.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    /// The name of the game.
    pub name: &'static str,
    /// The unit of scores.
    pub score: &'static str,
    /// The tables of what it counts.
    pub tables: &'static [&'static CountedTable],
}

impl Declared {
    const fn of<G: BuiltIn>() -> Declared {
        Declared { name: G::NAME, score: G::SCORE, tables: G::COUNTED }
    }
}

/// What a game from a file counts about its deck: one row for each card.
pub const CARDS_OF_FILE: CountedTable = CountedTable {
    name: "card_rounds",
    labels: &[Label { name: "card", meaning: "the card of the deck" }],
    columns: &[
        Column::mean((1, 0), "dice_mean", "dice", "mean number of dice in the first roll of a turn on this card"),
        Column::rate((2, 0), "invalid_rate", "share of turns on this card with an invalid result"),
    ],
};

/// The declaration of every game from a file.
const OF_FILE: Declared = Declared { name: "", score: "score", tables: &[&CARDS_OF_FILE] };

/// What the game with this name declares. A game that is not built in is a game from a file.
pub fn declared(game: &str) -> Declared {
    const ALL: [Declared; 4] =
        [Declared::of::<Gang>(), Declared::of::<Pot>(), Declared::of::<Battle>(), Declared::of::<Pig>()];
    ALL.into_iter().find(|declared| declared.name == game).unwrap_or(OF_FILE)
}
