//! What a script says of itself: its name, what it does, and its parameters.
//!
//! Owns the constants `NAME`, `ABOUT`, `GAME` and `PARAMETERS`.

use super::failure::describe;
use super::parse::{declared, problem};
use super::view::ScriptForm;
use crate::input::{Problem, or_nearest};
use crate::strategies::Parameter;
use rhai::{AST, Dynamic, Expr, Map, Position};

/// The constants that are read here.
const NAME: &str = "NAME";
const ABOUT: &str = "ABOUT";
const GAME: &str = "GAME";
const PARAMETERS: &str = "PARAMETERS";
/// What is said of a parameter.
const KEYS: [&str; 4] = ["value", "least", "most", "about"];

/// What a script says of itself.
#[derive(Debug, Default)]
pub(super) struct Metadata {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) parameters: Vec<Parameter>,
}

/// Where problems are noted.
struct Notes<'t> {
    text: &'t str,
    problems: &'t mut Vec<Problem>,
}

impl Notes<'_> {
    fn note(&mut self, place: Position, what: impl Into<String>) -> &mut Problem {
        let at = self.problems.len();
        self.problems.push(problem(self.text, place, what));
        &mut self.problems[at]
    }
}

/// The game that a script says it is for, as far as its text shows it without being read as a script.
pub fn named_game(text: &str) -> Option<&str> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.filter_map(|line| line.split_once("const GAME")).find_map(|(_, rest)| rest.split('"').nth(1))
}

/// That a script is for another game, or does not say that it is for this one.
pub(super) fn other_game<G: ScriptForm>(text: &str, ast: &AST, constants: &[(String, Dynamic)]) -> Option<Problem> {
    let own = G::NAME;
    let Some((_, value)) = constants.iter().rfind(|(known, _)| known == GAME) else {
        let missing = || Problem::general("the constant GAME is missing").help(format!("add const GAME = \"{own}\";"));
        return G::SAYS_GAME.then(missing);
    };
    if value.as_immutable_string_ref().is_ok_and(|game| game.as_str() == own) {
        return None;
    }
    let place = declared(ast).filter(|(known, ..)| *known == GAME).last().map_or(Position::NONE, |found| found.1);
    Some(problem(text, place, format!("this strategy is for the game {}, not for \"{own}\"", describe(value))))
}

/// Reads it from the constants of a script; problems are noted, and what they are about is left out.
pub(super) fn read(text: &str, ast: &AST, constants: &[(String, Dynamic)], problems: &mut Vec<Problem>) -> Metadata {
    let mut notes = Notes { text, problems };
    let name = one_line(&mut notes, ast, constants, NAME, "const NAME = \"my-idea\";");
    let name = name.filter(|(place, name)| {
        let valid = is_name(name);
        if !valid {
            let what = format!("'{name}' cannot be a strategy's name: small letters, digits and '-', a letter first");
            notes.note(*place, what);
        }
        valid
    });
    let about = one_line(&mut notes, ast, constants, ABOUT, "const ABOUT = \"what it does, in a line\";");
    let text = |found: Option<(Position, String)>| found.map(|(_, text)| text).unwrap_or_default();
    Metadata { name: text(name), about: text(about), parameters: parameters(&mut notes, ast, constants) }
}

fn is_name(name: &str) -> bool {
    let letters = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    name.starts_with(|first: char| first.is_ascii_lowercase()) && name.chars().all(letters) && name.len() <= 40
}

/// The text of a constant, which must be there, of one line, and not empty.
fn one_line(
    notes: &mut Notes<'_>,
    ast: &AST,
    constants: &[(String, Dynamic)],
    name: &str,
    example: &str,
) -> Option<(Position, String)> {
    let Some((_, value)) = constants.iter().rfind(|(known, _)| known == name) else {
        notes.problems.push(Problem::general(format!("the constant {name} is missing")).help(format!("add {example}")));
        return None;
    };
    let place = declared(ast).filter(|(known, ..)| *known == name).last().map_or(Position::NONE, |found| found.1);
    let text = value.as_immutable_string_ref().ok().map(|text| text.to_string());
    let text = text.filter(|text| !text.trim().is_empty() && !text.contains(['\n', '\r']) && text.len() <= 200);
    if text.is_none() {
        let what = format!("{name} is {}, but must be a line of text, for example {example}", describe(value));
        notes.note(place, what);
    }
    Some((place, text?))
}

