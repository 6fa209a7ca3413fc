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
    /// The entrants: names, files, files by pattern ('mine/*.toml'), `all` (every built-in strategy), and parameter grids
    /// (chaser:above=10..16, odds:open=0..0.3/3, chaser:above=10|12)
    #[arg(required = true, num_args = 1.., value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// Who sits with whom: mirror (each alone among copies of each other), all (every choice of entrants for the seats, in
    /// every order), field (each among those of --against) [default: mirror; with --against, field]
    #[arg(long, value_parser = named(&SCHEDULES), value_name = "SCHEDULE")]
    pub schedule: Option<Schedule>,
    /// With the schedule field: who takes the other seats, one strategy for all of them, or one for each in the order after
    /// the entrant
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub against: Option<Vec<String>>,
    #[command(flatten)]
    pub seats: SeatsArgs,
    /// Games of all tables together, 1 to 1e15; every table plays 128 blocks at least, and no pass of 64 blocks is cut
    /// short [default: 1e7; with --until, where it is the most that are played, 1e9]
    #[arg(long, value_parser = games, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    /// Stop at the first look at which what games are allotted for is settled (verdict), or with no standard error of a mean
    /// above X (se=X); looks come after 128 blocks a table and then after a tenth more each time
    #[arg(long, value_parser = until, value_name = "WHAT")]
    pub until: Option<Until>,
    #[command(flatten)]
    pub luck: LuckArgs,
    /// Whose tables go on after 128 blocks each: order (of entrants whose order among the others is open), best (of those
    /// that may be the best), even (all)
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

/// Which of many strategies is best, each among copies of each other: payoffs, a ranking, and what is settled of it
#[derive(Clone, Debug, Args)]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    pub entered: EnteredArgs,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
