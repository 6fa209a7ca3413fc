//! Remembering decisions by what they were made from.
//!
//! Owns the decision trees of all engines that draw turns, whatever is asked and decided in them. A node is a question
//! that was asked, its branches are the answers met, a leaf is the decision. Whoever depends on the answers alone asks
//! the same questions in the same order wherever the answers are the same, and decides alike, so remembering it is
//! sound. A decision made from something without a short answer (a coin, a list) is not remembered.

use super::answers::{Answers, NodeIndex};

enum Node<Q, L> {
    /// Nothing is known yet.
    Unknown,
    /// A question with the answers met so far.
    Question {
        asked: Q,
        /// An answer and the node behind it, tried before all others: most questions get one answer most of the time.
        first: (u64, NodeIndex),
        /// Where the other answers are.
        others: u32,
    },
    /// A decision.
    Leaf(L),
    /// What follows depends on something that is not remembered.
    Unlisted,
}

/// What is remembered for some answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Recalled<L> {
    /// The decision.
    Known(L),
    /// Nothing yet: it can be found out and remembered.
    Unknown,
    /// That it depends on something that is not remembered.
    Unlisted,
}

/// Decision trees, a root for each sort of decision; `Q` is a question, `L` a decision.
pub(super) struct Trees<Q, L> {
    roots: usize,
    /// Nodes; the first ones are the roots.
    nodes: Vec<Node<Q, L>>,
    answers: Vec<Answers>,
}

impl<Q: Copy, L: Copy> Trees<Q, L> {
    /// Nothing remembered yet.
    pub(super) fn new(roots: usize) -> Trees<Q, L> {
        let mut trees = Trees { roots, nodes: Vec::new(), answers: Vec::new() };
        trees.forget();
        trees
    }

