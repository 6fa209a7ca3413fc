//! Remembering what strategies decide, and the tables of their reroll policies.
//!
//! Owns what a worker keeps: decision trees of what each strategy asked of its view, the decisions by key, and their
//! tables. Strategies depend on their view alone, so they are remembered soundly whatever they do. A decision made from
//! something without a short answer (a list, a coin of many sides) is asked for again each time.

use super::dense::{Dense, Stored};
use super::keys::{ByKey, Key, Questions, Words, slots};
use super::tables::Limits;
use super::trees::{Recalled, Trees};
use super::{DrawnGame, TurnEngine};
use crate::games::declaration::{Question, Trace, Unlisted, View};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// What a worker remembers.
pub struct Cache<G: DrawnGame> {
    limits: Limits,
    trees: Trees,
    by_key: ByKey,
    /// How many sorts of decisions each strategy has.
    roots: usize,
    /// By strategy and sort: the roots of the trees.
    questions: Vec<Questions>,
    /// How many packings of answers into keys there were.
    packings: u32,
    choices: Numbered<G::Choice, G::ReadyChoice>,
    /// By address.
    tables: Numbered<usize, G::ReadyTable>,
    /// How often everything was forgotten: numbers of choices and tables hold until then.
    era: u32,
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

/// A decision, by the numbers of its choice and its table.
#[derive(Clone, Copy, Debug)]
pub struct Decision(u32);

impl Decision {
    /// The number of its table, below [`Limits::tables`].
    pub fn table(self) -> usize {
        (self.0 >> CHOICE_BITS) as usize
    }
}

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

/// The lowest bits of a decision's number, for its choice; the others are for its table.
const CHOICE_BITS: u32 = 12;
const MOST_CHOICES: usize = 1 << CHOICE_BITS;

impl<G: DrawnGame> Cache<G> {
    /// Nothing remembered yet, of so many strategies.
    pub(super) fn new(game: &G, strategies: usize, limits: Limits) -> Cache<G> {
        let roots = strategies * game.roots();
        Cache {
            limits,
            roots: game.roots(),
            trees: Trees::new(roots),
            by_key: ByKey::new(),
            questions: (0..roots).map(Questions::new).collect(),
            packings: roots as u32,
            choices: Numbered::new(),
            tables: Numbered::new(),
            era: 0,
            remembered: vec![Remembered::default(); strategies],
        }
    }

    /// Starts again from nothing: what was remembered is found out again when it is needed.
    fn forget(&mut self) {
        self.trees.forget();
        self.by_key = ByKey::new();
        (self.choices, self.tables) = (Numbered::new(), Numbered::new());
        self.era += 1;
    }

    /// Whether there is no room for another decision.
    fn is_full(&self) -> bool {
        self.trees.len() >= self.limits.nodes
            || self.choices.values.len() >= MOST_CHOICES
            || self.tables.values.len() >= self.limits.tables
    }

    /// The key of a situation, if it has room in one.
    fn key(&mut self, root: usize, words: Words, answer: impl Fn(Question) -> u32) -> Option<Key> {
        self.questions[root].key(words, answer, &mut self.packings)
    }

    /// The number of a decision.
    fn number(&mut self, game: &G, choice: G::Choice, table: Arc<G::Table>) -> u32 {
        let choice = self.choices.number(choice, || game.ready_choice(choice));
        self.tables.number(Arc::as_ptr(&table) as usize, || G::ready_table(table)) << CHOICE_BITS | choice
    }
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

    /// The first root of a strategy's decisions among those of all strategies.
    pub fn first_root(&self, strategy: usize) -> usize {
        strategy * self.cache.roots
    }

    /// How many sorts of decisions each strategy has.
    pub fn roots(&self) -> usize {
        self.cache.roots
    }

    /// The decision at a root in a situation of these numbers; `None` if the game has to be played in the ordinary way.
    #[inline(always)]
    pub fn decision<'s>(
        &mut self,
        root: usize,
        words: Words,
        situation: impl FnOnce() -> G::Situation<'s>,
    ) -> Option<Decision>
    where
        'k: 's,
    {
        let key = self.cache.questions[root].short_key(words);
        let decision = match key.and_then(|key| self.cache.by_key.find(key)) {
            Some(decision) => decision,
            None => self.look_further(root, words, &situation())?,
        };
        Some(Decision(decision))
    }

    /// What the inner loop wants to know of a decision made since everything was forgotten last.
    #[inline(always)]
    pub fn ready(&self, decision: Decision) -> (&G::ReadyChoice, &G::ReadyTable) {
        (&self.cache.choices.values[decision.0 as usize % MOST_CHOICES], self.table(decision.table()))
    }

    /// The table of this number.
    #[inline(always)]
    pub fn table(&self, number: usize) -> &G::ReadyTable {
        &self.cache.tables.values[number]
    }

    /// How often everything was forgotten: the numbers of choices and tables hold until then.
    pub fn era(&self) -> u32 {
        self.cache.era
    }

    /// Stores an entry for a decision of a strategy at one of its roots, made in a situation of these numbers.
    pub fn store(&self, dense: &mut Dense, (strategy, root): (usize, usize), words: Words, entry: u32) -> Stored {
        let questions = &self.cache.questions[self.first_root(strategy) + root];
        dense.store((strategy, root), &slots(words), questions, entry)
    }

    /// The decision by its whole key, as the tree has it, or as the strategy makes it; from now on by its key.
    #[cold]
    #[inline(never)]
    fn look_further<'s>(&mut self, root: usize, words: Words, situation: &G::Situation<'s>) -> Option<u32>
    where
        'k: 's,
    {
        let answer = |question: Question| question.answer::<G>(situation);
        let key = self.cache.key(root, words, answer);
        if let Some(decision) = key.and_then(|key| self.cache.by_key.find(key)) {
            return Some(decision);
        }
        let decision = match self.cache.trees.recall(root, answer) {
            Recalled::Known(decision) => decision,
            Recalled::Unlisted => return None,
            Recalled::Unknown => self.ask(root, situation)?,
        };
        // What was asked may have made keys longer.
        if let Some(key) = self.cache.key(root, words, answer) {
            self.cache.by_key.insert(key, decision);
        }
        Some(decision)
    }

    /// Asks the strategy, and remembers what it asked and decided; `None` if that cannot be remembered.
    fn ask<'s>(&mut self, root: usize, situation: &G::Situation<'s>) -> Option<u32>
    where
        'k: 's,
    {
        let player: G::Player<'s> = G::player(self.engine.strategies, root / self.cache.roots);
        let asked = G::ask(player, &View::traced(*situation, self.trace));
        let (questions, unlisted) = self.trace.take();
        // A fault is for the game to find, played in the ordinary way.
        let (choice, plan) = asked.ok()?;
        let cache = &mut *self.cache;
        if cache.is_full() {
            cache.forget();
        }
        if unlisted.is_some() {
            let remembered = &mut cache.remembered[root / cache.roots];
            remembered.unlisted = remembered.unlisted.or(unlisted);
            cache.trees.remember(root, &questions, None);
            return None;
        }
        let turn = G::decided(player, situation, choice)?;
        let table = self.engine.tables.get(&turn, plan).ok()??;
        let decision = cache.number(self.engine.game, choice, table);
        cache.trees.remember(root, &questions, Some(decision));
        cache.remembered[root / cache.roots].cases += 1;
        questions.iter().for_each(|(question, _)| cache.questions[root].include(*question));
        Some(decision)
    }
}
