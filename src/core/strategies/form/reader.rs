//! Reading a strategy file.
//!
//! Owns the keys that all files have, the order in which names are defined, and the bounds on what a file may hold. All
//! problems are collected; whatever has one is left out. What a name stands for once it is defined is in `words`.

use super::syntax::{self, MAX_NUMBER};
use super::words::{Names, Word, Words, is_taken};
use super::{Amount, Answer, Case, Condition, FileForm, Key, ReadKey, Rule};
use crate::games::declaration::{Family, Known};
use crate::input::{BadInput, Document, Problem, Section, Source, Text};
use crate::strategies::is_file;
use crate::strategies::parameter::{Parameter, bad_name, parameters};
use std::cell::Cell;
use std::ops::Range;

/// The most rules of a file, and the most cases of an amount.
const MAX_RULES: usize = 100;
/// The most amounts, and the most conditions, that a file can give names.
const MAX_NAMED: usize = 50;
/// The most steps that computing an amount may take.
const MAX_STEPS: usize = 5000;
/// The most comparisons and words of a condition, with the conditions that it is made of.
const MAX_PARTS: usize = 500;

/// What a file says.
pub struct File<G: FileForm> {
    /// The strategy's name.
    pub name: String,
    /// What it does, in a line.
    pub about: String,
    /// The family of all strategies with this text.
    pub(super) family: Family,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its amounts in order: the cases of each.
    pub(super) amounts: Vec<Vec<Case<G>>>,
    /// Its rules in order; the last is what stands at the top of the file, which always holds.
    pub(super) rules: Vec<Rule<G>>,
    /// By position: where each rule and each case stands.
    pub(super) places: Vec<Range<usize>>,
}

impl<G: FileForm> File<G> {
    /// Reads a file. Its error is everything that is wrong with it.
    pub fn read(source: &Source) -> Result<File<G>, BadInput> {
        let document = Document::parse(source)?;
        let root = document.root();
        let (parameters, amounts, conditions, later) = <_>::default();
        let names = Names { parameters, amounts, conditions, later, known: Cell::new(Known::Always) };
        let mut reader =
            Reader::<G> { problems: Vec::new(), names, amounts: Vec::new(), places: Vec::new(), asked: None };
        if !reader.is_for_this_game(&root) {
            return BadInput::unless_empty(source, reader.problems, None);
        }
        root.only(&keys::<G>(), &mut reader.problems);
        let (name, about) = (reader.name(&root), reader.about(&root));
        reader.definitions(&root);
        let mut rules: Vec<Rule<G>> =
            reader.rules(&root).iter().filter_map(|table| reader.rule(table, &root)).collect();
        rules.extend(reader.rule(&root, &root));
        reader.needed(&root, &rules);
        let Reader { names: Names { parameters, .. }, amounts, problems, places, .. } = reader;
        let family = Family::of_text(&source.text);
        let file = (|| Some(File { name: name?, about: about?, family, parameters, amounts, rules, places }))();
        BadInput::unless_empty(source, problems, file)
    }
}

/// What can stand at the top of a file.
pub(in crate::strategies) fn keys<G: FileForm>() -> Vec<&'static str> {
    let decisions = G::KEYS.iter().map(|key| key.name);
    let all = ["name", "about", "game"].into_iter().chain(decisions);
    all.chain(["parameters", "amounts", "conditions", "rule"]).collect()
}

/// What has been read so far.
struct Reader<G: FileForm> {
    /// What is wrong.
    problems: Vec<Problem>,
    /// The names that the file has given.
    names: Names<G>,
    /// The amounts in order: the cases of each.
    amounts: Vec<Vec<Case<G>>>,
    /// Where the rules and cases stand that were read.
    places: Vec<Range<usize>>,
    /// The key that is read, or of a rule one that says when its condition is looked at.
    asked: Option<&'static str>,
}

impl<G: FileForm> Reader<G> {
    /// The strategy's name.
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

    /// What the strategy does, in a line.
    fn about(&mut self, root: &Section<'_>) -> Option<String> {
        let about = root.text("about", "\"what it does, in a line\"", &mut self.problems)?;
        let good = !about.value.contains(['\n', '\r']) && about.value.len() <= 200;
        if !good {
            self.problems.push(Problem::at(about.span, "'about' is one line of at most 200 bytes"));
        }
        good.then_some(about.value)
    }

    /// Whether the file is for this game; if not, that is all there is to say of it.
    fn is_for_this_game(&mut self, root: &Section<'_>) -> bool {
        let before = self.problems.len();
        let own = format!("\"{}\"", G::NAME);
        let game = root.optional_text("game", &own, &mut self.problems);
        if G::SAYS_GAME && root.place("game").is_none() {
            let message = format!("this file does not say that it is for {}, so it is taken for one of gang", G::NAME);
            let help = format!("choose --game gang, or, if it was written for {}, add game = {own}", G::NAME);
            self.problems.push(Problem::general(message).help(help));
        }
        if let Some(game) = game.filter(|game| game.value != G::NAME) {
            let message = format!("this strategy is for the game '{}', not for '{}'", game.value, G::NAME);
            self.problems.push(Problem::at(game.span, message));
        }
        self.problems.len() == before
    }

