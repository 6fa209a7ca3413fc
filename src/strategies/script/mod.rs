//! Strategies that are scripts, whatever the game.
//!
//! Owns the language (Rhai from a bare engine, with nothing in it that reads a clock, a file or the memory of an
//! earlier call), its limits, how a script is read and checked, its name and parameters, and calling its functions.
//! It knows no game: what a script sees and answers is the business of a [`Binding`].
//!
//! # How a game binds its scripts
//!
//! 1. A [`ScriptForm`]: the functions that a script must or may have, a copy of what is seen, and what only this game
//!    teaches. The view itself is made from the game's declaration (`view`).
//! 2. [`load`] reads a script and finds its name and parameters; [`Scripted`] calls its functions, each in a fresh scope.
//!    The call's own state goes with it as a [`Tag`], where free functions like `coin()` find it.
//! 3. What is returned is taken to pieces by the game; [`Plan`] makes the number that stands for a plan.
//!
//! # Why nothing depends on more than the arguments
//!
//! A call has a scope of its own, constants cannot be written to, there are no closures and no pointers, maps are
//! ordered by key, and the generator of hashes, which only look things up, has a fixed seed. So a function of a script
//! is a function of its arguments, and of its coin where it has one.

mod check;
mod decide;
mod language;
mod metadata;
mod parse;
mod plan;
mod program;
mod view;
mod words;

pub use decide::{Remembered, Scripted};
pub use language::{Items, MAX_ITEMS, MAX_OPERATIONS, MAX_TEXT, Said, Words, refuse};
pub use metadata::named_game;
pub use parse::{Binding, MAX_SCRIPT_BYTES, Script, Wanted};
pub use plan::{MOST_PLANS, Plan, PlanNumber, Plans};
pub use program::{Failed, Program, Tag, describe};
pub use view::{Call, ScriptForm, ScriptView, dynamic, teach};

use super::{Loaded, Values};
use crate::input::{BadInput, Source};

/// Reads a script; `build` makes a strategy of it at a table.
///
/// # Errors
/// All that is wrong with it.
pub fn load<G: ScriptForm>(
    source: &Source,
    build: impl Fn(&Script, &Values, &G) -> Box<G::Strategy> + Send + Sync + 'static,
) -> Result<Loaded<G>, BadInput> {
    let script = Script::parse(source, G::BINDING)?;
    Ok(Loaded {
        name: script.name().to_owned(),
        about: script.about().to_owned(),
        parameters: script.parameters().to_vec(),
        source: Some(source.clone()),
        build: Box::new(move |values, game| Ok(build(&script, values, game))),
        rule_usage: None,
    })
}
