//! What decisions depend on, packed into keys: one look-up instead of a walk through a tree.
//!
//! Owns, for each root of decisions, which questions they depend on ([`Questions`]), how the answers are packed into a
//! key, and the table of decisions by key. Two situations with one key have the same answers to every question ever
//! asked there, so the decision of one is that of the other.

use crate::games::declaration::{AMOUNTS, MOST_SLOTS, Question, Slot, Slots, Within};

/// The numbers of a situation, a byte each, the lowest first: amounts in the first word, the other slots in the second.
pub type Words = [u64; MOST_SLOTS / AMOUNTS];

/// The most that has room in [`Words`].
pub const MOST_IN_WORDS: u32 = u8::MAX as u32;

/// A number at its slot's place in its word.
#[inline(always)]
pub const fn at_slot(slot: Slot, number: u32) -> u64 {
    (number as u64) << (8 * (slot as usize % AMOUNTS))
}

/// The numbers by slot.
pub fn slots(words: Words) -> Slots {
    std::array::from_fn(|slot| (words[slot / AMOUNTS] >> (8 * (slot % AMOUNTS))) as u32 & MOST_IN_WORDS)
}

/// The most up to which an amount is capped.
const MOST_CAPPED: u32 = 127;

/// The highest bit of every byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// By byte the smaller of a number and one below 128.
#[inline(always)]
const fn least(x: u64, most: u64) -> u64 {
    // Without the highest bit no byte borrows from the next; one that has it is not the smaller.
    let enough = (most | HIGH).wrapping_sub(x & !HIGH) & !x & HIGH;
    most ^ (x ^ most) & (enough - (enough >> 7))
}

/// Every bit below the highest one of each byte, and that one too.
const fn filled(bytes: u64) -> u64 {
    let bytes = bytes | bytes >> 1 & 0x7f7f_7f7f_7f7f_7f7f;
    let bytes = bytes | bytes >> 2 & 0x3f3f_3f3f_3f3f_3f3f;
    bytes | bytes >> 4 & 0x0f0f_0f0f_0f0f_0f0f
}

/// What tells situations apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// What matters of the situation.
    answers: u64,
    /// How it is packed, at which root.
    packing: u32,
}

/// The bits of an answer that no slot gives, and how many have room.
const MORE_BITS: u32 = 8;
const MOST_MORE: usize = 8;

/// What matters of a situation: amounts, other slots, answers that no slot gives.
type Parts = [u64; 3];

/// The questions on which the decisions at a root depend, and how their answers become one word. What every look-up
/// reads is kept small.
#[derive(Clone, Debug)]
pub(super) struct Questions {
    /// By amount: above these, the answers do not change any more; and all bits of those that matter whole, because they
    /// matter beyond 127.
    most: u64,
    whole: u64,
    /// All bits of the other slots that matter.
    others: u64,
    /// The bits of both that no answers had so far.
    unseen: [u64; 2],
    /// By how much the other slots are rotated, so that they have no bit where an amount has one; [`LONGER`] is set where
    /// the words of a situation do not make its key.
    rotation: u32,
    /// Of all packings of all roots the number of this one.
    packing: u32,
    longer: Box<Longer>,
}

/// What keys are made of beyond the words of a situation.
#[derive(Clone, Debug)]
struct Longer {
    /// Questions that no slot answers.
    questions: Vec<Question>,
    /// By other slot: above these, the answers do not change any more; in keys they matter whole.
    others: u64,
    /// The bits that no answers to these had so far.
    unseen: u64,
    /// By how much the answers are rotated; `None` if there is no way to keep all parts apart.
    rotation: Option<u32>,
}

/// More than any rotation.
const LONGER: u32 = 64;

impl Questions {
    /// No questions yet; no two roots start with the same packing.
    pub(super) fn new(root: usize) -> Questions {
        let longer = Box::new(Longer { questions: Vec::new(), others: 0, unseen: u64::MAX, rotation: Some(0) });
        Questions { most: 0, whole: 0, others: 0, unseen: [u64::MAX; 2], rotation: 0, packing: root as u32, longer }
    }

    /// Makes keys tell the answers to a question apart.
    pub(super) fn include(&mut self, question: Question) {
        match question {
            Question::Slot { slot, within: Within { most, .. } } if usize::from(slot) < AMOUNTS => {
                let all = at_slot(slot, MOST_IN_WORDS);
                if most > MOST_CAPPED {
                    self.whole |= all;
                }
                let most = (self.most & all).max(at_slot(slot, most.min(MOST_CAPPED)));
                self.most = (self.most & !all | most) & !self.whole;
            }
            Question::Slot { slot, within: Within { most, .. } } => {
                let all = at_slot(slot, MOST_IN_WORDS);
                self.others |= all;
                let most = (self.longer.others & all).max(at_slot(slot, most.min(MOST_IN_WORDS)));
                self.longer.others = self.longer.others & !all | most;
            }
            other if !self.longer.questions.contains(&other) => {
                self.longer.questions.push(other);
                self.rotation |= LONGER;
            }
            _ => {}
        }
    }

