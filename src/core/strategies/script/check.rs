//! What can be seen to be wrong in a script without calling it.
//!
//! Owns the checks of its functions, of the functions that it calls and of the properties that it reads. They are about
//! names and numbers of arguments: types show when the script is played.

use super::faults::{declaration, declared, problem};
use super::language::Words;
use super::parse::Asks;
use super::view::function_name;
use crate::input::{Problem, nearest, or_nearest};
use rhai::{AST, ASTFlags, ASTNode, Expr, FnCallExpr, Position, Stmt};
use std::collections::BTreeSet;

/// Outside its functions a script declares constants, each once, and does nothing else.
pub(super) fn top_level(text: &str, ast: &AST) -> Vec<Problem> {
    let misplaced = ast.statements().iter().filter_map(|statement| match statement {
        Stmt::Var(_, flags, _) if flags.contains(ASTFlags::CONSTANT) => None,
        Stmt::Noop(_) => None,
        Stmt::Var(_, _, place) => {
            let what = "a script keeps nothing between calls: outside its functions it has constants only";
            Some(problem(text, *place, what).help("write const instead of let"))
        }
        other => Some(problem(text, other.position(), "outside its functions a script has constants only")),
    });
    let mut problems: Vec<Problem> = misplaced.collect();
    let mut names = BTreeSet::new();
    for (name, place, _) in declared(ast) {
        if !names.insert(name) {
            problems.push(problem(text, place, format!("the constant '{name}' is declared twice")));
        }
    }
    problems
}

/// The functions that the game asks for.
pub(super) fn wanted(text: &str, ast: &AST, asks: &Asks<'_>) -> Vec<Problem> {
    let has = |wanted: &&&str| ast.iter_functions().any(|function| function.name == function_name(wanted));
    let missing = asks.wanted.iter().filter(|wanted| !has(wanted));
    let mut problems: Vec<Problem> =
        missing.map(|wanted| Problem::general(format!("there is no fn {wanted}"))).collect();
    if !asks.optional.is_empty() && !asks.optional.iter().any(|wanted| has(&wanted)) {
        let help = format!("add one of fn {}", asks.optional.join(", fn "));
        problems.push(Problem::general("the script decides nothing").help(help));
    }
    problems.extend(asks.wanted.iter().chain(&asks.optional).filter_map(|wanted| parameters(text, ast, wanted)));
    problems.extend(misspelt(text, ast, asks));
    problems
}

/// That a function has the wrong number of parameters.
fn parameters(text: &str, ast: &AST, wanted: &str) -> Option<Problem> {
    let name = function_name(wanted);
    let function = ast.iter_functions().find(|function| function.name == name)?;
    let (has, wants) = (function.params.len(), wanted.split(',').count());
    let what = || format!("{name} has {has} parameters, but must have {wants}: fn {wanted}");
    (has != wants).then(|| Problem { span: declaration(text, name), ..Problem::general(what()) })
}

/// Functions that nobody calls and whose names are near to optional ones, which would be left to the default.
fn misspelt(text: &str, ast: &AST, asks: &Asks<'_>) -> Vec<Problem> {
    let optional = || asks.optional.iter().map(|wanted| function_name(wanted));
    let used = Used::of(ast);
    let is_called = |name: &str| used.calls.iter().any(|call| call.name == name);
    let names = ast.iter_functions().map(|function| function.name);
    let unknown = names.filter(|name| !optional().any(|known| known == *name) && !is_called(name));
    let mut found: Vec<Problem> = unknown
        .filter_map(|name| {
            let near = nearest(name, optional())?;
            let problem = Problem { span: declaration(text, name), ..Problem::general(format!("nobody calls {name}")) };
            Some(problem.help(format!("did you mean '{near}'?")))
        })
        .collect();
    // The functions of a script have no order of their own.
    found.sort_by(|a, b| a.message.cmp(&b.message));
    found
}

