//! From what was typed to a validated run configuration.
//!
//! Owns the checks that need more than one option, and the defaults that depend on others. Only the
//! configuration made here reaches the simulator.

use super::choices::{EngineChoice, LuckChoice};
use super::given::{Invocation, Options};
use super::{RulesArgs, TableArgs};
use crate::engines::{EngineKind, SeatingRule, Seatings};
use crate::games::gang::Deck;
use crate::games::narration::noun;
use crate::games::{BuiltIn, SetUpError, Setting};
use crate::input::Source;
use crate::lab::{Chosen, GameRef, Players, Prepared, as_game};
use crate::registry::{game, game_names};
use crate::terminal::failure::{Failure, refuse};
use crate::terminal::kinds::{Kind, explained};
use crate::terminal::numbers::counted;
use crate::terminal::output;
use crate::terminal::solving::Solving;
use std::path::PathBuf;
use std::sync::Arc;

/// Options that are not rules, although they may be taken for such.
const OPTIONS: [&str; 8] = ["edition", "players", "deck", "bots", "seed", "seating", "engine", "runs"];

/// The most games a run may have.
pub(crate) const MAX_RUNS: u64 = 1_000_000_000_000_000;

/// A table at which games can be played: every choice made and valid.
pub(crate) struct Table {
    pub game: Arc<dyn Prepared>,
    pub chosen: Vec<Chosen>,
    /// For each seat the position of its strategy among the chosen ones.
    pub lineup: Vec<usize>,
    pub seating: SeatingRule,
    pub seatings: Seatings,
    pub seed: u64,
    pub engine: EngineKind,
    /// Whether luck is cancelled.
    pub luck: LuckChoice,
    /// The options of its command.
    pub given: Arc<Options>,
}

impl Table {
    /// The names of the different strategies.
    pub(crate) fn names(&self) -> Vec<String> {
        self.chosen.iter().map(|chosen| chosen.name.clone()).collect()
    }

    /// What was typed for it.
    pub(crate) fn as_typed(&self) -> Invocation<'_> {
        Invocation::new(&self.given, &self.chosen)
    }

    /// The different strategies, to play.
    pub(crate) fn players(&self) -> Box<dyn Players + '_> {
        self.game.players(&self.chosen.iter().collect::<Vec<_>>())
    }

    /// The name of each seat's strategy.
    pub(crate) fn lineup_names(&self) -> Vec<String> {
        self.lineup.iter().map(|&index| self.chosen[index].name.clone()).collect()
    }
}

/// The game chosen.
pub(crate) fn chosen_game(game: Option<GameRef>) -> Result<GameRef, Failure> {
    game.ok_or_else(|| Failure::Usage(missing_game()))
}

/// That nothing says which game is played.
pub(crate) fn missing_game() -> String {
    format!("--game is missing: {}", say_game())
}

/// What to do where no game is named.
pub(crate) fn say_game() -> String {
    format!("say which game is played ({})", game_names().join(", "))
}

/// Resolves players, rules, strategies and seats.
pub(crate) fn table(game: GameRef, args: &TableArgs) -> Result<Table, Failure> {
    let engine = engine(game, args.rules.engine)?;
    let named = args.bots.as_ref().map_or(0, Vec::len) as u64;
    let players = players(game, args.players, named, &format!("--bots: {named}"))?;
    let bots = bots(game, args, players);
    let game = set_up(game, players, &args.rules)?;
    let (chosen, lineup) = game.find_all(&bots?).map_err(|error| Failure::strategy("--bots", error))?;
    let seatings = Seatings::new(args.seating, &lineup);
    let (seating, seed, luck, given) = (args.seating, args.draws.seed, LuckChoice::Off, Arc::clone(&args.rules.given));
    Ok(Table { game, chosen, lineup, seating, seatings, seed, engine, luck, given })
}

/// The engine asked for.
pub(crate) fn engine(game: GameRef, choice: EngineChoice) -> Result<EngineKind, Failure> {
    match (choice, game.own_engine()) {
        (EngineChoice::Dice, _) => Ok(EngineKind::Dice),
        (EngineChoice::Auto, own) => Ok(own.unwrap_or(EngineKind::Dice)),
        (EngineChoice::Turn, Some(EngineKind::Turn)) => Ok(EngineKind::Turn),
        (EngineChoice::Turn, _) => {
            refuse(format!("--engine: {} has no engine 'turn' (valid: auto, dice)", game.title()))
        }
    }
}

/// How many play: as `--players` says, or as many as are `named` for seats, if that is more than one, or the default. An
/// error about those named begins with `said`.
pub(crate) fn players(game: GameRef, typed: Option<u64>, named: u64, said: &str) -> Result<usize, Failure> {
    let (players, said) = match typed {
        None if named > 1 => (named, said.to_owned()),
        typed => (
            typed.unwrap_or(game.default_seats() as u64),
            typed.map_or_else(String::new, |n| format!("--players: {n}")),
        ),
    };
    let fitting = usize::try_from(players).ok().filter(|players| game.seats().contains(players));
    fitting.ok_or_else(|| {
        let players = noun(players, "player", "players");
        Failure::Usage(format!("{said} {players}; {}", seats(game)))
    })
}

