//! Words and functions: what the tree of a formula means.

use super::{Expr, Formula, Leaf, MINUS, Which};
use crate::dice::{Asked, Dice, FUNCTIONS, Tables};
use analyze_core::input::{Problem, Text, or_nearest};
use analyze_core::strategies::syntax::{self, Arithmetic, Node, Operator, Tree};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The most parts of a formula with all that its words stand for, and how deep they can be nested.
pub(super) const MOST_PARTS: usize = 4_000;
pub(super) const MOST_NESTED: usize = 400;
/// The functions beside those of dice.
const OTHERS: [&str; 6] = ["count", "has", "if", "min", "max", "abs"];

/// What a formula is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Number,
    Fact,
}

/// What a word stands for.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    Formula(Arc<Formula>, Kind),
    Dice(Which),
    /// It is known elsewhere: where.
    Elsewhere(&'static str),
}

/// The words that can be used at a place.
#[derive(Clone)]
pub(crate) struct Words<'d> {
    pub(crate) names: BTreeMap<String, Meaning>,
    pub(crate) dice: Option<&'d Dice>,
    pub(crate) tables: &'d RefCell<Tables>,
}

fn problem(tree: &Tree, message: impl Into<String>) -> Problem {
    Problem::at(tree.span.clone(), message)
}

/// A problem of syntax; help is added where dice seem to stand without quotes.
fn unquoted(problem: Problem, text: &str) -> Problem {
    let has = |inside: &str| !inside.trim_start().starts_with(['\'', '"']);
    match problem.help.is_none() && text.split("has(").skip(1).any(has) {
        true => problem.help("dice stand in quotes: has('1 1')"),
        false => problem,
    }
}

/// The words that mean dice, or a number, in some places.
const RESERVED: [&str; 5] = ["dice", "kept", "none", "number", "rest"];

/// The words that join parts of formulas.
const JOINING: [&str; 5] = ["and", "or", "not", "if", "else"];

