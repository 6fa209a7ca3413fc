//! How hard each warning card is.

#[cfg(feature = "program")]
pub(crate) mod command;
#[cfg(feature = "program")]
mod deck;
#[cfg(feature = "program")]
mod decks;
#[cfg(feature = "program")]
pub(crate) mod options;
pub mod page;
mod rerolls_page;
#[cfg(feature = "program")]
pub(crate) mod sweep;
pub mod sweep_page;
pub mod sweep_tables;
pub mod tables;

#[cfg(feature = "program")]
pub(crate) use options::CardsArgs;
