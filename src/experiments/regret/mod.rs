//! What the decisions of strategies cost.

#[cfg(feature = "program")]
pub(crate) mod command;
#[cfg(feature = "program")]
pub(crate) mod options;
pub mod page;
#[cfg(feature = "program")]
pub(crate) mod prices;
#[cfg(feature = "program")]
mod shown;
pub mod tables;

#[cfg(feature = "program")]
pub(crate) use options::RegretArgs;
