//! `ratings.csv`, `cycles.csv`, `equilibria.csv`, and the same in sentences.

use super::Standings;
use super::meta::{Cycle, Meta};
use crate::record::Schedule;
use crate::report::table::{Column, Field, Table, shown_estimate};
use crate::stats::Estimate;

/// `ratings`: a row for each entrant, in the order of the ranking.
pub(super) fn ratings_table(standings: &Standings<'_>, meta: &Meta) -> Table {
    type C<'a> = Column<'a, usize>;
    let columns = vec![
        C::text("strategy", |&entrant| standings.tallies.name(entrant)),
        C::estimate("rating", |&entrant| Some(meta.ratings[entrant])),
        C::estimate("nash", |&entrant| Some(meta.nash[entrant])),
        C::estimate("alpha_rank", |&entrant| Some(meta.alpha[entrant])),
        C::estimate("against_nash", |&entrant| Some(meta.against[entrant])),
    ];
    Table::new("ratings", columns, standings.order())
}

/// `cycles`: a row for each cycle of three that is settled, the clearest first.
pub(super) fn cycles_table(standings: &Standings<'_>, meta: &Meta) -> Table {
    type C<'a> = Column<'a, &'a Cycle>;
    let name = |cycle: &Cycle, at: usize| standings.tallies.name(cycle.entrants[at]).to_owned();
    let columns = vec![
        C::text("a", move |cycle| name(cycle, 0)),
        C::text("b", move |cycle| name(cycle, 1)),
        C::text("c", move |cycle| name(cycle, 2)),
        C::estimate("a_over_b", |cycle| Some(cycle.edges[0])),
        C::estimate("b_over_c", |cycle| Some(cycle.edges[1])),
        C::estimate("c_over_a", |cycle| Some(cycle.edges[2])),
    ];
    Table::new("cycles", columns, &meta.cycles.0)
}

/// `equilibria`: a row for each entrant in each symmetric equilibrium.
pub(super) fn equilibria_table(standings: &Standings<'_>, meta: &Meta) -> Table {
    type C<'a> = Column<'a, (usize, usize, Estimate, f64)>;
    let rows = meta
        .equilibria
        .iter()
        .enumerate()
        .flat_map(|(at, mix)| mix.mass.iter().map(move |&(entrant, mass)| (at + 1, entrant, mass, mix.held)));
    let columns = vec![
        C::whole("equilibrium", |row| row.0 as u64),
        C::text("strategy", |row| standings.tallies.name(row.1)),
        C::estimate("mass", |row| Some(row.2)),
        C::plain("held", |row| Field::Exact(Some(row.3))),
    ];
    Table::new("equilibria", columns, rows)
}

/// What it comes to, in sentences.
pub fn meta_sentences(standings: &Standings<'_>, meta: &Meta) -> Vec<String> {
    let mut said = vec![ratings_sentence(standings, meta)];
    said.push(format!("The Nash average is {}.", masses(standings, &meta.nash)));
    let best = largest(&meta.against);
    said.push(format!(
        "Against it {} does best: {}, where an equal share is {:.3}.",
        standings.tallies.name(best),
        shown_resampled(&meta.against[best]),
        1.0 / standings.tallies.players as f64
    ));
    said.push(format!("α-rank gives {}.", masses(standings, &meta.alpha)));
    said.extend(cycle_sentences(standings, meta));
    if standings.tallies.schedule == Schedule::All {
        said.extend(equilibrium_sentences(standings, meta));
    }
    said.push(format!(
        "Intervals of these are percentiles of 95 % over {} resamples of the 64 batches, each for itself.",
        meta.resamples
    ));
    said
}

fn ratings_sentence(standings: &Standings<'_>, meta: &Meta) -> String {
    let best = largest(&meta.ratings);
    let rating = format!(
        "By rating (400 more are ten times the chance to win) {} is highest: {}",
        standings.tallies.name(best),
        shown_resampled(&meta.ratings[best])
    );
    match &meta.intransitive {
        None => format!("{rating}."),
        Some(share) => format!(
            "{rating}; {} of what entrants win from each other goes round in cycles, which no rating can say.",
            shown_resampled(share)
        ),
    }
}

