//! A chooser that is a pure function of its key: what is chosen depends on nothing else.

use analyze::dice::mix;

/// Choices from a key, one after the other.
pub(crate) struct Choice(u64);

impl Choice {
    pub(crate) fn new(key: &[u64]) -> Choice {
        Choice(key.iter().fold(0x5eed, |all, &part| mix(all ^ mix(part.wrapping_add(0x9e37_79b9_7f4a_7c15)))))
    }

    /// A number from 0 to `bound` − 1; near enough to fair for a choice in a test.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0 = mix(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15));
        (((self.0 >> 32) * u64::from(bound)) >> 32) as u32
    }

    pub(crate) fn of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize].clone()
    }
}
