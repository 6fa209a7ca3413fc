//! What the program gives a shell and a terminal: completions, the manual page, colours.

use crate::program::{Desk, PROGRAM};
use std::process::Command;

/// Completions as bash has them, after the words of a line of which the last is unfinished.
fn completed(desk: &Desk, line: &[&str]) -> Vec<String> {
    let script = r#"source completions; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _analyze analyze "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"; printf '%s\n' "${COMPREPLY[@]}""#;
    let mut command = Command::new("bash");
    command.args(["--norc", "-c", script, "bash"]).args(line).current_dir(desk.path(""));
    let output = command.output().unwrap();
    let mut words: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    words.sort();
    words
}

#[test]
fn bash_completes_games_strategies_cards_and_files() {
    let desk = Desk::new();
    desk.write("completions", desk.result("completions bash"));
    ["mine.toml", "mine.rhai", "mine.txt"].iter().for_each(|name| desk.write(name, ""));
    let cases: [(&[&str], &[&str]); 10] = [
        (&["analyze", "--game", ""], &["battle", "crates", "farkle", "gang", "lines", "pig", "pot", "ship", "threes"]),
        (&["analyze", "--bots", "cha"], &["champion", "chaser"]),
        (&["analyze", "--bots", "chaser,bo"], &["chaser,bold", "chaser,boss"]),
        (&["analyze", "--bots", "chaser,mi"], &["chaser,mine.rhai", "chaser,mine.toml"]),
        (&["analyze", "--bots", "bes"], &["best-response"]),
        (&["analyze", "compare", "chaser", "thi"], &["thief"]),
        (&["analyze", "show", "plan", "--card", "sum7"], &["sum7-bomb"]),
        (&["analyze", "show", "recon"], &["reconstructed"]),
        (&["analyze", "cards", "--policies", "bel"], &["below:2", "below:3", "below:4", "below:5"]),
        (&["analyze", "--deck", "mine.tx"], &["mine.txt"]),
    ];
    for (line, expected) in cases {
        assert_eq!(completed(&desk, line), expected, "{line:?}");
    }
}

/// Each shell has lists of strategies, in the place of every list of single ones.
#[test]
fn strategies_complete_in_lists_in_every_shell() {
    let desk = Desk::new();
    let lists = [
        ("bash", "$(_analyze_strategies)", "--bots)"),
        ("zsh", " _sequence _analyze_strategies'", "'*--bots="),
        ("fish", "\"(__fish_complete_list , _analyze_strategies)\"", " -l bots "),
    ];
    for (shell, list, option) in lists {
        let script = desk.result(&format!("completions {shell}"));
        let lines: Vec<&str> = script.lines().collect();
        let options: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].contains(option)).collect();
        assert!(options.len() >= 4, "{shell}: a run, play, cards and plan have it");
        for at in options {
            assert!(lines[at].contains(list) || lines[at + 1].contains(list), "{shell}: {}", lines[at]);
        }
        assert!(script.contains("thief combo-hunter"), "{shell} has no names");
    }
    assert!(desk.result("completions zsh").starts_with("#compdef analyze\n"));
}

#[test]
fn the_manual_page_has_every_command_and_its_options() {
    let desk = Desk::new();
    let page = desk.result("man");
    assert!(page.contains(".TH ANALYZE 1"), "{}", &page[..200]);
    let help = desk.result("--help");
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands: Vec<&str> = commands.lines().take_while(|line| !line.is_empty()).map(|line| line.trim()).collect();
    assert!(commands.len() > 10, "{help}");
    for name in commands.iter().filter_map(|line| line.split(' ').next()).filter(|name| *name != "help") {
        let heading = format!(".SH \"ANALYZE {}\"\n", name.to_uppercase());
        assert!(page.contains(&heading), "no {name}");
    }
    for word in ["\\-\\-seating", "\\-\\-margin", "\\-\\-max\\-dice", "analyze man >", "analyze completions fish >"] {
        assert!(page.contains(word) || page.contains(&word.replace("\\-", "-")), "no {word}");
    }
}

/// Standard output, standard error and the files of a command with these variables and no others for colours.
fn coloured(arguments: &str, variables: &[(&str, &str)]) -> (String, String, bool) {
    let desk = Desk::new();
    let mut command = Command::new(PROGRAM);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.args(arguments.split(' ')).current_dir(desk.path("")).envs(variables.iter().copied());
    let output = command.output().unwrap();
    let files = desk.files("").values().any(|bytes| bytes.contains(&0x1b));
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap(), files)
}

/// Headings are bold and errors red where a terminal is, which `CLICOLOR_FORCE` stands for here; pipes, `NO_COLOR`, other
/// formats and files have none, and text is the same without it.
#[test]
fn colour_is_for_terminals_alone() {
    let force = [("CLICOLOR_FORCE", "1")];
    for command in ["--game pig --runs 60", "compare hold race --runs 60", "--game pig --runs 60 --vary goal=50|60"] {
        let (plain, _, _) = coloured(command, &[]);
        let (bold, _, files) = coloured(command, &force);
        assert!(!plain.contains('\x1b') && !files, "{command}");
        let (heading, table) = plain.split_once("\n\n").unwrap();
        let painted = |line: &str| format!("\x1b[1m{line}\x1b[0m\n");
        let heading: String = heading.lines().map(painted).collect();
        let columns = painted(table.lines().next().unwrap());
        assert!(bold.starts_with(&format!("{heading}\n{columns}")), "{bold}");
        assert_eq!(bold.replace("\x1b[1m", "").replace("\x1b[0m", ""), plain, "{command}");
        for variables in [&[("NO_COLOR", "1"), force[0]][..], &[("CLICOLOR", "0")]] {
            assert_eq!(coloured(command, variables).0, plain, "{variables:?}");
        }
        let csv = coloured(&format!("{command} --format csv"), &force).0;
        assert!(csv.starts_with("players,") || csv.starts_with("goal,"), "{csv}");
        assert!(!csv.contains('\x1b'));
    }
    let (_, error, _) = coloured("--game pig --runs 0", &force);
    assert!(
        error.contains("\x1b[1m\x1b[31merror:\x1b[0m --runs") || error.contains("\x1b[31m\x1b[1merror:"),
        "{error:?}"
    );
    assert!(!coloured("--game pig --runs 0", &[]).1.contains('\x1b'));
    assert!(coloured("--help", &force).0.contains('\x1b') && !coloured("--help", &[]).0.contains('\x1b'));
    // What somebody else wrote is still shown, not obeyed.
    let (_, error, _) = coloured("--game pig --runs 60 --bots hold,\x1b[2J", &force);
    assert!(error.contains("\\u{1b}[2J") && !error.contains("\x1b[2J"), "{error:?}");
}
