//! What decisions depend on, packed into keys: one look-up instead of a walk through a tree.
//!
//! Owns, for each root of decisions, which questions they depend on ([`Questions`]), how the answers are packed into a
//! key, and the table of decisions by key. Two situations with one key have the same answers to every question ever
//! asked there, so the decision of one is that of the other.

use crate::games::declaration::{AMOUNTS, MOST_SLOTS, Question, Slot, Slots};

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

/// The highest bit of every byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// By byte the smaller of two numbers.
#[inline(always)]
const fn least(x: u64, y: u64) -> u64 {
    // Without the highest bits no byte borrows from the next; those bits decide where they differ.
    let low = (y | HIGH) - (x & !HIGH);
    let enough = (y & !x | !(x ^ y) & low) & HIGH;
    let bytes = (enough << 1).wrapping_sub(enough >> 7);
    y ^ (x ^ y) & bytes
}

/// What tells situations apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// The numbers of the situation, as far as they matter.
    words: Words,
    /// The answers to questions that no slot answers.
    more: u64,
    root: u32,
}

/// The questions on which the decisions at a root depend.
#[derive(Clone, Debug)]
pub(super) struct Questions {
    root: u32,
    /// By amount: above these, the answers do not change any more.
    most: u64,
    /// All bits of the other slots that matter.
    others: u64,
    /// Questions that no slot answers.
    more: Vec<Question>,
}

/// The bits of an answer that no slot gives, and how many have room.
const MORE_BITS: u32 = 8;
const MOST_MORE: usize = 8;

impl Questions {
    /// No questions yet, at this root.
    pub(super) fn new(root: usize) -> Questions {
        Questions { root: root as u32, most: 0, others: 0, more: Vec::new() }
    }

    /// Makes keys tell the answers to a question apart. Keys made before stay right: whoever has one has the same answers to
    /// all questions that its decision depends on.
    pub(super) fn include(&mut self, question: Question) {
        match question {
            Question::Slot { slot, most } if usize::from(slot) < AMOUNTS => {
                let known = self.most & at_slot(slot, MOST_IN_WORDS);
                self.most += known.max(at_slot(slot, most.min(MOST_IN_WORDS))) - known;
            }
            Question::Slot { slot, .. } => self.others |= at_slot(slot, MOST_IN_WORDS),
            other if !self.more.contains(&other) => self.more.push(other),
            _ => {}
        }
    }

    /// The key of a situation, if the words of it answer all questions.
    #[inline(always)]
    pub(super) fn short_key(&self, words: Words) -> Option<Key> {
        self.more.is_empty().then(|| self.key_with(words, 0))
    }

    /// The key of a situation, if it can be told in one; `answer` answers what the words of it do not.
    pub(super) fn key(&self, words: Words, answer: impl Fn(Question) -> u32) -> Option<Key> {
        let mut more = 0;
        for (at, &question) in self.more.iter().enumerate() {
            let answer = answer(question);
            if at >= MOST_MORE || answer >= 1 << MORE_BITS {
                return None;
            }
            more |= u64::from(answer) << (MORE_BITS * at as u32);
        }
        Some(self.key_with(words, more))
    }

    #[inline(always)]
    fn key_with(&self, [amounts, others]: Words, more: u64) -> Key {
        Key { words: [least(amounts, self.most), others & self.others], more, root: self.root }
    }
}

/// A key with the number of its decision, side by side so that two fit in a line of the processor's cache.
#[derive(Clone, Copy, Debug)]
struct Place {
    words: Words,
    more: u64,
    root: u32,
    decision: u32,
}

impl Place {
    const EMPTY: Place = Place { words: [0; 2], more: 0, root: u32::MAX, decision: NONE };

    /// Whether this is the place of a key.
    // Without branches between the parts.
    #[inline(always)]
    fn is_of(&self, key: &Key) -> bool {
        let words = (self.words[0] ^ key.words[0]) | (self.words[1] ^ key.words[1]);
        words | (self.more ^ key.more) | u64::from(self.root ^ key.root) == 0
    }
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
        let mixed = key.words[0] ^ key.words[1].rotate_left(23) ^ key.more.rotate_left(41) ^ u64::from(key.root) << 52;
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// The number of the decision at a key, if it is known.
    #[inline(always)]
    pub(super) fn find(&self, key: Key) -> Option<u32> {
        let mut at = self.start(key);
        loop {
            let place = &self.places[at & (self.places.len() - 1)];
            if place.is_of(&key) {
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
        let Key { words, more, root } = key;
        self.put(Place { words, more, root, decision });
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
        let Place { words, more, root, .. } = place;
        let mask = self.places.len() - 1;
        let mut at = self.start(Key { words, more, root }) & mask;
        while self.places[at].decision != NONE {
            at = (at + 1) & mask;
        }
        self.places[at] = place;
        self.taken += 1;
    }
}
