//! Remembering decisions by what they were made from.
//!
//! Owns a decision tree for each strategy and card. A node is a question that the strategy asked of its
//! view, its branches are the answers met, a leaf is the decision. Strategies depend on their view
//! alone, so the same answers to the same questions, asked in the same order, give the same decision:
//! remembering it is sound whatever the strategy does. A decision made from something without a short
//! answer (a coin, the list of results) is asked for again each time.

use super::tables::{Limits, Shared};
use crate::exact::DrawTable;
use crate::games::gang::{Field, NoAnswer, PlanId, Trace, View};

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
    /// Nodes; the first ones are the roots, `strategy × cards + card`.
    nodes: Vec<Node>,
    answers: Vec<Answers>,
    tables: Vec<Shared>,
}

impl Memo {
    /// Nothing remembered yet, of so many strategies and cards.
    pub fn new(strategies: usize, cards: usize, limits: Limits) -> Memo {
        let mut memo = Memo { limits, cards, strategies, nodes: Vec::new(), answers: Vec::new(), tables: Vec::new() };
        memo.forget();
        memo
    }

    /// Starts again from nothing: what was remembered is found out again when it is needed.
    fn forget(&mut self) {
        self.nodes.clear();
        self.nodes.resize(self.strategies * self.cards, Node::Unknown);
        self.answers.clear();
        self.tables.clear();
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

    /// The decision that is remembered for these answers, if its table is known too.
    #[inline]
    pub(super) fn recall(&self, strategy: usize, card: usize, answer: impl Fn(Field) -> u64) -> Option<Decision> {
        let mut node = &self.nodes[strategy * self.cards + card];
        loop {
            match node {
                Node::Question { field, first, others } => {
                    let answer = answer(*field);
                    let next = if answer == first.0 { first.1 } else { self.answers[*others as usize].find(answer)? };
                    node = &self.nodes[next as usize];
                }
                Node::Leaf(decision) => return Some(*decision),
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
        let at = reads.iter().fold(root, |at, &(field, answer)| self.follow(at, field, answer));
        let leaf = if listed { at } else { NONE };
        let decision = Decision { dice: commit.dice, leaf, table: NONE, plan: commit.plan };
        self.nodes[at as usize] = if listed { Node::Leaf(decision) } else { Node::Unlisted };
        Ok(decision)
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
            leaf.table = self.tables.len() as TableIndex;
            self.tables.push(shared);
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
