//! The page of `analyze solve` for POT.

use super::holds_tables::spread;
use super::pot_tables::{coins, round_value, solved_pot_summary};
use crate::page::picture::{Caption, Curve, curves};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, page, percent};
use crate::record::{Manifest, SolvedPotRecord, grouped};
use maud::{Markup, html};

/// How many numbers of coins of the other player have a line.
const LINES: u32 = 4;

/// The page of a solved game of POT for two.
pub fn solve_pot_page(solved: &SolvedPotRecord, manifest: &Manifest, about: &About) -> String {
    let title = format!("{}, 2 players: optimal play", about.game());
    let sections = html! {
        section { h2 { "What coins are worth" } div.figures { figure { (values(solved)) } }
            (table(&solved_pot_summary(solved))) }
    };
    page(&Opening { title, sentences: sentences(solved), tiles: tiles(solved) }, &sections, manifest, about)
}

fn tiles(solved: &SolvedPotRecord) -> Vec<Tile> {
    vec![
        Tile::new("Starting", percent(solved.value), "win share of the player who starts, with best play by both"),
        Tile::new("Positions", grouped(solved.turns.len() as u64), "before a turn"),
    ]
}

fn values(solved: &SolvedPotRecord) -> Markup {
    let text = "The win share of the player who starts a round, by its own coins. Each line is for one number of coins of the other \
                player. All numbers are exact.";
    let caption = Caption { id: "values".to_owned(), title: "Win share by coins".to_owned(), text: text.to_owned() };
    let others = spread(coins(solved), LINES);
    let curve = |(series, other)| {
        let points = (0..coins(solved)).filter_map(|own| Some((own.into(), round_value(solved, own, other)?)));
        Curve { series, points: points.collect() }
    };
    let labels: Vec<String> = others.clone().map(|other| format!("opponent {other}")).collect();
    let lines: Vec<Curve> = others.enumerate().map(curve).collect();
    curves(&caption, &labels, &lines)
}

/// What optimal play is like, in plain sentences.
fn sentences(solved: &SolvedPotRecord) -> Vec<String> {
    let better = if solved.value > 0.5 { "an advantage" } else { "no advantage" };
    let from_player = |of: fn(&crate::record::RoundStartRecord) -> &'static str| {
        let many = solved.rounds.iter().filter(|round| of(round) == "player").count();
        percent(many as f64 / solved.rounds.len().max(1) as f64)
    };
    vec![
        format!(
            "With best play by both players, the player who starts has a win share of {:.6}: starting is {better}.",
            solved.value
        ),
        format!(
            "At the start of a round, 3 4 5 should take from the other player in {} of all pairs of coins, and 2 2 2 in {}; \
             otherwise, from the bank.",
            from_player(|round| round.run345),
            from_player(|round| round.twos)
        ),
        "All numbers are exact. rounds.csv has the starts of rounds, and positions.csv has all positions.".to_owned(),
    ]
}