    /// The parameters, then amounts and conditions in the order of the file; each can use those before it.
    fn definitions(&mut self, root: &Section<'_>) {
        self.names.parameters = parameters(root, &mut self.problems, is_taken::<G>);
        let amounts = root.optional_section("amounts", &mut self.problems);
        let conditions = root.optional_section("conditions", &mut self.problems);
        let mut all: Vec<(&Section<'_>, &str, Range<usize>)> = Vec::new();
        for section in [&amounts, &conditions].into_iter().flatten() {
            if section.keys().count() > MAX_NAMED {
                self.problems.push(Problem::at(section.span(), format!("at most {MAX_NAMED} can have names")));
                return;
            }
            all.extend(section.keys().map(|(key, span)| (section, key, span)));
        }
        all.sort_by_key(|(_, _, span)| span.start);
        self.names.later = all.iter().rev().map(|(_, key, _)| (*key).to_owned()).collect();
        for (section, key, span) in all {
            self.names.later.pop();
            let is_for_parameters =
                G::OBSERVABLES.iter().any(|entry| entry.name == key && entry.known == Known::Committed);
            let taken = self.names.have(key) || is_for_parameters || is_taken::<G>(key);
            self.problems.extend(bad_name(key, &span, taken));
            self.names.known.set(Known::Always);
            match &amounts {
                Some(amounts) if std::ptr::eq(amounts, section) => self.define_amount(section, key),
                _ => self.define_condition(section, key),
            }
        }
    }

    fn define_amount(&mut self, section: &Section<'_>, key: &str) {
        let before = self.problems.len();
        let cases = if section.is_list(key) {
            self.cases(section, key)
        } else {
            let place = section.place(key).unwrap_or_default();
            let is = self.amount(section, key, G::DEFINED);
            is.map(|is| vec![Case { when: Condition::<G>::Constant(true), is, item: self.item(place) }])
                .unwrap_or_default()
        };
        let steps = cases.iter().fold(0usize, |steps, case| steps.saturating_add(self.steps(&case.is)));
        if steps > MAX_STEPS && self.problems.len() == before {
            let span = section.place(key).unwrap_or_default();
            self.problems.push(Problem::at(span, format!("this takes {steps} steps; at most {MAX_STEPS} are allowed")));
        }
        self.names.amounts.push((key.to_owned(), self.names.known.get()));
        self.amounts.push(if steps > MAX_STEPS { Vec::new() } else { cases });
    }

    /// The position of something that can apply, which stands there.
    fn item(&mut self, place: Range<usize>) -> usize {
        self.places.push(place);
        self.places.len() - 1
    }

    fn cases(&mut self, section: &Section<'_>, key: &str) -> Vec<Case<G>> {
        let tables = section.sections(key, &mut self.problems);
        if !self.few(&tables, "cases") {
            return Vec::new();
        }
        let mut cases = Vec::new();
        for table in tables {
            table.only(&["when", "is"], &mut self.problems);
            let when = self.when(&table, G::DEFINED);
            if table.place("is").is_none() {
                let problem = Problem::at(start(&table), "the key 'is' is missing here");
                self.problems.push(problem.help("add is = 2, or a computed amount"));
            }
            let is = self.amount(&table, "is", G::DEFINED);
            cases.extend(is.zip(when).map(|(is, when)| Case { when, is, item: self.item(place(&table)) }));
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
        let example = format!("\"{}\"", G::EXAMPLES.condition);
        let text = section.optional_text(key, &example, &mut self.problems);
        // In place of one that cannot be read, so that its name is not called unknown further down.
        let condition = text.and_then(|text| self.condition(&text, G::DEFINED));
        let condition = condition.unwrap_or(Condition::<G>::Constant(true));
        self.names.conditions.push((key.to_owned(), condition, self.names.known.get()));
    }

    /// The condition that a text is, where so much is known.
    fn condition(&mut self, text: &Text, known: Known) -> Option<Condition<G>> {
        let words = Words::new(&self.names, (known, self.asked), text);
        let found = syntax::parse(&text.value).and_then(|tree| words.condition(&tree));
        let found = self.placed(text, found)?;
        let parts = found.visit(&mut |_, _| ());
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

    /// The condition at `when`, one that always holds if the key is not there.
    fn when(&mut self, table: &Section<'_>, known: Known) -> Option<Condition<G>> {
        if table.place("when").is_none() {
            return Some(Condition::<G>::Constant(true));
        }
        let example = format!("\"{}\"", G::EXAMPLES.condition);
        let text = table.optional_text("when", &example, &mut self.problems)?;
        self.condition(&text, known)
    }

    /// The amount at a key, a number or a text.
    fn amount(&mut self, table: &Section<'_>, key: &str, known: Known) -> Option<Amount<G>> {
        if !table.is_text(key) {
            let number = table.optional_integer(key, 0..=MAX_NUMBER as u32, &mut self.problems)?;
            return Some(Amount::<G>::Number(i64::from(number)));
        }
        let text = table.optional_text(key, &format!("\"{}\"", G::EXAMPLES.amount), &mut self.problems)?;
        let words = Words::new(&self.names, (known, self.asked), &text);
        let found = syntax::parse(&text.value).and_then(|tree| words.amount(&tree));
        let found = self.placed(&text, found)?;
        if self.steps(&found) > MAX_STEPS {
            let message = format!("this takes more than {MAX_STEPS} steps");
            self.problems.push(Problem::at(text.span, message));
            return None;
        }
        Some(found)
    }

    /// How many steps computing an amount takes at the most.
    fn steps(&self, amount: &Amount<G>) -> usize {
        let cases = |cases: &Vec<Case<G>>| {
            cases.iter().fold(1, |steps: usize, case| steps.saturating_add(self.steps(&case.is)))
        };
        amount.visit(&mut |word| match word {
            Word::Amount(index) => self.amounts.get(*index).map_or(1, cases),
            _ => 1,
        })
    }

    /// The tables under `[[rule]]`, each of which has `when` or says something; none if there are too many.
    fn rules<'t>(&mut self, root: &Section<'t>) -> Vec<Section<'t>> {
        let tables = root.sections("rule", &mut self.problems);
        if !self.few(&tables, "rules") {
            return Vec::new();
        }
        let answers: Vec<&str> = G::KEYS.iter().map(|key| key.name).collect();
        let known: Vec<&str> = ["when"].iter().chain(&answers).copied().collect();
        for table in &tables {
            table.only_below("[[rule]]", &known, &keys::<G>(), &mut self.problems);
            if !answers.iter().any(|key| table.place(key).is_some()) {
                let problem = Problem::at(start(table), "this rule says nothing");
                self.problems.push(problem.help(format!("add one of {}", answers.join(", "))));
            }
        }
        tables
    }

    /// What a table says, `root` or one of its rules.
    fn rule(&mut self, table: &Section<'_>, root: &Section<'_>) -> Option<Rule<G>> {
        let before = self.problems.len();
        let is_root = table.span() == root.span();
        // A rule is asked when the first of its decisions is, so no more is known where it is looked at.
        let said = G::KEYS.iter().filter(|key| table.place(key.name).is_some());
        self.asked = said.map(|key| (key.name, key.asked)).find(|(_, asked)| *asked != Known::InDuel).map(|key| key.0);
        let known = if self.asked.is_some() { Known::Always } else { Known::InDuel };
        let when = if is_root { None } else { self.when(table, known) };
        let when = when.unwrap_or(Condition::<G>::Constant(true));
        let mut answers: Vec<Option<Answer<G>>> = G::KEYS.iter().map(|key| self.answer(table, key)).collect();
        G::settle(table, &mut answers, &mut self.problems);
        let item = self.item(place(table));
        (self.problems.len() == before).then_some(Rule::new(when, answers, item))
    }

    /// What a table says at a key.
    fn answer(&mut self, table: &Section<'_>, key: &Key<G>) -> Option<Answer<G>> {
        self.asked = Some(key.name);
        match &key.read {
            ReadKey::Amount(said) => Some(Answer::of(said.clone(), self.amount(table, key.name, key.asked)?)),
            ReadKey::Choice(words) => {
                table.place(key.name)?;
                let words: Vec<_> = words.iter().map(|(word, said)| (*word, said)).collect();
                let said = table.choice(key.name, &words, &mut self.problems)?;
                Some(Answer::plain(said.clone()))
            }
            ReadKey::Text(read) => {
                let text = table.optional_text(key.name, key.example, &mut self.problems)?;
                let found = read(&text.value, &Words::new(&self.names, (key.asked, self.asked), &text));
                self.placed(&text, found)
            }
        }
    }

    /// That nothing answers a key that must be answered whatever holds.
    fn needed(&mut self, root: &Section<'_>, rules: &[Rule<G>]) {
        for (at, key) in G::KEYS.iter().enumerate() {
            let Some(missing) = key.needed else { continue };
            let always = rules.iter().any(|rule| rule.answers[at].is_some() && rule.when.is_always());
            if !always && root.place(key.name).is_none() {
                let problem = Problem::general(format!("the key '{}' is missing: {missing}", key.name));
                self.problems.push(problem.help(format!("add {} = {} above the first [table]", key.name, key.example)));
            }
        }
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
