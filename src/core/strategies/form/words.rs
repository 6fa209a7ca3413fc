//! The words of strategy files, those of a game's declaration and those that a file makes, and what an expression of
//! them means.
//!
//! Owns what each stands for, where it can stand, and which expressions are numbers and which are conditions. How names
//! are defined is in `reader`.

use super::meaning::{self, Atom};
use super::syntax::{self, Arithmetic, Node, Operator, Tree};
use super::{Amount, Condition, FileForm};
use crate::games::declaration::{Known, Observable, ObservableIndex, Read};
use crate::input::{Problem, Text};
use crate::strategies::Parameter;
use std::cell::Cell;
use std::ops::Range;

/// What a word stands for; `W` are those of the game beside its declaration.
#[derive(Clone, Debug, PartialEq)]
pub enum Word<W> {
    /// An entry of the declaration.
    Seen(ObservableIndex),
    /// A whole parameter of the file, by its position.
    Parameter(usize),
    /// An amount of the file, by its position.
    Amount(usize),
    /// A word of the game's own.
    OfGame(W),
    /// How two entries of the declaration compare, which is made from a comparison.
    Difference(Difference),
}

/// By how much an observable is more than another, or the nearest of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The one.
    pub of: ObservableIndex,
    /// The other.
    pub from: ObservableIndex,
    /// The least and the most.
    pub ends: (i32, i32),
}

/// The names that a file has given so far.
pub(super) struct Names<G: FileForm> {
    pub(super) parameters: Vec<Parameter>,
    /// The amounts, and when each is known.
    pub(super) amounts: Vec<(String, Known)>,
    /// The conditions, and when each is known.
    pub(super) conditions: Vec<(String, Condition<G>, Known)>,
    /// The amounts and conditions further down, which cannot be used yet.
    pub(super) later: Vec<String>,
    /// When the words are known that were read since this was last set.
    pub(super) known: Cell<Known>,
}

/// The words that can stand at a place of a file.
pub struct Words<'f, G: FileForm> {
    names: &'f Names<G>,
    /// What is known there.
    known: Known,
    /// The key that is asked there, if it is one.
    asked: Option<&'static str>,
    /// Where the expression stands.
    text: &'f Text,
}

fn is_fact<G: FileForm>(entry: &Observable<G>) -> bool {
    matches!(entry.read, Read::Fact(_))
}

/// The entry of this name that is a number (or, if `fact`, a fact), with its number.
fn entry<G: FileForm>(name: &str, fact: bool) -> Option<(ObservableIndex, &'static Observable<G>)> {
    let mut entries = (0..).map(ObservableIndex).zip(G::OBSERVABLES);
    entries.find(|(_, entry)| entry.name == name && entry.is_for_files() && is_fact(entry) == fact)
}

/// Whether a word has a meaning in files, so that a file cannot give it another. What is known only once dice are
/// committed can be the name of a parameter, which then is meant before.
pub(super) fn is_taken<G: FileForm>(word: &str) -> bool {
    let mut entries = G::OBSERVABLES.iter().filter(|entry| entry.is_for_files());
    ["min", "max", "and", "or", "not"].contains(&word)
        || G::FUNCTIONS.contains(&word)
        || G::RESERVED.contains(&word)
        || entries.any(|entry| entry.name == word && entry.known != Known::Committed)
}

/// Several names, "and" before the last.
fn listed(names: &[&str]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}

/// The amount in a text from a byte on. Its error is the first problem, placed in the text.
pub(crate) fn text_amount<G: FileForm>(text: &str, from: usize, words: &Words<'_, G>) -> Result<Amount<G>, Problem> {
    let shift = |span: Range<usize>| span.start + from..span.end + from;
    let found = syntax::parse(&text[from..]).and_then(|tree| words.amount(&tree));
    found.map_err(|problem| Problem { span: problem.span.map(shift), ..problem })
}

fn no_number(tree: &Tree, what: &str) -> Problem {
    Problem::at(tree.span.clone(), format!("{what} is a condition, but a number must stand here"))
}

fn no_condition<G: FileForm>(tree: &Tree, what: &str) -> Problem {
    Problem::at(tree.span.clone(), format!("{what} is a number, but a condition is needed here"))
        .help(format!("compare it, for example: {}", G::EXAMPLES.comparison))
}

impl<G: FileForm> Names<G> {
    /// Whether the file has given something this name.
    pub(super) fn have(&self, name: &str) -> bool {
        self.parameters.iter().any(|parameter| parameter.key == name)
            || self.amounts.iter().any(|(known, _)| known == name)
            || self.conditions.iter().any(|(known, ..)| known == name)
    }
}

