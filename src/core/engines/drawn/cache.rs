//! Remembering what strategies decide, and the tables of their reroll policies.
//!
//! Owns what a worker keeps: decision trees of what each strategy asked of its view, the decisions by place and by key,
//! and their tables. Strategies depend on their view alone, so they are remembered soundly whatever they do. A decision made from
//! something without a short answer (a list, a coin of many sides) is asked for again each time.

use super::dense::{Dense, Stored, UNKNOWN};
use super::keyed::Keyed;
use super::sums::{FIRST_SIDE, TOSSES};
use super::tables::Limits;
use super::trees::{Recalled, Trees};
use super::words::Words;
use super::{DrawnGame, TableOf, TurnEngine};
use crate::engines::engine::Slow;
use crate::games::declaration::{Family, Question, Trace, Unlisted, View};
use std::cell::{Cell, LazyCell};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// What a worker remembers.
pub struct Cache<G: DrawnGame> {
    limits: Limits,
    /// How many sorts of decisions each strategy has.
    roots: usize,
    /// By strategy all in its family.
    families: Vec<Arc<[usize]>>,
    trees: Trees,
    dense: Dense,
    keyed: Keyed,
    choices: Numbered<G::Choice, G::ReadyChoice>,
    /// By address.
    tables: Numbered<usize, Arc<TableOf<G>>>,
    /// How often everything was forgotten, and how often places became others, then or otherwise.
    era: u32,
    layout: u32,
    /// By strategy.
    pub(super) remembered: Vec<Remembered>,
}

/// How well the decisions of a strategy are remembered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remembered {
    /// How often a decision was asked for and remembered.
    pub cases: u64,
    /// Why one was not, if one was not: the first reason.
    pub unlisted: Option<Unlisted>,
}

/// A decision: from its lowest bits its choice, and the number of its table, which is not among the first
/// [`NO_TABLES`]. It is never [`UNKNOWN`].
pub type Decision = u32;

/// The bits of the choice in a decision.
pub const CHOICE_BITS: u32 = 12;
const MOST_CHOICES: usize = 1 << CHOICE_BITS;
/// Numbers that are no table's.
pub const NO_TABLES: u32 = 2;

/// Values with numbers in the order in which their keys were first met.
struct Numbered<K, V> {
    numbers: HashMap<K, u32>,
    values: Vec<V>,
}

impl<K: Eq + Hash, V> Numbered<K, V> {
    /// None yet.
    fn new() -> Numbered<K, V> {
        Numbered { numbers: HashMap::new(), values: Vec::new() }
    }

    fn number(&mut self, key: K, value: impl FnOnce() -> V) -> u32 {
        *self.numbers.entry(key).or_insert_with(|| {
            self.values.push(value());
            self.values.len() as u32 - 1
        })
    }
}

impl<G: DrawnGame> Cache<G> {
    /// Nothing remembered yet of these strategies.
    pub(super) fn new(game: &G, strategies: &[&G::Strategy], limits: Limits) -> Cache<G> {
        let (roots, families) = (game.roots(), families::<G>(strategies));
        let strategies = strategies.len();
        Cache {
            limits,
            roots,
            families,
            trees: Trees::new(strategies * roots),
            dense: Dense::new(strategies, roots, G::ORDER),
            keyed: Keyed::new(strategies, roots),
            choices: Numbered::new(),
            tables: Numbered::new(),
            era: 0,
            layout: 0,
            remembered: vec![Remembered::default(); strategies],
        }
    }

    /// Starts again from nothing: what was remembered is found out again when it is needed.
    fn forget(&mut self) {
        self.trees.forget();
        self.dense.clear();
        self.keyed.clear();
        (self.choices, self.tables) = (Numbered::new(), Numbered::new());
        self.era += 1;
        self.layout += 1;
    }

    /// Room for another decision. Trees alone are forgotten where only they are full: what is known by place or by key holds
    /// without them, and a strategy that tells more situations apart than trees hold is then found there.
    fn make_room(&mut self) {
        if self.choices.values.len() >= MOST_CHOICES || self.tables.values.len() >= self.limits.tables {
            self.forget();
        } else if self.trees.len() >= self.limits.nodes {
            self.trees.forget();
        }
    }

