//! Caches that many threads share, with a bound on their memory.
//!
//! Owns what is stored where, and what gives way. In all of these, what belongs to a place or a key is
//! a function of it alone. So it does not matter which thread put it there, and whether it is made
//! again because there was no room for it: only time depends on that.

use crate::dice::mix;
use std::collections::{HashMap, VecDeque};
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A number that is made when it is first asked for.
pub(super) struct Number(AtomicU64);

impl Number {
    /// The bits of an `f64` that is not a number, and not one that arithmetic makes.
    const ABSENT: u64 = u64::MAX;

    /// Places for so many numbers.
    pub(super) fn places(numbers: usize) -> Box<[Number]> {
        (0..numbers).map(|_| Number(AtomicU64::new(Number::ABSENT))).collect()
    }

    /// The number, from `make` if it is not there. Threads that ask at the same time may each make it.
    ///
    /// # Errors
    /// What `make` gives; the next to ask makes it again.
    #[inline]
    pub(super) fn get_or_make<E>(&self, make: impl FnOnce() -> Result<f64, E>) -> Result<f64, E> {
        // The bits are all there is to read, so they need no order with anything else.
        match self.0.load(Ordering::Relaxed) {
            Number::ABSENT => make().inspect(|number| self.0.store(number.to_bits(), Ordering::Relaxed)),
            bits => Ok(f64::from_bits(bits)),
        }
    }
}

/// What a cache holds under a key.
#[derive(Debug)]
pub enum Found<'a, T> {
    /// It stands in the cache for good.
    Stored(&'a T),
    /// It may have to give way in the cache, but not while it is used.
    Shared(Arc<T>),
}

impl<T> Deref for Found<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match self {
            Found::Stored(stored) => stored,
            Found::Shared(shared) => shared,
        }
    }
}

/// What something in a cache is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key(pub u64, pub u64);

impl Key {
    fn mixed(self) -> usize {
        mix(self.0 ^ mix(self.1)) as usize
    }
}

/// Values by key. The first have a place for good, which is read without a lock and without writing
/// to shared memory; when the places or their memory are used up, the others share what is left, the oldest
/// giving way.
pub(super) struct Cache<T> {
    first: Slots<T>,
    left: AtomicUsize,
    later: [Mutex<Recent<T>>; SHARDS],
}

/// Among how many locks the later values are spread.
const SHARDS: usize = 8;

impl<T> Cache<T> {
    /// Places for at least `slots` values, and memory for `room` bytes of values, three quarters of it
    /// for those in places.
    pub(super) fn new(slots: usize, room: usize) -> Cache<T> {
        let later = room / 4;
        Cache {
            first: Slots::new(slots),
            left: AtomicUsize::new(room - later),
            later: std::array::from_fn(|_| Mutex::new(Recent::new(later / SHARDS))),
        }
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
    ) -> Result<Found<'_, T>, E> {
        let place = self.first.place(key);
        match place.and_then(OnceLock::get) {
            Some(stored) => Ok(Found::Stored(stored)),
            None => self.make(key, place, bytes, make),
        }
    }

    #[cold]
    fn make<'a, E>(
        &self,
        key: Key,
        place: Option<&'a OnceLock<T>>,
        bytes: usize,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Found<'a, T>, E> {
        let Some(place) = place.filter(|_| self.take(bytes)) else {
            return self.shared(key, bytes, make).map(Found::Shared);
        };
        let made = make().inspect_err(|_| self.give_back(bytes))?;
        let mut mine = false;
        let stored = place.get_or_init(|| {
            mine = true;
            made
        });
        if !mine {
            self.give_back(bytes);
        }
        Ok(Found::Stored(stored))
    }

    fn take(&self, bytes: usize) -> bool {
        let less = |left: usize| left.checked_sub(bytes);
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }

    fn give_back(&self, bytes: usize) {
        self.left.fetch_add(bytes, Ordering::Relaxed);
    }

    fn shared<E>(&self, key: Key, bytes: usize, make: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        let shard = &self.later[key.mixed() >> 32 & (SHARDS - 1)];
        let lock = || shard.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().values.get(&key) {
            return Ok(Arc::clone(known));
        }
        let made = Arc::new(make()?);
        lock().put(key, bytes, Arc::clone(&made));
        Ok(made)
    }
}

/// Values that give way to newer ones.
struct Recent<T> {
    values: HashMap<Key, Arc<T>>,
    /// The keys with the bytes of their values, oldest first.
    order: VecDeque<(Key, usize)>,
    left: usize,
}

impl<T> Recent<T> {
    fn new(room: usize) -> Recent<T> {
        Recent { values: HashMap::new(), order: VecDeque::new(), left: room }
    }

    /// Adds a value unless it is there; what is larger than all the room is not kept.
    fn put(&mut self, key: Key, bytes: usize, value: Arc<T>) {
        if self.values.contains_key(&key) {
            return;
        }
        while self.left < bytes {
            let Some((oldest, freed)) = self.order.pop_front() else { return };
            self.values.remove(&oldest);
            self.left += freed;
        }
        self.left -= bytes;
        self.order.push_back((key, bytes));
        self.values.insert(key, value);
    }
}

