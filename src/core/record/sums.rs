//! What all experiments keep of their games.
//!
//! Owns what can be asked of any record of sums: how much it is of, and the hash that stands for it.

use super::json::{Hash, Record};

/// The sums of games, or exact numbers: what is in `tallies.json`.
pub trait Sums: Record {
    /// How many blocks these are of; where parts have blocks of their own, how many games.
    fn blocks(&self) -> u64;

    /// The hash of all numbers: equal signatures are equal results.
    fn signature(&self) -> Hash;
}
