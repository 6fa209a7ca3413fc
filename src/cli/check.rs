//! `analyze check FILE`: everything that is wrong with a strategy, a deck or a rules file.
//!
//! Owns finding out what the file is, and what is said of it. What the words of a file mean is the games' business, and a
//! strategy is tried in the laboratory.

use super::command::CheckArgs;
use super::experiment;
use crate::games::{CheckedData, narration};
use crate::input::{BadInput, Document, Problem, Source, or_nearest};
use crate::lab::{GameRef, Trial, TrialError};
use crate::registry::{game, game_names, games};
use crate::strategies::{MAX_OPERATIONS, is_script, named_game as named_game_of_script};
use crate::terminal::carets::carets;
use crate::terminal::choices::ProgressChoice;
use crate::terminal::failure::{Failure, Outcome};
use crate::terminal::kinds::{is_experiment, is_game};
use crate::terminal::memory::memory_line;
use crate::terminal::numbers::{counted, grouped};
use crate::terminal::output;
use crate::terminal::progress::{self, Progress};
use analyze_ruled::{Checked, Limits, Range, Ruled, game_from};
use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Checks the file; problems are an error with exit code 2.
pub(crate) fn check(args: &CheckArgs) -> Outcome {
    let source = Source::read(&args.file)?;
    let found = if is_script(&source.name) {
        let game = match args.game {
            Some(game) => game,
            None => script_game(&source)?,
        };
        strategy(game, &source)?
    } else {
        check_toml(&source, args.game)?
    };
    output::result(&format!("{}: {found}\n", source.name))
}

/// What a TOML file is: of the game chosen or named, or of the first that knows it.
fn check_toml(source: &Source, chosen: Option<GameRef>) -> Result<String, Failure> {
    let document = parse(source)?;
    let keys: Vec<&str> = document.root().keys().map(|(key, _)| key).collect();
    if is_experiment(&keys) {
        return experiment::checked(source);
    }
    if is_game(&keys) {
        return game_file(source);
    }
    let named = chosen.map_or_else(|| named_game(&document, source), |game| Ok(Some(game)))?;
    let games = likely_games(&keys, named);
    for game in &games {
        if let Some(CheckedData { what, doubts }) = game.check_data(source, &keys)? {
            return Ok(format!("{what}: {}", warned(doubts)));
        }
        if keys.iter().any(|key| game.form_keys().contains(key)) {
            return strategy(*game, source);
        }
    }
    let known = games.iter().flat_map(|game| game.form_keys().into_iter().chain(game.data_keys().iter().copied()));
    let known: Vec<&str> = known.collect();
    Err(of_no_kind(source, &keys, &known))
}

/// How long the positions of a game are gone through.
const CHECKED_FOR: Duration = Duration::from_secs(5);

/// What the file of a game is, once it was played by every number of players and its positions were gone through.
fn game_file(source: &Source) -> Result<String, Failure> {
    let game = game_from(source)?;
    let (least, most) = game.seats().into_inner();
    let (mut games, mut ranges, mut search): (_, Vec<Range>, _) = (0, Vec::new(), String::new());
    for players in game.seats() {
        let ruled = Ruled::read(source, Some(players), &[])?;
        let time = if players == least { CHECKED_FOR } else { Duration::ZERO };
        let checked = ruled.check(Limits { time, ..Limits::default() })?;
        if players == least {
            search = searched(&checked, players);
        }
        games += checked.games;
        for (at, range) in checked.ranges.into_iter().enumerate() {
            match ranges.get_mut(at) {
                Some(known) => known.ends = (known.ends.0.min(range.ends.0), known.ends.1.max(range.ends.1)),
                None => ranges.push(range),
            }
        }
    }
    let for_whom = match least == most {
        true => narration::counted(least as u64, "player", "players"),
        false => format!("{least} to {most} players"),
    };
    let played = narration::counted(games, "game", "games");
    let lines: String =
        ranges.iter().map(|Range { name, ends }| format!("\n  {name:<12} {} to {}", ends.0, ends.1)).collect();
    let said = format!("the game '{}' for {for_whom}, {played} played at random: no problems", game.name());
    Ok(format!("{said}{lines}\n{search}"))
}

/// How far the search for faults came.
fn searched(checked: &Checked, players: usize) -> String {
    let by = narration::counted(players as u64, "player", "players");
    match &checked.stopped {
        None => {
            let positions = narration::counted(checked.sizes.positions as u64, "position", "positions");
            format!("all {positions} with {by} were checked")
        }
        Some(why) => format!(
            "not all positions with {by} were checked: {why}\n\
             so a rare fault of the rules may go unnoticed, and numbers may go further than shown"
        ),
    }
}

/// The games that the file may be for: one that is named, or all, first those that know most of its keys.
fn likely_games(keys: &[&str], named: Option<GameRef>) -> Vec<GameRef> {
    let mut likely = named.map_or_else(|| games().to_vec(), |only| vec![only]);
    let knows = |game: &GameRef, key| game.data_keys().contains(key) || game.form_keys().contains(key);
    let known = |game: &GameRef| keys.iter().filter(|key| knows(game, key)).count();
    likely.sort_by_cached_key(|game| std::cmp::Reverse(known(game)));
    likely
}

/// The file as TOML, or one problem if it is something else altogether.
fn parse(source: &Source) -> Result<Document<'_>, BadInput> {
    Document::parse(source).map_err(|bad| {
        if looks_like_toml(&source.text) {
            return bad;
        }
        let problem = Problem::general("this is not a TOML file").help(if source.name.ends_with("run.json") {
            "the record of a run is played again with 'analyze run', and 'analyze report FOLDER' makes its tables again"
        } else {
            "strategies, decks and rules are TOML: analyze show chaser prints one; a script ends in .rhai"
        });
        BadInput { source: source.clone(), problems: vec![problem] }
    })
}

