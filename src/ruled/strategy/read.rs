//! Reading a strategy's file.

use super::after::measure;
use super::{Answer, Measure, Memory, Packing, Rule, Strategy};
use crate::formula::{Expr, Formula, Kind, MOST_NUMBER, Meaning, Reads, Which, Words};
use crate::model::{Act, Effect, Game, Set};
use crate::read::{Found, Part, each_effect, gather, meant, taken};
use analyze_core::input::{BadInput, Document, Problem, Source, Text, or_nearest};
use analyze_core::strategies::Parameter;
use std::cell::RefCell;
use std::ops::Range;

/// The most rules of a file, and the most names that it gives.
const MOST: usize = 100;
/// What can stand at the top of a file, beside the steps that decide.
const KEYS: [&str; 7] = ["name", "about", "game", "parameters", "amounts", "conditions", "rule"];

/// The steps that decide: their names are keys of strategy files.
pub(crate) fn keys(game: &Game) -> Vec<(usize, &str)> {
    let all = game.steps.iter().enumerate().filter(|(_, step)| step.decides());
    all.map(|(at, step)| (at, &*step.name)).collect()
}

impl Strategy {
    /// Reads a strategy for a game; parameters can be changed.
    pub(crate) fn read(source: &Source, found: &Found, changes: &[(String, f64)]) -> Result<Strategy, BadInput> {
        let document = Document::parse(source)?;
        let mut problems = Vec::new();
        let strategy = File { game: &found.game, keys: keys(&found.game) }.read(
            &Part::new(document.root(), None),
            found,
            changes,
            &mut problems,
        );
        BadInput::unless_empty(source, problems, strategy)
    }
}

struct File<'g> {
    game: &'g Game,
    keys: Vec<(usize, &'g str)>,
}

