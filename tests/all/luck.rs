//! Luck that is cancelled: whether the games stay the same, whether what is cancelled is nothing on average, whether it is
//! worth it, and whether parts, threads and engines agree.

use crate::program::{Desk, Printed, csv_rows};
use analyze::record::{CompareTallies, Record, Tallies};
use std::collections::BTreeMap;

impl Desk {
    /// The tallies in a folder.
    fn run_tallies(&self, folder: &str) -> Tallies {
        Tallies::from_json("tallies.json", &self.read(&format!("{folder}/tallies.json"))).unwrap()
    }
}

/// Each strategy's luck: its mean in standard errors, and how many times the variance of a block is that without luck.
fn luck(tallies: &Tallies) -> Vec<(f64, f64)> {
    let of = |strategy: &analyze::record::StrategyRecord| {
        let n = tallies.blocks as f64;
        let deviations = |sum: i128, squares: i128| squares as f64 - sum as f64 * (sum as f64 / n);
        let cancelled = strategy.cancelled.unwrap();
        let error = (deviations(cancelled.luck.sum, cancelled.luck.squares) / n).sqrt() / n.sqrt();
        let unit = 2f64.powi(48);
        let plain = deviations(strategy.total.share.sum, strategy.total.share.squares) * unit;
        (cancelled.luck.sum as f64 / n / error, plain / deviations(cancelled.share.sum, cancelled.share.squares))
    };
    tallies.strategies.iter().map(of).collect()
}

/// Both editions, all numbers of players, both engines, strategies that look at the pools and at the lead.
#[test]
fn luck_is_nothing_on_average_and_nearly_all_there_is() {
    let desk = Desk::new();
    let runs = [
        ("--players 2 --bots chaser,endgame --runs 40000", 80.0),
        ("--players 2 --bots bold,boss:3 --edition blackrock --runs 20000", 50.0),
        ("--players 2 --bots odds,cautious --engine dice --runs 2000", 50.0),
        ("--players 3 --bots chaser,bold,bold --runs 6000 --rule pools=[24,24,24]", 30.0),
        ("--players 4 --bots chaser,bold,odds,stand:2 --runs 2000 --rule pools=[12,12,12]", 10.0),
    ];
    for (options, least) in runs {
        let told = desk.result(&format!("--game gang {options} --luck cancel --out r"));
        assert!(told.contains("luck_gain") && told.contains("luck is cancelled in win_share"), "{told}");
        for (errors, gain) in luck(&desk.run_tallies("r")) {
            assert!(errors.abs() < 4.0, "{options}: {errors} standard errors");
            assert!(gain > least, "{options}: {gain}");
        }
    }
}

/// `boss:5` wins one of 600 games against `boss:2`: where none of few games is such an upset, luck has hardly any spread and is
/// still as it should be.
#[test]
fn upsets_that_have_not_come_are_no_error() {
    let desk = Desk::new();
    for seed in 1..=4 {
        let told =
            desk.result(&format!("--game gang --bots boss:2,boss:5 --runs 200 --luck cancel --seed {seed} --out r"));
        assert!(told.contains("standard errors") && !told.contains("cannot be chance"), "{told}");
    }
}

/// The games and what else is said of them do not change; nor does anything with the threads, the parts, or `report`.
#[test]
fn the_games_are_the_same() {
    let desk = Desk::new();
    let run = "--game gang --players 2 --bots chaser,bold --runs 3000 --seed 4";
    desk.result(&format!("{run} --out plain"));
    let told = desk.result(&format!("{run} --luck cancel --threads 1 --out c"));
    for name in ["seats.csv", "seat_values.csv", "length.csv", "cards.csv", "distributions.csv"] {
        let but_experiment = |folder: &str| {
            let text = desk.read(&format!("{folder}/{name}"));
            text.lines().map(|line| line.split(',').skip(2).collect::<Vec<_>>().join(",")).collect::<Vec<_>>()
        };
        assert_eq!(but_experiment("plain"), but_experiment("c"), "{name}");
    }
    let files = desk.files("c");
    desk.result(&format!("{run} --luck cancel --threads 3 --out c"));
    assert!(desk.files("c") == files, "threads");
    assert_eq!(desk.result("report c"), told);
    assert!(desk.files("c") == files, "report");
    desk.result("run c/run.json --out again");
    assert!(desk.files("again") == files, "run.json");

    desk.result(&format!("plan {run} --luck cancel --shard-games 1000 --out p"));
    (0..3).for_each(|index| drop(desk.result(&format!("shard --plan p/plan.json --index {index}"))));
    assert_eq!(desk.result("merge p --out merged"), told);
    assert!(desk.files("merged") == files, "shards");

    desk.result("--game gang --players 2 --bots chaser,bold --runs 1000 --seed 4 --luck cancel --out longer");
    desk.result(&format!("{run} --luck cancel --out longer --resume"));
    assert!(desk.files("longer") == files, "resume");
}

