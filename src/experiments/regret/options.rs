//! What can be typed for `analyze regret`.

use crate::lab::GameRef;
use crate::options::SeedArgs;
use crate::options::VaryArgs;
use crate::options::games::game_name;
use crate::options::{PlayingArgs, RulesArgs, of_gang};
use crate::terminal::numbers::{small, whole};
use clap::Args;

/// The options that say whose decisions are priced.
#[derive(Clone, Debug, Args)]
#[command(mut_args(of_gang))]
pub(crate) struct PricedArgs {
    /// The strategies whose decisions are evaluated, each in its own games
    #[arg(required = true, value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// The game: gang, or a game from a file [default: gang]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    /// Number of players: 2 to 4 (games from files: 1 or 2) [default: 2]
    #[arg(long, value_parser = small, value_name = "N", allow_hyphen_values = true)]
    pub players: Option<u64>,
    /// The opponents: one strategy for each other seat, or one for all
    ///
    /// The default is `optimal` with two players, and `champion` with more. With one player, there are no opponents.
    /// The cost of a decision does not depend on the opponents, because it assumes best play by everybody afterwards.
    #[arg(long, help_heading = "Game and players", value_name = "A,B,C", value_delimiter = ',')]
    pub against: Option<Vec<String>>,
    /// Number of games of each strategy, 1 to 1e9; for example 100000, 1e5 or 100k
    ///
    /// It is rounded up, so that every deal is played in every seat.
    #[arg(long, help_heading = "Games", value_parser = whole, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    #[command(flatten)]
    pub draws: SeedArgs<1>,
    /// How many of the costliest decisions to list for each strategy, 0 to 1000
    #[arg(long, value_parser = small, value_name = "N", default_value = "10", allow_hyphen_values = true)]
    pub worst: u64,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub vary: VaryArgs,
}

/// Show how much is lost by decisions that are not the best (gang, games from files)
#[derive(Clone, Debug, Args)]
pub(crate) struct RegretArgs {
    #[command(flatten)]
    pub priced: PricedArgs,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
