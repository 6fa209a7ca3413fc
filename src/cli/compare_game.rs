//! The game of a comparison, from the names of its strategies where `--game` does not say it.
//!
//! Owns what is said where they do not settle it: first what is wrong with the names, then that there is `--game`.

use super::compare_args::CompareArgs;
use super::error::{Failure, Outcome};
use super::games::{GameName, WithGame};
use super::settings;
use crate::games::Setting;
use crate::input::{Source, or_nearest};
use crate::simulate::Playable;
use crate::strategies::{NameError, Shelf, StrategyName, find, is_file, shipped_names};
use std::path::Path;

/// The game: as typed, or the one that has most of these strategies, with the parameters given if that settles it.
///
/// # Errors
/// If several games have as many of them: what is wrong with a name in every game, or that `--game` is missing.
pub(super) fn game_of(args: &CompareArgs) -> Result<GameName, Failure> {
    if let Some(game) = args.game {
        return Ok(game);
    }
    let typed = typed(args)?;
    let mut games = Vec::new();
    for (_, game) in GameName::NAMES {
        let mut has = Has::default();
        game.run(Count { typed: &typed, has: &mut has })?;
        games.push((has, *game));
    }
    let most = games.iter().map(|&(has, _)| has).max();
    let mut likely = games.iter().filter(|&&(has, _)| Some(has) == most);
    match (likely.next(), likely.next()) {
        (Some(&(_, game)), None) => Ok(game),
        _ => Err(unsettled(&typed)),
    }
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
        let name = text.parse().map_err(|error: NameError| Failure::strategy(option, error.into()))?;
        if all.iter().all(|known| known.text != text) {
            all.push(Typed { option, text, name });
        }
    }
    Ok(all)
}

/// How many of the strategies a game has. More with their parameters go before more by name.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Has {
    with_parameters: usize,
    by_name: usize,
}

/// Counts the strategies that a game has.
struct Count<'a> {
    typed: &'a [Typed<'a>],
    has: &'a mut Has,
}

impl WithGame for Count<'_> {
    fn with<G: Shelf + Playable>(self) -> Outcome {
        let game = G::set_up(G::DEFAULT_SEATS, &Setting::default())?;
        let ships = shipped_names::<G>();
        self.has.with_parameters = self.typed.iter().filter(|typed| find(typed.text, &game).is_ok()).count();
        self.has.by_name =
            self.typed.iter().filter(|typed| bases(&typed.name).all(|name| ships.contains(&name))).count();
        Ok(())
    }
}

/// The names before the parameters: one, or two of `A@B`.
fn bases(name: &StrategyName) -> Box<dyn Iterator<Item = &str> + '_> {
    match name {
        StrategyName::One { name, .. } => Box::new(std::iter::once(name.as_str())),
        StrategyName::Crossed(commits, rerolls) => Box::new(bases(commits).chain(bases(rerolls))),
    }
}

/// Why the names do not settle the game: a file that cannot be read, names that no game has, or neither.
fn unsettled(typed: &[Typed<'_>]) -> Failure {
    let named = || typed.iter().flat_map(|typed| bases(&typed.name).map(move |name| (typed.option, name)));
    let unreadable =
        named().filter(|(_, name)| is_file(name)).find_map(|(_, name)| Source::read(Path::new(name)).err());
    if let Some(bad) = unreadable {
        return bad.into();
    }
    let mut ships = Vec::new();
    for (_, game) in GameName::NAMES {
        if let Err(failure) = game.run(Names(&mut ships)) {
            return failure;
        }
    }
    let mut told: Vec<String> = Vec::new();
    for (option, name) in named().filter(|(_, name)| !is_file(name) && !ships.contains(name)) {
        let unknown = NameError::Unknown { name: name.to_owned(), help: or_nearest(name, &ships) };
        let line = format!("{option}: {unknown}");
        if !told.contains(&line) {
            told.push(line);
        }
    }
    match settings::missing_game() {
        missing if told.is_empty() => Failure::Usage(missing),
        missing => Failure::Usage(format!("{}\n{missing}", told.join("\n"))),
    }
}

/// The names of the strategies of all games, each once.
struct Names<'a>(&'a mut Vec<&'static str>);

impl WithGame for Names<'_> {
    fn with<G: Shelf + Playable>(self) -> Outcome {
        for name in shipped_names::<G>() {
            if !self.0.contains(&name) {
                self.0.push(name);
            }
        }
        Ok(())
    }
}