/// A fixed number of places, each claimed by the first key that needs it.
struct Slots<T>(Box<[OnceLock<Box<Claimed<T>>>]>);

/// A place with the key that claimed it.
struct Claimed<T> {
    key: Key,
    place: OnceLock<T>,
}

impl<T> Slots<T> {
    /// How many neighbouring slots a key may claim one of.
    const REACH: usize = 32;

    fn new(slots: usize) -> Slots<T> {
        let slots = slots.next_power_of_two().max(Slots::<T>::REACH);
        Slots((0..slots).map(|_| OnceLock::new()).collect())
    }

    /// The place that `key` has claimed or claims now; `None` if other keys have claimed all within its
    /// reach. A key that has a place keeps it.
    #[inline]
    fn place(&self, key: Key) -> Option<&OnceLock<T>> {
        let mask = self.0.len() - 1;
        let first = key.mixed() & mask;
        (first..first + Slots::<T>::REACH).find_map(|slot| {
            let claim = || Box::new(Claimed { key, place: OnceLock::new() });
            let claimed = self.0[slot & mask].get_or_init(claim);
            (claimed.key == key).then_some(&claimed.place)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::convert::Infallible;

    fn key(number: u64) -> Key {
        Key(number % 3, number)
    }

    /// A cache of numbers that counts how often one is made; a number takes as many bytes as it says.
    struct Counted {
        cache: Cache<u64>,
        made: Cell<u32>,
    }

    impl Counted {
        fn new(slots: usize, room: usize) -> Counted {
            Counted { cache: Cache::new(slots, room), made: Cell::new(0) }
        }

        /// Asks for `number` and says whether it was made for that.
        fn makes(&self, number: u64, bytes: usize) -> bool {
            let before = self.made.get();
            let make = || {
                Ok::<_, Infallible>({
                    self.made.set(before + 1);
                    number * number
                })
            };
            let Ok(found) = self.cache.get_or_make(key(number), bytes, make);
            assert_eq!(*found, number * number);
            self.made.get() > before
        }
    }

    #[test]
    fn a_number_is_made_once_unless_that_fails() {
        let place = &Number::places(1)[0];
        assert_eq!(place.get_or_make(|| Err("not yet")), Err("not yet"));
        assert_eq!(place.get_or_make(|| Ok::<_, &str>(-0.0)).map(f64::to_bits), Ok((-0.0f64).to_bits()));
        assert_eq!(place.get_or_make(|| Err("made again")).map(f64::to_bits), Ok((-0.0f64).to_bits()));
    }

    #[test]
    fn what_fails_takes_no_room() {
        let cache = Cache::<u64>::new(32, 400);
        for _ in 0..10 {
            assert_eq!(cache.get_or_make(key(1), 300, || Err("no")).unwrap_err(), "no");
        }
        assert!(matches!(cache.get_or_make(key(1), 300, || Ok::<_, ()>(7)), Ok(Found::Stored(7))));
    }

    /// 300 bytes for good and 100 for the others, spread over shards of 12 bytes.
    #[test]
    fn the_first_stay_and_the_later_give_way() {
        let counted = Counted::new(1 << 10, 400);
        assert!((0..30).all(|number| counted.makes(number, 10)), "each is new");
        assert!((100..200).all(|number| counted.makes(number, 10)));
        assert!((0..30).all(|number| !counted.makes(number, 10)), "the first fill the room and stay");
        let shard = |number: u64| key(number).mixed() >> 32 & (SHARDS - 1);
        let last = |of: usize| (100..200).rev().find(|&number| shard(number) == of).unwrap();
        assert!((0..SHARDS).all(|shard| !counted.makes(last(shard), 10)), "the last of each shard is there");
        let gone = (100..200).filter(|&number| counted.makes(number, 10)).count();
        assert!(gone >= 100 - SHARDS, "{gone} of 100 had given way");
        assert!(counted.makes(500, 13) && counted.makes(500, 13), "what is larger than the room is never kept");
    }

    #[test]
    fn without_places_or_room_all_is_made_again() {
        let nothing = Counted::new(1 << 10, 0);
        assert!((0..3).all(|_| nothing.makes(5, 1)));
        let few = Counted::new(1, 1 << 20);
        (0..500).for_each(|number| assert!(few.makes(number, 1)));
        (0..500).for_each(|number| assert!(!few.makes(number, 1), "places for {}, room for all", Slots::<u64>::REACH));
    }

    #[test]
    fn threads_find_the_same() {
        for room in [0, 200, 1 << 20] {
            let cache = Cache::<u64>::new(64, room);
            std::thread::scope(|scope| {
                for start in 0..4 {
                    let cache = &cache;
                    scope.spawn(move || {
                        for number in (0..2000).map(|step| (step * 7 + start * 50) % 100) {
                            let Ok(found) = cache.get_or_make(key(number), 8, || Ok::<_, Infallible>(number * number));
                            assert_eq!(*found, number * number);
                        }
                    });
                }
            });
        }
    }
}
