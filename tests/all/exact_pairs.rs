//! `analyze exact`: win shares against an independent program, against plain recursion and against games, and the files.

use crate::program::{Desk, csv_rows};
use std::collections::BTreeSet;

/// The column of a file of this name, of the rows in which a strategy sits in a seat.
fn share(text: &str, strategy: &str, seat: &str, column: &str) -> f64 {
    let rows = csv_rows(text);
    let at = |name: &str| rows[0].iter().position(|heading| heading == name).unwrap();
    let row = rows.iter().find(|row| row[at("strategy")] == strategy && row[at("seat")] == seat).unwrap();
    row[at(column)].parse().unwrap()
}

/// The figures are those of an independent program.
#[test]
fn letters_against_stand_wins_what_an_independent_program_says() {
    let desk = Desk::new();
    desk.run("exact letters stand --game pot --out e");
    let table = desk.read("e/exact.csv");
    for (seat, expected) in [("1", 0.853791900), ("2", 0.816182517), ("both", 0.834987208)] {
        let found = share(&table, "letters", seat, "win_share");
        assert!((found - expected).abs() <= 6e-10, "{seat}: {found}");
    }
    assert!(share(&table, "letters", "both", "win_share_within") <= 1e-9);
    let of_other = share(&table, "stand", "1", "win_share") + share(&table, "letters", "2", "win_share");
    assert!((of_other - 1.0).abs() < 1e-9, "{of_other}");
}

/// Neller and Presser (The UMAP Journal 25 (1), 2004): who begins wins with a chance of 0.530593.
#[test]
fn optimal_play_of_pig_wins_what_is_published() {
    let desk = Desk::new();
    desk.run("exact optimal optimal --game pig --out e");
    let found = share(&desk.read("e/exact.csv"), "optimal", "1", "win_share");
    assert!((found - 0.530592725).abs() < 1e-9, "{found}");
}

/// To hold at once is to add the mean of one throw, which can be counted out: with a goal of 2 and one die of six sides a
/// throw of 2 to 6 wins (chance 5/6), and a 1 loses the turn. So who starts wins with the chance p = 5/6 + 1/6 (1 - p).
#[test]
fn a_race_to_two_is_won_as_a_hand_calculation_says() {
    let desk = Desk::new();
    desk.run("exact hold:5 hold:5 --game pig --rule goal=2 --out e");
    let found = share(&desk.read("e/exact.csv"), "hold:5", "1", "win_share");
    assert!((found - 6.0 / 7.0).abs() < 1e-9, "{found}");
}

/// Each combination is the pair that it is alone; the record is reported and repeated to the same bytes; the page names the
/// command that makes it again.
#[test]
fn combinations_are_the_pairs_that_they_are_alone_and_records_make_them_again() {
    let desk = Desk::new();
    desk.run("exact hold race --game pig --vary hold.at=18..20 --rule goal=50 --out swept");
    desk.run("exact hold:at=19 race --game pig --rule goal=50 --out alone");
    let alone = share(&desk.read("alone/exact.csv"), "hold:at=19", "both", "win_share");
    let swept = share(&desk.read("swept/exact.csv"), "hold:at=19", "both", "win_share");
    assert!((alone - swept).abs() == 0.0, "{alone} {swept}");
    let before = desk.files("swept");
    desk.result("report swept");
    assert_eq!(desk.files("swept"), before);
    desk.run("run swept/run.json --out again");
    assert_eq!(desk.files("again"), before);
    let page = String::from_utf8(before["report.html"].clone()).unwrap();
    let command = "exact hold race --game pig --rule goal=50 --vary ";
    assert!(page.contains(&format!("<pre>analyze {command}'hold.at=18|19|20'</pre>")), "{page}");
    desk.run(&format!("{command}hold.at=18|19|20 --out typed"));
    // A range is recorded as it was typed.
    let tables = desk.tables("swept");
    assert_eq!(desk.tables("typed"), tables);
}

