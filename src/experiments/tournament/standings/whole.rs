//! `ratings.csv`, `cycles.csv`, `equilibria.csv`, and the same in sentences.

use super::Standings;
use super::tables::TOGETHER;
use super::{Cycle, Meta};
use crate::record::{Schedule, counted};
use crate::report::column::{Column, Definition};
use crate::report::definitions;
use crate::report::field::Field;
use crate::report::shown::{shown_estimate, shown_percent, shown_points, shown_range};
use crate::report::table::Table;
use crate::stats::Estimate;

const RATING: Definition = Definition::new(
    "rating",
    "points",
    "Plackett-Luce rating: a player who is 400 points ahead of another is ten times as likely to win",
);
const NASH: Definition = Definition::new("nash", "1", "its share of the Nash average");
const ALPHA_RANK: Definition = Definition::new("alpha_rank", "1", "its share by α-rank");
const AGAINST_NASH: Definition = Definition::new("against_nash", "1", "its win share against the Nash average");
const ALLOWED: &str = "range that the data allow";

/// `ratings`: a row for each entrant, in the order of the ranking.
pub(crate) fn ratings_table(standings: &Standings<'_>, meta: &Meta) -> Table {
    type C<'a> = Column<'a, usize>;
    let columns = vec![
        C::text(definitions::STRATEGY, |&entrant| standings.tallies.name(entrant)),
        C::estimate(RATING, |&entrant| Some(meta.rated.ratings[entrant])).with_interval(TOGETHER),
        C::estimate(NASH, |&entrant| Some(meta.nash[entrant])).with_interval(ALLOWED),
        C::estimate(ALPHA_RANK, |&entrant| Some(meta.alpha[entrant])).with_interval(ALLOWED),
        C::estimate(AGAINST_NASH, |&entrant| Some(meta.against[entrant])).with_interval(ALLOWED),
    ];
    Table::new("ratings", columns, standings.order())
}

/// `cycles`: a row for each cycle of three that is settled, the clearest first.
pub(crate) fn cycles_table(standings: &Standings<'_>, meta: &Meta) -> Table {
    type C<'a> = Column<'a, &'a Cycle>;
    let name = |cycle: &Cycle, at: usize| standings.tallies.name(cycle.entrants[at]).to_owned();
    let edge = |name, meaning, at: usize| {
        C::estimate(Definition::new(name, "1", meaning), move |cycle| Some(cycle.edges[at])).with_interval(TOGETHER)
    };
    let columns = vec![
        C::text(Definition::label("a", "an entrant that beats b"), move |cycle| name(cycle, 0)),
        C::text(Definition::label("b", "an entrant that beats c"), move |cycle| name(cycle, 1)),
        C::text(Definition::label("c", "an entrant that beats a"), move |cycle| name(cycle, 2)),
        edge("a_over_b", "by how much win share a beats b", 0),
        edge("b_over_c", "by how much win share b beats c", 1),
        edge("c_over_a", "by how much win share c beats a", 2),
    ];
    Table::new("cycles", columns, &meta.cycles.0)
}

/// `equilibria`: a row for each entrant in each symmetric equilibrium.
pub(crate) fn equilibria_table(standings: &Standings<'_>, meta: &Meta) -> Table {
    type C<'a> = Column<'a, (usize, usize, Estimate, f64)>;
    let rows = meta
        .equilibria
        .iter()
        .enumerate()
        .flat_map(|(at, mix)| mix.mass.iter().map(move |&(entrant, mass)| (at + 1, entrant, mass, mix.held)));
    let columns = vec![
        C::whole(Definition::new("equilibrium", "equilibrium", "the number of the equilibrium, from 1"), |row| {
            row.0 as u64
        }),
        C::text(definitions::STRATEGY, |row| standings.tallies.name(row.1)),
        C::estimate(Definition::new("mass", "1", "its mass in the equilibrium"), |row| Some(row.2))
            .with_interval("95% percentile interval over resamples"),
        C::exact(Definition::new("held", "1", "share of the resamples in which it stays an equilibrium"), |row| {
            Some(row.3)
        }),
    ];
    Table::new("equilibria", columns, rows)
}

