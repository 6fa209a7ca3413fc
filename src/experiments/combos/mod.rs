//! What each combo of POT and its paid reroll are worth.

#[cfg(feature = "program")]
pub(crate) mod command;
#[cfg(feature = "program")]
pub(crate) mod options;
pub mod page;
pub mod record;
pub mod tables;

#[cfg(feature = "program")]
pub(crate) use options::CombosArgs;
