//! Reading a strategy file.
//!
//! Owns its keys, and what cannot stand side by side. All problems of a file are found at once.

use super::super::taking::{ORDERS, Order, TAKES_222, TAKES_345, Take222, Take345};
use super::rolling::{self, Choice, Exact, Pay, Stop};
use super::words::{Number, PotWords, When};
use crate::input::{BadInput, Document, Problem, Section, Source};
use crate::strategies::Parameter;
use crate::strategies::form::{self, Case, Names, place};
use std::ops::Range;

/// What can stand in a rule beside `when`.
const ANSWERS: [&str; 10] = ["stop", "reroll", "free", "last", "plan", "pay", "from", "to", "345", "222"];
/// What can stand at the top of a file.
pub(in crate::strategies::pot) const KEYS: [&str; 17] = [
    "name",
    "about",
    "game",
    "stop",
    "reroll",
    "free",
    "last",
    "plan",
    "pay",
    "from",
    "to",
    "345",
    "222",
    "parameters",
    "amounts",
    "conditions",
    "rule",
];

/// What a file says.
#[derive(Clone, Debug)]
pub(super) struct File {
    /// The strategy's name.
    pub(super) name: String,
    /// What it does, in a line.
    pub(super) about: String,
    /// Its parameters.
    pub(super) parameters: Vec<Parameter>,
    /// Its amounts in order: the cases of each.
    pub(super) amounts: Vec<Vec<Case<Number, When>>>,
    /// Its rules in order; the last is what stands at the top of the file, which always matches.
    pub(super) rules: Vec<Rule<Number, When>>,
}

/// A rule.
#[derive(Clone, Debug)]
pub(super) struct Rule<N, C> {
    /// When it matches, unless always.
    pub(super) when: Option<C>,
    /// When to stop.
    pub(super) stop: Option<Stop<N>>,
    /// What the free reroll takes.
    pub(super) free: Option<Choice<N>>,
    /// What the paid reroll takes.
    pub(super) last: Option<Choice<N>>,
    /// A plan in place of those three.
    pub(super) plan: Option<Exact<N>>,
    /// When to pay.
    pub(super) pay: Option<Pay<C>>,
    /// From whom to take.
    pub(super) from: Option<Order>,
    /// To whom to give.
    pub(super) to: Option<Order>,
    /// What 3 4 5 takes.
    pub(super) run345: Option<Take345>,
    /// What 2 2 2 takes.
    pub(super) twos: Option<Take222>,
    /// Its place in the file.
    pub(super) span: Range<usize>,
}

impl<N, C> Rule<N, C> {
    /// Whether it says, in words, how to roll.
    pub(super) fn has_words(&self) -> bool {
        self.stop.is_some() || self.free.is_some() || self.last.is_some()
    }
}

/// Reads a file.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn read(source: &Source) -> Result<File, BadInput> {
    let document = Document::parse(source)?;
    let root = document.root();
    let mut reader = Reader::default();
    if !reader.is_for_this_game(&root) {
        return BadInput::unless_empty(source, reader.problems, None);
    }
    root.only(&KEYS, &mut reader.problems);
    let name = reader.name(&root);
    let about = reader.about(&root);
    reader.definitions(&root);
    let mut rules: Vec<_> = reader.rules(&root, &ANSWERS).iter().filter_map(|table| rule(&mut reader, table)).collect();
    rules.extend(rule(&mut reader, &root));
    let form::Reader { names: Names { parameters, .. }, amounts, problems } = reader;
    let file = (|| Some(File { name: name?, about: about?, parameters, amounts, rules }))();
    BadInput::unless_empty(source, problems, file)
}

type Reader = form::Reader<PotWords>;

/// What a table answers.
fn rule(reader: &mut Reader, table: &Section<'_>) -> Option<Rule<Number, When>> {
    let before = reader.problems.len();
    let when = reader.when(table).unwrap_or_default();
    let stop = reader.text(table, "stop", "\"beat\"", (), rolling::stop);
    let both = reader.text(table, "reroll", "\"letters\"", (), rolling::choice);
    let free = reader.text(table, "free", "\"below 3\"", (), rolling::choice);
    let last = reader.text(table, "last", "\"below 3\"", (), rolling::choice);
    let plan = reader.text(table, "plan", "\"max-sum\"", (), rolling::exact);
    let pay = reader.text(table, "pay", "\"pot >= 5\"", (), rolling::pay);
    agree(reader, table);
    let rule = Rule {
        when,
        stop,
        free: free.or_else(|| both.clone()),
        last: last.or(both),
        plan,
        pay,
        from: one_of(reader, table, "from", &ORDERS),
        to: one_of(reader, table, "to", &ORDERS),
        run345: one_of(reader, table, "345", &TAKES_345),
        twos: one_of(reader, table, "222", &TAKES_222),
        span: place(table),
    };
    (reader.problems.len() == before).then_some(rule)
}

/// One of the named alternatives at a key, if the key is there.
fn one_of<T: Copy>(reader: &mut Reader, table: &Section<'_>, key: &str, names: &[(&str, T)]) -> Option<T> {
    table.place(key)?;
    table.choice(key, names, &mut reader.problems)
}

/// What cannot stand side by side.
fn agree(reader: &mut Reader, table: &Section<'_>) {
    let words = ["stop", "reroll", "free", "last"];
    let word = words.iter().find_map(|key| Some((key, table.place(key)?)));
    if let (Some(plan), Some((key, _))) = (table.place("plan"), word) {
        let message = format!("'plan' says all about the rerolls, so '{key}' cannot stand beside it");
        reader.problems.push(Problem::at(plan, message).help("keep one of them"));
    }
    let halves = ["free", "last"].iter().all(|key| table.place(key).is_some());
    if let (Some(both), true) = (table.place("reroll"), halves) {
        let problem = Problem::at(both, "'reroll' is never used: 'free' and 'last' stand beside it");
        reader.problems.push(problem.help("'reroll' stands for both of them"));
    }
}
