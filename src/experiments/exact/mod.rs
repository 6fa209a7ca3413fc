//! What two strategies win against each other, found without playing a game.

#[cfg(feature = "program")]
pub(crate) mod command;
#[cfg(feature = "program")]
pub(crate) mod options;
pub mod page;
pub mod record;
pub mod tables;

#[cfg(feature = "program")]
pub(crate) use options::ExactArgs;