/// The words that a script uses.
pub(super) fn words(text: &str, ast: &AST, words: &Words) -> Vec<Problem> {
    let used = Used::of(ast);
    let own: Vec<(String, usize)> =
        ast.iter_functions().map(|function| (function.name.to_owned(), function.params.len())).collect();
    let unknown_calls = used.calls.iter().filter_map(|call| call.problem(text, words, &own));
    let known = |name: &str| words.properties.contains(name) || used.keys.contains(name);
    let unknown_properties = used.properties.iter().filter(|(name, _)| !known(name)).map(|(name, place)| {
        let all: Vec<&str> = words.properties.iter().map(String::as_str).collect();
        problem(text, *place, format!("nothing has the property '{name}'")).help(or_nearest(name, &all))
    });
    unknown_calls.chain(unknown_properties).collect()
}

/// A call that is not of an operator.
pub(super) struct Call {
    pub(super) name: String,
    arguments: usize,
    /// Written as `x.name(...)`, x not among the arguments.
    is_method: bool,
    place: Position,
}

/// The names that a script uses.
#[derive(Default)]
pub(super) struct Used {
    pub(super) calls: Vec<Call>,
    pub(super) properties: Vec<(String, Position)>,
    /// What may be a property of a map: written in one, set in one, or as a text.
    keys: BTreeSet<String>,
}

impl Used {
    pub(super) fn of(ast: &AST) -> Used {
        let mut used = Used::default();
        ast.walk(&mut |path: &[ASTNode<'_>]| {
            used.see(path);
            true
        });
        used
    }

    fn see(&mut self, path: &[ASTNode<'_>]) {
        match path.last() {
            Some(ASTNode::Expr(Expr::FnCall(call, place)) | ASTNode::Stmt(Stmt::FnCall(call, place))) => {
                self.call(call, *place, false);
            }
            Some(ASTNode::Expr(Expr::MethodCall(call, place))) => self.call(call, *place, true),
            Some(ASTNode::Expr(Expr::Property(property, place))) => {
                self.properties.push((property.2.to_string(), *place));
            }
            Some(ASTNode::Expr(Expr::Map(map, _))) => {
                self.keys.extend(map.0.iter().map(|(key, _)| key.as_str().to_owned()));
            }
            Some(ASTNode::Stmt(Stmt::Assignment(assignment))) => self.keys.extend(assigned(&assignment.1.lhs)),
            Some(ASTNode::Expr(Expr::StringConstant(text, _))) => {
                self.keys.insert(text.to_string());
            }
            _ => {}
        }
    }

    fn call(&mut self, call: &FnCallExpr, place: Position, is_method: bool) {
        if !call.is_operator_call() {
            let (name, arguments) = (call.name.to_string(), call.args.len());
            self.calls.push(Call { name, arguments, is_method, place });
        }
    }
}

/// The property that is set where this is assigned to, `map.key` or `map[0].key`: a map has it from then on.
fn assigned(to: &Expr) -> Option<String> {
    match to {
        Expr::Property(property, _) => Some(property.2.to_string()),
        Expr::Dot(parts, ..) | Expr::Index(parts, ..) => assigned(&parts.rhs),
        _ => None,
    }
}

impl Call {
    /// What is wrong with the call, if the name or the number of arguments is.
    fn problem(&self, text: &str, words: &Words, own: &[(String, usize)]) -> Option<Problem> {
        let Call { name, arguments, is_method, place } = self;
        let passed = arguments + usize::from(*is_method);
        let native = words.functions.get(&**name);
        let same: Vec<usize> = own.iter().filter(|(known, _)| known == name).map(|(_, takes)| *takes).collect();
        if native.is_some_and(|takes| takes.contains(&passed)) || same.contains(arguments) {
            return None;
        }
        if native.is_none() && same.is_empty() {
            let all: Vec<&str> =
                words.functions.keys().chain(own.iter().map(|(name, _)| name)).map(String::as_str).collect();
            let all: Vec<&str> = all.into_iter().filter(|name| name.starts_with(char::is_alphabetic)).collect();
            return Some(problem(text, *place, format!("there is no function '{name}'")).help(or_nearest(name, &all)));
        }
        let less = usize::from(*is_method);
        let takes: BTreeSet<usize> =
            native.into_iter().flatten().map(|takes| takes.saturating_sub(less)).chain(same).collect();
        let takes: Vec<String> = takes.iter().map(usize::to_string).collect();
        let what = format!("{name} is given {arguments} arguments, but takes {}", takes.join(" or "));
        Some(problem(text, *place, what))
    }
}
