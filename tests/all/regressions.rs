//! What once went wrong, each with what was seen then.

use crate::program::{Desk, csv_rows};
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
    let told = refused(&["compare", "stand", "stand"]);
    assert!(told.starts_with("error: --game is missing: gang and pot have all of these strategies"), "{told}");
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
        desk.result(&format!("{} --replace --out used", commands[number]));
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
        "datapackage.json",
        "deeper/",
        "deeper/cards.csv",
        "notes.txt",
        "report.html",
        "run.json",
        "tallies.json",
    ];
    assert_eq!(kept.keys().collect::<Vec<_>>(), expected);
    assert_eq!((desk.read("outside.csv"), desk.read("used/cards.csv")), (cards.clone(), cards));
    desk.result("--game gang --runs 6 --replace --out used");
    desk.write("used/seats.csv", format!("{seats},and a remark of mine\n"));
    desk.result("compare chaser bold --runs 30 --out used");
    let kept = desk.files("used");
    assert!(kept.contains_key("seats.csv") && !kept.contains_key("cards.csv") && !kept.contains_key("length.csv"));
}

/// A deck that cannot be played, cards that every roll offends or none does (which can be played, so that they are
/// warnings, to a run as well), and rules that no table accepts.
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
        let (checked, run) = (desk.run("check deck.toml"), desk.run("--game gang --runs 6 --deck deck.toml --out run"));
        assert_eq!((checked.code, run.code), (Some(0), Some(0)), "{checked:?} {run:?}");
        assert!(checked.out.ends_with(": no errors, 1 warning\n"), "{checked:?}");
        for word in words {
            assert!(checked.err.contains(word) && run.err.contains(word), "{word}: {checked:?} {run:?}");
        }
        assert!(run.err.starts_with(checked.err.trim_end()), "the same words: {checked:?} {run:?}");
        let quiet = desk.run("--game gang --runs 6 --deck deck.toml --out run --quiet");
        assert_eq!((quiet.code, &*quiet.err), (Some(0), ""));
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

/// `leaders highest` is the leader's die, not the leader.
#[test]
fn whose_die_is_meant_is_guessed_with_the_die() {
    let desk = Desk::new();
    let form = |dice: &str| format!("name = \"t\"\nabout = \"t\"\ngame = \"battle\"\ncancel = \"{dice}\"\n");
    for (typed, meant) in [("leaders highest", "leader's highest"), ("nearests power", "nearest's power")] {
        desk.write("t.toml", form(typed));
        desk.refused("check t.toml", &[&format!("did you mean \"{meant}\"?")]);
        desk.write("t.toml", form(meant));
        desk.result("check t.toml");
    }
    desk.write("t.toml", form("leadrs"));
    desk.refused("check t.toml", &["did you mean 'leader'?"]);
}

/// The ways to reroll that `cards` compares stand after `@`, and a wrong one is told which there are.
#[test]
fn a_way_to_reroll_after_the_at_is_not_taken_for_a_strategy() {
    let desk = Desk::new();
    desk.result("--game gang --bots boss:3@odd,bold,chaser --runs 3 --out out");
    desk.refused("--game gang --bots boss:3@oddd,bold,chaser --runs 3", &["did you mean 'odd'?"]);
}

/// Names that no game has all of, or several games have, are told which; the option that helps is named.
#[test]
fn strategies_that_do_not_settle_the_game_say_why() {
    let desk = Desk::new();
    desk.refused("compare thief chaser --runs 3", &["'thief' is of pot", "'chaser' is of gang"]);
    desk.refused(
        "compare stand random --runs 3",
        &["gang and pot have all of these strategies; add --game gang or --game pot"],
    );
    desk.result("compare thief combo-hunter --runs 3 --out out");
}

/// A strategy file of one game at a table of another says what to do.
#[test]
fn a_file_of_another_game_says_what_to_add() {
    let desk = Desk::new();
    desk.write("g.toml", desk.result("show chaser"));
    desk.refused("--game pot --bots g.toml --runs 3", &["--game gang", "game = \"pot\""]);
}

