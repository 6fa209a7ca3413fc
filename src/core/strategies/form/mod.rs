//! Strategies as files that a designer writes, whatever the game.
//!
//! Owns the keys that every file has (`name`, `about`, `game`, `[parameters]`, `[amounts]`, `[conditions]`, `[[rule]]`),
//! the names that a file gives, the limits of its size, and which rule answers what. Which words there are comes from
//! the game's declaration; which decisions there are, and what can be said of each, from its [`FileForm`].
//!
//! | file | owns |
//! |---|---|
//! | `reader` | reading a file: its keys, the order in which names are defined, its limits |
//! | `syntax` | the text of an expression as a tree: short, not deep, without loops |
//! | `words` | what a word in an expression stands for, where it can stand, and which expressions are numbers |
//! | `meaning` | what numbers and conditions come to |
//! | `comparisons` | what little a comparison has to ask |
//! | `table` | a file at a table: what is known beforehand is put in, the rest is asked of the view |
//! | `usage` | which rules applied while a file was tried |

mod comparisons;
mod meaning;
mod proof;
mod reader;
pub mod syntax;
mod table;
#[cfg(test)]
mod tests;
mod usage;
mod words;

pub(super) use reader::File;
pub(super) use reader::keys;
pub(super) use table::{Answers, AtTable, Evaluation};
pub use usage::Tried;
pub(super) use usage::{RuleUsage, Usage};
pub(super) use words::{Word, Words, text_amount};

use super::{Loaded, Parameter, Values};
use crate::games::declaration::{Declared, Known};
use crate::input::{BadInput, Problem, Section, Source};
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;
use syntax::Tree;

/// A number in a file.
pub(super) type Amount<G> = meaning::Amount<Word<<G as FileForm>::GameWord>>;
/// A condition in a file.
pub(super) type Condition<G> = meaning::Condition<Word<<G as FileForm>::GameWord>>;

/// What the words of a game's own come to at a root, where that is known before a game is played.
pub(super) type Constants<'g, G> = Box<dyn Fn(&<G as FileForm>::GameWord, usize) -> Option<i64> + 'g>;

/// A game whose strategies can be files.
pub trait FileForm: Declared {
    /// The value of a key, apart from the amounts and the condition in it.
    type KeyValue: Clone + Debug + Send + Sync + 'static;
    /// What words stand for that are not in the declaration: functions and texts in quotes.
    type GameWord: Clone + Debug + PartialEq + Send + Sync + 'static;

    /// What can be said in a file, at its top or in a rule: at most 32 keys.
    const KEYS: &'static [Key<Self>];
    /// Whether a file must say that it is for this game; a file that says nothing is for Gang of Dice.
    const SAYS_GAME: bool = true;
    /// When what is defined under `[amounts]` and `[conditions]` has to be known.
    const DEFINED: Known = Known::Always;
    /// The functions beside `min` and `max`.
    const FUNCTIONS: &'static [&'static str] = &[];
    /// More words of which a file cannot make names.
    const RESERVED: &'static [&'static str] = &[];
    /// How things are written, for messages.
    const EXAMPLES: Examples;

    /// The fact that a text in quotes stands for. It fails if there is none.
    fn quoted(text: &str, place: Range<usize>) -> Result<Self::GameWord, Problem>;

    /// What one of [`FileForm::FUNCTIONS`] makes of its arguments, in a file with these parameters. It fails if the
    /// arguments are not what the function takes.
    fn call(name: &str, arguments: &[Tree], whole: &Tree, parameters: &[Parameter]) -> Result<Self::GameWord, Problem> {
        let _ = (arguments, parameters);
        Err(Problem::at(whole.span.clone(), format!("there is no function '{name}'")))
    }

    /// When such a word is known.
    fn known(own: &Self::GameWord) -> Known {
        let _ = own;
        Known::Always
    }

    /// What such a word comes to (a fact: 1 or 0), if it is not [known beforehand](FileForm::constants_of).
    fn own_value(own: &Self::GameWord, situation: &Self::Situation<'_>) -> i64 {
        let _ = (own, situation);
        0
    }

    /// What such a word comes to at a [root](Declared::root), with these values of the parameters, where that is known
    /// before a game is played.
    fn constants_of<'g>(&'g self, values: &'g Values) -> Constants<'g, Self> {
        let _ = values;
        Box::new(|_, _| None)
    }

    /// What can be done about a word that never held, if it can be told.
    fn advice(&self, own: &Self::GameWord) -> Option<String> {
        let _ = own;
        None
    }

    /// What is said at a key, once the game is known.
    fn at_table(&self, said: &Self::KeyValue) -> Self::KeyValue {
        said.clone()
    }

    /// The strategy that a file is at a table.
    fn from_file(table: AtTable<Self>, game: &Self) -> Box<Self::Strategy>;

    /// Brings what a table of a file says into its final form: checks what cannot stand side by side, and puts a key
    /// that stands for others in their places.
    fn settle(table: &Section<'_>, answers: &mut [Option<Answer<Self>>], problems: &mut Vec<Problem>) {
        let _ = (table, answers, problems);
    }
}

