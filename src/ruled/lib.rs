//! Dice games whose rules are a file: read, checked, played, drawn a turn at a time, and solved.
//!
//! | module | owns | uses |
//! |---|---|---|
//! | `dice` | hands of dice as numbers, and what can be asked of them | |
//! | `formula` | formulas: words, values, code | `dice` |
//! | `model` | a game as its file says it, and what moves make of a state | `formula` |
//! | `read` | reading a game's file | `model` |
//! | `strategy` | strategies from files | `read` |
//! | `play` | games step by step, many of them, and in words | `strategy` |
//! | `ruled` | all that as one value | everything |

mod dice;
mod formula;
mod model;
mod play;
mod read;
mod ruled;
mod strategy;

pub use model::{Fault, Rule};
pub use play::{Mean, Tally};
pub use ruled::{Decision, Ruled, Shown, Whose};
pub use strategy::{Parameter, Strategy};
