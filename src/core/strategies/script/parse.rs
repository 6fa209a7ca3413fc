//! Reading a script: from text to something that can be called, with all that is wrong with it.
//!
//! Owns the order of the checks, and what is said of errors, with their places. What a script says of itself is read by
//! `metadata`, the words it uses are checked by `check`.

use super::budget::{self, Meter};
use super::check;
use super::faults::{place, problem, reason};
use super::language::{MAX_EXPRESSION_DEPTH, Words};
use super::mentions::Mentioned;
use super::metadata::Constants;
use super::view::ScriptForm;
use crate::input::{BadInput, Problem, Source};
use crate::strategies::Parameter;
use rhai::{AST, Dynamic, ParseError, ParseErrorType, Position, Scope};
use std::sync::Arc;

/// The longest script that is read, in bytes.
const MAX_SCRIPT_BYTES: usize = 1 << 16;

/// What a game asks of its scripts.
pub(super) struct Asks<'g> {
    /// The game.
    pub(super) game: &'g str,
    /// Whether a script must say for which game it is.
    pub(super) says_game: bool,
    /// The functions that a script must have, as they are declared: `commit(view)`.
    pub(super) wanted: Vec<&'g str>,
    /// Functions of which a script must have at least one, if there are any.
    pub(super) optional: Vec<&'g str>,
}

impl Asks<'static> {
    /// What a game asks that is built in.
    pub(super) fn of<G: ScriptForm>() -> Asks<'static> {
        Asks { game: G::NAME, says_game: G::SAYS_GAME, wanted: G::WANTED.to_vec(), optional: G::OPTIONAL.to_vec() }
    }
}

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
    /// What its functions mention.
    pub(super) mentioned: Mentioned,
    /// What its calls have cost.
    pub(super) meter: Arc<Meter>,
}

impl Script {
    /// Reads a script that uses these words. Its error is what is wrong with it: the first error of syntax, or all problems that
    /// can be found without playing.
    pub(super) fn parse(source: &Source, asks: &Asks<'_>, mut words: Words) -> Result<Script, BadInput> {
        if source.text.len() > MAX_SCRIPT_BYTES {
            let length = source.text.len();
            let message = format!("the script has {length} bytes; at most {MAX_SCRIPT_BYTES} are read");
            return Err(BadInput::general(&*source.name, message));
        }
        budget::count(&mut words.engine, &[]);
        let refuse = |problem| BadInput { source: source.clone(), problems: vec![problem] };
        let ast = words.engine.compile(&source.text).map_err(|error| refuse(syntax(&source.text, &error)))?;
        let problems = check::top_level(&source.text, &ast);
        if !problems.is_empty() {
            return BadInput::unless_empty(source, problems, None);
        }
        let constants = constants(&words, &ast).map_err(|(at, what)| refuse(problem(&source.text, at, what)))?;
        let mut declared = Constants { text: &source.text, ast: &ast, values: &constants, problems };
        if let Some(problem) = declared.other_game(asks) {
            return Err(refuse(problem));
        }
        let (name, about, parameters) = (declared.name(), declared.about(), declared.parameters());
        let mut problems = declared.problems;
        problems.extend(check::wanted(&source.text, &ast, asks));
        problems.extend(check::words(&source.text, &ast, &words));
        problems.extend(unknown_variable(words, &source.text, &constants, &parameters));
        let script = (|| {
            let (source, meter, mentioned) = (source.clone(), Arc::default(), Mentioned::in_script(&ast));
            Some(Script { source, ast, name: name?, about: about?, parameters, constants, mentioned, meter })
        })();
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
