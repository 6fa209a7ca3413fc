//! The words of strategy files: those of a game's declaration, and those that a file makes.
//!
//! Owns what each stands for, and where it can stand. How names are defined is in `reader`.

use super::{Condition, FileForm};
use crate::games::declaration::{Known, Observable, ObservableIndex, Read};
use crate::input::{Problem, Text};
use crate::strategies::Parameter;
use crate::strategies::expression::meaning::{self, Atom, Vocabulary};
use crate::strategies::expression::syntax::{Node, Tree};
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
    Own(W),
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

/// The entry of this name for which `kind` holds, with its number.
fn entry<G: FileForm>(name: &str, kind: fn(&Read<G>) -> bool) -> Option<(ObservableIndex, &'static Observable<G>)> {
    let entries = (0..).map(ObservableIndex).zip(G::OBSERVABLES);
    entries.into_iter().find(|(_, entry)| entry.name == name && entry.is_for_files() && kind(&entry.read))
}

fn is_number<G: FileForm>(read: &Read<G>) -> bool {
    matches!(read, Read::Number(_))
}

fn is_fact<G: FileForm>(read: &Read<G>) -> bool {
    matches!(read, Read::Fact(_))
}

/// Whether a word has a meaning in files, so that a file cannot give it another. What is known only once dice are
/// committed can be the name of a parameter, which then is meant before.
pub(super) fn is_taken<G: FileForm>(word: &str) -> bool {
    let entries = G::OBSERVABLES.iter().filter(|entry| entry.is_for_files());
    ["min", "max", "and", "or", "not"].contains(&word)
        || G::FUNCTIONS.contains(&word)
        || G::RESERVED.contains(&word)
        || entries.into_iter().any(|entry| entry.name == word && entry.known != Known::Committed)
}

/// Whether only a parameter can have this name.
pub(super) fn is_for_parameters<G: FileForm>(word: &str) -> bool {
    G::OBSERVABLES.iter().any(|entry| entry.name == word && entry.known == Known::Committed)
}

/// Several names, "and" before the last.
fn listed(names: &[&str]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}

/// The later of two moments.
pub(super) fn later(a: Known, b: Known) -> Known {
    if a == Known::Always { b } else { a }
}

impl<G: FileForm> Names<G> {
    /// The names of all parameters and amounts.
    fn number_names(&self) -> impl Iterator<Item = &str> {
        let parameters = self.parameters.iter().map(|parameter| &*parameter.key);
        parameters.chain(self.amounts.iter().map(|(name, _)| name.as_str()))
    }

    /// When a word is known.
    fn known_of(&self, word: &Word<G::Own>) -> Known {
        match word {
            Word::Seen(index) => G::OBSERVABLES[usize::from(index.0)].known,
            Word::Parameter(_) => Known::Always,
            Word::Amount(index) => self.amounts.get(*index).map_or(Known::Always, |(_, known)| *known),
            Word::Own(own) => G::known(own),
        }
    }

    /// When all words of an amount are known.
    pub(super) fn known(&self, amount: &super::Amount<G>) -> Known {
        let mut known = Known::Always;
        amount.visit(&mut |word| {
            known = later(known, self.known_of(word));
            1
        });
        known
    }

