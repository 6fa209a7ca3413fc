//! Six-faced dice: face counts, fair rolls, and the seed tree.
//!
//! Owns what is true of dice whatever game they are thrown in: [`Counts`] (how many dice show each
//! face, in one word), the exact fair [`roll`], our own [`shuffle`] and [`below`] on `u64`, and the
//! keys from which every random number of a run is made ([`RunKey`], [`BlockKey`], [`Slot`]).
//! It does not know rules, strategies or threads.

mod counts;
mod random;
mod seed;

pub use counts::{Counts, FACES, Face, MAX_DICE};
pub use random::{Generator, below, generator, roll, shuffle};
pub use seed::{BlockKey, Purpose, RunKey, Slot, mix};
