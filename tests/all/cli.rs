//! The program as scripts and people meet it: exit codes, the two standard streams, Ctrl-C, and what
//! people read.
//!
//! What people read is kept in `snapshots/`; to accept a change, run the tests with `INSTA_UPDATE=always`
//! and read the difference.

use crate::program::{Desk, PROGRAM, csv_rows};
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

#[test]
fn results_go_to_standard_output_and_remarks_to_standard_error() {
    let desk = Desk::new();
    let told = desk.run("--game gang --runs 7 --out out");
    assert_eq!(told.code, Some(0));
    assert!(
        told.out.contains("9 games, 3 deals, each played 3 times, seats rotated") && !told.out.contains("wrote"),
        "{}",
        told.out
    );
    assert_eq!(told.err, "note: 7 games are rounded up to 9, because each deal is played 3 times\nwrote out\n");
    let quiet = desk.run("--game gang --runs 7 --out out --quiet");
    assert_eq!((quiet.err.as_str(), quiet.out), ("", told.out));
    let whole = desk.run("--game gang --runs 9 --out out");
    assert_eq!(whole.err, "wrote out\n", "nothing was rounded");
}

#[test]
fn an_error_is_told_even_where_remarks_are_not() {
    let told = Desk::new().run("--game gang --runs 0 --quiet");
    assert!(told.code == Some(2) && told.err.starts_with("error: --runs"), "{told:?}");
}

#[test]
fn the_formats_show_the_same_numbers() {
    let desk = Desk::new();
    for command in ["--game gang --runs 30 --out out", "report out"] {
        let csv = desk.result(&format!("{command} --format csv"));
        assert_eq!(csv, desk.read("out/summary.csv"));
        let json: serde_json::Value = serde_json::from_str(&desk.result(&format!("{command} --format json"))).unwrap();
        let rows = csv_rows(&csv);
        assert_eq!(json.as_array().unwrap().len(), rows.len() - 1);
        for (object, row) in json.as_array().unwrap().iter().zip(&rows[1..]) {
            let keys: Vec<&String> = object.as_object().unwrap().keys().collect();
            assert_eq!(keys, rows[0].iter().collect::<Vec<_>>());
            for (key, cell) in rows[0].iter().zip(row) {
                match &object[key] {
                    serde_json::Value::String(text) => assert_eq!(text, cell),
                    number => assert_eq!(number.as_f64(), Some(cell.parse().unwrap()), "{key}"),
                }
            }
        }
    }
}

/// What is not known is `null` in JSON and an empty cell in CSV: one block has no interval.
#[test]
fn a_single_block_has_no_interval() {
    let desk = Desk::new();
    let json = desk.result("--game gang --runs 1 --out out --format json");
    let rows: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(rows[0]["ev_lo"].is_null() && rows[0]["win_rate_hi"].is_null() && rows[0]["ev"].is_number(), "{json}");
    assert!(desk.result("report out").contains("[?]"));
}

#[test]
fn any_spelling_of_a_number_is_the_same_run() {
    let desk = Desk::new();
    desk.result("--game gang --runs 1500 --seed 1 --out plain");
    for (i, runs) in ["1.5k", "1_500", "1.5e3", "15e2", "0.0015M"].into_iter().enumerate() {
        desk.result(&format!("--game gang --runs {runs} --seed 1e0 --out out{i}"));
        assert!(desk.files(&format!("out{i}")) == desk.files("plain"), "{runs}");
    }
    // What is rounded up, or left to a default, is recorded as it was typed.
    desk.result("--game gang --runs 1498 --out rounded");
    assert!(desk.tables("rounded") == desk.tables("plain"));
}

#[test]
fn a_folder_that_cannot_be_written_is_refused_before_a_game_is_played() {
    let desk = Desk::new();
    desk.write("file", "precious");
    let before = desk.files("");
    for out in ["file", "file/below", "file/far/below"] {
        let told = desk.run(&format!("--game gang --runs 1e15 --out {out}"));
        assert_eq!((told.code, told.out.as_str()), (Some(1), ""), "{}", told.err);
        assert!(told.err.contains("--out") && told.err.contains(out), "{}", told.err);
        assert!(desk.files("") == before, "{out}");
    }
}