/// What it comes to, in sentences.
pub fn meta_sentences(standings: &Standings<'_>, meta: &Meta) -> Vec<String> {
    let mut said = ratings_sentences(standings, meta);
    said.push(format!(
        "The Nash average is a mix of entrants that no single entrant beats on average. The mix {}.",
        masses(standings, &meta.nash)
    ));
    said.push(against_sentence(standings, meta));
    said.push(format!(
        "α-rank is another mix: how often each entrant is played in the long run if players keep switching to better ones. The mix {}.",
        masses(standings, &meta.alpha)
    ));
    said.extend(cycle_sentences(standings, meta));
    if standings.tallies.schedule == Schedule::All {
        said.extend(equilibrium_sentences(standings, meta));
    }
    said.push(
        "For these two mixes, the brackets show the range of values that the data allow. In the estimates, two entrants count as equal if \
         it is not known which one beats the other."
            .to_owned(),
    );
    if meta.resamples > 0 {
        said.push(format!(
            "The intervals of equilibria are 95% percentile intervals over {} resamples of the 64 batches. Each holds on its own.",
            meta.resamples
        ));
    }
    said
}

/// Who has the highest rating, if that is known, and what ratings leave unexplained.
fn ratings_sentences(standings: &Standings<'_>, meta: &Meta) -> Vec<String> {
    let name = |entrant: &usize| standings.tallies.name(*entrant);
    let shown = |entrant: &usize| shown_estimate(&meta.rated.ratings[*entrant]);
    let highest = match &meta.rated.highest[..] {
        [best] => {
            format!(
                "{} has the highest rating: {}. A player who is 400 points ahead of another is ten times as likely to win.",
                name(best),
                shown(best)
            )
        }
        [first, others @ ..] => {
            let others: Vec<&str> = others.iter().map(name).collect();
            let many = format!("{} others", others.len());
            let others = if others.len() <= MOST_NAMED { others.join(" or ") } else { many };
            format!(
                "{} has the highest estimated rating, {}, but {others} may have the same or a higher one. A player who is 400 points ahead of \
                 another is ten times as likely to win.",
                name(first),
                shown(first)
            )
        }
        [] => return Vec::new(),
    };
    let left = match &meta.rated.unexplained {
        None => {
            "The win shares are not known well enough to say how much of their variance the ratings explain.".to_owned()
        }
        Some(share) => format!(
            "Ratings leave {} of the differences between win shares unexplained: this part depends on who meets whom.",
            shown_percent(share)
        ),
    };
    vec![highest, left]
}

/// Who does best against the Nash average, if that is known.
fn against_sentence(standings: &Standings<'_>, meta: &Meta) -> String {
    let ends = |at: usize| meta.against[at].interval.map_or((0.0, 1.0), |it| (it.lo, it.hi));
    let best = largest(&meta.against);
    let rivals = (0..meta.against.len()).filter(|&at| at != best && ends(at).1 >= ends(best).0).count();
    let (name, shown) = (standings.tallies.name(best), shown_percent(&meta.against[best]));
    let par = format!("{:.1}%", 100.0 / standings.tallies.players as f64);
    match rivals {
        0 => format!("Against the Nash average, {name} has the highest win share: {shown} (an equal share is {par})."),
        rivals => format!(
            "Against the Nash average, {name} has the highest estimated win share, {shown}, but {} may do as well. In truth, no entrant can \
             have more than an equal share, which is {par}.",
            counted(rivals as u64, "other", "others")
        ),
    }
}

/// So many entrants are named in a sentence.
const MOST_NAMED: usize = 6;

