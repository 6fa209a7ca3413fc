//! What somebody meant whose words the parser does not take, or whose strategy is none.
//!
//! Owns the advice that needs the whole command line, all commands or all games: a game typed as a command, a blank
//! after a comma, an option of another command, a file without its option, a strategy of another game.

use super::command::Arguments;
use crate::input::nearest;
use crate::record::quoted;
use crate::registry::{game, games};
use crate::strategies::is_file;
use crate::terminal::kinds::Kind;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};
use std::path::Path;

/// What is said in place of what the parser says of these words, if more is known than it knows.
pub(crate) fn explained(error: &clap::Error, words: &[String]) -> Option<String> {
    let program = Arguments::command();
    let said = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = context(error, ContextKind::InvalidSubcommand)?;
            spaced_list(words).or_else(|| no_command(&word))?
        }
        ErrorKind::ArgumentConflict => {
            let word = context(error, ContextKind::InvalidSubcommand);
            let none = word.filter(|word| program.find_subcommand(word).is_none());
            spaced_list(words).or_else(|| {
                none.map(|word| {
                    format!("a run takes options alone, and '{word}' is neither an option nor the value of one")
                })
            })?
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            let list = words.iter().skip(1).find(|word| !word.starts_with('-') && word.contains(','))?;
            format!("strategies are parted by blanks here, not by commas: {}", list.replace(',', " "))
        }
        ErrorKind::UnknownArgument => {
            let word = context(error, ContextKind::InvalidArg)?;
            // Of a word with one hyphen the parser names the first letter alone.
            let whole =
                words.iter().find(|whole| word.len() == 2 && !whole.starts_with("--") && whole.starts_with(&word));
            let word = whole.cloned().unwrap_or(word);
            let command = command_of(&program, words);
            spaced_list(words).or_else(|| no_argument(&program, command, &word)).or_else(|| without_tip(error))?
        }
        _ => return None,
    };
    Some(if said.starts_with("error: ") {
        said
    } else {
        format!("error: {said}\n\nFor more information, try '--help'.")
    })
}

/// What the parser says in a context of its error.
fn context(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        _ => None,
    }
}

/// That blanks stand after the commas of a list of names.
fn spaced_list(words: &[String]) -> Option<String> {
    let start =
        words.windows(2).position(|pair| pair[0].len() > 1 && pair[0].ends_with(',') && !pair[1].starts_with('-'))?;
    let length = words[start..].iter().take_while(|word| word.ends_with(',')).count() + 1;
    let list = words[start..].iter().take(length).map(String::as_str);
    let before = start.checked_sub(1).map(|at| format!("{} ", words[at])).filter(|word| word.starts_with("--"));
    let before = before.unwrap_or_default();
    let (spaced, joined): (Vec<&str>, String) = (list.clone().collect(), list.collect());
    Some(format!("a list has no blanks: in place of {before}{} write {before}{joined}", spaced.join(" ")))
}

/// Other words for what a command or an option does.
const ALSO_CALLED: [(&[&str], &str); 9] = [
    (&["simulate", "sim", "start", "go"], "without a command games are simulated: analyze --game gang --runs 1e6"),
    (&["list", "ls", "bots", "strategy"], "'analyze strategies' lists all strategies"),
    (&["validate", "lint", "test", "verify"], "'analyze check FILE' checks a file"),
    (
        &["sweep", "vary", "grid"],
        "several values are played with --vary: analyze --game gang --runs 1e6 --vary rerolls=1..3",
    ),
    (
        &["optimise", "optimize", "search"],
        "'analyze tune STRATEGY --param KEY=VALUES' finds the best values of a parameter",
    ),
    (&["versus", "vs", "match", "duel"], "'analyze compare A B' says which of two strategies is better"),
    (&["rank", "ranking", "league", "arena"], "'analyze tournament all --game gang' ranks strategies"),
    (
        &["rules", "deck", "words"],
        "'analyze show rules --game gang' and 'analyze show reconstructed' print rules and deck",
    ),
    (&["resume", "continue"], "type the command of the run again with --resume"),
];

/// Other words for options.
const OPTIONS_ALSO_CALLED: [(&[&str], &str); 8] = [
    (&["games", "simulations", "sims", "iterations", "trials", "n", "rounds", "count"], "runs"),
    (&["bot", "strategy", "strategies", "lineup", "line-up"], "bots"),
    (&["jobs", "cores", "workers", "parallel"], "threads"),
    (&["csv", "json"], "format"),
    (&["verbose", "debug"], "progress"),
    (&["silent"], "quiet"),
    (&["seats", "n-players", "num-players"], "players"),
    (&["sweep", "grid"], "vary"),
];

