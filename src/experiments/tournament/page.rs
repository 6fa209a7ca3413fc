//! The page of a tournament.

use super::standings::{
    Meta, Payoff, Standings, luck_sentence, meta_sentences, order_sentences, payoffs_table, ranking_table,
    ratings_for_people,
};
use crate::page::capital;
use crate::page::picture::{Caption, Dot, Dots, figure, shortened};
use crate::page::scale::at;
use crate::page::table::table;
use crate::page::{About, page};
use crate::record::{Manifest, Schedule};
use crate::stats::Estimate;
use maud::{Markup, html};

/// So many entrants have names in a title, and numbers in the fields of a map.
const MOST_NAMED: usize = 10;

/// The page of these standings.
pub fn tournament_page(
    (standings, meta): (&Standings<'_>, Option<&Meta>),
    manifest: &Manifest,
    about: &About,
) -> String {
    let tallies = standings.tallies;
    let title = format!("{}, {} players: a tournament of {}", about.game(), tallies.players, named(&tallies.entrants));
    let sections = html! {
        section { h2 { "Ranking" } div.figures { figure { (means(standings)) } } (table(&ranking_table(standings))) }
        @if tallies.schedule != Schedule::Field {
            section { h2 { "Each entrant among copies of another" } div.figures { figure { (map(standings)) } } }
        }
        @if let Some(meta) = meta {
            section { h2 { "Ratings and equilibria" } (table(&ratings_for_people(standings, meta))) }
        }
        section { h2 { "Payoffs" } details { summary { "All payoffs with their intervals" } (table(&payoffs_table(standings))) } }
    };
    page(&title, &sentences(standings, meta), &sections, manifest, about)
}

fn named(entrants: &[String]) -> String {
    match entrants.get(..MOST_NAMED) {
        Some(first) if entrants.len() > MOST_NAMED => {
            format!("{} and {} more", first.join(", "), entrants.len() - MOST_NAMED)
        }
        _ => entrants.join(", "),
    }
}

fn sentences(standings: &Standings<'_>, meta: Option<&Meta>) -> Vec<String> {
    let tallies = standings.tallies;
    let mut all = order_sentences(standings);
    let seats = match tallies.schedule {
        Schedule::Mirror => "each entrant sat among copies of each other one, in every seating order",
        Schedule::All => "every combination of entrants sat together, in every seating order",
        Schedule::Field => "each entrant sat in every seat in turn, with the field after it",
    };
    let (games, tables) = (tallies.games(), tallies.tables.len());
    all.push(format!("{games} games at {tables} tables, all with the same cards and dice: {seats}."));
    all.extend(meta.map(|meta| meta_sentences(standings, meta)).unwrap_or_default());
    all.push("A win counts 1, and a tie of k players 1/k.".to_owned());
    all.extend(luck_sentence(standings).map(|said| format!("{}.", capital(&said))));
    all.extend(tallies.notes.iter().map(|note| format!("{note}.")));
    all
}

/// The means, the highest first.
fn means(standings: &Standings<'_>) -> Markup {
    let tallies = standings.tallies;
    let row = |&entrant: &usize| {
        let dots = standings.mean(entrant).map(|estimate| Dot { series: 0, estimate }).into_iter().collect();
        (tallies.name(entrant).to_owned(), dots)
    };
    let caption = Caption {
        id: "means".to_owned(),
        title: "Win share against a uniform field".to_owned(),
        text: "Highest first. The intervals hold for all entrants at once. Dashed: an equal share.".to_owned(),
    };
    let mark = Some(1.0 / tallies.players as f64);
    Dots { rows: standings.order().iter().map(row).collect(), series: Vec::new(), mark, band: None }.draw(&caption)
}

/// The win share of each entrant (row) alone among copies of another (column), both in the order of the ranking: the more
/// above an equal share the bluer, below it the redder. A field says its number and interval when pointed at.
fn map(standings: &Standings<'_>) -> Markup {
    const LEFT: f64 = 130.0;
    const TOP: f64 = 18.0;
    const LETTERS: usize = 17;
    let (tallies, order) = (standings.tallies, standings.order());
    let side = (380.0 - LEFT) / order.len() as f64;
    let par = 1.0 / tallies.players as f64;
    let cells = cells(standings, &order);
    let most = cells.iter().map(|(_, _, it, _)| (it.value - par).abs()).fold(0.01, f64::max);
    let place = |position: usize| side * position as f64;
    let caption = Caption {
        id: "map".to_owned(),
        title: "Win share of the row among copies of the column".to_owned(),
        text: format!(
            "Rows and columns are in the order of the ranking, and columns are numbered by it. Blue: more than an equal share, \
             {par:.3}; red: less; the darkest is {most:.3} away. Each field names its number and interval when pointed at{}.",
            if order.len() <= MOST_NAMED { ", and shows it in per cent" } else { "" }
        ),
    };
    let bottom = TOP + place(order.len());
    figure(
        &caption,
        bottom + 4.0,
        &[],
        html! {
            @for (row, &entrant) in order.iter().enumerate() {
                @let label = format!("{} {}", row + 1, tallies.name(entrant));
                text x=(at(LEFT - 4.0)) y=(at(TOP + place(row) + 0.5 * side + 4.0)) text-anchor="end" { (shortened(&label, LETTERS)) }
                @if order.len() <= 3 * MOST_NAMED {
                    text.tick x=(at(LEFT + place(row) + 0.5 * side)) y=(at(TOP - 5.0)) text-anchor="middle" { (row + 1) }
                }
            }
            @for (row, column, estimate, said) in &cells {
                @let shade = (estimate.value - par).abs() / most;
                rect class=(if estimate.value >= par { "more" } else { "less" })
                    x=(at(LEFT + place(*column))) y=(at(TOP + place(*row))) width=(at(side - 0.5)) height=(at(side - 0.5))
                    fill-opacity=(format!("{:.2}", 0.04 + 0.86 * shade)) { title { (said) } }
                @if order.len() <= MOST_NAMED {
                    text.tick x=(at(LEFT + place(*column) + 0.5 * side)) y=(at(TOP + place(*row) + 0.5 * side + 4.0)) text-anchor="middle" {
                        (format!("{:.0}", 100.0 * estimate.value))
                    }
                }
            }
        },
    )
}

/// The fields of the map: row, column, number, and what is said of it.
fn cells(standings: &Standings<'_>, order: &[usize]) -> Vec<(usize, usize, Estimate, String)> {
    let tallies = standings.tallies;
    let mut cells = Vec::new();
    for (row, &entrant) in order.iter().enumerate() {
        for (column, &other) in order.iter().enumerate() {
            let among = |payoff: &&Payoff| payoff.others.iter().all(|&seat| seat == other);
            let found = standings.payoffs[entrant].iter().find(among).and_then(|payoff| standings.payoff(payoff));
            cells.extend(found.map(|estimate| {
                let interval = estimate.interval.filter(|it| it.width() > 0.0);
                let interval = interval.map_or(String::new(), |it| format!(" [{:.4}, {:.4}]", it.lo, it.hi));
                let (name, other) = (tallies.name(entrant), tallies.name(other));
                (row, column, estimate, format!("{name} among {other}: {:.4}{interval}", estimate.value))
            }));
        }
    }
    cells
}