impl<'f, G: FileForm> Words<'f, G> {
    pub(super) fn new(
        names: &'f Names<G>,
        (known, asked): (Known, Option<&'static str>),
        text: &'f Text,
    ) -> Words<'f, G> {
        Words { names, known, asked, text }
    }

    /// The number that an expression means. Its error is the first part that is no number.
    pub(crate) fn amount(&self, tree: &Tree) -> Result<Amount<G>, Problem> {
        let place = || tree.span.clone();
        match &tree.node {
            Node::Number(number) => Ok(meaning::Amount::Number(*number)),
            Node::Name(name) => match self.number(name, tree)? {
                Some(number) => Ok(meaning::Amount::Word(number)),
                None if self.fact(name, tree)?.is_some() => Err(no_number(tree, &format!("'{name}'"))),
                None => Err(Problem::at(place(), format!("unknown word '{name}'")).suggest(name, self.number_words())),
            },
            Node::Call(name, arguments) => self.call(tree, name, arguments),
            Node::Binary(Operator::Compute(Arithmetic::Over), _, right) if right.node == Node::Number(0) => {
                Err(Problem::at(right.span.clone(), "this divides by 0"))
            }
            Node::Binary(Operator::Compute(operation), left, right) => {
                let (left, right) = (Box::new(self.amount(left)?), Box::new(self.amount(right)?));
                Ok(meaning::Amount::Compute(*operation, left, right))
            }
            Node::Fraction(_) => Err(Problem::at(place(), "a fraction cannot stand here")
                .help(format!("all numbers are whole; {} is the whole part of the quotient", G::EXAMPLES.quotient))),
            Node::Quoted(_) => Err(no_number(tree, "a text in quotes")),
            Node::Not(_) => Err(no_number(tree, "'not'")),
            Node::Binary(Operator::Compare(_), ..) => {
                Err(no_number(tree, "this").help("two comparisons are joined by and, such as 5 < pool and pool < 10"))
            }
            Node::Binary(..) => Err(no_number(tree, "this")),
        }
    }

    fn call(&self, tree: &Tree, name: &str, arguments: &[Tree]) -> Result<Amount<G>, Problem> {
        let problem = |message| Problem::at(tree.span.clone(), message);
        let operation = match name {
            "min" => Arithmetic::Least,
            "max" => Arithmetic::Greatest,
            _ if G::FUNCTIONS.contains(&name) => {
                let own = G::call(name, arguments, tree, &self.names.parameters)?;
                self.usable(name, G::known(&own), tree)?;
                return Ok(meaning::Amount::Word(Word::OfGame(own)));
            }
            _ => return Err(problem(format!("there is no function '{name}'")).suggest(name, self.number_words())),
        };
        let mut numbers = arguments.iter().map(|argument| self.amount(argument));
        let nothing = || problem(format!("'{name}' has nothing to choose from")).help(format!("write {name}(a, b)"));
        let first = numbers.next().unwrap_or_else(|| Err(nothing()))?;
        numbers.try_fold(first, |chosen, number| {
            Ok(meaning::Amount::Compute(operation, Box::new(chosen), Box::new(number?)))
        })
    }

    /// The condition that an expression means. Its error is the first part that is no condition, or no number where one
    /// must be.
    pub(crate) fn condition(&self, tree: &Tree) -> Result<Condition<G>, Problem> {
        let both = |left, right| Ok((Box::new(self.condition(left)?), Box::new(self.condition(right)?)));
        match &tree.node {
            Node::Name(name) => match self.fact(name, tree)? {
                Some(condition) => Ok(condition),
                None if self.number(name, tree)?.is_some() => Err(no_condition::<G>(tree, &format!("'{name}'"))),
                None => Err(Problem::at(tree.span.clone(), format!("unknown word '{name}'"))
                    .suggest(name, self.condition_words().chain(self.number_words()))),
            },
            Node::Quoted(text) => {
                let own = G::quoted(text, tree.span.clone())?;
                Ok(self.atom(Atom::Fact(Word::OfGame(own)), tree))
            }
            Node::Not(inner) => Ok(meaning::Condition::Not(Box::new(self.condition(inner)?))),
            Node::Binary(Operator::And, left, right) => {
                both(left, right).map(|(left, right)| meaning::Condition::Both(left, right))
            }
            Node::Binary(Operator::Or, left, right) => {
                both(left, right).map(|(left, right)| meaning::Condition::Either(left, right))
            }
            Node::Binary(Operator::Compare(comparison), left, right) => {
                Ok(self.atom(Atom::Compare(*comparison, self.amount(left)?, self.amount(right)?), tree))
            }
            Node::Number(_) | Node::Fraction(_) | Node::Call(..) | Node::Binary(Operator::Compute(_), ..) => {
                Err(no_condition::<G>(tree, "this"))
            }
        }
    }

