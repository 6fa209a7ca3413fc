//! What can be typed after `analyze compare`. Nothing here is validated beyond its own spelling.

use super::args::{PlayingArgs, RulesArgs, SeatsArgs};
use super::axis::Axis;
use super::choices::{LUCK, LuckChoice, METRICS, TESTS, named};
use super::numbers::{games, small};
use super::until::{Until, until};
use crate::record::{Decimal, TestRecord};
use crate::simulate::Metrics;
use clap::Args;
use std::path::PathBuf;

/// The options that say what is compared.
#[derive(Clone, Debug, Args)]
pub(super) struct ComparedArgs {
    /// Two strategies, or three and more with --against
    #[arg(required = true, num_args = 2.., value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// Who takes the other seats: one strategy for all of them, or one for each in the order after the seat compared
    /// [default, for two strategies: all like the second, and all like the first]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub against: Option<Vec<String>>,
    #[command(flatten)]
    pub seats: SeatsArgs,
    /// Games of each strategy against each field, 1 to 1e15, rounded up to whole blocks [default: 1e6; with --until,
    /// where it is the most that are played, 1e9]
    #[arg(long, value_parser = games, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    /// Stop at the first look with a verdict (verdict), or with no standard error of a difference of win shares above X
    /// (se=X); looks come after 100 blocks and then after a tenth more each time
    #[arg(long, value_parser = until, value_name = "WHAT")]
    pub until: Option<Until>,
    /// Luck: cancel (gang; pot and pig with two players) subtracts from each game's win shares what cards and dice gave or
    /// took, so that far fewer games decide; the games are the same. auto cancels it where that can be, where
    /// cancel is refused. off (as played)
    #[arg(long, value_parser = named(&LUCK), value_name = "WHAT", default_value = "off")]
    pub luck: LuckChoice,
    /// How --until verdict decides: cs (a confidence sequence), sprt (a sequential probability ratio test of H0, not
    /// better, against H1, better by the margin) [default: cs]
    #[arg(long, value_parser = named(&TESTS), value_name = "TEST")]
    pub test: Option<TestRecord>,
    /// What is compared: all (win share and ev), or win_share alone, without the games whose win shares are known
    /// beforehand
    #[arg(long, value_parser = named(&METRICS), value_name = "WHAT", default_value = "all")]
    pub metric: Metrics,
    /// Differences of win share up to this are as good as none
    #[arg(long, value_name = "M", default_value = "0.002", allow_hyphen_values = true)]
    pub margin: Decimal,
    /// How often a verdict may be wrong, above 0 and below 0.5; intervals are those of 1 - A
    #[arg(long, value_name = "A", default_value = "0.05", allow_hyphen_values = true)]
    pub alpha: Decimal,
    /// With --test sprt: how often a difference of the margin may be missed [default: 0.05]
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    pub beta: Option<Decimal>,
    /// Seed, 0 to 2^64 - 1: the same seed gives the same files, byte for byte; another one than a run's, so that the one
    /// can confirm the other
    #[arg(long, value_parser = small, value_name = "S", default_value = "2", allow_hyphen_values = true)]
    pub seed: u64,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// The comparison in all combinations of several values, on the same draws: rerolls=1..4, chaser.above=10..16,
    /// players=2..4, deck=old.toml|new.toml; what a run can vary but bots and seating; verdicts hold together; repeatable
    #[arg(long, value_name = "KEY=VALUES", value_parser = Axis::parse)]
    pub vary: Vec<Axis>,
}

#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    pub compared: ComparedArgs,
    /// Where the files go [default: reports/compare-A-B, with the code of the experiment after it if more than the
    /// names decides the games or the verdict; --runs, --until se=X and how results are shown do not]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
