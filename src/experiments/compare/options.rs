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
    /// Two strategies, or three and more with --against
    #[arg(required = true, num_args = 2.., value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// The other seats: one strategy for all of them, or one for each
    ///
    /// The list has the order of the seats after the compared one. By default, two strategies are compared twice: with
    /// all others like the second, and with all others like the first.
    #[arg(long, help_heading = "Game and players", value_name = "A,B", value_delimiter = ',')]
    pub against: Option<Vec<String>>,
    #[command(flatten)]
    pub seats: SeatsArgs,
    /// Games of each strategy against each field, 1 to 1e15 [default: 1e6]
    ///
    /// The number is rounded up to whole blocks. With --until it is the maximum, and the default is 1e9.
    #[arg(long, help_heading = "Games", value_parser = games, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    /// Stop when there is a verdict (verdict), or a standard error of X (se=X)
    ///
    /// se=X stops when the standard error of every difference in win share is at most X. Results are looked at after
    /// 100 blocks, and then after every further tenth.
    #[arg(long, help_heading = "Games", value_parser = until, value_name = "WHAT")]
    pub until: Option<Until>,
    #[command(flatten)]
    pub luck: LuckArgs,
    /// How --until verdict decides: cs, sprt [default: cs]
    ///
    /// cs is a confidence sequence. sprt is a sequential probability ratio test of H0 (not better) against H1 (better
    /// by the margin).
    #[arg(long, value_parser = named(&TESTS), value_name = "TEST")]
    pub test: Option<TestRecord>,
    /// What is compared: all, win_share
    ///
    /// all compares win share and ev, the mean final score. win_share skips the games whose win shares are known
    /// beforehand.
    #[arg(long, value_parser = named(&METRICS), value_name = "WHAT", default_value = "all")]
    pub metric: Metrics,
    #[command(flatten)]
    pub verdict: VerdictArgs,
    /// With --test sprt: how often a difference of the margin may be missed [default: 0.05]
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    pub beta: Option<Decimal>,
    #[command(flatten)]
    pub draws: SeedArgs<2>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub vary: VaryArgs,
}

/// Is one strategy better than another? Paired games until it is certain
#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub compared: ComparedArgs,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