impl File<'_> {
    fn read(
        &self,
        root: &Part<'_>,
        found: &Found,
        changes: &[(String, f64)],
        problems: &mut Vec<Problem>,
    ) -> Option<Strategy> {
        let keys: Vec<&str> = self.keys.iter().map(|key| key.1).collect();
        root.only(&[&KEYS[..], &keys].concat(), problems);
        let name = root.needed("name", "\"mine\"", problems);
        let about = root.needed("about", "\"what it does, in a line\"", problems);
        let own = format!("\"{}\"", self.game.name);
        if let Some(of) = root.needed("game", &own, problems).filter(|of| of.value != self.game.name) {
            let message = format!("this strategy is for the game '{}', not for '{}'", of.value, self.game.name);
            problems.push(Problem::at(of.span, message));
            return None;
        }
        let tables = RefCell::new(self.game.tables.clone());
        let mut words = Words { names: found.names.clone(), dice: Some(&self.game.dice), tables: &tables };
        let parameters = parameters(root, changes, &mut words, problems);
        definitions(root, &mut words, problems);
        let mut rules: Vec<Rule> = Vec::new();
        for section in root.parts("rule", problems).into_iter().take(MOST) {
            section.only(&[&["when"], &keys[..]].concat(), problems);
            let when = section.text("when", "\"total >= 20\"", problems);
            let when = when
                .and_then(|text| words.read_whole(&text, Kind::Fact).map_err(|problem| problems.push(problem)).ok());
            rules.push(Rule { when, answers: self.answers(&section, &words, problems) });
        }
        rules.push(Rule { when: None, answers: self.answers(root, &words, problems) });
        for &(step, key) in &self.keys {
            if rules.iter().all(|rule| rule.answers[step].is_none()) && problems.is_empty() {
                let message = format!("the key '{key}' is missing here");
                problems.push(Problem::at(root.start(), message).help(format!("add {key} = {}", self.example(step))));
            }
        }
        let (memory, reads, looks, draws) = self.memory(&rules);
        drop(words);
        let (name, about) = (name?.value, about?.value);
        let (is_best, optimal, tables) = (false, None, tables.into_inner());
        let costs = (0..self.game.steps.len()).map(|step| self.cost(&rules, step)).collect();
        let (script, sees_hands) = (None, false);
        Some(Strategy {
            name,
            about,
            parameters,
            rules,
            memory,
            costs,
            reads,
            is_best,
            optimal,
            looks,
            draws,
            script,
            sees_hands,
            tables,
        })
    }

    /// How much is worked out for a way to decide in a step, at most: all formulas of its rules, and what follows it.
    fn cost(&self, rules: &[Rule], step: usize) -> u64 {
        let measured = |answer: &Answer| match answer {
            Answer::Named(_, number) => number.as_ref().map_or(0, Expr::cost),
            Answer::Best(Measure::Before(formula), _) => formula.cost(),
            Answer::Best(Measure::After(formula), _) => {
                formula.cost() + self.game.steps[step].effects().into_iter().map(effect_cost).sum::<u64>()
            }
            Answer::Random => 0,
        };
        let of_rule =
            |rule: &Rule| rule.answers[step].as_ref().map_or(0, measured) + rule.when.as_ref().map_or(0, Expr::cost);
        rules.iter().map(of_rule).sum()
    }

    /// How the decisions of each step are remembered, what they all read, which rest on the dice, and whether one is drawn.
    fn memory(&self, rules: &[Rule]) -> (Vec<Memory>, Reads, Vec<bool>, bool) {
        let (mut memory, mut all, mut looks, mut draws) = (Vec::new(), Reads::default(), Vec::new(), false);
        for (at, step) in self.game.steps.iter().enumerate() {
            let (mut reads, mut rests_on_all, mut drawn) = (Reads::default(), false, false);
            let is_named = |answer: &Answer| matches!(answer, Answer::Named(_, None));
            let is_named = rules.iter().filter_map(|rule| rule.answers[at].as_ref()).all(is_named);
            for rule in rules.iter().filter(|rule| rule.answers[at].is_some()) {
                rule.when.iter().for_each(|when| reads.add(&when.reads()));
                match &rule.answers[at] {
                    Some(Answer::Named(_, number)) => number.iter().for_each(|number| reads.add(&number.reads())),
                    Some(Answer::Best(Measure::Before(formula), _)) => reads.add(&formula.reads()),
                    Some(Answer::Best(Measure::After(formula), _)) => {
                        reads.add(&formula.reads());
                        rests_on_all = true;
                    }
                    Some(Answer::Random) => drawn = true,
                    None => {}
                }
            }
            all.add(&reads);
            draws |= drawn;
            if rests_on_all {
                gather(step, &mut reads, &mut Vec::new());
            }
            reads.add(&what_ways_rest_on(&step.act));
            looks.push(reads.dice);
            let only_dice = reads.slots.is_empty() && reads.rivals.is_empty() && !reads.card;
            memory.push(match Packing::new(self.game, &reads) {
                _ if drawn => Memory::Never,
                _ if is_named && matches!(step.act, Act::Choose(_)) => Memory::Named,
                Some(_) if only_dice && self.game.dice.numbered() > 0 => Memory::ByHand,
                Some(packing) => Memory::ByState(packing),
                None => Memory::Never,
            });
        }
        (memory, all, looks, draws)
    }

    fn example(&self, step: usize) -> String {
        match &self.game.steps[step].act {
            Act::Choose(choices) => choices.first().map_or(String::new(), |choice| format!("\"{}\"", choice.name)),
            _ => "\"most sum(kept)\"".to_owned(),
        }
    }

    fn answers(&self, section: &Part<'_>, words: &Words<'_>, problems: &mut Vec<Problem>) -> Vec<Option<Answer>> {
        let mut answers = vec![None; self.game.steps.len()];
        for &(step, key) in &self.keys {
            let Some(text) = section.text(key, &self.example(step), problems) else { continue };
            match self.answer(step, &text, words) {
                Ok(answer) => answers[step] = Some(answer),
                Err(problem) => problems.push(problem),
            }
        }
        answers
    }

    fn answer(&self, step: usize, text: &Text, words: &Words<'_>) -> Result<Answer, Problem> {
        let whole = crate::read::trimmed(&text.value, 0..text.value.len());
        let first = text.value[whole.clone()].split_whitespace().next().unwrap_or_default();
        let rest = crate::read::trimmed(&text.value, whole.start + first.len()..whole.end);
        let mut words = words.clone();
        let (choices, effect) = match &self.game.steps[step].act {
            Act::Choose(choices) => (&choices[..], None),
            Act::Keep { effect, .. } => {
                words.names.insert("kept".to_owned(), Meaning::Dice(Which::Kept));
                words.names.insert("rest".to_owned(), Meaning::Dice(Which::Rest));
                (&[][..], Some(effect))
            }
            _ => (&[][..], None),
        };
        if let Some(choice) = choices.iter().position(|choice| choice.name == first) {
            return match (choices[choice].number.is_some(), rest.is_empty()) {
                (false, true) => Ok(Answer::Named(choice, None)),
                (true, _) => Ok(Answer::Named(choice, Some(words.read(text, rest, Kind::Number)?))),
                (false, false) => Err(Problem::at(text.place(rest), format!("nothing can stand after '{first}'"))),
            };
        }
        if choices.iter().any(|choice| choice.number.is_some()) {
            words.names.insert("number".to_owned(), meant(Formula::Leaf(crate::formula::Leaf::Chosen), Kind::Number));
        }
        match first {
            "random" if rest.is_empty() => Ok(Answer::Random),
            "most" | "least" => {
                let formula: Expr = words.read(text, rest, Kind::Number)?;
                let before = effect.and_then(|effect| measure(effect, &formula.formula));
                let sign = if first == "most" { 1 } else { -1 };
                Ok(Answer::Best(before.map_or(Measure::After(formula), Measure::Before), sign))
            }
            _ => {
                let names: Vec<&str> = choices
                    .iter()
                    .map(|choice| &*choice.name)
                    .chain(["most FORMULA", "least FORMULA", "random"])
                    .collect();
                let message = format!("'{first}' is no answer in the step '{}'", self.game.steps[step].name);
                Err(Problem::at(text.place(whole), message).help(or_nearest(first, &names)))
            }
        }
    }
}

