//! What decisions of Gang of Dice cost, and what is luck: of two players in the game that is solved, of more by the values
//! of the champion.

use crate::optimal::SIX_CARDS;
use crate::program::{Desk, csv_rows};

/// Half a dozen cards, small pools: a game that is solved at once.
const GAME: &str = "--deck six.toml --rule pools=6 --rule bonus=[] --no-cache --quiet";

/// The files at any number of threads; the groups add up, and the costliest decisions are the costliest.
#[test]
fn regret_writes_what_decisions_cost() {
    let desk = Desk::new();
    desk.write("six.toml", SIX_CARDS);
    let command = |rest: &str| format!("regret chaser optimal --runs 40 --worst 5 {GAME} {rest}");
    let shown = desk.result(&command("--threads 1 --out one"));
    let files = desk.files("one");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["datapackage.json", "regret.csv", "report.html", "run.json", "tallies.json", "worst.csv"]);
    desk.result(&command("--threads 3 --out three"));
    assert_eq!(desk.files("three"), files);
    let rows = csv_rows(&desk.read("one/regret.csv"));
    assert_eq!(rows[0].join(","), "players,experiment,strategy,against,by,what,games,decisions,lost,lost_lo,lost_hi");
    let lost = |strategy: &str, by: &str| -> f64 {
        let of = rows[1..].iter().filter(|row| row[2] == strategy && row[4] == by);
        of.map(|row| row[8].parse::<f64>().unwrap()).sum()
    };
    let all = lost("chaser", "all");
    assert!(all > 0.01, "{all}");
    for by in ["card", "lead", "turn"] {
        assert!((lost("chaser", by) - all).abs() < 1e-4, "{by}: {} of {all}", lost("chaser", by));
    }
    let parts = lost("chaser", "dice") + lost("chaser", "rerolls");
    assert!(parts <= all + 1e-5 && parts > 0.9 * all, "{parts} of {all}");
    // Decisions are compared with those of optimal: nothing is lost, by definition. It was given as 0.00 [0.00, 0.11].
    for row in rows[1..].iter().filter(|row| row[2] == "optimal") {
        assert_eq!(row[8..], ["0.000000"; 3], "{row:?}");
    }
    assert!(shown.contains("0.0000 exact") && shown.contains("optimal: its decisions cost nothing"), "{shown}");
    assert!(desk.read("one/report.html").contains("The decisions of optimal cost nothing"));
    let worst = csv_rows(&desk.read("one/worst.csv")).split_off(1);
    let costs: Vec<f64> = worst.iter().map(|row| row[17].parse().unwrap()).collect();
    assert_eq!(costs.len(), 5, "optimal has none: {worst:?}");
    assert!(costs.is_sorted_by(|a, b| a >= b) && costs[4] > 0.0, "{costs:?}");
    assert!(
        shown.contains("The costliest decisions") && shown.contains("analyze play --game gang --engine dice"),
        "{shown}"
    );
    // The game is the one that `play` shows: in that round that seat commits so many dice.
    let [game, round, seat, dice] = [4, 5, 6, 13].map(|column| &worst[0][column]);
    let play = format!("play --game gang --engine dice --bots chaser,optimal --index {game} --deck six.toml");
    let story = desk.result(&format!("{play} --rule pools=6 --rule bonus=[] --no-cache"));
    let round = story.split("\nRound ").find(|part| part.starts_with(&format!("{round}:"))).unwrap();
    let word = if dice == "1" { "die" } else { "dice" };
    assert!(round.contains(&format!("chaser (seat {seat}) commits {dice} {word}")), "{round} {:?}", worst[0]);
}

#[test]
fn what_has_no_price_is_refused() {
    let desk = Desk::new();
    desk.refused("regret chaser --runs 10 --players 5", &["--players: 5", "2 to 4"]);
    desk.refused("regret chaser --runs 10 --players 4 --against bold,odds", &["--against: 2", "3 other players"]);
    desk.refused("regret chaser --runs 10 --game pig", &["--game", "Gang of Dice"]);
    desk.refused("regret chaser --runs 10 --engine turn", &["--engine", "die by die"]);
    desk.refused("regret chaser", &["--runs is missing", "--runs 1e4"]);
    desk.refused("regret chaser --runs 2e9", &["--runs: 2000000000", "1e9"]);
    desk.refused("regret chaser --runs 10 --worst 1001", &["--worst: 1001", "1000"]);
    desk.refused("regret nobody --runs 10 --no-cache", &["nobody"]);
}

/// The costs and the luck that the story tells add up to the result, and the story is that without them.
#[test]
fn play_tells_what_decisions_cost() {
    let desk = Desk::new();
    desk.write("six.toml", SIX_CARDS);
    let play = |rest: &str| {
        let game = "play --game gang --bots stand,chaser --deck six.toml --rule pools=6 --rule bonus=[] --no-cache";
        desk.result(&format!("{game} --index 3 {rest}"))
    };
    let told = play("--regret");
    let is_comment = |line: &&str| {
        let starts = ["    luck of", "    costs", "    as good as", "    seat 1 can"];
        starts.iter().any(|start| line.starts_with(start))
    };
    let without: Vec<&str> = told.lines().filter(|line| !is_comment(line)).collect();
    assert_eq!(without, play("--engine dice").lines().collect::<Vec<_>>());
    let number = |text: &str| -> f64 { text.trim().parse().unwrap() };
    let comments: Vec<&str> = told.lines().filter(is_comment).collect();
    let (mut seat, mut change, mut costs) = (1, 0.0, 0);
    let mut expected: Option<f64> = None;
    for line in told.lines() {
        if let Some((_, rest)) = line.split_once("(seat ").filter(|_| line.contains(" commits ")) {
            seat = rest[..1].parse().unwrap();
        } else if let Some((_, luck)) = line.split_once("for seat 1: ") {
            change += number(luck);
        } else if let Some(rest) = line.strip_prefix("    costs ") {
            let cost = number(rest.split(' ').next().unwrap());
            change += if seat == 1 { -cost } else { cost };
            costs += 1;
        } else if let Some(now) = line.strip_prefix("    seat 1 can now expect ") {
            let before = expected.replace(number(now));
            assert!(before.is_none_or(|before| (before + change - number(now)).abs() < 5e-4), "{told}");
            change = 0.0;
        }
    }
    assert!(costs > 0 && comments.len() > 8, "{told}");
    assert!([0.0, 0.5, 1.0].contains(&expected.unwrap()), "the last value is the result: {told}");
    desk.refused("play --game pig --regret", &["--regret", "Gang of Dice"]);
    desk.refused("play --game gang --players 2 --engine turn --regret", &["--regret", "die by die", "--engine dice"]);
}