/// What a word is that is no command.
fn no_command(word: &str) -> Option<String> {
    let plain = word.trim_start_matches(['-', '–', '—']).to_lowercase();
    if word.starts_with(['–', '—']) {
        return Some(format!("'{word}' begins with a long dash; write --{plain} with two hyphens"));
    }
    if let Some(game) = game(&plain) {
        let name = game.name();
        return Some(format!("'{word}' is a game, not a command; to play it: analyze --game {name} --runs 1e6"));
    }
    if let Some(game) = games().iter().find(|game| game.has(word)) {
        let (name, shown) = (game.name(), quoted(word));
        let played = format!("analyze --game {name} --bots {shown} --runs 1e6");
        return Some(format!("'{word}' is a strategy of {name}, not a command; to play it: {played}"));
    }
    if let Some((_, advice)) = ALSO_CALLED.iter().find(|(words, _)| words.contains(&&*plain)) {
        return Some(format!("there is no command '{word}': {advice}"));
    }
    let path = Path::new(word);
    if path.is_dir() {
        return Some(format!(
            "'{word}' is a folder, not a command; the tables of a run: analyze report {}",
            quoted(word)
        ));
    }
    if is_file(word) || path.extension().is_some_and(|extension| extension == "json") || path.is_file() {
        let advice = Kind::advice(word).unwrap_or_else(|| {
            let file = quoted(word);
            format!("'{word}' is a file; 'analyze check {file}' says what is in it, 'analyze run {file}' plays an experiment")
        });
        return Some(format!("'{word}' is not a command: {advice}"));
    }
    None
}

/// What an argument is that a command does not take.
fn no_argument(program: &Command, command: &Command, word: &str) -> Option<String> {
    let name = command.get_name();
    let has = |command: &Command, option: &str| command.get_arguments().any(|it| it.get_long() == Some(option));
    let at = if std::ptr::eq(program, command) { "a run".to_owned() } else { format!("'{name}'") };
    let Some(option) = word.strip_prefix("--").map(|option| option.split('=').next().unwrap_or_default()) else {
        return no_word(command, &at, word);
    };
    if has(command, option) {
        return None;
    }
    let same = OPTIONS_ALSO_CALLED.iter().find(|(words, own)| words.contains(&option) && has(command, own));
    if let Some((_, own)) = same {
        return Some(format!("{at} has no option --{option}; write --{own}"));
    }
    let mut homes: Vec<&str> =
        program.get_subcommands().filter(|command| has(command, option)).map(Command::get_name).collect();
    if has(program, option) {
        homes.insert(0, "a run (analyze without a command)");
    }
    if homes.is_empty() {
        return None;
    }
    Some(format!("{at} has no option --{option}; it is one of {}", homes.join(", ")))
}

/// What a word is that is no option, after a command that takes none there.
fn no_word(command: &Command, at: &str, word: &str) -> Option<String> {
    let has = |option: &str| command.get_arguments().any(|it| it.get_long() == Some(option));
    if let Some(rest) = word.strip_prefix('-') {
        let longs: Vec<&str> = command.get_arguments().filter_map(|it| it.get_long()).collect();
        let long = nearest(rest, longs.iter().copied()).filter(|_| rest.len() > 1);
        return long.map(|long| format!("'{word}' is no option; write --{long} with two hyphens"));
    }
    let meant = if is_file(word) || Path::new(word).is_file() {
        Kind::advice(word)
            .unwrap_or_else(|| "a deck is given with --deck, rules with --rules, strategies with --bots".to_owned())
    } else if Path::new(word).join("run.json").is_file() && has("run") {
        format!("write --run {}", quoted(word))
    } else if word.contains('=') && (has("param") || has("rule")) {
        format!("write --{} {}", if has("param") { "param" } else { "rule" }, quoted(word))
    } else if game(word).is_some() && has("game") {
        format!("write --game {word}")
    } else if games().iter().any(|game| game.has(word)) && has("bots") {
        // 'tune' has --bots for 'tune game' alone.
        format!("write --{} {}", if has("against") { "against" } else { "bots" }, quoted(word))
    } else {
        return None;
    };
    Some(format!("{at} takes no word such as '{word}' ({meant})"))
}

/// The command that the words begin with.
fn command_of<'c>(program: &'c Command, words: &[String]) -> &'c Command {
    words.first().and_then(|word| program.find_subcommand(word)).unwrap_or(program)
}

/// What the parser says without its tip to pass an option as a value, which never helps here.
fn without_tip(error: &clap::Error) -> Option<String> {
    let text = error.render().to_string();
    let tip = text.split("\n\n").find(|part| part.trim_start().starts_with("tip: to pass"))?;
    Some(text.replace(&format!("{tip}\n\n"), "").trim_end().to_owned())
}