/// How things are written in the files of a game.
#[derive(Clone, Copy, Debug)]
pub struct Examples {
    /// A condition.
    pub condition: &'static str,
    /// An amount.
    pub amount: &'static str,
    /// A comparison that can stand wherever a condition can.
    pub comparison: &'static str,
    /// A quotient that can stand wherever a number can.
    pub quotient: &'static str,
}

/// Something that can be said in a file.
pub struct Key<G: FileForm> {
    /// The key.
    pub name: &'static str,
    /// What can stand there, to show how it is written.
    pub example: &'static str,
    /// When it is asked: what is known then can be used there.
    pub asked: Known,
    /// The positions of the keys, a bit each, that need no answer any more once this one has one; its own among them.
    pub closes: u32,
    /// What is missing if nothing answers it, where something must.
    pub needed: Option<&'static str>,
    /// How it is read.
    pub read: ReadKey<G>,
}

/// How what stands at a key is read.
pub enum ReadKey<G: FileForm> {
    /// A number or an amount.
    Amount(G::KeyValue),
    /// One of these words.
    Choice(&'static [(&'static str, G::KeyValue)]),
    /// A text.
    Text(fn(&str, &Words<'_, G>) -> Result<Answer<G>, Problem>),
}

/// The value of a key.
#[derive(Clone, Debug)]
pub struct Answer<G: FileForm> {
    /// What.
    pub said: G::KeyValue,
    /// The amounts in it.
    pub amounts: Vec<Amount<G>>,
    /// The condition in it.
    pub when: Condition<G>,
}

impl<G: FileForm> Answer<G> {
    /// One without amounts.
    pub fn plain(said: G::KeyValue) -> Answer<G> {
        Answer { said, amounts: Vec::new(), when: Condition::<G>::Constant(true) }
    }

    /// One with an amount.
    pub fn of(said: G::KeyValue, amount: Amount<G>) -> Answer<G> {
        Answer { amounts: vec![amount], ..Answer::plain(said) }
    }
}

/// A case of an amount.
#[derive(Clone, Debug)]
pub(super) struct Case<G: FileForm> {
    /// When it counts.
    pub when: Condition<G>,
    /// The amount.
    pub is: Amount<G>,
    /// Its position in the file among all that can apply.
    pub item: usize,
}

/// A rule.
#[derive(Clone, Debug)]
pub(super) struct Rule<G: FileForm> {
    /// When it holds.
    pub when: Condition<G>,
    /// What it says, by key.
    pub answers: Vec<Option<Answer<G>>>,
    /// The keys that it answers, a bit each.
    pub keys: u32,
    /// Its position in the file among all that can apply.
    pub item: usize,
}

impl<G: FileForm> Rule<G> {
    fn new(when: Condition<G>, answers: Vec<Option<Answer<G>>>, item: usize) -> Rule<G> {
        let said = answers.iter().zip(0..).filter(|(answer, _)| answer.is_some());
        Rule { keys: said.fold(0, |keys, (_, key)| keys | 1 << key), when, answers, item }
    }
}

/// Reads a strategy file. Its error is everything that is wrong with it.
pub(super) fn load<G: FileForm>(source: &Source) -> Result<Loaded<G>, BadInput> {
    let file = Arc::new(File::<G>::read(source)?);
    let usage = Arc::new(Usage::new(file.places.len()));
    Ok(Loaded {
        name: file.name.clone(),
        about: file.about.clone(),
        parameters: file.parameters.clone(),
        source: Some(source.clone()),
        meter: None,
        rule_usage: Some(RuleUsage { file: Arc::clone(&file), usage: Arc::clone(&usage) }),
        build: Box::new(move |values, game| Ok(G::from_file(AtTable::new(&file, values, game, &usage), game))),
    })
}
