//! Luck that is cancelled: whether the games stay the same, whether what is cancelled is nothing on average, whether it is
//! worth it, and whether parts, threads and engines agree.

use crate::program::{Desk, csv_rows};
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
        ("--players 2 --bots counter,chaser --runs 4000", 40.0),
        ("--players 4 --bots chaser,bold,odds,stand:2 --runs 2000 --rule pools=[12,12,12]", 10.0),
    ];
    for (options, least) in runs {
        let told = desk.result(&format!("--game gang {options} --luck cancel --replace --out r"));
        assert!(told.contains("luck gain") && told.contains("luck is cancelled in the win shares"), "{told}");
        for (errors, gain) in luck(&desk.run_tallies("r")) {
            assert!(errors.abs() < 4.0, "{options}: {errors} standard errors");
            assert!(gain > least, "{options}: {gain}");
        }
    }
}

/// Rolls of Pig and turns of POT, whatever the strategies read; the same at any number of threads.
#[test]
fn luck_in_games_for_two_is_nothing_on_average() {
    let desk = Desk::new();
    desk.write("chance.rhai", CHANCE);
    for (options, least) in [
        ("pig --bots optimal,hold", 25.0),
        ("pig --bots race,hold:25", 40.0),
        ("pig --bots crowd,keep-pace", 40.0),
        ("pig --bots random,hold", 1.0),
        ("pot --bots optimal-turn,thief", 1e4),
        ("pot --bots weigher,max-sum --engine dice --rule goal=12", 1e4),
        ("pot --bots letters,chance.rhai --rule end=holds", 100.0),
    ] {
        let run = format!("--game {options} --players 2 --runs 4000 --luck cancel");
        desk.result(&format!("{run} --threads 1 --out one"));
        desk.result(&format!("{run} --threads 2 --out two"));
        assert_eq!(desk.read("one/tallies.json"), desk.read("two/tallies.json"), "{options}");
        for (errors, gain) in luck(&desk.run_tallies("one")) {
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

/// And the interval reaches as far as that of the win share as played, so that it holds the upsets that are to come: in the
/// edition of Blackrock 0.002958 ± 0.000034 of the games, of 10 million. Nothing is said to be gained.
#[test]
fn upsets_that_have_not_come_are_in_the_interval() {
    let desk = Desk::new();
    for seed in 1..=12 {
        desk.result(&format!(
            "--game gang --edition blackrock --bots boss:2,boss:5 --runs 200 --luck cancel --seed {seed} --out r"
        ));
        let rows = csv_rows(&desk.read("r/summary.csv"));
        let column = |name| rows[2][rows[0].iter().position(|heading| heading == name).unwrap()].clone();
        let [lo, hi] = ["win_share_lo", "win_share_hi"].map(|name| column(name).parse::<f64>().unwrap());
        assert!(lo <= 0.00296 && 0.00296 <= hi, "seed {seed}: {lo} to {hi}");
        assert_eq!(column("luck_gain"), "", "seed {seed}");
    }
}

/// Two strategies of which the one is better by 0.023 of a game with three players, as `benches/coverage` has it: a verdict takes
/// thousands of games, and some hundreds without luck; the wrong one of five at most (here none).
#[test]
fn verdicts_without_luck_take_fewer_games() {
    let desk = Desk::new();
    let mut games = [0; 2];
    for seed in 1..=5 {
        for (luck, games) in ["off", "cancel"].into_iter().zip(&mut games) {
            let of = format!(
                "compare chaser bold --players 3 --until verdict --luck {luck} --seed {seed} --replace --out c"
            );
            desk.result(&of);
            let rows = csv_rows(&desk.read("c/compare.csv"));
            let column = |name| rows[1][rows[0].iter().position(|heading| heading == name).unwrap()].clone();
            assert_eq!(column("verdict"), "better", "seed {seed}");
            *games += column("games").parse::<u64>().unwrap();
        }
    }
    assert!(4 * games[1] < games[0], "{games:?}");
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
        desk.result(&format!("{compare} --until {until} --replace --out plain"));
        let told = desk.result(&format!("{compare} --until {until} --luck cancel --replace --out c"));
        assert!(told.contains("luck gain") && told.contains("luck is cancelled"), "{told}");
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
    assert!(told.contains("luck is cancelled in the win shares;") && told.contains("(luck_gain"), "{told}");
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

/// A sweep in one go is the same files as on other threads, from the records, from its `run.json`, in shards, and continued.
fn is_the_same_in_any_way(desk: &Desk, command: &str, vary: &str, [less, all]: [u32; 2]) {
    let whole = format!("{command} --runs {all} {vary}");
    let told = desk.result(&format!("{whole} --threads 1 --out one"));
    let files = desk.files("one");
    desk.result(&format!("{whole} --threads 3 --out three"));
    assert!(desk.files("three") == files, "threads");
    assert_eq!(desk.result("report one"), told);
    assert!(desk.files("one") == files, "report");
    desk.result("run one/run.json --out again");
    assert!(desk.files("again") == files, "run.json");

    let shards = desk.result(&format!("plan {whole} --shard-games 400 --out p"));
    let shards: u32 = shards.split(' ').next().unwrap().parse().unwrap();
    assert!(shards > 2, "{shards} shards");
    (0..shards).for_each(|index| drop(desk.result(&format!("shard --plan p/plan.json --index {index}"))));
    assert_eq!(desk.result("missing p"), "");
    assert_eq!(desk.result("merge p --out merged"), told);
    assert!(desk.files("merged") == files, "shards");

    desk.result(&format!("{command} --runs {less} {vary} --out longer"));
    desk.result(&format!("{whole} --out longer --resume"));
    assert!(desk.files("longer") == files, "resume");
}

#[test]
fn sweeps_of_runs_are_the_same_in_parts() {
    let desk = Desk::new();
    let run = "--game gang --players 2 --bots chaser,bold --seed 4 --luck cancel";
    is_the_same_in_any_way(&desk, run, "--vary chaser.above=10..12", [400, 1200]);
}

/// A comparison swept over rules: what it says of the first combination and of the second, and how these differ.
#[test]
fn sweeps_of_comparisons_are_the_same_in_parts_and_those_alone() {
    let desk = Desk::new();
    let compare = "compare chaser bold --game gang --players 2 --seed 4";
    is_the_same_in_any_way(&desk, &format!("{compare} --luck cancel"), "--vary rerolls=1..2", [300, 1000]);
    let told = desk.result("report one");
    assert!(told.contains("luck gain") && told.contains("luck is cancelled in the win shares, and"), "{told}");
    desk.result(&format!("{compare} --runs 1000 --vary rerolls=1..2 --out plain"));
    let [swept, plain] = ["one", "plain"].map(|folder| rows(&desk, &format!("{folder}/sweep.csv")));
    let of = |rows: &[BTreeMap<String, String>], rerolls: &str, column: &str| {
        let wanted = [("rerolls", rerolls), ("against", "chaser"), ("metric", "win_share")];
        let row = rows.iter().find(|row| wanted.iter().all(|(key, value)| row[*key] == *value)).unwrap();
        row[column].parse::<f64>().unwrap()
    };
    for rerolls in ["1", "2"] {
        desk.result(&format!(
            "{compare} --luck cancel --runs 1000 --rule rerolls={rerolls} --alpha 0.025 --out alone{rerolls}"
        ));
        let alone = rows(&desk, &format!("alone{rerolls}/compare.csv"));
        let found: Vec<_> = swept.iter().filter(|row| row["rerolls"] == rerolls).collect();
        assert_eq!(found.len(), alone.len());
        for (found, alone) in found.iter().zip(&alone) {
            let differ = alone.iter().find(|(column, field)| {
                // The code says at which error rate all are judged.
                !["method", "experiment"].contains(&&***column) && found[*column] != **field
            });
            assert_eq!(differ, None, "{rerolls} rerolls");
        }
        assert!(of(&swept, rerolls, "luck_gain") > 20.0);
    }
    let against =
        |rows: &[BTreeMap<String, String>]| ["", "_lo", "_hi"].map(|end| of(rows, "2", &format!("against_first{end}")));
    let ([value, lo, hi], [played, least, most]) = (against(&swept), against(&plain));
    let expected = of(&swept, "2", "diff") - of(&swept, "1", "diff");
    assert!((value - expected).abs() < 2e-6, "{value}, by the differences {expected}");
    assert!(5.0 * (hi - lo) < most - least, "{lo} to {hi}, {least} to {most} with luck");
    assert!(least < value && value < most && (played - value).abs() < most - least);
}

/// Each combination goes on to its own verdict without luck; none is held against the first then.
#[test]
fn combinations_without_luck_end_at_their_own_verdict() {
    let desk = Desk::new();
    let compare = "compare chaser bold --game gang --players 2 --until verdict --luck cancel --runs 1e5";
    let told = desk.result(&format!("{compare} --vary rerolls=1..2 --out sweep"));
    assert_eq!(desk.result("report sweep"), told);
    for row in rows(&desk, "sweep/sweep.csv").iter().filter(|row| row["metric"] == "win_share") {
        let rerolls = &row["rerolls"];
        let run = format!("{compare} --rule rerolls={rerolls} --alpha 0.025 --out alone{rerolls}");
        desk.result(&run);
        let alone = rows(&desk, &format!("alone{rerolls}/compare.csv"));
        let alone = alone.iter().find(|of| of["metric"] == "win_share" && of["against"] == row["against"]).unwrap();
        for column in ["blocks", "diff", "diff_lo", "diff_hi", "luck_gain", "verdict"] {
            assert_eq!(row[column], alone[column], "{rerolls} rerolls: {column}");
        }
        assert!(row["verdict"] != "undecided" && row["against_first"].is_empty());
    }
}

/// A script that reads a list, of which the expectation is not known, if its parameter says so; it decides alike.
const CHANCE: &str = r#"
const GAME = "pot";
const NAME = "chance";
const ABOUT = "rerolls for a sum that depends on the round and on a coin";
fn plan(view) { reach_goal(8 + view.round % 3 + coin(3)) }
fn reroll(goal, roll) { roll.best(goal, false) }
"#;

/// A strategy that reads the list of cards, or does not.
pub(crate) const READER: &str = r#"
const NAME = "reader";
const ABOUT = "commits three dice";
const PARAMETERS = #{ k: #{ value: 0, least: 0, most: 1, about: "whether it reads the list of cards" } };
fn commit(view) { if k == 1 && view.seen.len() > 40 { 1 } else { 3 } }
fn reroll(plan, roll) { roll.max_score() }
"#;

/// Where luck is not known of a combination, its differences to the first are as played on both sides; where it is known of
/// it alone, those of the first are as played.
#[test]
fn what_is_not_known_is_held_against_the_first_as_played() {
    let desk = Desk::new();
    desk.write("reader.rhai", READER);
    let compare = "compare reader.rhai bold --game gang --against bold --players 2 --runs 400 --seed 4 --luck cancel";
    for (values, known_first) in [("0|1", true), ("1|0", false)] {
        let told = desk.result(&format!("{compare} --vary reader.rhai.k={values} --out r"));
        assert!(told.contains("luck is cancelled in the win shares of 1 of the 2 combinations"), "{told}");
        assert_eq!(desk.result("report r"), told);
        let rows = rows(&desk, "r/sweep.csv");
        let share = rows.iter().filter(|row| row["metric"] == "win_share").collect::<Vec<_>>();
        assert_eq!([&share[0], &share[1]].map(|row| row["luck_gain"].is_empty()), [!known_first, known_first]);
        let number = |row: usize, column: &str| share[row][column].parse::<f64>().unwrap();
        assert!(number(usize::from(!known_first), "luck_gain") > 20.0);
        let [lo, hi] = ["against_first_lo", "against_first_hi"].map(|end| number(1, end));
        if known_first {
            assert!(
                number(1, "against_first") == 0.0 && lo < 0.0 && hi > 0.0,
                "the same games as played: {lo} to {hi}"
            );
        } else {
            assert!(lo < 0.0 && hi > 0.0 && hi - lo > 0.01, "{lo} to {hi}");
            let expected = number(1, "diff") - number(0, "diff");
            assert!((number(1, "against_first") - expected).abs() < 2e-6);
        }
    }
}

/// Sums that no games have are not read.
#[test]
fn differences_without_luck_have_their_bounds() {
    let desk = Desk::new();
    let compare = "compare chaser bold --game gang --players 2 --runs 100 --luck cancel --vary rerolls=1..2";
    desk.result(&format!("{compare} --out r"));
    let text = desk.read("r/tallies.json");
    let (before, after) = text.split_once("\"against_first\":[[{\"blocks\":{\"sum\":").unwrap();
    let rest = after.find(',').unwrap();
    for (factor, code) in [(1, Some(0)), (1 << 20, Some(2))] {
        let sum = after[..rest].parse::<i128>().unwrap() * factor;
        let text = format!("{before}\"against_first\":[[{{\"blocks\":{{\"sum\":{sum}{}", &after[rest..]);
        desk.write("r/tallies.json", text);
        assert_eq!(desk.run("report r").code, code, "{sum}");
    }
}
