//! `analyze combos`: chances by hand, turns and games against `exact` and simulated games, and the files.

use crate::program::{Desk, csv_rows};

/// The columns in which every file says of which command it is.
const ORIGIN: usize = 2;

/// The number in a column of the row that begins with these words.
fn number(text: &str, words: &[&str], column: &str) -> f64 {
    let rows = csv_rows(text);
    let at = rows[0].iter().position(|heading| heading == column).unwrap();
    let begins = |row: &&Vec<String>| words.iter().zip(&row[ORIGIN..]).all(|(word, field)| field == word);
    rows.iter().find(begins).unwrap()[at].parse().unwrap()
}

const PARTS: [&str; 11] = ["123", "234", "345", "222", "333", "444", "555", "420", "111", "POT", "pay"];

/// `stand` never rerolls, so its turns end with each combo as often as 216 rolls show it: the runs and 4 2 0 with 6 of them,
/// and each of the others with one.
#[test]
fn who_never_rerolls_has_combos_as_often_as_rolls_show_them() {
    let desk = Desk::new();
    desk.run("combos stand letters --rule goal=6 --rule coins=20 --out c");
    let (worth, dice) = (desk.read("c/worth.csv"), desk.read("c/dice.csv"));
    for part in PARTS {
        let ways = match part {
            "123" | "234" | "345" | "420" => 6.0,
            "pay" => 0.0,
            _ => 1.0,
        };
        let rate = number(&worth, &["stand", "letters", part], "rate");
        assert!((rate - ways / 216.0).abs() < 1e-9, "{part}: {rate}");
        if part != "pay" {
            assert!((number(&dice, &["2", part], "rolled") - ways / 216.0).abs() < 1e-12, "{part}");
        }
    }
    // 1 2 3 and 2 3 4 take a coin from a bank that has one; nobody here ever pays for a reroll.
    for strategy in ["stand", "letters"] {
        let other = if strategy == "stand" { "letters" } else { "stand" };
        assert_eq!(number(&worth, &[strategy, other, "pay"], "worth"), 0.0);
        let mean = number(&worth, &[strategy, other, "123"], "coins_mean");
        assert!(mean > 0.0 && mean <= 1.0, "{mean}");
    }
}

/// A triple comes with three dice kept or rerolled alike: one of three dice is 1/6, so that the chance of a given triple with
/// one reroll is the mean of (1/6)^(dice that do not show it) = ((1/6 + 5/6 * 1/6))^3, as each die is right at once, or after the
/// reroll. 1 1 1 and P O T end a turn, which takes nothing from a chance but that of rerolling them.
#[test]
fn the_highest_chances_are_those_of_a_hand_calculation() {
    let desk = Desk::new();
    desk.run("combos stand stand --rule goal=4 --rule coins=12 --out c");
    let dice = desk.read("c/dice.csv");
    let die = |rerolls: i32| 1.0 - (5.0f64 / 6.0).powi(rerolls + 1);
    // All ways to the triple, less those that lead over a roll of 1 1 1 or P O T.
    let once = die(1).powi(3) - 2.0 / 216.0 / 216.0;
    assert!((number(&dice, &["2", "444"], "best_free") - once).abs() < 1e-12, "{dice}");
    // 1 1 1 itself is over with at once, and only P O T is in its way.
    let ones = die(1).powi(3) - 1.0 / 216.0 / 216.0;
    assert!((number(&dice, &["2", "111"], "best_free") - ones).abs() < 1e-12, "{dice}");
    for (players, part, pays, lead) in [
        ("2", "420", 1.0, 0.0),
        ("2", "222", 2.0, 4.0),
        ("3", "444", 4.0, 5.0),
        ("5", "POT", 8.0, 9.0),
        ("4", "111", -3.0, -3.0),
    ] {
        assert_eq!(number(&dice, &[players, part], "pays"), pays, "{part}");
        assert!((number(&dice, &[players, part], "lead") - lead).abs() < 1e-12, "{part}");
    }
}

/// The games are those of `exact`, as published and without a part; the turns are those of simulated games.
#[test]
fn games_are_those_of_exact_and_turns_those_of_simulated_games() {
    let desk = Desk::new();
    let rules = "--rule goal=7 --rule coins=24";
    desk.run(&format!("combos combo-hunter thief {rules} --out c"));
    let worth = desk.read("c/worth.csv");
    for (without, column) in [("none", "win_share"), ("345", "win_share_without"), ("POT", "win_share_without")] {
        desk.run(&format!("exact combo-hunter thief {rules} --rule without={without} --out e-{without}"));
        let exact =
            number(&desk.read(&format!("e-{without}/exact.csv")), &["combo-hunter", "thief", "both"], "win_share");
        let part = if without == "none" { "pay" } else { without };
        let found = number(&worth, &["combo-hunter", "thief", part], column);
        assert!((exact - found).abs() < 2e-9, "{without}: {exact} {found}");
    }
    desk.run(&format!("--game pot --bots combo-hunter,thief {rules} --runs 200000 --seed 3 --out r"));
    let (combos, rolls) = (desk.read("r/combos.csv"), desk.read("r/rolls.csv"));
    for strategy in ["combo-hunter", "thief"] {
        let turns = number(&rolls, &[strategy], "turns");
        let other = if strategy == "thief" { "combo-hunter" } else { "thief" };
        for part in PARTS {
            let found = number(&worth, &[strategy, other, part], "rate");
            let played = match part {
                "pay" => number(&rolls, &[strategy], "paid_reroll_rate"),
                _ => number(&combos, &[strategy, part], "rate"),
            };
            // Turns of a game are nearly independent: 6 standard errors of independent ones.
            let error = 6.0 * (found * (1.0 - found) / turns).sqrt();
            assert!((found - played).abs() < error + 1e-9, "{strategy} {part}: {found} {played} {error}");
        }
    }
}

/// Between equals only one strategy is listed, and it wins half of the games; what is worth something wins games.
#[test]
fn equals_win_half_and_lose_what_they_lack() {
    let desk = Desk::new();
    desk.run("combos thief thief --rule goal=8 --rule coins=24 --out c");
    let worth = desk.read("c/worth.csv");
    assert_eq!(csv_rows(&worth).len(), 1 + PARTS.len());
    for part in PARTS {
        assert!((number(&worth, &["thief", "thief", part], "win_share_without") - 0.5).abs() < 1e-9, "{part}");
    }
    assert!(number(&worth, &["thief", "thief", "345"], "worth") > 0.0, "coins help");
}

#[test]
fn the_record_makes_the_files_again_and_what_makes_no_sense_is_refused() {
    let desk = Desk::new();
    desk.run("combos stand letters --rule coins=12 --vary goal=4|5 --out swept");
    let before = desk.files("swept");
    desk.result("report swept");
    assert_eq!(desk.files("swept"), before);
    desk.run("run swept/run.json --out again");
    assert_eq!(desk.files("again"), before);
    desk.refused("combos --game pig", &["Pig has no combos that pay", "--game pot"]);
    desk.refused("combos --rule without=222", &["'without'", "takes out each part"]);
    desk.refused("combos --vary without=222|333", &["--vary: without"]);
    desk.refused("combos stand nobody", &["nobody"]);
    desk.refused("combos --engine dice", &["--engine"]);
    desk.refused("--game pot --rule without=112", &["'112' is not a value of 'without'", "111"]);
}
