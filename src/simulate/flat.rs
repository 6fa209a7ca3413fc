//! Decisions by key: one look-up instead of a walk through a tree.
//!
//! Owns the table. What goes into a key is for the games to say; two situations with one key must have the same
//! decision.

/// What tells situations apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// Answers to questions; never all bits set.
    pub answers: u64,
    /// More of them.
    pub more: u32,
}

/// What is stored: a number, mostly.
pub(super) trait Value: Copy + PartialEq {
    /// Stands for nothing stored.
    const NONE: Self;
}

impl Value for u32 {
    const NONE: u32 = u32::MAX;
}

/// A key with its decision, side by side so that four fit in a line of the cache.
#[derive(Clone, Copy, Debug)]
struct Place<V> {
    answers: u64,
    more: u32,
    value: V,
}

impl<V: Value> Place<V> {
    const EMPTY: Place<V> = Place { answers: u64::MAX, more: 0, value: V::NONE };

    #[inline]
    fn key(&self) -> Key {
        Key { answers: self.answers, more: self.more }
    }
}

/// Decisions by key.
#[derive(Debug)]
pub(super) struct Flat<V> {
    /// A power of two of places; at most a third of them are taken.
    places: Vec<Place<V>>,
    taken: usize,
    shift: u32,
}

impl<V: Value> Flat<V> {
    /// The most places: a table beyond the processor's cache would not be worth while.
    const MOST: usize = 1 << 17;
    const LEAST: usize = 1 << 10;

    /// No decisions.
    pub(super) fn new() -> Flat<V> {
        Flat::with_places(Self::LEAST)
    }

    fn with_places(places: usize) -> Flat<V> {
        Flat { places: vec![Place::EMPTY; places], taken: 0, shift: 64 - places.trailing_zeros() }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.places.fill(Place::EMPTY);
        self.taken = 0;
    }

    #[inline]
    fn start(&self, key: Key) -> usize {
        let mixed = (key.answers ^ u64::from(key.more) << 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> self.shift) as usize
    }

    /// The decision at a key, if it is known.
    #[inline(always)]
    pub(super) fn find(&self, key: Key) -> Option<V> {
        let mut at = self.start(key);
        loop {
            let place = &self.places[at & (self.places.len() - 1)];
            if place.key() == key {
                return Some(place.value);
            }
            if place.value == V::NONE {
                return None;
            }
            at += 1;
        }
    }

    /// Stores the decision at a key that has none.
    pub(super) fn insert(&mut self, key: Key, value: V) {
        if 3 * (self.taken + 1) > self.places.len() {
            if self.places.len() == Self::MOST {
                self.clear();
            } else {
                let larger = Flat::with_places(2 * self.places.len());
                let old = std::mem::replace(self, larger);
                let taken = old.places.into_iter().filter(|place| place.value != V::NONE);
                taken.for_each(|place| self.insert(place.key(), place.value));
            }
        }
        let mask = self.places.len() - 1;
        let mut at = self.start(key) & mask;
        while self.places[at].value != V::NONE {
            at = (at + 1) & mask;
        }
        self.places[at] = Place { answers: key.answers, more: key.more, value };
        self.taken += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_found_again_until_the_table_is_full() {
        let mut flat = Flat::new();
        let key = |number: u32| Key { answers: u64::from(number % 5000) << 30 | 3 << 49, more: number / 5000 };
        let value = |number: u32| number % 60_000;
        let most = Flat::<u32>::MOST as u32 / 3;
        for number in 0..most {
            assert_eq!(flat.find(key(number)), None);
            flat.insert(key(number), value(number));
        }
        for number in 0..most {
            assert_eq!(flat.find(key(number)), Some(value(number)));
        }
        flat.insert(key(most), value(most));
        assert_eq!(flat.find(key(most)), Some(value(most)));
        assert_eq!(flat.find(key(0)), None, "a full table begins anew");
        flat.clear();
        assert_eq!(flat.find(key(most)), None);
    }
}
