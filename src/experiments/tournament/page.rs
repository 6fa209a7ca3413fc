//! The page of a tournament.

use super::standings::{
    Meta, Standings, luck_sentence, meta_sentences, order_sentences, payoffs_table, ranking_table, ratings_for_people,
};
use crate::page::capital;
use crate::page::picture::{Caption, Dot, Dots, figure, shortened};
use crate::page::scale::at;
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, page, percent, plain};
use crate::record::{Manifest, Schedule, counted, grouped};
use crate::report::compare::Verdict;
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
        section { h2 { "Who beats whom" } div.figures {
            @if tallies.schedule != Schedule::Field { figure { (map(standings)) } }
            figure { (means(standings)) }
        } (table(&ranking_table(standings)))
            details { summary { "Numbers: all win shares by opponents, with their intervals" } (table(&payoffs_table(standings))) }
        }
        @if let Some(meta) = meta {
            section { h2 { "Ratings and equilibria" }
                ul { @for sentence in meta_sentences(standings, meta) { li { (sentence) } } }
                (table(&ratings_for_people(standings, meta))) }
        }
    };
    page(&Opening { title, sentences: sentences(standings), tiles: tiles(standings) }, &sections, manifest, about)
}

/// Who is best, how much of the order is settled, and how sure this is.
fn tiles(standings: &Standings<'_>) -> Vec<Tile> {
    let (tallies, order, verdicts) = (standings.tallies, standings.order(), standings.verdicts());
    let best = order[0];
    let is_best = order[1..].iter().all(|&other| verdicts[best][other] == Verdict::Better);
    let doubt = if is_best { "" } else { ", by the estimates; others may be as good" };
    let leader = standings.mean(best).map(|mean| {
        let said =
            format!("{}{doubt}; an equal share is {}", tallies.name(best), percent(1.0 / tallies.players as f64));
        Tile::new("Highest win share", percent(mean.value), said)
    });
    let pairs = (0..order.len()).flat_map(|a| (a + 1..order.len()).map(move |b| (a, b)));
    let settled = pairs.filter(|&(a, b)| matches!(verdicts[a][b], Verdict::Better | Verdict::Worse)).count();
    let settled = Tile::new("Clear winners", format!("{settled} of {}", standings.pairs()), "pairs of entrants");
    let widths = order.iter().filter_map(|&entrant| standings.mean(entrant)?.interval).map(|it| it.width());
    let sure = widths.reduce(f64::max).map(|widest| Tile::uncertainty(widest, tallies.games()));
    leader.into_iter().chain([settled]).chain(sure).collect()
}

fn named(entrants: &[String]) -> String {
    match entrants.get(..MOST_NAMED) {
        Some(first) if entrants.len() > MOST_NAMED => {
            format!("{} and {} more", first.join(", "), entrants.len() - MOST_NAMED)
        }
        _ => entrants.join(", "),
    }
}

fn sentences(standings: &Standings<'_>) -> Vec<String> {
    let tallies = standings.tallies;
    let mut all = order_sentences(standings);
    let seats = match tallies.schedule {
        Schedule::Mirror => "At each table, one entrant plays against copies of another, in every seating order.",
        Schedule::All => "Every combination of entrants sits together, in every seating order.",
        Schedule::Field => "Each entrant sits in every seat in turn, with the opponents after it.",
    };
    let (games, tables) = (grouped(tallies.games()), counted(tallies.tables.len() as u64, "table", "tables"));
    all.push(format!("The entrants played {games} games at {tables}. All tables draw from the same deals. {seats}"));
    all.push("Win share: a win counts 1, and a tie of k players counts 1/k.".to_owned());
    all.extend(luck_sentence(standings).map(|said| format!("{}.", capital(&said))));
    all.extend(tallies.notes.iter().map(|note| format!("{}.", capital(note))));
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
        title: "Win share, averaged over the opponents".to_owned(),
        text:
            "The highest is first. With 95% confidence, all intervals contain the true values. The dashed line is an equal share."
                .to_owned(),
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
        title: "Win share of the row against the column".to_owned(),
        text: format!(
            "A cell is the win share{} of one player with the strategy of the row, if all other players have the strategy of the column. Blue is more than an equal \
             share ({}), and red is less. The darkest cell is {} percentage points away from an equal share. Columns are numbered like the rows. Point \
             at a cell to see its interval.",
            if order.len() <= MOST_NAMED { ", in percent," } else { "" },
            percent(par),
            plain(100.0 * most)
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
            let found = standings.alone_among(entrant, other).and_then(|payoff| standings.payoff(payoff));
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
