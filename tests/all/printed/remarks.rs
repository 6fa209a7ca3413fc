//! Commands in remarks, results and errors.

use super::{chaser_called, shell, with_games};
use crate::cli::interrupt;
use crate::optimal::SIX_CARDS;
use crate::program::Desk;

/// A strategy that commits a number of dice that no rule allows.
const BAD: &str =
    "const NAME = \"bad\"; const ABOUT = \"at fault\"; fn commit(view) { -5 } fn reroll(plan, roll) { [] }";

/// What a text says to type: a line that begins with the program, or what follows a colon.
fn commands(text: &str) -> Vec<String> {
    let of_line = |line: &str| {
        let line = line.trim();
        let bots =
            || line.split_once(": --bots ").map(|(_, bots)| format!("analyze --game gang --runs 1e6 --bots {bots}"));
        let after = || line.split_once(": analyze ").map(|(_, rest)| format!("analyze {rest}"));
        if line.starts_with("analyze ") { Some(line.to_owned()) } else { after().or_else(bots) }
    };
    text.lines().filter_map(of_line).collect()
}

/// A command, its exit code, the kind of command that it prints, and the exit code of that.
type Case<'c> = (&'c [&'c str], Option<i32>, &'c str, Option<i32>);

/// The winner of a race, the command that goes on with a comparison, and the games of a fault or of a costly decision named
/// strategies of files by what tables call them; the game of a fault was to be played with `--luck`, which nobody can.
#[test]
fn commands_in_remarks_work_for_files_too() {
    let desk = Desk::new();
    desk.write("sub/it's $x.toml", chaser_called(&desk, "its"));
    desk.write("sub/a|b*.toml", chaser_called(&desk, "ab"));
    desk.write("sub/bad $1.rhai", BAD);
    desk.write("sub/six cards.toml", SIX_CARDS);
    let six = ["--deck", "sub/six cards.toml", "--rule", "pools=9", "--players", "2"];
    let cases: [Case<'_>; 11] = [
        (&["compare", "sub/it's $x.toml", "chaser", "--runs", "60", "--out", "o ut"], Some(0), "compare", Some(0)),
        (&["compare", "bold", "chaser", "--against", "sub/a|b*.toml", "--runs", "60"], Some(0), "compare", Some(0)),
        (
            &["--game", "gang", "--bots", "sub/bad $1.rhai,bold", "--runs", "60", "--rule", "rerolls=1"],
            Some(3),
            "play",
            Some(3),
        ),
        (
            &["--game", "gang", "--bots", "sub/bad $1.rhai,bold", "--runs", "60", "--vary", "rerolls=1..2"],
            Some(3),
            "play",
            Some(3),
        ),
        (&["compare", "sub/bad $1.rhai", "bold", "--runs", "60"], Some(3), "play", Some(3)),
        (&["compare", "sub/bad $1.rhai", "bold", "--runs", "60", "--luck", "cancel"], Some(3), "play", Some(3)),
        (&["tournament", "sub/bad $1.rhai", "bold", "--players", "2"], Some(3), "play", Some(3)),
        (&["regret", "sub/bad $1.rhai", "--runs", "20"], Some(3), "play", Some(3)),
        (&["regret", "sub/it's $x.toml", "--against", "sub/a|b*.toml", "--runs", "20"], Some(0), "play", Some(0)),
        (&["tune", "sub/it's $x.toml", "--param", "above=5..7", "--runs", "10000"], Some(0), "--bots", Some(0)),
        (&["tune", "sub/it's $x.toml", "--param", "above=9"], Some(2), "compare", Some(0)),
    ];
    for (command, code, kind, then) in cases {
        let needs_six = command[0] == "regret" || command.contains(&"--luck");
        let told = desk.run_with(&[command, if needs_six { &six } else { &[] }].concat());
        assert_eq!(told.code, code, "{command:?}: {}", told.err);
        let said = commands(&format!("{}\n{}", told.out, told.err));
        assert!(said.len() == 1 && said[0].contains(kind), "{command:?}: {said:?}\n{}{}", told.out, told.err);
        let short = with_games(&said[0], 60);
        let short = if short.contains("--runs") || kind == "play" { short } else { format!("{short} --runs 60") };
        let done = shell(&desk, "", &short);
        assert_eq!(done.code, then, "{short}: {}", done.err);
        if kind == "play" && then == Some(3) {
            assert!(done.err.contains("strategy 'bad' is at fault"), "{short}: {}", done.err);
        }
    }
}

/// The better of a race is a file, too.
#[test]
fn the_winner_of_a_race_can_be_typed() {
    let desk = Desk::new();
    let worse = chaser_called(&desk, "its").replace("default = 13", "default = 3");
    assert!(worse.contains("default = 3"), "{worse}");
    desk.write("sub/it's $x.toml", worse);
    let told =
        desk.run_with(&["tune", "sub/it's $x.toml", "--param", "above=11..13", "--runs", "10000", "--out", "out"]);
    assert!(told.out.contains("To play it: --bots 'sub/it'\\''s $x.toml:above=1"), "{}", told.out);
    let report = desk.result("report out");
    assert!(report.contains("To play it: --bots 'it'\\''s $x.toml:above=1"), "{report}");
    let said = commands(&told.out);
    assert_eq!(shell(&desk, "", &with_games(&said[0], 60)).code, Some(0), "{said:?}");
}

/// After `--` nothing is an option: `--resume` was added there.
#[test]
fn the_command_that_goes_on_resumes_where_names_follow_two_dashes() {
    let desk = Desk::new();
    let (code, told) = interrupt(
        &desk,
        "compare --against random --players 4 --engine dice --runs 5e11 --progress always --out out -- stand:1 stand:2",
    );
    assert_eq!(code, Some(130), "{told}");
    let said = commands(&told);
    assert_eq!(
        said,
        [
            "analyze compare --against random --players 4 --engine dice --runs 5e11 --progress always --out out --resume -- stand:1 stand:2"
        ],
        "{told}"
    );
    let page = desk.read("out/report.html");
    assert!(page.contains("It was stopped early.") && page.contains("plays the same games, with intervals"), "{page}");
}
