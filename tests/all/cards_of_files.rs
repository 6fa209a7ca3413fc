//! `analyze cards` with games from files: reroll policies and `--vary`, against the game that is built in, and what makes no sense.

use crate::program::{Desk, csv_rows};
use std::collections::BTreeMap;

type Row = BTreeMap<String, String>;

/// Gang of Dice as a file, in which the rolls of a turn can be changed.
fn gang() -> String {
    let text = include_str!("../../src/ruled/games/gang.toml");
    let rule = "[rules]\nrolls = { default = 3, least = 1, most = 3, about = \"how often dice are rolled\" }\n";
    let text = text.replace("[rules]\n", rule).replace("rolled == 3 ->", "rolled == rolls ->");
    assert!(text.contains("rolled == rolls") && text.contains("rolls = {"), "{text}");
    text
}

fn rows(desk: &Desk, file: &str) -> Vec<Row> {
    let rows = csv_rows(&desk.read(file));
    rows[1..].iter().map(|row| rows[0].iter().cloned().zip(row.iter().cloned()).collect()).collect()
}

/// Numbers of rows, rounded, in an order that does not depend on the names of cards.
fn numbers(rows: &[Row], columns: &[&str]) -> Vec<String> {
    let rounded = |text: &String| text.parse::<f64>().map_or_else(|_| text.clone(), |number| format!("{number:.9}"));
    let mut all: Vec<String> = rows
        .iter()
        .map(|row| columns.iter().map(|column| rounded(&row[*column]).replace("-0.000000000", "0.000000000")))
        .map(|fields| fields.collect::<Vec<_>>().join(" "))
        .collect();
    all.sort();
    all
}

const SHORT: &str = "--players 2 --bots random --runs 20 --max-dice 3";

/// Every policy that both games have comes to the same, for each card and number of dice.
#[test]
fn policies_come_to_what_they_do_in_the_built_in_game() {
    let desk = Desk::new();
    desk.write("gang.toml", gang());
    const POLICIES: &str = "stand,boss,all,odd,below:2,below:3,below:4,below:5,lowest";
    desk.result(&format!("cards --game gang.toml {SHORT} --policies {POLICIES} --out file"));
    desk.result(&format!("cards {SHORT} --policies {POLICIES} --out built"));
    let of = |out: &str| {
        let columns = ["policy", "dice", "score", "invalid", "valid_total_mean", "loss"];
        numbers(&rows(&desk, &format!("{out}/policies.csv")), &columns)
    };
    assert_eq!(of("file").len(), 18 * 3 * 9);
    assert_eq!(of("file"), of("built"));
    let page = desk.read("file/report.html");
    assert!(page.contains("reroll the lowest die") && !page.contains("Which dice to reroll"));
    files_are_made_again(&desk);
}

/// A report of `file`, and the command of its record, make the same files.
fn files_are_made_again(desk: &Desk) {
    let before = desk.files("file");
    desk.result("report file");
    assert!(before == desk.files("file"));
    desk.result("run file/run.json --out again");
    assert!(before == desk.files("again"));
}

/// The rolls of a turn are the rerolls of the built-in game and one more.
#[test]
fn combinations_are_those_of_the_built_in_game_and_those_that_they_are_alone() {
    let desk = Desk::new();
    desk.write("gang.toml", gang());
    desk.result(&format!("cards --game gang.toml {SHORT} --vary rolls=2..3 --out file"));
    desk.result(&format!("cards {SHORT} --vary rerolls=1..2 --out built"));
    let of = |out: &str, key: &str, value: &str| {
        let columns = [
            "dice",
            "max_score",
            "max_score_against_first",
            "max_valid",
            "max_valid_against_first",
            "stand_score",
            "stand_score_against_first",
            "stand_invalid",
        ];
        let mut all = rows(&desk, &format!("{out}/difficulty.csv"));
        all.retain(|row| row[key] == value);
        numbers(&all, &columns)
    };
    for (rolls, rerolls) in [("2", "1"), ("3", "2")] {
        assert_eq!(of("file", "rolls", rolls).len(), 18 * 3);
        assert_eq!(of("file", "rolls", rolls), of("built", "rerolls", rerolls));
    }
    assert!(of("file", "rolls", "3") != of("file", "rolls", "2"));
    desk.result(&format!("cards --game gang.toml {SHORT} --rule rolls=2 --out alone"));
    let mut swept = rows(&desk, "file/sweep.csv");
    swept.retain(|row| row["rolls"] == "2");
    let alone = rows(&desk, "alone/cards_summary.csv");
    assert_eq!(swept.len(), alone.len());
    for (swept, alone) in swept.iter().zip(&alone) {
        for (column, field) in alone.iter().filter(|(column, _)| *column != "experiment") {
            assert_eq!(swept[column], *field, "{column}");
        }
    }
    assert!(desk.read("file/difficulty.csv").starts_with("rolls,players,experiment,card,condition,marks,part,dice"));
    files_are_made_again(&desk);
}

