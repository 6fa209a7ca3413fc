//! Which rules of a file applied while it was tried.
//!
//! Owns the counts, and what follows from them, which are warnings: rules that never held, parts of conditions that never
//! did, and rules that an earlier one always came before. What can never apply whatever is played is an error; that is
//! proved, not counted. What is tried is for whoever tries it to say.

use super::meaning::{self, Atom};
use super::proof::is_impossible;
use super::reader::File;
use super::{Condition, FileForm};
use crate::games::narration::counted;
use crate::input::{Problem, Source};
use std::collections::BTreeMap;
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

/// How a file was tried.
#[derive(Clone, Debug)]
pub struct Tried {
    /// How many games were played.
    pub games: u64,
    /// Against whom, in words.
    pub against: String,
}

impl Tried {
    fn games(&self) -> String {
        counted(self.games, "game", "games")
    }
}

impl<G: FileForm> RuleUsage<G> {
    /// Counts what strategies do that are built from now on.
    pub fn start(&self) {
        self.usage.wanted.store(true, Ordering::Relaxed);
    }

    /// Everything that can apply: its condition, its position, what it is called, and what comes before it and answers
    /// the same, for each of its keys.
    fn all(&self) -> impl Iterator<Item = Applies<'_, G>> {
        let file = &*self.file;
        let rules = file.rules.iter().enumerate().map(|(at, rule)| {
            let with = |key: u32| file.rules[..at].iter().filter(move |before| before.keys & key != 0);
            let keys = (0..32).map(|key| 1 << key).filter(|key| rule.keys & key != 0);
            let before = keys.map(|key| with(key).map(|before| (&before.when, before.item)).collect()).collect();
            Applies { when: &rule.when, item: rule.item, what: "rule", before }
        });
        let cases = file.amounts.iter().flat_map(|cases| {
            cases.iter().enumerate().map(|(at, case)| {
                let before = cases[..at].iter().map(|before| (&before.when, before.item)).collect();
                Applies { when: &case.when, item: case.item, what: "case", before: vec![before] }
            })
        });
        rules.chain(cases).filter(|applies| !applies.when.is_always())
    }

    /// What of the file can never apply, whatever is played: an error each.
    pub fn impossible(&self, source: &Source) -> Vec<Problem> {
        let mut problems: Vec<Problem> =
            self.all().filter_map(|applies| impossible(&applies, &self.file, source)).collect();
        problems.dedup_by(|a, b| a.span == b.span);
        problems
    }

    /// What of the file never applied in a game like this, after it was tried, but for what never can: a warning each.
    pub fn unused(&self, game: &G, source: &Source, tried: &Tried) -> Vec<Problem> {
        let (file, counts) = (&*self.file, self.usage.counts());
        let mut problems = Vec::new();
        for applies in self.all().filter(|applies| impossible(applies, file, source).is_none()) {
            let never = never_held(applies.when, &counts.atoms, game, tried);
            let known = &counts.items[applies.item];
            if !never.is_empty() {
                problems.extend(never);
            } else if known.seen && !known.applied {
                problems.push(never_applied(known, &applies, (file, source), tried));
            }
        }
        problems.dedup_by(|a, b| a.span == b.span);
        problems
    }
}

/// A rule or a case.
struct Applies<'f, G: FileForm> {
    when: &'f Condition<G>,
    item: usize,
    what: &'static str,
    /// For each of its keys those before it that answer it too.
    before: Vec<Vec<(&'f Condition<G>, usize)>>,
}

/// The line of a file in which something stands that can apply.
fn line<G: FileForm>(item: usize, file: &File<G>, source: &Source) -> usize {
    1 + source.text[..file.places[item].start].matches('\n').count()
}

/// Why this can never apply, if that is proved.
fn impossible<G: FileForm>(applies: &Applies<'_, G>, file: &File<G>, source: &Source) -> Option<Problem> {
    let Applies { when, what, before, .. } = applies;
    let place = file.places[applies.item].clone();
    if is_impossible::<G>(&[when], &[], &file.parameters) {
        let message = format!("this {what} can never apply: nothing fulfils its condition");
        return Some(Problem::at(place, message).help(format!("change a number in it, or take the {what} out")));
    }
    let covers = |before: &[(&Condition<G>, usize)]| {
        let before: Vec<&Condition<G>> = before.iter().map(|(when, _)| *when).collect();
        is_impossible::<G>(&[when], &before, &file.parameters)
    };
    let all_covered = !before.is_empty() && before.iter().all(|before| !before.is_empty() && covers(before));
    let earlier = before.first().filter(|_| all_covered)?;
    let alone = earlier.iter().find(|one| covers(std::slice::from_ref(*one)));
    let reason = match alone {
        Some((_, item)) => format!("so does the {what} of line {}, which comes first", line(*item, file, source)),
        None => format!("so does one of the {what}s before it"),
    };
    let problem = Problem::at(place, format!("this {what} can never apply: whenever it holds, {reason}"));
    Some(problem.help(narrower_first(what)))
}

fn narrower_first(what: &str) -> String {
    format!("the first {what} that holds counts: put the narrower one first, or take this one out")
}

/// The parts of a condition that never held.
fn never_held<G: FileForm>(
    when: &Condition<G>,
    atoms: &BTreeMap<(usize, usize), bool>,
    game: &G,
    tried: &Tried,
) -> Vec<Problem> {
    let mut problems = Vec::new();
    when.visit(&mut |atom, place| {
        if atoms.get(&(place.start, place.end)) != Some(&false) {
            return;
        }
        let problem = Problem::at(place.clone(), format!("this never held in {}", tried.games())).warning();
        let advice = match atom {
            Atom::Fact(super::Word::OfGame(own)) => game.advice(own),
            _ => None,
        };
        problems.push(match advice {
            Some(advice) => problem.help(advice),
            None => problem.help(others_may(tried, "hold")),
        });
    });
    problems
}

/// Against whom it was tried, and what to do if that was enough.
fn others_may(tried: &Tried, what: &str) -> String {
    format!("tried against {}; against others it may {what}: if it never can, take it out", tried.against)
}

/// That a rule or a case never applied although every part of its condition held at times.
fn never_applied<G: FileForm>(
    known: &Item,
    applies: &Applies<'_, G>,
    (file, source): (&File<G>, &Source),
    tried: &Tried,
) -> Problem {
    let (what, place) = (applies.what, file.places[applies.item].clone());
    let never = format!("this {what} never applied in {}", tried.games());
    if !known.held {
        let problem = Problem::at(place, format!("{never}: its parts never held together"));
        return problem.help(others_may(tried, "apply")).warning();
    }
    let before = match known.covered.as_deref().and_then(<[usize]>::first) {
        Some(&earlier) => {
            format!("so did the {what} of line {}, which comes first", line(earlier, file, source))
        }
        None => "those before it had answered already".to_owned(),
    };
    let problem = Problem::at(place, format!("{never}: whenever it held, {before}")).warning();
    problem.help(format!("{}; {}", others_may(tried, "apply"), narrower_first(what)))
}
