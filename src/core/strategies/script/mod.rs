//! Strategies that are scripts, whatever the game.
//!
//! Owns the language (Rhai from a bare engine, with nothing in it that reads a clock, a file or the memory of an
//! earlier call), its limits, how a script is read and checked, its name and parameters, and calling its functions.
//! It knows no game: what a script sees is made from a game's declaration (`view`); which functions it must or may have,
//! what they return, and what only this game teaches, is said by its [`ScriptForm`]. [`Scripted`] calls its functions,
//! each in a fresh scope; [`PlainScript`] is one of a game that is known only when the program runs. [`Plan`] is what a decision hands to `reroll`.
//!
//! # Why nothing depends on more than the arguments
//!
//! A call has a scope of its own, constants cannot be written to, there are no closures and no pointers, maps are
//! ordered by key, and the generator of hashes, which only look things up, has a fixed seed. So a function of a script
//! is a function of its arguments, and of its coin where it has one.

mod budget;
mod check;
mod decide;
mod faults;
mod host;
mod language;
mod lookup;
mod mentions;
mod metadata;
mod parse;
mod person;
mod plain;
mod plan;
mod view;

pub use budget::Meter;
pub(super) use decide::{Remembered, ScriptGame, Scripted, refused};
pub(super) use faults::describe;
pub use host::{Host, HostValue, Look, Seen, ask_host};
pub use language::MAX_OPERATIONS;
pub(super) use language::{Evaluated, Words, numbers, read_numbers, refuse};
pub use metadata::named_game;
pub use person::{Answers, Question, Questions, play_with};
pub use plain::{Lexicon, PlainScript, Scene, Sighted};
pub(super) use plan::Plan;
pub(super) use view::{Call, ScriptForm, ScriptRoll, ScriptView, dynamic};

use super::Loaded;
use crate::input::{BadInput, Source};
use parse::{Asks, Script};
use std::sync::Arc;
use view::taught;

/// Reads a script. Its error is all that is wrong with it.
pub(super) fn load<G: ScriptGame>(source: &Source) -> Result<Loaded<G>, BadInput> {
    let script = Script::parse(source, &Asks::of::<G>(), taught::<G>())?;
    let meter = Arc::clone(&script.meter);
    Ok(Loaded {
        name: script.name.clone(),
        about: script.about.clone(),
        parameters: script.parameters.clone(),
        source: Some(source.clone()),
        build: Box::new(move |values, game| Ok(G::from_script(Scripted::new(&script, values, game)))),
        rule_usage: None,
        meter: Some(meter),
    })
}
