//! What a situation is in numbers, packed: a byte each.

use crate::games::declaration::{MOST_SLOTS, Slot, Slots};

/// How many numbers a word has.
pub(super) const IN_A_WORD: usize = 8;

/// The numbers of a situation, a byte each, the lowest slot first.
pub type Words = [u64; MOST_SLOTS / IN_A_WORD];

/// The most that has room in [`Words`].
pub const MOST_IN_WORDS: u32 = u8::MAX as u32;

/// A number at its slot's place in its word.
#[inline(always)]
pub const fn at_slot(slot: Slot, number: u32) -> u64 {
    (number as u64) << (8 * (slot as usize % IN_A_WORD))
}

/// The number of a slot.
#[inline(always)]
pub(super) const fn number(words: &Words, slot: Slot) -> u32 {
    (words[slot as usize / IN_A_WORD % words.len()] >> (8 * (slot as usize % IN_A_WORD))) as u32 & MOST_IN_WORDS
}

/// The numbers by slot.
#[inline]
pub fn slots(words: Words) -> Slots {
    std::array::from_fn(|slot| number(&words, slot as Slot))
}