/// How many can play a game, in words.
pub(crate) fn seats(game: GameRef) -> String {
    let (least, most) = game.seats().into_inner();
    if least == most {
        return format!("{} is for {least}", game.title());
    }
    format!("{} is for {least} to {most}", game.title())
}

fn bots(game: GameRef, args: &TableArgs, players: usize) -> Result<Vec<String>, Failure> {
    match args.bots.as_deref() {
        None => Ok(game.lineup(players).into_iter().map(str::to_owned).collect()),
        Some([one]) => Ok(vec![one.clone(); players]),
        Some(bots) if bots.len() == players => Ok(bots.to_vec()),
        Some(bots) => {
            let names = bots.join(",");
            let named = counted(bots.len() as u64, "strategy");
            refuse(format!("--bots: {named} ({names}) for {players} players; name one for each seat, or one for all"))
        }
    }
}

/// The game for so many players, as the options say; rules that do not go together are said at the option they come from.
pub(crate) fn set_up(game: GameRef, players: usize, args: &RulesArgs) -> Result<Arc<dyn Prepared>, Failure> {
    let setting = setting(game, args)?;
    let game = game.set_up(players, &setting).map_err(|error| match error {
        SetUpError::Conflict(message) => SetUpError::Option { option: setting.blame(), message }.into(),
        SetUpError::Input(bad) if setting.deck.as_ref() == Some(&bad.source) => explained(bad, Kind::Deck).into(),
        SetUpError::Input(bad) if setting.rules.as_ref() == Some(&bad.source) => explained(bad, Kind::Rules).into(),
        other => Failure::from(other),
    })?;
    game.doubts(&setting).iter().for_each(output::doubt);
    Ok(game)
}

/// The same of a game with its type.
pub(crate) fn set_up_as<G: BuiltIn + Clone>(players: usize, args: &RulesArgs) -> Result<G, Failure> {
    let Some(game) = game(G::NAME) else { return refuse(missing_game()) };
    let prepared = set_up(game, players, args)?;
    as_game::<G>(&*prepared).cloned().ok_or_else(|| Failure::Usage(missing_game()))
}

/// Reads the files that the rules come from, unless the game has no use for one.
fn setting(game: GameRef, args: &RulesArgs) -> Result<Setting, Failure> {
    refuse_options_of_other_games(game, args)?;
    let is_option = |key: &str| OPTIONS.contains(&key) && !game.data_keys().contains(&key);
    if let Some((key, value)) = args.options.iter().find(|(key, _)| is_option(key)) {
        return refuse(format!("--rule {key}={value}: '{key}' is no rule but an option: write --{key} {value}"));
    }
    Ok(Setting {
        edition: args.edition.clone(),
        deck: args.deck.as_deref().map(Deck::source).transpose()?,
        rules: args.rules.as_deref().map(Source::read).transpose()?,
        options: args.options.clone(),
        cache: if args.no_cache { None } else { cache() },
        follow: Some(Arc::new(Solving::default())),
    })
}

/// The folder where what takes long to solve is kept, by the XDG Base Directory Specification, if there is a place for it.
pub(crate) fn cache() -> Option<PathBuf> {
    let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")));
    caches.map(|caches| caches.join(env!("CARGO_PKG_NAME")))
}

/// Refuses what the game has no option for before a file is read: what is in it, or that it cannot be read, is beside
/// the point then. A game refuses an option that it lacks whatever its value, so an empty deck does to ask.
fn refuse_options_of_other_games(game: GameRef, args: &RulesArgs) -> Result<(), Failure> {
    let unread = |path: &PathBuf| Source::new(path.display().to_string(), "");
    let setting = Setting { edition: args.edition.clone(), deck: args.deck.as_ref().map(unread), ..Setting::default() };
    match game.set_up(game.default_seats(), &setting) {
        Err(error @ SetUpError::Option { option: "--edition" | "--deck", .. }) => Err(error.into()),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// The number of games asked for.
pub(crate) fn runs(runs: Option<u64>) -> Result<u64, Failure> {
    match runs {
        Some(runs @ 1..=MAX_RUNS) => Ok(runs),
        Some(runs) => refuse(format!("--runs: {runs} games; at least 1 and at most 1e15 can be played")),
        None => refuse("--runs is missing: say how many games are played, for example --runs 1e6"),
    }
}

/// More threads for each core only look for work that the others have: a thousand for two cores took 12 seconds to stop.
const THREADS_A_CORE: usize = 8;

/// The number of threads asked for, as far as the cores have use for them; all cores by default.
pub(crate) fn threads(threads: Option<u64>) -> Result<usize, Failure> {
    const MAX_THREADS: u64 = 1024;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    match threads {
        None => Ok(cores),
        Some(threads @ 1..=MAX_THREADS) => Ok((threads as usize).min(cores * THREADS_A_CORE)),
        Some(threads) => refuse(format!("--threads: {threads}; at least 1 and at most {MAX_THREADS} can be used")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_threads_that_would_take_seconds_to_stop_are_not_started() {
        let cores = std::thread::available_parallelism().unwrap().get();
        for asked in [1, 7, 1024] {
            let most = usize::min(asked, cores * THREADS_A_CORE);
            assert_eq!(threads(Some(asked as u64)).ok(), Some(most), "{asked} on {cores} cores");
        }
        assert!(threads(Some(1025)).is_err());
    }
}
