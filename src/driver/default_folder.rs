//! Where files go when nobody says where: a folder in `reports` for each experiment.
//!
//! Owns the names of these folders. The plain command of a kind has a plain name, such as `gang-3p`; any other has the
//! code of its experiment after it, so that it never replaces the files of one that differs. How many games are
//! played, and how they are shown, is no part of an experiment, so that a longer run finds the shorter one to go on from.

use crate::lab::GameRef;
use crate::options::TableArgs;
use crate::record::Manifest;
use clap::{Args, Command};
use std::path::PathBuf;

/// `reports/NAME`, with the experiment after it unless that is the `plain` one.
pub(crate) fn default_folder(name: &str, own: &Manifest, plain: Option<&Manifest>) -> PathBuf {
    let experiment = own.experiment();
    let is_plain = plain.is_some_and(|plain| plain.experiment() == experiment);
    let folder = if is_plain { name.to_owned() } else { format!("{name}-{experiment}") };
    PathBuf::from("reports").join(folder)
}

/// The options of an experiment of which these words alone were typed.
pub(crate) fn plain<A: Args>(words: &[&str]) -> Option<A> {
    let command = A::augment_args(Command::new(env!("CARGO_PKG_NAME")).no_binary_name(true));
    A::from_arg_matches(&command.try_get_matches_from(words).ok()?).ok()
}

/// The options of a table of which nothing was typed but the game and how many play.
pub(crate) fn plain_table(game: GameRef, players: usize) -> Option<TableArgs> {
    let table = plain::<TableArgs>(&["--players", &players.to_string()])?;
    Some(TableArgs { game: Some(game), ..table })
}

/// Whether results of a game can have a plain name: those of somebody's file never, because two files can name one game.
pub(crate) fn has_plain_name(game: GameRef) -> bool {
    game.typed() == game.name()
}
