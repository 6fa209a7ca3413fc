//! Strategies for POT as files that a designer writes.
//!
//! Owns the form: when a turn stops, what it rerolls, when it pays for the last reroll, and from whom it takes, as rules
//! of which the first that matches counts. `strategies/README.md` explains every key. The form cannot say what a script
//! can: it has no loops and no coin.
//!
//! | file | owns |
//! |---|---|
//! | `words` | the words for numbers and conditions |
//! | `rolling` | the texts for stopping, rerolling, plans and paying |
//! | `file` | the keys of a file, and its problems |
//! | `doubts` | rules that can never count |
//! | `plan` | what a file answers at a table |

mod doubts;
mod file;
mod plan;
mod rolling;
mod words;

use crate::games::pot::Pot;
use crate::input::{BadInput, Problem, Source};
use crate::strategies::Loaded;

pub(super) use file::KEYS;

/// Reads a strategy file.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn read(source: &Source) -> Result<Loaded<Pot>, BadInput> {
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