/// What it rests on which ways to decide there are.
pub(super) fn what_ways_rest_on(act: &Act) -> Reads {
    let mut reads = Reads::default();
    match act {
        Act::Choose(choices) => {
            let ends =
                choices.iter().filter_map(|choice| choice.number.as_ref()).flat_map(|(least, most)| [least, most]);
            choices.iter().filter_map(|choice| choice.when.as_ref()).chain(ends).for_each(|it| reads.add(&it.reads()));
        }
        Act::Keep { when, .. } => {
            reads.dice = true;
            when.iter().for_each(|when| reads.add(&when.reads()));
        }
        Act::Roll { .. } | Act::Go(_) => {}
    }
    reads
}

/// How much is worked out for an effect at most.
fn effect_cost(effect: &Effect) -> u64 {
    let mut cost = 0;
    each_effect(effect, &mut |effect| {
        cost += effect.when.as_ref().map_or(0, Expr::cost);
        let sets =
            effect.set.iter().filter_map(|set| if let Set::Slot(_, value, _) = set { Some(value) } else { None });
        cost += sets.map(Expr::cost).sum::<u64>();
    });
    cost
}

/// The parameters with their values, as words.
fn parameters(
    root: &Part<'_>,
    changes: &[(String, f64)],
    words: &mut Words<'_>,
    problems: &mut Vec<Problem>,
) -> Vec<Parameter> {
    let mut all: Vec<Parameter> = Vec::new();
    let keys: Vec<(&str, Range<usize>)> = root.part("parameters", problems).map_or(Vec::new(), |part| part.keys());
    for (name, span) in keys.into_iter().take(MOST) {
        let Some(part) = root.part("parameters", problems).and_then(|section| section.part(name, problems)) else {
            continue;
        };
        part.only(&["default", "least", "most", "about"], problems);
        let number =
            |key: &str, problems: &mut Vec<Problem>| part.whole(key, 0..=MOST_NUMBER as u32, problems).map(i64::from);
        let (least, most) = (number("least", problems).unwrap_or(0), number("most", problems).unwrap_or(MOST_NUMBER));
        let default = number("default", problems).unwrap_or(least);
        let value = changes.iter().rev().find(|change| change.0 == name).map_or(default, |change| change.1 as i64);
        if !(least..=most).contains(&value) {
            problems.push(Problem::at(
                span.clone(),
                format!("the parameter '{name}' is {value}, but must be from {least} to {most}"),
            ));
        }
        if !words.name(name, Formula::number(value), Kind::Number) {
            problems.push(taken(name, span));
        }
        let about = part.text("about", "\"what it means\"", problems).map(|text| text.value).unwrap_or_default();
        all.push(Parameter {
            key: name.to_owned().into(),
            about: about.into(),
            is_whole: true,
            least: least as f64,
            most: most as f64,
            default: default as f64,
            has_never: false,
        });
    }
    for (name, _) in changes.iter().filter(|(name, _)| all.iter().all(|parameter| parameter.key != *name)) {
        let names: Vec<&str> = all.iter().map(|parameter| &*parameter.key).collect();
        problems.push(Problem::general(format!("there is no parameter '{name}'")).help(or_nearest(name, &names)));
    }
    all
}

/// The amounts and conditions of a strategy's file, in its order, as words.
fn definitions(root: &Part<'_>, words: &mut Words<'_>, problems: &mut Vec<Problem>) {
    let mut all = Vec::new();
    for (group, kind) in [("amounts", Kind::Number), ("conditions", Kind::Fact)] {
        if let Some(part) = root.part(group, problems) {
            all.extend(part.keys().into_iter().take(MOST).map(|(name, span)| (part.clone(), name, span, kind)));
        }
    }
    all.sort_by_key(|(_, _, span, _)| span.start);
    for (part, name, span, kind) in all {
        let Some(text) = part.formula(name, "\"score + total\"", problems) else { continue };
        let formula = words.read_whole(&text, kind).map_err(|problem| problems.push(problem));
        let formula = formula.map_or(Formula::number(1), |expr| expr.formula);
        if !words.name(name, formula, kind) {
            problems.push(taken(name, span));
        }
    }
}
