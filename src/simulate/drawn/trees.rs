//! Decision trees: the decision for some answers.
//!
//! A node is a question that was asked, its branches are the answers met, a leaf is the decision. Whoever depends on the
//! answers alone asks the same questions in the same order wherever the answers are the same, and decides alike, so
//! remembering it is sound.

use crate::games::declaration::Question;
use std::collections::HashMap;

type NodeIndex = u32;

#[derive(Clone, Copy)]
enum Node {
    /// Nothing is known yet.
    Unknown,
    /// A question; what is behind its answers stands in the branches.
    Question(Question),
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

/// Decision trees, a root for each sort of decision.
pub(super) struct Trees {
    roots: usize,
    /// Nodes; the first ones are the roots.
    nodes: Vec<Node>,
    branches: HashMap<(NodeIndex, u32), NodeIndex>,
}

impl Trees {
    /// Nothing remembered yet.
    pub(super) fn new(roots: usize) -> Trees {
        Trees { roots, nodes: vec![Node::Unknown; roots], branches: HashMap::new() }
    }

    /// Starts again from nothing.
    pub(super) fn forget(&mut self) {
        *self = Trees::new(self.roots);
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What is remembered for these answers.
    pub(super) fn recall(&self, root: usize, answer: impl Fn(Question) -> u32) -> Recalled {
        let mut at = root as NodeIndex;
        loop {
            match self.nodes[at as usize] {
                Node::Leaf(decision) => return Recalled::Known(decision),
                Node::Question(asked) => match self.branches.get(&(at, answer(asked))) {
                    Some(&next) => at = next,
                    None => return Recalled::Unknown,
                },
                Node::Unknown => return Recalled::Unknown,
                Node::Unlisted => return Recalled::Unlisted,
            }
        }
    }

    /// Remembers the decision behind questions with their answers, in order; none if there was more than these
    /// questions, so that it cannot be remembered.
    pub(super) fn remember(&mut self, root: usize, questions: &[(Question, u32)], decision: Option<u32>) {
        let at = questions.iter().fold(root as NodeIndex, |at, &(asked, answer)| self.follow(at, asked, answer));
        self.nodes[at as usize] = decision.map_or(Node::Unlisted, Node::Leaf);
    }

    /// The node behind this answer to the node's question, made if it is new.
    fn follow(&mut self, at: NodeIndex, asked: Question, answer: u32) -> NodeIndex {
        match &mut self.nodes[at as usize] {
            node @ Node::Unknown => *node = Node::Question(asked),
            Node::Question(_) => {}
            // Whoever depends on the answers alone asks the same question at the same node; a leaf can only be met
            // here where that was broken, and is left as it is.
            Node::Leaf(_) | Node::Unlisted => return at,
        }
        let next = self.nodes.len() as NodeIndex;
        let known = *self.branches.entry((at, answer)).or_insert(next);
        if known == next {
            self.nodes.push(Node::Unknown);
        }
        known
    }
}
