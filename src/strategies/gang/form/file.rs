//! Reading a strategy file.
//!
//! Owns its keys, the limits of what it may hold, and the checks that need no table. All problems of a file are found
//! at once.

use super::rolling::{self, Choice, Exact, Stop};
use super::words::{Fact, Number, Place, When, Words, is_taken};
use crate::games::Game;
use crate::games::gang::Gang;
use crate::input::{BadInput, Document, Problem, Section, Source, Text};
use crate::strategies::expression::meaning::{self, Amount, Condition};
use crate::strategies::expression::syntax::{self, MAX_NUMBER};
use crate::strategies::{Parameter, declared, is_file};
use std::ops::Range;

/// The most rules of a file, and the most cases of an amount.
const MAX_RULES: usize = 100;
/// The most amounts, and the most conditions, that a file can give names.
const MAX_NAMED: usize = 50;
/// The most steps that computing an amount may take.
const MAX_STEPS: usize = 5000;
/// The most comparisons and words of a condition, with the conditions that it is made of.
const MAX_PARTS: usize = 500;

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

/// A case of an amount.
#[derive(Clone, Debug)]
pub(super) struct Case<N, C> {
    /// When it counts, unless always.
    pub(super) when: Option<C>,
    /// The amount.
    pub(super) is: Amount<N>,
    /// Its place in the file.
    pub(super) span: Range<usize>,
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
    root.only(&KEYS, &mut reader.problems);
    let name = reader.name(&root);
    let about = reader.about(&root);
    reader.game(&root);
    reader.parameters = declared::parameters(&root, &mut reader.problems, is_taken);
    reader.definitions(&root);
    let mut rules = reader.rules(&root);
    rules.extend(reader.rule(&root));
    let answers_dice = rules.iter().any(|rule| rule.dice.is_some() && rule.when.is_none());
    if !answers_dice && root.place("dice").is_none() {
        let problem = Problem::general("the key 'dice' is missing: how many dice are committed when no rule says so");
        reader.problems.push(problem.help("add dice = 1 above the first [table]"));
    }
    let Reader { parameters, amounts, problems, .. } = reader;
    let file = (|| Some(File { name: name?, about: about?, parameters, amounts, rules }))();
    BadInput::unless_empty(source, problems, file)
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    problems: Vec<Problem>,
    parameters: Vec<Parameter>,
    names: Vec<String>,
    amounts: Vec<Vec<Case<Number, When>>>,
    conditions: Vec<(String, When)>,
    /// The names of amounts and conditions further down.
    later: Vec<String>,
}

/// Under which heading a name is defined.
#[derive(Clone, Copy, PartialEq)]
enum Heading {
    Amounts,
    Conditions,
}

impl Reader {
    fn name(&mut self, root: &Section<'_>) -> Option<String> {
        let name = root.text("name", "\"a-short-name\"", &mut self.problems)?;
        let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let good = (1..=40).contains(&name.value.len()) && name.value.chars().all(fits) && !is_file(&name.value);
        if !good {
            let problem = Problem::at(name.span, "this cannot be the name of a strategy");
            self.problems.push(problem.help("use 1 to 40 letters, digits, '-', '_' or '.', not ending like a file"));
        }
        good.then_some(name.value)
    }

    fn about(&mut self, root: &Section<'_>) -> Option<String> {
        let about = root.text("about", "\"what it does, in a line\"", &mut self.problems)?;
        let good = !about.value.contains(['\n', '\r']) && about.value.len() <= 200;
        if !good {
            self.problems.push(Problem::at(about.span, "'about' is one line of at most 200 bytes"));
        }
        good.then_some(about.value)
    }

    fn game(&mut self, root: &Section<'_>) {
        let game = root.optional_text("game", "\"gang\"", &mut self.problems);
        if let Some(game) = game.filter(|game| game.value != Gang::NAME) {
            let message = format!("this strategy is for the game '{}', not for '{}'", game.value, Gang::NAME);
            self.problems.push(Problem::at(game.span, message));
        }
    }

