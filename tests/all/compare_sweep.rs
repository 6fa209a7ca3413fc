//! `analyze compare --vary`: whether the comparison of every combination is the one that it is alone, whether differences to
//! the first are those of the blocks one by one, whether verdicts hold together, and what is refused before a game.

use crate::program::{Desk, csv_rows};
use analyze::engines::DiceEngine;
use analyze::games::gang::Gang;
use analyze::games::{BuiltIn, Setting};
use analyze::simulate::{Control, Metrics, Next, PairedJob, Pairing, compare};
use analyze::strategies::find;
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::collections::BTreeMap;

type Row = BTreeMap<String, String>;

/// The rows of a table by the names of its columns.
fn rows(desk: &Desk, file: &str) -> Vec<Row> {
    let rows = csv_rows(&desk.read(file));
    rows[1..].iter().map(|row| rows[0].iter().cloned().zip(row.iter().cloned()).collect()).collect()
}

/// Those of a combination.
fn of(rows: &[Row], keys: &[(&str, &str)]) -> Vec<Row> {
    rows.iter().filter(|row| keys.iter().all(|(key, value)| row[*key] == *value)).cloned().collect()
}

/// Every field of the comparison alone stands in the rows of its combination, if its error rate is a fourth: verdicts of
/// four combinations hold together.
fn assert_is(found: &[Row], alone: &[Row], combination: &str) {
    assert_eq!(found.len(), alone.len(), "{combination}");
    for (found, alone) in found.iter().zip(alone) {
        // The code of the whole says at which error rate all are judged.
        for (column, field) in alone.iter().filter(|(column, _)| *column != "experiment") {
            let expected = if column == "method" { format!("{field}_bonferroni") } else { field.clone() };
            let is_one_of_many = column == "method" && field.ends_with("_bonferroni");
            let expected = if is_one_of_many { field.clone() } else { expected };
            assert_eq!(found[column], expected, "{combination}: {column}");
        }
    }
}

#[test]
fn a_combination_is_the_comparison_that_it_is_alone() {
    let desk = Desk::new();
    let vary = "--vary players=2..3 --vary card.sum7-bomb.trigger=bomb|explosion";
    for (name, compared) in [("two", "compare chaser bold"), ("three", "compare chaser bold cautious --against boss:3")]
    {
        let all = format!("{compared} --runs 90 --seed 5 --engine dice");
        let told = desk.run(&format!("{all} {vary} --out {name}"));
        assert!(told.err.contains("4 combinations of players, card.sum7-bomb.trigger"), "{}", told.err);
        let sweep = rows(&desk, &format!("{name}/sweep.csv"));
        for (players, trigger) in [("2", "bomb"), ("3", "explosion")] {
            let alone = format!("--players {players} --rule card.sum7-bomb.trigger={trigger} --alpha 0.0125");
            desk.result(&format!("{all} {alone} --out alone-{name}-{players}"));
            let alone = rows(&desk, &format!("alone-{name}-{players}/compare.csv"));
            let found = of(&sweep, &[("players", players), ("card.sum7-bomb.trigger", trigger)]);
            assert_is(&found, &alone, &format!("{name} {players} {trigger}"));
        }
        let against = |players: &str, trigger: &str| {
            let found = of(&sweep, &[("players", players), ("card.sum7-bomb.trigger", trigger)]);
            found.iter().map(|row| row["against_first"].clone()).collect::<Vec<_>>()
        };
        assert!(against("2", "bomb").iter().all(String::is_empty), "the first is not held against itself");
        assert!(against("2", "explosion").iter().all(|field| !field.is_empty()));
        assert!(against("3", "explosion").iter().all(String::is_empty), "blocks do not line up");
    }
}

/// Each combination ends at its own verdict, at the error rate of one of two.
#[test]
fn each_combination_ends_at_its_own_verdict() {
    let desk = Desk::new();
    let all = "compare hold:20 hold:14 --game pig --players 2 --until verdict --runs 40000";
    let told = desk.run(&format!("{all} --vary goal=20|60 --out sweep"));
    assert!(told.err.contains("2 combinations of goal: at most "), "{}", told.err);
    let sweep = rows(&desk, "sweep/sweep.csv");
    let mut blocks = Vec::new();
    for goal in ["20", "60"] {
        desk.result(&format!("{all} --rule goal={goal} --alpha 0.025 --out alone{goal}"));
        let found = of(&sweep, &[("goal", goal)]);
        assert_is(&found, &rows(&desk, &format!("alone{goal}/compare.csv")), goal);
        assert!(found.iter().all(|row| row["against_first"].is_empty()));
        assert_ne!(found[0]["verdict"], "undecided");
        blocks.push(found[0]["blocks"].clone());
    }
    assert_ne!(blocks[0], blocks[1], "one needed more games than the other");
}

/// The differences of chaser and bold among bold in one block: of win share, and of score.
fn block(trigger: &str, block: u64) -> [f64; 2] {
    let change = ("card.sum7-bomb.trigger".to_owned(), trigger.to_owned());
    let game = Gang::set_up(3, &Setting { options: vec![change], ..Setting::default() }).unwrap();
    let chosen = ["chaser", "bold"].map(|name| find::<Gang>(name, &game).unwrap());
    let strategies = [&*chosen[0].strategy, &*chosen[1].strategy];
    let pairing = Pairing::new(&[0, 1], &[vec![1, 1]], Metrics::All);
    let job = PairedJob { pairing: &pairing, seed: 5, blocks: block..block + 1 };
    let engine = DiceEngine { game: &game, strategies: &strategies };
    let (at, look) = (std::iter::empty(), |_: &_| Next::PlayOn);
    let sums = compare(job, &engine, 1, &Control::default(), at, look, |_| ()).unwrap().tally;
    let pair = &sums.fields[0].pairs[0];
    [pair.share.blocks.sum as f64 / 180.0, pair.score.blocks.sum as f64 / 3.0]
}

