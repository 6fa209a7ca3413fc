//! A run: the games of one line-up, and sweeps of runs.
//!
//! The other experiments may build on it: cards are met in a run, and designs are judged by sweeps.

#[cfg(feature = "program")]
pub(crate) mod command;
#[cfg(feature = "program")]
pub(crate) mod options;
pub mod page;
#[cfg(feature = "program")]
pub(crate) mod sweep;
#[cfg(feature = "program")]
pub(crate) mod sweep_command;
pub mod sweep_page;

#[cfg(feature = "program")]
pub(crate) use options::{PlayedArgs, RunArgs};
