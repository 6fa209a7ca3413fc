//! The games that are chosen by name: those that are built in, and those that ship as files.

use crate::lab::{BUILT_IN, GameRef};
use crate::record::{Manifest, Part};
use analyze_core::input::Source;
use analyze_ruled::{game_from, shipped_games};
use std::sync::LazyLock;

/// All of them, in the order in which users see them.
pub fn games() -> &'static [GameRef] {
    static GAMES: LazyLock<Vec<GameRef>> = LazyLock::new(|| BUILT_IN.iter().chain(shipped_games()).copied().collect());
    &GAMES
}

/// The game with this name.
pub fn game(name: &str) -> Option<GameRef> {
    games().iter().copied().find(|game| game.name() == name)
}

/// The names of all games.
pub fn game_names() -> Vec<&'static str> {
    games().iter().map(|game| game.name()).collect()
}

/// The file of the game that a record has, if it has one.
fn file(manifest: &Manifest) -> Option<&Part> {
    manifest.resolved.iter().find(|part| part.name == "game")
}

/// Whether a record has the file of its game.
pub fn has_file(manifest: &Manifest) -> bool {
    file(manifest).is_some()
}

/// The game of a record: the one whose file it has, or else the one that it names.
pub fn recorded_game(manifest: &Manifest) -> Option<GameRef> {
    match file(manifest) {
        Some(file) => game_from(&Source::new(format!("{}.toml", manifest.game), &*file.text)).ok(),
        None => game(&manifest.game),
    }
}
