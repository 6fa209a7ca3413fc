//! What a user hands us: the text of a file, and everything that is wrong with it.
//!
//! Owns reading a file within limits, [`Problem`]s with their place, a TOML reader that collects all
//! problems of a file instead of stopping at the first, and the search for the nearest valid name.
//! It knows no game and prints nothing; `cli` draws the carets.

mod problem;
mod toml;

pub use self::problem::{BadInput, Problem, Severity, Source, nearest, or_nearest};
pub use self::toml::{Document, Number, Section, Text, one_value};