    /// The decision of these.
    fn decision(&mut self, game: &G, choice: G::Choice, table: Arc<TableOf<G>>) -> Decision {
        let choice = G::number(choice).unwrap_or_else(|| self.choices.number(choice, || game.ready_choice(choice)));
        let table = self.tables.number(Arc::as_ptr(&table) as usize, || table);
        (table + NO_TABLES) << CHOICE_BITS | choice
    }

    /// Takes note that places became others, if they did: whoever has none any more is looked up by key.
    fn note(&mut self, stored: Stored) {
        if stored == Stored::Moved {
            let Cache { dense, keyed, .. } = self;
            keyed.take_over(|strategy| !dense.has_places(strategy));
            self.layout += 1;
        }
    }
}

/// By strategy the positions of all in its family, its own among them.
fn families<G: DrawnGame>(strategies: &[&G::Strategy]) -> Vec<Arc<[usize]>> {
    let all: Vec<_> = (0..strategies.len()).map(|at| G::family(G::player(strategies, at))).collect();
    let mut known: HashMap<Family, Arc<[usize]>> = HashMap::new();
    let members = |family: Family| (0..all.len()).filter(|&at| all[at] == Some(family)).collect();
    let of = |(at, family): (usize, &Option<Family>)| match *family {
        Some(family) => Arc::clone(known.entry(family).or_insert_with(|| members(family))),
        None => Arc::from([at]),
    };
    all.iter().enumerate().map(of).collect()
}

/// What a kernel knows of the decisions of the strategies, and whom it asks about the others.
pub struct Knows<'k, G: DrawnGame> {
    pub(super) engine: &'k TurnEngine<'k, G>,
    pub(super) cache: &'k mut Cache<G>,
    pub(super) trace: &'k Trace,
}

