//! The distributions of a run: how it ends, and how long it is.
//!
//! Owns which are drawn, on common axes where they belong together, and the tables of what is drawn.

use super::capital;
use super::picture::{Bins, Caption, bars};
use super::table::table;
use super::{About, listed, percent};
use crate::record::{Histogram, Tallies};
use crate::report;
use crate::report::{Distribution, Field, Heading, Table};
use crate::stats::quantile;
use maud::{Markup, html};

/// The sections of the page.
pub(crate) fn sections(tallies: &Tallies, about: &About) -> Markup {
    let all = report::distributions(tallies);
    let (scores, games): (Vec<_>, Vec<_>) = all.iter().partition(|of| !of.strategy.is_empty());
    let (margins, lengths): (Vec<_>, Vec<_>) = games.into_iter().partition(|of| of.metric == "margin");
    let lengths = lengths.into_iter().filter(|length| length.games.len() > 1);
    let scores: Vec<&Distribution<'_>> = scores.into_iter().collect();
    let (score, unit) = (about.score, about.unit);
    html! {
        section { h2 { "How a game ends" } div.figures {
            @let axes = Bins::of(scores.iter().map(|of| &of.games[..]));
            @for (at, of) in scores.iter().enumerate() {
                @let text = format!("How often {} ends with each number of {unit}, as a share of its games.", of.strategy);
                figure { (bars(&caption(&format!("score-{at}"), &format!("{}: {score}", of.strategy), text), &axes, &of.games)) }
            }
            @for of in &margins {
                @let text = format!("How often each winning margin occurs (in {unit}), as a share of the games.");
                figure { (bars(&caption("margin", "The winner's margin", text), &alone(of), &of.games)) }
            }
        } (numbers(score, &scores)) @for of in &margins { (numbers("margin", &[of])) } }
        section { h2 { "What happens in a game" } div.figures { @for of in lengths.clone() {
            @let metric = report::in_words(of.metric);
            @let text = format!("How often a game has each number of {metric}, as a share of the games.");
            figure { (bars(&caption(of.metric, &capital(&metric), text), &alone(of), &of.games)) }
        } } (table(&report::length(tallies))) @for of in lengths { (numbers(&report::in_words(of.metric), &[of])) } }
    }
}

fn caption(id: &str, title: &str, text: String) -> Caption {
    Caption { id: id.to_owned(), title: title.to_owned(), text }
}

/// The ranges of a distribution that belongs to no other.
fn alone(of: &Distribution<'_>) -> Bins {
    Bins::of([&of.games[..]].into_iter())
}

/// The numbers of pictures on the same ranges, to be opened by who wants them.
fn numbers(what: &str, all: &[&Distribution<'_>]) -> Markup {
    let bins = Bins::of(all.iter().map(|of| &of.games[..]));
    let shares: Vec<Vec<(u32, f64)>> = all.iter().map(|of| bins.shares(&of.games)).collect();
    let name = |of: &&Distribution<'_>| if of.strategy.is_empty() { "share of games" } else { of.strategy }.to_owned();
    let headings = std::iter::once(what.to_owned()).chain(all.iter().map(name)).map(Heading::in_words).collect();
    let row = |at: usize| {
        let label = Field::Text(bins.label(shares[0][at].0));
        std::iter::once(label).chain(shares.iter().map(|shares| Field::Exact(Some(shares[at].1)))).collect()
    };
    let rows = (0..shares.first().map_or(0, Vec::len)).map(row).collect();
    let numbers = Table { name: format!("distribution of {what}"), headings, rows };
    html! { details { summary { "Numbers: " (what) } (table(&numbers)) } }
}

/// By how much games are won.
pub(crate) fn margin_sentence(tallies: &Tallies, about: &About) -> Option<String> {
    let (half, most) = (quantile(&tallies.margins, 50)?, quantile(&tallies.margins, 95)?);
    Some(format!(
        "In half of the games, the winner leads the runner-up by at most {half} {unit}. In 95% of the games, the lead is at most \
         {most} {unit}.",
        unit = about.unit
    ))
}

/// How often strategies are eliminated, if the game does that.
pub(crate) fn elimination_sentence(tallies: &Tallies) -> Option<String> {
    let share = |scores: &Histogram| {
        let games: u64 = scores.iter().map(|&(_, games)| games).sum();
        report::eliminated(scores) as f64 / games.max(1) as f64
    };
    let all = report::distributions(tallies);
    let of_strategies = || all.iter().filter(|of| !of.strategy.is_empty());
    if !report::eliminates(tallies) {
        return None;
    }
    if of_strategies().all(|of| report::eliminated(&of.games) == 0) {
        return Some("No player was eliminated: nobody lost their last die before the end of the game.".to_owned());
    }
    let each: Vec<String> =
        of_strategies().map(|of| format!("{} in {} of its games", of.strategy, percent(share(&of.games)))).collect();
    Some(format!("Players were eliminated: {}.", listed(&each)))
}
