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
//! | `exact` | turns as graphs: drawn from and solved | `strategy` |
//! | `check` | going through a game: what can go wrong, and how far fields go | `exact`, `play` |
//! | `ruled` | all that as one value | everything |

mod check;
mod dice;
mod exact;
mod formula;
mod model;
mod play;
mod read;
mod ruled;
mod strategy;

pub use check::{Checked, Range};
pub use exact::{Aim, Limits, Sizes, Unsolved};
pub use model::{Fault, Rule};
pub use play::{Mean, Tally};
pub use ruled::{Decision, DrawnGames, Judged, Ruled, Shown, SolvedGame, SteppedGames, Whose};
pub use strategy::{Parameter, Strategy};
