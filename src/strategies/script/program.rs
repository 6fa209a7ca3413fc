//! A script with its parameters fixed, ready to be called.

use super::language::{MAX_OPERATIONS, MAX_TEXT, Words};
use super::parse::{Binding, span};
use crate::input::{BadInput, Problem, Source};
use rhai::{AST, CallFnOptions, Dynamic, Engine, EvalAltResult, FuncArgs, NativeCallContext, Position, Scope};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// What goes with a call for the free functions of a game to find: whatever the game wants it to be.
pub struct Tag(Dynamic);

impl Tag {
    /// This, shared.
    pub fn new<T: Send + Sync + 'static>(state: &Arc<T>) -> Tag {
        Tag(Dynamic::from(Arc::clone(state)))
    }

    /// What goes with the call that `context` is a part of; nothing while the constants of a script are worked out.
    pub fn find<T: Send + Sync + 'static>(context: &NativeCallContext<'_>) -> Option<Arc<T>> {
        context.tag()?.read_lock::<Arc<T>>().map(|state| Arc::clone(&state))
    }
}

/// A script that can be called.
pub struct Program {
    engine: Engine,
    ast: AST,
    source: Source,
}

/// A call without an answer: what happened, and where in the script.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Failed(pub String);

impl Program {
    /// A program in which every function sees `constants` by name.
    pub(super) fn new(binding: &Binding, ast: AST, source: &Source, constants: &[(String, Dynamic)]) -> Program {
        let mut words = Words::new();
        (binding.teach)(&mut words);
        let mut engine = words.engine;
        let mut module = rhai::Module::new();
        for (name, value) in constants {
            module.set_var(name.as_str(), value.clone());
        }
        engine.register_global_module(module.into());
        Program { engine, ast, source: source.clone() }
    }

    /// Calls a function in a fresh scope.
    ///
    /// # Errors
    /// Whatever the script throws, or how it fails.
    pub fn call(&self, function: &str, tag: Tag, arguments: impl FuncArgs) -> Result<Dynamic, Failed> {
        let options = CallFnOptions::new().eval_ast(false).with_tag(tag.0);
        let called =
            self.engine.call_fn_with_options::<Dynamic>(options, &mut Scope::new(), &self.ast, function, arguments);
        called.map_err(|error| {
            let place = place(&error);
            let start = || declaration(&self.source.text, function);
            let span = span(&self.source.text, place).or_else(start);
            let problem = Problem { span, ..Problem::general(format!("{function}: {}", reason(&error))) };
            Failed(BadInput { source: self.source.clone(), problems: vec![problem] }.to_string())
        })
    }
}

/// Where a function is declared, for what Rhai gives no place: beyond a limit it names none.
pub(super) fn declaration(text: &str, function: &str) -> Option<Range<usize>> {
    text.find(&format!("fn {function}")).map(|at| at + 3..at + 3 + function.len())
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("file", &self.source.name).finish_non_exhaustive()
    }
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
pub fn describe(value: &Dynamic) -> String {
    const MOST: usize = 80;
    let text = if value.is_string() { format!("{:?}", value.to_string()) } else { value.to_string() };
    let mut text = if value.is_unit() { "()".to_owned() } else { text };
    if text.chars().count() > MOST {
        text = text.chars().take(MOST).chain("…".chars()).collect();
    }
    text
}
