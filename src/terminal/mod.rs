//! What a person at a terminal sees and types: results, remarks, progress, failures, numbers, and signals.
//!
//! Owns what is printed and where. Nothing here knows an experiment.

pub(crate) mod advice;
pub(crate) mod brief;
pub(crate) mod carets;
pub(crate) mod choices;
pub(crate) mod colour;
pub(crate) mod failure;
pub(crate) mod interrupt;
pub(crate) mod kinds;
pub(crate) mod layout;
pub(crate) mod memory;
pub(crate) mod new_file;
pub(crate) mod numbers;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod remarks;
pub(crate) mod signals;
pub(crate) mod solving;
pub(crate) mod typed_command;
#[cfg(test)]
pub(crate) mod watched_saves;
