//! The game of a comparison, from the names of its strategies where `--game` does not say it.
//!
//! Owns what is said where they do not settle it: first what is wrong with the names, then that there is `--game`.

use super::compare_args::CompareArgs;
use super::error::Failure;
use super::games::{GAMES, GameRef};
use super::settings;
use crate::games::Setting;
use crate::input::{Source, or_nearest};
use crate::strategies::{Catalogue, StrategyError, StrategyName, find, is_file};
use std::path::Path;

/// The game: as typed, or the one that has most of these strategies, with the parameters given if that settles it.
///
/// # Errors
/// If several games have as many of them: what is wrong with a name in every game, or that `--game` is missing.
pub(super) fn game_of(args: &CompareArgs) -> Result<GameRef, Failure> {
    if let Some(game) = args.game {
        return Ok(game);
    }
    let typed = typed(args)?;
    let games: Vec<_> = GAMES.iter().map(|game| (known(&typed, game), game)).collect();
    let most = games.iter().map(|&(known, _)| known).max();
    let mut likely = games.iter().filter(|&&(known, _)| Some(known) == most);
    match (likely.next(), likely.next()) {
        (Some(&(_, game)), None) => Ok(game),
        _ => Err(unsettled(&typed)),
    }
}

/// How many of the strategies a game has: with their parameters, and by name, which counts where that is equal.
fn known(typed: &[Typed<'_>], game: GameRef) -> (usize, usize) {
    let ships = (game.strategies)();
    let by_name = typed.iter().filter(|typed| bases(&typed.name).iter().all(|name| ships.contains(name))).count();
    (typed.iter().filter(|typed| (game.has)(typed.text)).count(), by_name)
}

/// A strategy as it was typed.
struct Typed<'a> {
    /// Where: `compare` or `--against`.
    option: &'static str,
    text: &'a str,
    name: StrategyName,
}

/// All strategies that are named, each once.
fn typed(args: &CompareArgs) -> Result<Vec<Typed<'_>>, Failure> {
    let compared = args.strategies.iter().map(|text| ("compare", text));
    let against = args.against.iter().flatten().map(|text| ("--against", text));
    let mut all: Vec<Typed<'_>> = Vec::new();
    for (option, text) in compared.chain(against) {
        let name = text.parse().map_err(|error| Failure::strategy(option, error))?;
        if all.iter().all(|known| known.text != text) {
            all.push(Typed { option, text, name });
        }
    }
    Ok(all)
}

/// Whether this game has the strategy typed, parameters and all.
pub(super) fn has<G: Catalogue>(typed: &str) -> bool {
    G::set_up(G::DEFAULT_SEATS, &Setting::default()).is_ok_and(|game| find(typed, &game).is_ok())
}

/// The names before the parameters: one, or two of `A@B`.
fn bases(name: &StrategyName) -> Vec<&str> {
    match name {
        StrategyName::One { name, .. } => vec![name],
        StrategyName::Crossed(commits, rerolls) => [bases(commits), bases(rerolls)].concat(),
    }
}

/// Why the names do not settle the game: a file that cannot be read, names that no game has, or neither.
fn unsettled(typed: &[Typed<'_>]) -> Failure {
    let named = || typed.iter().flat_map(|typed| bases(&typed.name).into_iter().map(|name| (typed.option, name)));
    let mut files = named().filter(|(_, name)| is_file(name));
    if let Some(bad) = files.find_map(|(_, name)| Source::read(Path::new(name)).err()) {
        return bad.into();
    }
    let mut ships: Vec<&str> = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    GAMES.iter().flat_map(|game| (game.strategies)()).for_each(|name| push_new(&mut ships, name));
    for (option, name) in named().filter(|(_, name)| !is_file(name) && !ships.contains(name)) {
        let unknown = StrategyError::Unknown(name.to_owned(), or_nearest(name, &ships));
        push_new(&mut lines, format!("{option}: {unknown}"));
    }
    lines.push(settings::missing_game());
    Failure::Usage(lines.join("\n"))
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}
