//! Strategies for Battle Dice as files that a designer writes.
//!
//! Owns the form: what is drafted, fought, thrown and bought, and what powers are used on, as orders of preference, and
//! as rules of which the first that matches counts. What a file does not say is the default.
//! `strategies/README.md` explains every key. The form cannot say what a script can: it has no loops, no coin, and does
//! not weigh dice against each other.
//!
//! | file | owns |
//! |---|---|
//! | `words` | the words for numbers and conditions |
//! | `lists` | orders of kinds, and of thrown dice |
//! | `duels` | the texts for duels, opponents and how dice are picked |
//! | `file` | the keys of a file, and its problems |
//! | `doubts` | rules that can never count |
//! | `scene` | what words are worth at a table |
//! | `pick`, `market` | which die a list means; what is bought |
//! | `plan` | what a file answers at a table |

mod doubts;
mod duels;
mod file;
mod lists;
mod market;
mod pick;
mod plan;
mod scene;
mod words;

use crate::games::battle::Battle;
use crate::input::{BadInput, Problem, Source};
use crate::strategies::Loaded;

pub(super) use file::KEYS;

/// Reads a strategy file.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn read(source: &Source) -> Result<Loaded<Battle>, BadInput> {
    let file = file::read(source)?;
    Ok(Loaded {
        name: file.name.clone(),
        about: file.about.clone(),
        parameters: file.parameters.clone(),
        source: Some(source.clone()),
        build: Box::new(move |values, game| Ok(Box::new(plan::Written::new(&file, values, game)))),
    })
}

/// What is surely not meant in a file that can be read.
pub(super) fn doubts(source: &Source) -> Vec<Problem> {
    file::read(source).map_or_else(|_| Vec::new(), |file| doubts::of(&file, source))
}
