//! The exact solution of a turn: distributions, optimal plans, conditional paths. Those of Gang of Dice are described
//! here, those of POT in [`pot`], and the game of Pig in [`pig`].
//!
//! Owns what follows exactly from the dice and the card alone, for a turn that starts with `n` dice (rules G09 to G11). A
//! [`Turn`] is set up once for (card, dice, rerolls). A reroll rule becomes a [`RerollPolicy`], a table with one keep for
//! each roll; from that come its [`Outcome`], a [`DrawTable`] that makes the result of a random word, and a [`Path`] of
//! rolls that ends in a given result. The best policy for any objective is an [`Optimum`], the number of dice with which
//! most can be expected is [`best_dice()`]. All of it runs on the one-die recursion over multisets
//! ([`Layers`](crate::dice::Layers)); rolls are never enumerated.
//!
//! It does not know strategies, other players, or random generators, and starts no threads. Its numbers decide games, so
//! they are made of + − × ÷ in the order written, and are the same bits on every machine.

mod best_dice;
mod cache;
mod optimum;
mod outcome;
pub mod pig;
mod policy;
pub mod pot;
pub mod round;
mod solutions;
mod ties;
mod turn;

pub use best_dice::{BestDice, best_dice};
pub use optimum::{Advice, Objective, Optimum};
pub use outcome::Outcome;
pub use outcome::{DrawTable, Guide, MOST_DRAWN_DICE, ResultTable};
pub use policy::{Path, Paths, RerollPolicy, RuleError, Throw};
pub use round::Mark;
pub use solutions::{SOLUTIONS_ROOM, Solutions};
pub use ties::{fewest_dice, tie_floor};
pub use turn::{MOST_REROLLS, Turn, TurnError};
