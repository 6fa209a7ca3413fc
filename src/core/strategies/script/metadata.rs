//! What a script says of itself: its name, what it does, and its parameters.
//!
//! Owns the constants `NAME`, `ABOUT`, `GAME` and `PARAMETERS`.

use super::faults::{declared, describe, problem};
use super::parse::Asks;
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

/// The game that a script says it is for, as far as its text shows it without being read as a script.
pub fn named_game(text: &str) -> Option<&str> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.filter_map(|line| line.split_once("const GAME")).find_map(|(_, rest)| rest.split('"').nth(1))
}

/// The constants of a script, and what is wrong with them.
pub(super) struct Constants<'t> {
    pub(super) text: &'t str,
    pub(super) ast: &'t AST,
    pub(super) values: &'t [(String, Dynamic)],
    pub(super) problems: Vec<Problem>,
}

impl<'t> Constants<'t> {
    /// The value of a constant, where it stands, and how it is written.
    fn find(&self, name: &str) -> Option<(&'t Dynamic, Position, &'t Expr)> {
        let (_, value) = self.values.iter().find(|(known, _)| known == name)?;
        declared(self.ast).find(|(known, ..)| *known == name).map(|(_, place, written)| (value, place, written))
    }

    fn note(&mut self, place: Position, what: impl Into<String>) {
        self.problems.push(problem(self.text, place, what));
    }

    /// That a script is for another game, or does not say that it is for this one.
    pub(super) fn other_game(&self, asks: &Asks<'_>) -> Option<Problem> {
        let own = asks.game;
        let Some((value, place, _)) = self.find(GAME) else {
            let missing = Problem::general("the constant GAME is missing");
            return asks.says_game.then(|| missing.help(format!("add const GAME = \"{own}\";")));
        };
        let is_own = value.as_immutable_string_ref().is_ok_and(|game| game.as_str() == own);
        let what = || format!("this strategy is for the game {}, not for \"{own}\"", describe(value));
        (!is_own).then(|| problem(self.text, place, what()))
    }

    /// The strategy's name; if there is none, the problem is noted.
    pub(super) fn name(&mut self) -> Option<String> {
        let (place, name) = self.one_line(NAME, "const NAME = \"my-idea\";")?;
        let valid = is_name(&name, '-') && name.len() <= 40;
        if !valid {
            let what = format!("'{name}' cannot be a strategy's name: small letters, digits and '-', a letter first");
            self.note(place, what);
        }
        valid.then_some(name)
    }

    /// What the strategy does, in a line; if that is not said, the problem is noted.
    pub(super) fn about(&mut self) -> Option<String> {
        self.one_line(ABOUT, "const ABOUT = \"what it does, in a line\";").map(|(_, text)| text)
    }

    /// The text of a constant, which must be there, of one line, and not empty.
    fn one_line(&mut self, name: &str, example: &str) -> Option<(Position, String)> {
        let Some((value, place, _)) = self.find(name) else {
            let missing = Problem::general(format!("the constant {name} is missing"));
            self.problems.push(missing.help(format!("add {example}")));
            return None;
        };
        let text = value.as_immutable_string_ref().ok().map(|text| text.to_string());
        let text = text.filter(|text| !text.trim().is_empty() && !text.contains(['\n', '\r']) && text.len() <= 200);
        if text.is_none() {
            let what = describe(value);
            self.note(place, format!("{name} is {what}, but must be a line of text, for example {example}"));
        }
        Some((place, text?))
    }

    /// The parameters, but for those with problems, which are noted.
    pub(super) fn parameters(&mut self) -> Vec<Parameter> {
        let Some((value, place, written)) = self.find(PARAMETERS) else { return Vec::new() };
        let Ok(map) = value.as_map_ref() else {
            self.note(place, format!("PARAMETERS is {}, but must be a map of parameters", describe(value)));
            return Vec::new();
        };
        let mut found = Vec::new();
        for (key, place) in in_order(&map, written, place) {
            let Some(value) = map.get(&*key) else { continue };
            if !is_name(&key, '_') {
                self.note(
                    place,
                    format!("'{key}' cannot be a parameter: small letters, digits and '_', a letter first"),
                );
            } else if self.values.iter().any(|(name, _)| *name == key) {
                self.note(place, format!("'{key}' is a constant and a parameter"));
            } else {
                found.extend(self.parameter(&key, place, value));
            }
        }
        found
    }

    fn parameter(&mut self, key: &str, place: Position, value: &Dynamic) -> Option<Parameter> {
        let Ok(map) = value.as_map_ref() else {
            let what = describe(value);
            self.note(place, format!("{key} is {what}, but must be a map with value, least, most and about"));
            return None;
        };
        let before = self.problems.len();
        for other in map.keys().filter(|other| !KEYS.contains(&other.as_str())) {
            let unknown = problem(self.text, place, format!("{key} has the unknown key '{other}'"));
            self.problems.push(unknown.help(or_nearest(other, &KEYS)));
        }
        for missing in KEYS.iter().filter(|wanted| !map.contains_key(**wanted)) {
            self.note(place, format!("{key} has no '{missing}'"));
        }
        if self.problems.len() > before {
            return None;
        }
        let about =
            map.get("about").and_then(|about| about.as_immutable_string_ref().ok()).map(|text| text.to_string());
        let limits = limits(&map);
        if limits.is_none() || about.is_none() {
            self.note(
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
}

/// Whether it is small letters, digits and `mark`, a letter first.
fn is_name(name: &str, mark: char) -> bool {
    let letters = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == mark;
    name.starts_with(|first: char| first.is_ascii_lowercase()) && name.chars().all(letters)
}

/// The keys of the map in the order of the script, as far as it is written out there.
fn in_order(map: &Map, expression: &Expr, place: Position) -> Vec<(String, Position)> {
    match expression {
        Expr::Map(written, _) => written.0.iter().map(|(key, _)| (key.as_str().to_owned(), key.pos)).collect(),
        _ => map.keys().map(|key| (key.to_string(), place)).collect(),
    }
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
    let limits = Parameter { key: "".into(), about: "".into(), is_whole, least, most, default, has_never: false };
    (least <= default && default <= most).then_some(limits)
}
