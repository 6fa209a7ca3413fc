//! What a game of two is worth to whoever starts, and how it is best played.

#[cfg(feature = "program")]
pub(crate) mod command;
#[cfg(feature = "program")]
pub(crate) mod holds_command;
pub mod holds_page;
pub mod holds_tables;
#[cfg(feature = "program")]
pub(crate) mod options;
pub mod page;
#[cfg(feature = "program")]
pub(crate) mod pot_command;
pub mod pot_page;
pub mod pot_tables;
pub mod tables;
#[cfg(feature = "program")]
pub(crate) mod values_command;
pub mod values_page;
pub mod values_tables;

#[cfg(feature = "program")]
pub(crate) use options::SolveArgs;
