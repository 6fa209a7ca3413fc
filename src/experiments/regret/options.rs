//! What can be typed for `analyze regret`.

use crate::lab::GameRef;
use crate::options::SeedArgs;
use crate::options::VaryArgs;
use crate::options::games::game_name;
use crate::options::{PlayingArgs, RulesArgs};
use crate::terminal::numbers::{small, whole};
use clap::Args;

/// The options that say whose decisions are priced.
#[derive(Clone, Debug, Args)]
pub(crate) struct PricedArgs {
    /// The strategies whose decisions are priced, each in its own games
    #[arg(required = true, value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// Which game: gang
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    /// Number of players, 2 to 4 [default: 2]
    #[arg(long, value_parser = small, value_name = "N", allow_hyphen_values = true)]
    pub players: Option<u64>,
    /// The other seats: one strategy for each, or one for all
    ///
    /// The default is optimal with two players, and champion with more. The price of a decision does not depend on
    /// them: it assumes best play by everybody from then on.
    #[arg(long, help_heading = "Game and players", value_name = "A,B,C", value_delimiter = ',')]
    pub against: Option<Vec<String>>,
    /// Games of each strategy, 1 to 1e9
    ///
    /// Any spelling is accepted: 100000, 1e5, 100k. The number is rounded up to whole blocks.
    #[arg(long, help_heading = "Games", value_parser = whole, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    #[command(flatten)]
    pub draws: SeedArgs<1>,
    /// Number of the costliest decisions to list for each strategy, 0 to 1000
    #[arg(long, value_parser = small, value_name = "N", default_value = "10", allow_hyphen_values = true)]
    pub worst: u64,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub vary: VaryArgs,
}

/// What the decisions of strategies cost, by card, dice and rerolls (gang)
#[derive(Clone, Debug, Args)]
pub(crate) struct RegretArgs {
    #[command(flatten)]
    pub priced: PricedArgs,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
