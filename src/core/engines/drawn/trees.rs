//! Decision trees: the decision for some answers.
//!
//! A node is a question that was asked, its branches are the answers met, a leaf is the decision. Whoever depends on the
//! answers alone asks the same questions in the same order wherever the answers are the same, and decides alike, so
//! remembering it is sound.

use crate::games::declaration::Question;

type NodeIndex = u32;

#[derive(Clone, Copy)]
enum Node {
    /// Nothing is known yet.
    Unknown,
    /// A question; what is behind its answers, from 0, stands in so many branches from the first one on.
    Question { asked: Question, first: u32, answers: u32 },
    /// A decision, by its number.
    Leaf(u32),
    /// What follows depends on something that is not remembered.
    Unlisted,
}

/// What is remembered for some answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Recalled {
    /// The decision.
    Known(u32),
    /// Nothing yet: it can be found out and remembered.
    Unknown,
    /// That it depends on something that is not remembered.
    Unlisted,
}

/// What stands at a branch whose answer was not met.
const NOWHERE: NodeIndex = NodeIndex::MAX;
/// Answers from this one on are not remembered: there would be a branch for each below them.
pub(super) const MOST_ANSWERS: u32 = 1 << 12;

/// Decision trees, a root for each sort of decision.
pub(super) struct Trees {
    roots: usize,
    /// Nodes; the first ones are the roots.
    nodes: Vec<Node>,
    branches: Vec<NodeIndex>,
}

impl Trees {
    /// Nothing remembered yet.
    pub(super) fn new(roots: usize) -> Trees {
        Trees { roots, nodes: vec![Node::Unknown; roots], branches: Vec::new() }
    }

    /// Starts again from nothing.
    pub(super) fn forget(&mut self) {
        *self = Trees::new(self.roots);
    }

    /// How much is remembered, in nodes: about 8 branches take the room of one.
    pub(super) fn len(&self) -> usize {
        self.nodes.len() + self.branches.len() / 8
    }

    /// What is remembered for these answers.
    #[inline]
    pub(super) fn recall(&self, root: usize, answer: impl Fn(Question) -> u32) -> Recalled {
        let mut at = root as NodeIndex;
        loop {
            at = match self.nodes[at as usize] {
                Node::Leaf(decision) => return Recalled::Known(decision),
                Node::Question { asked, first, answers } => match answer(asked) {
                    answer if answer < answers => self.branches[(first + answer) as usize],
                    answer if answer < MOST_ANSWERS => NOWHERE,
                    _ => return Recalled::Unlisted,
                },
                Node::Unknown => NOWHERE,
                Node::Unlisted => return Recalled::Unlisted,
            };
            if at == NOWHERE {
                return Recalled::Unknown;
            }
        }
    }

    /// Remembers the decision behind questions with their answers, in order; none if there was more than these
    /// questions, so that it cannot be remembered.
    pub(super) fn remember(&mut self, root: usize, questions: &[(Question, u32)], decision: Option<u32>) {
        let mut at = root as NodeIndex;
        for &(asked, answer) in questions {
            if answer >= MOST_ANSWERS {
                return;
            }
            at = self.follow(at, asked, answer);
        }
        self.nodes[at as usize] = decision.map_or(Node::Unlisted, Node::Leaf);
    }

    /// The node behind this answer to the node's question, made if it is new.
    fn follow(&mut self, at: NodeIndex, asked: Question, answer: u32) -> NodeIndex {
        let (first, answers) = match self.nodes[at as usize] {
            Node::Unknown => (0, 0),
            Node::Question { first, answers, .. } => (first, answers),
            // Whoever depends on the answers alone asks the same question at the same node; a leaf can only be met
            // here where that was broken, and is left as it is.
            Node::Leaf(_) | Node::Unlisted => return at,
        };
        let first = if answer < answers { first } else { self.widen(at, asked, (first, answers), answer + 1) };
        let branch = (first + answer) as usize;
        if self.branches[branch] == NOWHERE {
            self.branches[branch] = self.nodes.len() as NodeIndex;
            self.nodes.push(Node::Unknown);
        }
        self.branches[branch]
    }

    /// Room for at least so many answers to a node's question, in place of the branches that it has; the first branch.
    fn widen(&mut self, at: NodeIndex, asked: Question, (old, known): (u32, u32), answers: u32) -> u32 {
        let (first, answers) = (self.branches.len() as u32, answers.next_power_of_two());
        self.branches.extend_from_within(old as usize..(old + known) as usize);
        self.branches.resize((first + answers) as usize, NOWHERE);
        self.nodes[at as usize] = Node::Question { asked, first, answers };
        first
    }
}