    /// When all words of a condition are known.
    pub(super) fn known_when(&self, condition: &Condition<G>) -> Known {
        let mut known = Known::Always;
        condition.visit(&mut |atom, _| {
            known = match atom {
                Atom::Fact(word) => later(known, self.known_of(word)),
                Atom::Compare(_, left, right) => later(later(known, self.known(left)), self.known(right)),
            };
        });
        known
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

    /// That something cannot be used here, if it is not known yet.
    fn usable(&self, name: &str, known: Known, tree: &Tree) -> Result<(), Problem> {
        if known == Known::Always || known == self.known {
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

    /// The whole parameter or the amount of a name.
    fn own_number(&self, name: &str, tree: &Tree) -> Result<Option<Word<G::Own>>, Problem> {
        let parameters = &self.names.parameters;
        if let Some(index) = parameters.iter().position(|parameter| parameter.key == name) {
            if !parameters[index].is_whole {
                let message = format!("the parameter '{name}' is a fraction, but a whole number must stand here");
                let problem = Problem::at(tree.span.clone(), message);
                return Err(match G::FUNCTIONS.first() {
                    Some(function) if G::FUNCTIONS.contains(&"safe") => {
                        problem.help(format!("a chance stands in {function}({name})"))
                    }
                    _ => problem,
                });
            }
            return Ok(Some(Word::Parameter(index)));
        }
        let Some(index) = self.names.amounts.iter().position(|(known, _)| known == name) else { return Ok(None) };
        self.usable(name, self.names.amounts[index].1, tree)?;
        Ok(Some(Word::Amount(index)))
    }

    /// That a name cannot be used yet, if it is defined further down.
    fn not_later(&self, name: &str, tree: &Tree) -> Result<(), Problem> {
        if !self.names.later.iter().any(|later| later == name) {
            return Ok(());
        }
        let message = format!("'{name}' is defined further down");
        Err(Problem::at(tree.span.clone(), message).help("define a name above the place where it is used"))
    }
}

impl<G: FileForm> Vocabulary for Words<'_, G> {
    type Word = Word<G::Own>;

    const COMPARISON: &'static str = G::EXAMPLES.comparison;
    const QUOTIENT: &'static str = G::EXAMPLES.quotient;

    fn number(&self, tree: &Tree) -> Result<Option<Word<G::Own>>, Problem> {
        let Node::Name(name) = &tree.node else { return Ok(None) };
        let entry = entry::<G>(name, is_number);
        match entry {
            Some((index, entry)) if self.usable(name, entry.known, tree).is_ok() => return Ok(Some(Word::Seen(index))),
            _ => {}
        }
        if let Some(own) = self.own_number(name, tree)? {
            return Ok(Some(own));
        }
        entry.map_or(Ok(()), |(_, entry)| self.usable(name, entry.known, tree))?;
        self.not_later(name, tree)?;
        Ok(None)
    }

    fn condition(&self, tree: &Tree) -> Result<Option<Condition<G>>, Problem> {
        let Node::Name(name) = &tree.node else { return Ok(None) };
        if let Some((index, entry)) = entry::<G>(name, is_fact) {
            self.usable(name, entry.known, tree)?;
            return Ok(Some(meaning::Condition::Atom(Atom::Fact(Word::Seen(index)), self.place(&tree.span))));
        }
        let Some((_, condition, known)) = self.names.conditions.iter().find(|(known, _, _)| known == name) else {
            return Ok(None);
        };
        self.usable(name, *known, tree)?;
        Ok(Some(condition.clone()))
    }

    fn quoted(&self, text: &Tree) -> Result<Word<G::Own>, Problem> {
        let Node::Quoted(quoted) = &text.node else { return Err(Problem::at(text.span.clone(), "this is no text")) };
        G::quoted(quoted, text.span.clone()).map(Word::Own)
    }

    fn call(&self, name: &str, arguments: &[Tree], whole: &Tree) -> Result<Option<Word<G::Own>>, Problem> {
        if !G::FUNCTIONS.contains(&name) {
            return Ok(None);
        }
        let own = G::call(name, arguments, whole, &self.names.parameters)?;
        self.usable(name, G::known(&own), whole)?;
        Ok(Some(Word::Own(own)))
    }

    fn place(&self, part: &Range<usize>) -> Range<usize> {
        self.text.place(part.clone())
    }

    fn number_words(&self) -> Vec<&str> {
        let usable = |entry: &&Observable<G>| {
            entry.is_for_files()
                && is_number(&entry.read)
                && (entry.known == Known::Always || entry.known == self.known)
        };
        let entries = G::OBSERVABLES.iter().filter(usable).map(|entry| entry.name);
        entries.chain(["min", "max"]).chain(G::FUNCTIONS.iter().copied()).chain(self.names.number_names()).collect()
    }

    fn condition_words(&self) -> Vec<&str> {
        let facts = G::OBSERVABLES.iter().filter(|entry| entry.is_for_files() && is_fact(&entry.read));
        let named = self.names.conditions.iter().map(|(name, _, _)| name.as_str());
        facts.map(|entry| entry.name).chain(["not"]).chain(named).collect()
    }
}
