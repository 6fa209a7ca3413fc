//! Reading a script: from text to something that can be called, with all that is wrong with it.
//!
//! Owns the order of the checks. What a script says of itself is read by `metadata`, the words it uses are checked by
//! `check`.

use super::check;
use super::failure::{place, reason};
use super::language::Words;
use super::metadata::{Constants, Metadata};
use super::view::{ScriptForm, teach};
use crate::input::{BadInput, Problem, Source};
use rhai::{AST, Dynamic, ParseError, Position, Scope, Stmt};
use std::ops::Range;

/// The longest script that is read, in bytes.
const MAX_SCRIPT_BYTES: usize = 1 << 16;

/// A script without problems.
#[derive(Debug)]
pub(super) struct Script {
    pub(super) source: Source,
    pub(super) ast: AST,
    pub(super) metadata: Metadata,
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
        let metadata = declared.metadata();
        let mut problems = declared.problems;
        problems.extend(check::wanted::<G>(&source.text, &ast));
        problems.extend(check::words(&source.text, &ast, &words));
        problems.extend(unknown_variable(words, &source.text, &constants, &metadata));
        let script = Script { source: source.clone(), ast, metadata, constants };
        BadInput::unless_empty(source, problems, Some(script))
    }
}

/// The values of the constants, worked out once, within the limits of a call.
fn constants(words: &Words, ast: &AST) -> Result<Vec<(String, Dynamic)>, (Position, String)> {
    let mut scope = Scope::new();
    let run = words.engine.run_ast_with_scope(&mut scope, ast);
    run.map_err(|error| (place(&error), reason(&error)))?;
    Ok(scope.iter().map(|(name, _, value)| (name.to_owned(), value)).collect())
}

/// The first variable that is none of a function's own, no constant and no parameter.
fn unknown_variable(
    mut words: Words,
    text: &str,
    constants: &[(String, Dynamic)],
    metadata: &Metadata,
) -> Option<Problem> {
    let mut scope = Scope::new();
    for name in constants.iter().map(|(name, _)| &**name) {
        scope.push_constant(name, 0i64);
    }
    for parameter in &metadata.parameters {
        scope.push_constant(&*parameter.key, parameter.default);
    }
    words.engine.set_strict_variables(true);
    let error = words.engine.compile_with_scope(&scope, text).err()?;
    let known: Vec<&str> = scope.iter_raw().map(|(name, ..)| name).collect();
    let mut found = syntax(text, &error);
    if let rhai::ParseErrorType::VariableUndefined(name) = error.err_type() {
        found = found.suggest(name, known);
    }
    Some(found)
}

/// An error of syntax.
fn syntax(text: &str, error: &ParseError) -> Problem {
    let what = match error.err_type() {
        rhai::ParseErrorType::ExprTooDeep => {
            format!("this is nested more than {} levels deep", super::language::MAX_EXPRESSION_DEPTH)
        }
        rhai::ParseErrorType::Reserved(word) => format!("'{word}' is not part of the language of scripts"),
        other => other.to_string(),
    };
    let found = problem(text, error.position(), what);
    match error.err_type() {
        rhai::ParseErrorType::Reserved(word) if word == "default" => {
            found.help("what a parameter is unless given is called 'value'")
        }
        _ => found,
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