/// An estimate with its range: where that has no width, the number is what it is for all payoffs that the data allow.
fn shown_settled(estimate: &Estimate) -> String {
    match estimate.interval {
        // What differs by less has been rounded differently.
        Some(interval) if interval.width() < 1e-9 => format!("{:.3} (settled)", estimate.value),
        _ => shown_range(estimate),
    }
}

/// The same table with words where a number is settled, for people.
pub fn ratings_for_people(standings: &Standings<'_>, meta: &Meta) -> Table {
    let mut table = ratings_table(standings, meta);
    for field in table.rows.iter_mut().flatten() {
        if let Field::Estimate(Some(estimate)) = field {
            *field = Field::Text(shown_settled(estimate));
        }
    }
    table
}

/// What is known of masses: the entrant that has all, what may be anything, or those with a mass worth a word, the largest first.
fn masses(standings: &Standings<'_>, masses: &[Estimate]) -> String {
    let ends = |at: usize| masses[at].interval.map_or((0.0, 1.0), |it| (it.lo, it.hi));
    let mut order: Vec<usize> = (0..masses.len()).filter(|&at| ends(at).1 >= 0.005).collect();
    order.sort_by(|&a, &b| masses[b].value.total_cmp(&masses[a].value));
    if let [only] = order[..] {
        return format!("consists of {} alone", standings.tallies.name(only));
    }
    let is_anything = |at: &&usize| ends(**at).0 < 0.005 && ends(**at).1 > 0.995;
    let (all, anything) = (order.len(), order.iter().filter(is_anything).count());
    let left = all.saturating_sub(MOST_NAMED);
    order.truncate(MOST_NAMED);
    let one = |&at: &usize| format!("{} {}", standings.tallies.name(at), shown_settled(&masses[at]));
    let mut named = order.iter().map(one).collect::<Vec<_>>().join(", ");
    if left > 0 {
        named.push_str(&format!(" and {left} more"));
    }
    match anything {
        0 => format!("consists of {named}"),
        some if some == masses.len() => {
            format!("is not known: each of the {some} entrants may have any share of it, from none to all")
        }
        _ => format!("is not certain. The estimated shares are {named}"),
    }
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
        let by: Vec<String> = cycle.edges.iter().map(shown_points).collect();
        format!("{a} beats {b}, {b} beats {c}, and {c} beats {a}: by {}.", by.join(", "))
    };
    let mut said: Vec<String> = cycles.iter().take(MOST).map(one).collect();
    match all {
        0 => said.push("No three entrants are known to beat each other in a cycle (A beats B, B beats C, and C beats A).".to_owned()),
        _ if standings.tallies.players > 2 => said.push(
            "With more than two players, A beats B if A alone among copies of B wins more than B alone among copies of A.".to_owned(),
        ),
        _ => {}
    }
    match all {
        more if *more > MOST => said.push(format!("{} more cycles of three entrants are settled.", more - MOST)),
        _ => {}
    }
    said
}

fn equilibrium_sentences(standings: &Standings<'_>, meta: &Meta) -> Vec<String> {
    const MOST: usize = 4;
    let one = |mix: &super::meta::Mix| {
        let part = |(entrant, mass): &(usize, Estimate)| {
            let name = standings.tallies.name(*entrant);
            if mix.mass.len() == 1 { format!("{name} alone") } else { format!("{name} {}", shown_settled(mass)) }
        };
        let mass: Vec<String> = mix.mass.iter().map(part).collect();
        format!(
            "A symmetric equilibrium is a mix that nobody gains by leaving. This is one: {}. It is an equilibrium in {:.0}% of the resamples.",
            mass.join(", "),
            100.0 * mix.held
        )
    };
    let mut said: Vec<String> = meta.equilibria.iter().take(MOST).map(one).collect();
    match meta.equilibria.len() {
        0 => said.push("No symmetric equilibrium of up to three entrants was found.".to_owned()),
        more if more > MOST => said.push(format!("{} more symmetric equilibria are in equilibria.csv.", more - MOST)),
        _ => {}
    }
    said
}
