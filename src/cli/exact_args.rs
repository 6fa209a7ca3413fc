//! What can be typed for `analyze exact`.

use super::args::{OutputArgs, RulesArgs};
use super::axis::Axis;
use super::games::game_name;
use crate::lab::GameRef;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct ExactArgs {
    /// Two strategies; the same one twice shows what the seats are worth
    #[arg(required = true, num_args = 2, value_names = ["A", "B"])]
    pub strategies: Vec<String>,
    /// Which game: pot or pig [default: the only one that has strategies of these names]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// The win shares in all combinations of several values: goal=50..100 by 10, hold.at=15..25; a rule or a strategy's
    /// parameter; repeatable
    #[arg(long, value_name = "KEY=VALUES", value_parser = Axis::parse)]
    pub vary: Vec<Axis>,
    /// Where the files go [default: reports/exact-A-B and the code of the experiment]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
}
