//! x
#![allow(clippy::allow_attributes, clippy::allow_attributes_without_reason, missing_docs)]
pub mod dice;
pub mod input;
pub mod games;
pub mod record;
pub mod simulate;
pub mod strategies;
