//! The laboratory: any game at one seam, any engine with or without luck at another.
//!
//! Owns which games there are, and two interfaces that hide the types of a game: a game with its facts ([`AnyGame`]), set up
//! for a number of seats ([`Prepared`]), and the strategies that play it together ([`Players`]). What is built on them is
//! compiled once, not once for each game, and never chooses an engine itself. The types of a game stay visible to code that
//! is about that game alone ([`as_game`], [`Chosen::strategy`]).
//!
//! | file | owns |
//! |---|---|
//! | `game` | a game by its name, and the registry |
//! | `prepared` | a game set up, and the strategies chosen for it |
//! | `players` | playing: the choice of the engine, and of cancelling luck |
//! | `trial` | trying a strategy from a file |

mod game;
#[cfg(test)]
mod person_tests;
mod players;
mod prepared;
mod trial;

pub use crate::exact::versus::ExactFault;
pub use game::{AnyGame, BUILT_IN, Description, GameRef, Word};
pub use players::{How, NextPass, Played, Players, TableRun, together};
pub use prepared::{AnyStrategy, AsPrepared, Chosen, Prepared, as_game};
pub use trial::{Told, Trial, TrialError};
