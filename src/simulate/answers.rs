//! The answers to a question, with the node of a decision tree behind each.
//!
//! Owns a hash table with open addressing: keys are spread by a multiplication, since most are small numbers, and one
//! look-up is a multiplication and, mostly, one read.

/// A node of a decision tree.
pub(super) type NodeIndex = u32;
/// No node.
const NONE: NodeIndex = NodeIndex::MAX;

/// Answers with the node behind each, found by hashing.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    /// A power of two of places, empty ones with node [`NONE`]; at most half of them are taken.
    places: Vec<(u64, NodeIndex)>,
    taken: usize,
}

impl Answers {
    /// Where the answer is, or would be put; `None` if there are no places yet.
    #[inline]
    fn place(&self, answer: u64) -> Option<usize> {
        let mask = self.places.len().checked_sub(1)?;
        let mut at = (answer.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.places[at].1 != NONE && self.places[at].0 != answer {
            at = (at + 1) & mask;
        }
        Some(at)
    }

    /// The node behind an answer, if it is known.
    #[inline]
    pub(super) fn find(&self, answer: u64) -> Option<NodeIndex> {
        let (_, node) = self.places[self.place(answer)?];
        (node != NONE).then_some(node)
    }

    /// Adds an answer that is not known yet; `node` must not be `NodeIndex::MAX`, which stands for none.
    pub(super) fn insert(&mut self, answer: u64, node: NodeIndex) {
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
    use proptest::prelude::{ProptestConfig, any, prop, prop_oneof, proptest};
    use proptest::strategy::Strategy;
    use std::collections::HashMap;
    use std::collections::hash_map::Entry;

    /// The factor of the hash times this is 1 modulo 2^64, by Newton's iteration: with it, answers can be made that
    /// have the hash one wants.
    fn inverse() -> u64 {
        let factor = 0x9e37_79b9_7f4a_7c15_u64;
        (0..6).fold(factor, |x: u64, _| x.wrapping_mul(2u64.wrapping_sub(factor.wrapping_mul(x))))
    }

    /// Small numbers, as most answers are, numbers of any size, and many that begin their search at the same place.
    fn answers() -> impl Strategy<Value = u64> {
        let same_place = (any::<u32>(), 0u64..4).prop_map(|(low, place)| {
            let hash = 0xffff_ff00_0000_0000 | (place * 0x55) << 32 | u64::from(low);
            hash.wrapping_mul(inverse())
        });
        prop_oneof![0u64..40, any::<u64>(), same_place, prop::sample::select(vec![0, 1, u64::MAX, 1 << 32, 1 << 63])]
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// The second road is the standard library's table. What is not in it is not found either.
        #[test]
        fn answers_are_found_as_in_a_hash_map(
            steps in prop::collection::vec((answers(), 0..NONE), 0..300),
            others in prop::collection::vec(answers(), 0..50),
        ) {
            let (mut table, mut expected) = (Answers::default(), HashMap::new());
            for (answer, node) in steps {
                assert_eq!(table.find(answer), expected.get(&answer).copied());
                if let Entry::Vacant(place) = expected.entry(answer) {
                    place.insert(node);
                    table.insert(answer, node);
                }
            }
            for answer in expected.keys().copied().chain(others) {
                assert_eq!(table.find(answer), expected.get(&answer).copied());
            }
            assert!(table.taken == expected.len() && 2 * table.taken <= table.places.len());
        }
    }

    #[test]
    fn nothing_is_found_in_an_empty_table() {
        let mut table = Answers::default();
        assert_eq!([0, 1, u64::MAX].map(|answer| table.find(answer)), [None; 3]);
        table.insert(7, 0);
        assert_eq!([0, 7].map(|answer| table.find(answer)), [None, Some(0)], "an empty place is no answer 0");
    }
}
