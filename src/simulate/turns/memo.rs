//! Remembering decisions by what they were made from.
//!
//! Owns a decision tree for each strategy and card. A node is a question that the strategy asked of its
//! view, its branches are the answers met, a leaf is the decision. Strategies depend on their view
//! alone, so the same answers to the same questions, asked in the same order, give the same decision:
//! remembering it is sound whatever the strategy does. A decision made from something without a short
//! answer (a coin, the list of results) is asked for again each time.

use super::tables::{Limits, Shared};
use crate::exact::DrawTable;
use crate::games::gang::{Field, NoAnswer, PlanId, Player, Trace, View};

/// Where a decision is remembered, and the decision.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    dice: u32,
    plan: PlanId,
    /// The leaf, if it is remembered.
    leaf: Option<NodeIndex>,
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

#[derive(Clone, Debug)]
enum Node {
    /// Nothing is known yet.
    Unknown,
    /// A question with the answers met so far.
    Question { field: Field, answers: Answers },
    /// A decision, and where its table is once it was needed.
    Leaf { dice: u32, plan: PlanId, table: Option<TableIndex> },
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
    tables: Vec<Shared>,
}

impl Memo {
    /// Nothing remembered yet, of so many strategies and cards.
    pub fn new(strategies: usize, cards: usize, limits: Limits) -> Memo {
        let mut memo = Memo { limits, cards, strategies, nodes: Vec::new(), tables: Vec::new() };
        memo.forget();
        memo
    }

    /// Starts again from nothing: what was remembered is found out again when it is needed.
    fn forget(&mut self) {
        self.nodes.clear();
        self.nodes.resize(self.strategies * self.cards, Node::Unknown);
        self.tables.clear();
    }

    /// The strategy's decision, remembered or asked for.
    #[inline]
    pub(super) fn decide(&mut self, player: Player<'_>, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let mut at = (player.index * self.cards + usize::from(view.card_index().0)) as NodeIndex;
        loop {
            match &self.nodes[at as usize] {
                Node::Leaf { dice, plan, .. } => return Ok(Decision { dice: *dice, plan: *plan, leaf: Some(at) }),
                Node::Question { field, answers } => match answers.find(view.answer(*field)) {
                    Some(next) => at = next,
                    None => return self.ask(player, view),
                },
                Node::Unknown => return self.ask(player, view),
                Node::Unlisted => {
                    let commit = player.strategy.commit(view)?;
                    return Ok(Decision { dice: commit.dice, plan: commit.plan, leaf: None });
                }
            }
        }
    }

    /// Asks the strategy and remembers what it asked and decided.
    #[cold]
    fn ask(&mut self, player: Player<'_>, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let trace = Trace::default();
        let commit = player.strategy.commit(&view.traced(&trace))?;
        if self.nodes.len() >= self.limits.nodes {
            self.forget();
        }
        let root = (player.index * self.cards + usize::from(view.card_index().0)) as NodeIndex;
        let (reads, listed) = trace.into_reads();
        let at = reads.iter().fold(root, |at, &(field, answer)| self.follow(at, field, answer));
        self.nodes[at as usize] =
            if listed { Node::Leaf { dice: commit.dice, plan: commit.plan, table: None } } else { Node::Unlisted };
        Ok(Decision { dice: commit.dice, plan: commit.plan, leaf: listed.then_some(at) })
    }

    /// The node behind this answer to the node's question, made if it is new.
    fn follow(&mut self, at: NodeIndex, field: Field, answer: u64) -> NodeIndex {
        let next = self.nodes.len() as NodeIndex;
        let node = &mut self.nodes[at as usize];
        if matches!(node, Node::Unknown) {
            *node = Node::Question { field, answers: Answers::default() };
        }
        // A strategy depends on its view alone, so a node always asks the same question; a leaf or an
        // unlisted node can only be met where the strategy broke that contract, and is left as it is.
        let Node::Question { answers, .. } = node else { return at };
        if let Some(known) = answers.find(answer) {
            return known;
        }
        answers.insert(answer, next);
        self.nodes.push(Node::Unknown);
        next
    }

    /// The table of a decision, if it is remembered.
    #[inline]
    pub(super) fn table(&self, decision: Decision) -> Option<&DrawTable> {
        match &self.nodes[decision.leaf? as usize] {
            Node::Leaf { table: Some(table), .. } => Some(&self.tables[*table as usize]),
            _ => None,
        }
    }

    /// Remembers the table of a decision.
    pub(super) fn remember_table(&mut self, decision: Decision, shared: &Shared) {
        let known = self.tables.len();
        if let Some(Node::Leaf { table, .. }) = decision.leaf.and_then(|leaf| self.nodes.get_mut(leaf as usize)) {
            *table = Some(known as TableIndex);
            self.tables.push(Shared::clone(shared));
        }
    }
}

/// Answers with the node behind each, found by hashing.
#[derive(Clone, Debug, Default)]
struct Answers {
    /// A power of two of places, empty ones with node [`EMPTY`]; at most half of them are taken.
    places: Vec<(u64, NodeIndex)>,
    taken: usize,
}

const EMPTY: NodeIndex = NodeIndex::MAX;

impl Answers {
    #[inline]
    fn place(&self, answer: u64) -> Option<usize> {
        let mask = self.places.len().checked_sub(1)?;
        let mut at = (answer.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.places[at].1 != EMPTY && self.places[at].0 != answer {
            at = (at + 1) & mask;
        }
        Some(at)
    }

    #[inline]
    fn find(&self, answer: u64) -> Option<NodeIndex> {
        let (_, node) = self.places[self.place(answer)?];
        (node != EMPTY).then_some(node)
    }

    fn insert(&mut self, answer: u64, node: NodeIndex) {
        if 2 * (self.taken + 1) > self.places.len() {
            let old = std::mem::take(&mut self.places);
            self.places = vec![(0, EMPTY); (2 * old.len()).max(4)];
            self.taken = 0;
            old.into_iter().filter(|&(_, node)| node != EMPTY).for_each(|(answer, node)| self.insert(answer, node));
        }
        if let Some(at) = self.place(answer) {
            self.places[at] = (answer, node);
            self.taken += 1;
        }
    }
}