/// Whether some line is a key with a value, a heading or a comment, and the whole does not begin as JSON or XML do.
fn looks_like_toml(text: &str) -> bool {
    let is_key = |c: char| c.is_ascii_alphanumeric() || "-_. \"'".contains(c);
    let is_line = |line: &str| {
        let heading = line.starts_with('[') && line.ends_with(']');
        let value = line.split_once('=').is_some_and(|(key, _)| !key.trim().is_empty() && key.chars().all(is_key));
        heading || value || line.starts_with('#')
    };
    !text.trim_start().starts_with(['{', '<']) && text.lines().map(str::trim).any(is_line)
}

/// The game that the file says it is for.
fn named_game(document: &Document<'_>, source: &Source) -> Result<Option<GameRef>, BadInput> {
    let mut problems = Vec::new();
    let Some(text) = document.root().optional_text("game", "\"gang\"", &mut problems) else { return Ok(None) };
    let game = game_called(&text.value, source)?;
    if game.is_none() {
        problems.push(no_game(&text.value, Some(text.span)));
    }
    BadInput::unless_empty(source, problems, Some(game))
}

/// The game that the script says it is for; one that says nothing is for the first.
fn script_game(source: &Source) -> Result<GameRef, BadInput> {
    let Some(name) = named_game_of_script(&source.text) else { return Ok(games()[0]) };
    let start = source.text.find(name).unwrap_or(0);
    let problem = || vec![no_game(name, Some(start..start + name.len()))];
    game_called(name, source)?.ok_or_else(|| BadInput { source: source.clone(), problems: problem() })
}

/// The game of this name, or else the one in the file NAME.toml beside the strategy.
fn game_called(name: &str, strategy: &Source) -> Result<Option<GameRef>, BadInput> {
    if let Some(known) = game(name) {
        return Ok(Some(known));
    }
    let is_name = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    let beside = Path::new(&strategy.name).with_file_name(format!("{name}.toml"));
    if !is_name || !beside.is_file() || beside == Path::new(&strategy.name) {
        return Ok(None);
    }
    let found = game_from(&Source::read(&beside)?)?;
    Ok(Some(found).filter(|found| found.name() == name))
}

fn no_game(name: &str, span: Option<std::ops::Range<usize>>) -> Problem {
    let near = or_nearest(name, &game_names());
    let or = if near.ends_with('?') { " Or" } else { "; or" };
    let help = format!("{near}{or} give the file of your own game: --game {name}.toml");
    Problem { span, ..Problem::general(format!("there is no game '{name}'")).help(help) }
}

fn of_no_kind(source: &Source, keys: &[&str], known: &[&str]) -> Failure {
    let problem =
        Problem::general("this is neither a game nor a strategy nor a deck nor a rules file, nor an experiment");
    // A name, an id and a note stand in files of several kinds.
    let mut telling = keys.iter().filter(|key| !["name", "id", "note", "game"].contains(key));
    let near = telling.find_map(|key| Some((key, crate::input::nearest(key, known.iter().copied())?)));
    let problem = match near {
        Some((key, name)) => problem.help(format!("it has the key '{key}': did you mean '{name}'?")),
        None => problem.help("analyze show chaser, show reconstructed and show rules --game gang print one of each"),
    };
    BadInput { source: source.clone(), problems: vec![problem] }.into()
}

/// What the strategy is, in words, once it has been read and tried.
fn strategy(game: GameRef, source: &Source) -> Result<String, Failure> {
    let Trial { name, parameters, games, warnings, remembered, operations } = tried(game, source)?;
    let memory = remembered.map_or_else(String::new, |(known, games)| memory_line(game, known, &grouped(games)));
    let parameters: String = parameters.iter().map(|parameter| format!("\n  {parameter}")).collect();
    let doubts = (!warnings.is_empty()).then(|| BadInput { source: source.clone(), problems: warnings });
    let (said, played) = (warned(doubts), narration::counted(games, "game", "games"));
    let cost = operations.map_or_else(String::new, cost_line);
    Ok(format!("strategy '{name}' for {}, {played} played: {said}{parameters}{memory}{cost}", game.name()))
}

/// Tries the strategy, with a bar at a terminal: a script that asks for much can take minutes.
fn tried(game: GameRef, source: &Source) -> Result<Trial, TrialError> {
    let (played, bar) = (Arc::new(AtomicU64::new(0)), OnceCell::new());
    let wanted = progress::is_wanted(ProgressChoice::Auto, false);
    game.try_strategy(source, &|games, all| {
        played.store(games, Ordering::Relaxed);
        let counted = Arc::clone(&played);
        let bar = bar.get_or_init(|| Progress::show(wanted, all, "games", move || counted.load(Ordering::Relaxed)));
        bar.reaches(all);
    })
}

/// What the calls of a script cost, on a line of its own.
fn cost_line(operations: u64) -> String {
    format!(
        "\n  a call used at most {} of the {} operations that are allowed",
        grouped(operations),
        grouped(MAX_OPERATIONS)
    )
}

impl From<TrialError> for Failure {
    fn from(error: TrialError) -> Failure {
        match error {
            TrialError::Input(bad) => bad.into(),
            TrialError::SetUp(error) => error.into(),
            TrialError::Strategy(error) => Failure::strategy("check", error),
        }
    }
}

/// Shows warnings, if there are some; what is said of all problems together.
fn warned(doubts: Option<BadInput>) -> String {
    let Some(doubts) = doubts else { return "no problems".to_owned() };
    output::remark(carets(&doubts).trim_end());
    format!("no errors, {}", counted(doubts.problems.len() as u64, "warning"))
}
