//! What all experiments do with the combinations of `--vary`: how values are named in tables, what a manifest says of the
//! keys, and what is announced before the games.

use crate::lab::Prepared;
use crate::options::axis::Axis;
use crate::options::changes::side_effects;
use crate::options::recorded::key_without_folders;
use crate::options::vary::Combination;
use crate::record::VariedKey;
use crate::terminal::failure::{Failure, Outcome};
use crate::terminal::numbers::counted;
use std::path::Path;

/// The most rows that a terminal is shown.
pub(crate) const TERMINAL_ROWS: usize = 60;

/// Calls values that are files what they are called `inside`, by key, value and combination, or else by the name of the file
/// without its folders.
pub(crate) fn name_values(
    axes: &[Axis],
    combinations: &mut [Combination],
    inside: impl Fn(&str, &str, (usize, &Combination)) -> Result<Option<String>, Failure>,
) -> Outcome {
    for (at, axis) in axes.iter().enumerate() {
        let named = |value: &String| {
            let mut all = combinations.iter().enumerate();
            let of_value = all.find(|(_, combination)| combination.values[at] == *value);
            let found = of_value.map(|found| inside(&axis.key, value, found)).transpose()?.flatten();
            Ok(found.unwrap_or_else(|| value.clone()))
        };
        let mut names = axis.values.iter().map(named).collect::<Result<Vec<String>, Failure>>()?;
        let stem =
            |value: &String| Path::new(value).file_stem().map_or(value.clone(), |stem| stem.to_string_lossy().into());
        if axis.key == "rules" || (1..names.len()).any(|number| names[..number].contains(&names[number])) {
            names = axis.values.iter().map(stem).collect();
        }
        for combination in combinations.iter_mut() {
            let number = axis.values.iter().position(|value| *value == combination.values[at]);
            combination.values[at] = number.map_or_else(String::new, |number| names[number].clone());
        }
    }
    Ok(())
}

/// The id of the deck of a game that has one.
pub(crate) fn deck_id(game: &dyn Prepared) -> Option<String> {
    let (_, text) = game.manifest().into_iter().find(|(name, _)| *name == "deck")?;
    Some(text.parse::<toml::Table>().ok()?.get("id")?.as_str()?.to_owned())
}

/// The keys with their values as tables call them, and with the texts of those that are files.
pub(crate) fn varied(axes: &[Axis], combinations: &[Combination], texts: &[Vec<String>]) -> Vec<VariedKey> {
    let values = |at: usize| {
        let mut values: Vec<String> = Vec::new();
        for combination in combinations {
            if !values.contains(&combination.values[at]) {
                values.push(combination.values[at].clone());
            }
        }
        values
    };
    let keys = axes.iter().enumerate();
    let key = |axis: &Axis| key_without_folders(&axis.key);
    keys.map(|(at, axis)| VariedKey { key: key(axis), values: values(at), texts: texts[at].clone() }).collect()
}

/// How much will be played, and what the values bring along: `changes` says what a combination changes beside the first.
pub(crate) fn announcement(
    axes: &[Axis],
    combinations: &[Combination],
    games: &str,
    changes: impl Fn(usize) -> Result<Vec<String>, Failure>,
) -> Result<Vec<String>, Failure> {
    let keys: Vec<&str> = axes.iter().map(|axis| &*axis.key).collect();
    let all = counted(combinations.len() as u64, "combination");
    let first = format!("{all} of {}: {games}", keys.join(", "));
    Ok(std::iter::once(first).chain(side_effects(axes, combinations, changes)?).collect())
}
