//! `payoffs.csv` and `ranking.csv`.

use super::taken::{is_luck_asked, luck_gain};
use super::whole::{cycles_table, equilibria_table, ratings_table};
use super::{Meta, Payoff, Standings};
use crate::record::Schedule;
use crate::report::column::{Column, Definition, Heading, Kind};
use crate::report::compare::Verdict;
use crate::report::definitions;
use crate::report::field::Field;
use crate::report::package::CsvFiles;
use crate::report::table::{Origin, Table, csv_files};

const CELL: Definition =
    Definition::new("cell", "table", "the number of the table; empty if a strategy meets only copies of itself");

/// `payoffs`: a row for each entrant and each choice of others.
pub fn payoffs_table(standings: &Standings<'_>) -> Table {
    type C<'a> = Column<'a, &'a Payoff>;
    let tallies = standings.tallies;
    let table = |payoff: &Payoff| payoff.source.map(|(table, _)| &tallies.tables[table]);
    let others =
        |payoff: &Payoff| payoff.others.iter().map(|&other| tallies.name(other)).collect::<Vec<_>>().join("; ");
    let mut columns = vec![
        C::new(Heading::new(CELL, Kind::Whole), |payoff| {
            Field::Text(payoff.source.map_or(String::new(), |(table, _)| (table + 1).to_string()))
        }),
        C::text(definitions::STRATEGY, |payoff| tallies.name(payoff.focal)),
        C::text(Definition::label("others", "the strategies at the other seats"), |payoff| others(payoff)),
        C::whole(
            Definition::new("seatings", "seatings", "seating orders of the table that are played per deal"),
            move |payoff| table(payoff).map_or(0, |table| table.games),
        ),
        C::whole(definitions::BLOCKS, move |payoff| table(payoff).map_or(0, |table| table.blocks)),
        C::whole(Definition::new("games", "games", "games played at the table"), move |payoff| {
            table(payoff).map_or(0, |table| table.games * table.blocks)
        }),
        C::estimate(definitions::WIN_SHARE, |payoff| standings.payoff(payoff))
            .with_interval(standings.interval_of_payoffs()),
    ];
    // Where luck was to be cancelled and could not be the column is empty.
    if is_luck_asked(tallies) {
        columns.push(C::exact(definitions::LUCK_GAIN, |payoff| luck_gain(standings, payoff)));
    }
    Table::new("payoffs", columns, standings.payoffs.iter().flatten())
}

/// A row of the ranking.
struct Ranked {
    rank: usize,
    entrant: usize,
    /// The places that are not excluded.
    places: (usize, usize),
    /// The entrants whose difference from this one is not settled, the highest mean first.
    tied_with: Vec<usize>,
    /// The entrants that are settled to be equal to it within the margin, the highest mean first.
    equal_to: Vec<usize>,
}

/// What the intervals are of numbers that hold for all entrants together.
pub(crate) const TOGETHER: &str = "interval (for all entrants at once, with the error rate --alpha)";

/// `ranking`: the entrants, the highest mean against a uniform field first.
pub fn ranking_table(standings: &Standings<'_>) -> Table {
    type C<'a> = Column<'a, Ranked>;
    let tallies = standings.tallies;
    let games = |row: &Ranked| -> u64 {
        let tables = standings.payoffs[row.entrant].iter().filter_map(|payoff| payoff.source);
        tables.map(|(table, _)| tallies.tables[table].games * tallies.tables[table].blocks).sum()
    };
    let names = |all: &[usize]| all.iter().map(|&entrant| tallies.name(entrant)).collect::<Vec<_>>().join("; ");
    let columns = vec![
        C::whole(Definition::new("rank", "rank", "place by mean, from 1"), |row| row.rank as u64),
        C::text(definitions::STRATEGY, |row| tallies.name(row.entrant)),
        C::whole(Definition::new("games", "games", "games played at its tables"), move |row| games(row)),
        C::estimate(definitions::MEAN, |row| standings.mean(row.entrant))
            .with_interval(TOGETHER)
            .called("mean win share"),
        C::whole(Definition::new("rank_from", "rank", "the best rank that the entrant may truly have"), |row| {
            row.places.0 as u64
        }),
        C::whole(Definition::new("rank_to", "rank", "the worst rank that the entrant may truly have"), |row| {
            row.places.1 as u64
        }),
        C::text(
            Definition::label(
                "tied_with",
                "entrants that may be better or worse than this one; the games do not show which",
            ),
            move |row| names(&row.tied_with),
        ),
        C::text(
            Definition::label(
                "equal_to",
                "entrants whose win share is known to differ from its own by no more than the margin (--margin)",
            ),
            move |row| names(&row.equal_to),
        ),
    ];
    Table::new("ranking", columns, ranked(standings))
}

fn ranked(standings: &Standings<'_>) -> Vec<Ranked> {
    let (order, verdicts) = (standings.order(), standings.verdicts());
    let row = |(at, &entrant): (usize, &usize)| {
        let count = |wanted: Verdict| verdicts[entrant].iter().filter(|&&verdict| verdict == wanted).count();
        let others = |wanted: Verdict| {
            let is_wanted = |&other: &usize| other != entrant && verdicts[entrant][other] == wanted;
            order.iter().copied().filter(is_wanted).collect()
        };
        let (tied_with, equal_to) = (others(Verdict::Undecided), others(Verdict::Equal));
        let places = (1 + count(Verdict::Worse), order.len() - count(Verdict::Better));
        Ranked { rank: at + 1, entrant, places, tied_with, equal_to }
    };
    order.iter().enumerate().map(row).collect()
}

/// Every CSV file of a tournament.
pub fn tournament_files(standings: &Standings<'_>, meta: Option<&Meta>, origin: &Origin) -> CsvFiles {
    let mut tables = vec![payoffs_table(standings), ranking_table(standings)];
    if let Some(meta) = meta {
        tables.extend([ratings_table(standings, meta), cycles_table(standings, meta)]);
        if standings.tallies.schedule == Schedule::All {
            tables.push(equilibria_table(standings, meta));
        }
    }
    csv_files(tables.into_iter().map(|table| table.of(origin)))
}
