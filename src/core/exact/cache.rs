//! Caches that many threads share, with a bound on their memory.
//!
//! Owns what is stored where, and what gives way. What belongs to a place or a key is a function of it alone, so only time
//! depends on which thread put it there and whether it is made again because there was no room for it.

use crate::dice::mix;
use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// A number that is made when it is first asked for.
pub(super) struct LazyNumber(AtomicU64);

impl LazyNumber {
    /// The bits of an `f64` that is not a number, and not one that arithmetic makes.
    const ABSENT: u64 = u64::MAX;

    /// The number, from `make` if it is not there. Threads that ask at the same time may each make it.
    ///
    /// # Errors
    /// What `make` gives; the next to ask makes it again.
    #[inline]
    pub(super) fn get_or_make<E>(&self, make: impl FnOnce() -> Result<f64, E>) -> Result<f64, E> {
        // The bits are all there is to read, so they need no order with anything else.
        match self.0.load(Ordering::Relaxed) {
            LazyNumber::ABSENT => make().inspect(|number| self.0.store(number.to_bits(), Ordering::Relaxed)),
            bits => Ok(f64::from_bits(bits)),
        }
    }
}

impl Default for LazyNumber {
    fn default() -> LazyNumber {
        LazyNumber(AtomicU64::new(LazyNumber::ABSENT))
    }
}

/// What something in a cache is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key(pub u64, pub u64);

impl Key {
    fn shard(self) -> usize {
        mix(self.0 ^ mix(self.1)) as usize % SHARDS
    }
}

/// Values by key. The first fill three quarters of the memory and stay; the others share what is left, the oldest giving
/// way.
pub(super) struct Cache<T>([RwLock<Shard<T>>; SHARDS]);

/// Among how many locks the values are spread.
const SHARDS: usize = 8;

impl<T> Cache<T> {
    /// Memory for `room` bytes of values, and beyond that for one value under each lock that is larger than the room there.
    pub(super) fn new(room: usize) -> Cache<T> {
        let later = room / 4 / SHARDS;
        let first = room / SHARDS - later;
        let shard = || Shard { values: HashMap::new(), first, later, order: VecDeque::new() };
        Cache(std::array::from_fn(|_| RwLock::new(shard())))
    }

    /// The value under `key`, of `bytes` bytes, from `make` if it is not there. Threads that ask at the
    /// same time may each make it.
    ///
    /// # Errors
    /// What `make` gives; the next to ask makes it again.
    #[inline]
    pub(super) fn get_or_make<E>(
        &self,
        key: Key,
        bytes: usize,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let shard = &self.0[key.shard()];
        if let Some(known) = shard.read().unwrap_or_else(PoisonError::into_inner).values.get(&key) {
            return Ok(Arc::clone(known));
        }
        let made = Arc::new(make()?);
        shard.write().unwrap_or_else(PoisonError::into_inner).put(key, bytes, Arc::clone(&made));
        Ok(made)
    }

    /// [`Cache::get_or_make`] for what cannot fail.
    pub(super) fn get(&self, key: Key, bytes: usize, make: impl FnOnce() -> T) -> Arc<T> {
        let Ok(found) = self.get_or_make(key, bytes, || Ok::<_, Infallible>(make()));
        found
    }
}

/// The values under one lock.
struct Shard<T> {
    values: HashMap<Key, Arc<T>>,
    /// Bytes left for values that stay.
    first: usize,
    /// Bytes left for those that give way.
    later: usize,
    /// The keys of those with their bytes, oldest first.
    order: VecDeque<(Key, usize)>,
}

