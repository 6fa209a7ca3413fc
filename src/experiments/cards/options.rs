//! What can be typed for `analyze cards`.

use crate::options::{PlayingArgs, TableArgs, VaryArgs, of_gang};
use crate::record::By;
use crate::terminal::numbers::{games, small};
use clap::{Arg, Args};

/// The number of players where only gang can be played.
const PLAYERS: &str = "Number of players, 2 to 4 [default: the number of --bots if there are several, otherwise 3]";

/// An option in the help of the command.
fn of_cards(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "game" => option.help("The game: gang, or a game from a file that has a [deck] [default: gang]"),
        "players" => option.help(PLAYERS),
        _ => of_gang(option),
    }
}

/// The options that say which cards are solved and what is played on them.
#[derive(Clone, Debug, Args)]
#[command(mut_args(of_cards))]
pub(crate) struct CardTablesArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Largest number of dice in the tables, 1 to 48; large numbers take a long time
    #[arg(long, value_parser = small, value_name = "N", default_value = "8", allow_hyphen_values = true)]
    pub max_dice: u64,
    /// Number of dice at which cards are compared: played, best, or a number
    ///
    /// `played`: the average number of dice that the strategies in --bots commit to the card; `best`: the number with
    /// the highest average total.
    #[arg(long, value_name = "played|best|N", default_value = "played", allow_hyphen_values = true)]
    pub by: By,
    /// Simple ways to reroll that are compared with the best one [default: in gang all of them, in a game from a file none]
    ///
    /// stand (no rerolls), boss, all (dice), odd, below:2 to below:5, lowest, offending (what makes the roll invalid). In a game
    /// from a file: stand, all, odd, below:N, lowest, named (faces without a number), and boss if the dice have this face.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub policies: Option<Vec<String>>,
    /// Number of games for the simulated columns, 1 to 1e15 [default: 1e6]
    ///
    /// It is rounded up, so that every deal is played in every seating order.
    #[arg(long, help_heading = "Games", value_parser = games, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    #[command(flatten)]
    pub vary: VaryArgs,
}

/// Show how hard each card is: computed exactly, and measured in simulated games (gang, games from files)
#[derive(Clone, Debug, Args)]
pub(crate) struct CardsArgs {
    #[command(flatten)]
    pub cards: CardTablesArgs,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
