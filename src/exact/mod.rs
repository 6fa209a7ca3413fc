//! The exact solution of a turn: distributions, optimal plans, conditional paths. Those of Gang of Dice are described
//! here, those of POT in [`pot`], and the game of Pig in [`pig`].
//!
//! Owns what follows exactly from the dice and the card alone, for a turn that starts with `n` dice
//! (rules G09 to G11): the [`Outcome`] of any reroll rule, the [`Optimum`] for any objective with the
//! [`RerollPolicy`] that reaches it, the number of dice with which most can be expected ([`best_dice()`]), a
//! [`DrawTable`] that makes the result of a random word, and a [`Path`] of rolls that ends in a given result. All of it runs on the one-die recursion over
//! multisets ([`Layers`](crate::dice::Layers)); rolls are never enumerated.
//! It does not know strategies, other players, or random generators, and starts no threads; its types
//! are plain data that threads can share.
//!
//! A [`Turn`] is set up once for (card, dice, rerolls). A rule becomes a [`RerollPolicy`], a table with one keep
//! for each roll, and everything else is asked of the plan.
//!
//! Numbers that decide a game end up depending on these tables, so they are made of + − × ÷ in the
//! order written, and are the same bits on every machine.

mod best_dice;
mod cache;
mod draw;
mod keep;
mod mark;
mod optimum;
mod outcome;
mod path;
pub mod pig;
mod policy;
pub mod pot;
pub mod round;
mod solutions;
mod ties;
mod turn;
mod value;

pub use best_dice::{BestDice, best_dice};
pub use draw::{DrawTable, Guide, MOST_DRAWN_DICE, ResultTable};
pub use mark::{Chances, Mark};
pub use optimum::{Advice, Objective, Optimum};
pub use outcome::Outcome;
pub use path::{Path, Paths, Throw};
pub use policy::{RerollPolicy, RuleError};
pub use solutions::{SOLUTIONS_ROOM, Solutions};
pub use ties::{fewest_dice, tie_floor};
pub use turn::{MOST_REROLLS, Turn, TurnError};
