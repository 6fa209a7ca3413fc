//! The registry of games, a line each, and what commands can do with any of them.

use super::args::{CompareArgs, Format, PlayArgs, RunArgs, TournamentArgs, TuneArgs};
use super::output::{Failure, Outcome};
use super::planned::{self, Typed, Work};
use super::{check, compare, compare_config, play, repeat, report, show, simulate, tournament, tune, tune_game};
use crate::engines::Playable;
use crate::games::{CheckedData, battle::Battle, gang::Gang, pig::Pig, pot::Pot};
use crate::input::{BadInput, Source, or_nearest};
use crate::record::Manifest;
use crate::strategies::{Catalogue, form_keys, shipped_file, shipped_names};
use std::ops::RangeInclusive;

/// All games, in the order in which users see them.
pub(super) static GAMES: &[AnyGame] = &[of::<Gang>(), of::<Pot>(), of::<Battle>(), of::<Pig>()];

/// A game, as chosen on the command line.
pub(super) type GameRef = &'static AnyGame;

/// What commands do with a game, whatever its types.
#[derive(Debug)]
pub(super) struct AnyGame {
    /// The name it is chosen by.
    pub name: &'static str,
    /// How many can play.
    pub seats: RangeInclusive<usize>,
    /// Whether luck can be cancelled in it.
    pub knows_luck: bool,
    /// The keys at the top of its decks and rules files.
    pub data_keys: &'static [&'static str],
    /// The keys at the top of its strategy files.
    pub form_keys: fn() -> Vec<&'static str>,
    /// Simulates as typed.
    pub simulate: fn(&RunArgs) -> Outcome,
    /// What is typed, validated, to be played in shards.
    pub planned: fn(&Typed) -> Result<Box<dyn Work>, Failure>,
    /// Compares as typed.
    pub compare: fn(&CompareArgs) -> Outcome,
    /// Plays a tournament as typed.
    pub tournament: fn(&TournamentArgs) -> Outcome,
    /// Tunes a strategy as typed.
    pub tune: fn(&TuneArgs) -> Outcome,
    /// Tunes the game itself as typed.
    pub tune_game: fn(&TuneArgs) -> Outcome,
    /// Refuses a tournament that could not be played.
    pub check_tournament: fn(&TournamentArgs) -> Outcome,
    /// Refuses a race that could not be run.
    pub check_tune: fn(&TuneArgs) -> Outcome,
    /// Refuses designs that could not be played.
    pub check_tune_game: fn(&TuneArgs) -> Outcome,
    /// Refuses a manifest whose strategies are not here what they were.
    pub same_strategies: fn(&Manifest) -> Outcome,
    /// Narrates a game of the recorded run, or else at the table typed.
    pub play: fn(&PlayArgs, Option<&Manifest>) -> Outcome,
    /// The files of the tables, name and content, of a run or a comparison, and what standard output shows of it.
    pub tables: Tables,
    /// The list of its strategies and line-ups.
    pub listing: fn() -> Result<String, Failure>,
    /// Its rules in an edition as a file.
    pub rules: fn(Option<&str>) -> Result<String, Failure>,
    /// Everything that its strategies can see or ask, as a table.
    pub words: fn() -> String,
    /// The names of all strategies that ship.
    pub strategies: fn() -> Vec<&'static str>,
    /// The file of a strategy that ships as one.
    pub strategy_file: fn(&str) -> Option<Source>,
    /// Whether it has a strategy as typed, parameters and all.
    pub has: fn(&str) -> bool,
    /// What a file with these keys is, if it is a deck or a rules file of the game.
    pub check_data: fn(&Source, &[&str]) -> Result<Option<CheckedData>, BadInput>,
    /// What the strategy in a file is, once it has been read and tried.
    pub check_strategy: fn(&Source) -> Result<String, Failure>,
}

/// Makes tables from the text of tallies and their manifest.
type Tables = fn(&str, &Manifest, Format) -> Result<(Vec<(String, String)>, String), Failure>;

const fn of<G: Catalogue + Playable>() -> AnyGame {
    AnyGame {
        name: G::NAME,
        seats: G::SEATS,
        knows_luck: G::KNOWS_LUCK,
        data_keys: G::DATA_KEYS,
        form_keys: form_keys::<G>,
        simulate: simulate::simulate::<G>,
        planned: planned::work::<G>,
        compare: compare::compare_in::<G>,
        tournament: tournament::tournament_in::<G>,
        tune: tune::tune_in::<G>,
        tune_game: tune_game::tune_game_in::<G>,
        check_tournament: tournament::checked::<G>,
        check_tune: tune::checked_in::<G>,
        check_tune_game: tune_game::checked_in::<G>,
        same_strategies: repeat::same_strategies::<G>,
        play: play::narrate::<G>,
        tables: report::tables::<G>,
        listing: show::listing::<G>,
        rules: show::rules::<G>,
        words: show::words::<G>,
        strategies: shipped_names::<G>,
        strategy_file: shipped_file::<G>,
        has: compare_config::has::<G>,
        check_data: G::check_data,
        check_strategy: check::strategy::<G>,
    }
}

/// The game with this name.
pub(super) fn named(name: &str) -> Option<GameRef> {
    GAMES.iter().find(|game| game.name == name)
}

/// The names of all games.
pub(super) fn names() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.name).collect()
}

/// How many can play each game, in words.
pub(super) fn seats() -> String {
    let seats = |game: &AnyGame| format!("{}: {} to {}", game.name, game.seats.start(), game.seats.end());
    GAMES.iter().map(seats).collect::<Vec<_>>().join(", ")
}

/// Reads a `--game` value.
pub(super) fn game_name(text: &str) -> Result<GameRef, String> {
    named(text).ok_or_else(|| format!("there is no game '{text}' ({})", or_nearest(text, &names())))
}