/// Whether a formula can have this word.
pub(crate) fn is_word(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    name.chars().all(fits) && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

impl Words<'_> {
    /// Gives a name of a game a meaning; the answer is whether it had none, and is a word. Its functions have theirs.
    pub(crate) fn declare(&mut self, name: &str, formula: Formula, kind: Kind) -> bool {
        let is_function = FUNCTIONS.iter().any(|function| function.0 == name) || OTHERS.contains(&name);
        !is_function && self.name(name, formula, kind)
    }

    /// Gives a name a meaning; the answer is whether it had none, and is a word.
    pub(crate) fn name(&mut self, name: &str, formula: Formula, kind: Kind) -> bool {
        if RESERVED.contains(&name) || JOINING.contains(&name) || !is_word(name) {
            return false;
        }
        self.names.insert(name.to_owned(), Meaning::Formula(Arc::new(formula), kind)).is_none()
    }

    /// The formula of this kind in a part of a text. Its error is placed in the file.
    pub(crate) fn read(&self, text: &Text, part: Range<usize>, kind: Kind) -> Result<Expr, Problem> {
        let place = |problem: Problem| {
            let shifted = problem.span.clone().map(|span| part.start + span.start..part.start + span.end);
            let span = shifted.map_or(text.span.clone(), |span| text.place(span));
            Problem { span: Some(span), ..problem }
        };
        let tree =
            syntax::parse(&text.value[part.clone()]).map_err(|problem| unquoted(problem, &text.value[part.clone()]));
        let formula = tree.and_then(|tree| self.wanted(&tree, kind)).map_err(place)?;
        let (parts, nested) = formula.size();
        let expr = if formula.is_small() { Expr::new(formula) } else { None };
        expr.ok_or_else(|| {
            let message = format!("with all that its words stand for, this has {parts} parts, {nested} deep");
            Problem::at(text.place(part), message).help(format!("at most {MOST_PARTS} parts are computed"))
        })
    }

    /// The whole text as a formula.
    pub(crate) fn read_whole(&self, text: &Text, kind: Kind) -> Result<Expr, Problem> {
        self.read(text, 0..text.value.len(), kind)
    }

    /// The dice in a part of a text: `kept`, `none`, or a pattern of faces in quotes.
    pub(crate) fn read_dice(&self, text: &Text, part: Range<usize>) -> Result<Which, Problem> {
        let found = syntax::parse(&text.value[part.clone()]).and_then(|tree| self.which(&tree));
        found.map_err(|problem| {
            let span = problem.span.clone().map(|span| part.start + span.start..part.start + span.end);
            Problem { span: Some(span.map_or(text.span.clone(), |span| text.place(span))), ..problem }
        })
    }

    fn wanted(&self, tree: &Tree, kind: Kind) -> Result<Formula, Problem> {
        let (formula, found) = self.meaning(tree)?;
        match (found, kind) {
            (Kind::Number, Kind::Fact) => {
                let number = problem(tree, "this is a number, but a condition is needed here");
                Err(number.help("compare it, for example: sum >= 7"))
            }
            (Kind::Fact, Kind::Number) => {
                let fact = problem(tree, "this is a condition, but a number must stand here");
                Err(fact.help("1 if it holds: write 1 if … else 0"))
            }
            _ => Ok(formula),
        }
    }

    fn meaning(&self, tree: &Tree) -> Result<(Formula, Kind), Problem> {
        match &tree.node {
            Node::Number(number) => Ok((Formula::number(*number), Kind::Number)),
            Node::Name(name) => self.word(tree, name),
            Node::Not(inner) => Ok((Formula::negation(self.wanted(inner, Kind::Fact)?), Kind::Fact)),
            Node::Binary(operator, left, right) => {
                let (inside, kind) = match operator {
                    Operator::And | Operator::Or => (Kind::Fact, Kind::Fact),
                    Operator::Compare(_) => (Kind::Number, Kind::Fact),
                    Operator::Compute(_) => (Kind::Number, Kind::Number),
                };
                let (left, divisor) = (self.wanted(left, inside)?, self.wanted(right, inside)?);
                if *operator == Operator::Compute(Arithmetic::Over) && divisor.constant() == Some(0) {
                    let zero = problem(right, "this is 0, and nothing can be divided by 0");
                    return Err(zero.help("a quotient by something that can become 0 counts as 0 then"));
                }
                Ok((Formula::two(*operator, left, divisor), kind))
            }
            Node::Call(name, arguments) => self.call(tree, name, arguments),
            Node::Fraction(_) => Err(problem(tree, "a fraction cannot stand here").help("all numbers are whole")),
            Node::Quoted(_) => Err(problem(tree, "faces in quotes stand in has('…') only")),
        }
    }

    fn word(&self, tree: &Tree, name: &str) -> Result<(Formula, Kind), Problem> {
        if let Some(meaning) = self.names.get(name) {
            return match meaning {
                Meaning::Formula(formula, kind) => Ok(((**formula).clone(), *kind)),
                Meaning::Dice(_) => {
                    Err(problem(tree, format!("'{name}' is dice, not a number")).help(format!("write size({name})")))
                }
                Meaning::Elsewhere(place) => Err(problem(tree, format!("'{name}' is known {place} only"))),
            };
        }
        // What can be asked of dice is asked of those that lie there without parentheses, too.
        if FUNCTIONS.iter().any(|function| function.0 == name) {
            return self.call(tree, name, &[]);
        }
        let functions = FUNCTIONS.iter().map(|function| function.0).chain(OTHERS);
        let known: Vec<&str> = self.names.keys().map(String::as_str).chain(functions).collect();
        Err(problem(tree, format!("unknown word '{name}'")).help(or_nearest(name, &known)))
    }

    fn which(&self, tree: &Tree) -> Result<Which, Problem> {
        let dice = self.dice.ok_or_else(|| problem(tree, "there are no dice here"))?;
        match &tree.node {
            Node::Name(name) => match self.names.get(name) {
                Some(Meaning::Dice(which)) => Ok(*which),
                Some(Meaning::Elsewhere(place)) => Err(problem(tree, format!("'{name}' is known {place} only"))),
                _ => {
                    let known =
                        self.names.iter().filter(|(_, is)| matches!(is, Meaning::Dice(_))).map(|(name, _)| &**name);
                    Err(problem(tree, format!("'{name}' is no dice"))
                        .help(or_nearest(name, &known.collect::<Vec<_>>())))
                }
            },
            Node::Quoted(text) => {
                let all = dice.pattern(text).map_err(|message| problem(tree, message))?;
                match &all[..] {
                    [(counts, _)] => {
                        dice.hand(counts).map(Which::These).ok_or_else(|| problem(tree, "these are too many dice"))
                    }
                    _ => Err(problem(tree, "letters stand for several faces; write these dice with faces")),
                }
            }
            _ => Err(problem(tree, "dice must stand here: dice, kept, rest, none, or '6 5'")),
        }
    }

    fn ask(&self, tree: &Tree, asked: Asked, of: Option<&Tree>) -> Result<Formula, Problem> {
        let dice = self.dice.ok_or_else(|| problem(tree, "there are no dice here"))?;
        let which = match (of, self.names.get("dice")) {
            (Some(tree), _) => self.which(tree)?,
            (None, Some(Meaning::Dice(which))) => *which,
            _ => return Err(problem(tree, "no dice have been rolled here")),
        };
        let mut tables = self.tables.borrow_mut();
        if matches!(asked, Asked::Points | Asked::Best) && !tables.knows(&asked) {
            return Err(problem(tree, "nothing says what dice are worth").help("add [points], for example \"1\" = 100"));
        }
        let table = tables.ask(dice, asked).map_err(|message| problem(tree, message))?;
        Ok(match which {
            Which::These(hand) => Formula::number(tables.answer(dice, table, hand)),
            _ => Formula::Leaf(Leaf::Asked(table, which)),
        })
    }

    /// The faces that `count` counts: a number, or the name of a face.
    fn faces(&self, tree: &Tree) -> Result<u128, Problem> {
        let dice = self.dice.ok_or_else(|| problem(tree, "there are no dice here"))?;
        let name = match &tree.node {
            Node::Name(name) if matches!(self.names.get(name), Some(Meaning::Dice(_))) => {
                let dice_first = problem(tree, format!("'{name}' is dice, but the face stands first"));
                return Err(dice_first.help(format!("write count(1, {name})")));
            }
            Node::Name(name) | Node::Quoted(name) if dice.faces.iter().any(|face| face.name == *name) => name.clone(),
            Node::Quoted(name) => name.clone(),
            _ => match self.wanted(tree, Kind::Number)?.constant() {
                Some(number) => number.to_string(),
                None => return Err(problem(tree, "which face is counted must follow from the rules alone")),
            },
        };
        // "red boss" is a face of one kind of dice.
        let (kind, face) = name.split_once(' ').map_or((None, &*name), |(kind, face)| (Some(kind), face));
        let kinds = dice.kinds.iter().filter(|other| kind.is_none_or(|kind| other.name == kind));
        let all = kinds.flat_map(|kind| kind.faces.clone()).filter(|&at| dice.faces[at].name == face);
        let bits = all.fold(0u128, |bits, at| bits | 1 << at);
        if bits == 0 && face.parse::<i64>().is_err() {
            let names: Vec<&str> = dice.faces.iter().map(|face| &*face.name).collect();
            return Err(problem(tree, format!("no die has the face '{name}'")).help(or_nearest(face, &names)));
        }
        Ok(bits)
    }

    fn call(&self, tree: &Tree, name: &str, arguments: &[Tree]) -> Result<(Formula, Kind), Problem> {
        let takes = |least: usize, most: usize| {
            if (least..=most).contains(&arguments.len()) {
                return Ok(());
            }
            let takes = if least == most { least.to_string() } else { format!("{least} to {most}") };
            Err(problem(tree, format!("{name}() takes {takes} arguments, not {}", arguments.len())))
        };
        let number = |at: usize| self.wanted(&arguments[at], Kind::Number);
        if let Some((_, asked, _)) = FUNCTIONS.iter().find(|function| function.0 == name) {
            takes(0, 1)?;
            return Ok((self.ask(tree, asked.clone(), arguments.first())?, Kind::Number));
        }
        match name {
            "count" => {
                takes(1, 2)?;
                let asked = Asked::Count(self.faces(&arguments[0])?);
                Ok((self.ask(tree, asked, arguments.get(1))?, Kind::Number))
            }
            "has" => {
                takes(1, 2)?;
                let (Node::Quoted(text), Some(dice)) = (&arguments[0].node, self.dice) else {
                    return Err(problem(&arguments[0], "dice in quotes must stand here, like '1 1' or 'x x x'"));
                };
                let patterns = dice.pattern(text).map_err(|message| problem(&arguments[0], message))?;
                let asked = Asked::Has(patterns.into_iter().map(|(counts, _)| counts).collect());
                Ok((self.ask(tree, asked, arguments.get(1))?, Kind::Fact))
            }
            "if" => {
                takes(3, 3)?;
                let (then, kind) = self.meaning(&arguments[1])?;
                let condition = self.wanted(&arguments[0], Kind::Fact)?;
                Ok((Formula::choice(condition, then, self.wanted(&arguments[2], kind)?), kind))
            }
            "min" | "max" => {
                takes(2, 8)?;
                let which = if name == "min" { Arithmetic::Least } else { Arithmetic::Greatest };
                let rest = (1..arguments.len()).map(number);
                let two = |a, b: Result<_, _>| Ok(Formula::two(Operator::Compute(which), a, b?));
                Ok((rest.into_iter().try_fold(number(0)?, two)?, Kind::Number))
            }
            "abs" => {
                takes(1, 1)?;
                let inner = number(0)?;
                let minus = Formula::two(MINUS, Formula::number(0), inner.clone());
                Ok((Formula::two(Operator::Compute(Arithmetic::Greatest), inner, minus), Kind::Number))
            }
            _ => {
                let known: Vec<&str> = FUNCTIONS.iter().map(|function| function.0).chain(OTHERS).collect();
                Err(problem(tree, format!("there is no function '{name}'")).help(or_nearest(name, &known)))
            }
        }
    }
}
