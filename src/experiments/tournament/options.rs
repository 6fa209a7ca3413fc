//! What can be typed after `analyze tournament`. Nothing here is validated beyond its own spelling.

use crate::options::LuckArgs;
use crate::options::SeedArgs;
use crate::options::VaryArgs;
use crate::options::VerdictArgs;
use crate::options::choices::{ALLOTS, SCHEDULES};
use crate::options::until::{Until, until};
use crate::options::{PlayingArgs, RulesArgs, SeatsArgs};
use crate::record::{Allot, Schedule};
use crate::terminal::choices::named;
use crate::terminal::numbers::games;
use clap::Args;

/// The options that say who enters and what is played.
#[derive(Clone, Debug, Args)]
pub(crate) struct EnteredArgs {
    /// The entrants: names, files, `all`, and parameter grids
    ///
    /// Files can be a pattern ('mine/*.toml'). `all` is every built-in strategy. A grid has several values of a
    /// parameter: chaser:above=10..16, odds:open=0..0.3/3, chaser:above=10|12.
    #[arg(required = true, num_args = 1.., value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// Who plays whom: mirror, all, field [default: mirror; with --against, field]
    ///
    /// mirror seats each entrant among copies of each other one. all seats every combination of entrants, in every
    /// order. field seats each entrant among those of --against.
    #[arg(long, value_parser = named(&SCHEDULES), value_name = "SCHEDULE")]
    pub schedule: Option<Schedule>,
    /// With the schedule field: the other seats, one strategy for all or one for each
    #[arg(long, help_heading = "Game and players", value_name = "A,B", value_delimiter = ',')]
    pub against: Option<Vec<String>>,
    #[command(flatten)]
    pub seats: SeatsArgs,
    /// Games of all tables together, 1 to 1e15 [default: 1e7]
    ///
    /// Every table plays at least 128 blocks, and passes of 64 blocks are always completed. With --until it is the
    /// maximum, and the default is 1e9.
    #[arg(long, help_heading = "Games", value_parser = games, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    /// Stop when the ranking is settled (verdict), or at a standard error of X (se=X)
    ///
    /// verdict stops when the question of --allot is settled. se=X stops when the standard error of every mean is at
    /// most X. Results are looked at after 128 blocks per table, and then after every further tenth.
    #[arg(long, help_heading = "Games", value_parser = until, value_name = "WHAT")]
    pub until: Option<Until>,
    #[command(flatten)]
    pub luck: LuckArgs,
    /// Which tables go on after 128 blocks: order, best, even
    ///
    /// order plays the tables of entrants whose rank is open. best plays those of entrants that may be the best. even
    /// plays all.
    #[arg(long, value_parser = named(&ALLOTS), value_name = "HOW", default_value = "order")]
    pub allot: Allot,
    #[command(flatten)]
    pub verdict: VerdictArgs,
    #[command(flatten)]
    pub draws: SeedArgs<1>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub vary: VaryArgs,
}

/// Rank many strategies against each other
#[derive(Clone, Debug, Args)]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    pub entered: EnteredArgs,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
