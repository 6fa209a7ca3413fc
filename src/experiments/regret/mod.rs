//! What the decisions of strategies cost.

#[cfg(feature = "program")]
pub(crate) mod command;
#[cfg(feature = "program")]
pub(crate) mod options;
pub mod page;
pub mod tables;

#[cfg(feature = "program")]
pub(crate) use options::RegretArgs;
