//! The command that makes a record again.
//!
//! Owns how a manifest becomes that command. It has every option that decides a number, and calls files by their names,
//! so that it works in a folder that has them.

use crate::record::{Manifest, STRATEGIES, command_of, command_words};

/// The command that makes what is here again: all that its options came to, with files by their names.
pub fn command_again(manifest: &Manifest) -> String {
    let choices = manifest.choices();
    let mut words = vec!["analyze".to_owned()];
    words.extend(command_words(manifest.command.as_deref()).into_iter().flatten().map(str::to_owned));
    for choice in &choices {
        match (&*choice.name, choice.with_files()) {
            (STRATEGIES, strategies) => words.extend(strategies.split(',').map(str::to_owned)),
            (name, "") => words.push(format!("--{name}")),
            (name, value) => words.extend([format!("--{name}"), value.to_owned()]),
        }
    }
    command_of(words.iter().map(String::as_str))
}
