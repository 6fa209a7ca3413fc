//! Tuning: the best values of a strategy's parameters, and the design of a game that meets targets.

#[cfg(feature = "program")]
pub(crate) mod command;
#[cfg(feature = "program")]
pub(crate) mod config;
pub mod designs_page;
#[cfg(feature = "program")]
pub(crate) mod game;
#[cfg(feature = "program")]
pub(crate) mod options;
pub mod page;
#[cfg(feature = "program")]
pub(crate) mod race;
mod seats;
pub mod tables;
pub mod targets;

#[cfg(feature = "program")]
pub(crate) use options::TuneArgs;
