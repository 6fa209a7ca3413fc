//! What can be typed for `analyze exact`.

use crate::lab::GameRef;
use crate::options::OutArgs;
use crate::options::VaryArgs;
use crate::options::games::game_name;
use crate::options::{OutputArgs, RulesArgs};
use clap::Args;

/// Exact win shares of two strategies, without playing a game (pot, pig)
#[derive(Debug, Args)]
pub(crate) struct ExactArgs {
    /// Two strategies; the same one twice shows the effect of the seats
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
