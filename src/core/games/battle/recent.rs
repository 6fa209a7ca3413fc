//! Answers that are worked out once for many games, and remembered.
//!
//! Owns [`Recent`]. What is asked for all the time stays; of the rest, what was asked for last.

use super::mixed::ByMix;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

/// Answers that depend on a key alone, shared by threads.
#[derive(Debug)]
pub struct Recent<K, A> {
    generations: RwLock<Generations<K, A>>,
    most: usize,
}

/// When there are too many young answers, they become the old ones, and the old ones are forgotten. An old answer that is asked
/// for becomes young again.
#[derive(Debug)]
struct Generations<K, A> {
    young: HashMap<K, A, ByMix>,
    old: HashMap<K, A, ByMix>,
}

impl<K: Eq + Hash, A: Clone> Recent<K, A> {
    /// Keeps at least the last `most` answers, and at most twice that number.
    pub fn last(most: usize) -> Recent<K, A> {
        let generations = Generations { young: HashMap::default(), old: HashMap::default() };
        Recent { generations: RwLock::new(generations), most }
    }

    /// The answer, found if it is not known. Two threads may find the same one at once.
    pub fn get(&self, key: K, find: impl FnOnce() -> A) -> A {
        // What another thread has left behind is whole: answers are put there in one go.
        let known = self.generations.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = known.young.get(&key) {
            return answer.clone();
        }
        let old = known.old.get(&key).cloned();
        drop(known);
        let answer = old.unwrap_or_else(find);
        let mut generations = self.generations.write().unwrap_or_else(PoisonError::into_inner);
        let Generations { young, old } = &mut *generations;
        let forgotten = (young.len() >= self.most).then(|| std::mem::replace(old, std::mem::take(young)));
        young.insert(key, answer.clone());
        // Others need not wait until they are gone.
        drop(generations);
        drop(forgotten);
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn what_is_asked_for_all_the_time_is_found_once() {
        let (recent, found) = (Recent::last(10), Cell::new(0));
        let ask = |key: u32| {
            let find = || {
                found.set(found.get() + 1);
                key * key
            };
            assert_eq!(recent.get(key, find), key * key);
        };
        for key in 1..1_000 {
            ask(key);
            ask(0);
        }
        assert_eq!(found.get(), 1_000);
        ask(1);
        assert_eq!(found.get(), 1_001, "what was asked for long ago is found again");
        let Generations { young, old } = &*recent.generations.read().unwrap();
        assert!(young.len() <= 10 && old.len() <= 10);
    }
}
