//! What once went wrong, each with what was seen then.

use analyze::games::gang::{Edition, Rules};
use analyze::record::Folder;
use std::process::{Command, Output};

fn analyze(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_analyze")).args(arguments).output().unwrap()
}

/// The exit code and standard error of arguments that must be refused.
fn refused(arguments: &[&str]) -> String {
    let output = analyze(arguments);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The run of the example: 3000 games of seed 1.
const RUN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/reports/example");

/// `--seed`, `--seating` and `--engine` were taken with `--run`, and had no effect.
#[test]
fn play_of_a_run_refuses_options_that_the_run_has_settled() {
    for (option, value) in [("--seed", "2"), ("--seating", "fixed"), ("--engine", "dice"), ("--game", "gang")] {
        let told = refused(&["play", "--run", RUN, option, value]);
        assert!(told.contains(option) && told.contains("--run"), "{told}");
    }
}

/// Game 3000 of 3000 was played as if the run had it; they are counted from 0.
#[test]
fn play_of_a_run_refuses_a_game_that_it_does_not_have() {
    assert!(analyze(&["play", "--run", RUN, "--index", "2999"]).status.success());
    let told = refused(&["play", "--run", RUN, "--index", "3000"]);
    assert!(told.contains("--index") && told.contains("3000"), "{told}");
}

/// `--edition` was taken with a deck, and had no effect.
#[test]
fn show_of_a_deck_refuses_an_edition() {
    let told = refused(&["show", "reconstructed", "--edition", "blackrock"]);
    assert!(told.contains("--edition") && told.contains("reconstructed"), "{told}");
}

/// Rules that a file or an option had changed were written down as those of the edition.
#[test]
fn changed_rules_are_called_changed() {
    let text = |rerolls: u8| Rules { rerolls, ..Edition::Blackrock.rules() }.to_text();
    assert!(text(2).starts_with("# Gang of Dice: the rules of the edition 'blackrock'."), "{}", text(2));
    assert!(text(3).starts_with("# Gang of Dice: changed rules of the edition 'blackrock'."), "{}", text(3));
}

/// The help that answers to no arguments began with `error:`.
#[test]
fn no_arguments_at_all_are_answered_with_the_help() {
    let told = refused(&[]);
    assert!(told.contains("Usage:") && !told.starts_with("error"), "{told}");
}

/// Opening `a/b/c` made three folders, and giving up removed one.
#[test]
fn a_run_that_writes_nothing_left_the_parents_of_its_folder() {
    let desk = tempfile::tempdir().unwrap();
    std::fs::create_dir(desk.path().join("a")).unwrap();
    drop(Folder::open(&desk.path().join("a/b/c")).unwrap());
    assert!(desk.path().join("a").exists() && !desk.path().join("a/b").exists());
}

/// Two names that no game has were answered with `--game is missing` alone.
#[test]
fn a_comparison_of_unknown_names_did_not_say_what_is_wrong_with_them() {
    let missing = "--game is missing: say which game is played (gang, pot, battle)";
    let told = refused(&["compare", "chasr", "lettrs:2", "--against", "chasr,duelist"]);
    let expected = [
        "error: compare: unknown strategy 'chasr' (did you mean 'chaser'?)",
        "compare: unknown strategy 'lettrs' (did you mean 'letters'?)",
        "--against: unknown strategy 'duelist' (did you mean 'duellist'?)",
        missing,
    ];
    assert_eq!(told.lines().collect::<Vec<_>>(), expected);
    // One is of two games, the other of none; both parts of a crossed one; and what is near to nothing.
    assert!(refused(&["compare", "stand", "rand@bos"]).contains("'bos' (did you mean 'boss'?)\n--game is missing"));
    assert!(refused(&["compare", "quux", "quux:1"]).contains("'quux' (valid: "));
    // Known names, or known ones with a wrong parameter, are not called unknown.
    assert_eq!(refused(&["compare", "stand", "stand"]), format!("error: {missing}\n"));
    assert!(refused(&["compare", "boss:0", "cautious:x"]).starts_with("error: compare: strategy 'boss': "));
    assert!(refused(&["compare", "no-1.toml", "no-2.toml"]).contains("no-1.toml: cannot read the file"));
    assert!(refused(&["compare", "a@b@c", "d"]).starts_with("error: compare: 'a@b@c' is not the name of a strategy"));
}
