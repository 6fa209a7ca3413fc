//! Six-faced dice, whatever game they are thrown in.
//!
//! Owns [`Counts`] (how many dice show each face, in one word), their numbering ([`multisets`]) and the one-die recursion
//! over them ([`Layers`]), the exact fair [`roll`], [`below`] and [`Deal`], and the keys from which every random number of
//! a run is made ([`RunKey`], [`BlockKey`], [`Slot`]). It does not know rules, strategies or threads.

mod counts;
mod deal;
mod layers;
pub mod multisets;
mod random;
mod seed;

pub use counts::{Counts, FACES, Face, MAX_DICE, Values};
pub use deal::Deal;
pub use layers::{Layers, Value};
pub use random::{Generator, below, generator, roll};
pub use seed::{BlockKey, Purpose, RunKey, Slot, Step, Words, mix};
