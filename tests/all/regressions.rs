//! What once went wrong, each with what was seen then.

use crate::program::Desk;
use crate::registry::registered_games;
use analyze::games::gang::{Edition, Rules};
use analyze::games::rules::RuleSet;
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
    let games = registered_games().join(", ");
    let missing = format!("--game is missing: say which game is played ({games})");
    let told = refused(&["compare", "chasr", "lettrs:2", "--against", "chasr,duelist"]);
    let expected = [
        "error: compare: unknown strategy 'chasr' (did you mean 'chaser'?)",
        "compare: unknown strategy 'lettrs' (did you mean 'letters'?)",
        "--against: unknown strategy 'duelist' (did you mean 'duellist'?)",
        &missing,
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

/// A comparison of two in the folder of one of three left the `ranking.csv` of those three, of which nothing in the
/// folder said that it was none of its own; so did every run in the folder of one with other tables.
#[test]
fn a_folder_used_again_kept_files_of_the_earlier_run() {
    let desk = Desk::new();
    let commands = [
        "compare chaser bold odds --against odds --runs 30",
        "compare chaser bold --runs 30",
        "--game gang --runs 6",
        "--game pot --runs 6",
        "--game battle --runs 6",
        "cards --max-dice 1 --runs 6",
    ];
    for (number, command) in commands.iter().enumerate() {
        desk.result(&format!("{command} --out alone-{number}"));
    }
    for number in [0, 1, 2, 3, 4, 5, 0, 2, 1, 5, 4, 3] {
        desk.result(&format!("{} --out used", commands[number]));
        assert!(desk.files("used") == desk.files(&format!("alone-{number}")), "{}", commands[number]);
    }
}

/// Only what the program wrote goes: not what was put beside it, nor what somebody has worked on since, nor what a
/// manifest lists outside the folder.
#[test]
fn a_folder_used_again_keeps_what_the_program_did_not_write() {
    let desk = Desk::new();
    desk.result("--game gang --runs 6 --out used");
    let cards = desk.read("used/cards.csv");
    desk.write("outside.csv", &cards);
    desk.write("used/deeper/cards.csv", &cards);
    desk.write("used/notes.txt", "mine");
    let seats = desk.read("used/seats.csv");
    desk.write("used/run.json", {
        let hash = |name: &str| format!("\"name\": \"{name}\",");
        let manifest = desk.read("used/run.json");
        assert!(manifest.contains(&hash("cards.csv")) && manifest.contains(&hash("length.csv")));
        manifest.replace(&hash("cards.csv"), &hash("../outside.csv"))
    });
    desk.result("compare chaser bold --runs 30 --out used");
    let kept = desk.files("used");
    let expected = [
        "cards.csv",
        "compare.csv",
        "deeper/",
        "deeper/cards.csv",
        "notes.txt",
        "report.html",
        "run.json",
        "tallies.json",
    ];
    assert_eq!(kept.keys().collect::<Vec<_>>(), expected);
    assert_eq!((desk.read("outside.csv"), desk.read("used/cards.csv")), (cards.clone(), cards));
    desk.result("--game gang --runs 6 --out used");
    desk.write("used/seats.csv", format!("{seats},and a remark of mine\n"));
    desk.result("compare chaser bold --runs 30 --out used");
    let kept = desk.files("used");
    assert!(kept.contains_key("seats.csv") && !kept.contains_key("cards.csv") && !kept.contains_key("length.csv"));
}

/// A deck that cannot be played, cards that every roll offends or none does, and rules that no table accepts.
#[test]
fn check_let_decks_and_rules_pass_that_mean_nothing() {
    let desk = Desk::new();
    let deck = desk.result("show reconstructed");
    for (condition, words) in [
        ("fives>=0", ["the card 'sum7-bomb': every roll is invalid", "condition = \"fives>=0\""]),
        ("sum>=500", ["the card 'sum7-bomb': no roll of up to 48 dice", "condition = \"sum>=500\""]),
    ] {
        desk.write(
            "deck.toml",
            deck.replacen("condition = \"sum>=7\"\n", &format!("condition = \"{condition}\"\n"), 1),
        );
        desk.refused("check deck.toml", &words);
    }
    let cards: Vec<&str> = deck.split("[[card]]").collect();
    desk.write("deck.toml", format!("id = \"two\"\nname = \"two\"\n[[card]]{}[[card]]{}", cards[1], cards[2]));
    desk.refused("check deck.toml", &["the rule 'bonus' lists 3 rounds, but the deck gives a game of only 2"]);
    for (game, rule, word) in [("battle", "goal = 8", "'goal' is 8"), ("pot", "coins = 5", "'coins' is 5")] {
        desk.write("rules.toml", rule);
        desk.refused(&format!("check rules.toml --game {game}"), &[word]);
        let told = desk.refused(&format!("--game {game} --rules rules.toml --runs 6"), &["error: --rules: ", word]);
        assert!(!told.contains("--rule:"), "none was given: {told}");
    }
}

#[test]
fn strategies_of_different_games_were_answered_with_a_missing_option() {
    let told = Desk::new().refused("compare thief chaser", &["'thief' is of pot; 'chaser' is of gang"]);
    assert!(!told.contains("--game is missing"), "{told}");
}

#[test]
fn show_named_a_strategy_twice_that_two_games_have() {
    let told = Desk::new().refused("show foo", &["stand"]);
    assert_eq!(told.matches(" stand,").count(), 1, "{told}");
}

/// `cards` compares them, so they can be played too: never rerolling as `stand`, and any of them as its strategy.
#[test]
fn ways_to_reroll_that_cards_names_could_not_be_played() {
    let desk = Desk::new();
    let listed = desk.result("strategies --game gang");
    let line = listed.lines().skip_while(|line| !line.starts_with("ways to reroll")).nth(1).unwrap();
    assert!(line.contains("below:3") && line.contains("offending"), "{line}");
    for way in line.trim().split(", ") {
        desk.result(&format!("--game gang --players 2 --bots boss:3@{way},bold --runs 60 --out out"));
    }
    let numbers = |bots: &str| {
        let summary =
            desk.result(&format!("--game gang --players 2 --bots {bots},bold --runs 600 --format csv --out out"));
        let row = summary.lines().nth(1).unwrap().to_owned();
        row.split(',').skip(3).map(str::to_owned).collect::<Vec<_>>()
    };
    // The list says that stand never rerolls and boss:n rerolls Bosses: the same way, the same games.
    assert_eq!(numbers("boss:3@stand"), numbers("stand:3"));
    assert_eq!(numbers("stand:3@boss"), numbers("boss:3"));
    assert_ne!(numbers("boss:3@odd"), numbers("boss:3"));
    desk.refused(
        "--game gang --players 2 --bots boss:3@od,bold --runs 6",
        &["unknown strategy 'od' (did you mean 'odd'?)"],
    );
}

#[test]
fn a_script_that_failed_was_said_to_return_a_place() {
    let desk = Desk::new();
    let told = |body: &str| {
        let script = "const NAME = \"x\"; const ABOUT = \"y\"; fn reroll(plan, roll) { [] } fn commit(view) { BODY }";
        desk.write("x.rhai", script.replace("BODY", body));
        desk.refused("check x.rhai", &["it returned no answer: x.rhai:1:"])
    };
    let best = told("view.best.dice + 1");
    assert!(best.contains("there is nothing to have 'dice' here") && best.contains("if view.best != ()"), "{best}");
    assert!(told("let a = []; loop { a.push(1); }").contains("beyond the limit of 1024 elements"));
    for (body, word) in
        [("p_invalid(\"a\")", "p_invalid (text)"), ("if view.pool { 1 } else { 2 }", "expecting true or false")]
    {
        let told = told(body);
        assert!(told.contains(word), "{told}");
        assert!(["i64", "ImmutableString", "bool)"].iter().all(|rust| !told.contains(rust)), "{told}");
    }
}

/// The tallies of arms whose games are not played, because their win shares are known, were refused as those of no games.
#[test]
fn a_comparison_of_win_shares_alone_is_reported() {
    let desk = Desk::new();
    let shown = desk.result("compare chaser bold --game gang --metric win_share --runs 300 --out out");
    assert_eq!(desk.result("report out"), shown);
}