/// A rule that changes with how many dice turns begin: 2 or 4 dice have columns of their own on the page. A die of two sides, 1 and
/// 2, is kept if it shows 2, and otherwise rolled once more, which is 1.75 on average. Only of two 1s can all be rolled again: one of
/// four 1s, which come once in 16, has to be kept, and loses half a point.
#[test]
fn combinations_can_have_other_numbers_of_dice() {
    let desk = Desk::new();
    desk.write("coins.toml", COINS);
    desk.result("cards --game coins.toml --players 2 --runs 20 --vary hand=2|4 --out out");
    let found = rows(&desk, "out/difficulty.csv");
    let found: Vec<(&str, &str, &str)> =
        found.iter().map(|row| (&*row["hand"], &*row["dice"], &*row["max_score"])).collect();
    assert_eq!(found, [("2", "2", "3.500000000000"), ("4", "4", "6.968750000000")]);
    let page = desk.read("out/report.html");
    assert!(page.contains(">2 dice<") && page.contains(">4 dice<") && !page.contains(">1 die<"), "{page}");
}

const COINS: &str = "game = \"coins\"\nplayers = \"2-3\"\n[rules]\nhand = { default = 2, least = 1, most = 5 }\n\
    [match]\ndice = \"hand\"\nsides = 2\nrolls = 2\nkeep = \"size(kept) > 0 or sum == 2\"\ngoal = 2\n[deck.all]\nrounds = 1\ncards = [\"sum > 99\"]\n";

#[test]
fn what_makes_no_sense_in_a_file_says_why() {
    let desk = Desk::new();
    desk.write("gang.toml", gang());
    desk.write("coins.toml", COINS);
    desk.write(
        "plain.toml",
        "game = \"plain\"\nplayers = \"2\"\n[match]\ndice = 2\ngoal = 2\n[deck.all]\ncards = [\"sum > 9\"]\n",
    );
    for (command, words) in [
        (
            "--game gang.toml --policies offending",
            &["'offending' rerolls what makes a roll invalid", "the rules and not"][..],
        ),
        ("--game gang.toml --policies stnad", &["unknown reroll policy 'stnad' (did you mean 'stand'?)"]),
        ("--game gang.toml --policies below:x", &["unknown reroll policy 'below:x'", "below:3"]),
        ("--game gang.toml --policies odd,odd", &["'odd' is named twice"]),
        ("--game gang.toml --policies odd --vary rolls=2..3", &["with --vary no ways to reroll are compared"]),
        ("--game gang.toml --vary rols=2..3", &["rols", "rolls"]),
        ("--game coins.toml --policies named", &["the dice of coins have none"]),
        ("--game coins.toml --policies boss", &["'boss' rerolls the face boss", "coins"]),
        ("--game plain.toml --policies all", &["no step of plain keeps dice"]),
        ("--game farkle --vary goal=500..1000/1", &["has no [deck]"]),
    ] {
        desk.refused(&format!("cards {command} --players 2 --runs 20"), words);
    }
    // Two 1s are the only roll of which nothing can be kept, so that no rule can reroll all of any other.
    let told = desk.run("cards --game coins.toml --players 2 --runs 20 --policies all");
    assert!(
        told.code != Some(0) && told.err.contains("the way to reroll 'all' cannot be compared in this game"),
        "{}",
        told.err
    );
    desk.result("cards --game coins.toml --players 2 --runs 20 --policies below:1 --out out");
}
