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

/// The questions on which the decisions at a root depend, and how their answers become one word.
#[derive(Clone, Debug)]
pub(super) struct Questions {
    /// By amount: above these, the answers do not change any more.
    most: u64,
    /// All bits of the other slots that matter.
    others: u64,
    /// Questions that no slot answers.
    more: Vec<Question>,
    /// The bits that no answers had so far.
    unseen: Parts,
    /// By how much each part is rotated so that no two of them have a bit in one place; `None` if there is no way.
    rotations: Option<[u32; 3]>,
    /// The rotation of the other slots where the words of a situation answer all questions, 1 in `is_longer` where not.
    rotation: u32,
    is_longer: u64,
    /// Of all packings of all roots the number of this one.
    packing: u32,
}

impl Questions {
    /// No questions yet; no two roots start with the same packing.
    pub(super) fn new(root: usize) -> Questions {
        let (packing, rotations) = (root as u32, Some([0; 3]));
        let (unseen, rotation, is_longer) = ([u64::MAX; 3], 0, 0);
        Questions { most: 0, others: 0, more: Vec::new(), unseen, rotations, rotation, is_longer, packing }
    }

    /// Makes keys tell the answers to a question apart.
    pub(super) fn include(&mut self, question: Question) {
        match question {
            Question::Slot { slot, most } if usize::from(slot) < AMOUNTS => {
                let known = self.most & at_slot(slot, MOST_IN_WORDS);
                self.most += known.max(at_slot(slot, most.min(MOST_IN_WORDS))) - known;
            }
            Question::Slot { slot, .. } => self.others |= at_slot(slot, MOST_IN_WORDS),
            other if !self.more.contains(&other) => {
                self.more.push(other);
                self.is_longer = 1;
            }
            _ => {}
        }
    }

    /// The key of a situation, if the words of it answer all questions and its packing has room for the answers.
    #[inline(always)]
    pub(super) fn short_key(&self, [amounts, others]: Words) -> Option<Key> {
        let (amounts, others) = (least(amounts, self.most), others & self.others);
        let missing = amounts & self.unseen[0] | others & self.unseen[1] | self.is_longer;
        let answers = amounts | others.rotate_left(self.rotation);
        (missing == 0).then_some(Key { answers, packing: self.packing })
    }

    /// The key of a situation, if it can be told in one; `answer` answers what the words of it do not. If the packing has
    /// no room for the answers it becomes another one, whose number is the next of `packings`.
    pub(super) fn key(
        &mut self,
        [amounts, others]: Words,
        answer: impl Fn(Question) -> u32,
        packings: &mut u32,
    ) -> Option<Key> {
        let mut more = 0;
        for (at, &question) in self.more.iter().enumerate() {
            let answer = answer(question);
            if at >= MOST_MORE || answer >= 1 << MORE_BITS {
                return None;
            }
            more |= u64::from(answer) << (MORE_BITS * at as u32);
        }
        let parts = [least(amounts, self.most), others & self.others, more];
        if parts.iter().zip(self.unseen).any(|(part, unseen)| part & unseen != 0) {
            self.make_room(parts);
            self.packing = *packings;
            *packings += 1;
        }
        let rotations = self.rotations?;
        let answers = parts.iter().zip(rotations).fold(0, |all, (part, rotation)| all | part.rotate_left(rotation));
        Some(Key { answers, packing: self.packing })
    }

    /// Packs answers so that these have room too.
    #[cold]
    fn make_room(&mut self, parts: Parts) {
        self.unseen.iter_mut().zip(parts).for_each(|(unseen, part)| *unseen &= !filled(part));
        self.rotations = rotations(self.unseen.map(|unseen| !unseen));
        self.rotation = self.rotations.map_or(0, |[_, second, _]| second);
        self.is_longer = u64::from(self.rotations.is_none() || !self.more.is_empty());
    }
}

/// By how much parts with these bits can be rotated so that no two have a bit in one place.
fn rotations(bits: Parts) -> Option<[u32; 3]> {
    let seconds = (0..64).filter(|&second| bits[0] & bits[1].rotate_left(second) == 0);
    seconds
        .flat_map(|second| (0..64).map(move |third| [0, second, third]))
        .find(|&[_, second, third]| (bits[0] | bits[1].rotate_left(second)) & bits[2].rotate_left(third) == 0)
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
