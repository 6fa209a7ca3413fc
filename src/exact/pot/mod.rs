//! The exact solution of a turn of POT: distributions, optimal plans, conditional paths.
//!
//! Owns what follows exactly from the dice and P04–P07 alone. A throw is one of 216, and what is kept of one, with the
//! other dice still to be thrown, one of 343 places; everything throws one die at a time through those places. The
//! obligatory reroll of 1 2 3 is part of the result. What a result is worth is for the caller to say, so neither coins nor
//! other players are known here.
//!
//! | file | owns |
//! |---|---|
//! | `places` | the one-die recursion |
//! | `outcome` | the distribution of results, the order in which they are drawn, and the table that draws one |
//! | `policy` | a reroll rule as a table, its outcome, the best one for any terminal value |
//! | `path` | rolls that lead to a given result |
//! | `solutions` | plans that many threads share |

mod outcome;
mod path;
mod places;
mod policy;
mod solutions;

pub use outcome::{DrawTable, Outcome};
pub use path::{Path, Paths};
pub use policy::{Optimum, Purse, RerollPolicy, Values};
pub use solutions::Solutions;