fn parameters(notes: &mut Notes<'_>, ast: &AST, constants: &[(String, Dynamic)]) -> Vec<Parameter> {
    let Some((_, value)) = constants.iter().rfind(|(name, _)| name == PARAMETERS) else { return Vec::new() };
    let Some((_, place, expression)) = declared(ast).filter(|(name, ..)| *name == PARAMETERS).last() else {
        return Vec::new();
    };
    let Ok(map) = value.as_map_ref() else {
        let what = format!("PARAMETERS is {}, but must be a map of parameters", describe(value));
        notes.note(place, what);
        return Vec::new();
    };
    let mut found = Vec::new();
    for (key, place) in in_order(&map, expression, place) {
        let Some(value) = map.get(&*key) else { continue };
        if !is_identifier(&key) {
            notes.note(place, format!("'{key}' cannot be a parameter: small letters, digits and '_', a letter first"));
        } else if constants.iter().any(|(name, _)| *name == key) {
            notes.note(place, format!("'{key}' is a constant and a parameter"));
        } else {
            found.extend(parameter(notes, &key, place, value));
        }
    }
    found
}

/// The keys of the map in the order of the script, as far as it is written out there.
fn in_order(map: &Map, expression: &Expr, place: Position) -> Vec<(String, Position)> {
    match expression {
        Expr::Map(written, _) => written.0.iter().map(|(key, _)| (key.as_str().to_owned(), key.pos)).collect(),
        _ => map.keys().map(|key| (key.to_string(), place)).collect(),
    }
}

fn is_identifier(key: &str) -> bool {
    let letters = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    key.starts_with(|first: char| first.is_ascii_lowercase()) && key.chars().all(letters)
}

fn parameter(notes: &mut Notes<'_>, key: &str, place: Position, value: &Dynamic) -> Option<Parameter> {
    let Ok(map) = value.as_map_ref() else {
        let what = format!("{key} is {}, but must be a map with value, least, most and about", describe(value));
        notes.note(place, what);
        return None;
    };
    let mut unknown = false;
    for other in map.keys().filter(|other| !KEYS.contains(&other.as_str())) {
        unknown = true;
        let problem = notes.note(place, format!("{key} has the unknown key '{other}'"));
        problem.help = Some(or_nearest(other, &KEYS));
    }
    for missing in KEYS.iter().filter(|wanted| !map.contains_key(**wanted)) {
        unknown = true;
        notes.note(place, format!("{key} has no '{missing}'"));
    }
    if unknown {
        return None;
    }
    let about = map.get("about").and_then(|about| about.as_immutable_string_ref().ok().map(|text| text.to_string()));
    let limits = limits(&map);
    if limits.is_none() || about.is_none() {
        notes.note(
            place,
            format!(
                "{key}: 'value', 'least' and 'most' must be numbers (whole numbers from 0 to {}, or fractions) with \
                 least <= value <= most, and 'about' a text",
                u32::MAX
            ),
        );
    }
    Some(Parameter { key: key.to_owned().into(), about: about?.into(), ..limits? })
}

/// Whole numbers if the default is one, otherwise fractions; without a key and what it does.
fn limits(map: &Map) -> Option<Parameter> {
    let is_whole = map.get("value")?.is_int();
    let number = |key: &str| {
        let value = map.get(key)?;
        match value.as_int() {
            Ok(number) if is_whole => u32::try_from(number).ok().map(f64::from),
            Ok(number) => Some(number as f64),
            Err(_) => value.as_float().ok().filter(|_| !is_whole),
        }
    };
    let (default, least, most) = (number("value")?, number("least")?, number("most")?);
    let limits = Parameter { key: "".into(), about: "".into(), is_whole, least, most, default };
    (least <= default && default <= most).then_some(limits)
}
