//! The steps of a turn.

use super::effects::Reader;
use super::part::{Layers, Part};
use super::split::{cut, trimmed};
use crate::dice::Dice;
use crate::formula::{Expr, Formula, Kind, Leaf, Meaning, Which, Words};
use crate::model::{Act, Choice, Set, Step, Stop};
use analyze_core::input::{Problem, Text};
use std::ops::Range;
use std::sync::Arc;

/// The most steps of a turn.
const MOST_STEPS: usize = 64;
/// The most alternatives of a step.
const MOST_CHOICES: usize = 64;
/// What a step can begin with.
const BEGINS: [&str; 5] = ["roll", "add", "keep", "choices", "fill"];

/// The names of the steps, the first of the file first: a turn begins with it.
pub(super) fn names(root: &Layers<'_>, problems: &mut Vec<Problem>) -> Vec<(String, Range<usize>)> {
    let all: Vec<_> =
        root.part("step", problems).keys().into_iter().map(|(name, span, _)| (name.to_owned(), span)).collect();
    if let Some((_, span)) = all.get(MOST_STEPS) {
        problems.push(Problem::at(span.clone(), format!("there are more than {MOST_STEPS} steps")));
    }
    all.into_iter().take(MOST_STEPS).collect()
}

impl Reader<'_> {
    /// Reads a step; `lines` are those of the sheet with what each brings.
    pub(super) fn step(
        &self,
        step: &Part<'_>,
        (name, span): (&str, Range<usize>),
        words: &Words<'_>,
        dice: &Dice,
        lines: &[(String, Expr)],
        problems: &mut Vec<Problem>,
    ) -> Option<Step> {
        step.only(&[&BEGINS[..], &["do", "then"]].concat(), problems);
        let given: Vec<&str> = BEGINS.into_iter().filter(|key| step.has(key)).collect();
        if let [first, second, ..] = given[..] {
            let problem = Problem::at(
                step.place(second),
                format!("a step begins with '{first}' or with '{second}', not with both"),
            );
            problems.push(problem.help("make two steps"));
            return None;
        }
        let act = match given.first() {
            Some(&key @ ("roll" | "add")) => {
                let dice = self.roll(step, key, words, dice, problems);
                let effect = self.effect_of(step, words, None, problems);
                Act::Roll { dice: dice?, more: key == "add", effect: effect? }
            }
            Some(&"keep") => {
                let mut words = words.clone();
                words.names.insert("kept".to_owned(), Meaning::Dice(Which::Kept));
                words.names.insert("rest".to_owned(), Meaning::Dice(Which::Rest));
                let text = step.text("keep", "\"any\", or a condition such as \"points(kept) > 0\"", problems);
                let is_any = text.as_ref().is_some_and(|text| text.value.trim() == "any");
                let when = text.filter(|_| !is_any).map(|text| words.read_whole(&text, Kind::Fact));
                let when = when.transpose().map_err(|problem| problems.push(problem));
                let effect = self.effect_of(step, &words, None, problems);
                Act::Keep { when: when.ok()?, effect: effect? }
            }
            Some(&"choices") => {
                if let Some(key) = ["do", "then"].into_iter().find(|key| step.has(key)) {
                    let problem = Problem::at(step.place(key), format!("'{key}' does not belong to choices"));
                    problems.push(problem.help("write what happens behind each: \"bank if total >= 100 -> bank\""));
                    return None;
                }
                let texts = step.texts("choices", "[\"roll\", \"bank if total > 0\"]", problems)?;
                let choices: Vec<Option<Choice>> =
                    texts.iter().take(MOST_CHOICES).map(|text| self.choice(text, words, problems)).collect();
                Act::Choose(choices.into_iter().collect::<Option<Vec<_>>>()?)
            }
            Some(_) => Act::Choose(self.fill(step, words, lines, problems)?),
            None => Act::Go(self.effect_of(step, words, None, problems)?),
        };
        Some(Step { name: name.to_owned(), act, span })
    }

    /// How many dice of each kind are rolled.
    fn roll(
        &self,
        step: &Part<'_>,
        key: &str,
        words: &Words<'_>,
        dice: &Dice,
        problems: &mut Vec<Problem>,
    ) -> Option<Vec<(usize, Expr)>> {
        let read = |text: Text, problems: &mut Vec<Problem>| {
            words.read_whole(&text, Kind::Number).map_err(|problem| problems.push(problem)).ok()
        };
        if !step.is_part(key) {
            let n = step.formula(key, "1, or \"left\"", problems)?;
            if dice.kinds.len() > 1 {
                let example = format!("{key} = {{ {} = 1 }}", dice.kinds[0].name);
                problems.push(
                    Problem::at(n.span, "this does not say of which kind the dice are")
                        .help(format!("write {example}")),
                );
                return None;
            }
            return Some(vec![(0, read(n, problems)?)]);
        }
        let part = step.part(key, problems)?;
        let names: Vec<&str> = dice.kinds.iter().map(|kind| &*kind.name).collect();
        part.only(&names, problems);
        let kinds =
            part.keys().into_iter().filter_map(|(name, _)| Some((names.iter().position(|kind| *kind == name)?, name)));
        let all: Vec<Option<(usize, Expr)>> =
            kinds.map(|(kind, name)| Some((kind, read(part.formula(name, "1", problems)?, problems)?))).collect();
        all.into_iter().collect()
    }

    /// An alternative: `NAME`, `NAME FROM to TO`, with `if CONDITION` and `-> WHAT HAPPENS` if that is needed.
    fn choice(&self, text: &Text, words: &Words<'_>, problems: &mut Vec<Problem>) -> Option<Choice> {
        let whole = trimmed(&text.value, 0..text.value.len());
        let (head, done) =
            cut(&text.value, whole.clone(), "->").map_or((whole, None), |(head, done)| (head, Some(done)));
        let end = text.value[head.clone()].find(char::is_whitespace).map_or(head.end, |at| head.start + at);
        let name = head.start..end;
        let rest = trimmed(&text.value, end..head.end);
        let starts_with_if = text.value[rest.clone()].starts_with("if ");
        let (numbers, when) = match cut(&text.value, rest.clone(), "if ") {
            Some((_, when)) if starts_with_if => (None, Some(when)),
            Some((numbers, when)) => (Some(numbers), Some(when)),
            None => (Some(rest), None),
        };
        let mut words = words.clone();
        let mut read = |part: Range<usize>, kind, words: &Words<'_>| {
            words.read(text, part, kind).map_err(|problem| problems.push(problem)).ok()
        };
        let number = match numbers.filter(|numbers| !numbers.is_empty()) {
            Some(numbers) => {
                let Some((from, to)) = cut(&text.value, numbers.clone(), " to ") else {
                    let problem =
                        Problem::at(text.place(numbers), "after its name, a choice has FROM to TO, or if CONDITION");
                    problems
                        .push(problem.help("its name is one word, as in: bid 1 to pool -> roll, or: go-home -> bank"));
                    return None;
                };
                let ends = (read(from, Kind::Number, &words)?, read(to, Kind::Number, &words)?);
                words
                    .names
                    .insert("number".to_owned(), Meaning::Formula(Arc::new(Formula::Leaf(Leaf::Chosen)), Kind::Number));
                Some(ends)
            }
            None => None,
        };
        let when = match when {
            Some(when) => Some(read(when, Kind::Fact, &words)?),
            None => None,
        };
        let effect = self.done(text, done.unwrap_or(name.clone()), &words, problems)?;
        Some(Choice { name: text.value[name].to_owned(), when, number, effect })
    }

    /// A choice for each line of the sheet that is open.
    fn fill(
        &self,
        step: &Part<'_>,
        words: &Words<'_>,
        lines: &[(String, Expr)],
        problems: &mut Vec<Problem>,
    ) -> Option<Vec<Choice>> {
        let what = step.text("fill", "\"sheet\"", problems)?;
        if what.value != "sheet" || lines.is_empty() {
            let problem =
                Problem::at(what.span, "what is filled is the sheet: fill = \"sheet\", and its lines under [sheet]");
            problems.push(problem);
            return None;
        }
        let mut choices = Vec::new();
        for (line, brings) in lines {
            let mut words = words.clone();
            words.names.insert("line".to_owned(), Meaning::Formula(Arc::new(brings.formula.clone()), Kind::Number));
            let slot = self.slot(line)?;
            let before = problems.len();
            let mut effect = self.effect_of(step, &words, Some(Stop::Pass), problems)?;
            if problems.len() > before {
                return None;
            }
            effect.set.insert(0, Set::Slot(slot, Expr::number(1), step.place("fill")));
            let open = Formula::two(crate::formula::MINUS, Formula::number(1), Formula::slot(slot));
            choices.push(Choice { name: line.clone(), when: Expr::new(open), number: None, effect });
        }
        Some(choices)
    }
}
