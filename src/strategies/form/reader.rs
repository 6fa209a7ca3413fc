//! Reading what every strategy file has.
//!
//! Owns the keys that all files have, the order in which names are defined, and the bounds on what a file may hold. All
//! problems are collected; whatever has one is left out. What a name stands for once it is defined is in `names`.

use super::names::{Lexicon, Names, NumberOf, WhenOf};
use crate::input::{Problem, Section, Text};
use crate::strategies::expression::meaning::{self, Amount, Condition, Vocabulary};
use crate::strategies::expression::syntax::{self, MAX_NUMBER};
use crate::strategies::{declared, is_file};
use std::ops::Range;

/// The most rules of a file, and the most cases of an amount.
const MAX_RULES: usize = 100;
/// The most amounts, and the most conditions, that a file can give names.
const MAX_NAMED: usize = 50;
/// The most steps that computing an amount may take.
const MAX_STEPS: usize = 5000;
/// The most comparisons and words of a condition, with the conditions that it is made of.
const MAX_PARTS: usize = 500;

/// A case of an amount.
#[derive(Clone, Debug)]
pub struct Case<N, C> {
    /// When it counts, unless always.
    pub when: Option<C>,
    /// The amount.
    pub is: Amount<N>,
    /// Its place in the file.
    pub span: Range<usize>,
}

/// What has been read so far.
pub struct Reader<L: Lexicon> {
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// The names that the file has given.
    pub names: Names<L>,
    /// The amounts in order: the cases of each.
    pub amounts: Vec<Vec<Case<NumberOf<L>, WhenOf<L>>>>,
}

impl<L: Lexicon> Default for Reader<L> {
    fn default() -> Reader<L> {
        let names = Names { parameters: Vec::new(), amounts: Vec::new(), conditions: Vec::new(), later: Vec::new() };
        Reader { problems: Vec::new(), names, amounts: Vec::new() }
    }
}

/// Under which heading a name is defined.
#[derive(Clone, Copy, PartialEq)]
enum Heading {
    Amounts,
    Conditions,
}

impl<L: Lexicon> Reader<L> {
    /// The strategy's name.
    pub fn name(&mut self, root: &Section<'_>) -> Option<String> {
        let name = root.text("name", "\"a-short-name\"", &mut self.problems)?;
        let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let good = (1..=40).contains(&name.value.len()) && name.value.chars().all(fits) && !is_file(&name.value);
        if !good {
            let problem = Problem::at(name.span, "this cannot be the name of a strategy");
            self.problems.push(problem.help("use 1 to 40 letters, digits, '-', '_' or '.', not ending like a file"));
        }
        good.then_some(name.value)
    }

    /// What the strategy does, in a line.
    pub fn about(&mut self, root: &Section<'_>) -> Option<String> {
        let about = root.text("about", "\"what it does, in a line\"", &mut self.problems)?;
        let good = !about.value.contains(['\n', '\r']) && about.value.len() <= 200;
        if !good {
            self.problems.push(Problem::at(about.span, "'about' is one line of at most 200 bytes"));
        }
        good.then_some(about.value)
    }

    /// Whether the file is for this game; if not, that is all there is to say of it.
    pub fn is_for_this_game(&mut self, root: &Section<'_>) -> bool {
        let before = self.problems.len();
        let own = format!("\"{}\"", L::GAME);
        let game = match L::SAYS_GAME {
            true => root.text("game", &own, &mut self.problems),
            false => root.optional_text("game", &own, &mut self.problems),
        };
        if let Some(game) = game.filter(|game| game.value != L::GAME) {
            let message = format!("this strategy is for the game '{}', not for '{}'", game.value, L::GAME);
            self.problems.push(Problem::at(game.span, message));
        }
        self.problems.len() == before
    }

    /// The parameters, then amounts and conditions in the order of the file; each can use those before it.
    pub fn definitions(&mut self, root: &Section<'_>) {
        self.names.parameters = declared::parameters(root, &mut self.problems, L::is_taken);
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
        self.names.later = all.iter().rev().map(|(_, key, _)| (*key).to_owned()).collect();
        for (heading, key, span) in all {
            self.names.later.pop();
            self.check_name(key, &span);
            match (heading, &amounts, &conditions) {
                (Heading::Amounts, Some(section), _) => self.define_amount(section, key),
                (Heading::Conditions, _, Some(section)) => self.define_condition(section, key),
                _ => {}
            }
        }
    }

    fn check_name(&mut self, key: &str, span: &Range<usize>) {
        let Names { parameters, amounts, conditions, .. } = &self.names;
        let taken = amounts.iter().any(|name| name == key)
            || conditions.iter().any(|(name, _)| name == key)
            || parameters.iter().any(|parameter| parameter.key == key);
        let taken = taken || L::is_for_parameters(key) || L::is_taken(key);
        self.problems.extend(declared::bad_name(key, span, taken));
    }

    fn define_amount(&mut self, section: &Section<'_>, key: &str) {
        let before = self.problems.len();
        let cases = if section.is_list(key) {
            self.cases(section, key)
        } else {
            let span = section.place(key).unwrap_or_default();
            self.amount(section, key, L::BEFORE).map(|is| vec![Case { when: None, is, span }]).unwrap_or_default()
        };
        let steps = cases.iter().fold(0usize, |steps, case| steps.saturating_add(self.steps(&case.is)));
        if steps > MAX_STEPS && self.problems.len() == before {
            let span = section.place(key).unwrap_or_default();
            self.problems.push(Problem::at(span, format!("this takes {steps} steps; at most {MAX_STEPS} are allowed")));
        }
        self.names.amounts.push(key.to_owned());
        self.amounts.push(if steps > MAX_STEPS { Vec::new() } else { cases });
    }

