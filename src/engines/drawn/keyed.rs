//! Decisions by key: the answers to everything that a strategy was seen to ask, for those that would take too many places.
//!
//! Owns the keys and the table that they are looked up in, one at a time. A key is exact: it holds the answers, and what is
//! found under it was decided for the same. Where even more is asked, there is none.

use super::dense::{UNKNOWN, join};
use super::trees::MOST_ANSWERS;
use super::words::{IN_A_WORD, MOST_IN_WORDS, Words, at_slot, number};
use crate::dice::mix;
use crate::games::declaration::{Question, Slot, Within};
use std::hint::select_unpredictable as pick;

/// The answers to all that a strategy asks, and who asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Key {
    /// The numbers of slots, a byte each.
    slots: [[u32; 2]; 2],
    /// All the others.
    others: [u32; 2],
    /// The strategy and its root.
    root: u32,
}

/// What a strategy asks.
#[derive(Clone, Debug, Default)]
struct Asked {
    questions: Vec<Question>,
    /// All bits of the slots whose numbers make a difference wherever they differ.
    whole: Words,
    /// The slots of which they do within ends.
    within: Vec<(Slot, u32, u32)>,
    /// What no slot answers, and how many bits the answers take.
    others: Vec<(Question, u32)>,
    /// Whether the others have no room in a key.
    is_too_much: bool,
}

/// Decisions by key.
pub(super) struct Keyed {
    roots: usize,
    /// By strategy.
    asked: Vec<Asked>,
    /// 2 to the power of `bits`; a key belongs to one of them, or to its neighbour if that is full.
    buckets: Vec<Bucket>,
    bits: u32,
    filled: usize,
}

/// Keys with their decisions, [`UNKNOWN`] where there is none: as many as a processor fetches at once, compared without a
/// branch, which nobody could predict.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket {
    keys: [Key; OF_A_BUCKET],
    decisions: [u32; OF_A_BUCKET],
}

const OF_A_BUCKET: usize = 2;
/// How many buckets there are at first and at most: 2 to the power of these.
const FEWEST: u32 = 9;
const MOST: u32 = 19;
/// The table grows when one entry in so many is filled.
const ONE_IN: usize = 3;

impl Bucket {
    /// The decision under a key; [`UNKNOWN`] if there is none.
    #[inline(always)]
    fn find(&self, key: &Key) -> u32 {
        // At most one is this key; what has no decision adds nothing to it.
        let all = self.keys.iter().zip(&self.decisions);
        all.fold(UNKNOWN, |found, (here, decision)| found | pick(here.is(key), *decision, UNKNOWN))
    }

    /// Where a key stands or may stand.
    fn place(&self, key: &Key) -> Option<usize> {
        (0..OF_A_BUCKET).find(|&at| self.decisions[at] == UNKNOWN || self.keys[at] == *key)
    }
}

impl Key {
    /// Of numbers that are kept in halves, so that two keys and their decisions fill a line of the processor's cache.
    #[inline(always)]
    fn new(slots: Words, others: u64, root: u32) -> Key {
        Key { slots: slots.map(halves), others: halves(others), root }
    }

    /// Whether it is this one, found without a branch.
    #[inline(always)]
    fn is(&self, other: &Key) -> bool {
        let differ = |one: [u32; 2], other: [u32; 2]| (one[0] ^ other[0]) | (one[1] ^ other[1]);
        let slots = differ(self.slots[0], other.slots[0]) | differ(self.slots[1], other.slots[1]);
        (slots | differ(self.others, other.others) | (self.root ^ other.root)) == 0
    }

    /// The bucket that it belongs to among so many, 2 to the power of `bits`: each part is mixed into all bits, so that
    /// no pattern of keys is one of places.
    #[inline(always)]
    fn bucket(&self, bits: u32) -> usize {
        let [low, high] = self.slots.map(whole);
        let all = mix(mix(low ^ whole(self.others)).wrapping_add(high) ^ u64::from(self.root) << 32);
        (all >> (u64::BITS - bits)) as usize
    }
}

#[inline(always)]
fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> u32::BITS) as u32]
}

