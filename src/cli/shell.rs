//! What a shell and `man` learn of the program: `analyze completions` and `analyze man`, both made from the options
//! themselves.
//!
//! Owns the values that completions offer beside what the parser knows: games, strategies, cards, and names of settings.
//! Strategies stand in lists with commas between them, or are files; no generated script knows that, so each shell gets
//! a function for them, put in the place of the plain list of their names.

use super::command::{Arguments, CompletionsArgs};
use crate::engines::SeatingRule;
use crate::games::gang::{Deck, Edition};
use crate::options::choices;
use crate::registry::{game_names, games};
use crate::strategies::gang::REROLL_POLICIES;
use crate::terminal::choices as terminal_choices;
use crate::terminal::failure::{Failure, Outcome};
use crate::terminal::output;
use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use std::io;

/// Prints the completions.
pub(crate) fn completions(args: &CompletionsArgs) -> Outcome {
    let mut script = Vec::new();
    let mut command = with_values(Arguments::command(), &values());
    clap_complete::generate(args.shell, &mut command, env!("CARGO_PKG_NAME"), &mut script);
    output::result(&with_lists(args.shell, &String::from_utf8_lossy(&script)))
}

/// The values of options and arguments, by their names.
fn values() -> Vec<(&'static str, Vec<String>)> {
    let all = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let deck = Deck::reconstructed();
    let mut shown = strategies();
    shown.extend(all(&[&deck.id, "rules", "words", "plan"]));
    vec![
        ("game", all(&game_names())),
        ("bots", strategies()),
        ("against", strategies()),
        ("strategies", strategies()),
        ("strategy", strategies()),
        ("name", shown),
        ("card", deck.cards.iter().map(|card| card.id.clone()).collect()),
        ("policies", all(&REROLL_POLICIES.map(|policy| policy.name))),
        ("edition", all(&Edition::NAMES.map(|(name, _)| name))),
        ("seating", all(&SeatingRule::NAMES.map(|(name, _)| name))),
        ("engine", all(&choices::ENGINES.map(|(name, _)| name))),
        ("format", all(&terminal_choices::FORMATS.map(|(name, _)| name))),
        ("progress", all(&terminal_choices::PROGRESS.map(|(name, _)| name))),
        ("metric", all(&choices::METRICS.map(|(name, _)| name))),
        ("schedule", all(&choices::SCHEDULES.map(|(name, _)| name))),
        ("allot", all(&choices::ALLOTS.map(|(name, _)| name))),
        ("test", all(&choices::TESTS.map(|(name, _)| name))),
    ]
}

/// The strategies of all games, each name once.
fn strategies() -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let responses = games().iter().filter_map(|game| game.best_response()).map(|response| response.name);
    for name in games().iter().flat_map(|game| game.strategies()).map(str::to_owned).chain(responses) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The command, and those in it, with these values for the arguments of these names.
fn with_values(command: Command, values: &[(&'static str, Vec<String>)]) -> Command {
    let command = command.mut_args(|argument| match values.iter().find(|(name, _)| argument.get_id() == name) {
        Some((_, names)) => argument.value_parser(PossibleValuesParser::new(names)),
        None => argument,
    });
    command.mut_subcommands(|command| with_values(command, values))
}

/// The script with lists of strategies in place of single ones.
fn with_lists(shell: Shell, script: &str) -> String {
    let names = strategies();
    let words = names.join(" ");
    match shell {
        Shell::Bash => {
            let single = format!("$(compgen -W \"{words}\" -- \"${{cur}}\")");
            BASH.replace("WORDS", &words) + &*script.replace(&single, "$(_analyze_strategies)")
        }
        Shell::Zsh => {
            let single = format!("({words})");
            let action =
                |line: &str| if line.contains("*::") { "_analyze_strategies" } else { "_sequence _analyze_strategies" };
            let lines = script.lines().map(|line| line.replace(&single, &format!(" {}", action(line))) + "\n");
            // The first line, which says whose completions these are, has to stay the first.
            let function = std::iter::once(ZSH.replace("WORDS", &words));
            let (first, rest) = (lines.clone().take(1), lines.skip(1));
            first.chain(function).chain(rest).collect()
        }
        Shell::Fish => {
            let lines: Vec<String> = names.iter().map(|name| format!("{name}\\t''")).collect();
            let script = script.replace(&lines.join("\n"), "(__fish_complete_list , _analyze_strategies)");
            let script = script.replace("    set -e cmd[1]\n", FISH_UNFINISHED);
            FISH.replace("WORDS", &words) + &*script + FISH_ARGUMENTS
        }
        _ => script.to_owned(),
    }
}

const BASH: &str = r#"# The last of several strategies with commas between them: names, files, and folders on the way to files.
_analyze_strategies() {
    local last="${cur##*,}"
    local before="${cur%"$last"}"
    compgen -P "$before" -W "WORDS" -- "$last"
    compgen -P "$before" -f -X '!*.toml' -- "$last"
    compgen -P "$before" -f -X '!*.rhai' -- "$last"
    compgen -P "$before" -S / -d -- "$last"
}

"#;

const ZSH: &str = r"
# A strategy: a name, or a file.
_analyze_strategies() {
    local -a names=(WORDS)
    compadd $@ -a names
    _files $@ -g '*.(toml|rhai)'
}
";

const FISH: &str = r"# A strategy: a name, or a file.
function _analyze_strategies
    string split ' ' 'WORDS'
    __fish_complete_suffix (commandline -ct | string replace -r '.*,' '') .toml
    __fish_complete_suffix (commandline -ct | string replace -r '.*,' '') .rhai
end

";

/// An option whose value is still to come, the last word, is none that can be read.
const FISH_UNFINISHED: &str = "    set -e cmd[1]\n    string match -q -- '-*' $cmd[-1]; and set -e cmd[-1]\n";

/// The generated script has nothing for arguments that are no options.
const FISH_ARGUMENTS: &str = r#"complete -c analyze -n "__fish_analyze_using_subcommand compare" -f -a "(_analyze_strategies)"
complete -c analyze -n "__fish_analyze_using_subcommand tournament" -f -a "(_analyze_strategies) all"
complete -c analyze -n "__fish_analyze_using_subcommand show" -f -a "(_analyze_strategies) reconstructed rules words plan"
"#;

/// Prints the manual page: that of the program, and below it a section for each command.
pub(crate) fn man() -> Outcome {
    let page = page(Arguments::command());
    let page = page.map_err(|error| Failure::Running(format!("cannot write the manual page: {error}")))?;
    output::result(&page)
}

fn page(mut command: Command) -> io::Result<String> {
    command.build();
    let mut page = Vec::new();
    let title = env!("CARGO_PKG_NAME").to_uppercase();
    let man = Man::new(command.clone()).title(title.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    let mut page = String::from_utf8_lossy(&page).into_owned();
    for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let mut section = Vec::new();
        let man = Man::new(command.clone());
        man.render_synopsis_section(&mut section)?;
        man.render_description_section(&mut section)?;
        man.render_options_section(&mut section)?;
        let section = String::from_utf8_lossy(&section).replace(".SH ", ".SS ");
        page.push_str(&format!(".SH \"{title} {}\"\n{section}", command.get_name().to_uppercase()));
    }
    Ok(page)
}
