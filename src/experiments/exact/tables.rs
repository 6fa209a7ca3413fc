//! The table of `analyze exact`.

use super::record::{Bounded, ExactPair, ExactRecord, ExactStart};
use crate::report::column::{Column, Definition};
use crate::report::definitions;
use crate::report::package::CsvFiles;
use crate::report::table::{Origin, Table, csv_files};

/// In which seat a strategy sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    First,
    Second,
    /// In both equally often.
    Both,
}

impl Place {
    fn name(self) -> &'static str {
        match self {
            Place::First => "1",
            Place::Second => "2",
            Place::Both => "both",
        }
    }
}

/// What a strategy comes to in a place.
#[derive(Clone, Copy)]
struct Row<'r> {
    pair: &'r ExactPair,
    /// The pair of the first combination.
    base: &'r ExactPair,
    strategy: usize,
    place: Place,
}

impl Row<'_> {
    /// A number of games in which the strategy sits in its place.
    fn number(&self, of: impl Fn(&ExactStart, usize) -> Bounded) -> Bounded {
        let in_seat = |seat: usize| of(&self.pair.starts[self.strategy ^ seat], self.strategy);
        match self.place {
            Place::First => in_seat(0),
            Place::Second => in_seat(1),
            Place::Both => in_seat(0).mean(in_seat(1)),
        }
    }

    fn share(&self) -> Bounded {
        self.number(|start, strategy| start.share[strategy])
    }

    /// How much more it wins than in the first combination.
    fn change(&self) -> f64 {
        self.share().value - Row { pair: self.base, ..*self }.share().value
    }
}

/// The win share of a strategy (0 or 1) if both start equally often.
pub fn exact_share(pair: &ExactPair, strategy: usize) -> Bounded {
    Row { pair, base: pair, strategy, place: Place::Both }.share()
}

/// The same in games that it starts, then in games that it does not start.
pub fn exact_shares_by_seat(pair: &ExactPair, strategy: usize) -> [Bounded; 2] {
    [Place::First, Place::Second].map(|place| Row { pair, base: pair, strategy, place }.share())
}

/// `exact`: for each combination what each strategy comes to in each seat, and in both equally often.
pub fn exact(record: &ExactRecord) -> Table {
    let base = &record.combinations[0];
    let rows = record.combinations.iter().flat_map(|pair| {
        let places = [Place::Both, Place::First, Place::Second];
        [0, 1].into_iter().flat_map(move |strategy| places.map(|place| Row { pair, base, strategy, place }))
    });
    let keys = record.vary.iter().enumerate();
    let mut columns: Vec<Column<'_, Row<'_>>> =
        keys.map(|(at, varied)| Column::key(varied, move |row: &Row<'_>| row.pair.values[at].clone())).collect();
    columns.extend([
        Column::text(definitions::STRATEGY, |row: &Row<'_>| row.pair.strategies[row.strategy].clone()),
        Column::text(definitions::AGAINST, |row: &Row<'_>| row.pair.strategies[1 - row.strategy].clone()),
        Column::text(
            Definition::label(
                "seat",
                "1: games that it starts; 2: games that the other starts; both: the average of the two",
            ),
            |row: &Row<'_>| row.place.name(),
        ),
        Column::solved(definitions::WIN_SHARE, |row: &Row<'_>| row.share().value),
        Column::solved(definitions::ev(&record.game), |row: &Row<'_>| {
            row.number(|start, strategy| start.score[strategy]).value
        }),
        Column::solved(Definition::new("turns", "turns", "mean number of turns in a game"), |row: &Row<'_>| {
            row.number(|start, _| start.turns).value
        }),
        Column::solved(Definition::new("rounds", "rounds", "mean number of rounds in a game"), |row: &Row<'_>| {
            row.number(|start, _| start.rounds).value
        }),
        Column::solved(
            Definition::new("win_share_within", "1", "largest possible error of win_share"),
            |row: &Row<'_>| row.share().within,
        ),
        Column::whole(
            Definition::new("positions", "positions", "positions that can occur in a game between the two"),
            |row: &Row<'_>| row.pair.positions,
        ),
    ]);
    if !record.vary.is_empty() {
        let told = "win_share less that of the first combination; exact to within the sum of both win_share_within";
        columns.push(Column::solved(Definition::new("win_share_change", "1", told), Row::change));
    }
    Table::new("exact", columns, rows)
}

/// What people are shown of it: without how it was found.
pub fn exact_summary(record: &ExactRecord) -> Table {
    exact(record).without(&["win_share_within", "positions"])
}

/// The largest bound on the error of a win share.
pub fn exact_within(record: &ExactRecord) -> f64 {
    let starts = record.combinations.iter().flat_map(|pair| &pair.starts);
    starts.flat_map(|start| start.share).map(|share| share.within).fold(0.0, f64::max)
}

/// The CSV files.
pub fn exact_files(record: &ExactRecord, origin: &Origin) -> CsvFiles {
    csv_files([exact(record).of(origin)])
}
