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
    /// The entrants: strategies, files, `all`, and ranges of parameters
    ///
    /// `all` is every built-in strategy. Files can be a pattern, such as 'mine/*.toml'. Several values of a parameter
    /// make several entrants: chaser:above=10..16, odds:open=0..0.3/3 (0, 0.1, 0.2 and 0.3), chaser:above=10|12.
    #[arg(required = true, num_args = 1.., value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// Who plays whom: mirror, all, field [default: mirror; with --against, field]
    ///
    /// `mirror`: one copy of an entrant against copies of another, for every pair; `all`: every combination of
    /// entrants; `field`: each entrant against the strategies of --against. Every seating order is played.
    #[arg(long, value_parser = named(&SCHEDULES), value_name = "SCHEDULE")]
    pub schedule: Option<Schedule>,
    /// The opponents, with --schedule field: one strategy for all other seats, or one for each
    #[arg(long, help_heading = "Game and players", value_name = "A,B", value_delimiter = ',')]
    pub against: Option<Vec<String>>,
    #[command(flatten)]
    pub seats: SeatsArgs,
    /// Total number of games, 1 to 1e15 [default: 1e7]
    ///
    /// A table is one set of players. Every table plays at least 128 deals, and the number of deals is a multiple of
    /// 64. With --until, --runs is the maximum, and its default is 1e9.
    #[arg(long, help_heading = "Games", value_parser = games, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    /// verdict: stop when the ranking is settled; se=X: stop at a standard error of X
    ///
    /// With --allot best, `verdict` stops when the best entrant is known. `se=X` stops when the standard error of every
    /// mean is at most X. Results are checked after 128 deals per table, and again each time that number has grown by a
    /// tenth.
    #[arg(long, help_heading = "Games", value_parser = until, value_name = "WHAT")]
    pub until: Option<Until>,
    #[command(flatten)]
    pub luck: LuckArgs,
    /// Which tables play on after 128 deals: order, best, even
    ///
    /// `order`: those of entrants whose rank is not certain; `best`: those of entrants that may be the best; `even`:
    /// all, which gives the clearest picture of who beats whom.
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

/// Rank many strategies against each other, and show who beats whom
#[derive(Clone, Debug, Args)]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    pub entered: EnteredArgs,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
