//! Remembering decisions by what they were made from.
//!
//! Owns a decision tree for each strategy and card. A node is a question that the strategy asked of its
//! view, its branches are the answers met, a leaf is the decision. Strategies depend on their view
//! alone, so the same answers to the same questions, asked in the same order, give the same decision:
//! remembering it is sound whatever the strategy does. A decision made from something without a short
//! answer (a coin, the list of results) is asked for again each time.

use super::flat::{Asked, Leaf, Questions};
use super::tables::{Limits, Shared};
use crate::exact::{DrawTable, Guide};
use crate::games::Game;
use crate::games::gang::{Field, Gang, NoAnswer, PlanId, Supply, Trace, View};
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

type NodeIndex = u32;
type TableIndex = u32;
/// No such node or table.
const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
enum Node {
    /// Nothing is known yet.
    Unknown,
    /// A question with the answers met so far.
    Question {
        field: Field,
        /// An answer and the node behind it, tried before all others: most questions get one answer
        /// most of the time.
        first: (u64, NodeIndex),
        /// Where the other answers are.
        others: u32,
    },
    /// A decision, and where its table is once it was needed.
    Leaf(Decision),
    /// What follows depends on something that is not remembered.
    Unlisted,
}

/// The decisions of one worker's strategies.
pub struct Memo {
    limits: Limits,
    cards: usize,
    strategies: usize,
    supply_is_limited: bool,
    /// Whether a game's numbers fit in a key.
    keys_fit: bool,
    /// Nodes; the first ones are the roots, `strategy × cards + card`.
    nodes: Vec<Node>,
    answers: Vec<Answers>,
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
            nodes: Vec::new(),
            answers: Vec::new(),
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
        self.nodes.clear();
        self.nodes.resize(self.strategies * self.cards, Node::Unknown);
        self.answers.clear();
        self.tables.clear();
        self.guides.clear();
        self.places.clear();
        self.questions.clear();
        self.questions.extend((0..self.nodes.len()).map(|root| self.keys_fit.then(|| Questions::new(root))));
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
        let (needs, node) = match &self.nodes[root] {
            Node::Question { field: Field::AllowedUpTo(most), first, others } => {
                let most_answer = u64::from(*most);
                let next =
                    if first.0 == most_answer { first.1 } else { self.answers[*others as usize].find(most_answer)? };
                (*most, &self.nodes[next as usize])
            }
            node => (1, node),
        };
        let Node::Leaf(decision) = node else { return None };
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
        let mut at = (view.strategy_index() * self.cards + usize::from(view.card_index().0)) as NodeIndex;
        loop {
            match &self.nodes[at as usize] {
                Node::Leaf(decision) => return Ok(*decision),
                Node::Question { field, first, others } => {
                    let answer = view.answer(*field);
                    if answer == first.0 {
                        at = first.1;
                        continue;
                    }
                    match self.answers[*others as usize].find(answer) {
                        Some(next) => at = next,
                        None => return self.ask(view),
                    }
                }
                Node::Unknown => return self.ask(view),
                Node::Unlisted => {
                    let commit = view.strategy().commit(view)?;
                    return Ok(Decision { dice: commit.dice, leaf: NONE, table: NONE, plan: commit.plan });
                }
            }
        }
    }

    /// The decision that is remembered at a root for these answers, if its table is known too.
    pub(super) fn recall(&self, root: usize, answer: impl Fn(Field) -> u64) -> Option<Leaf> {
        let mut node = &self.nodes[root];
        loop {
            match node {
                Node::Question { field, first, others } => {
                    let answer = answer(*field);
                    let next = if answer == first.0 { first.1 } else { self.answers[*others as usize].find(answer)? };
                    node = &self.nodes[next as usize];
                }
                Node::Leaf(decision) => return decision.leaf(),
                Node::Unknown | Node::Unlisted => return None,
            }
        }
    }

    /// Asks the strategy and remembers what it asked and decided.
    #[cold]
    fn ask(&mut self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let trace = Trace::default();
        let commit = view.strategy().commit(&view.traced(&trace))?;
        if self.nodes.len() >= self.limits.nodes {
            self.forget();
        }
        let root = (view.strategy_index() * self.cards + usize::from(view.card_index().0)) as NodeIndex;
        let (reads, listed) = trace.into_reads();
        self.learn(root as usize, &reads);
        let at = reads.iter().fold(root, |at, &(field, answer)| self.follow(at, field, answer));
        let leaf = if listed { at } else { NONE };
        let decision = Decision { dice: commit.dice, leaf, table: NONE, plan: commit.plan };
        self.nodes[at as usize] = if listed { Node::Leaf(decision) } else { Node::Unlisted };
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

    /// The node behind this answer to the node's question, made if it is new.
    fn follow(&mut self, at: NodeIndex, field: Field, answer: u64) -> NodeIndex {
        let next = self.nodes.len() as NodeIndex;
        match &mut self.nodes[at as usize] {
            node @ Node::Unknown => {
                *node = Node::Question { field, first: (answer, next), others: self.answers.len() as u32 };
                self.answers.push(Answers::default());
            }
            Node::Question { first, .. } if first.0 == answer => return first.1,
            Node::Question { others, .. } => {
                let others = &mut self.answers[*others as usize];
                if let Some(known) = others.find(answer) {
                    return known;
                }
                others.insert(answer, next);
            }
            // A strategy depends on its view alone, so it asks the same question at the same node; a
            // leaf can only be met here where it broke that contract, and is left as it is.
            Node::Leaf(_) | Node::Unlisted => return at,
        }
        self.nodes.push(Node::Unknown);
        next
    }

    /// The table of a decision, if it is remembered.
    #[inline]
    pub(super) fn table(&self, decision: Decision) -> Option<&DrawTable> {
        self.tables.get(decision.table as usize).map(|table| &**table)
    }

    /// Remembers the table of a decision.
    pub(super) fn remember_table(&mut self, decision: Decision, shared: Shared) {
        if let Some(Node::Leaf(leaf)) = self.nodes.get_mut(decision.leaf as usize) {
            leaf.table = *self.places.entry(Arc::as_ptr(&shared) as usize).or_insert_with(|| {
                self.guides.push(*shared.guide());
                self.tables.push(shared);
                self.tables.len() as TableIndex - 1
            });
            self.learned.decisions += 1;
        }
    }
}

/// Answers with the node behind each, found by hashing.
#[derive(Clone, Debug, Default)]
struct Answers {
    /// A power of two of places, empty ones with node [`NONE`]; at most half of them are taken.
    places: Vec<(u64, NodeIndex)>,
    taken: usize,
}

impl Answers {
    #[inline]
    fn place(&self, answer: u64) -> Option<usize> {
        let mask = self.places.len().checked_sub(1)?;
        let mut at = (answer.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.places[at].1 != NONE && self.places[at].0 != answer {
            at = (at + 1) & mask;
        }
        Some(at)
    }

    #[inline]
    fn find(&self, answer: u64) -> Option<NodeIndex> {
        let (_, node) = self.places[self.place(answer)?];
        (node != NONE).then_some(node)
    }

    fn insert(&mut self, answer: u64, node: NodeIndex) {
        if 2 * (self.taken + 1) > self.places.len() {
            let old = std::mem::take(&mut self.places);
            self.places = vec![(0, NONE); (2 * old.len()).max(4)];
            self.taken = 0;
            old.into_iter().filter(|&(_, node)| node != NONE).for_each(|(answer, node)| self.insert(answer, node));
        }
        if let Some(at) = self.place(answer) {
            self.places[at] = (answer, node);
            self.taken += 1;
        }
    }
}
