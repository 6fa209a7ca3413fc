//! Plans that many threads share.

use super::policy::{Optimum, Purse, Values};
use crate::exact::cache::{Cache, Key};
use std::sync::Arc;

/// Bytes for all plans.
const ROOM: usize = 32 << 20;

/// Best plans by number, each solved when it is first asked for, within 32 MB. What a number means is for the owner:
/// it must decide the values.
pub struct Solutions(Cache<Optimum>);

impl Default for Solutions {
    fn default() -> Solutions {
        Solutions(Cache::new(ROOM))
    }
}

impl Solutions {
    /// The best plan under `number` for a purse, for the values that `values` makes of it.
    pub fn optimum(&self, number: u64, purse: Purse, values: impl FnOnce() -> Values) -> Arc<Optimum> {
        let key = Key(number, purse as u64);
        self.0.get(key, size_of::<Optimum>(), || Optimum::of(&values(), purse))
    }
}