    /// Starts again from nothing.
    pub(super) fn forget(&mut self) {
        self.nodes.clear();
        self.nodes.resize_with(self.roots, || Node::Unknown);
        self.answers.clear();
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The decision at a node where nothing is asked.
    pub(super) fn unasked(&self, node: usize) -> Option<L> {
        match self.nodes[node] {
            Node::Leaf(decision) => Some(decision),
            _ => None,
        }
    }

    /// Whether something is asked at a root.
    pub(super) fn asks(&self, root: usize) -> bool {
        matches!(self.nodes[root], Node::Question { .. } | Node::Unlisted)
    }

    /// The decision that is remembered for these answers.
    #[inline]
    pub(super) fn find(&self, root: usize, answer: impl Fn(Q) -> u64) -> Option<L> {
        match &self.nodes[root] {
            Node::Leaf(decision) => Some(*decision),
            _ => self.descend(root, answer),
        }
    }

    /// As [`Trees::find`], where there is something to ask; apart from it, so that whoever asks nothing pays nothing.
    #[inline(never)]
    fn descend(&self, root: usize, answer: impl Fn(Q) -> u64) -> Option<L> {
        match self.recall(root, answer) {
            Recalled::Known(decision) => Some(decision),
            Recalled::Unknown | Recalled::Unlisted => None,
        }
    }

    /// What is remembered for these answers.
    #[inline]
    pub(super) fn recall(&self, root: usize, answer: impl Fn(Q) -> u64) -> Recalled<L> {
        let mut node = &self.nodes[root];
        loop {
            match node {
                Node::Leaf(decision) => return Recalled::Known(*decision),
                Node::Question { asked, first, others } => {
                    let answer = answer(*asked);
                    if answer == first.0 {
                        node = &self.nodes[first.1 as usize];
                        continue;
                    }
                    match self.answers[*others as usize].find(answer) {
                        Some(next) => node = &self.nodes[next as usize],
                        None => return Recalled::Unknown,
                    }
                }
                Node::Unknown => return Recalled::Unknown,
                Node::Unlisted => return Recalled::Unlisted,
            }
        }
    }

    /// The question at a root.
    pub(super) fn question(&self, root: usize) -> Option<Q> {
        match self.nodes[root] {
            Node::Question { asked, .. } => Some(asked),
            _ => None,
        }
    }

    /// The decision behind an answer to the question at a root, if nothing else is asked.
    pub(super) fn decided_by(&self, root: usize, answer: u64) -> Option<L> {
        let Node::Question { first, others, .. } = &self.nodes[root] else { return None };
        let next = if answer == first.0 { first.1 } else { self.answers[*others as usize].find(answer)? };
        self.unasked(next as usize)
    }

    /// Remembers questions with their answers, in order. Answers with the leaf behind them, which holds `leaf` now;
    /// `None` if there was more than these questions, so that the decision cannot be remembered.
    pub(super) fn remember(&mut self, root: usize, reads: &[(Q, u64)], all: bool, leaf: L) -> Option<NodeIndex> {
        let at = reads.iter().fold(root as NodeIndex, |at, &(asked, answer)| self.follow(at, asked, answer));
        self.nodes[at as usize] = if all { Node::Leaf(leaf) } else { Node::Unlisted };
        all.then_some(at)
    }

    /// The decision at a leaf, to be changed.
    pub(super) fn leaf_mut(&mut self, at: NodeIndex) -> Option<&mut L> {
        match self.nodes.get_mut(at as usize) {
            Some(Node::Leaf(leaf)) => Some(leaf),
            _ => None,
        }
    }

    /// The node behind this answer to the node's question, made if it is new.
    fn follow(&mut self, at: NodeIndex, asked: Q, answer: u64) -> NodeIndex {
        let next = self.nodes.len() as NodeIndex;
        match &mut self.nodes[at as usize] {
            node @ Node::Unknown => {
                *node = Node::Question { asked, first: (answer, next), others: self.answers.len() as u32 };
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
            // Whoever depends on the answers alone asks the same question at the same node; a leaf can only be met
            // here where that was broken, and is left as it is.
            Node::Leaf(_) | Node::Unlisted => return at,
        }
        self.nodes.push(Node::Unknown);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decides by a number of three digits, and asks for the second only if the first is odd.
    fn ask(number: u64) -> (Vec<(u32, u64)>, u64) {
        let digit = |place: u32| number / 10u64.pow(place) % 10;
        if digit(0) % 2 == 1 {
            (vec![(0, digit(0)), (1, digit(1))], digit(0) * 10 + digit(1))
        } else {
            (vec![(0, digit(0)), (2, digit(2))], 500 + digit(2))
        }
    }

    #[test]
    fn the_same_answers_lead_to_the_same_decision() {
        let mut trees = Trees::new(2);
        for number in (0..1000).rev() {
            let (reads, decision) = ask(number);
            let found = trees.find(1, |place: u32| number / 10u64.pow(place) % 10);
            match found {
                Some(known) => assert_eq!(known, decision),
                None => {
                    trees.remember(1, &reads, true, decision);
                }
            }
            assert_eq!(trees.find(0, |_| 0), None, "roots do not mix");
        }
        // A root each, ten first digits, ten answers behind each of them.
        assert_eq!(trees.len(), 2 + 10 + 100);
    }

    #[test]
    fn what_depends_on_more_is_not_remembered() {
        let mut trees = Trees::new(1);
        assert_eq!(trees.remember(0, &[('a', 3)], false, 7), None);
        assert_eq!(trees.find(0, |_| 3), None);
        assert_eq!([3, 4].map(|answer| trees.recall(0, |_| answer)), [Recalled::Unlisted, Recalled::Unknown]);
        let leaf = trees.remember(0, &[('a', 4)], true, 8).unwrap();
        *trees.leaf_mut(leaf).unwrap() = 9;
        assert_eq!(trees.find(0, |_| 4), Some(9));
        assert_eq!(trees.recall(0, |_| 4), Recalled::Known(9));
    }

    #[test]
    fn one_answer_decides_where_nothing_else_is_asked() {
        let mut trees = Trees::new(2);
        trees.remember(0, &[('a', 1)], true, 10);
        trees.remember(0, &[('a', 2), ('b', 1)], true, 11);
        trees.remember(0, &[('a', 3)], true, 12);
        trees.remember(1, &[], true, 13);
        assert_eq!([1, 2, 3, 4].map(|answer| trees.decided_by(0, answer)), [Some(10), None, Some(12), None]);
        assert_eq!([0, 1].map(|root| trees.question(root)), [Some('a'), None]);
        assert_eq!([0, 1].map(|root| trees.unasked(root)), [None, Some(13)]);
        assert_eq!(trees.decided_by(1, 1), None);
    }
}
