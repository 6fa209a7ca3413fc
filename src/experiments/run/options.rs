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
    /// Number of games, 1 to 1e15; for example 1000000, 1e6 or 1M
    ///
    /// It is rounded up, so that every deal is played in every seating order.
    #[arg(long, help_heading = "Games", value_parser = games, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    /// se=X: stop when the standard error of every win share is at most X
    ///
    /// The standard error is about half the number after ±. Results are checked after 100 deals, and again each time
    /// the number of deals has grown by a tenth. --runs is then the maximum [default: 1e9].
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