#[inline(always)]
fn whole([low, high]: [u32; 2]) -> u64 {
    u64::from(high) << u32::BITS | u64::from(low)
}

impl Asked {
    /// Takes note of a question; says whether keys are others now.
    fn learn(&mut self, question: Question) -> bool {
        if self.is_too_much || !join(&mut self.questions, question) {
            return false;
        }
        (self.whole, self.within, self.others) = Default::default();
        for &question in &self.questions {
            match (question, question.slot()) {
                (Question::Slot { within: Within::WHOLE, .. }, Some((slot, _))) => {
                    self.whole[slot as usize / IN_A_WORD] |= at_slot(slot, MOST_IN_WORDS);
                }
                (_, Some((slot, least))) => {
                    let [least, most] = [least, least.saturating_add(question.highest())];
                    self.within.push((slot, least.min(MOST_IN_WORDS), most.min(MOST_IN_WORDS)));
                }
                (_, None) => {
                    let highest = question.highest().min(MOST_ANSWERS - 1);
                    self.others.push((question, u32::BITS - highest.leading_zeros()));
                }
            }
        }
        self.is_too_much = self.others.iter().map(|(_, bits)| bits).sum::<u32>() > u64::BITS;
        true
    }
}

impl Keyed {
    /// No decisions yet, of strategies with so many roots each.
    pub(super) fn new(strategies: usize, roots: usize) -> Keyed {
        let buckets = vec![Bucket::default(); 1 << FEWEST];
        Keyed { roots, asked: vec![Asked::default(); strategies], buckets, bits: FEWEST, filled: 0 }
    }

    /// Forgets the decisions.
    pub(super) fn clear(&mut self) {
        self.buckets = vec![Bucket::default(); 1 << FEWEST];
        (self.bits, self.filled) = (FEWEST, 0);
    }

    /// Takes note of what a strategy asks.
    pub(super) fn learn(&mut self, strategy: usize, asked: impl Iterator<Item = Question>) {
        let are_others = asked.fold(false, |others, question| self.asked[strategy].learn(question) | others);
        if are_others {
            self.clear();
        }
    }

    /// The key of a situation with these numbers and these other answers, if it has one.
    #[inline(always)]
    pub(super) fn key(
        &self,
        (strategy, root): (usize, usize),
        words: &Words,
        answer: impl Fn(Question) -> u32,
    ) -> Option<Key> {
        let asked = &self.asked[strategy];
        if asked.is_too_much {
            return None;
        }
        let mut slots: Words = std::array::from_fn(|word| words[word] & asked.whole[word]);
        for &(slot, least, most) in &asked.within {
            slots[slot as usize / IN_A_WORD % words.len()] |= at_slot(slot, number(words, slot).clamp(least, most));
        }
        let mut others = 0;
        for &(question, bits) in &asked.others {
            let answer = answer(question);
            if answer >= MOST_ANSWERS {
                return None;
            }
            others = others << bits | u64::from(answer);
        }
        Some(Key::new(slots, others, (strategy * self.roots + root) as u32))
    }

    /// The decision under a key; [`UNKNOWN`] if there is none.
    #[inline(always)]
    pub(super) fn find(&self, key: &Key) -> u32 {
        let at = key.bucket(self.bits);
        match self.buckets[at].find(key) {
            UNKNOWN => self.buckets[at ^ 1].find(key),
            found => found,
        }
    }

    /// Stores a decision, for which another may be forgotten.
    pub(super) fn store(&mut self, key: Key, decision: u32) {
        if self.filled * ONE_IN >= self.buckets.len() * OF_A_BUCKET {
            self.grow();
        }
        let bucket = key.bucket(self.bits);
        let place = |of: usize| self.buckets[of].place(&key).map(|at| (of, at));
        let (of, at) = place(bucket).or_else(|| place(bucket ^ 1)).unwrap_or((bucket, decision as usize % OF_A_BUCKET));
        let Bucket { keys, decisions } = &mut self.buckets[of];
        self.filled += usize::from(decisions[at] == UNKNOWN);
        (keys[at], decisions[at]) = (key, decision);
    }

