//! What can be typed for `analyze exact`.

use crate::lab::GameRef;
use crate::options::games::game_name;
use crate::options::pairs::{PairArgs, of_pairs_with_cards};
use clap::Args;

/// Compute the exact win shares of two strategies, without playing a game (gang, pot, pig, and games from files)
#[derive(Debug, Args)]
#[command(mut_args(of_pairs_with_cards))]
pub(crate) struct ExactArgs {
    /// Two strategies; name the same one twice to see the effect of the seats
    #[arg(required = true, num_args = 2, value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// The game: gang, pot, pig, or a game from a file [default: the one that has strategies with these names]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    #[command(flatten)]
    pub pair: PairArgs,
}
