//! Luck that cannot be cancelled: `--luck cancel` is refused before a game is played, and `--luck auto` says in every file that
//! win shares are as played, and why.

use crate::luck::READER;
use crate::program::{Desk, csv_rows};

/// The strategy that cannot be followed, and what is said of it.
const UNKNOWN: &str = "reader.rhai:k=1";
const WHY: &str = "luck is not cancelled: reader:k=1 reads 'seen'";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("reader.rhai", READER);
    desk
}

/// The values of a column of a table.
fn column(desk: &Desk, file: &str, name: &str) -> Vec<String> {
    let rows = csv_rows(&desk.read(file));
    let at = rows[0].iter().position(|heading| heading == name).unwrap_or_else(|| panic!("no {name} in {file}"));
    rows[1..].iter().map(|row| row[at].clone()).collect()
}

/// `--luck cancel` did nothing where it could not, and with `--quiet` nothing said so. `refused` checks the exit code, and that
/// there is no file.
#[test]
fn cancelling_luck_that_cannot_be_cancelled_is_refused() {
    let desk = desk();
    let remedy = "--luck auto";
    let gang = format!("--game gang --players 2 --bots {UNKNOWN},chaser --runs 100 --luck cancel");
    for command in [
        format!("{gang} --out r"),
        format!("{gang} --quiet --out r"),
        format!("{gang} --vary rerolls=1..2 --out r"),
        format!("plan {gang} --shard-games 50 --out p"),
        format!("plan {gang} --vary rerolls=1..2 --shard-games 50 --out p"),
        format!("compare chaser {UNKNOWN} --game gang --players 2 --runs 60 --luck cancel --quiet --out r"),
        format!("compare chaser {UNKNOWN} --game gang --players 2 --runs 60 --luck cancel --vary rerolls=1..2 --out r"),
        format!(
            "plan compare chaser {UNKNOWN} --game gang --players 2 --runs 60 --luck cancel --shard-games 20 --out p"
        ),
    ] {
        desk.refused(&command, &["--luck cancel", "reader:k=1 reads 'seen'", remedy]);
    }
    for (game, why) in [
        ("--game battle --players 2 --bots elite,random", "random may look at more than the table between duels"),
        ("--game pig --players 3", "it is known of Pig for 2 players, not for 3"),
        ("--game pot --players 4", "it is known of POT for 2 players, not for 4"),
        ("--game pot --players 2 --rule coins=30", "it is not known of POT where the bank runs dry"),
        ("--game gang --players 3 --bots random,chaser,bold --rule pools=[160,160,160]", "there are too many dice"),
    ] {
        desk.refused(&format!("{game} --runs 10 --luck cancel --quiet --out r"), &["--luck cancel", why, remedy]);
    }
}

/// The terminal, also with `--quiet`, the tables, `run.json`, the tallies and the page; the same bytes from any number of threads,
/// from parts, from `report` and after `--resume`.
#[test]
fn auto_says_in_every_file_that_luck_is_not_cancelled() {
    let desk = desk();
    let gang = format!("--game gang --players 2 --bots {UNKNOWN},chaser --seed 4 --luck auto --quiet");
    let compare = format!("compare chaser {UNKNOWN} --game gang --players 2 --seed 4 --luck auto --quiet");
    for (command, table) in [(gang, "summary.csv"), (compare, "compare.csv")] {
        let told = desk.result(&format!("{command} --runs 300 --threads 1 --out a"));
        assert!(told.contains(WHY), "{told}");
        assert!(column(&desk, &format!("a/{table}"), "luck_gain").iter().all(String::is_empty));
        let manifest = desk.read("a/run.json");
        let outcome = ["\"luck\": \"auto\"", "\"luck_as_played\": \"reader:k=1 reads 'seen'"];
        assert!(outcome.iter().all(|words| manifest.contains(words)), "{manifest}");
        assert!(desk.read("a/report.html").to_lowercase().contains(WHY.split('\'').next().unwrap()));
        assert!(desk.read("a/tallies.json").contains(WHY));
        let files = desk.files("a");
        assert_eq!(desk.result("report a"), told);
        assert!(desk.files("a") == files, "report");
        desk.result(&format!("{command} --runs 300 --threads 3 --out three"));
        assert!(desk.files("three") == files, "threads");
        let words = command.replace(" --quiet", "");
        desk.result(&format!("plan {words} --runs 300 --shard-games 100 --out p"));
        (0..3).for_each(|index| drop(desk.result(&format!("shard --plan p/plan.json --index {index}"))));
        desk.result("merge p --out merged");
        assert!(desk.files("merged") == files, "shards");
        desk.result(&format!("{command} --runs 100 --out longer"));
        desk.result(&format!("{command} --runs 300 --out longer --resume"));
        assert!(desk.files("longer") == files, "resume");
        for folder in ["a", "three", "p", "merged", "longer"] {
            std::fs::remove_dir_all(desk.path(folder)).unwrap();
        }
    }
    let told = desk.result("--game battle --bots elite,random --runs 10 --luck auto --out r");
    assert!(told.contains("luck is not cancelled: random may look at more than the table"), "{told}");
}