    /// Twice as many buckets; none of the decisions if there are as many as there may be.
    fn grow(&mut self) {
        if self.bits == MOST {
            return self.clear();
        }
        (self.bits, self.filled) = (self.bits + 1, 0);
        let old = std::mem::replace(&mut self.buckets, vec![Bucket::default(); 1 << self.bits]);
        let all = old.into_iter().flat_map(|Bucket { keys, decisions }| keys.into_iter().zip(decisions));
        all.filter(|(_, decision)| *decision != UNKNOWN).for_each(|(key, decision)| self.store(key, decision));
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Situation, answer, question, situation, words};
    use super::*;
    use proptest::prelude::*;

    fn key(keyed: &Keyed, at: (usize, usize), of: &Situation) -> Option<Key> {
        keyed.key(at, &words(of), |question| answer(of, question))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        /// What is found was stored for the same answers to everything asked so far, by the same strategy at the same root;
        /// what was stored last is found.
        #[test]
        fn a_key_has_the_decision_of_its_answers(
            steps in prop::collection::vec((0..2usize, 0..3usize, prop::collection::vec(question(), 0..2), situation()), 1..60),
        ) {
            let mut keyed = Keyed::new(2, 3);
            let mut asked = [Vec::new(), Vec::new()];
            let mut stored = Vec::<((usize, usize), Situation)>::new();
            for (strategy, root, questions, situation) in steps {
                keyed.learn(strategy, questions.iter().copied());
                asked[strategy].extend(questions);
                stored.push(((strategy, root), situation));
                let at = key(&keyed, (strategy, root), &situation).unwrap();
                keyed.store(at, stored.len() as u32);
                prop_assert_eq!(keyed.find(&at), stored.len() as u32);
                for (of, situation) in &stored {
                    let found = keyed.find(&key(&keyed, *of, situation).unwrap());
                    if found != UNKNOWN {
                        let (other, others) = stored[found as usize - 1];
                        prop_assert_eq!(other, *of);
                        for &question in &asked[of.0] {
                            prop_assert_eq!(answer(situation, question), answer(&others, question), "{:?}", question);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn few_decisions_are_lost_while_the_table_grows() {
        let mut keyed = Keyed::new(1, 1);
        keyed.learn(0, (0..4).map(|slot| Question::Slot { slot, within: Within::WHOLE }));
        // Numbers that differ in the lowest bits alone, in the highest, and in a few bits of several slots.
        let keys: [fn(u32) -> Words; 4] = [
            |number| [u64::from(number), 0],
            |number| [0, u64::from(number) << 48],
            |number| [at_slot(1, number % 50) | at_slot(4, number / 50 % 50), u64::from(number / 2_500)],
            |number| {
                [
                    at_slot(5, number % 8) | at_slot(2, number / 8 % 8),
                    at_slot(15, number / 64 % 8) | u64::from(number / 512),
                ]
            },
        ];
        for slots in keys {
            keyed.clear();
            let key = |number: u32| Key::new(slots(number), 0, 0);
            (1..=50_000).for_each(|number| keyed.store(key(number), number));
            let found: Vec<u32> = (1..=50_000).map(|number| keyed.find(&key(number))).collect();
            assert!((1..).zip(&found).all(|(number, found)| [UNKNOWN, number].contains(found)));
            let lost = found.iter().filter(|found| **found == UNKNOWN).count();
            assert!(lost < 1_500, "{lost}");
        }
    }

    #[test]
    fn what_depends_on_too_much_has_no_key() {
        let mut keyed = Keyed::new(2, 1);
        let coins = |tosses| (0..tosses).map(|toss| Question::Coin { toss, sides: 64 });
        keyed.learn(0, coins(10));
        keyed.learn(1, coins(11));
        let key = |strategy| keyed.key((strategy, 0), &[0; 2], |_| 63);
        assert_eq!((key(0).map(|key| whole(key.others)), key(1)), (Some((1 << 60) - 1), None));
        assert_eq!(keyed.key((0, 0), &[0; 2], |_| MOST_ANSWERS), None);
    }
}
