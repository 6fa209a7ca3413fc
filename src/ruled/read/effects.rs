//! Texts that say what happens: `sum == 1 -> lose`, or `total += sum, decide`.
//!
//! What stands there is done from left to right. A condition before `->` says when it is meant. The last piece says where
//! it goes on: a step, or `bank`, `lose`, `pass`, `again`, `end`.

use super::part::Part;
use super::split::{assignment, cut, listed, trimmed};

use crate::formula::{Expr, Formula, Kind, MINUS, PLUS, Words};
use crate::model::{Effect, Field, Flow, HIDDEN, Next, Set, Stop};
use analyze_core::input::{Problem, Text, nearest, or_nearest};
use std::ops::Range;

/// The most that is set at once, and the most cases.
const MOST: usize = 32;
/// Where it goes on, other than to a step.
const ENDS: [&str; 5] = ["bank", "lose", "pass", "again", "end"];

/// What texts about steps are read with.
pub(super) struct Reader<'r> {
    pub(super) fields: &'r [Vec<Field>; 3],
    /// By turn field that is banked: its slot, and that which it is added to.
    pub(super) banks: Vec<(usize, usize)>,
    pub(super) players: usize,
    pub(super) steps: Vec<(String, Range<usize>)>,
}

impl Reader<'_> {
    /// The slot of a field that can be set.
    pub(super) fn slot(&self, name: &str) -> Option<usize> {
        let [own, turn, table] = self.fields;
        let position = |fields: &[Field], name: &str| fields.iter().position(|field| field.name == name);
        let first = self.players * own.len();
        let next = name.strip_prefix("next.").filter(|_| self.players > 1);
        position(own, name)
            .or_else(|| position(own, next?).map(|slot| own.len() + slot))
            .or_else(|| position(turn, name).map(|at| first + at))
            .or_else(|| position(&table[..table.len() - HIDDEN], name).map(|at| first + turn.len() + at))
    }

    /// One piece that sets something.
    fn set(&self, text: &Text, piece: Range<usize>, words: &Words<'_>) -> Result<Option<Set>, Problem> {
        let Some((name, sign, value)) = assignment(&text.value, piece.clone()) else { return Ok(None) };
        let (place, name) = (text.place(name.clone()), &text.value[name]);
        if name == "dice" && sign.is_none() {
            return words.read_dice(text, value).map(|which| Some(Set::Dice(which)));
        }
        let Some(slot) = self.slot(name) else {
            let all = self.fields.iter().flatten().map(|field| &*field.name);
            let hidden = |name: &&str| name.starts_with('#') || ["seat", "round"].contains(name);
            let names: Vec<&str> = all.filter(|name| !hidden(name)).chain(["dice"]).collect();
            let help = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("valid: {}; or write {name} = \"what it means\" under [turn]", names.join(", ")),
            };
            return Err(Problem::at(place, format!("'{name}' can't be set")).help(help));
        };
        let value = words.read(text, value, Kind::Number)?;
        let operator = match sign {
            None => return Ok(Some(Set::Slot(slot, value, text.place(piece)))),
            Some('+') => PLUS,
            Some(_) => MINUS,
        };
        let sum = Expr::new(Formula::two(operator, Formula::slot(slot), value.formula));
        sum.map(|sum| Some(Set::Slot(slot, sum, text.place(piece.clone())))).ok_or_else(|| too_deep(text, piece))
    }

    /// A text that only sets things.
    pub(super) fn sets(&self, text: &Text, words: &Words<'_>, problems: &mut Vec<Problem>) -> Vec<Set> {
        let mut sets = Vec::new();
        for piece in listed(&text.value, 0..text.value.len()).into_iter().take(MOST) {
            match self.set(text, piece.clone(), words) {
                Ok(Some(set)) => sets.push(set),
                Ok(None) => {
                    let problem = Problem::at(text.place(piece), "this sets nothing");
                    problems.push(problem.help("write what changes, for example: total += sum"));
                }
                Err(problem) => problems.push(problem),
            }
        }
        sets
    }

    /// What a text says, `when` it is meant with it; a condition is read where `cases` are.
    fn effect(&self, text: &Text, words: &Words<'_>, cases: bool, problems: &mut Vec<Problem>) -> Option<Effect> {
        let whole = trimmed(&text.value, 0..text.value.len());
        let (when, rest) = match cut(&text.value, whole.clone(), "->") {
            Some((when, rest)) => (Some(when), rest),
            None => (None, whole),
        };
        let when = when.filter(|when| &text.value[when.clone()] != "otherwise");
        let mut found = self.done(text, rest, words, problems)?;
        if let Some(when) = when {
            if !cases {
                problems.push(
                    Problem::at(text.place(when), "there is nothing else that could happen")
                        .help("leave the condition away"),
                );
                return None;
            }
            found.when = Some(words.read(text, when, Kind::Fact).map_err(|problem| problems.push(problem)).ok()?);
        }
        Some(found)
    }

    /// What is done, and where it goes on.
    pub(super) fn done(
        &self,
        text: &Text,
        part: Range<usize>,
        words: &Words<'_>,
        problems: &mut Vec<Problem>,
    ) -> Option<Effect> {
        let pieces = listed(&text.value, part.clone());
        if pieces.len() > MOST {
            problems.push(Problem::at(text.place(part), format!("this does more than {MOST} things")));
            return None;
        }
        let before = problems.len();
        let (mut set, mut go) = (Vec::new(), None);
        for piece in pieces {
            match self.set(text, piece.clone(), words) {
                Err(problem) => problems.push(problem),
                Ok(_) if go.is_some() => {
                    let problem = Problem::at(text.place(piece), "nothing happens after it goes on");
                    problems.push(problem.help("write first what changes, and last where it goes on"));
                }
                Ok(Some(found)) => set.push(found),
                Ok(None) => go = Some(piece),
            }
        }
        let Some(go) = go else {
            if problems.len() == before {
                let problem = Problem::at(text.place(part), "this does not say where the turn continues");
                problems.push(problem.help(format!("end with a step, or one of {}", ENDS.join(", "))));
            }
            return None;
        };
        let flow = self.go(text, go, &mut set, problems);
        flow.filter(|_| problems.len() == before).map(|flow| Effect {
            when: None,
            set,
            next: Next::To(flow),
            span: text.span.clone(),
        })
    }

    fn go(&self, text: &Text, piece: Range<usize>, set: &mut Vec<Set>, problems: &mut Vec<Problem>) -> Option<Flow> {
        let (place, name) = (text.place(piece.clone()), &text.value[piece]);
        const NO_BANK: &str = "write total = { banks = \"score\" } under [turn]";
        match name {
            "pass" => return Some(Flow::Stop(Stop::Pass)),
            "again" => return Some(Flow::Stop(Stop::Again)),
            "end" => return Some(Flow::Stop(Stop::End)),
            "bank" | "lose" if self.banks.is_empty() => {
                // Once is enough: all of them are mended by the same line.
                if problems.iter().all(|problem| problem.help.as_deref() != Some(NO_BANK)) {
                    let message = format!("'{name}' needs a field of the turn that is banked");
                    problems.push(Problem::at(place, message).help(NO_BANK));
                }
                return None;
            }
            "lose" => return Some(Flow::Stop(Stop::Pass)),
            "bank" => {
                for &(from, to) in &self.banks {
                    let sum = Formula::two(PLUS, Formula::slot(to), Formula::slot(from));
                    set.extend(Expr::new(sum).map(|sum| Set::Slot(to, sum, place.clone())));
                }
                return Some(Flow::Stop(Stop::Pass));
            }
            _ => {}
        }
        let step = self.steps.iter().position(|(step, _)| step == name);
        if step.is_none() {
            let names: Vec<&str> = self.steps.iter().map(|(step, _)| &**step).chain(ENDS).collect();
            problems.push(Problem::at(place, format!("there is no step '{name}'")).help(or_nearest(name, &names)));
        }
        step.map(Flow::Step)
    }

    /// What a step does: `do`, and then the first of `then` that holds. `otherwise` is what it does without `then`.
    pub(super) fn effect_of(
        &self,
        step: &Part<'_>,
        words: &Words<'_>,
        otherwise: Option<Stop>,
        problems: &mut Vec<Problem>,
    ) -> Option<Effect> {
        if let (Some(set), Some(then)) = (step.order("do"), step.order("then"))
            && then < set
        {
            let problem = Problem::at(step.place("do"), "'do' stands below 'then', but is done before it");
            problems.push(problem.help("put 'do' above 'then': a step is done from top to bottom"));
        }
        let before = problems.len();
        let set = step.text("do", "\"total += sum\"", problems).map(|text| self.sets(&text, words, problems));
        let set = set.unwrap_or_default();
        let then = step.texts("then", "[\"sum == 1 -> lose\", \"decide\"]", problems);
        if then.is_none() && problems.len() == before {
            let Some(stop) = otherwise else {
                let problem = Problem::at(step.start(), "the key 'then' is missing here");
                problems.push(problem.help("add then = \"decide\": where it goes on"));
                return None;
            };
            return Some(Effect { when: None, set, next: Next::To(Flow::Stop(stop)), span: step.span() });
        }
        let texts = then.unwrap_or_default();
        let cases: Vec<Option<Effect>> =
            texts.iter().take(MOST).map(|text| self.effect(text, words, texts.len() > 1, problems)).collect();
        if let Some(at) = cases.iter().position(|case| case.as_ref().is_some_and(|case| case.when.is_none()))
            && at + 1 < cases.len()
        {
            let problem =
                Problem::at(texts[at + 1].span.clone(), "this is never reached: the case above it always applies");
            problems.push(problem.help("put the case without a condition last"));
        }
        if problems.len() > before {
            return None;
        }
        let mut cases: Vec<Effect> = cases.into_iter().flatten().collect();
        let span = step.place("then");
        Some(match cases.pop() {
            Some(only) if cases.is_empty() && only.when.is_none() => {
                Effect { set: set.into_iter().chain(only.set).collect(), ..only }
            }
            last => Effect { when: None, set, next: Next::Cases(cases.into_iter().chain(last).collect()), span },
        })
    }
}

fn too_deep(text: &Text, piece: Range<usize>) -> Problem {
    Problem::at(text.place(piece), "this is nested too deep to be computed")
}
