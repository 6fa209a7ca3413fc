//! What can be typed for `analyze combos`.

use crate::lab::GameRef;
use crate::options::games::game_name;
use crate::options::pairs::{PairArgs, of_pairs};
use clap::Args;

/// Show what each combo and the paid reroll are worth, exactly, with two players (pot)
#[derive(Debug, Args)]
#[command(mut_args(of_pairs))]
pub(crate) struct CombosArgs {
    /// Two strategies that play each other; the same one twice for games between equals [default: the default line-up]
    #[arg(num_args = 2, value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// The game: pot [default: pot]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    #[command(flatten)]
    pub pair: PairArgs,
}
