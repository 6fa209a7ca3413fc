//! Reading a strategy file.
//!
//! Owns its keys, the limits of what it may hold, and the checks that need no table. All problems of a file are found
//! at once.

use super::rolling::{self, Choice, Exact, Stop};
use super::words::{GangWords, Number, Place, When};
use crate::input::{BadInput, Document, Problem, Section, Source};
use crate::strategies::Parameter;
use crate::strategies::expression::meaning::Amount;
use crate::strategies::form::{self, Case, Names, place};
use std::ops::Range;

/// What can stand in a rule beside `when`.
const ANSWERS: [&str; 6] = ["dice", "stop", "reroll", "invalid", "short", "plan"];
/// What can stand at the top of a file.
pub(in crate::strategies::gang) const KEYS: [&str; 13] = [
    "name",
    "about",
    "game",
    "dice",
    "stop",
    "reroll",
    "invalid",
    "short",
    "plan",
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
    /// How many dice.
    pub(super) dice: Option<Amount<N>>,
    /// When to stop.
    pub(super) stop: Option<Stop<N>>,
    /// What to reroll while the roll is invalid.
    pub(super) invalid: Option<Choice<N>>,
    /// What to reroll while it is valid, but no reason to stop.
    pub(super) short: Option<Choice<N>>,
    /// A plan in place of those three.
    pub(super) plan: Option<Exact<N>>,
    /// Its place in the file.
    pub(super) span: Range<usize>,
}

impl<N, C> Rule<N, C> {
    /// Whether it says, in words, how to roll.
    pub(super) fn has_words(&self) -> bool {
        self.stop.is_some() || self.invalid.is_some() || self.short.is_some()
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
    let answers_dice = rules.iter().any(|rule| rule.dice.is_some() && rule.when.is_none());
    if !answers_dice && root.place("dice").is_none() {
        let problem = Problem::general("the key 'dice' is missing: how many dice are committed when no rule says so");
        reader.problems.push(problem.help("add dice = 1 above the first [table]"));
    }
    let Reader { names: Names { parameters, .. }, amounts, problems } = reader;
    let file = (|| Some(File { name: name?, about: about?, parameters, amounts, rules }))();
    BadInput::unless_empty(source, problems, file)
}

type Reader = form::Reader<GangWords>;

/// What a table answers.
fn rule(reader: &mut Reader, table: &Section<'_>) -> Option<Rule<Number, When>> {
    let before = reader.problems.len();
    let when = reader.when(table).unwrap_or_default();
    let dice = reader.amount(table, "dice", Place::Before);
    let stop = reader.text(table, "stop", "\"beat\"", Place::Turn, rolling::stop);
    let both = reader.text(table, "reroll", "\"boss\"", Place::Turn, rolling::choice);
    let invalid = reader.text(table, "invalid", "\"offending\"", Place::Turn, rolling::choice);
    let short = reader.text(table, "short", "\"below 3\"", Place::Turn, rolling::choice);
    let plan = reader.text(table, "plan", "\"max-score\"", Place::Turn, rolling::exact);
    agree(reader, table);
    let rule = Rule {
        when,
        dice,
        stop,
        invalid: invalid.or_else(|| both.clone()),
        short: short.or(both),
        plan,
        span: place(table),
    };
    (reader.problems.len() == before).then_some(rule)
}

/// What cannot stand side by side.
fn agree(reader: &mut Reader, table: &Section<'_>) {
    let words = ["stop", "reroll", "invalid", "short"];
    let word = words.iter().find_map(|key| Some((key, table.place(key)?)));
    if let (Some(plan), Some((key, _))) = (table.place("plan"), word) {
        let message = format!("'plan' says all about the rerolls, so '{key}' cannot stand beside it");
        reader.problems.push(Problem::at(plan, message).help("keep one of them"));
    }
    let halves = ["invalid", "short"].iter().all(|key| table.place(key).is_some());
    if let (Some(both), true) = (table.place("reroll"), halves) {
        let problem = Problem::at(both, "'reroll' is never used: 'invalid' and 'short' stand beside it");
        reader.problems.push(problem.help("'reroll' stands for both of them"));
    }
}
