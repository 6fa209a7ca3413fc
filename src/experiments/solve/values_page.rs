//! The page of `analyze solve` for games from files.

use super::values_tables::{SolvedFor, SolvedValues, shown_positions, values_summary};
use crate::page::table::table;
use crate::page::tiles::Tile;
use crate::page::{About, Opening, page, percent};
use crate::record::Manifest;
use crate::record::grouped;
use maud::html;

/// The page of a game from a file that was solved.
pub fn solve_values_page(solved: &SolvedValues, manifest: &Manifest, about: &About) -> String {
    let players = if solved.players == 1 { "1 player" } else { "2 players" };
    let title = format!("{}, {players}: optimal play", about.game());
    let sections = html! {
        section { h2 { "What positions are worth" } (table(&values_summary(solved))) }
    };
    page(
        &Opening { title, sentences: vec![answer(solved), size(solved)], tiles: tiles(solved) },
        &sections,
        manifest,
        about,
    )
}

/// The value of the start, in a sentence.
pub fn answer(solved: &SolvedValues) -> String {
    match solved.aim {
        SolvedFor::WinShare => {
            format!("With best play by both players, the player who starts has a win share of {:.9}.", solved.value)
        }
        SolvedFor::Score => format!("With best play, the expected final score is {:.9}.", solved.value),
        SolvedFor::Turns => format!("With best play, the game takes {:.9} turns on average.", solved.value),
    }
}

/// How large the game is.
fn size(solved: &SolvedValues) -> String {
    format!("All numbers are exact; {}.", shown_positions(solved))
}

fn tiles(solved: &SolvedValues) -> Vec<Tile> {
    let value = match solved.aim {
        SolvedFor::WinShare => percent(solved.value),
        SolvedFor::Score | SolvedFor::Turns => format!("{:.4}", solved.value),
    };
    let (turns, ways) = solved.turns;
    vec![
        Tile::new("At the start", value, solved.aim.words()),
        Tile::new("Positions", grouped(solved.positions.len() as u64), "before a turn"),
        Tile::new("Different turns", grouped(turns as u64), format!("with {} ways in them", grouped(ways as u64))),
    ]
}