/// Rules that do not go together are told at the option that they came from.
#[test]
fn a_conflict_is_told_at_the_option_that_the_rule_came_from() {
    let desk = Desk::new();
    desk.write("b.toml", "goal = 8\n");
    desk.write("p.toml", "coins = 5\n");
    for (command, option) in [
        ("--game battle --rules b.toml --runs 6", "--rules: the rule 'goal' is 8"),
        ("--game battle --rule goal=8 --runs 6", "--rule: the rule 'goal' is 8"),
        ("--game pot --rules p.toml --runs 6", "--rules: the rule 'coins' is 5"),
        ("--game pot --rule coins=5 --runs 6", "--rule: the rule 'coins' is 5"),
    ] {
        let told = desk.refused(command, &[option]);
        assert_eq!(told.matches("--rule").count(), 1, "{told}");
    }
}

/// The deck that ships has a name, which stands wherever a deck file does; it is the default, with the default folder.
#[test]
fn the_deck_that_ships_is_chosen_by_its_name() {
    let desk = Desk::new();
    desk.result("--game gang --runs 30 --deck reconstructed");
    let named = desk.tables("reports/gang-3p");
    desk.result("--game gang --runs 30");
    assert!(named == desk.tables("reports/gang-3p"));
    desk.write(
        "new.toml",
        desk.result("show reconstructed").replace("sum>=7", "sum>=8").replace("id = \"reconstructed\"", "id = \"new\""),
    );
    desk.result("--game gang --runs 30 --vary deck=reconstructed|new.toml --out out");
    let sweep = desk.read("out/sweep.csv");
    assert!(sweep.contains("reconstructed,") && sweep.contains("new,"), "{sweep}");
    let plan = "show plan --card sum7-bomb --dice 1 --rolls-left 1";
    assert_eq!(desk.result(plan), desk.result(&format!("{plan} --deck reconstructed")));
    desk.refused("--game pot --runs 3 --deck reconstructed", &["--deck"]);
    desk.refused("--game gang --runs 3 --deck reconstucted", &["reconstucted", "No such file"]);
}

/// The heading names the rules that are not the default, of every command, but not those that are varied.
#[test]
fn headings_name_the_rules_that_are_not_the_default() {
    let desk = Desk::new();
    for (command, heading) in [
        (
            "--game gang --edition blackrock --rule rerolls=4 --runs 6 --out a",
            "Gang of Dice (blackrock, rerolls=4), 3 players",
        ),
        ("--game pot --rule coins=55 --runs 6 --out b", "POT (coins=55), 3 players"),
        ("--game battle --rule goal=30 --runs 3 --out c", "Battle Dice (goal=30), 3 players"),
        ("compare hold race --rule goal=50 --runs 6 --out d", "Pig (goal=50), 3 players"),
        ("compare hold race --rule goal=50 --vary sides=8|10 --runs 6 --out f", "Pig (goal=50)"),
        ("--game pig --rule goal=50 --vary sides=8|10 --runs 6 --out e", "Pig (goal=50): 2 combinations of sides"),
    ] {
        let told = desk.result(command);
        assert!(told.starts_with(heading), "{command}: {}", told.lines().next().unwrap_or_default());
    }
}

/// Below the table a line says what a seat is worth, whatever the game.
#[test]
fn a_line_says_what_a_seat_is_worth() {
    let desk = Desk::new();
    for game in registered_games() {
        let told = desk.result(&format!("--game {game} --runs 60 --out {game}"));
        let rows = csv_rows(&desk.read(&format!("{game}/seat_values.csv")));
        let at = rows[0].iter().position(|column| column == "win_share").unwrap();
        let mut seats: Vec<(f64, &str)> = rows[1..].iter().map(|row| (row[at].parse().unwrap(), &*row[2])).collect();
        seats.sort_by(|a, b| b.0.total_cmp(&a.0));
        let ((most, best), (least, worst)) = (seats[0], seats[seats.len() - 1]);
        if most == least {
            let same = format!("- each of the {} seats has the same win share: {:.1}%", seats.len(), 100.0 * most);
            assert!(told.lines().any(|line| line == same), "{game}: {told}");
            continue;
        }
        let line = told.lines().find(|line| line.starts_with("- seat ")).expect("a line of seats");
        let highest = format!("of {} has the highest win share: {:.1}%", seats.len(), 100.0 * most);
        let points = format!("which is {:.1} ± ", 100.0 * (most - least));
        assert!(line.contains(&highest) && line.contains(&points), "{game}: {line}; seat {best}, seat {worst}");
    }
}
