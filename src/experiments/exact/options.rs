//! What can be typed for `analyze exact`.

use crate::lab::GameRef;
use crate::options::VaryArgs;
use crate::options::games::game_name;
use crate::options::{OUT_OF_STRATEGIES, OutArgs};
use crate::options::{OutputArgs, RulesArgs};
use clap::{Arg, Args};

/// What the help says of options that all commands have, where nothing is played and the game is pot or pig: the first
/// line, and the rest.
const RULE: [&str; 2] = ["Change one rule, for example goal=50; repeatable", "--rule takes precedence over --rules."];
const VARY: [&str; 2] = [
    "Compute the win shares for several values of a rule, such as goal=50..100, and compare them; repeatable",
    "If you give --vary several times, every combination of the values is computed. Values are a list (50|75|100), a range of whole numbers (2..4), or \
     a range with steps. 0..1/4 goes from 0 to 1 in 4 steps: 0, 0.25, 0.5, 0.75 and 1. A key is a rule, a parameter of a strategy \
     (hold.at), or rules.",
];

/// An option in the help of the command, which leaves out those that have no effect.
fn of_exact(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "edition" | "deck" | "engine" | "no_cache" => option.hide(true),
        "options" => option.help(RULE[0]).long_help(RULE.join("\n\n")),
        "axes" => option.help(VARY[0]).long_help(VARY.join("\n\n")),
        "out" => option.long_help(OUT_OF_STRATEGIES),
        _ => option,
    }
}

/// Compute the exact win shares of two strategies, without playing a game (pot, pig, and games from files)
#[derive(Debug, Args)]
#[command(mut_args(of_exact))]
pub(crate) struct ExactArgs {
    /// Two strategies; name the same one twice to see the effect of the seats
    #[arg(required = true, num_args = 2, value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// The game: pot, pig, or a game from a file [default: the one that has strategies with these names]
    #[arg(long, value_parser = game_name, value_name = "GAME")]
    pub game: Option<GameRef>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub vary: VaryArgs,
    #[command(flatten)]
    pub folder: OutArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}
