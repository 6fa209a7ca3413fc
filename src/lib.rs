//! x
#![allow(clippy::allow_attributes, clippy::allow_attributes_without_reason, missing_docs)]
pub mod dice;
pub mod exact;