    fn words(&self, place: Place) -> Words<'_> {
        let Reader { parameters, names, conditions, later, .. } = self;
        Words { parameters, amounts: names, conditions, later, place }
    }

    /// Amounts and conditions in the order of the file; each can use those before it.
    fn definitions(&mut self, root: &Section<'_>) {
        let amounts = root.optional_section("amounts", &mut self.problems);
        let conditions = root.optional_section("conditions", &mut self.problems);
        let mut all: Vec<(Heading, &str, Range<usize>)> = Vec::new();
        for (heading, section) in [(Heading::Amounts, &amounts), (Heading::Conditions, &conditions)] {
            let Some(section) = section else { continue };
            if section.keys().count() > MAX_NAMED {
                self.problems.push(Problem::at(section.span(), format!("at most {MAX_NAMED} can have names")));
                return;
            }
            all.extend(section.keys().map(|(key, span)| (heading, key, span)));
        }
        all.sort_by_key(|(_, _, span)| span.start);
        self.later = all.iter().rev().map(|(_, key, _)| (*key).to_owned()).collect();
        for (heading, key, span) in all {
            self.later.pop();
            self.check_name(key, &span);
            match (heading, &amounts, &conditions) {
                (Heading::Amounts, Some(section), _) => self.define_amount(section, key),
                (Heading::Conditions, _, Some(section)) => self.define_condition(section, key),
                _ => {}
            }
        }
    }

    fn check_name(&mut self, key: &str, span: &Range<usize>) {
        let taken = self.names.iter().any(|name| name == key)
            || self.conditions.iter().any(|(name, _)| name == key)
            || self.parameters.iter().any(|parameter| parameter.key == key);
        self.problems.extend(declared::bad_name(key, span, taken || key == "dice" || is_taken(key)));
    }

    fn define_amount(&mut self, section: &Section<'_>, key: &str) {
        let before = self.problems.len();
        let cases = if section.is_list(key) {
            self.cases(section, key)
        } else {
            let span = section.place(key).unwrap_or_default();
            self.amount(section, key, Place::Before).map(|is| vec![Case { when: None, is, span }]).unwrap_or_default()
        };
        let steps = cases.iter().fold(0usize, |steps, case| steps.saturating_add(self.steps(&case.is)));
        if steps > MAX_STEPS && self.problems.len() == before {
            let span = section.place(key).unwrap_or_default();
            self.problems.push(Problem::at(span, format!("this takes {steps} steps; at most {MAX_STEPS} are allowed")));
        }
        self.names.push(key.to_owned());
        self.amounts.push(if steps > MAX_STEPS { Vec::new() } else { cases });
    }

    fn cases(&mut self, section: &Section<'_>, key: &str) -> Vec<Case<Number, When>> {
        let tables = section.sections(key, &mut self.problems);
        if !self.few(&tables, "cases") {
            return Vec::new();
        }
        let mut cases = Vec::new();
        for table in tables {
            table.only(&["when", "is"], &mut self.problems);
            let when = self.when(&table);
            if table.place("is").is_none() {
                let problem = Problem::at(start(&table), "the key 'is' is missing here");
                self.problems.push(problem.help("add is = 2, or a computed amount"));
            }
            let is = self.amount(&table, "is", Place::Before);
            cases.extend(is.zip(when.ok()).map(|(is, when)| Case { when, is, span: place(&table) }));
        }
        cases
    }

    fn few(&mut self, tables: &[Section<'_>], what: &str) -> bool {
        let few = tables.len() <= MAX_RULES;
        if !few {
            let message = format!("{} {what}; at most {MAX_RULES} are allowed", tables.len());
            self.problems.push(Problem::at(start(&tables[MAX_RULES]), message));
        }
        few
    }

    fn define_condition(&mut self, section: &Section<'_>, key: &str) {
        let text = section.optional_text(key, "\"sum and last\"", &mut self.problems);
        let condition = text.and_then(|text| self.condition(&text));
        // In place of one that cannot be read, so that its name is not called unknown further down.
        let condition = condition.unwrap_or(Condition::Fact(Fact::Best));
        self.conditions.push((key.to_owned(), condition));
    }

    fn condition(&mut self, text: &Text) -> Option<When> {
        let found = syntax::parse(&text.value).and_then(|tree| meaning::condition(&tree, &self.words(Place::Before)));
        let found = self.placed(text, found)?;
        let parts = found.visit(&mut |_| ());
        if parts > MAX_PARTS {
            let message = format!("this condition has {parts} parts; at most {MAX_PARTS} are allowed");
            self.problems.push(Problem::at(text.span.clone(), message));
            return None;
        }
        Some(found)
    }

    /// The value, or its problem placed in the file.
    fn placed<T>(&mut self, text: &Text, found: Result<T, Problem>) -> Option<T> {
        match found {
            Ok(value) => Some(value),
            Err(problem) => {
                let span = problem.span.clone().map_or(text.span.clone(), |span| text.place(span));
                self.problems.push(Problem { span: Some(span), ..problem });
                None
            }
        }
    }

    /// The condition at `when`, none if the key is not there.
    fn when(&mut self, table: &Section<'_>) -> Result<Option<When>, ()> {
        if table.place("when").is_none() {
            return Ok(None);
        }
        let text = table.optional_text("when", "\"sum and last\"", &mut self.problems).ok_or(())?;
        self.condition(&text).map(Some).ok_or(())
    }

    /// The amount at a key, a number or a text.
    fn amount(&mut self, table: &Section<'_>, key: &str, place: Place) -> Option<Amount<Number>> {
        if !table.is_text(key) {
            let number = table.optional_integer(key, 0..=MAX_NUMBER as u32, &mut self.problems)?;
            return Some(Amount::Number(i64::from(number)));
        }
        let text = table.optional_text(key, "\"best.dice + 1\"", &mut self.problems)?;
        let found = syntax::parse(&text.value).and_then(|tree| meaning::amount(&tree, &self.words(place)));
        let found = self.placed(&text, found)?;
        if self.steps(&found) > MAX_STEPS {
            let message = format!("this takes more than {MAX_STEPS} steps");
            self.problems.push(Problem::at(text.span, message));
            return None;
        }
        Some(found)
    }

    /// How many steps computing an amount takes at the most.
    fn steps(&self, amount: &Amount<Number>) -> usize {
        let cases = |cases: &Vec<Case<Number, When>>| {
            cases.iter().fold(1, |steps: usize, case| steps.saturating_add(self.steps(&case.is)))
        };
        amount.visit(&mut |number| match number {
            Number::Named(index) => self.amounts.get(*index).map_or(1, cases),
            _ => 1,
        })
    }

    fn rules(&mut self, root: &Section<'_>) -> Vec<Rule<Number, When>> {
        let tables = root.sections("rule", &mut self.problems);
        if !self.few(&tables, "rules") {
            return Vec::new();
        }
        let mut rules = Vec::new();
        for table in tables {
            let known: Vec<&str> = ["when"].into_iter().chain(ANSWERS).collect();
            table.only(&known, &mut self.problems);
            if !ANSWERS.iter().any(|key| table.place(key).is_some()) {
                let problem = Problem::at(start(&table), "this rule says nothing");
                self.problems.push(problem.help(format!("add one of {}", ANSWERS.join(", "))));
            }
            let rule = self.rule(&table);
            rules.extend(rule);
        }
        rules
    }

    /// What a table answers.
    fn rule(&mut self, table: &Section<'_>) -> Option<Rule<Number, When>> {
        let before = self.problems.len();
        let when = self.when(table).unwrap_or_default();
        let dice = self.amount(table, "dice", Place::Before);
        let stop = self.text(table, "stop", "\"beat\"", rolling::stop);
        let both = self.text(table, "reroll", "\"boss\"", rolling::choice);
        let invalid = self.text(table, "invalid", "\"offending\"", rolling::choice);
        let short = self.text(table, "short", "\"below 3\"", rolling::choice);
        let plan = self.text(table, "plan", "\"max-score\"", rolling::exact);
        self.agree(table);
        let rule = Rule {
            when,
            dice,
            stop,
            invalid: invalid.or_else(|| both.clone()),
            short: short.or(both),
            plan,
            span: place(table),
        };
        (self.problems.len() == before).then_some(rule)
    }

    /// What cannot stand side by side.
    fn agree(&mut self, table: &Section<'_>) {
        let words = ["stop", "reroll", "invalid", "short"];
        let word = words.iter().find_map(|key| Some((key, table.place(key)?)));
        if let (Some(plan), Some((key, _))) = (table.place("plan"), word) {
            let message = format!("'plan' says all about the rerolls, so '{key}' cannot stand beside it");
            self.problems.push(Problem::at(plan, message).help("keep one of them"));
        }
        let halves = ["invalid", "short"].iter().all(|key| table.place(key).is_some());
        if let (Some(both), true) = (table.place("reroll"), halves) {
            let problem = Problem::at(both, "'reroll' is never used: 'invalid' and 'short' stand beside it");
            self.problems.push(problem.help("'reroll' stands for both of them"));
        }
    }

    fn text<T>(
        &mut self,
        table: &Section<'_>,
        key: &str,
        what: &str,
        read: fn(&str, &Words<'_>) -> Result<T, Problem>,
    ) -> Option<T> {
        let text = table.optional_text(key, what, &mut self.problems)?;
        let found = read(&text.value, &self.words(Place::Turn));
        self.placed(&text, found)
    }
}

/// The place of a table's condition, or where it begins.
fn place(table: &Section<'_>) -> Range<usize> {
    table.place("when").unwrap_or_else(|| start(table))
}

/// The first byte of a table, which can be long.
fn start(table: &Section<'_>) -> Range<usize> {
    let start = table.span().start;
    start..start + 1
}
