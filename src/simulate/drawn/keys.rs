//! What decisions depend on, packed into keys: one look-up instead of a walk through a tree.
//!
//! Owns, for each root of decisions, which questions they depend on ([`Questions`]), how the answers are packed into a
//! key, and the table of decisions by key. Two situations with one key have the same answers to every question ever
//! asked there, so the decision of one is that of the other.

use crate::games::declaration::{AMOUNTS, Question, Slots};

/// How the numbers of a game's situations stand in two words: amounts in the first, in lanes of the same width whose
/// highest bit is free; marks in the second.
#[derive(Clone, Copy, Debug)]
pub struct KeyLayout {
    /// The bits of a lane.
    pub lane: u32,
    /// Where the marks stand, from the first slot after the amounts on.
    pub marks: &'static [Mark],
}

/// Where a mark stands.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// Its lowest bit.
    pub shift: u32,
    /// How many bits it has.
    pub bits: u32,
}

impl KeyLayout {
    /// The highest bit of every lane.
    const fn signs(self) -> u64 {
        let (mut signs, mut at) = (0, 0);
        while at < AMOUNTS as u32 {
            signs |= 1 << (at * self.lane + self.lane - 1);
            at += 1;
        }
        signs
    }

    /// By lane the smaller of two numbers.
    #[inline(always)]
    const fn least(self, amounts: u64, most: u64) -> u64 {
        let signs = self.signs();
        let enough = ((most | signs) - amounts) & signs;
        let lanes = enough - (enough >> (self.lane - 1));
        amounts & lanes | most & !lanes
    }

    /// The numbers of a situation as keys have them; each must have room.
    // Plain loops over arrays: compilers unroll these, and whatever is built on closures not always.
    #[inline(always)]
    pub const fn words(self, slots: &Slots) -> [u64; 2] {
        let (mut amounts, mut marks, mut slot) = (0, 0, 0);
        while slot < AMOUNTS {
            amounts |= (slots[slot] as u64) << (slot as u32 * self.lane);
            slot += 1;
        }
        while slot < AMOUNTS + self.marks.len() {
            marks |= (slots[slot] as u64) << self.marks[slot - AMOUNTS].shift;
            slot += 1;
        }
        [amounts, marks]
    }

    /// The greatest amount that has room in a lane.
    pub const fn most(self) -> u32 {
        (1 << (self.lane - 1)) - 1
    }
}

/// What tells situations apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    amounts: u64,
    marks: u64,
    /// The answers to questions that no slot answers.
    more: u64,
    root: u32,
}

/// The questions on which the decisions at a root depend.
#[derive(Clone, Debug)]
pub(super) struct Questions {
    layout: KeyLayout,
    root: u32,
    /// By lane: above these, the answers do not change any more.
    most: u64,
    /// The bits of the marks that matter.
    mask: u64,
    /// Questions that no slot answers.
    more: Vec<Question>,
    /// Whether all can be told in a key.
    fits: bool,
}

/// The bits of an answer that no slot gives, and how many have room.
const MORE_BITS: u32 = 8;
const MOST_MORE: usize = 8;

impl Questions {
    /// No questions yet, at this root.
    pub(super) fn new(layout: KeyLayout, root: usize) -> Questions {
        Questions { layout, root: root as u32, most: 0, mask: 0, more: Vec::new(), fits: true }
    }

    /// Makes keys tell the answers to a question apart; says whether they did not before.
    pub(super) fn include(&mut self, question: Question) -> bool {
        let (most, mask, more) = (self.most, self.mask, self.more.len());
        match question {
            Question::Slot { slot, most } if usize::from(slot) < AMOUNTS => self.tell(slot.into(), most),
            Question::Slot { slot, .. } => {
                let Mark { shift, bits } = self.layout.marks[usize::from(slot) - AMOUNTS];
                self.mask |= ((1 << bits) - 1) << shift;
            }
            other if !self.more.contains(&other) => self.more.push(other),
            _ => {}
        }
        self.fits &= self.more.len() <= MOST_MORE;
        (most, mask, more) != (self.most, self.mask, self.more.len())
    }

    fn tell(&mut self, lane: u32, most: u32) {
        let (shift, all) = (lane * self.layout.lane, u64::from(self.layout.most()));
        let known = self.most >> shift & all;
        self.most += (known.max(all.min(most.into())) - known) << shift;
    }

    /// The key of a situation, if it can be told in one; `answer` answers what the words of it do not.
    #[inline(always)]
    pub(super) fn key(&self, [amounts, marks]: [u64; 2], answer: impl Fn(Question) -> u32) -> Option<Key> {
        let amounts = self.layout.least(amounts, self.most);
        let more = if self.more.is_empty() { 0 } else { self.more(answer)? };
        Some(Key { amounts, marks: marks & self.mask, more, root: self.root })
    }

    #[inline(never)]
    fn more(&self, answer: impl Fn(Question) -> u32) -> Option<u64> {
        let mut more = 0;
        for &question in &self.more {
            let answer = answer(question);
            if !self.fits || answer >= 1 << MORE_BITS {
                return None;
            }
            more = more << MORE_BITS | u64::from(answer);
        }
        Some(more)
    }
}

/// A key with the number of its decision, side by side so that two fit in a line of the processor's cache.
#[derive(Clone, Copy, Debug)]
struct Place {
    key: Key,
    decision: u32,
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
        let empty = Place { key: Key { amounts: 0, marks: 0, more: 0, root: u32::MAX }, decision: NONE };
        ByKey { places: vec![empty; places], taken: 0, shift: 64 - places.trailing_zeros() }
    }

    #[inline]
    fn start(&self, key: Key) -> usize {
        let mixed = key.amounts ^ key.marks.rotate_left(23) ^ key.more.rotate_left(41) ^ u64::from(key.root) << 52;
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
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
            let larger = if self.places.len() == Self::MOST { Self::LEAST } else { 2 * self.places.len() };
            let old = std::mem::replace(self, ByKey::with_places(larger));
            let kept = old.places.into_iter().filter(|place| place.decision != NONE && larger > Self::LEAST);
            kept.for_each(|place| self.insert(place.key, place.decision));
        }
        let mask = self.places.len() - 1;
        let mut at = self.start(key) & mask;
        while self.places[at].decision != NONE {
            at = (at + 1) & mask;
        }
        self.places[at] = Place { key, decision };
        self.taken += 1;
    }
}
