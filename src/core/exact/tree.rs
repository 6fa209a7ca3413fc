//! What is remembered for some answers.
//!
//! Owns the tree: a node is a question that was asked, its branches are the answers met, a leaf is a number. What follows
//! from the answers alone asks the same questions in the same order wherever the answers are the same, so remembering it
//! is sound.

#[derive(Clone, Debug)]
enum Node<Q> {
    Unknown,
    /// A question, and by answer the node behind it; 0, the root, behind one that was not met.
    Branch(Q, Vec<u32>),
    Leaf(u32),
}

/// What is remembered.
#[derive(Clone, Debug)]
pub(super) struct Tree<Q>(Vec<Node<Q>>);

impl<Q: Copy> Tree<Q> {
    /// Nothing yet.
    pub(super) fn new() -> Tree<Q> {
        Tree(vec![Node::Unknown])
    }

    /// What is remembered for these answers.
    #[inline]
    pub(super) fn recall(&self, mut answer: impl FnMut(Q) -> u32) -> Option<u32> {
        let mut at = 0;
        loop {
            match &self.0[at as usize] {
                Node::Leaf(found) => return Some(*found),
                Node::Unknown => return None,
                Node::Branch(question, behind) => match behind.get(answer(*question) as usize) {
                    Some(&next) if next > 0 => at = next,
                    _ => return None,
                },
            }
        }
    }

    /// Remembers what is behind questions with their answers, in order.
    pub(super) fn remember(&mut self, answers: &[(Q, u32)], found: u32) {
        let mut at = 0;
        for &(question, answer) in answers {
            let next = self.0.len() as u32;
            if let Node::Unknown = self.0[at as usize] {
                self.0[at as usize] = Node::Branch(question, Vec::new());
            }
            let Node::Branch(_, behind) = &mut self.0[at as usize] else { return };
            if behind.len() <= answer as usize {
                behind.resize(answer as usize + 1, 0);
            }
            let place = &mut behind[answer as usize];
            let is_new = *place == 0;
            if is_new {
                *place = next;
            }
            at = *place;
            if is_new {
                self.0.push(Node::Unknown);
            }
        }
        self.0[at as usize] = Node::Leaf(found);
    }
}
