//! Reading a script: from text to something that can be called, with all that is wrong with it.
//!
//! Owns the order of the checks, and what is said of errors, with their places. What a script says of itself is read by
//! `metadata`, the words it uses are checked by `check`.

use super::budget;
use super::check;
use super::language::{MAX_EXPRESSION_DEPTH, MAX_ITEMS, MAX_OPERATIONS, MAX_PROPERTIES, MAX_TEXT, Words};
use super::metadata::Constants;
use super::view::{ScriptForm, teach};
use crate::input::{BadInput, Problem, Source};
use crate::strategies::Parameter;
use rhai::{AST, Dynamic, EvalAltResult, ParseError, ParseErrorType, Position, Scope, Stmt};
use std::ops::Range;

/// The longest script that is read, in bytes.
const MAX_SCRIPT_BYTES: usize = 1 << 16;

/// A script without problems.
#[derive(Debug)]
pub(super) struct Script {
    pub(super) source: Source,
    pub(super) ast: AST,
    pub(super) name: String,
    /// What it does, in a line.
    pub(super) about: String,
    pub(super) parameters: Vec<Parameter>,
    /// The values of its constants by name.
    pub(super) constants: Vec<(String, Dynamic)>,
}

impl Script {
    /// Reads a script. Its error is what is wrong with it: the first error of syntax, or all problems that can be found
    /// without playing.
    pub(super) fn parse<G: ScriptForm>(source: &Source) -> Result<Script, BadInput> {
        if source.text.len() > MAX_SCRIPT_BYTES {
            let length = source.text.len();
            let message = format!("the script has {length} bytes; at most {MAX_SCRIPT_BYTES} are read");
            return Err(BadInput::general(&*source.name, message));
        }
        let mut words = Words::new();
        teach::<G>(&mut words);
        budget::count(&mut words.engine, &[]);
        let refuse = |problem| BadInput { source: source.clone(), problems: vec![problem] };
        let ast = words.engine.compile(&source.text).map_err(|error| refuse(syntax(&source.text, &error)))?;
        let problems = check::top_level(&source.text, &ast);
        if !problems.is_empty() {
            return BadInput::unless_empty(source, problems, None);
        }
        let constants = constants(&words, &ast).map_err(|(at, what)| refuse(problem(&source.text, at, what)))?;
        let mut declared = Constants { text: &source.text, ast: &ast, values: &constants, problems };
        if let Some(problem) = declared.other_game::<G>() {
            return Err(refuse(problem));
        }
        let (name, about, parameters) = (declared.name(), declared.about(), declared.parameters());
        let mut problems = declared.problems;
        problems.extend(check::wanted::<G>(&source.text, &ast));
        problems.extend(check::words(&source.text, &ast, &words));
        problems.extend(unknown_variable(words, &source.text, &constants, &parameters));
        let script =
            (|| Some(Script { source: source.clone(), ast, name: name?, about: about?, parameters, constants }))();
        BadInput::unless_empty(source, problems, script)
    }
}

/// The values of the constants, worked out once, within the limits of a call.
fn constants(words: &Words, ast: &AST) -> Result<Vec<(String, Dynamic)>, (Position, String)> {
    let mut scope = Scope::new();
    budget::begin();
    let run = words.engine.run_ast_with_scope(&mut scope, ast);
    run.map_err(|error| (place(&error), reason(&error)))?;
    Ok(scope.iter().map(|(name, _, value)| (name.to_owned(), value)).collect())
}

/// The first variable that is none of a function's own, no constant and no parameter.
fn unknown_variable(
    mut words: Words,
    text: &str,
    constants: &[(String, Dynamic)],
    parameters: &[Parameter],
) -> Option<Problem> {
    let mut scope = Scope::new();
    for name in constants.iter().map(|(name, _)| &**name) {
        scope.push_constant(name, 0i64);
    }
    for parameter in parameters {
        scope.push_constant(&*parameter.key, parameter.default);
    }
    words.engine.set_strict_variables(true);
    let error = words.engine.compile_with_scope(&scope, text).err()?;
    let known: Vec<&str> = scope.iter_raw().map(|(name, ..)| name).collect();
    let mut found = syntax(text, &error);
    if let ParseErrorType::VariableUndefined(name) = error.err_type() {
        found = found.suggest(name, known);
    }
    Some(found)
}

/// An error of syntax.
fn syntax(text: &str, error: &ParseError) -> Problem {
    let found = |what: String| problem(text, error.position(), what);
    match error.err_type() {
        ParseErrorType::ExprTooDeep => found(format!("this is nested more than {MAX_EXPRESSION_DEPTH} levels deep")),
        ParseErrorType::Reserved(word) => {
            let found = found(format!("'{word}' is not part of the language of scripts"));
            let help = "what a parameter is unless given is called 'value'";
            if word == "default" { found.help(help) } else { found }
        }
        other => found(other.to_string()),
    }
}

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
    let text = if value.is_string() { format!("{:?}", value.to_string()) } else { value.to_string() };
    let mut text = if value.is_unit() { "()".to_owned() } else { text };
    if text.chars().count() > MOST {
        text = text.chars().take(MOST).chain("…".chars()).collect();
    }
    text
}
