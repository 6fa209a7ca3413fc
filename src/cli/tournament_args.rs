//! What can be typed after `analyze tournament`. Nothing here is validated beyond its own spelling.

use super::args::{PlayingArgs, RulesArgs, SeatsArgs};
use super::axis::Axis;
use super::choices::{ALLOTS, LUCK, LuckChoice, SCHEDULES, named};
use super::numbers::{games, small};
use super::until::{Until, until};
use crate::record::{Allot, Decimal, Schedule};
use clap::Args;
use std::path::PathBuf;

/// The options that say who enters and what is played.
#[derive(Clone, Debug, Args)]
pub(super) struct EnteredArgs {
    /// The entrants: names, files, files by pattern ('mine/*.toml'), `all` (every strategy that ships), and parameter grids
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
    /// Luck: cancel (gang; pot and pig with two players) subtracts from each game's win shares what cards and dice gave or
    /// took, so that far fewer games decide; the games are the same. auto cancels it where that can be, where
    /// cancel is refused. off (as played)
    #[arg(long, value_parser = named(&LUCK), value_name = "WHAT", default_value = "off")]
    pub luck: LuckChoice,
    /// Whose tables go on after 128 blocks each: order (of entrants whose order among the others is open), best (of those
    /// that may be the best), even (all)
    #[arg(long, value_parser = named(&ALLOTS), value_name = "HOW", default_value = "order")]
    pub allot: Allot,
    /// Differences of win share up to this are as good as none
    #[arg(long, value_name = "M", default_value = "0.002", allow_hyphen_values = true)]
    pub margin: Decimal,
    /// How often any verdict may be wrong, above 0 and below 0.5
    #[arg(long, value_name = "A", default_value = "0.05", allow_hyphen_values = true)]
    pub alpha: Decimal,
    /// Seed, 0 to 2^64 - 1: the same seed gives the same files, byte for byte
    #[arg(long, value_parser = small, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    pub seed: u64,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// A tournament in every combination of several values, on the same draws: players=2..4, rerolls=1..3, deck=old.toml|new.toml,
    /// chaser.above=10..16; repeatable
    #[arg(long, value_name = "KEY=VALUES", value_parser = Axis::parse)]
    pub vary: Vec<Axis>,
}

#[derive(Clone, Debug, Args)]
pub(super) struct TournamentArgs {
    #[command(flatten)]
    pub entered: EnteredArgs,
    /// Where the files go [default: reports/tournament-GAME-PLAYERSp with the code of the experiment]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