    fn cases(&mut self, section: &Section<'_>, key: &str) -> Vec<Case<NumberOf<L>, WhenOf<L>>> {
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
            let is = self.amount(&table, "is", L::BEFORE);
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
        let text = section.optional_text(key, &format!("\"{}\"", L::CONDITION), &mut self.problems);
        let condition = text.and_then(|text| self.condition(&text));
        // In place of one that cannot be read, so that its name is not called unknown further down.
        let condition = condition.unwrap_or_else(|| Condition::Fact(L::some_fact()));
        self.names.conditions.push((key.to_owned(), condition));
    }

    /// The condition that a text is.
    pub fn condition(&mut self, text: &Text) -> Option<WhenOf<L>> {
        let read = |words: L::Words<'_>| syntax::parse(&text.value).and_then(|tree| meaning::condition(&tree, &words));
        let found = read(L::words(&self.names, L::BEFORE));
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
    ///
    /// # Errors
    /// If what is there is no condition; the problem is noted.
    #[expect(clippy::result_unit_err, reason = "what is wrong is among the problems")]
    pub fn when(&mut self, table: &Section<'_>) -> Result<Option<WhenOf<L>>, ()> {
        if table.place("when").is_none() {
            return Ok(None);
        }
        let example = format!("\"{}\"", L::CONDITION);
        let text = table.optional_text("when", &example, &mut self.problems).ok_or(())?;
        self.condition(&text).map(Some).ok_or(())
    }

    /// The amount at a key, a number or a text.
    pub fn amount(&mut self, table: &Section<'_>, key: &str, place: L::Place) -> Option<Amount<NumberOf<L>>> {
        if !table.is_text(key) {
            let number = table.optional_integer(key, 0..=MAX_NUMBER as u32, &mut self.problems)?;
            return Some(Amount::Number(i64::from(number)));
        }
        let text = table.optional_text(key, &format!("\"{}\"", L::AMOUNT), &mut self.problems)?;
        let read = |words: L::Words<'_>| syntax::parse(&text.value).and_then(|tree| meaning::amount(&tree, &words));
        let found = read(L::words(&self.names, place));
        let found = self.placed(&text, found)?;
        if self.steps(&found) > MAX_STEPS {
            let message = format!("this takes more than {MAX_STEPS} steps");
            self.problems.push(Problem::at(text.span, message));
            return None;
        }
        Some(found)
    }

    /// How many steps computing an amount takes at the most.
    fn steps(&self, amount: &Amount<NumberOf<L>>) -> usize {
        let cases = |cases: &Vec<Case<NumberOf<L>, WhenOf<L>>>| {
            cases.iter().fold(1, |steps: usize, case| steps.saturating_add(self.steps(&case.is)))
        };
        amount.visit(&mut |number| L::named(number).map_or(1, |index| self.amounts.get(index).map_or(1, cases)))
    }

    /// The tables under `[[rule]]`, each of which has `when` or some of `answers`; none if there are too many.
    pub fn rules<'t>(&mut self, root: &Section<'t>, answers: &[&str]) -> Vec<Section<'t>> {
        let tables = root.sections("rule", &mut self.problems);
        if !self.few(&tables, "rules") {
            return Vec::new();
        }
        let known: Vec<&str> = ["when"].iter().chain(answers).copied().collect();
        for table in &tables {
            table.only(&known, &mut self.problems);
            if !answers.iter().any(|key| table.place(key).is_some()) {
                let problem = Problem::at(start(table), "this rule says nothing");
                self.problems.push(problem.help(format!("add one of {}", answers.join(", "))));
            }
        }
        tables
    }

    /// What `read` makes of the text at a key; `what` is an example.
    pub fn text<T>(
        &mut self,
        table: &Section<'_>,
        key: &str,
        what: &str,
        place: L::Place,
        read: impl FnOnce(&str, &L::Words<'_>) -> Result<T, Problem>,
    ) -> Option<T> {
        let text = table.optional_text(key, what, &mut self.problems)?;
        let found = read(&text.value, &L::words(&self.names, place));
        self.placed(&text, found)
    }
}

/// The place of a table's condition, or where it begins.
pub fn place(table: &Section<'_>) -> Range<usize> {
    table.place("when").unwrap_or_else(|| start(table))
}

/// The first byte of a table, which can be long.
fn start(table: &Section<'_>) -> Range<usize> {
    let start = table.span().start;
    start..start + 1
}

/// The amount in a text from a byte on.
///
/// # Errors
/// The first problem, placed in the text.
pub fn text_amount<V: Vocabulary>(text: &str, from: usize, words: &V) -> Result<Amount<V::Number>, Problem> {
    let shift = |span: Range<usize>| span.start + from..span.end + from;
    let found = syntax::parse(&text[from..]).and_then(|tree| meaning::amount(&tree, words));
    found.map_err(|problem| Problem { span: problem.span.map(shift), ..problem })
}