#[test]
fn help_and_version_are_results() {
    let desk = Desk::new();
    let told = desk.run("--version");
    assert_eq!((told.code, told.out), (Some(0), format!("analyze {}\n", env!("CARGO_PKG_VERSION"))));
    for command in ["--help", "help", "play --help", "help report"] {
        let told = desk.run(command);
        assert!(told.code == Some(0) && told.err.is_empty() && told.out.contains("Usage:"), "{command}: {told:?}");
    }
    assert!(desk.refused("", &["Usage:"]).contains("Commands:"), "without arguments");
}

#[test]
fn completions_know_every_command_and_option() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = desk.result(&format!("completions {shell}"));
        for word in ["players", "seating", "index", "strategies", "report", "analyze"] {
            assert!(script.contains(word), "{shell}: no {word}");
        }
    }
}

#[test]
fn check_tells_good_files_from_bad_ones() {
    let desk = Desk::new();
    desk.write("deck.toml", desk.result("show reconstructed"));
    assert_eq!(
        desk.result("check deck.toml"),
        "deck.toml: deck 'reconstructed', 12 light and 6 dark cards, 12 rounds: no problems\n"
    );
    for edition in ["bga", "blackrock"] {
        desk.write("rules.toml", desk.result(&format!("show rules --game gang --edition {edition}")));
        assert!(desk.result("check rules.toml").starts_with("rules.toml: rules for gang"));
    }
    desk.write("neither.toml", "colour = \"red\"\n");
    desk.refused("check neither.toml", &["neither.toml", "neither a game nor a strategy nor a deck nor a rules file"]);
    desk.write("rules.toml", "pools = 48\nbonus = [3, -1]\n");
    desk.refused("check rules.toml", &["rules.toml:2:13", "^^"]);
}

/// The deck that ships is a reconstruction, which is said wherever its results are shown.
#[test]
fn the_note_of_the_deck_is_shown() {
    let desk = Desk::new();
    let note = "deck 'reconstructed': a reconstruction from the known conditions";
    assert!(desk.result("--game gang --runs 3 --out out").contains(note));
    assert!(desk.result("play --game gang").contains(note));
    assert!(desk.result("play --run out").contains(note));
    assert!(desk.read("out/tallies.json").contains(note));
    let noted = desk.result("show reconstructed").replace("a reconstruction from", "my own guess at");
    desk.write("mine.toml", noted);
    let told = desk.result("--game gang --runs 3 --out out --deck mine.toml");
    assert!(told.contains("my own guess at") && !told.contains(note), "{told}");
}

/// No number loses its notes: a report shows what the run showed.
#[test]
fn a_report_shows_what_the_run_showed() {
    let desk = Desk::new();
    for more in ["", "--seating all", "--players 2", "--seed 7 --engine dice --bots random"] {
        for format in ["table", "csv", "json"] {
            let shown = desk.result(&format!("--game gang --runs 30 --out out {more} --format {format}"));
            assert_eq!(desk.result(&format!("report out --format {format}")), shown, "{more}");
        }
    }
}

#[test]
fn games_that_are_slow_are_explained() {
    let desk = Desk::new();
    let told = |command: &str| desk.run(&format!("{command} --out out")).err;
    let asked = "'random' is asked again each time, because of a coin of more than 64 sides or tosses";
    for command in ["--game gang --bots random,chaser --runs 60", "compare chaser bold --against random --runs 60"] {
        let told = told(&format!("{command} --players 2"));
        assert!(told.contains(asked) && told.contains("were played turn by turn, which is slow"), "{told}");
    }
    let rolled = told("--game gang --bots stand:20,chaser --runs 60");
    assert!(rolled.contains("'stand:20' commits more dice than there are tables for"), "{rolled}");
    let rules = told("--game gang --bots boss:3,chaser --runs 60 --rule pools=240");
    assert!(rules.contains("which is slow: the rules have numbers above 255"), "{rules}");
    for quick in ["--game gang --runs 60", "--game pot --runs 60", "--game battle --runs 60"] {
        assert!(!told(quick).contains("slow"), "{quick}");
    }
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_quietly() {
    let desk = Desk::new();
    let commands =
        ["--help", "strategies", "show reconstructed", "play --game gang", "--game gang --runs 6 --out out --quiet"];
    for command in commands {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = Command::new(PROGRAM);
        child.args(command.split(' ')).current_dir(desk.path("")).stdout(writer);
        let output = child.stderr(Stdio::piped()).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), told.as_str()), (Some(0), ""), "{command}");
    }
    assert!(desk.path("out/run.json").exists(), "the files were written all the same");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_behind_standard_output_is_a_failure() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = Command::new(PROGRAM).arg("strategies").stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: cannot write to standard output"));
}

