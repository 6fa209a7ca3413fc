//! Remembering how many dice strategies commit, and how they reroll.
//!
//! Owns what is kept for each strategy and card: a decision tree of what it asked of its view ([`Trees`]), the tables
//! of its plans, and what the lean games of a batch want to know of them. Strategies depend on their view alone, so
//! the trees remember soundly whatever a strategy does. A decision made from something without a short answer (a coin,
//! the list of results) is asked for again each time.

use super::questions::{Asked, Leaf, Questions};
use super::tables::{Limits, Shared};
use crate::exact::{DrawTable, Guide};
use crate::games::Game;
use crate::games::gang::{Field, Gang, NoAnswer, PlanId, Supply, Trace, View};
use crate::simulate::answers::NodeIndex;
use crate::simulate::trees::{Recalled, Trees};
use std::collections::HashMap;
use std::sync::Arc;

/// Where a decision is remembered, and the decision.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    dice: u32,
    /// The leaf, [`NONE`] if it is not remembered.
    leaf: NodeIndex,
    /// Its table, [`NONE`] if it has none yet.
    table: TableIndex,
    plan: PlanId,
}

impl Decision {
    /// How many dice.
    pub(super) fn dice(self) -> u32 {
        self.dice
    }

    /// The decision with its table, if that is known.
    fn leaf(self) -> Option<Leaf> {
        (self.table != NONE).then(|| Leaf::new(self.dice, self.table as usize))
    }

    /// How they are rerolled.
    pub(super) fn plan(self) -> PlanId {
        self.plan
    }
}

type TableIndex = u32;
/// No such node or table.
const NONE: u32 = u32::MAX;

/// The decisions of one worker's strategies.
pub struct Memo {
    limits: Limits,
    cards: usize,
    strategies: usize,
    supply_is_limited: bool,
    /// Whether a game's numbers fit in a key.
    keys_fit: bool,
    /// What was asked and decided; the roots are `strategy × cards + card`.
    trees: Trees<Field, Decision>,
    tables: Vec<Shared>,
    /// The guides of the tables, close together, and the number of the table at an address.
    guides: Vec<Guide>,
    places: HashMap<usize, TableIndex>,
    /// What was asked at each root; `None` where it cannot be told in a key.
    questions: Vec<Option<Questions>>,
    learned: Learned,
}

/// How much was learned: numbers that only grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Learned {
    /// How often questions were asked for the first time, or everything was forgotten.
    pub(super) questions: u64,
    /// How often a decision or its table became known.
    pub(super) decisions: u64,
}

/// The decision of a strategy under a card that depends only on whether enough dice are allowed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steady {
    /// From so many dice allowed on.
    pub(super) needs: u32,
    /// This is the decision.
    pub(super) leaf: Leaf,
}

impl Memo {
    /// Nothing remembered yet, of so many strategies at a game's table.
    pub fn new(strategies: usize, game: &Gang, limits: Limits) -> Memo {
        let mut memo = Memo {
            limits,
            cards: game.deck().cards.len(),
            strategies,
            supply_is_limited: matches!(game.rules().supply, Supply::Dice(_)),
            keys_fit: false,
            trees: Trees::new(strategies * game.deck().cards.len()),
            tables: Vec::new(),
            guides: Vec::new(),
            places: HashMap::new(),
            questions: Vec::new(),
            learned: Learned::default(),
        };
        let dice = game.seats() as u32 * game.rules().pool(game.seats()) + game.rules().bonus.iter().sum::<u32>();
        memo.keys_fit = Questions::fit(strategies * memo.cards, game.deck().rounds() as usize, dice);
        memo.forget();
        memo
    }

    /// Starts again from nothing: what was remembered is found out again when it is needed.
    fn forget(&mut self) {
        self.trees.forget();
        self.tables.clear();
        self.guides.clear();
        self.places.clear();
        self.questions.clear();
        self.questions
            .extend((0..self.strategies * self.cards).map(|root| self.keys_fit.then(|| Questions::new(root))));
        self.learned.questions += 1;
    }

    /// How much was learned so far.
    pub(super) fn learned(&self) -> Learned {
        self.learned
    }

