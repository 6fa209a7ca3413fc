//! What can be typed after `analyze compare`. Nothing here is validated beyond its own spelling.

use crate::options::LuckArgs;
use crate::options::SeedArgs;
use crate::options::VaryArgs;
use crate::options::VerdictArgs;
use crate::options::choices::{METRICS, TESTS};
use crate::options::until::{Until, until};
use crate::options::{PlayingArgs, RulesArgs, SeatsArgs};
use crate::record::{Decimal, TestRecord};
use crate::simulate::Metrics;
use crate::terminal::choices::named;
use crate::terminal::numbers::games;
use clap::Args;

/// The options that say what is compared.
#[derive(Clone, Debug, Args)]
pub(crate) struct ComparedArgs {
    /// Two strategies; for three or more, name the opponents with --against
    #[arg(required = true, num_args = 2.., value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// The opponents: one strategy for all other seats, or one for each
    ///
    /// A list is in seating order, starting after the strategy that is compared. By default, two strategies are
    /// compared twice: against copies of the second one, then against copies of the first one.
    #[arg(long, help_heading = "Game and players", value_name = "A,B", value_delimiter = ',')]
    pub against: Option<Vec<String>>,
    #[command(flatten)]
    pub seats: SeatsArgs,
    /// Number of games of each strategy against each set of opponents, 1 to 1e15 [default: 1e6]
    ///
    /// It is rounded up, so that every deal is played in every seat. With --until it is the maximum, and the default is
    /// 1e9.
    #[arg(long, help_heading = "Games", value_parser = games, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    /// verdict: stop when the verdict is certain; se=X: stop at a standard error of X
    ///
    /// se=X stops when the standard error of every difference in win share is at most X. Results are checked after 100
    /// deals, and again each time the number of deals has grown by a tenth.
    #[arg(long, help_heading = "Games", value_parser = until, value_name = "WHAT")]
    pub until: Option<Until>,
    #[command(flatten)]
    pub luck: LuckArgs,
    /// How --until verdict decides: cs, sprt [default: cs]
    ///
    /// `cs`: a confidence sequence, that is, an interval that may be checked again and again while the games are
    /// played. Its answers are better, worse or equal. `sprt`: a sequential probability ratio test, which has only two
    /// answers: the first strategy is not better, or it is better by at least the margin. Choose `sprt` if no other
    /// answer matters to you.
    #[arg(long, value_parser = named(&TESTS), value_name = "TEST")]
    pub test: Option<TestRecord>,
    /// What is compared: all, win_share
    ///
    /// `all`: win shares and mean final scores (called ev in the files); `win_share`: only win shares. Games among
    /// identical strategies are then skipped, because their win shares are known.
    #[arg(long, value_parser = named(&METRICS), value_name = "WHAT", default_value = "all")]
    pub metric: Metrics,
    #[command(flatten)]
    pub verdict: VerdictArgs,
    /// With --test sprt: the chance of missing a difference as large as the margin [default: 0.05]
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    pub beta: Option<Decimal>,
    #[command(flatten)]
    pub draws: SeedArgs<2>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub vary: VaryArgs,
}

/// Find out whether one strategy is better than another, and by how much
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub compared: ComparedArgs,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
