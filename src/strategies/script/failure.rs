//! How a script fails, in words and with its place.

use super::language::{MAX_OPERATIONS, MAX_TEXT};
use rhai::{Dynamic, EvalAltResult, Position};
use std::ops::Range;

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
        EvalAltResult::ErrorTooManyOperations(_) => {
            format!("it takes more than {MAX_OPERATIONS} operations; is there a loop without an end?")
        }
        EvalAltResult::ErrorStackOverflow(_) => "functions call each other too deeply".to_owned(),
        EvalAltResult::ErrorDataTooLarge(what, _) => format!("{what} is beyond the limit"),
        EvalAltResult::ErrorRuntime(thrown, _) if thrown.is_string() => short(thrown.to_string()),
        EvalAltResult::ErrorRuntime(thrown, _) => describe(thrown),
        other => short(without_place(other)),
    }
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
    let text = if value.is_string() { format!("{:?}", value.to_string()) } else { value.to_string() };
    let mut text = if value.is_unit() { "()".to_owned() } else { text };
    if text.chars().count() > MOST {
        text = text.chars().take(MOST).chain("…".chars()).collect();
    }
    text
}
