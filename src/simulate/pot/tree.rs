//! Remembering decisions by what they were made from.
//!
//! Owns the decision trees, whatever is asked and decided in them. A node is a question that was asked, its branches
//! are the answers met, a leaf is the decision. Whoever depends on the answers alone asks the same questions in the
//! same order wherever the answers are the same, and decides alike, so remembering it is sound. A decision made from
//! something without a short answer (a coin) is not remembered.

/// A place in the tree.
pub(super) type NodeIndex = u32;
/// No such node.
const NONE: NodeIndex = NodeIndex::MAX;

enum Node<Q, L> {
    /// Nothing is known yet.
    Unknown,
    /// A question with the answers met so far.
    Question {
        asked: Q,
        /// An answer and the node behind it, tried before all others.
        first: (u64, NodeIndex),
        /// Where the other answers are.
        others: u32,
    },
    /// A decision.
    Leaf(L),
    /// What follows depends on something that is not remembered.
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

    /// The decision at a root where nothing is asked.
    pub(super) fn unasked(&self, root: usize) -> Option<L> {
        match self.nodes[root] {
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
        let mut node = &self.nodes[root];
        loop {
            match node {
                Node::Leaf(decision) => return Some(*decision),
                Node::Question { asked, first, others } => {
                    let answer = answer(*asked);
                    let next = if answer == first.0 { first.1 } else { self.answers[*others as usize].find(answer)? };
                    node = &self.nodes[next as usize];
                }
                Node::Unknown | Node::Unlisted => return None,
            }
        }
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

/// Answers with the node behind each, found by hashing.
#[derive(Default)]
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
        let leaf = trees.remember(0, &[('a', 4)], true, 8).unwrap();
        *trees.leaf_mut(leaf).unwrap() = 9;
        assert_eq!(trees.find(0, |_| 4), Some(9));
    }
}
