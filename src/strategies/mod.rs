//! Strategies: the ones that ship, and how one is found by name.
//!
//! Owns names and parameters as they are typed, the shelf of each game, and the strategies themselves.
//! A strategy is built for a table (game, rules, deck) and answers through the seam that its game
//! defines; it is never asked by anything but the game.

mod name;
mod shelf;

pub mod battle;
pub mod gang;

pub use name::{NameError, StrategyName};
pub use shelf::{Amount, Chosen, Entry, Parameter, ParameterKind, Shelf, Values, find, find_all};
