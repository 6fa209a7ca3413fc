//! The page of `analyze solve` for games in which a turn total is held or risked.
//!
//! Owns which scores of so many are drawn.

use super::holds_tables::{solved_holds_summary, spread};
use crate::page::picture::{Caption, Curve, curves};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, page, percent};
use crate::record::{HoldRecord, Manifest, Scores, SolvedHoldsRecord};
use crate::report::{Field, Heading, Table};
use maud::{Markup, html};

/// How many scores of the other player have a line.
const LINES: u32 = 4;
/// About so many own scores are drawn.
const POINTS: u32 = 50;

/// The page of a solved game of two players.
pub fn solve_holds_page(solved: &SolvedHoldsRecord, manifest: &Manifest, about: &About) -> String {
    let title = format!("{}, 2 players: optimal play", about.game());
    let sections = html! {
        section { h2 { "When to hold" } div.figures { figure { (holds(solved)) } }
            (table(&solved_holds_summary(solved))) }
        section { h2 { "What the scores are worth" } div.figures { figure { (values(solved)) } }
            (table(&values_table(solved))) }
    };
    page(&Opening { title, sentences: sentences(solved), tiles: tiles(solved) }, &sections, manifest, about)
}

/// The chance of the player who starts, and when to hold with equal scores.
fn tiles(solved: &SolvedHoldsRecord) -> Vec<Tile> {
    let hold = |name, score: u32| {
        let total = solved.turn(Scores { own: score, other: score }).hold_at;
        let said = format!("the turn total to hold at, when the score is {score} to {score}");
        Tile::new(name, total.map_or_else(|| "roll on".to_owned(), |total| total.to_string()), said)
    };
    let start = percent(solved.turn(Scores { own: 0, other: 0 }).value);
    vec![
        Tile::new("Starting", start, "chance that the first player wins, with best play by both"),
        hold("At the start", 0),
        hold("Halfway", solved.goal / 2),
    ]
}

/// The lines of a picture, one for each of some scores of the other player.
fn lines(solved: &SolvedHoldsRecord, number: impl Fn(&HoldRecord) -> Option<f64>) -> (Vec<String>, Vec<Curve>) {
    let others = spread(solved.goal, LINES);
    let curve = |(series, other)| {
        let turns = spread(solved.goal, POINTS).map(|own| solved.turn(Scores { own, other }));
        Curve { series, points: turns.filter_map(|turn| Some((turn.scores.own.into(), number(turn)?))).collect() }
    };
    let labels = others.clone().map(|other| format!("opponent {other}")).collect();
    (labels, others.enumerate().map(curve).collect())
}

fn holds(solved: &SolvedHoldsRecord) -> Markup {
    let text = "The lowest turn total at which to hold, by the player's own score, for some scores of the opponent. Where a line has a \
                gap, it is best to roll until the goal is reached. All numbers are exact.";
    let caption = Caption { id: "holds".to_owned(), title: "Turn total to hold at".to_owned(), text: text.to_owned() };
    let (labels, lines) = lines(solved, |turn| turn.hold_at.map(f64::from));
    curves(&caption, &labels, &lines)
}

fn values(solved: &SolvedHoldsRecord) -> Markup {
    let text = "The chance that the player to move wins, before the first roll. From left to right: its own score. Each line is for one \
                score of the opponent. All numbers are exact.";
    let caption =
        Caption { id: "values".to_owned(), title: "Chance to win by scores".to_owned(), text: text.to_owned() };
    let (labels, lines) = lines(solved, |turn| Some(turn.value));
    curves(&caption, &labels, &lines)
}

fn values_table(solved: &SolvedHoldsRecord) -> Table {
    let others: Vec<u32> = spread(solved.goal, LINES).collect();
    let row = |own: u32| {
        let value = |&other: &u32| Field::Solved(Some(solved.turn(Scores { own, other }).value));
        std::iter::once(Field::Whole(own.into())).chain(others.iter().map(value)).collect()
    };
    let headings =
        std::iter::once("own score".to_owned()).chain(others.iter().map(|other| format!("opponent {other}")));
    Table {
        name: "chance to win".to_owned(),
        headings: headings.map(Heading::in_words).collect(),
        rows: spread(solved.goal, POINTS).map(row).collect(),
    }
}

/// What to do with these scores, in words.
fn in_words(solved: &SolvedHoldsRecord, own: u32, other: u32) -> String {
    match solved.turn(Scores { own, other }).hold_at {
        Some(total) => format!("at {own} to {other}, hold at {total}"),
        None => format!("at {own} to {other}, roll until you have won"),
    }
}

/// What optimal play is like, in plain sentences.
fn sentences(solved: &SolvedHoldsRecord) -> Vec<String> {
    let of = |own, other| in_words(solved, own, other);
    let (start, half, late) = (solved.turn(Scores { own: 0, other: 0 }), solved.goal / 2, solved.goal * 4 / 5);
    let better = if start.value > 0.5 { "an advantage" } else { "no advantage" };
    let (ahead, behind) = (Scores { own: half, other: 0 }, Scores { own: 0, other: half });
    let again = solved.turns.iter().filter(|turn| turn.rolls_again_at.is_some()).count();
    let again = again as f64 / solved.turns.len() as f64;
    vec![
        format!(
            "With best play by both players, the player who starts wins {} of the games: starting is {better}.",
            percent(start.value)
        ),
        format!("With equal scores: {}; {}; {}.", of(0, 0), of(half, half), of(late, late)),
        format!("Ahead and behind: {}; {}.", of(half, 0), of(0, half)),
        format!("Near the end: {}; {}.", of(late, half), of(half, late)),
        format!(
            "The player whose turn it is wins {} of the games when it leads by {half} to 0, and {} when it trails by 0 to {half}.",
            percent(solved.turn(ahead).value),
            percent(solved.turn(behind).value)
        ),
        format!(
            "For {} of all pairs of scores there is an exception: at some turn total above the one to hold at, it is better to roll \
             again.",
            percent(again)
        ),
        "All numbers are exact. holds.csv has them for all scores.".to_owned(),
    ]
}
