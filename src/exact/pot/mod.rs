//! The exact solution of a turn of POT: distributions, optimal plans, conditional paths.
//!
//! Owns what follows exactly from the dice and P04–P07 alone. A throw is one of 216, and what is kept of one, with the
//! other dice still to be thrown, one of 343 places; everything throws one die at a time through those places. The
//! obligatory reroll of 1 2 3 is part of the result. What a result is worth is for the caller to say, so neither coins nor
//! other players are known here.

mod outcome;
mod policy;

pub use outcome::{DrawTable, Outcome};
pub use policy::{Optimum, Path, Paths, Purse, RerollPolicy, Solutions, Values};
