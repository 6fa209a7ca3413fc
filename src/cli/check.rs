//! `analyze check FILE`: everything that is wrong with a strategy, a deck or a rules file.
//!
//! Owns finding out what the file is, and the smoke test of a strategy: a short play against every strategy that ships at
//! a table of two, and once at the fullest table, which shows faults, rules that never applied, and how well its decisions
//! are remembered. Where a rule never applied, it is tried against several of each strategy too. What the words of a file mean is the games' business.

use super::args::CheckArgs;
use super::experiment::{self, is_experiment};
use super::games;
use super::games::{GAMES, GameRef};
use super::memory::memory_line;
use super::numbers::{counted, grouped};
use super::output::{self, Failure, Outcome, carets};
use crate::dice::RunKey;
use crate::engines::{Playable, SeatingRule, Seatings, Series};
use crate::games::narration;
use crate::games::{CheckedData, Fault, Game, Setting, Table};
use crate::input::{BadInput, Document, Problem, Source, or_nearest};
use crate::strategies::{
    Catalogue, Loaded, Tried, Values, find, find_all, is_script, named_game as named_game_of_script, read,
};

/// Checks the file; problems are an error with exit code 2.
pub(super) fn check(args: &CheckArgs) -> Outcome {
    let source = Source::read(&args.file)?;
    let found = if is_script(&source.name) {
        (args.game.unwrap_or(script_game(&source)?).check_strategy)(&source)?
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
    let named = named_game(&document, source)?;
    let games = games(&keys, chosen.or(named));
    for game in &games {
        if let Some(CheckedData { what, doubts }) = (game.check_data)(source, &keys)? {
            return Ok(format!("{what}: {}", warned(doubts)));
        }
        if keys.iter().any(|key| (game.form_keys)().contains(key)) {
            return (game.check_strategy)(source);
        }
    }
    let known = games.iter().flat_map(|game| (game.form_keys)().into_iter().chain(game.data_keys.iter().copied()));
    let known: Vec<&str> = known.collect();
    Err(of_no_kind(source, &keys, &known))
}

/// The games that the file may be for: one that is named, or all, first those that know most of its keys.
fn games(keys: &[&str], named: Option<GameRef>) -> Vec<GameRef> {
    let mut games = named.map_or_else(|| GAMES.iter().collect(), |only| vec![only]);
    let knows = |game: &GameRef, key| game.data_keys.contains(key) || (game.form_keys)().contains(key);
    let known = |game: &GameRef| keys.iter().filter(|key| knows(game, key)).count();
    games.sort_by_cached_key(|game| std::cmp::Reverse(known(game)));
    games
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
    let game = games::named(&text.value);
    if game.is_none() {
        problems.push(no_game(&text.value, Some(text.span)));
    }
    BadInput::unless_empty(source, problems, Some(game))
}

/// The game that the script says it is for; one that says nothing is for the first.
fn script_game(source: &Source) -> Result<GameRef, BadInput> {
    let Some(name) = named_game_of_script(&source.text) else { return Ok(&GAMES[0]) };
    let start = source.text.find(name).unwrap_or(0);
    let problem = || vec![no_game(name, Some(start..start + name.len()))];
    games::named(name).ok_or_else(|| BadInput { source: source.clone(), problems: problem() })
}

fn no_game(name: &str, span: Option<std::ops::Range<usize>>) -> Problem {
    Problem { span, ..Problem::general(format!("there is no game '{name}'")).help(or_nearest(name, &games::names())) }
}

fn of_no_kind(source: &Source, keys: &[&str], known: &[&str]) -> Failure {
    let problem = Problem::general("this is neither a strategy nor a deck nor a rules file, nor an experiment");
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
pub(super) fn strategy<G: Catalogue + Playable>(source: &Source) -> Result<String, Failure> {
    let loaded = read::<G>(source)?;
    let (games, warnings) = smoke_test(&loaded, source)?;
    let memory = memory(&loaded)?;
    let parameters: String =
        loaded.parameters.iter().map(|parameter| format!("\n  {}", parameter.describe())).collect();
    let (name, game) = (&loaded.name, G::NAME);
    let doubts = (!warnings.is_empty()).then(|| BadInput { source: source.clone(), problems: warnings });
    let (said, played) = (warned(doubts), narration::counted(games, "game", "games"));
    Ok(format!("strategy '{name}' for {game}, {played} played: {said}{parameters}{memory}"))
}

/// Shows warnings, if there are some; what is said of all problems together.
fn warned(doubts: Option<BadInput>) -> String {
    let Some(doubts) = doubts else { return "no problems".to_owned() };
    output::remark(carets(&doubts).trim_end());
    format!("no errors, {}", counted(doubts.problems.len() as u64, "warning"))
}

/// The blocks that are played at each table; a game a seat is played in each.
const BLOCKS: u64 = 100;
/// How many of a kind, and in how many blocks, are tried if something has not applied at those tables.
const SEVERAL: usize = 2;
const MORE_BLOCKS: u64 = 8;
/// The seed of the games.
const SEED: u64 = 1;

/// The others at the fullest table.
fn fullest_table<G: Catalogue>() -> (usize, Vec<&'static str>) {
    let seats = *G::SEATS.end();
    (seats, G::lineup(seats).into_iter().skip(1).collect())
}

/// What `play` makes of a table at which the strategy sits first, with the defaults of its parameters.
fn at_table<G: Catalogue, T>(
    loaded: &Loaded<G>,
    (seats, others): (usize, &[&str]),
    play: impl FnOnce(&G, &[&G::Strategy]) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let values =
        Values::read(&loaded.name, &loaded.parameters, &[]).map_err(|error| Failure::Usage(error.to_string()))?;
    let game = G::set_up(seats, &Setting::default())?;
    let own = (loaded.build)(&values, &game)?;
    // Several of a kind are one strategy, which is built once.
    let others: Vec<String> = others.iter().map(|&other| other.to_owned()).collect();
    let (chosen, lineup) = find_all(&others, &game).map_err(|error| Failure::strategy("check", error))?;
    let strategies: Vec<&G::Strategy> =
        std::iter::once(&*own).chain(lineup.into_iter().map(|index| &*chosen[index].strategy)).collect();
    play(&game, &strategies)
}

/// Plays the strategy; answers with the number of games, and with what never happened in them but might in others.
fn smoke_test<G: Catalogue>(loaded: &Loaded<G>, source: &Source) -> Result<(u64, Vec<Problem>), Failure> {
    loaded.rule_usage.iter().for_each(|rule_usage| rule_usage.start());
    let others: Vec<&str> = G::trial_opponents().into_iter().filter(|name| *name != loaded.name).collect();
    let mut games = 0;
    let pairs = others.iter().map(|name| (2, vec![*name]));
    for table in pairs.chain([fullest_table::<G>()]) {
        games += try_at(loaded, source, &table, BLOCKS)?;
    }
    let (all, full) = (others.join(", "), fullest_table::<G>().1.join(", "));
    let mut against = format!("{all} one at a time, and {full} together");
    let impossible: Vec<Problem> =
        loaded.rule_usage.iter().flat_map(|rule_usage| rule_usage.impossible(source)).collect();
    // What did not apply yet may do so among several of a kind; a file that is refused anyway need not be tried so.
    let are_known = |name: &&&str| impossible.is_empty() && is_known_for::<G>(name, SEVERAL + 1);
    for name in others.iter().filter(are_known) {
        if unused(loaded, source, &Tried { games, against: String::new() })?.is_empty() {
            break;
        }
        games += try_at(loaded, source, &(SEVERAL + 1, vec![name; SEVERAL]), MORE_BLOCKS)?;
        against = format!("{all} one at a time and two of each, and {full} together");
    }
    let unused = unused(loaded, source, &Tried { games, against })?;
    if impossible.is_empty() {
        return Ok((games, unused));
    }
    BadInput::unless_empty(source, [impossible, unused].concat(), None).map_err(Failure::from)
}

/// Whether a built-in strategy can sit at a table of so many: some are solved for two players alone.
fn is_known_for<G: Catalogue>(name: &str, seats: usize) -> bool {
    G::set_up(seats, &Setting::default()).is_ok_and(|game| find(name, &game).is_ok())
}

/// What of the file never applied so far, but for what never can.
fn unused<G: Catalogue>(loaded: &Loaded<G>, source: &Source, tried: &Tried) -> Result<Vec<Problem>, Failure> {
    let game = G::set_up(2, &Setting::default())?;
    Ok(loaded.rule_usage.iter().flat_map(|rule_usage| rule_usage.unused(&game, source, tried)).collect())
}

/// Plays blocks at a table, if so many can sit there; answers with how many games they were.
fn try_at<G: Catalogue>(
    loaded: &Loaded<G>,
    source: &Source,
    (seats, others): &(usize, Vec<&str>),
    blocks: u64,
) -> Result<u64, Failure> {
    if !G::SEATS.contains(seats) {
        return Ok(0);
    }
    at_table(loaded, (*seats, others), |game, strategies| {
        play_table(game, strategies, blocks).map_err(|fault| at_fault(source, &fault, others))
    })
}

/// The blocks in which decisions are remembered; a game a seat is played in each.
const REMEMBERED_BLOCKS: u64 = 500;

/// How well its decisions are remembered at the fullest table, in a line; nothing for a game that remembers none.
fn memory<G: Catalogue + Playable>(loaded: &Loaded<G>) -> Result<String, Failure> {
    let (seats, others) = fullest_table::<G>();
    at_table(loaded, (seats, &others), |game, strategies| {
        let lineup: Vec<usize> = (0..seats).collect();
        let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
        let series = Series { seatings: &seatings, seed: SEED };
        let remembered = game.remembered(strategies, series, REMEMBERED_BLOCKS);
        let games = grouped(REMEMBERED_BLOCKS * seatings.games());
        Ok(remembered.first().map_or_else(String::new, |&known| memory_line::<G>(known, &games)))
    })
}

/// Plays so many blocks in all rotations.
fn play_table<G: Game>(game: &G, strategies: &[&G::Strategy], blocks: u64) -> Result<u64, Fault> {
    let seats = strategies.len();
    let mut scratch = game.scratch();
    for block in 0..blocks {
        let key = RunKey::new(SEED).block(block);
        game.begin_block(key, &mut scratch);
        for rotation in 0..seats {
            let seating: Vec<usize> = (0..seats).map(|seat| (seat + rotation) % seats).collect();
            game.play(Table { strategies, seating: &seating, block: key }, &mut scratch, &mut ())?;
        }
    }
    Ok(blocks * seats as u64)
}

/// A fault as a problem of the file.
fn at_fault(source: &Source, fault: &Fault, others: &[&str]) -> Failure {
    let others = others.join(", ");
    let Fault { round, returned, legal, .. } = fault;
    let problem = Problem::general(format!("in round {round} of a game against {others} it returned {returned}"))
        .help(format!("legal: {legal}"));
    BadInput { source: source.clone(), problems: vec![problem] }.into()
}
