//! What can be typed for `analyze exact`.

use crate::lab::GameRef;
use crate::options::games::game_name;
use crate::options::pairs::{PairArgs, of_pairs, varying};
use clap::{Arg, Args};

/// The help of `--rule`: the first line, and the rest.
const RULE: [&str; 2] = [
    "Change one rule, for example goal=30; repeatable",
    "In gang, the key can also be a field of a card, for example card.sum7-bomb.trigger=explosion. --rule takes precedence \
     over --edition and --rules.",
];
/// The keys of `--vary`.
const KEYS: &str = "A key is a rule, a field of a card (card.ID.trigger), a parameter of a strategy (STRATEGY.PARAMETER), \
     or deck, edition or rules.";

/// Compute the exact win shares of two strategies, without playing a game (gang, pot, pig, and games from files)
#[derive(Debug, Args)]
#[command(mut_args(of_exact))]
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

/// An option in the help: unlike the other commands of pairs, this one has games with editions, decks, and a cache.
fn of_exact(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "edition" | "deck" | "no_cache" => option,
        "options" => option.help(RULE[0]).long_help(RULE.join("\n\n")),
        "axes" => varying(option, KEYS),
        _ => of_pairs(option),
    }
}
