//! The game where `--game` does not say it: that of the strategies named.

use super::settings;
use crate::input::{Source, or_nearest};
use crate::lab::GameRef;
use crate::registry::{game_names, games};
use crate::strategies::{StrategyError, StrategyName, is_file, responds_to};
use crate::terminal::advice::without;
use crate::terminal::failure::Failure;
use std::path::Path;

/// The game that has most of these strategies, which were typed after `command` and `--against`.
///
/// # Errors
/// If several games have as many of them: what is wrong with a name in every game, or that `--game` is missing.
pub(crate) fn game_among(command: &'static str, strategies: &[String], against: &[String]) -> Result<GameRef, Failure> {
    let typed = typed(command, strategies, against)?;
    let games = || games().iter().map(|&game| (known(&typed, game), game));
    let most = games().map(|(known, _)| known).max();
    let likely: Vec<GameRef> = games().filter(|&(known, _)| Some(known) == most).map(|(_, game)| game).collect();
    if let [game] = likely[..] { Ok(game) } else { Err(unsettled(command, &typed)) }
}

/// How many of the strategies a game has: with their parameters, and by name, which counts where that is equal.
fn known(typed: &[TypedName<'_>], game: GameRef) -> (usize, usize) {
    let ships = game.strategies();
    let by_name = typed.iter().filter(|typed| bases(&typed.name).iter().all(|name| ships.contains(name))).count();
    // A best response is known in a game that has what it responds to, and need not be solved for that.
    let has = |typed: &&TypedName<'_>| game.has(responds_to(typed.text).unwrap_or(typed.text));
    (typed.iter().filter(has).count(), by_name)
}

/// A strategy as it was typed.
struct TypedName<'a> {
    /// Where: the command or `--against`.
    option: &'static str,
    text: &'a str,
    name: StrategyName,
}

/// All strategies that are named, each once.
fn typed<'a>(
    command: &'static str,
    strategies: &'a [String],
    against: &'a [String],
) -> Result<Vec<TypedName<'a>>, Failure> {
    let compared = strategies.iter().map(|text| (command, text));
    let against = against.iter().map(|text| ("--against", text));
    let mut all: Vec<TypedName<'_>> = Vec::new();
    for (option, text) in compared.chain(against) {
        let name = text.parse().map_err(|error| Failure::strategy(option, error))?;
        if all.iter().all(|known| known.text != text) {
            all.push(TypedName { option, text, name });
        }
    }
    Ok(all)
}

/// The names before the parameters: one, or two of `A@B`.
fn bases(name: &StrategyName) -> Vec<&str> {
    match name {
        StrategyName::One { name, .. } => vec![name],
        StrategyName::Crossed(commits, rerolls) => [bases(commits), bases(rerolls)].concat(),
        StrategyName::Response(to) => bases(to),
    }
}

/// Why the names do not settle the game: a file that cannot be read, names that no game has, or neither.
fn unsettled(command: &str, typed: &[TypedName<'_>]) -> Failure {
    let named = || typed.iter().flat_map(|typed| bases(&typed.name).into_iter().map(|name| (typed.option, name)));
    let mut files = named().filter(|(_, name)| is_file(name));
    if let Some(bad) = files.find_map(|(_, name)| Source::read(Path::new(name)).err()) {
        return bad.into();
    }
    let mut ships: Vec<&str> = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    games().iter().flat_map(|game| game.strategies()).for_each(|name| push_new(&mut ships, name));
    for (option, name) in named().filter(|(_, name)| !is_file(name) && !ships.contains(name)) {
        let unknown = StrategyError::Unknown(name.to_owned(), or_nearest(name, &ships));
        push_new(&mut lines, format!("{option}: {}", without(&unknown)));
    }
    let homes = homes(named().map(|(_, name)| name));
    let shared = homes.iter().map(|(_, games)| games).fold(game_names(), both);
    if lines.is_empty() && shared.is_empty() {
        let homes: Vec<String> =
            homes.iter().map(|(name, games)| format!("'{name}' is of {}", games.join(", "))).collect();
        return Failure::Usage(format!("{command}: no game has all of these strategies: {}", homes.join("; ")));
    }
    if !lines.is_empty() && named().all(|(_, name)| name.contains(',')) {
        return Failure::Usage(lines.join("\n"));
    }
    let is_narrower = lines.is_empty() && shared.len() < games().len();
    lines.push(if is_narrower {
        let options: Vec<String> = shared.iter().map(|game| format!("--game {game}")).collect();
        format!(
            "--game is missing: {} have all of these strategies; add {}",
            shared.join(" and "),
            options.join(" or ")
        )
    } else {
        settings::missing_game()
    });
    Failure::Usage(lines.join("\n"))
}

/// The games that have each strategy that ships, of these names.
fn homes<'n>(names: impl Iterator<Item = &'n str>) -> Vec<(&'n str, Vec<&'static str>)> {
    let mut homes = Vec::new();
    for name in names.filter(|name| !is_file(name)) {
        let has = |game: &&GameRef| game.strategies().contains(&name);
        push_new(&mut homes, (name, games().iter().filter(has).map(|game| game.name()).collect()));
    }
    homes
}

fn both(some: Vec<&'static str>, others: &Vec<&'static str>) -> Vec<&'static str> {
    some.into_iter().filter(|name| others.contains(name)).collect()
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}
