//! What can be typed for `analyze exact`.

use super::args::OutArgs;
use super::args::VaryArgs;
use super::args::{OutputArgs, RulesArgs};
use super::games::game_name;
use crate::lab::GameRef;
use clap::Args;

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
    #[command(flatten)]
    pub vary: VaryArgs,
    #[command(flatten)]
    pub folder: OutArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}