#[test]
fn what_has_no_exact_win_share_is_refused_with_a_way_on() {
    let desk = Desk::new();
    desk.refused("exact elite swarm --game battle", &["Battle Dice", "Gang of Dice, POT, Pig", "simulates"]);
    desk.refused("exact counter chaser --game gang", &["'counter' reads 'explosions_seen'", "simulate"]);
    desk.refused("exact letters stand --vary bots=a|b", &["--vary: bots"]);
    desk.refused("exact letters stand --engine dice", &["--engine"]);
    desk.refused("exact letters nobody --game pot", &["nobody"]);
    desk.write("pairs.toml", "command = \"exact\"\nstrategies = [\"letters\", \"stand\"]\n");
    assert!(desk.result("check pairs.toml").contains("no problems"));
    desk.run("run pairs.toml --out from-file");
    desk.run("exact letters stand --out typed");
    assert_eq!(desk.tables("from-file"), desk.tables("typed"));
}

/// The figures are those of an independent program, whose reply wins 0.00004 less.
#[test]
fn the_best_response_wins_what_an_independent_program_says() {
    let desk = Desk::new();
    desk.run("exploit optimal-turn --game pot --out e");
    let rows = csv_rows(&desk.read("e/exploit.csv"));
    let at = |name: &str| rows[0].iter().position(|heading| heading == name).unwrap();
    for (seat, expected) in [("both", 0.552115), ("1", 0.578637), ("2", 0.525593)] {
        let row = rows.iter().find(|row| row[at("seat")] == seat).unwrap();
        let [found, own]: [f64; 2] = ["reply_share", "win_share"].map(|name| row[at(name)].parse().unwrap());
        assert!(found > expected - 1e-6 && found < expected + 5e-5, "{seat}: {found}");
        assert!((found + own - 1.0).abs() < 1e-9, "{seat}: {own}");
    }
    desk.refused("exploit swarm --game battle", &["Battle Dice", "Gang of Dice, POT, and Pig"]);
    // The second one was left out without a word.
    desk.refused("exploit hold race --game pig", &["race"]);
    desk.refused("exploit hold --game pig --vary players=2..3", &["--vary: players"]);
}