impl<T> Shard<T> {
    /// Adds a value unless it is there. A value that is larger than the room takes all of it until the next one comes, because
    /// the same value is often asked for many times in a row.
    fn put(&mut self, key: Key, bytes: usize, value: Arc<T>) {
        if self.values.contains_key(&key) {
            return;
        }
        if let Some(left) = self.first.checked_sub(bytes) {
            self.first = left;
        } else {
            while self.later < bytes {
                let Some((oldest, freed)) = self.order.pop_front() else { break };
                self.values.remove(&oldest);
                self.later += freed;
            }
            let taken = bytes.min(self.later);
            if taken == 0 {
                return;
            }
            self.later -= taken;
            self.order.push_back((key, taken));
        }
        self.values.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn key(number: u64) -> Key {
        Key(number % 3, number)
    }

    /// A cache of numbers that counts how often one is made; a number takes as many bytes as it says.
    struct Counted {
        cache: Cache<u64>,
        made: Cell<u32>,
    }

    impl Counted {
        fn new(room: usize) -> Counted {
            Counted { cache: Cache::new(room), made: Cell::new(0) }
        }

        /// Asks for `number` and says whether it was made for that.
        fn makes(&self, number: u64, bytes: usize) -> bool {
            let before = self.made.get();
            let make = || {
                self.made.set(before + 1);
                number * number
            };
            let found = self.cache.get(key(number), bytes, make);
            assert_eq!(*found, number * number);
            self.made.get() > before
        }
    }

    #[test]
    fn a_number_is_made_once_unless_that_fails() {
        let place = LazyNumber::default();
        assert_eq!(place.get_or_make(|| Err("not yet")), Err("not yet"));
        assert_eq!(place.get_or_make(|| Ok::<_, &str>(-0.0)).map(f64::to_bits), Ok((-0.0f64).to_bits()));
        assert_eq!(place.get_or_make(|| Err("made again")).map(f64::to_bits), Ok((-0.0f64).to_bits()));
    }

    #[test]
    fn what_fails_takes_no_room() {
        let cache = Cache::<u64>::new(400 * SHARDS);
        for _ in 0..10 {
            assert_eq!(cache.get_or_make(key(1), 300, || Err("no")).unwrap_err(), "no");
        }
        assert_eq!(cache.get_or_make(key(1), 300, || Ok::<_, &str>(7)).as_deref(), Ok(&7));
        assert_eq!(cache.get_or_make(key(1), 300, || Err("no")).as_deref(), Ok(&7));
    }

    /// In each shard 30 bytes for those that stay and 10 for the others: three numbers and one.
    #[test]
    fn the_first_stay_and_the_later_give_way() {
        let counted = Counted::new(40 * SHARDS);
        assert!((0..200).all(|number| counted.makes(number, 10)), "each is new");
        for shard in 0..SHARDS {
            let of_shard: Vec<u64> = (0..200).filter(|&number| key(number).shard() == shard).collect();
            let (&last, before) = of_shard.split_last().unwrap();
            assert!(!counted.makes(last, 10), "the last is there");
            assert!(before[..3].iter().all(|&number| !counted.makes(number, 10)), "the first fill the room and stay");
            assert!(before[3..].iter().all(|&number| counted.makes(number, 10)), "the others had given way");
        }
    }

    /// The plan of a turn of 24 dice was solved again for each of its rolls, so that `regret` never ended.
    #[test]
    fn what_is_larger_than_the_room_was_made_again_each_time() {
        let counted = Counted::new(40 * SHARDS);
        let beside = |number: &u64| key(*number).shard() == key(500).shard();
        let mut others = (501..).filter(beside);
        assert!(counted.makes(500, 41) && !counted.makes(500, 41));
        assert!(counted.makes(others.next().unwrap(), 41), "the next one takes its place");
        assert!(counted.makes(500, 41) && !counted.makes(500, 41));
    }

    #[test]
    fn without_room_all_is_made_again() {
        let nothing = Counted::new(0);
        assert!((0..3).all(|_| nothing.makes(5, 1)));
    }

    #[test]
    fn threads_find_the_same() {
        for room in [0, 200, 1 << 20] {
            let cache = Cache::<u64>::new(room);
            std::thread::scope(|scope| {
                for start in 0..4 {
                    let cache = &cache;
                    scope.spawn(move || {
                        for number in (0..2000).map(|step| (step * 7 + start * 50) % 100) {
                            let found = cache.get(key(number), 8, || number * number);
                            assert_eq!(*found, number * number);
                        }
                    });
                }
            });
        }
    }
}
