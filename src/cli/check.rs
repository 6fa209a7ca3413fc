//! `analyze check FILE`: everything that is wrong with a strategy, a deck or a rules file.
//!
//! Owns finding out what the file is. What its words mean is the games' business; how a strategy is tried is in
//! `trial`.

use super::args::CheckArgs;
use super::error::{Failure, Outcome};
use super::games::{GameName, WithGame};
use super::{output, trial};
use crate::input::{BadInput, Document, Problem, Source, or_nearest};
use crate::simulate::Playable;
use crate::strategies::script::named_game as named_game_of_script;
use crate::strategies::{Shelf, is_script, read};

/// Checks the file; problems are an error with exit code 2.
pub(super) fn check(args: &CheckArgs) -> Outcome {
    let source = Source::read(&args.file)?;
    if is_script(&source.name) {
        return args.game.unwrap_or(script_game(&source)?).run(Strategy(&source));
    }
    let document = parse(&source)?;
    let keys: Vec<&str> = document.root().keys().map(|(key, _)| key).collect();
    let named = named_game(&document, &source)?;
    let mut found = None;
    let mut known = Vec::new();
    for game in games(&keys, args.game.or(named))? {
        game.run(Kind { source: &source, keys: &keys, found: &mut found, known: &mut known })?;
    }
    match found {
        Some(what) => output::result(&format!("{}: {what}\n", source.name)),
        None => Err(of_no_kind(&source, &keys, &known)),
    }
}

/// The games that the file may be for: one that is named, or all, first those that know most of its keys.
fn games(keys: &[&str], named: Option<GameName>) -> Result<Vec<GameName>, Failure> {
    let mut games = Vec::new();
    for (_, game) in GameName::NAMES.iter().filter(|(_, game)| named.is_none_or(|only| only == *game)) {
        let mut known = 0;
        game.run(Count { keys, known: &mut known })?;
        games.push((known, *game));
    }
    games.sort_by_key(|(known, _)| std::cmp::Reverse(*known));
    Ok(games.into_iter().map(|(_, game)| game).collect())
}

/// Counts the keys that a game knows.
struct Count<'a> {
    keys: &'a [&'a str],
    known: &'a mut usize,
}

impl WithGame for Count<'_> {
    fn with<G: Shelf + Playable>(self) -> Outcome {
        let knows = |key: &&&str| G::DATA_KEYS.contains(*key) || G::FORM_KEYS.contains(*key);
        *self.known = self.keys.iter().filter(knows).count();
        Ok(())
    }
}

/// The file as TOML, or one problem if it is something else altogether.
fn parse(source: &Source) -> Result<Document<'_>, BadInput> {
    Document::parse(source).map_err(|bad| {
        if looks_like_toml(&source.text) {
            return bad;
        }
        let problem = Problem::general("this is not a TOML file")
            .help("strategies, decks and rules are TOML: analyze show chaser prints one; a script ends in .rhai");
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
fn named_game(document: &Document<'_>, source: &Source) -> Result<Option<GameName>, BadInput> {
    let mut problems = Vec::new();
    let Some(text) = document.root().optional_text("game", "\"gang\"", &mut problems) else { return Ok(None) };
    let game = game(&text.value);
    if game.is_none() {
        problems.push(no_game(&text.value, Some(text.span)));
    }
    BadInput::unless_empty(source, problems, Some(game))
}

/// The game that the script says it is for; one that says nothing is for the first.
fn script_game(source: &Source) -> Result<GameName, BadInput> {
    let Some(name) = named_game_of_script(&source.text) else { return Ok(GameName::NAMES[0].1) };
    let start = source.text.find(name).unwrap_or(0);
    let problem = || vec![no_game(name, Some(start..start + name.len()))];
    game(name).ok_or_else(|| BadInput { source: source.clone(), problems: problem() })
}

fn game(name: &str) -> Option<GameName> {
    GameName::NAMES.iter().find(|(known, _)| *known == name).map(|(_, game)| *game)
}

fn no_game(name: &str, span: Option<std::ops::Range<usize>>) -> Problem {
    let names: Vec<&str> = GameName::NAMES.iter().map(|(name, _)| *name).collect();
    Problem { message: format!("there is no game '{name}'"), span, help: Some(or_nearest(name, &names)) }
}

fn of_no_kind(source: &Source, keys: &[&str], known: &[&str]) -> Failure {
    let problem = Problem::general("this is neither a strategy nor a deck nor a rules file");
    let near = keys.iter().find_map(|key| Some((key, crate::input::nearest(key, known.iter().copied())?)));
    let problem = match near {
        Some((key, name)) => problem.help(format!("it has the key '{key}': did you mean '{name}'?")),
        None => problem.help("analyze show chaser, show reconstructed and show rules --game gang print one of each"),
    };
    BadInput { source: source.clone(), problems: vec![problem] }.into()
}

/// Checks the file if it is of the game's.
struct Kind<'a> {
    source: &'a Source,
    keys: &'a [&'a str],
    found: &'a mut Option<String>,
    /// The keys of the strategies of all games asked.
    known: &'a mut Vec<&'static str>,
}

impl WithGame for Kind<'_> {
    fn with<G: Shelf + Playable>(self) -> Outcome {
        if self.found.is_some() {
            return Ok(());
        }
        *self.found = G::check_data(self.source, self.keys)?.map(|what| format!("{what}: no problems"));
        if self.found.is_none() && self.keys.iter().any(|key| G::FORM_KEYS.contains(key)) {
            *self.found = Some(strategy::<G>(self.source)?);
        }
        self.known.extend(G::FORM_KEYS);
        Ok(())
    }
}

/// Checks a strategy of the game.
struct Strategy<'a>(&'a Source);

impl WithGame for Strategy<'_> {
    fn with<G: Shelf + Playable>(self) -> Outcome {
        let found = strategy::<G>(self.0)?;
        output::result(&format!("{}: {found}\n", self.0.name))
    }
}

/// What the strategy is, in words, once it has been read and tried.
fn strategy<G: Shelf>(source: &Source) -> Result<String, Failure> {
    let loaded = read::<G>(source)?;
    let doubts = G::doubts(source);
    BadInput::unless_empty(source, doubts, Some(()))?;
    let games = trial::play(&loaded, source)?;
    let parameters: String =
        loaded.parameters.iter().map(|parameter| format!("\n  {}", parameter.describe())).collect();
    let (name, game) = (&loaded.name, G::NAME);
    Ok(format!("strategy '{name}' for {game}, {games} games played: no problems{parameters}"))
}