/// Where luck can be cancelled `auto` does what `cancel` does.
#[test]
fn auto_cancels_luck_where_it_can() {
    let desk = desk();
    let run = "--game gang --players 2 --bots chaser,bold --runs 300 --seed 4";
    desk.result(&format!("{run} --luck cancel --out cancel"));
    desk.result(&format!("{run} --luck auto --out auto"));
    for name in ["win_share", "win_share_lo", "win_share_hi", "luck_gain"] {
        let [cancel, auto] = ["cancel", "auto"].map(|folder| column(&desk, &format!("{folder}/summary.csv"), name));
        assert!(cancel == auto && cancel.iter().all(|value| !value.is_empty()), "{name}: {cancel:?} {auto:?}");
    }
    assert!(!desk.read("auto/run.json").contains("luck_as_played"));
}

/// In a sweep some combinations can and others cannot: each says which, by an empty gain, and the notes say why.
#[test]
fn a_sweep_says_of_each_combination_whether_luck_is_cancelled() {
    let desk = desk();
    for luck in ["cancel", "auto"] {
        let vary = format!("--vary bots={UNKNOWN},bold|chaser,bold --vary rerolls=1..2");
        let told = desk.result(&format!("--game gang --players 2 --runs 60 --luck {luck} {vary} --quiet --out {luck}"));
        assert!(told.contains("luck is cancelled in the win shares of 2 of the 4 combinations"), "{told}");
        let why = "not in the others: reader:k=1 reads 'seen'";
        assert!(told.contains(why) && !told.contains(WHY), "{told}");
        assert!(desk.read(&format!("{luck}/report.html")).contains("not in the others: reader:k=1 reads"));
        assert!(desk.read(&format!("{luck}/run.json")).contains("\"luck_as_played\": \"reader:k=1 reads"));
        let rows = csv_rows(&desk.read(&format!("{luck}/sweep.csv")));
        let [bots, metric, value] =
            ["bots", "metric", "value"].map(|name| rows[0].iter().position(|it| it == name).unwrap());
        let gains: Vec<_> = rows[1..].iter().filter(|row| row[metric] == "luck_gain").collect();
        assert_eq!(gains.len(), 8, "two strategies in each of four combinations");
        assert!(gains.iter().all(|row| row[value].is_empty() == row[bots].starts_with("reader")), "{gains:?}");
        assert_eq!(desk.result(&format!("report {luck}")), told);
    }
    let compare = format!("compare chaser {UNKNOWN} --game gang --players 2 --runs 60 --luck auto --vary rerolls=1..2");
    let told = desk.result(&format!("{compare} --quiet --out none"));
    assert!(told.contains("luck is not cancelled in any of the 2 combinations: reader:k=1 reads 'seen'"), "{told}");
    assert!(column(&desk, "none/sweep.csv", "luck_gain").iter().all(String::is_empty));
}
