//! What can be typed for `analyze combos`.

use crate::lab::GameRef;
use crate::options::VaryArgs;
use crate::options::games::game_name;
use crate::options::{OUT_OF_STRATEGIES, OutArgs};
use crate::options::{OutputArgs, RulesArgs};
use clap::{Arg, Args};

/// What the help says of options that all commands have: the first line, and the rest.
const RULE: [&str; 2] = ["Change one rule, for example goal=30; repeatable", "--rule takes precedence over --rules."];
const VARY: [&str; 2] = [
    "Compute the report for several values of a rule, such as goal=20..30, and compare them; repeatable",
    "If you give --vary several times, every combination of the values is computed. Values are a list (20|24|30), a range of whole numbers (2..4), or \
     a range with steps. 0..1/4 goes from 0 to 1 in 4 steps: 0, 0.25, 0.5, 0.75 and 1. A key is a rule, a parameter of a strategy \
     (thief.open), or rules.",
];

/// An option in the help of the command, which leaves out those that have no effect.
fn of_combos(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "edition" | "deck" | "engine" | "no_cache" => option.hide(true),
        "options" => option.help(RULE[0]).long_help(RULE.join("\n\n")),
        "axes" => option.help(VARY[0]).long_help(VARY.join("\n\n")),
        "out" => option.long_help(OUT_OF_STRATEGIES),
        _ => option,
    }
}

/// Show what each combo and the paid reroll are worth, exactly, with two players (pot)
#[derive(Debug, Args)]
#[command(mut_args(of_combos))]
pub(crate) struct CombosArgs {
    /// Two strategies that play each other; the same one twice for games between equals [default: the default line-up]
    #[arg(num_args = 2, value_name = "STRATEGY")]
    pub strategies: Vec<String>,
    /// The game: pot [default: pot]
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
