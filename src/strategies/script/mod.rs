//! Strategies that are scripts, whatever the game.
//!
//! Owns the language (Rhai from a bare engine, with nothing in it that reads a clock, a file or the memory of an
//! earlier call), its limits, how a script is read and checked, its name and parameters, and calling its functions.
//! It knows no game: what a script sees and answers is the business of a [`Binding`].
//!
//! # How a game binds its scripts
//!
//! 1. A [`Binding`]: the functions that a script must or may have, and a function that teaches the [`Words`] the game's own
//!    types. A view is a type of its own with getters, never a map, so that each getter can record what was asked;
//!    it holds a copy of the public state, because a value of the language cannot borrow the game.
//! 2. [`Script::parse`] reads a script against the binding and finds its name and [parameters](Script::parameters).
//! 3. [`Script::program`] fixes the parameters; [`Program::call`] calls a function in a fresh scope. The call's own
//!    state (the card, a budget, the coin) goes with it as a [`Tag`], where free functions like `coin()` find it.
//! 4. What is returned is taken to pieces by the game; [`Plan`] and [`Plans`] make the number that stands for a plan.
//!
//! `strategies::gang` does this in its file `script`.
//!
//! # Why nothing depends on more than the arguments
//!
//! A call has a scope of its own, constants cannot be written to, there are no closures and no pointers, maps are
//! ordered by key, and the generator of hashes, which only look things up, has a fixed seed. So a function of a script
//! is a function of its arguments, and of its coin where it has one.

mod check;
mod language;
mod metadata;
mod parse;
mod plan;
mod program;
mod words;

pub use language::{Items, MAX_ITEMS, MAX_OPERATIONS, MAX_TEXT, Said, Words, refuse};
pub use metadata::named_game;
pub use parse::{Binding, MAX_SCRIPT_BYTES, Script, Wanted};
pub use plan::{MOST_PLANS, Plan, PlanNumber, Plans};
pub use program::{Failed, Program, Tag, describe};
