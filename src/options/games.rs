//! The games as the command line names them.

use crate::input::or_nearest;
use crate::lab::{AnyGame, GAMES, GameRef, game, game_names};

/// How many can play each game, in words.
pub(crate) fn seats() -> String {
    let seats = |game: &dyn AnyGame| {
        let seats = game.seats();
        format!("{}: {} to {}", game.name(), seats.start(), seats.end())
    };
    GAMES.iter().map(|&game| seats(game)).collect::<Vec<_>>().join(", ")
}

/// Reads a `--game` value.
pub(crate) fn game_name(text: &str) -> Result<GameRef, String> {
    game(text).ok_or_else(|| format!("there is no game '{text}' ({})", or_nearest(text, &game_names())))
}