    /// By slot up to which number it matters, 0 where it does not; `None` if more matters than slots.
    pub(super) fn slots(&self) -> Option<Slots> {
        let most = slots([self.most | self.whole, self.longer.others]);
        self.longer.questions.is_empty().then_some(most)
    }

    /// What matters of the words of a situation.
    #[inline(always)]
    fn matters(&self, [amounts, others]: Words) -> Words {
        [least(amounts, self.most) | amounts & self.whole, others & self.others]
    }

    /// The key of a situation, if the words of it answer all questions and its packing has room for the answers.
    #[inline(always)]
    pub(super) fn short_key(&self, words: Words) -> Option<Key> {
        let [amounts, others] = self.matters(words);
        let missing = amounts & self.unseen[0] | others & self.unseen[1] | u64::from(self.rotation & LONGER);
        let answers = amounts | others.rotate_left(self.rotation);
        (missing == 0).then_some(Key { answers, packing: self.packing })
    }

    /// The key of a situation, if it has room in one; `answer` answers what the words of it do not. If the packing has
    /// no room for the answers it becomes another one, whose number is the next of `packings`.
    pub(super) fn key(&mut self, words: Words, answer: impl Fn(Question) -> u32, packings: &mut u32) -> Option<Key> {
        let mut more = 0;
        for (at, &question) in self.longer.questions.iter().enumerate() {
            let answer = answer(question);
            if at >= MOST_MORE || answer >= 1 << MORE_BITS {
                return None;
            }
            more |= u64::from(answer) << (MORE_BITS * at as u32);
        }
        let [amounts, others] = self.matters(words);
        if amounts & self.unseen[0] | others & self.unseen[1] | more & self.longer.unseen != 0 {
            self.make_room([amounts, others, more]);
            self.packing = *packings;
            *packings += 1;
        }
        let more = more.rotate_left(self.longer.rotation?);
        Some(Key { answers: amounts | others.rotate_left(self.rotation) | more, packing: self.packing })
    }

    /// Packs answers so that these have room too.
    #[cold]
    fn make_room(&mut self, [amounts, others, more]: Parts) {
        self.unseen[0] &= !filled(amounts);
        self.unseen[1] &= !filled(others);
        self.longer.unseen &= !filled(more);
        let rotations = rotations([!self.unseen[0], !self.unseen[1], !self.longer.unseen]);
        self.longer.rotation = rotations.map(|(_, more)| more);
        self.rotation = match rotations {
            Some((others, _)) if self.longer.questions.is_empty() => others,
            Some((others, _)) => others | LONGER,
            None => LONGER,
        };
    }
}

/// By how much the second and the third of parts with these bits can be rotated so that no two have a bit in one place.
fn rotations([amounts, others, more]: Parts) -> Option<(u32, u32)> {
    let seconds = (0..64).filter(|&second| amounts & others.rotate_left(second) == 0);
    let mut all = seconds.flat_map(|second| (0..64).map(move |third| (second, third)));
    all.find(|&(second, third)| (amounts | others.rotate_left(second)) & more.rotate_left(third) == 0)
}

/// A key with the number of its decision, side by side so that four fit in a line of the processor's cache.
#[derive(Clone, Copy, Debug)]
struct Place {
    key: Key,
    decision: u32,
}

impl Place {
    const EMPTY: Place = Place { key: Key { answers: 0, packing: u32::MAX }, decision: NONE };
}

/// No decision.
const NONE: u32 = u32::MAX;

/// Decisions by key.
#[derive(Debug)]
pub(super) struct ByKey {
    /// A power of two of places; at most a third of them are taken.
    places: Vec<Place>,
    taken: usize,
    shift: u32,
}

impl ByKey {
    /// The most places: a table beyond the processor's cache would not be worth while.
    const MOST: usize = 1 << 17;
    const LEAST: usize = 1 << 10;

    /// No decisions.
    pub(super) fn new() -> ByKey {
        ByKey::with_places(Self::LEAST)
    }

    fn with_places(places: usize) -> ByKey {
        ByKey { places: vec![Place::EMPTY; places], taken: 0, shift: 64 - places.trailing_zeros() }
    }

