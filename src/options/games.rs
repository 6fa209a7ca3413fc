//! The games as the command line names them.

use crate::input::{Source, or_nearest};
use crate::lab::GameRef;
use crate::record::Manifest;
use crate::registry::{self, game, game_names, games};
use crate::strategies::is_file;
use crate::terminal::carets::carets;
use analyze_ruled::game_from;
use std::path::Path;

/// How many can play each game, in words.
pub(crate) fn seats() -> String {
    let seats = |game: GameRef| {
        let seats = game.seats();
        format!("{}: {} to {}", game.name(), seats.start(), seats.end())
    };
    games().iter().map(|&game| seats(game)).collect::<Vec<_>>().join(", ")
}

/// Reads a `--game` value: the name of a game, or the path of a game's file.
pub(crate) fn game_name(text: &str) -> Result<GameRef, String> {
    if is_file(text) {
        let read = Source::read(Path::new(text)).and_then(|source| game_from(&source));
        return read.map_err(|bad| format!("this file is no game that can be played\n{}", carets(&bad).trim_end()));
    }
    game(text).ok_or_else(|| no_game(text))
}

/// The game of a record.
pub(crate) fn recorded_game(manifest: &Manifest) -> Result<GameRef, String> {
    registry::recorded_game(manifest).ok_or_else(|| match registry::has_file(manifest) {
        true => "the file of its game cannot be read".to_owned(),
        false => no_game(&manifest.game),
    })
}

fn no_game(text: &str) -> String {
    let help = match Path::new(&format!("{text}.toml")).is_file() {
        true => format!("did you mean the file '{text}.toml'?"),
        false => or_nearest(text, &game_names()),
    };
    format!("there is no game '{text}' ({help})")
}