/// The response to a file, in a folder and with a parameter, and to two strategies crossed.
#[test]
fn a_best_response_is_a_strategy_like_any_other() {
    let desk = Desk::new();
    desk.write(
        "ideas/mine.toml",
        "name = \"cool\"\nabout = \"holds\"\ngame = \"pig\"\nhold = \"at\"\n\n[parameters]\n\
        at = { default = 20, least = 1, most = 99, about = \"when to hold\" }\n",
    );
    let game = "--game pig --rule goal=30";
    desk.run(&format!("exact best-response:to=ideas/mine.toml:at=12 ideas/mine.toml:12 {game} --out exact"));
    desk.run(&format!("exploit ideas/mine.toml:12 {game} --out exploit"));
    let (exact, rows) = (desk.read("exact/exact.csv"), csv_rows(&desk.read("exploit/exploit.csv")));
    let at = |name: &str| rows[0].iter().position(|heading| heading == name).unwrap();
    for seat in ["1", "2", "both"] {
        let row = rows.iter().find(|row| row[at("seat")] == seat).unwrap();
        let known: f64 = row[at("reply_share")].parse().unwrap();
        let found = share(&exact, "best-response:to=cool:at=12", seat, "win_share");
        assert!((found - known).abs() < 1e-8, "{seat}: {found}, not {known}");
    }
    // The record says how to repeat it, without the folder.
    let game = format!("{game} --luck off");
    let run = format!("{game} --bots best-response:to=ideas/mine.toml,ideas/mine.toml --runs 1000");
    desk.run(&format!("{run} --out run"));
    assert!(desk.read("run/run.json").contains("best-response:to=mine.toml,mine.toml"));
    // A parameter varies in both.
    desk.run(&format!("{game} --bots best-response:to=hold,hold --vary hold.at=10|15 --runs 1000 --out swept"));
    let swept = desk.read("swept/sweep.csv");
    assert!(swept.contains("best-response:to=hold:at=15") && swept.contains("best-response:to=hold:at=10"), "{swept}");
    desk.run(&format!(
        "{game} --bots best-response:to=best-response:to=hold,hold --vary hold.at=10|15 --runs 100 --out nested"
    ));
    assert!(desk.read("nested/sweep.csv").contains("best-response:to=best-response:to=hold:at=15"));
    let dice = "--game gang --rule pools=[2,2,2] --players 2 --no-cache --luck off";
    desk.run(&format!("{dice} --bots stand@best-response:to=boss,stand --vary boss.dice=1|2 --runs 100 --out crossed"));
    assert!(desk.read("crossed/sweep.csv").contains("stand@best-response:to=boss:dice=2"));
    desk.write("ideas/other.toml", "name = \"other\"\nabout = \"two dice\"\ndice = \"2\"\n");
    desk.run(&format!("{dice} --bots stand@best-response:to=ideas/other.toml,stand --runs 100 --out crossed-file"));
    assert!(desk.read("crossed-file/run.json").contains("stand@best-response:to=other.toml,stand"));
    desk.refused("tune best-response:to=hold --game pig --param at=15..25 --runs 1e3", &["tune 'hold'"]);
    let deep = format!("{}hold", "best-response:to=".repeat(4));
    for (to, says) in [
        ("best-response", "as best-response:to=NAME does"),
        ("best-response:to=", "as best-response:to=NAME does"),
        ("best-response:x=1", "strategy 'best-response' has no parameter 'x' (valid: to)"),
        ("best-response:too=hold", "strategy 'best-response' has no parameter 'too' (did you mean 'to'?)"),
        (&deep, "more than three best responses"),
        ("best-response:to=nobody", "unknown strategy 'nobody'"),
        ("best-respons:to=hold", "did you mean 'best-response'?"),
        ("best-response:to=hold:at=0", "at"),
    ] {
        desk.refused(&format!("{game} --bots {to},hold --runs 10"), &[says]);
    }
    let rerolls = "--game gang --players 2 --bots boss@best-respons:to=bold,boss --runs 10";
    desk.refused(rerolls, &["did you mean 'best-response'?"]);
    desk.refused("--game battle --players 2 --bots best-response:to=swarm,swarm --runs 10", &["Battle Dice"]);
    desk.refused(
        "--game gang --players 3 --bots best-response:to=bold,bold,odds --runs 10",
        &["only the best response to champion is known"],
    );
    desk.refused("--game gang --players 2 --bots best-response:to=counter,bold --runs 10", &["'counter' reads"]);
}

