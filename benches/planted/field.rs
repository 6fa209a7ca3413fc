//! A tournament of forty entrants whose win shares are known: its blocks are drawn, not played, so that only the rule by which
//! games are allotted is tried.

use analyze::dice::{Generator, below, generator};
use analyze::experiments::tournament::standings::{FIRST_PASSES, Standings, is_look, playing};
use analyze::record::{
    Allot, BATCHES, Decimal, FORMAT, FocalSums, Schedule, TOURNAMENT, TableRecord, TournamentTallies, TournamentTerms,
};
use analyze::report::compare::Verdict;

/// How many enter.
const ENTRANTS: usize = 40;

/// The share of the games that an entrant wins, in thousandths: the best, in a place that the seed says, 600; the others from 570 down to 375 in equal
/// steps.
fn wins(entrant: usize, best: usize) -> u64 {
    let place = (entrant + ENTRANTS - best) % ENTRANTS;
    if place == 0 { 600 } else { 575 - 5 * place as u64 }
}

/// The number that a text of one is.
pub(crate) fn decimal(text: &str) -> Decimal {
    text.parse().expect("a number")
}

/// A tournament of two players before any game: these tables are lined up, and these play in each.
pub(crate) fn before(
    (entrants, schedule): (usize, Schedule),
    terms: TournamentTerms,
    tables: impl Iterator<Item = (Vec<usize>, Vec<usize>)>,
) -> TournamentTallies {
    let table = |(lineup, focals): (Vec<usize>, Vec<usize>)| {
        let sums = vec![FocalSums::default(); focals.len()];
        TableRecord { lineup, focals, games: 2, blocks: 0, sums }
    };
    TournamentTallies {
        command: TOURNAMENT.to_owned(),
        format: FORMAT,
        game: "drawn".to_owned(),
        notes: Vec::new(),
        players: 2,
        schedule,
        entrants: (0..entrants).map(|entrant| format!("entrant-{entrant}")).collect(),
        field: if schedule == Schedule::Field { vec!["field".to_owned()] } else { Vec::new() },
        terms,
        passes: 0,
        open: vec![true; entrants],
        tables: tables.map(table).collect(),
    }
}

/// Each entrant at a table of two of its own, in a field.
fn tallies(allot: Allot) -> TournamentTallies {
    let (margin, alpha) = (decimal("0"), decimal("0.05"));
    let terms = TournamentTerms { until: "verdict".to_owned(), allot, margin, alpha };
    before((ENTRANTS, Schedule::Field), terms, (0..ENTRANTS).map(|entrant| (vec![entrant, ENTRANTS], vec![entrant])))
}

/// What came of a tournament: whether the best was named, and how many games that took.
pub(crate) struct Found {
    pub(crate) is_right: bool,
    pub(crate) games: u64,
}

/// Whether anything is settled at any look of forty entrants that are all alike, up to 2,944 blocks each: then it is wrong.
pub(crate) fn tells_equals_apart(seed: u64) -> bool {
    const PASSES: u64 = 46;
    let mut tallies = tallies(Allot::Best);
    let mut words: Vec<_> = (0..ENTRANTS as u64).map(|entrant| generator(seed * ENTRANTS as u64 + entrant)).collect();
    for passes in 1..=PASSES {
        for (table, words) in tallies.tables.iter_mut().zip(&mut words) {
            add_pass(table, words, 500);
        }
        if passes >= FIRST_PASSES && is_look(passes) {
            let standings = Standings::new(&tallies);
            if standings.verdicts().iter().flatten().any(|verdict| *verdict == Verdict::Better) {
                return true;
            }
        }
    }
    false
}

/// Draws 64 blocks of two games, of which the entrant wins each with this many thousandths.
fn add_pass(table: &mut TableRecord, words: &mut Generator, wins: u64) {
    for block in table.blocks..table.blocks + BATCHES as u64 {
        let won = (0..2).filter(|_| below(1000, words) < wins).count();
        table.sums[0].add(block, 60 * won as i64);
    }
    table.blocks += BATCHES as u64;
}

/// Plays until the best is settled; `evenly` gives every table as many games as every other until then.
pub(crate) fn find_best(seed: u64, evenly: bool) -> Found {
    let best = (seed % ENTRANTS as u64) as usize;
    let mut tallies = tallies(Allot::Best);
    let mut words: Vec<_> = (0..ENTRANTS as u64).map(|entrant| generator(seed * ENTRANTS as u64 + entrant)).collect();
    loop {
        let tables = if evenly { (0..ENTRANTS).collect() } else { playing(&tallies) };
        for at in tables {
            add_pass(&mut tallies.tables[at], &mut words[at], wins(at, best));
        }
        tallies.passes += 1;
        if tallies.passes >= FIRST_PASSES && is_look(tallies.passes) {
            tallies.open = Standings::new(&tallies).open();
            if !tallies.open.contains(&true) {
                let found = Standings::new(&tallies).order()[0];
                return Found { is_right: found == best, games: tallies.games() };
            }
        }
    }
}
