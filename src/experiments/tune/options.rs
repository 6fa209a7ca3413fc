//! What can be typed after `analyze tune`. Nothing here is validated beyond its own spelling.

use super::targets::Target;
use crate::engines::SeatingRule;
use crate::options::LuckArgs;
use crate::options::SeedArgs;
use crate::options::VaryArgs;
use crate::options::axis::Axis;
use crate::options::{PlayingArgs, RulesArgs, SeatsArgs};
use crate::terminal::choices::named;
use crate::terminal::numbers::games;
use clap::Args;

/// A parameter with the values that are tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tuned {
    pub axis: Axis,
    /// Whether the values are a range, in which others may lie between them.
    pub is_range: bool,
    /// The values as they were typed.
    pub typed: String,
}

impl Tuned {
    /// Reads `P=lo..hi`, `P=lo..hi/steps`, `P=lo..hi by step` or `P=A|B|C`.
    fn parse(text: &str) -> Result<Tuned, String> {
        let axis = Axis::parse(text).map_err(|error| error.replace("rerolls=1..4", "above=5..25"))?;
        let typed = text.split_once('=').map_or("", |(_, values)| values.trim()).to_owned();
        Ok(Tuned { is_range: !typed.contains('|') && typed.contains(".."), typed, axis })
    }
}

/// The options that say what is tuned.
#[derive(Clone, Debug, Args)]
pub(crate) struct TunedArgs {
    /// The strategy: its parameters as they are typed, or else their defaults, are what others are held against; or `game`,
    /// to tune the game itself, with --vary and --target
    #[arg(value_name = "STRATEGY")]
    pub strategy: String,
    /// A parameter and the values that are tried: above=5..25, slack=0..0.1/10 (in 10 steps; of a range what lies between
    /// is tried too, near the best), mode=1|4|9 (these alone); repeatable: every combination is a candidate
    #[arg(long = "param", value_name = "P=VALUES", value_parser = Tuned::parse)]
    pub parameters: Vec<Tuned>,
    /// Who takes the other seats: one strategy for all of them, or one for each in the order after the candidate [default:
    /// the game's default line-up without the strategy that is tuned]
    #[arg(long, value_name = "A,B", value_delimiter = ',', conflicts_with = "mirror")]
    pub against: Option<Vec<String>>,
    /// The other seats are taken by the strategy itself with its default parameters
    #[arg(long)]
    pub mirror: bool,
    #[command(flatten)]
    pub seats: SeatsArgs,
    /// The most games in all, 1 to 1e15: two thirds for the race, the rest for the test of its winner [default: 1e7]; of a
    /// game: the games of each design [default: 1e6]
    #[arg(long, value_parser = games, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    #[command(flatten)]
    pub luck: LuckArgs,
    #[command(flatten)]
    pub draws: SeedArgs<3>,
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// The options that say what is tuned, a strategy or a game.
#[derive(Clone, Debug, Args)]
pub(crate) struct TuningArgs {
    #[command(flatten)]
    pub tuned: TunedArgs,
    #[command(flatten)]
    pub vary: VaryArgs,
    /// game: what a number should be: seat3-seat1=0±0.01 (or +-), seat1=0.3..0.36, rounds=8..10 (a mean of length.csv),
    /// invalid_rate.CARD=0.25..0.4 (a column of what the game counts, all strategies together; '*' for every card); repeatable
    #[arg(long, value_name = "NUMBER=RANGE", allow_hyphen_values = true)]
    pub target: Vec<Target>,
    /// game: who plays, one strategy for each seat or one for all [default: a line-up of different ones]
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub bots: Option<Vec<String>>,
    /// game: how seats are taken: rotate, all, fixed
    #[arg(long, value_parser = named(&SeatingRule::NAMES), value_name = "RULE", default_value = "rotate")]
    pub seating: SeatingRule,
}

/// Find the best values of a strategy's parameters, and test on other draws whether they are better than its default
#[derive(Clone, Debug, Args)]
pub(crate) struct TuneArgs {
    #[command(flatten)]
    pub tuning: TuningArgs,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
