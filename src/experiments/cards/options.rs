//! What can be typed for `analyze cards`.

use crate::options::{PlayingArgs, TableArgs, VaryArgs};
use crate::record::By;
use crate::terminal::numbers::{games, small};
use clap::Args;

/// The options that say which cards are solved and what is played on them.
#[derive(Clone, Debug, Args)]
pub(crate) struct CardTablesArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Largest number of dice in the tables, 1 to 48; the time grows steeply with it
    #[arg(long, value_parser = small, value_name = "N", default_value = "8", allow_hyphen_values = true)]
    pub max_dice: u64,
    /// Number of dice at which cards are compared: played, best, or a number
    ///
    /// played is the number that the line-up commits to the card on average, and best is the number that scores most.
    #[arg(long, value_name = "played|best|N", default_value = "played", allow_hyphen_values = true)]
    pub by: By,
    /// Ways to reroll to compare [default: all]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub policies: Option<Vec<String>>,
    /// Games for the simulated columns, 1 to 1e15 [default: 1e6]
    ///
    /// The number is rounded up to whole blocks.
    #[arg(long, help_heading = "Games", value_parser = games, value_name = "R", allow_hyphen_values = true)]
    pub runs: Option<u64>,
    #[command(flatten)]
    pub vary: VaryArgs,
}

/// How hard each warning card is, exactly and for a line-up (gang)
#[derive(Clone, Debug, Args)]
pub(crate) struct CardsArgs {
    #[command(flatten)]
    pub cards: CardTablesArgs,
    #[command(flatten)]
    pub playing: PlayingArgs,
}
