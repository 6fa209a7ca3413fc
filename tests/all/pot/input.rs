//! What is told of wrong options, files and answers, at the command line and by the game; and what a run leaves.

use crate::program::{Desk, csv_rows};

fn refuses(more: &str, words: &[&str]) -> String {
    Desk::new().refused(&format!("--game pot --runs 6 --out out {more}"), words)
}

#[test]
fn options_of_another_game() {
    refuses("--edition bga", &["--edition", "POT has no such option"]);
    let desk = Desk::new();
    desk.write("deck.toml", "id = \"mine\"\n");
    desk.refused("--game pot --runs 6 --out out --deck deck.toml", &["--deck", "POT has no such option"]);
    desk.refused("show rules --game pot --edition bga", &["--edition"]);
}

#[test]
fn players_and_strategies() {
    for players in ["0", "1", "6"] {
        refuses(&format!("--players {players}"), &["--players", players, "POT", "2 to 5"]);
    }
    refuses("--bots leters", &["leters", "letters"]);
    refuses("--bots boss:3", &["boss"]);
    refuses("--bots stand@letters", &["stand@letters"]);
    refuses("--bots thief:open=16", &["open", "16", "0 to 15"]);
    refuses("--bots optimal-turn:rivals=3", &["rivals", "0 to 2"]);
}

#[test]
fn single_rules() {
    refuses("--rule coin=7", &["coin", "did you mean 'coins'"]);
    refuses("--rule coins=0", &["coins", "1 to 10000"]);
    refuses("--rule zero=P", &["zero", "'P'", "did you mean 'O'"]);
    refuses("--rule end=hold", &["end", "held"]);
    refuses("--rule cap=0", &["cap"]);
    refuses("--rule goal=121", &["coins", "120", "goal", "121"]);
    let both = refuses("--players 5 --rule coins=16 --rule goal=17", &["16", "17", "raise 'coins'"]);
    assert!(both.contains("stake") && both.contains("goal"), "all at once: {both}");
}

#[test]
fn rules_files() {
    let desk = Desk::new();
    desk.write("rules.toml", "coins = 55\ngoals = 24\nzero = \"Q\"\nstart = -1\n");
    let command = "--game pot --runs 6 --out out --rules rules.toml";
    desk.refused(command, &["rules.toml:2", "rules.toml:3", "rules.toml:4", "did you mean 'goal'"]);
    let shown = desk.result("show rules --game pot");
    for key in [
        "coins = 120",
        "goal = 24",
        "stake = 2",
        "start = 3",
        "zero = \"any\"",
        "end = \"held\"",
        "cap = 100000",
        "without = \"none\"",
    ] {
        assert!(shown.contains(key), "{key} in {shown}");
    }
    desk.write("rules.toml", shown.replace("goal = 24", "goal = 9"));
    desk.result("--game pot --runs 60 --out file --rules rules.toml --quiet");
    desk.result("--game pot --runs 60 --out option --rule goal=9 --quiet");
    assert!(desk.tables("file") == desk.tables("option"));
}

/// The files of a run, their columns as promised; `report` and `play` take the run up again.
#[test]
fn a_run_leaves_its_tables() {
    let desk = Desk::new();
    desk.result("--game pot --bots letters,thief,random --runs 300 --rule goal=9 --out out --quiet");
    let header = |file: &str| csv_rows(&desk.read(&format!("out/{file}.csv")))[0].join(",");
    let three = |name: &str| format!("{name},{name}_lo,{name}_hi");
    let combos = format!("players,experiment,strategy,combo,turns,count,{},{}", three("rate"), three("coins_mean"));
    assert_eq!(header("combos"), combos);
    let rates = ["free_reroll_rate", "paid_reroll_rate", "control_rate"].map(three).join(",");
    assert_eq!(header("rolls"), format!("players,experiment,strategy,turns,{rates}"));
    let rows = |file: &str, column: usize| -> Vec<String> {
        csv_rows(&desk.read(&format!("out/{file}.csv")))[1..].iter().map(|row| row[column].clone()).collect()
    };
    assert_eq!(rows("combos", 3)[..11].join(" "), "none 123 234 345 POT 111 222 333 444 555 420");
    assert_eq!(rows("length", 2).join(" "), "turns rounds capped empty_bank_rounds");
    let before = desk.files("out");
    desk.result("report out");
    assert!(desk.files("out") == before);
    let told = desk.result("play --run out --index 5");
    for word in ["POT, game 5 of seed 1", "in the POT", "takes control", "The game ends. Coins: "] {
        assert!(told.contains(word), "{word} in {told}");
    }
}
