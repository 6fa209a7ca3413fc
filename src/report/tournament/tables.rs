//! `payoffs.csv` and `ranking.csv`.

use super::taken::{is_luck_asked, luck_gain};
use super::whole::{cycles_table, equilibria_table, ratings_table};
use super::{Meta, Payoff, Standings};
use crate::record::Schedule;
use crate::report::compare::Verdict;
use crate::report::table::{Column, Field, Origin, Table, csv_file};

/// `payoffs`: a row for each entrant and each choice of others.
pub fn payoffs_table(standings: &Standings<'_>) -> Table {
    type C<'a> = Column<'a, &'a Payoff>;
    let tallies = standings.tallies;
    let table = |payoff: &Payoff| payoff.source.map(|(table, _)| &tallies.tables[table]);
    let others =
        |payoff: &Payoff| payoff.others.iter().map(|&other| tallies.name(other)).collect::<Vec<_>>().join("; ");
    let mut columns = vec![
        C::text("cell", |payoff| payoff.source.map_or(String::new(), |(table, _)| (table + 1).to_string())),
        C::text("strategy", |payoff| tallies.name(payoff.focal)),
        C::text("others", |payoff| others(payoff)),
        C::whole("seatings", move |payoff| table(payoff).map_or(0, |table| table.games)),
        C::whole("blocks", move |payoff| table(payoff).map_or(0, |table| table.blocks)),
        C::whole("games", move |payoff| table(payoff).map_or(0, |table| table.games * table.blocks)),
        C::estimate("win_share", |payoff| standings.payoff(payoff)),
    ];
    // Where luck was to be cancelled and could not be the column is empty.
    if is_luck_asked(tallies) {
        columns.push(C::plain("luck_gain", |payoff| Field::Exact(luck_gain(standings, payoff))));
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
        C::whole("rank", |row| row.rank as u64),
        C::text("strategy", |row| tallies.name(row.entrant)),
        C::whole("games", move |row| games(row)),
        C::estimate("mean", |row| standings.mean(row.entrant)),
        C::whole("rank_from", |row| row.places.0 as u64),
        C::whole("rank_to", |row| row.places.1 as u64),
        C::text("tied_with", move |row| names(&row.tied_with)),
        C::text("equal_to", move |row| names(&row.equal_to)),
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

/// Every CSV file of a tournament, name and content.
pub fn tournament_files(standings: &Standings<'_>, meta: Option<&Meta>, origin: &Origin) -> Vec<(String, String)> {
    let mut tables = vec![payoffs_table(standings), ranking_table(standings)];
    if let Some(meta) = meta {
        tables.extend([ratings_table(standings, meta), cycles_table(standings, meta)]);
        if standings.tallies.schedule == Schedule::All {
            tables.push(equilibria_table(standings, meta));
        }
    }
    tables.into_iter().map(|table| csv_file(&table.of(origin))).collect()
}