/// Starts a run that would take years, interrupts it when it has begun, and answers with its exit
/// code and all it said on standard error from then on.
#[cfg(unix)]
pub(crate) fn interrupt(desk: &Desk, command: &str) -> (Option<i32>, String) {
    signal(desk, command, "-INT")
}

/// The same with another signal.
#[cfg(unix)]
fn signal(desk: &Desk, command: &str, signal: &str) -> (Option<i32>, String) {
    let is_progress = |line: &str| {
        line.contains("/1,000,000,000,000 games") || line.contains("steps") || line.contains("solving the game")
    };
    signal_once(desk, command, signal, is_progress)
}

/// Starts a command, sends it a signal after the first line of progress that `is_ready`, and answers as [`interrupt`] does.
#[cfg(unix)]
pub(crate) fn signal_once(
    desk: &Desk,
    command: &str,
    signal: &str,
    is_ready: impl Fn(&str) -> bool,
) -> (Option<i32>, String) {
    let mut child = Command::new(PROGRAM)
        .args(command.split_whitespace())
        .current_dir(desk.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap());
    assert!(told.by_ref().lines().map_while(Result::ok).any(|line| is_ready(&line)), "no progress is shown: {command}");
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let mut rest = String::new();
    told.read_to_string(&mut rest).unwrap();
    (child.wait().unwrap().code(), rest)
}

/// A shell tells 130 from 143: Ctrl-C from a request to terminate.
#[test]
#[cfg(unix)]
fn a_run_that_is_asked_to_terminate_writes_what_is_finished_and_exits_143() {
    let desk = Desk::new();
    let command = "--game pig --bots hold --runs 1e12 --threads 2 --progress always --out stopped";
    let (code, told) = signal(&desk, command, "-TERM");
    assert_eq!(code, Some(143), "{told}");
    assert!(told.contains(" games were finished and written to stopped"), "{told}");
    assert!(desk.read("stopped/tallies.json").contains("\"until\": \"interrupted\""));
}

/// One game of that duellist takes minutes, and so does a card of 48 dice: neither is waited for.
#[test]
#[cfg(unix)]
fn an_interrupt_is_answered_while_one_game_or_one_card_takes_minutes() {
    let slow = [
        ("--game battle --bots duellist:samples=100000,duellist --runs 1e12", "-INT", 130),
        ("cards --max-dice 48", "-TERM", 143),
    ];
    for (command, name, expected) in slow {
        let desk = Desk::new();
        let (code, told) = signal(&desk, &format!("{command} --threads 2 --progress always --out new/stopped"), name);
        assert_eq!(code, Some(expected), "{told}");
        assert!(told.ends_with("interrupted before anything was finished; nothing was written\n"), "{told}");
        assert!(desk.files("").is_empty(), "nothing is left: {:?}", desk.files(""));
    }
}

/// That takes half a minute, before there is a folder or a game; once it is done signals are answered as ever.
#[test]
#[cfg(unix)]
fn while_a_game_is_solved_that_is_shown_and_ends_at_an_interrupt() {
    let game = "--game gang --bots optimal,chaser --runs 1e12 --threads 1 --progress always --no-cache --out stopped";
    for (name, expected) in [("-INT", 130), ("-TERM", 143)] {
        let desk = Desk::new();
        let (code, told) = signal(&desk, game, name);
        assert_eq!(code, Some(expected), "{told}");
        assert!(told.ends_with("interrupted while the game was solved; nothing was written\n"), "{told}");
        assert!(desk.files("").is_empty(), "nothing is left: {:?}", desk.files(""));
    }
    let desk = Desk::new();
    desk.write("six.toml", crate::optimal::SIX_CARDS);
    let (code, told) = interrupt(&desk, &format!("{game} --deck six.toml --rule pools=4 --rule bonus=[]"));
    assert!(code == Some(130) && told.contains("were finished and written to stopped"), "{told}");
}

