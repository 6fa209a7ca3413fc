//! Comparisons: is one strategy better than another, and by how much.

#[cfg(feature = "program")]
pub(crate) mod command;
#[cfg(feature = "program")]
pub(crate) mod config;
#[cfg(feature = "program")]
pub(crate) mod options;
pub mod page;
#[cfg(feature = "program")]
pub(crate) mod sweep;
pub mod sweep_page;

#[cfg(feature = "program")]
pub(crate) use options::CompareArgs;