    fn atom(&self, atom: Atom<Word<G::GameWord>>, tree: &Tree) -> Condition<G> {
        meaning::Condition::Atom(atom, self.text.place(tree.span.clone()))
    }

    fn is_known(&self, known: Known) -> bool {
        known == Known::Always || known == self.known
    }

    /// Notes when a word that is used here is known. It fails if that is later.
    fn usable(&self, name: &str, known: Known, tree: &Tree) -> Result<(), Problem> {
        if self.is_known(known) {
            if known != Known::Always {
                self.names.known.set(known);
            }
            return Ok(());
        }
        let keys: Vec<&str> = G::KEYS.iter().filter(|key| key.asked == known).map(|key| key.name).collect();
        let asked = match (known, self.asked) {
            (Known::InDuel, Some(key)) => format!(", but '{key}' is asked between duels"),
            _ => String::new(),
        };
        Err(Problem::at(tree.span.clone(), format!("'{name}' is {known}{asked}"))
            .help(format!("it can be used in {}", listed(&keys))))
    }

    /// The number that a name stands for; `None` if it stands for none. It fails if that cannot be used here.
    fn number(&self, name: &str, tree: &Tree) -> Result<Option<Word<G::GameWord>>, Problem> {
        let entry = entry::<G>(name, false);
        let parameters = &self.names.parameters;
        // A parameter is meant where an entry of its name is not known yet.
        if let Some((index, entry)) = entry.filter(|(_, entry)| self.is_known(entry.known)) {
            self.usable(name, entry.known, tree)?;
            return Ok(Some(Word::Seen(index)));
        }
        if let Some(index) = parameters.iter().position(|parameter| parameter.key == name) {
            if parameters[index].is_whole {
                return Ok(Some(Word::Parameter(index)));
            }
            let message = format!("the parameter '{name}' is a fraction, but a whole number must stand here");
            let problem = Problem::at(tree.span.clone(), message);
            return Err(match G::FUNCTIONS.contains(&"safe") {
                true => problem.help(format!("a chance stands in safe({name})")),
                false => problem,
            });
        }
        if let Some(index) = self.names.amounts.iter().position(|(known, _)| known == name) {
            self.usable(name, self.names.amounts[index].1, tree)?;
            return Ok(Some(Word::Amount(index)));
        }
        if let Some((_, entry)) = entry {
            self.usable(name, entry.known, tree)?;
        }
        if self.names.later.iter().any(|later| later == name) {
            let problem = Problem::at(tree.span.clone(), format!("'{name}' is defined further down"));
            return Err(problem.help("define a name above the place where it is used"));
        }
        Ok(None)
    }

    /// The condition that a name stands for; `None` if it stands for none. It fails if that cannot be used here.
    fn fact(&self, name: &str, tree: &Tree) -> Result<Option<Condition<G>>, Problem> {
        if let Some((index, entry)) = entry::<G>(name, true) {
            self.usable(name, entry.known, tree)?;
            return Ok(Some(self.atom(Atom::Fact(Word::Seen(index)), tree)));
        }
        let Some((_, condition, known)) = self.names.conditions.iter().find(|(known, ..)| known == name) else {
            return Ok(None);
        };
        self.usable(name, *known, tree)?;
        Ok(Some(condition.clone()))
    }

    /// All words for numbers and functions, to suggest one.
    fn number_words(&self) -> impl Iterator<Item = &str> {
        let entries = G::OBSERVABLES.iter().filter(|entry| entry.is_for_files() && !is_fact(entry));
        let entries = entries.filter(|entry| self.is_known(entry.known)).map(|entry| entry.name);
        let parameters = self.names.parameters.iter().map(|parameter| &*parameter.key);
        let amounts = self.names.amounts.iter().map(|(name, _)| name.as_str());
        entries.chain(["min", "max"]).chain(G::FUNCTIONS.iter().copied()).chain(parameters).chain(amounts)
    }

    /// All words for conditions, to suggest one.
    fn condition_words(&self) -> impl Iterator<Item = &str> {
        let facts = G::OBSERVABLES.iter().filter(|entry| entry.is_for_files() && is_fact(entry));
        let named = self.names.conditions.iter().map(|(name, ..)| name.as_str());
        facts.map(|entry| entry.name).chain(["not"]).chain(named)
    }
}