impl<'k, G: DrawnGame> Knows<'k, G> {
    /// The game.
    pub fn game(&self) -> &'k G {
        self.engine.game
    }

    /// How many different strategies there are.
    pub fn strategies(&self) -> usize {
        self.engine.strategies.len()
    }

    /// The decisions by place.
    #[inline(always)]
    pub fn dense(&self) -> &Dense {
        &self.cache.dense
    }

    /// The decisions by key.
    #[inline(always)]
    pub fn keyed(&self) -> &Keyed {
        &self.cache.keyed
    }

    /// How often everything was forgotten: the numbers of choices and tables hold until then.
    pub fn era(&self) -> u32 {
        self.cache.era
    }

    /// How often places became others.
    pub fn layout(&self) -> u32 {
        self.cache.layout
    }

    /// The choices made since everything was forgotten last, by number, where choices are no numbers themselves.
    #[inline(always)]
    pub fn choices(&self) -> &[G::ReadyChoice] {
        &self.cache.choices.values
    }

    /// The table of this number.
    ///
    /// # Panics
    /// If there is none.
    #[inline(always)]
    pub fn table(&self, number: u32) -> &TableOf<G> {
        &self.cache.tables.values[(number - NO_TABLES) as usize]
    }

    /// The decision of a strategy at one of its roots in a situation, which has these numbers; `None` if the game has to be
    /// played in the ordinary way.
    #[inline(always)]
    pub fn decision<'s>(
        &mut self,
        at: (usize, usize),
        words: Words,
        situation: impl FnOnce() -> G::Situation<'s>,
    ) -> Option<Decision>
    where
        'k: 's,
    {
        // The situation is read only where more than slots is asked, and once.
        let read = LazyCell::new(situation);
        let once = || *read;
        let (first, all) = (before_coins::<G>(&once), with_coins::<G>(&once));
        let Cache { dense, keyed, .. } = &*self.cache;
        let known = match dense.place(at, &words, &first) {
            Some(place) if dense.entries()[place] == TOSSES => {
                dense.place(at, &words, &all).map_or(UNKNOWN, |place| dense.entries()[place])
            }
            Some(place) => dense.entries()[place],
            None => match keyed.key(at, &words, &first).map_or(UNKNOWN, |key| keyed.find(key)) {
                TOSSES => keyed.key(at, &words, &all).map_or(UNKNOWN, |key| keyed.find(key)),
                known => known,
            },
        };
        if known == UNKNOWN { self.look_further(at, &words, &read) } else { Some(known) }
    }

    /// The decision as the tree has it, or as the strategy makes it; from now on by its place or its key.
    #[inline(never)]
    fn look_further<'s>(&mut self, at: (usize, usize), words: &Words, situation: &G::Situation<'s>) -> Option<Decision>
    where
        'k: 's,
    {
        let tossed = Cell::new(false);
        let answer = |question: Question| {
            tossed.set(tossed.get() | question.is_coin());
            question.answer::<G>(situation)
        };
        let (decision, tossed) = match self.cache.trees.recall(at.0 * self.cache.roots + at.1, answer) {
            Recalled::Known(decision) => (decision, tossed.get()),
            Recalled::Unlisted => return None,
            Recalled::Unknown => self.ask(at, situation)?,
        };
        let read = || *situation;
        let (first, all) = (before_coins::<G>(&read), with_coins::<G>(&read));
        if tossed {
            self.store(at, words, &all, decision);
            self.store(at, words, &first, TOSSES);
        } else {
            self.store(at, words, &first, decision);
        }
        Some(decision)
    }

    /// Stores what stands in a situation with these answers, by its place or by its key.
    fn store(&mut self, at: (usize, usize), words: &Words, counted: impl Fn(Question) -> u32 + Copy, entry: Decision) {
        let Cache { dense, keyed, .. } = &mut *self.cache;
        let stored = dense.store(at, words, counted, entry);
        if let Some(key) = keyed.key(at, words, counted).filter(|&key| keyed.find(key) == UNKNOWN) {
            keyed.store(key, entry);
        }
        self.cache.note(stored);
    }

    /// Asks the strategy, and remembers what it asked and decided; with whether it tossed a coin. `None` if that cannot be
    /// remembered.
    fn ask<'s>(&mut self, (strategy, root): (usize, usize), situation: &G::Situation<'s>) -> Option<(Decision, bool)>
    where
        'k: 's,
    {
        let player: G::Player<'s> = G::player(self.engine.strategies, strategy);
        let asked = G::ask(player, &View::traced(*situation, self.trace));
        let (questions, unlisted) = self.trace.take();
        // A fault is for the game to find, played in the ordinary way.
        let (choice, plan) = asked.ok()?;
        let cache = &mut *self.cache;
        cache.make_room();
        let tree = strategy * cache.roots + root;
        if unlisted.is_some() {
            let remembered = &mut cache.remembered[strategy];
            remembered.unlisted = remembered.unlisted.or(unlisted);
            cache.trees.remember(tree, &questions, None);
            unlisted.into_iter().for_each(|why| self.engine.note_slow(strategy, Slow::Unlisted(why)));
            return None;
        }
        let turn = G::decided(player, situation, choice)?;
        let Some(table) = self.engine.tables.get(&turn, plan).ok()? else {
            self.engine.note_slow(strategy, Slow::Rolled);
            return None;
        };
        let decision = cache.decision(self.engine.game, choice, table);
        cache.trees.remember(tree, &questions, Some(decision));
        cache.remembered[strategy].cases += 1;
        let asked = || questions.iter().map(|&(question, _)| question);
        let family = &*cache.families[strategy];
        let are_other_keys = cache.keyed.learn(strategy, family, asked());
        cache.layout += u32::from(are_other_keys);
        let learnt = cache.dense.learn(strategy, family, asked());
        cache.note(learnt);
        Some((decision, asked().any(Question::is_coin)))
    }
}

/// Answers as they are counted, with every coin left out.
fn before_coins<'s, G: DrawnGame>(situation: impl Fn() -> G::Situation<'s>) -> impl Fn(Question) -> u32 {
    move |question| if question.is_coin() { 0 } else { question.answer::<G>(&situation()) }
}

/// Answers as they are counted, with the coins.
fn with_coins<'s, G: DrawnGame>(situation: impl Fn() -> G::Situation<'s>) -> impl Fn(Question) -> u32 {
    move |question| question.answer::<G>(&situation()) + if question.is_coin() { FIRST_SIDE } else { 0 }
}