/// Blocks 0 to k - 1 are written, so the tallies are those of a run of that length; but somebody saw it who ended it, so
/// the intervals are those of a sequence.
#[test]
#[cfg(unix)]
fn an_interrupted_run_has_the_games_of_a_run_of_that_length() {
    let desk = Desk::new();
    let table = "--game gang --players 4 --bots random --engine dice";
    let (code, told) = interrupt(&desk, &format!("{table} --runs 1e12 --threads 2 --progress always --out stopped"));
    assert_eq!(code, Some(130), "{told}");
    let line = told.lines().rev().nth(1).unwrap();
    let games = line.strip_prefix("interrupted: ").and_then(|rest| rest.split_once(' ')).unwrap().0.replace(',', "");
    assert_eq!(line.split_once(" games ").unwrap().1, "were finished and written to stopped; to continue:");
    desk.result(&format!("{table} --runs {games} --out whole --threads 1"));
    assert!(desk.read("stopped/run.json").contains(&format!("\"runs\": {games},")));
    let tallies = desk.read("stopped/tallies.json").replacen("  \"until\": \"interrupted\",\n", "", 1);
    assert!(tallies == desk.read("whole/tallies.json"), "{games} games");
    let files = desk.files("stopped");
    assert!(desk.result("report stopped").contains("a confidence sequence, because the games were stopped early"));
    assert!(files == desk.files("stopped"), "after a report");
    let [stopped, whole] = ["stopped", "whole"].map(|run| {
        let summary = crate::compare::rows(&desk.read(&format!("{run}/summary.csv")));
        let number = |column: &str| summary[0][column].parse::<f64>().unwrap();
        (summary[0]["win_share"].clone(), number("ev_hi") - number("ev_lo"))
    });
    assert!(stopped.0 == whole.0 && stopped.1 > 1.4 * whole.1, "{stopped:?} {whole:?}");
}

/// What a snapshot shows of a failed command.
fn shown(desk: &Desk, command: &str) -> String {
    let told = desk.run_narrow(command);
    format!("$ analyze {command}\n[exit code {:?}]\n{}{}", told.code.unwrap(), told.out, told.err)
}

#[test]
fn what_people_read_help() {
    insta::assert_snapshot!("help", Desk::new().result("--help"));
    insta::assert_snapshot!("help_play", Desk::new().result("play --help"));
}

#[test]
fn what_people_read_the_table() {
    let desk = Desk::new();
    let command = "--game gang --bots boss:3,stand:2,random --runs 1k --engine dice --out out";
    insta::assert_snapshot!("table", shown(&desk, command));
}

#[test]
fn what_people_read_a_game() {
    let desk = Desk::new();
    for (name, engine, index) in [("play_dice", "dice", 5), ("play_turn", "turn", 0)] {
        let command = format!("play --game gang --bots boss:3,boss:5 --engine {engine} --index {index}");
        insta::assert_snapshot!(name, shown(&desk, &command));
    }
}

#[test]
fn what_people_read_strategies() {
    insta::assert_snapshot!("strategies", shown(&Desk::new(), "strategies --game gang"));
}

#[test]
fn what_people_read_problems_of_files() {
    let desk = Desk::new();
    let deck = "id = \"my deck\"\nname = \"Mine\"\nremoved = { light = 3 }\n\n[[card]]\nid = \"a\"\n\
                condition = \"either(sum>=7; ood>=2)\"\ntrigger = \"bomb\"\nback = \"dark\"\n\n[[card]]\nid = \"a\"\n\
                condition = \"any:9\"\ntriger = \"bomb\"\nback = \"drak\"\n";
    desk.write("deck.toml", deck);
    desk.write("rules.toml", "pools = [48, 48]\nbonus = 3.5\nsupply = \"none\"\nreroll = 2\n");
    desk.write("broken.toml", "id = \"mine\nname = [1, 2\n");
    let told = ["deck", "rules", "broken"].map(|file| shown(&desk, &format!("check {file}.toml")));
    insta::assert_snapshot!("check", told.join("\n"));
}

#[test]
fn what_people_read_errors() {
    let desk = Desk::new();
    desk.write("theirs/thesis.tex", "years of work");
    let told = [
        "--game gang --runs -1",
        "--game gang --players 5 --runs 1e6",
        "--game gang --runs 1e6 --bots stnad:2",
        "--game gang --runs 1e6 --bots stand:0",
        "--game gang --runs 1e6 --bots stand,boss --players 3",
        "--game gang --runs 1e6 --rule pool=7",
        "--game gang --runs 1e6 --rule rerolls=99",
        "--game gang --runs 1e6 --out theirs",
        "--game gang --runs 1e6 --player 3",
        "play --run theirs",
    ];
    insta::assert_snapshot!("errors", told.map(|command| shown(&desk, command)).join("\n"));
}
