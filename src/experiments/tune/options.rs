//! What can be typed after `analyze tune`. Nothing here is validated beyond its own spelling.

use super::targets::{Aim, Target};
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
    /// The strategy to tune, or `game`
    ///
    /// Candidates are compared with the strategy as you write it here, for example chaser:above=14. `game` tunes the
    /// rules of the game, with --vary and --target.
    #[arg(value_name = "STRATEGY")]
    pub strategy: String,
    /// A parameter and the values to try, for example above=5..25 or mode=1|4|9; repeatable
    ///
    /// Every combination of values is a candidate. slack=0..0.1/10 is a range with 10 steps. For a range, the race then
    /// also tries values between the steps, near the best one. For a list, it tries only the values in the list.
    #[arg(long = "param", value_name = "P=VALUES", value_parser = Tuned::parse)]
    pub parameters: Vec<Tuned>,
    /// The opponents: one strategy for all other seats, or one for each
    ///
    /// By default, they are the default line-up of the game without the strategy that is tuned.
    #[arg(
        long,
        help_heading = "Game and players",
        value_name = "A,B",
        value_delimiter = ',',
        conflicts_with = "mirror"
    )]
    pub against: Option<Vec<String>>,
    /// Use the strategy itself, with its default parameters, as every opponent
    #[arg(long)]
    pub mirror: bool,
    #[command(flatten)]
    pub seats: SeatsArgs,
    /// Maximum number of games, 1 to 1e15 [default: 1e7]
    ///
    /// Two thirds are for the race, and the rest is for the test of its winner. With `tune game`, it is the number of
    /// games of each design [default: 1e6].
    #[arg(long, help_heading = "Games", value_parser = games, value_name = "R", allow_hyphen_values = true)]
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
    /// Only with `tune game`: a target, such as seat3-seat1=0±0.01 or rounds=8..10; repeatable
    ///
    /// seat1=0.3..0.36 is a target for the win share of seat 1. rounds=8..10 is a target for the mean number of rounds
    /// in a game, as in length.csv. decided=0.75..0.95 and lead_changes>=2 are targets for measures of `analyze feel`.
    /// With these, games are played die by die, 20,000 of each design by default. invalid_rate.CARD=0.25..0.4 is a
    /// target for the share of invalid results on a card ('*' means every card). You can type +- for ±.
    #[arg(long, value_name = "QUANTITY=RANGE", allow_hyphen_values = true)]
    pub target: Vec<Target>,
    /// Only with `tune game`: of the designs that meet all targets, put those with the lowest value of a quantity
    /// first, such as seat1-seat2
    #[arg(long, value_name = "QUANTITY", conflicts_with = "maximize")]
    pub minimize: Option<Aim>,
    /// Only with `tune game`: of the designs that meet all targets, put those with the highest value of a quantity
    /// first, such as tension
    #[arg(long, value_name = "QUANTITY")]
    pub maximize: Option<Aim>,
    /// Only with `tune game`: strategies, one for each seat or one for all [default: built-in ones]
    #[arg(long, help_heading = "Game and players", value_name = "A,B,C", value_delimiter = ',')]
    pub bots: Option<Vec<String>>,
    /// Only with `tune game`: which seating orders are played: rotate, all, fixed
    #[arg(long, value_parser = named(&SeatingRule::NAMES), value_name = "RULE", default_value = "rotate")]
    pub seating: SeatingRule,
}

/// Find the best parameters of a strategy, or with `tune game` the best rules of a game
///
/// First, a race plays the candidates in rounds. It drops the worse half after each round, until one remains. Then a
/// test in new games shows whether this one is better than the default.
#[derive(Clone, Debug, Args)]
pub(crate) struct TuneArgs {
    #[command(flatten)]
    pub tuning: TuningArgs,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