/// The second road: both comparisons one block at a time, and Student's interval at half the error rate by hand, with as many
/// degrees of freedom as the far blocks leave.
#[test]
fn differences_to_the_first_are_those_of_the_blocks_one_by_one() {
    let desk = Desk::new();
    let options = "compare chaser bold --players 3 --runs 180 --seed 5 --engine dice";
    desk.result(&format!("{options} --vary card.sum7-bomb.trigger=bomb|explosion --out sweep"));
    let sweep = rows(&desk, "sweep/sweep.csv");
    let [new, old] = ["explosion", "bomb"].map(|trigger| (0..60).map(|at| block(trigger, at)).collect::<Vec<_>>());
    for (metric, at) in [("win_share", 0), ("ev", 1)] {
        let values: Vec<f64> = new.iter().zip(&old).map(|(new, old)| new[at] - old[at]).collect();
        let mean = values.iter().sum::<f64>() / 60.0;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let farthest = values.iter().map(|value| (value - mean).abs()).fold(0.0, f64::max);
        let freedom = (2.0 * squares / farthest.powi(2)).floor().clamp(2.0, 59.0);
        let t = StudentsT::new(0.0, 1.0, freedom).unwrap().inverse_cdf(1.0 - 0.0125);
        let half = t * (squares / 59.0 / 60.0).sqrt();
        let keys = [("card.sum7-bomb.trigger", "explosion"), ("against", "bold"), ("metric", metric)];
        let [found] = &of(&sweep, &keys)[..] else { panic!("not one row of {keys:?}") };
        for (end, expected) in [("", mean), ("_lo", mean - half), ("_hi", mean + half)] {
            let found: f64 = found[&format!("against_first{end}")].parse().unwrap();
            assert!((found - expected).abs() < 2e-6, "{metric}{end}: {found}, by hand {expected}");
        }
        assert!(values.iter().any(|&value| value != 0.0));
    }
}

#[test]
fn the_same_bytes_at_any_number_of_threads_from_the_records_and_again() {
    let command =
        "compare chaser bold --against boss:3 --runs 60 --engine dice --vary chaser.above=10|14 --vary rerolls=1..2";
    let runs = [1, 2, 7].map(|threads| {
        let desk = Desk::new();
        let told = desk.result(&format!("{command} --threads {threads} --out sweep --format csv"));
        let files = desk.files("sweep");
        if threads == 2 {
            for file in ["sweep.csv", "report.html"] {
                std::fs::remove_file(desk.path("sweep").join(file)).unwrap();
            }
            assert_eq!(desk.result("report sweep --format csv"), told);
            assert!(desk.files("sweep") == files);
            desk.result("run sweep/run.json --out again");
            assert!(desk.files("again") == files);
            desk.refused("play --run sweep", &["--run"]);
        }
        (told, files)
    });
    assert!(runs[0] == runs[1] && runs[0] == runs[2]);
    let (told, files) = &runs[0];
    assert_eq!(
        files.keys().collect::<Vec<_>>(),
        ["datapackage.json", "report.html", "run.json", "sweep.csv", "tallies.json"]
    );
    assert!(told.contains("chaser:above=14"), "{told}");
}

#[test]
fn an_experiment_file_of_a_comparison_is_the_command_it_stands_for() {
    let desk = Desk::new();
    desk.write(
        "experiment.toml",
        "command = \"compare\"\nstrategies = [\"hold:20\", \"hold:5\"]\ngame = \"pig\"\nruns = 60\nmargin = 0.01\n\n[vary]\n\
         goal = [40, 60]\n",
    );
    desk.result("run experiment.toml --out file");
    desk.result("compare hold:20 hold:5 --game pig --runs 60 --margin 0.01 --vary goal=40|60 --out typed");
    assert!(desk.files("file") == desk.files("typed"));
    desk.write("wrong.toml", "command = \"compare\"\nstrategies = \"a\"\nbots = \"b\"\n");
    desk.refused("run wrong.toml", &["wrong.toml:2:", "list them", "wrong.toml:3:1", "unknown key 'bots'"]);
}

#[test]
fn what_cannot_be_compared_is_refused_before_a_game() {
    let desk = Desk::new();
    let all = "compare chaser bold --runs 1000000000000 --vary";
    for (rest, words) in [
        ("bots=boss|stand", &["bots", "plays the strategies that it names"][..]),
        ("seating=all|fixed", &["seating", "every seat in turn"]),
        ("rerols=1..4", &["unknown key 'rerols'", "did you mean 'rerolls'?"]),
        ("boss.dice=1..2", &["'boss' is not in the line-up (chaser, bold)"]),
        ("rerolls=9..11", &["in the combination rerolls=11", "from 0 to 10"]),
        ("players=2..5", &["in the combination players=5", "2 to 4"]),
        ("players=2..3 --players 2", &["'players' is varied and given"]),
        ("rerolls=1..2 --alpha 0.7", &["--alpha"]),
        ("seed=0..9999 --vary rerolls=1..2", &["20,000 combinations; at most 10,000"]),
    ] {
        desk.refused(&format!("{all} {rest}"), words);
    }
    desk.refused("compare hold:20 hold:3 --game pig --vary rerolls=1..2", &["unknown key 'rerolls'"]);
}