    #[inline]
    fn start(&self, key: Key) -> usize {
        let mixed = (key.answers ^ u64::from(key.packing) << 52).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> self.shift) as usize
    }

    /// The number of the decision at a key, if it is known.
    #[inline(always)]
    pub(super) fn find(&self, key: Key) -> Option<u32> {
        let mut at = self.start(key);
        loop {
            let place = &self.places[at & (self.places.len() - 1)];
            if place.key == key {
                return Some(place.decision);
            }
            if place.decision == NONE {
                return None;
            }
            at += 1;
        }
    }

    /// Stores the number of the decision at a key that has none.
    pub(super) fn insert(&mut self, key: Key, decision: u32) {
        if 3 * (self.taken + 1) > self.places.len() {
            self.make_room();
        }
        self.put(Place { key, decision });
    }

    /// Twice as many places; where that are too many, forgets all.
    #[cold]
    fn make_room(&mut self) {
        if self.places.len() == Self::MOST {
            self.places.fill(Place::EMPTY);
            self.taken = 0;
            return;
        }
        let old = std::mem::replace(self, ByKey::with_places(2 * self.places.len()));
        old.places.into_iter().filter(|place| place.decision != NONE).for_each(|place| self.put(place));
    }

    /// Puts a place where it is found.
    fn put(&mut self, place: Place) {
        let mask = self.places.len() - 1;
        let mut at = self.start(place.key) & mask;
        while self.places[at].decision != NONE {
            at = (at + 1) & mask;
        }
        self.places[at] = place;
        self.taken += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::declaration::ObservableIndex;
    use proptest::prelude::*;

    type Situation = ([u8; MOST_SLOTS], [u32; 3]);

    fn words((slots, _): &Situation) -> Words {
        std::array::from_fn(|word| u64::from_le_bytes(std::array::from_fn(|byte| slots[word * AMOUNTS + byte])))
    }

    fn answer((slots, more): &Situation, question: Question) -> u32 {
        match question {
            Question::Slot { slot, within } => within.of(u32::from(slots[usize::from(slot)])) - within.least,
            Question::Answer { observable, within, .. } => within.of(more[usize::from(observable.0)]) - within.least,
            Question::Difference { .. } | Question::Coin { .. } => 0,
        }
    }

    fn question() -> impl Strategy<Value = Question> {
        let within = || {
            (0..4u32, prop_oneof![0..12u32, Just(u32::MAX)])
                .prop_map(|(least, more)| Within { least, most: least.saturating_add(more) })
        };
        prop_oneof![
            (0..MOST_SLOTS as Slot, within()).prop_map(|(slot, within)| Question::Slot { slot, within }),
            (0..3u8, within()).prop_map(|(at, within)| Question::Answer {
                observable: ObservableIndex(at),
                of: 0,
                within
            }),
        ]
    }

    /// Small numbers mostly, so that situations often agree.
    fn situation() -> impl Strategy<Value = Situation> {
        let number = prop_oneof![4 => 0..3u8, 1 => any::<u8>()];
        (prop::array::uniform16(number), prop::array::uniform3(prop_oneof![8 => 0..3u32, 1 => 0..300u32]))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        /// Also keys made before further questions came or an answer needed more room, and those of another root.
        #[test]
        fn situations_with_one_key_have_the_same_answers(
            steps in prop::collection::vec((prop::collection::vec(question(), 0..3), situation(), 0..2usize), 1..40),
        ) {
            let (mut roots, mut packings) = ([0, 1].map(Questions::new), 2);
            let (mut asked, mut known) = ([Vec::new(), Vec::new()], Vec::<(Key, usize, Vec<(Question, u32)>)>::new());
            for (questions, situation, root) in steps {
                asked[root].extend_from_slice(&questions);
                questions.iter().for_each(|&question| roots[root].include(question));
                let Some(key) = roots[root].key(words(&situation), |asked| answer(&situation, asked), &mut packings)
                else { continue };
                let short = roots[root].short_key(words(&situation));
                prop_assert!(short.is_none_or(|short| short == key));
                for (_, of, answers) in known.iter().filter(|(other, ..)| *other == key) {
                    prop_assert_eq!(*of, root);
                    for &(asked, expected) in answers {
                        prop_assert_eq!(answer(&situation, asked), expected, "{:?}", asked);
                    }
                }
                let answers = asked[root].iter().map(|&asked| (asked, answer(&situation, asked))).collect();
                known.push((key, root, answers));
            }
        }
    }

    #[test]
    fn what_has_no_room_in_a_word_has_no_key() {
        let (mut questions, mut packings) = (Questions::new(0), 1);
        let mut key = |slots: Slot, situation: &Situation| {
            (0..slots).for_each(|slot| questions.include(Question::Slot { slot, within: Within::WHOLE }));
            questions.key(words(situation), |asked| answer(situation, asked), &mut packings)
        };
        let full = ([u8::MAX; MOST_SLOTS], [0; 3]);
        assert!(key(AMOUNTS as Slot, &full).is_some());
        assert_eq!(key(AMOUNTS as Slot + 1, &full), None);
        assert_eq!(key(MOST_SLOTS as Slot, &([1; MOST_SLOTS], [0; 3])), None, "bits that were seen keep their places");
    }
}
