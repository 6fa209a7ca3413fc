//! The strategies at the other seats, `--against`, and how names of strategies are told in tables and folders.

use super::{SeatsArgs, settings};
use crate::lab::GameRef;
use crate::terminal::failure::{Failure, refuse};
use crate::terminal::numbers::counted;

/// The most games of each strategy that are played until something is known, when nothing says how many.
pub(crate) const DEFAULT_BUDGET: u64 = 1_000_000_000;

/// A field in the tables: one name if all are alike, else all of them.
pub(crate) fn field_name(field: &[String]) -> String {
    match field {
        [first, rest @ ..] if rest.iter().all(|name| name == first) => first.clone(),
        _ => field.join(","),
    }
}

/// How many play: as typed, or else as `--against` has others.
pub(crate) fn players(game: GameRef, seats: &SeatsArgs, against: Option<&[String]>) -> Result<usize, Failure> {
    let named = against.map_or(0, <[String]>::len) as u64;
    let all = if named > 1 { named + 1 } else { 0 };
    settings::players(game, seats.players, all, &format!("--against: {named} strategies make {all}"))
}

/// The strategies of `--against`, one for each seat but the first.
pub(crate) fn one_each(against: &[String], players: usize) -> Result<Vec<String>, Failure> {
    let others = players - 1;
    match against {
        [one] => Ok(vec![one.clone(); others]),
        named if named.len() == others => Ok(named.to_vec()),
        named => {
            let (n, names, seats) = (named.len(), named.join(","), counted(others as u64, "seat"));
            refuse(format!(
                "--against: {n} strategies ({names}) for {seats}; with {players} players name {others}, or one for all"
            ))
        }
    }
}

/// A name as a path can hold it everywhere.
pub(crate) fn in_a_path(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || "._=".contains(c) { c } else { '-' };
    name.chars().take(40).map(kept).collect()
}
