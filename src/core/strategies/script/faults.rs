//! What is said of a script's errors and values: in words, with their places in the text.

use super::language::{MAX_ITEMS, MAX_OPERATIONS, MAX_PROPERTIES, MAX_TEXT};
use crate::input::Problem;
use rhai::{AST, Dynamic, EvalAltResult, Position, Stmt};
use std::ops::Range;

/// A problem at a place of the engine's.
pub(super) fn problem(text: &str, place: Position, what: impl Into<String>) -> Problem {
    match span(text, place) {
        Some(span) => Problem::at(span, what),
        None => Problem::general(what),
    }
}

/// The word at a place, in bytes.
pub(super) fn span(text: &str, place: Position) -> Option<Range<usize>> {
    let (line, column) = (place.line()?, place.position().unwrap_or(1));
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let rest = text.get(start..)?;
    let from = rest.char_indices().map(|(at, _)| at).nth(column.saturating_sub(1)).unwrap_or(rest.len());
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let word: usize = rest[from..].chars().take_while(|&letter| is_word(letter)).map(char::len_utf8).sum();
    let first = rest[from..].chars().next().map_or(0, char::len_utf8);
    Some(start + from..start + from + word.max(first))
}

/// The constants that a script declares: name, where, and the statement's expression.
pub(super) fn declared(ast: &AST) -> impl Iterator<Item = (&str, Position, &rhai::Expr)> {
    ast.statements().iter().filter_map(|statement| match statement {
        Stmt::Var(declared, ..) => Some((declared.0.as_str(), declared.0.pos, &declared.1)),
        _ => None,
    })
}

/// Where a function is declared, for what Rhai gives no place: beyond a limit it names none.
pub(super) fn declaration(text: &str, function: &str) -> Option<Range<usize>> {
    text.find(&format!("fn {function}")).map(|at| at + 3..at + 3 + function.len())
}

/// The innermost place that an error names.
pub(super) fn place(error: &EvalAltResult) -> Position {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, at) => match place(inner) {
            Position::NONE => *at,
            place => place,
        },
        _ => error.position(),
    }
}

/// An error in words, without its place.
pub(super) fn reason(error: &EvalAltResult) -> String {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => reason(inner),
        EvalAltResult::ErrorTooManyOperations(_) | EvalAltResult::ErrorTerminated(..) => {
            format!("it takes more than {MAX_OPERATIONS} operations; is there a loop without an end?")
        }
        EvalAltResult::ErrorStackOverflow(_) => "functions call each other too deeply".to_owned(),
        EvalAltResult::ErrorDataTooLarge(what, _) => too_large(what),
        EvalAltResult::ErrorRuntime(thrown, _) if thrown.is_string() => short(thrown.to_string()),
        EvalAltResult::ErrorRuntime(thrown, _) => describe(thrown),
        other => short(in_words(&without_place(other))),
    }
}

/// What is too large, and the limit.
fn too_large(what: &str) -> String {
    let limit = match what {
        text if text.contains("string") => format!("{MAX_TEXT} bytes"),
        map if map.contains("map") => format!("{MAX_PROPERTIES} properties"),
        _ => format!("{MAX_ITEMS} elements"),
    };
    format!("{what} is beyond the limit of {limit}, what is inside it included")
}

/// What Rhai says, without its names of types, and with a word on what is nothing.
fn in_words(text: &str) -> String {
    const NOTHING: &str = "' - a getter is not registered for type '()'";
    if let Some(property) = text.strip_prefix("Unknown property '").and_then(|rest| rest.strip_suffix(NOTHING)) {
        return format!(
            "there is nothing to have '{property}' here, as of view.best without a result: ask first, for example if view.best != ()"
        );
    }
    const READ_ONLY: &str = "No writable property '";
    if let Some((property, _)) = text.strip_prefix(READ_ONLY).and_then(|rest| rest.split_once('\'')) {
        return format!("'{property}' cannot be set: a script reads what the game shows, and changes nothing");
    }
    let types = [
        ("&str | ImmutableString | String", "text"),
        ("i64", "whole number"),
        ("f64", "number"),
        ("bool", "true or false"),
        ("(), ", "nothing, "),
        ("(())", "(nothing)"),
    ];
    types.iter().fold(text.to_owned(), |text, (rust, word)| text.replace(rust, word))
}

/// At most as much as a script's own texts.
fn short(mut text: String) -> String {
    text.truncate(text.floor_char_boundary(MAX_TEXT));
    text
}

/// Words without the place that Rhai appends.
fn without_place(error: &EvalAltResult) -> String {
    let text = error.to_string();
    match text.rfind(" (line ") {
        Some(at) if !error.position().is_none() => text[..at].to_owned(),
        _ => text,
    }
}

/// A value in words: what it is, and its content if that is short.
pub(crate) fn describe(value: &Dynamic) -> String {
    const MOST: usize = 80;
    if let Some(table) = super::lookup::described(value) {
        return table;
    }
    let text = if value.is_string() { format!("{:?}", value.to_string()) } else { value.to_string() };
    let mut text = if value.is_unit() { "()".to_owned() } else { text };
    // Rhai knows no word for values of the program, alone or in a list, but the name of their type in the code.
    if !value.is_string() && text.contains(concat!(env!("CARGO_CRATE_NAME"), "::")) {
        text = "something that the game shows, such as the view itself,".to_owned();
    }
    if text.chars().count() > MOST {
        text = text.chars().take(MOST).chain("…".chars()).collect();
    }
    text
}
