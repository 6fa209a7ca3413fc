//! What a command does with files that are there already: more games are never lost for fewer unless that is asked for.

use crate::cli::interrupt;
use crate::program::Desk;
use analyze::record::{Manifest, Record};

/// Three cards, which are solved in a moment.
pub(crate) const THREE_CARDS: &str = "id = \"three\"\nname = \"Three\"\nremoved = { light = 0, dark = 0 }\n\
    [[card]]\nid = \"a\"\ncondition = \"sum>=7\"\ntrigger = \"bomb\"\nback = \"light\"\n\
    [[card]]\nid = \"b\"\ncondition = \"pair\"\ntrigger = \"bomb\"\nback = \"light\"\n\
    [[card]]\nid = \"c\"\ncondition = \"run>=2\"\ntrigger = \"bomb\"\nback = \"dark\"\n";

/// 1,000,000 games went for 100 with only a note. Of each command a longer run and a shorter one.
#[test]
fn a_shorter_run_replaced_a_longer_one() {
    let desk = Desk::new();
    desk.write("three.toml", THREE_CARDS);
    let pig = "--game pig --players 2";
    for (command, longer, shorter) in [
        (format!("{pig} --runs"), "600", "60"),
        (format!("{pig} --vary goal=50|60 --runs"), "600", "60"),
        (format!("compare hold race {pig} --runs"), "600", "60"),
        (format!("compare hold race {pig} --vary goal=50|60 --runs"), "600", "60"),
        (format!("tournament hold race crowd {pig} --allot even --runs"), "9000", "800"),
        (format!("tournament hold race crowd {pig} --runs"), "9000", "800"),
        (format!("tune hold --param at=15..25/2 {pig} --runs"), "60000", "30000"),
        (format!("tune game {pig} --vary goal=50|60 --target seat1=0.4..0.6 --runs"), "600", "60"),
        ("cards --deck three.toml --max-dice 1 --runs".to_owned(), "600", "60"),
        ("cards --deck three.toml --max-dice 1 --vary rerolls=1|2 --runs".to_owned(), "600", "60"),
    ] {
        let (longer, shorter) = (format!("{command} {longer}"), format!("{command} {shorter}"));
        desk.result(&format!("{longer} --quiet --out out --replace"));
        desk.refused(&format!("{shorter} --out out"), &["out holds", "would be lost", "--replace", "--out DIR"]);
        desk.refused(&format!("{shorter} --quiet --out out"), &["out holds"]);
        let before = desk.files("out");
        desk.result(&format!("{longer} --quiet --out out"));
        assert!(desk.files("out") == before, "{longer}: not the same again");
        desk.result(&format!("{shorter} --quiet --out out --replace"));
        assert!(desk.files("out") != before, "{shorter}");
        desk.result(&format!("{longer} --quiet --out out"));
        assert!(desk.files("out") == before, "{longer}");
    }
}

/// In the default folder, too, and by a command that plays nothing.
#[test]
fn nothing_is_lost_in_the_default_folder_or_to_a_command_without_games() {
    let desk = Desk::new();
    desk.result("--game pig --runs 600 --quiet");
    desk.refused("--game pig --runs 60", &["reports/pig-3p holds 600 games, and this command plays 60"]);
    desk.result("--game pig --runs 1200 --quiet");
    desk.refused("solve --game pig --out reports/pig-3p", &["holds 1,200 games, and this command plays none"]);
    desk.refused("--game pig --runs 60 --replace --resume", &["cannot be used with"]);
}

/// Games that end by what comes of them may be fewer than those that are there.
#[test]
fn games_that_may_end_sooner_replaced_more() {
    let desk = Desk::new();
    let run = "--game pig --players 2 --seating fixed --bots hold:20,hold:5";
    desk.result(&format!("{run} --runs 5000 --quiet --out out"));
    let until = |error: &str| format!("{run} --until se={error} --out out");
    desk.refused(&until("0.05"), &["out holds 5,000 games", "stops at se=0.05, which may be sooner"]);
    desk.result(&format!("{} --quiet --replace", until("0.02")));
    desk.refused(&until("0.05"), &["may be sooner"]);
    let before = desk.files("out");
    desk.result(&format!("{} --quiet", until("0.02")));
    assert!(desk.files("out") == before, "the same games to the same end");
    desk.result(&format!("{} --quiet", until("0.01")));
    // Of another experiment nobody knows.
    desk.refused(&until("0.01").replace("hold:5", "hold:6"), &["may be sooner"]);
}

#[test]
fn a_record_that_cannot_be_read_is_not_replaced_unasked() {
    let desk = Desk::new();
    desk.result("--game pig --runs 600 --quiet --out out");
    desk.write("out/run.json", "{\"tool\": \"analyze\", \"format\": 99}");
    desk.refused("--game pig --runs 6000 --out out", &["nobody knows what would be lost", "--replace"]);
    desk.result("--game pig --runs 60 --quiet --out out --replace");
}

/// A longer run that somebody ended at once would have replaced what was there by what little it had finished.
#[test]
#[cfg(unix)]
fn an_interrupted_run_replaced_a_finished_one_that_was_longer() {
    let desk = Desk::new();
    desk.result("--game pig --players 2 --bots hold,race --runs 60 --quiet --out out");
    // As if it had taken hours.
    let manifest = Manifest::from_json("run.json", &desk.read("out/run.json")).unwrap();
    desk.write("out/run.json", Manifest { runs: 900_000_000_000, ..manifest }.sealed().to_json());
    let before = desk.files("out");
    let (code, told) = interrupt(
        &desk,
        "--game gang --engine dice --bots chaser --runs 1e12 --save-every 3600 --progress always --out out",
    );
    assert_eq!(code, Some(130), "{told}");
    assert!(told.contains("not written, for out holds 900,000,000,000 games, which are more; to continue:"), "{told}");
    assert!(desk.files("out") == before);
}
