//! A strategy laboratory for dice games.
//!
//! Strategies play millions of seeded games against each other; the library says who wins, by how much
//! and how sure that is. The program `analyze` is a thin wrapper round [`cli::main`].
//!
//! # The rooms, in the order of dependence
//!
//! | room | owns | uses |
//! |---|---|---|
//! | [`dice`] | face counts, fair rolls, the seed tree | |
//! | [`stats`] | estimates with intervals; plain numbers in and out | |
//! | [`input`] | files and all that is wrong with them | |
//! | [`games`] | what a game is, and each game's rules, data and views | dice, input |
//! | [`exact`] | a turn solved exactly: distributions of results, best plans, conditional paths | games, dice |
//! | [`strategies`] | the strategies that ship, and finding one by name | exact, games, dice, input |
//! | [`record`] | what a run leaves on disk | games, input |
//! | [`engines`] | the ways to play a game to its outcome: die by die, or many at once from exact tables | exact, games, dice |
//! | [`simulate`] | blocks, threads, tallies; solving a deck | engines, strategies, exact, games, dice, record |
//! | [`lab`] | any game at one seam, any engine with or without luck at another | simulate, engines, strategies, games, record, dice, input |
//! | [`registry`] | the games that are chosen by name | lab, record |
//! | [`meta`] | games between strategies: ratings and equilibria from payoffs; plain numbers in and out | dice |
//! | [`report`] | tables from records | record, stats, meta, games |
//! | [`page`] | the page to share, from records | report, record, stats |
//! | `terminal` | what a person sees and types: results, remarks, progress, failures, signals | input, record, lab |
//! | `options` | groups of options that several commands have, and their validation | terminal, lab, record, games |
//! | `driver` | what all experiments have in common: folder, saving, Ctrl-C, resuming, shards, files | options, terminal, record, report, page, lab |
//! | [`experiments`] | a folder for each experiment: options, play, records, tables, page | everything above |
//! | [`cli`] | the list of all commands, and those that are no experiments | everything |
//!
//! Without the feature `program` the library has no command line: `terminal`, `options`, `driver`, `cli`, and the commands of
//! the experiments are left out. What is left builds for `wasm32-unknown-unknown`.
//!
//! # Where to start
//!
//! Examples that run stand with a game and a strategy of one's own ([`games::gang::Gang`]), a line-up from the catalogue
//! ([`strategies::find_all`]), a run ([`simulate::run()`]), an estimate ([`stats::Estimate`]) and an exact turn
//! ([`exact::Turn`]).
//!
//! # The determinism contract
//!
//! The same version, command and input files give the same bytes, at any number of threads, on x86-64
//! and aarch64. Every random number is addressed by seed, block, purpose, seat and round
//! ([`dice::BlockKey::draw`]) instead of taken in order; whatever decides a game is an integer; tallies
//! are integers, which add up to the same bits in any order; and an interrupted run has played blocks
//! 0 to k − 1, so it equals a shorter one.

#[cfg(feature = "program")]
pub mod cli;
#[cfg(feature = "program")]
mod driver;
pub mod experiments;
pub mod meta;
#[cfg(feature = "program")]
mod options;
pub mod page;
pub mod registry;
pub mod report;
#[cfg(feature = "program")]
mod terminal;

pub use analyze_core::{dice, engines, exact, games, input, lab, record, simulate, stats, strategies};