    /// The number of cards in the deck: roots are numbered `strategy × cards + card`.
    pub(super) fn cards(&self) -> usize {
        self.cards
    }

    /// What was asked at a root, if it can be told in a key.
    #[inline]
    pub(super) fn questions(&self, root: usize) -> Option<&Questions> {
        self.questions[root].as_ref()
    }

    /// The guides of all tables, by their numbers.
    pub(super) fn guides(&self) -> &[Guide] {
        &self.guides
    }

    /// The table of this number.
    pub(super) fn numbered(&self, table: usize) -> &DrawTable {
        &self.tables[table]
    }

    /// The decision at a root that asks for nothing but, perhaps, enough dice.
    pub(super) fn steady(&self, root: usize) -> Option<Steady> {
        let (needs, decision) = match self.trees.question(root) {
            Some(Field::AllowedUpTo(most)) => (most, self.trees.decided_by(root, u64::from(most))?),
            Some(_) => return None,
            None => (1, self.trees.unasked(root)?),
        };
        let leaf = decision.leaf()?;
        Some(Steady { needs: needs.max(decision.dice), leaf })
    }

    /// Every root's steady decision, if each has one.
    pub(super) fn all_steady(&self) -> Option<Vec<Steady>> {
        (0..self.strategies * self.cards).map(|root| self.steady(root)).collect()
    }

    /// The strategy's decision, remembered or asked for.
    #[inline]
    pub(super) fn decide(&mut self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        match self.trees.recall(self.root(view), |field| view.answer(field)) {
            Recalled::Known(decision) => Ok(decision),
            Recalled::Unknown => self.ask(view),
            Recalled::Unlisted => {
                let commit = view.strategy().commit(view)?;
                Ok(Decision { dice: commit.dice, leaf: NONE, table: NONE, plan: commit.plan })
            }
        }
    }

    /// Where the decisions of the strategy under the card begin.
    #[inline]
    fn root(&self, view: &View<'_>) -> usize {
        view.strategy_index() * self.cards + usize::from(view.card_index().0)
    }

    /// The decision that is remembered at a root for these answers, if its table is known too.
    pub(super) fn recall(&self, root: usize, answer: impl Fn(Field) -> u64) -> Option<Leaf> {
        self.trees.find(root, answer)?.leaf()
    }

    /// Asks the strategy and remembers what it asked and decided.
    #[cold]
    fn ask(&mut self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let trace = Trace::default();
        let commit = view.strategy().commit(&view.traced(&trace))?;
        if self.trees.len() >= self.limits.nodes {
            self.forget();
        }
        let root = self.root(view);
        let (reads, listed) = trace.into_reads();
        self.learn(root, &reads);
        let decision = Decision { dice: commit.dice, leaf: NONE, table: NONE, plan: commit.plan };
        let Some(leaf) = self.trees.remember(root, &reads, listed, decision) else { return Ok(decision) };
        let decision = Decision { leaf, ..decision };
        self.trees.leaf_mut(leaf).into_iter().for_each(|known| *known = decision);
        Ok(decision)
    }

    /// Notes what was asked at a root.
    fn learn(&mut self, root: usize, reads: &[(Field, u64)]) {
        self.learned.decisions += 1;
        for &(field, _) in reads {
            let Some(questions) = &mut self.questions[root] else { return };
            match questions.include(field, self.supply_is_limited) {
                Asked::Before => {}
                Asked::Anew => self.learned.questions += 1,
                Asked::Beyond => self.questions[root] = None,
            }
        }
    }

    /// The table of a decision, if it is remembered.
    #[inline]
    pub(super) fn table(&self, decision: Decision) -> Option<&DrawTable> {
        self.tables.get(decision.table as usize).map(|table| &**table)
    }

    /// Remembers the table of a decision.
    pub(super) fn remember_table(&mut self, decision: Decision, shared: Shared) {
        if let Some(leaf) = self.trees.leaf_mut(decision.leaf) {
            leaf.table = *self.places.entry(Arc::as_ptr(&shared) as usize).or_insert_with(|| {
                self.guides.push(*shared.guide());
                self.tables.push(shared);
                self.tables.len() as TableIndex - 1
            });
            self.learned.decisions += 1;
        }
    }
}
