//! Reading a strategy file.
//!
//! Owns its keys and the checks that need no table. All problems of a file are found at once.

use super::duels::{self, Choice, Rival};
use super::lists::{self, Order, Reach, Targets};
use super::words::{BattleWords, Number, When, duel_word, duel_word_of};
use crate::games::battle::Hand;
use crate::input::{BadInput, Document, Problem, Section, Source};
use crate::strategies::Parameter;
use crate::strategies::form::{self, Case, Names, place};
use std::ops::Range;

/// What can stand in a rule beside `when`, and is asked between duels.
pub(super) const TABLE_ANSWERS: [&str; 6] = ["draft", "duel", "against", "hand", "buy", "pay"];
/// What can stand in a rule beside `when`, and is asked in a duel.
pub(super) const DUEL_ANSWERS: [&str; 8] =
    ["choose", "shield", "multiply", "multiply_last", "exchange", "give_way", "reroll", "cancel"];
/// What can stand at the top of a file.
pub(in crate::strategies::battle) const KEYS: [&str; 21] = [
    "name",
    "about",
    "game",
    "draft",
    "duel",
    "against",
    "hand",
    "buy",
    "pay",
    "choose",
    "shield",
    "multiply",
    "multiply_last",
    "exchange",
    "give_way",
    "reroll",
    "cancel",
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

/// A rule: what it answers, each decision that it does not answer left to the next.
#[derive(Clone, Debug)]
pub(super) struct Rule<N, C> {
    /// When it matches, unless always.
    pub(super) when: Option<C>,
    /// Its place in the file.
    pub(super) span: Range<usize>,
    /// What is drafted.
    pub(super) draft: Option<Order<N>>,
    /// The duel.
    pub(super) duel: Option<Choice<N>>,
    /// Against whom.
    pub(super) against: Option<Rival>,
    /// How dice are picked.
    pub(super) hand: Option<Hand>,
    /// What is bought.
    pub(super) buy: Option<Order<N>>,
    /// The dice that are given for it.
    pub(super) pay: Option<Order<N>>,
    /// The dice that are thrown.
    pub(super) choose: Option<Order<N>>,
    /// What is done with powers.
    pub(super) powers: [Option<Targets<N>>; POWERS],
}

/// How many keys are about thrown dice.
pub(super) const POWERS: usize = 7;

/// A key that is about thrown dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Power {
    Shield,
    Multiply,
    MultiplyLast,
    Exchange,
    GiveWay,
    Reroll,
    Cancel,
}

/// The keys about thrown dice, whose dice each can name, and an example.
const POWER_KEYS: [(&str, Reach, &str); POWERS] = [
    ("shield", Reach::Own, "\"1 VP, highest\""),
    ("multiply", Reach::Own, "\"extra\""),
    ("multiply_last", Reach::Own, "\"1 VP, usual\""),
    ("exchange", Reach::OwnOrPlayer, "\"below 4, leader\""),
    ("give_way", Reach::Own, "\"lowest\""),
    ("reroll", Reach::OwnOrOthers, "\"below 4, leader's highest\""),
    ("cancel", Reach::Others, "\"leader's highest, usual\""),
];

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
    let named = duel_words(&reader.amounts);
    let answers: Vec<&str> = TABLE_ANSWERS.iter().chain(&DUEL_ANSWERS).copied().collect();
    let tables = reader.rules(&root, &answers);
    let mut rules: Vec<_> = tables.iter().filter_map(|table| rule(&mut reader, table, &named)).collect();
    rules.extend(rule(&mut reader, &root, &named));
    let Reader { names: Names { parameters, .. }, amounts, problems } = reader;
    let file = (|| Some(File { name: name?, about: about?, parameters, amounts, rules }))();
    BadInput::unless_empty(source, problems, file)
}

type Reader = form::Reader<BattleWords>;

/// For each amount a word in it that is known in a duel only.
fn duel_words(amounts: &[Vec<Case<Number, When>>]) -> Vec<Option<&'static str>> {
    let mut found = Vec::with_capacity(amounts.len());
    for cases in amounts {
        let word = cases.iter().find_map(|case| {
            let when = case.when.as_ref().and_then(|when| duel_word_of(when, &found));
            when.or_else(|| duel_word(&case.is, &found))
        });
        found.push(word);
    }
    found
}

/// What a table answers.
fn rule(reader: &mut Reader, table: &Section<'_>, named: &[Option<&'static str>]) -> Option<Rule<Number, When>> {
    let before = reader.problems.len();
    let when = reader.when(table).unwrap_or_default();
    let draft = reader.text(table, "draft", "\"white 5, dearest\"", (), lists::order);
    let duel = reader.text(table, "duel", "\"battle\"", (), duels::duel);
    let against = reader.text(table, "against", "\"all\"", (), duels::against);
    let hand = reader.text(table, "hand", "\"chosen\"", (), duels::hand);
    let buy = reader.text(table, "buy", "\"black, dearest\"", (), lists::order);
    let pay = reader.text(table, "pay", "\"white\"", (), lists::order);
    let choose = reader.text(table, "choose", "\"green, yellow\"", (), lists::order);
    let powers = POWER_KEYS.map(|(key, reach, example)| {
        reader.text(table, key, example, (), |text, words| lists::targets(text, reach, words))
    });
    let rule = Rule { when, span: place(table), draft, duel, against, hand, buy, pay, choose, powers };
    let problems = too_early(&rule, table, named);
    reader.problems.extend(problems);
    (reader.problems.len() == before).then_some(rule)
}

/// Words of the duel where there is none.
fn too_early(rule: &Rule<Number, When>, table: &Section<'_>, named: &[Option<&'static str>]) -> Vec<Problem> {
    let lists = [("draft", &rule.draft), ("buy", &rule.buy), ("pay", &rule.pay)];
    let in_list = |list: &Option<Order<Number>>| list.as_ref()?.amounts().find_map(|amount| duel_word(amount, named));
    let number = rule.duel.as_ref().and_then(|duel| duel.number.as_ref());
    let in_duel = number.and_then(|number| duel_word(number, named)).map(|word| ("duel", word));
    let found = lists.into_iter().filter_map(|(key, list)| Some((key, in_list(list)?))).chain(in_duel);
    let mut problems: Vec<Problem> = found
        .map(|(key, word)| {
            let place = table.place(key).unwrap_or_else(|| rule.span.clone());
            Problem::at(place, format!("'{word}' is known in a duel only, but '{key}' is asked between duels"))
        })
        .collect();
    let asked = TABLE_ANSWERS.into_iter().find(|key| table.place(key).is_some());
    let word = rule.when.as_ref().and_then(|when| duel_word_of(when, named));
    if let (Some(key), Some(word)) = (asked, word) {
        let message = format!("'{word}' is known in a duel only, but '{key}' is asked between duels");
        let help = format!("in a rule of a duel can stand {}", DUEL_ANSWERS.join(", "));
        problems.push(Problem::at(rule.span.clone(), message).help(help));
    }
    problems
}
