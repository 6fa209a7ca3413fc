//! Tournaments: which of many strategies is best, each among the others.

#[cfg(feature = "program")]
pub(crate) mod command;
#[cfg(feature = "program")]
pub(crate) mod config;
#[cfg(feature = "program")]
pub(crate) mod entrants;
#[cfg(feature = "program")]
pub(crate) mod options;
pub mod page;
pub mod standings;

#[cfg(feature = "program")]
pub(crate) use options::TournamentArgs;
