//! What can be typed for a run or a sweep of runs.

use crate::options::until::{Until, until};
use crate::options::{LuckArgs, PlayingArgs, TableArgs, VaryArgs};
use crate::terminal::numbers::games;
use clap::Args;

/// The options that say what a run or a sweep plays.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlayedArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Games, 1 to 1e15
    ///
    /// Any spelling is accepted: 1000000, 1e6, 1M. The number is rounded up to whole blocks.
    #[arg(long, help_heading = "Games", value_parser = games, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    /// Stop when every win share has a standard error of at most X: se=X
    ///
    /// Results are looked at after 200 blocks, and then after every further tenth. --runs is then the maximum [default:
    /// 1e9].
    #[arg(long, help_heading = "Games", value_parser = until, value_name = "WHAT")]
    pub until: Option<Until>,
    #[command(flatten)]
    pub luck: LuckArgs,
    #[command(flatten)]
    pub vary: VaryArgs,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub played: PlayedArgs,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
