//! Where files go when nobody says where: a folder in `reports` for each experiment.
//!
//! Owns the names of these folders. The plain command of a kind has a plain name, such as `gang-3p`; any other has the
//! code of its experiment after it, so that it never replaces the files of one that differs. How many games are
//! played, and how they are shown, is no part of an experiment, so that a longer run finds the shorter one to go on from.

use super::args::TableArgs;
use super::command::{Arguments, CardTablesArgs, Command};
use super::compare_args::ComparedArgs;
use crate::record::Manifest;
use clap::Parser;
use std::path::PathBuf;

/// `reports/NAME`, with the experiment after it unless that is the `plain` one.
pub(super) fn default_folder(name: &str, own: &Manifest, plain: Option<&Manifest>) -> PathBuf {
    let experiment = own.experiment();
    let is_plain = plain.is_some_and(|plain| plain.experiment() == experiment);
    let folder = if is_plain { name.to_owned() } else { format!("{name}-{experiment}") };
    PathBuf::from("reports").join(folder)
}

/// The options of a table of which nothing was typed but the game and how many play.
pub(super) fn plain_table(game: &str, players: usize) -> Option<TableArgs> {
    let players = players.to_string();
    let parsed = Arguments::try_parse_from([env!("CARGO_PKG_NAME"), "--game", game, "--players", &players]);
    parsed.ok().map(|parsed| parsed.run.played.table)
}

/// The command `cards` without an option.
pub(super) fn plain_cards() -> Option<CardTablesArgs> {
    match Arguments::try_parse_from([env!("CARGO_PKG_NAME"), "cards"]).ok()?.command? {
        Command::Cards(cards) => Some(cards.cards),
        _ => None,
    }
}

/// The comparison of which nothing was typed but the strategies.
pub(super) fn plain_compare(strategies: &[String]) -> Option<ComparedArgs> {
    let words = [env!("CARGO_PKG_NAME"), "compare", "--"].into_iter().chain(strategies.iter().map(String::as_str));
    match Arguments::try_parse_from(words).ok()?.command? {
        Command::Compare(compare) => Some(compare.compared),
        _ => None,
    }
}