/// What cannot be cancelled is said: the run is as it would be without.
#[test]
fn what_cannot_be_cancelled_is_said() {
    let desk = Desk::new();
    let Printed { code, out, err } =
        desk.run("--game gang --players 2 --bots random,chaser --runs 100 --luck cancel --out r");
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("note: luck is not cancelled: random tosses too many coins"), "{err}");
    assert!(!out.contains("luck_gain"), "{out}");
    desk.refused("--game pig --runs 10 --luck cancel", &["--luck", "Pig", "gang"]);
    let vary = "--vary bots=chaser,bold|random,bold --vary rerolls=1..2";
    let swept = desk.result(&format!("--game gang --players 2 --runs 60 --luck cancel {vary} --out swept"));
    assert!(swept.contains("luck is cancelled in win_share of 2 of the 4 combinations"), "{swept}");
    desk.refused("compare chaser bold --game gang --runs 10 --luck cancel --vary rerolls=1..2", &["--luck", "--vary"]);
}

/// A symmetric line-up stays exact, and a standard error that is asked for is that without luck.
#[test]
fn less_is_played_for_a_standard_error() {
    let desk = Desk::new();
    let run = "--game gang --players 2 --bots chaser,bold --until se=0.002 --out";
    desk.result(&format!("{run} plain"));
    desk.result(&format!("{run} c --luck cancel"));
    let [plain, cancelled] = ["plain", "c"].map(|folder| desk.run_tallies(folder).blocks);
    assert!(plain > 10 * cancelled, "{plain} blocks, {cancelled} without luck");
    let told = desk.result("--game gang --players 2 --bots chaser --runs 100 --luck cancel --out same");
    assert!(told.contains("0.5000 exact"), "{told}");
}

/// The same standard error from far fewer games, in parts and in one go, and a verdict from fewer.
#[test]
fn comparisons_need_fewer_games() {
    let desk = Desk::new();
    let blocks = |folder: &str| {
        let text = desk.read(&format!("{folder}/tallies.json"));
        CompareTallies::from_json("tallies.json", &text).unwrap().sums.blocks
    };
    let compare = "compare chaser bold --game gang --players 2";
    let close = "compare chaser endgame --game gang --players 2";
    for (compare, until, times) in [(compare, "se=0.004", 10), (close, "verdict", 2)] {
        desk.result(&format!("{compare} --until {until} --out plain"));
        let told = desk.result(&format!("{compare} --until {until} --luck cancel --out c"));
        assert!(told.contains("luck_gain") && told.contains("luck is cancelled"), "{told}");
        assert!(blocks("plain") > times * blocks("c"), "{until}: {}, {} without luck", blocks("plain"), blocks("c"));
        assert_eq!(desk.result("report c"), told);
    }

    let single = desk.result(&format!("{compare} --runs 3000 --luck cancel --out single --threads 1"));
    desk.result(&format!("plan {compare} --runs 3000 --luck cancel --shard-games 1000 --out p"));
    (0..3).for_each(|index| drop(desk.result(&format!("shard --plan p/plan.json --index {index}"))));
    assert_eq!(desk.result("merge p --out merged"), single);
    assert!(desk.files("merged") == desk.files("single"), "shards");
}

/// A table by the names of its columns.
fn rows(desk: &Desk, file: &str) -> Vec<BTreeMap<String, String>> {
    let rows = csv_rows(&desk.read(file));
    rows[1..].iter().map(|row| rows[0].iter().cloned().zip(row.iter().cloned()).collect()).collect()
}

/// Combinations of a sweep have the win shares and gains of the run that each is alone, on any number of threads.
#[test]
fn combinations_cancel_luck_as_runs_alone_do() {
    let desk = Desk::new();
    let run = "--game gang --players 2 --bots chaser,bold --runs 2000 --seed 4 --luck cancel";
    let told = desk.result(&format!("{run} --vary rerolls=1..2 --threads 1 --out one"));
    assert!(told.contains("luck is cancelled in win_share (luck_gain"), "{told}");
    desk.result(&format!("{run} --vary rerolls=1..2 --threads 3 --out three"));
    assert!(desk.files("one") == desk.files("three"));
    assert_eq!(desk.result("report one"), told);
    let sweep = rows(&desk, "one/sweep.csv");
    for rerolls in ["1", "2"] {
        desk.result(&format!("{run} --rule rerolls={rerolls} --out alone{rerolls}"));
        for alone in rows(&desk, &format!("alone{rerolls}/summary.csv")) {
            let found = |metric: &str| {
                let wanted =
                    [("rerolls", rerolls), ("table", "summary"), ("strategy", &alone["strategy"]), ("metric", metric)];
                let fits =
                    |row: &&BTreeMap<String, String>| wanted.iter().all(|(column, value)| row[*column] == *value);
                let found: Vec<_> = sweep.iter().filter(fits).collect();
                assert_eq!(found.len(), 1, "{wanted:?}");
                ["value", "value_lo", "value_hi"].map(|column| found[0][column].clone())
            };
            assert_eq!(found("win_share"), ["win_share", "win_share_lo", "win_share_hi"].map(|it| alone[it].clone()));
            assert_eq!(found("luck_gain")[0], alone["luck_gain"]);
        }
    }
}
