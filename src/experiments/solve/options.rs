//! What can be typed for `analyze solve`.

use crate::lab::GameRef;
use crate::options::games::game_name;
use crate::options::{OUT_OF_GAME, OutArgs, OutputArgs, RulesArgs, of_gang};
use crate::terminal::numbers::small;
use clap::{Arg, Args};

/// An option in the help of the command.
fn of_solve(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "out" => option.long_help(OUT_OF_GAME),
        _ => of_gang(option),
    }
}

/// Compute best play, exactly (gang, pot, pig, and games from files)
#[derive(Debug, Args)]
#[command(mut_args(of_solve))]
pub(crate) struct SolveArgs {
    /// The game: gang, pot, pig, or a game from a file [default: gang]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    /// Number of players: 2 (games from files: 1 or 2)
    #[arg(long, value_parser = small, value_name = "N", default_value = "2", allow_hyphen_values = true)]
    pub players: u64,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub folder: OutArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}
