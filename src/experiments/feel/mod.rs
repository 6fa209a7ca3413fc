//! How a game feels: who leads, how long it is open, who comes back.

#[cfg(feature = "program")]
mod changes;
#[cfg(feature = "program")]
pub(crate) mod command;
pub(crate) mod estimates;
#[cfg(feature = "program")]
pub(crate) mod options;
pub mod page;
pub mod rating;
#[cfg(feature = "program")]
mod shown;
#[cfg(feature = "program")]
mod sides;
pub mod skill;
pub mod tables;

#[cfg(feature = "program")]
pub(crate) use options::FeelArgs;
