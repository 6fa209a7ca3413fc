//! What a call may cost, and what calls have cost.
//!
//! Owns the count of what a call goes through beyond Rhai's operations. Of these one may copy an array of a thousand
//! elements, which takes as long as hundreds of others, so elements are counted too. Time is not: a script must be
//! refused on every machine or on none.

use super::language::MAX_OPERATIONS;
use rhai::{Dynamic, Engine};
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many elements are copied, or bytes of text gone through, for the price of an operation, in about its time.
const COPIED: u64 = 16;
/// How many elements are copied in the time that a property of a map takes, or one more array.
const ALLOCATED: usize = 8;

thread_local! {
    /// What the call of this thread has cost, its operations apart.
    static SPENT: Cell<u64> = const { Cell::new(0) };
    /// Its operations.
    static OPERATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The most operations that a call of a script has used so far, at any table.
#[derive(Debug, Default)]
pub struct Meter(AtomicU64);

impl Meter {
    /// The call of this thread is over.
    pub(super) fn note(&self) {
        self.0.fetch_max(OPERATIONS.get().saturating_add(SPENT.get()), Ordering::Relaxed);
    }

    /// The most so far; 0 if nothing was called. What is copied counts as operations do.
    pub fn most(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A call begins on this thread, which has cost nothing yet.
pub(super) fn begin() {
    SPENT.set(0);
    OPERATIONS.set(0);
}

/// The call of this thread goes through so many elements, each of which costs as much as an operation. If that is too
/// much, its next operation fails.
pub(super) fn spend(elements: usize) {
    SPENT.set(SPENT.get().saturating_add(elements as u64));
}

/// The call of this thread copies so many elements, or goes through so many bytes of text.
pub(super) fn spend_on_copies(elements: usize) {
    SPENT.set(SPENT.get().saturating_add(elements as u64 / COPIED));
}

/// Counts what variables and these constants hold wherever they are named: most uses copy it.
#[expect(deprecated, reason = "Rhai marks what may change so; the version is fixed by Cargo.lock, and a test sees it")]
pub(super) fn count(engine: &mut Engine, constants: &[(String, Dynamic)]) {
    let constants: HashMap<String, usize> =
        constants.iter().map(|(name, value)| (name.clone(), elements(value))).filter(|(_, size)| *size > 0).collect();
    engine.on_var(move |name, from_last, context| {
        let known = match from_last {
            0 => context.scope().get(name).map(elements),
            nth => context.scope().iter_raw().nth(nth - 1).map(|(_, _, value)| elements(value)),
        };
        if let Some(size) = known.or_else(|| constants.get(name).copied()) {
            spend_on_copies(size);
        }
        Ok(None)
    });
    engine.on_progress(|operations| {
        OPERATIONS.set(operations);
        (operations + SPENT.get() > MAX_OPERATIONS).then_some(Dynamic::UNIT)
    });
}

/// The elements of a value with those inside it; a property counts as several, and so does an array itself.
fn elements(value: &Dynamic) -> usize {
    if value.is_array() {
        value.as_array_ref().map_or(0, |array| ALLOCATED + array.len() + array.iter().map(elements).sum::<usize>())
    } else if value.is_map() {
        value.as_map_ref().map_or(0, |map| ALLOCATED * map.len() + map.values().map(elements).sum::<usize>())
    } else {
        0
    }
}
