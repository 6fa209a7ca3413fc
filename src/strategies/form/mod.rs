//! What the strategy files of all games have in common.
//!
//! Owns the keys that every file has (`name`, `about`, `game`, `[parameters]`, `[amounts]`, `[conditions]`, `when`), the
//! names that a file gives, the limits of its size, and how much of a number a file looks at. What a rule answers, and
//! which words there are, is the game's, through [`Lexicon`].

mod names;
mod needed;
mod reader;

pub use names::{Lexicon, Names, Own};
pub use needed::most_needed;
pub use reader::{Case, Reader, place, text_amount};
