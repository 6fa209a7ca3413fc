//! The options of experiments that solve two strategies without playing a game.

use crate::options::{OUT_OF_STRATEGIES, OutArgs, OutputArgs, RulesArgs, VaryArgs};
use clap::{Arg, Args};

/// The help of options that all commands have, where no game is played: the first line, and the rest.
const RULE: [&str; 2] = ["Change one rule, for example goal=30; repeatable", "--rule takes precedence over --rules."];
const VARY: &str =
    "Compute the results for several values of a rule, such as goal=20..30, and compare them; repeatable";
const VALUES: &str = "If you give --vary several times, every combination of the values is computed. Values are a list (20|24|30), a range \
     of whole numbers (2..4), or a range with steps. 0..1/4 goes from 0 to 1 in 4 steps: 0, 0.25, 0.5, 0.75 and 1.";
/// The keys of `--vary`.
const KEYS: &str = "A key is a rule, a parameter of a strategy (STRATEGY.PARAMETER), or rules.";
/// The same where one of the games has cards.
const RULE_OF_CARDS: [&str; 2] = [
    RULE[0],
    "In gang, the key can also be a field of a card, for example card.sum7-bomb.trigger=explosion. --rule takes precedence \
     over --edition and --rules.",
];
const KEYS_OF_CARDS: &str = "A key is a rule, a field of a card (card.ID.trigger), a parameter of a strategy \
     (STRATEGY.PARAMETER), or deck, edition or rules.";

/// The options that say by which rules a pair is solved, and what is written.
#[derive(Debug, Args)]
pub(crate) struct PairArgs {
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub vary: VaryArgs,
    #[command(flatten)]
    pub folder: OutArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// An option in the help of such a command, which leaves out those that have no effect.
pub(crate) fn of_pairs(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "edition" | "deck" | "engine" | "no_cache" => option.hide(true),
        "options" => option.help(RULE[0]).long_help(RULE.join("\n\n")),
        "axes" => varying(option, KEYS),
        "out" => option.long_help(OUT_OF_STRATEGIES),
        _ => option,
    }
}

/// An option in the help of such a command with games that have editions, decks, and a cache.
pub(crate) fn of_pairs_with_cards(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "edition" | "deck" | "no_cache" => option,
        "options" => option.help(RULE_OF_CARDS[0]).long_help(RULE_OF_CARDS.join("\n\n")),
        "axes" => varying(option, KEYS_OF_CARDS),
        _ => of_pairs(option),
    }
}

/// The option `--vary` in the help of a command that has these keys.
fn varying(option: Arg, keys: &str) -> Arg {
    option.help(VARY).long_help(format!("{VARY}\n\n{VALUES} {keys}"))
}
