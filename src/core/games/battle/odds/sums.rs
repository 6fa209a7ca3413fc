//! Chances by what they are of, and how much work may be done for them.
//!
//! Owns [`Sum`], in which equal things are added up in the order in which they were first met, so that the same
//! questions get the same bits on every machine; and [`Work`].

use super::super::mixed::ByMix;
use super::Unsolved;
use std::collections::HashMap;
use std::hash::Hash;

/// Chances of different things.
#[derive(Clone, Debug)]
pub(super) struct Sum<K> {
    places: HashMap<K, usize, ByMix>,
    all: Vec<(K, f64)>,
}

impl<K> Default for Sum<K> {
    fn default() -> Sum<K> {
        Sum { places: HashMap::default(), all: Vec::new() }
    }
}

impl<K: Clone + Eq + Hash> Sum<K> {
    /// One thing for sure.
    pub(super) fn of(key: K) -> Sum<K> {
        Sum::of_chance(key, 1.0)
    }

    /// One thing with its chance.
    pub(super) fn of_chance(key: K, chance: f64) -> Sum<K> {
        let mut sum = Sum::default();
        sum.add(key, chance);
        sum
    }

    pub(super) fn add(&mut self, key: K, chance: f64) {
        match self.places.get(&key) {
            Some(&place) => self.all[place].1 += chance,
            None => {
                self.places.insert(key.clone(), self.all.len());
                self.all.push((key, chance));
            }
        }
    }

    pub(super) fn all(&self) -> &[(K, f64)] {
        &self.all
    }

    pub(super) fn into_all(self) -> Vec<(K, f64)> {
        self.all
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn total(&self) -> f64 {
        self.all.iter().map(|(_, chance)| chance).sum()
    }
}

/// How many more cases may be looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work(u64);

impl Work {
    pub(super) const fn up_to(cases: u64) -> Work {
        Work(cases)
    }

    /// How many more cases may be looked at.
    pub(super) const fn left(&self) -> u64 {
        self.0
    }

    /// Looks at so many cases.
    ///
    /// # Errors
    /// If these are too many.
    pub(super) fn spend(&mut self, cases: usize) -> Result<(), Unsolved> {
        match self.0.checked_sub(cases as u64) {
            Some(left) => {
                self.0 = left;
                Ok(())
            }
            None => Err(Unsolved::TooLarge),
        }
    }
}
