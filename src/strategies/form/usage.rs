//! Which rules of a file applied while it was tried.
//!
//! Owns the counts, and the problems that follow from them: rules that never held, parts of conditions that never did,
//! and rules that an earlier one always comes before. What is tried is for whoever tries it to say.

use super::meaning::{self, Atom};
use super::reader::File;
use super::{Condition, FileForm};
use crate::input::{Problem, Source};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Finds out which rules of a strategy file apply while it is tried.
pub struct RuleUsage<G: FileForm> {
    pub(super) file: Arc<File<G>>,
    pub(super) usage: Arc<Usage>,
}

/// Which rules of a file applied.
#[derive(Debug, Default)]
pub struct Usage {
    wanted: AtomicBool,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    /// By position in the file.
    items: Vec<Item>,
    /// By place: whether this part of a condition ever held.
    atoms: BTreeMap<(usize, usize), bool>,
}

/// What is known of a rule or a case.
#[derive(Clone, Debug)]
struct Item {
    /// Whether it was ever looked at.
    seen: bool,
    held: bool,
    applied: bool,
    /// The earlier ones that held whenever it did; `None` before it held for the first time.
    covered: Option<Vec<usize>>,
}

impl Usage {
    /// Counts for a file in which so much can apply.
    pub(super) fn new(items: usize) -> Usage {
        let item = Item { seen: false, held: false, applied: false, covered: None };
        let counts = Counts { items: vec![item; items], atoms: BTreeMap::new() };
        Usage { wanted: AtomicBool::new(false), counts: Mutex::new(counts) }
    }

    /// Whether anything is counted.
    pub(super) fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed)
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the parts of a condition that are decided before a game is played.
    pub(super) fn see_bound<W: Clone>(&self, when: &meaning::Condition<W>, known: &impl Fn(&W) -> Option<i64>) {
        let mut counts = self.counts();
        when.visit(&mut |atom, place| {
            let decided = meaning::Condition::Atom(atom.clone(), place.clone()).bind(known).is_always();
            *counts.atoms.entry((place.start, place.end)).or_insert(false) |= decided;
        });
    }

    /// Notes which of some rules hold now: each with its position, its condition, the keys that it answers, and those
    /// that are closed by it, a bit each. `wanted` are the keys that are asked for.
    pub(super) fn see<'c, W: 'c>(
        &self,
        items: impl Iterator<Item = (usize, &'c meaning::Condition<W>, u32, u32)>,
        wanted: u32,
        known: &impl Fn(&W) -> i64,
    ) {
        let (mut open, mut holding) = (wanted, Vec::new());
        for (item, when, answers, closes) in items {
            let mut held = Vec::new();
            let holds = when.holds(known);
            when.visit(&mut |atom, place| held.push(((place.start, place.end), atom.holds(known))));
            let mut counts = self.counts();
            held.into_iter().for_each(|(place, holds)| *counts.atoms.entry(place).or_insert(false) |= holds);
            let known_of = &mut counts.items[item];
            known_of.seen = true;
            if holds {
                known_of.held = true;
                known_of.applied |= answers & open != 0;
                let covered = known_of.covered.get_or_insert_with(|| holding.clone());
                covered.retain(|earlier| holding.contains(earlier));
                open &= !closes;
                holding.push(item);
            }
        }
    }
}

impl<G: FileForm> RuleUsage<G> {
    /// Counts what strategies do that are built from now on.
    pub fn start(&self) {
        self.usage.wanted.store(true, Ordering::Relaxed);
    }

    /// What of the file never applied in a game like this, after it was tried: `tried` says how, for messages.
    pub fn problems(&self, game: &G, source: &Source, tried: &str) -> Vec<Problem> {
        let (file, counts) = (&*self.file, self.usage.counts());
        let rules = file.rules.iter().map(|rule| (&rule.when, rule.item, "rule"));
        let cases = file.amounts.iter().flatten().map(|case| (&case.when, case.item, "case"));
        let mut problems = Vec::new();
        for (when, item, what) in rules.chain(cases).filter(|(when, ..)| !when.is_always()) {
            let never = never_held(when, &counts.atoms, game, tried);
            let known = &counts.items[item];
            let place = file.places[item].clone();
            if !never.is_empty() {
                problems.extend(never);
            } else if known.seen && !known.applied {
                problems.push(never_applied(known, place, what, (file, source), tried));
            }
        }
        problems.dedup_by(|a, b| a.span == b.span);
        problems
    }
}

/// The parts of a condition that never held.
fn never_held<G: FileForm>(
    when: &Condition<G>,
    atoms: &BTreeMap<(usize, usize), bool>,
    game: &G,
    tried: &str,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    when.visit(&mut |atom, place| {
        if atoms.get(&(place.start, place.end)) != Some(&false) {
            return;
        }
        let problem = Problem::at(place.clone(), format!("this never held in {tried}")).warning();
        let advice = match atom {
            Atom::Fact(super::Word::Own(own)) => game.advice(own),
            _ => None,
        };
        problems.push(match advice {
            Some(advice) => problem.help(advice),
            None => problem.help("if it never can, take it out, or change the number that it is compared with"),
        });
    });
    problems
}

/// That a rule or a case never applied although every part of its condition held at times.
fn never_applied<G: FileForm>(
    known: &Item,
    place: Range<usize>,
    what: &str,
    (file, source): (&File<G>, &Source),
    tried: &str,
) -> Problem {
    if !known.held {
        let message = format!("this {what} never applied in {tried}: its parts never held together");
        return Problem::at(place, message);
    }
    let before = match known.covered.as_deref().and_then(<[usize]>::first) {
        Some(&earlier) => {
            let line = 1 + source.text[..file.places[earlier].start].matches('\n').count();
            format!("so does the {what} of line {line}, which comes first")
        }
        None => "those before it have answered already".to_owned(),
    };
    Problem::at(place, format!("this {what} never applied in {tried}: whenever it holds, {before}"))
        .help(format!("the first {what} that holds counts: put the narrower one first, or take this one out"))
}
