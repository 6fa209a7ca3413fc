//! The part of `analyze` that plays and solves: everything up to the records of what was played.
//!
//! It has no command line, no signals and no terminal. Tables and pages are made of its records by `analyze`.

pub mod dice;
pub mod engines;
pub mod exact;
pub mod games;
pub mod input;
pub mod lab;
pub mod record;
pub mod simulate;
pub mod stats;
pub mod strategies;
