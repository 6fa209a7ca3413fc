//! What can be typed for `analyze feel`.

use crate::options::choices::{RATINGS, RatingsChoice, STANDINGS, StandingChoice};
use crate::options::{PlayingArgs, TableArgs, VaryArgs};
use crate::terminal::choices::named;
use crate::terminal::numbers::games;
use clap::{Arg, Args};

/// An option in the help of the command, which leaves out the one that has no effect.
fn of_feel(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "engine" => option.hide(true),
        _ => option,
    }
}

/// The options that say which games are followed.
#[derive(Clone, Debug, Args)]
#[command(mut_args(of_feel))]
pub(crate) struct FollowedArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Number of games, 1 to 1e15; for example 100000, 1e5 or 100k [default: 20000]
    ///
    /// It is rounded up, so that every deal is played in every seating order. Every game is played die by die.
    #[arg(long, help_heading = "Games", value_parser = games, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    /// How to measure the standing of each player after a round: auto, values, scores
    ///
    /// `values`: the win probability, which is known in gang and battle, and with two players in pot, pig, and games
    /// from files that can be solved (solving can take minutes); `scores`: the share of the scores; `auto`: `values`
    /// where they are known, otherwise `scores`.
    #[arg(long, help_heading = "Games", value_parser = named(&STANDINGS), value_name = "WHAT", default_value = "auto")]
    pub standing: StandingChoice,
    /// Whether strategies are rated, which takes more games: off, on
    ///
    /// `on`: the strategies of --bots, the best one that is known, and `random` also play each other, two at a time. The
    /// best one is `optimal`, `champion`, or `tactician`, where the game has it, otherwise the first of the default
    /// line-up. Every pair plays one block of games for four blocks of the followed ones.
    #[arg(long, help_heading = "Games", value_parser = named(&RATINGS), value_name = "WHETHER", default_value = "off")]
    pub ratings: RatingsChoice,
    #[command(flatten)]
    pub vary: VaryArgs,
}

/// Show how games go: lead changes, tension, comebacks, and when they are decided
#[derive(Clone, Debug, Args)]
pub(crate) struct FeelArgs {
    #[command(flatten)]
    pub followed: FollowedArgs,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
