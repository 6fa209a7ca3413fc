//! The small language of strategy files: numbers and conditions made of a game's words.
//!
//! Owns how expressions are written ([`syntax`]) and computed ([`meaning`]), the same for every game. Its work is
//! bounded: an expression is short, not deep, and has neither loops nor definitions.

pub(super) mod meaning;
pub(super) mod syntax;

#[cfg(test)]
mod tests;
