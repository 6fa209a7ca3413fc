//! What can be typed for `analyze regret`.

use super::args::{PlayingArgs, RulesArgs};
use super::axis::Axis;
use super::games::game_name;
use super::numbers::{small, whole};
use crate::lab::GameRef;
use clap::Args;
use std::path::PathBuf;

/// The options that say whose decisions are priced.
#[derive(Clone, Debug, Args)]
pub(super) struct PricedArgs {
    /// The strategies whose decisions are priced, each in games of its own
    #[arg(required = true, value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// Which game: gang
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    /// How many play: 2 to 4 [default: 2]
    #[arg(long, value_parser = small, value_name = "N", allow_hyphen_values = true)]
    pub players: Option<u64>,
    /// Who they play against, one for each of the others or one for all; decisions are priced as if all played best from
    /// then on, whoever it is [default: optimal with two players, champion with more]
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub against: Option<Vec<String>>,
    /// Games of each strategy, 1 to 1e9, in any spelling (100000, 1e5, 100k); rounded up to whole blocks
    #[arg(long, value_parser = whole, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    /// Seed, 0 to 2^64 - 1: the same seed gives the same files, byte for byte
    #[arg(long, value_parser = small, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    pub seed: u64,
    /// How many of the costliest decisions of each strategy are listed, 0 to 1000
    #[arg(long, value_parser = small, value_name = "N", default_value = "10", allow_hyphen_values = true)]
    pub worst: u64,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// The same in every combination of several values, on the same draws: players=2..4, rerolls=1..3, deck=old.toml|new.toml,
    /// chaser.above=10..16; repeatable
    #[arg(long, value_name = "KEY=VALUES", value_parser = Axis::parse)]
    pub vary: Vec<Axis>,
}

#[derive(Clone, Debug, Args)]
pub(super) struct RegretArgs {
    #[command(flatten)]
    pub priced: PricedArgs,
    /// Where the files go [default: reports/regret- and the code of the experiment]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
