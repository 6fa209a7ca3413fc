//! Exact solutions: a turn of Gang of Dice (here), its rounds ([`round`]), its games of two ([`game`]) and of two to four
//! ([`champion`], and [`luck`] for given strategies), a turn of POT ([`pot`]), the game of Pig ([`pig`]), and two given
//! strategies of these against each other ([`versus`]). Games of Gang of Dice are solved from the last round to the first
//! (`induction`), by what comes after what (`course`).
//!
//! Owns what follows exactly from the dice and the card alone, for a [`Turn`] that starts with `n` dice (rules G09 to G11).
//! A reroll rule becomes a [`RerollPolicy`], a table with one keep for each roll; from that come its [`Outcome`], a
//! [`DrawTable`] that makes the result of a random word, and a [`Path`] of rolls that ends in a given result. The best
//! policy for any objective is an [`Optimum`]. All of it runs on the one-die recursion over multisets
//! ([`Layers`](crate::dice::Layers)); rolls are never enumerated.
//!
//! It does not know strategies or random generators. The values of positions ([`game`], [`champion`]) and what two strategies
//! of Gang of Dice win ([`versus`]) are solved on all cores; the rest starts no threads. Its numbers decide games, so they are
//! made of + − × ÷ in the order written, and are the same bits on every machine.

mod appraise;
mod best_dice;
mod cache;
pub mod champion;
mod course;
pub mod game;
mod grid;
mod induction;
pub mod luck;
#[cfg(test)]
mod odometer;
mod optimum;
mod options;
mod outcome;
pub mod pig;
mod policy;
pub mod pot;
mod price;
pub mod round;
mod solutions;
mod ties;
mod tosses;
mod tree;
mod turn;
pub mod versus;

pub use appraise::{Account, Appraiser, Decision, Place};
pub use best_dice::{BestDice, best_dice};
pub use course::Shares;
pub use optimum::{Advice, Objective, Optimum};
pub use options::{CommitOption, Ends, KeepOption, WITHIN, commit_options, keep_options};
pub use outcome::{DrawTable, MOST_DRAWN_DICE, Outcome, ResultTable};
pub use policy::{Path, Paths, RerollPolicy, RuleError, Throw};
pub use price::{Judge, MOST_PRICED, Price, Priced, Prices, Situation};
pub use round::Mark;
pub use solutions::{SOLUTIONS_ROOM, Solutions};
pub use ties::{fewest_dice, tie_floor};
pub use turn::{MOST_REROLLS, Turn, TurnError};