/// So few dice that every position is on the champion's grid, so that nobody can gain.
#[test]
fn the_best_response_to_the_champion_is_known_for_up_to_four() {
    let desk = Desk::new();
    let card = |id: &str, condition: &str| {
        format!("[[card]]\nid = \"{id}\"\ncondition = \"{condition}\"\ntrigger = \"bomb\"\nback = \"light\"\n")
    };
    let cards = [card("a", "sum>=5"), card("b", "pair")].concat();
    desk.write("two.toml", format!("id = \"two\"\nname = \"two\"\n{cards}"));
    for players in [2, 3, 4] {
        let game = format!("--game gang --players {players} --deck two.toml --rule pools=2 --rule bonus=[] --no-cache");
        let out = format!("e{players}");
        let shown = desk.result(&format!("exploit champion {game} --out {out}"));
        assert!(shown.contains(&format!("{players} players: the best response to champion")), "{shown}");
        assert!(shown.contains("only the plans of champion"), "{shown}");
        let rows = csv_rows(&desk.read(&format!("{out}/exploit.csv")));
        let at = |name: &str| rows[0].iter().position(|heading| heading == name).unwrap();
        let shares: Vec<[f64; 2]> = rows[1..]
            .iter()
            .map(|row| ["reply_share", "win_share"].map(|name| row[at(name)].parse().unwrap()))
            .collect();
        let seats: Vec<&str> = rows[1..].iter().map(|row| &*row[at("seat")]).collect();
        let all = if players == 2 { "both" } else { "all" };
        assert_eq!(seats, [&[all], &["1", "2", "3", "4"][..players]].concat());
        let (fair, mean) = (1.0 / players as f64, shares[1..].iter().map(|of| of[0]).sum::<f64>() / players as f64);
        assert!((shares[0][0] - mean).abs() < 1e-9 && (mean - fair).abs() < 1e-4, "{shares:?}");
        assert!(shares.iter().all(|[reply, own]| (reply + own * (players as f64 - 1.0) - 1.0).abs() < 1e-9));
        let page = desk.read(&format!("{out}/report.html"));
        assert!(page.contains(if players == 2 { "When it goes second" } else { "In seat 3" }), "{page}");
        let tables = desk.tables(&out);
        desk.run(&format!("run {out}/run.json --out again{players}"));
        assert_eq!(desk.tables(&format!("again{players}")), tables);
        desk.run(&format!("report {out}"));
        assert_eq!(desk.tables(&out), tables);
        let others = ",champion".repeat(players - 1);
        desk.run(&format!("{game} --bots best-response:to=champion{others} --runs 240 --out games{players}"));
    }
    desk.refused(
        "exploit bold --game gang --players 3",
        &["only the best response to champion is known", "--players 2"],
    );
    desk.refused("exploit champion --players 3", &["--game gang or --game pot"]);
    desk.refused("exploit hold --game pig --players 3", &["2 players"]);
    desk.refused("exploit champion --game gang --players 5", &["--players: 5 players", "2 to 4"]);
    desk.refused("exploit champion --game pot --players 3", &["2 players"]);
}

/// In Gang of Dice, with pools of three dice: it wins at least what best play does.
#[test]
fn the_best_response_wins_at_least_as_much_as_best_play() {
    let desk = Desk::new();
    let game = "--game gang --rule pools=[3,3,3] --no-cache";
    let shown = desk.result(&format!("exploit chaser {game} --out e"));
    assert!(shown.contains("at most 12 dice") && !shown.contains("until nothing changes"), "{shown}");
    desk.result(&format!("exact optimal chaser {game} --out of-optimal"));
    let (replies, of_optimal) = (csv_rows(&desk.read("e/exploit.csv")), desk.read("of-optimal/exact.csv"));
    let at = |name: &str| replies[0].iter().position(|heading| heading == name).unwrap();
    for seat in ["1", "2", "both"] {
        let row = replies.iter().find(|row| row[at("seat")] == seat).unwrap();
        let found: f64 = row[at("reply_share")].parse().unwrap();
        let optimal = share(&of_optimal, "optimal", seat, "win_share");
        assert!(found > optimal - 1e-4 && found < 1.0, "{seat}: {found} {optimal}");
    }
}

/// The figure is that of an independent program.
#[test]
fn the_starter_of_pot_wins_what_an_independent_program_says() {
    let desk = Desk::new();
    assert!(desk.result("solve --game pot --out s").contains("win share of 0.526204"));
    let rows = csv_rows(&desk.read("s/rounds.csv"));
    let coins: BTreeSet<(u32, u32)> =
        rows[1..].iter().map(|row| (row[0].parse().unwrap(), row[1].parse().unwrap())).collect();
    // Every pair below the goal, but for those that no game comes to.
    let missing: Vec<(u32, u32)> =
        (0..24).flat_map(|own| (0..24).map(move |other| (own, other))).filter(|pair| !coins.contains(pair)).collect();
    assert_eq!(missing, [(0, 21), (0, 22), (0, 23), (1, 21), (1, 22), (1, 23)]);
    desk.refused("solve --game pot --rule goal=41 --out t", &["goal of at most 40"]);
}
