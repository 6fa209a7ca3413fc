//! What can be typed after `analyze compare`, and `--until` of all commands. Nothing here is validated beyond its own
//! spelling.

use super::args::{OutputArgs, RulesArgs, one_of};
use super::games::{GameRef, game_name};
use super::numbers::whole;
use crate::record::{Decimal, TestRecord};
use clap::Args;
use std::fmt;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    /// Two strategies, or three and more with --against
    #[arg(required = true, num_args = 2.., value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// Who takes the other seats: one strategy for all of them, or one for each in the order after the seat compared
    /// [default, for two strategies: all like the second, and all like the first]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub against: Option<Vec<String>>,
    /// Which game [default: the only one that has strategies of these names]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    /// How many play [default: one more than --against names, if that is more than one; else 3]
    #[arg(long, value_parser = whole, value_name = "N", allow_hyphen_values = true)]
    pub players: Option<u64>,
    /// Games of each strategy against each field, 1 to 1e15, rounded up to whole blocks [default: 1e6; with --until,
    /// where it is the most that are played, 1e9]
    #[arg(long, value_parser = whole, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    /// Stop at the first look with a verdict (verdict), or with no standard error of a difference of win shares above X
    /// (se=X); looks come after 200 blocks and then after a tenth more each time
    #[arg(long, value_parser = until, value_name = "WHAT")]
    pub until: Option<Until>,
    /// How --until verdict decides: cs (a confidence sequence), sprt (a sequential probability ratio test of H0, not
    /// better, against H1, better by the margin) [default: cs]
    #[arg(long, value_parser = test, value_name = "TEST")]
    pub test: Option<TestRecord>,
    /// Differences of win share up to this are as good as none
    #[arg(long, value_name = "M", default_value = "0.002", allow_hyphen_values = true)]
    pub margin: Decimal,
    /// How often a verdict may be wrong, above 0 and below 0.5; intervals are those of 1 - A
    #[arg(long, value_name = "A", default_value = "0.05", allow_hyphen_values = true)]
    pub alpha: Decimal,
    /// With --test sprt: how often a difference of the margin may be missed [default: 0.05]
    #[arg(long, value_name = "B", allow_hyphen_values = true)]
    pub beta: Option<Decimal>,
    /// Seed, 0 to 2^64 - 1: the same seed gives the same files, byte for byte
    #[arg(long, value_parser = whole, value_name = "S", default_value = "1", allow_hyphen_values = true)]
    pub seed: u64,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Threads, 1 to 1024; never changes a result [default: all cores]
    #[arg(long, value_parser = whole, value_name = "T", allow_hyphen_values = true)]
    pub threads: Option<u64>,
    /// Where the files go [default: reports/compare-A-B]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// When the data let a run end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Until {
    /// When there is a verdict.
    Verdict,
    /// When the standard error is at most this.
    StandardError(Decimal),
}

impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Until::Verdict => f.write_str("verdict"),
            Until::StandardError(most) => write!(f, "se={most}"),
        }
    }
}

/// Reads `--until`.
pub(super) fn until(text: &str) -> Result<Until, String> {
    match text.split_once('=') {
        None if text == "verdict" => Ok(Until::Verdict),
        Some(("se", number)) => {
            let most: Decimal = number.parse().map_err(|error| format!("se: {error}"))?;
            let positive = most.value() > 0.0;
            if positive { Ok(Until::StandardError(most)) } else { Err("se: it must be above 0".to_owned()) }
        }
        _ => Err("write verdict, or se= and a standard error, such as se=0.001".to_owned()),
    }
}

fn test(text: &str) -> Result<TestRecord, String> {
    one_of(text, &[("cs", TestRecord::Cs), ("sprt", TestRecord::Sprt)])
}