/// An estimate whose interval is of resamples: where all of them agree it is not known for that.
fn shown_resampled(estimate: &Estimate) -> String {
    match estimate.interval {
        // What differs by less has been rounded differently.
        Some(interval) if interval.width() < 1e-9 => format!("{:.3} in all resamples", estimate.value),
        _ => shown_estimate(estimate),
    }
}

/// The same table with words where all resamples agree, for people.
pub fn ratings_for_people(standings: &Standings<'_>, meta: &Meta) -> Table {
    let mut table = ratings_table(standings, meta);
    for field in table.rows.iter_mut().flatten() {
        if let Field::Estimate(Some(estimate)) = field {
            *field = Field::Text(shown_resampled(estimate));
        }
    }
    table
}

/// The entrants with a mass worth a word, the largest first.
fn masses(standings: &Standings<'_>, masses: &[Estimate]) -> String {
    const MOST: usize = 6;
    let mut order: Vec<usize> = (0..masses.len()).filter(|&at| masses[at].value >= 0.005).collect();
    order.sort_by(|&a, &b| masses[b].value.total_cmp(&masses[a].value));
    let left = order.len().saturating_sub(MOST);
    order.truncate(MOST);
    let one = |&at: &usize| format!("{} {}", standings.tallies.name(at), shown_resampled(&masses[at]));
    let mut named = order.iter().map(one).collect::<Vec<_>>().join(", ");
    if left > 0 {
        named.push_str(&format!(" and {left} more"));
    }
    named
}

fn largest(all: &[Estimate]) -> usize {
    (0..all.len()).max_by(|&a, &b| all[a].value.total_cmp(&all[b].value)).unwrap_or(0)
}

fn cycle_sentences(standings: &Standings<'_>, meta: &Meta) -> Vec<String> {
    const MOST: usize = 3;
    let (cycles, all) = &meta.cycles;
    let name = |entrant: usize| standings.tallies.name(entrant);
    let one = |cycle: &Cycle| {
        let [a, b, c] = cycle.entrants.map(name);
        let by: Vec<String> = cycle.edges.iter().map(shown_estimate).collect();
        let more = if standings.tallies.players > 2 {
            " more alone among copies of the next than that among its own"
        } else {
            ""
        };
        format!("{a} beats {b} beats {c} beats {a}: by {}{more}.", by.join(", "))
    };
    let mut said: Vec<String> = cycles.iter().take(MOST).map(one).collect();
    match all {
        0 => said.push("No cycle of three is settled.".to_owned()),
        more if *more > MOST => said.push(format!("{} more cycles of three are settled.", more - MOST)),
        _ => {}
    }
    said
}

fn equilibrium_sentences(standings: &Standings<'_>, meta: &Meta) -> Vec<String> {
    const MOST: usize = 4;
    let one = |mix: &super::meta::Mix| {
        let part = |(entrant, mass): &(usize, Estimate)| {
            let name = standings.tallies.name(*entrant);
            if mix.mass.len() == 1 { format!("{name} alone") } else { format!("{name} {}", shown_resampled(mass)) }
        };
        let mass: Vec<String> = mix.mass.iter().map(part).collect();
        format!("A symmetric equilibrium: {} (so in {:.0} % of the resamples).", mass.join(", "), 100.0 * mix.held)
    };
    let mut said: Vec<String> = meta.equilibria.iter().take(MOST).map(one).collect();
    match meta.equilibria.len() {
        0 => said.push("No symmetric equilibrium of up to three entrants was found.".to_owned()),
        more if more > MOST => said.push(format!("{} more symmetric equilibria are in equilibria.csv.", more - MOST)),
        _ => {}
    }
    said
}
