//! `analyze compare`: its files against a second road, its promises, and what it refuses.

use crate::program::{Desk, csv_rows};
use analyze::record::{CompareTallies, Record};
use analyze::stats::looks;
use std::collections::BTreeMap;

const COLUMNS: &str = "players,experiment,a,b,against,metric,blocks,games,mean_a,mean_a_lo,mean_a_hi,mean_b,mean_b_lo,mean_b_hi,\
                       diff,diff_lo,diff_hi,verdict,pairing_gain,blocks_divergent,method";

/// The rows of a CSV file by column name.
pub(crate) fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    let rows = csv_rows(text);
    rows[1..].iter().map(|row| rows[0].iter().cloned().zip(row.iter().cloned()).collect()).collect()
}

/// The rows that a comparison prints as CSV.
fn compared(desk: &Desk, arguments: &str) -> Vec<BTreeMap<String, String>> {
    rows(&desk.result(&format!("compare {arguments} --format csv")))
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: {row:?}"))
}

#[test]
fn a_strategy_against_itself_differs_by_exactly_nothing() {
    let desk = Desk::new();
    for engine in ["turn", "dice"] {
        for (players, name) in [(2, "boss:3"), (3, "random"), (3, "chaser"), (4, "odds")] {
            let command =
                format!("{name} {name} --game gang --players {players} --runs 600 --engine {engine} --out out");
            for row in compared(&desk, &command) {
                assert_eq!((&*row["diff"], &*row["blocks_divergent"]), ("0.000000", "0"), "{command}");
                assert_eq!((&row["mean_a"], &*row["pairing_gain"]), (&row["mean_b"], ""), "{command}");
            }
        }
    }
    // Under two names, and against others.
    let rows = compared(&desk, "boss:2 boss:dice=2 --game gang --against random,chaser --runs 600 --out out");
    assert!(rows.iter().all(|row| row["diff"] == "0.000000" && row["blocks_divergent"] == "0"));
}

/// The other way about: the same rows, with the sign turned and the two strategies exchanged.
#[test]
fn the_other_way_about_is_the_mirror() {
    let desk = Desk::new();
    let turned = |text: &str| match text.strip_prefix('-') {
        Some(text) => text.to_owned(),
        None if text.chars().all(|c| c == '0' || c == '.') => text.to_owned(),
        None => format!("-{text}"),
    };
    for more in ["--players 2", "--players 3", "--players 4 --engine dice", "--against odds", "--until se=0.01"] {
        let command = |a, b| compared(&desk, &format!("{a} {b} --runs 3000 --replace --out out {more}"));
        let (there, back) = (command("boss:2", "boss:3"), command("boss:3", "boss:2"));
        assert_eq!(there.len(), back.len());
        for row in &there {
            let same =
                |other: &&BTreeMap<String, String>| ["against", "metric"].iter().all(|key| other[*key] == row[*key]);
            let mirror = back.iter().find(same).unwrap();
            for (one, other) in [("diff", "diff"), ("diff_lo", "diff_hi"), ("diff_hi", "diff_lo")] {
                assert_eq!(turned(&row[one]), mirror[other], "{more}: {row:?}");
            }
            for (one, other) in
                [("a", "b"), ("mean_a", "mean_b"), ("mean_a_lo", "mean_b_lo"), ("mean_b_hi", "mean_a_hi")]
            {
                assert_eq!(row[one], mirror[other], "{more}: {row:?}");
            }
            for same in ["blocks", "games", "pairing_gain", "blocks_divergent", "method"] {
                assert_eq!(row[same], mirror[same], "{more}: {row:?}");
            }
            let verdicts = [("better", "worse"), ("worse", "better"), ("equal", "equal"), ("undecided", "undecided")];
            assert!(verdicts.contains(&(&*row["verdict"], &*mirror["verdict"])), "{more}: {row:?}");
        }
    }
}

/// An independent program played 3 players: boss:2 among boss:3 does better by 0.041, boss:3 among boss:2 by 0.010. Its
/// numbers have three decimals, so the truth may be another 0.0005 away, and it has its own error of as much.
#[test]
fn each_boss_does_better_where_it_is_rare() {
    let desk = Desk::new();
    let told = desk.result("compare boss:2 boss:3 --players 3 --runs 1M --out out");
    assert!(told.contains("each does better where it is rare"), "{told}");
    let rows = rows(&desk.read("out/compare.csv"));
    for (against, expected, verdict) in [("boss:3", 0.041, "better"), ("boss:2", -0.010, "worse")] {
        let row = rows.iter().find(|row| row["against"] == against && row["metric"] == "win_share").unwrap();
        let (lo, hi) = (number(row, "diff_lo") - 0.001, number(row, "diff_hi") + 0.001);
        assert!(lo < expected && expected < hi, "{row:?}");
        assert_eq!(row["verdict"], verdict);
        assert!((number(row, "mean_a") - number(row, "mean_b") - number(row, "diff")).abs() < 2e-6);
    }
}

/// The second road: a run of A,B,B with rotating seats on the same seed plays the games of A among B.
#[test]
fn means_are_those_of_runs() {
    let desk = Desk::new();
    for (engine, arms, against, lineups) in [
        ("turn", "boss:2 chaser", "chaser", ["boss:2,chaser,chaser", "chaser,chaser,chaser"]),
        ("dice", "random odds", "bold,boss:3", ["random,bold,boss:3", "odds,bold,boss:3"]),
    ] {
        let of = |command: &str| desk.result(&format!("{command} --seed 9 --engine {engine} --format csv"));
        let rows = rows(&of(&format!("compare {arms} --against {against} --runs 900 --out out")));
        for (mean, lineup) in ["mean_a", "mean_b"].iter().zip(lineups) {
            let games = if lineup == "chaser,chaser,chaser" { 300 } else { 900 };
            let summary = csv_rows(&of(&format!("--game gang --bots {lineup} --runs {games} --replace --out run")));
            for (row, column) in rows.iter().zip(["win_share", "ev"]) {
                let at = summary[0].iter().position(|name| name == column).unwrap();
                assert_eq!((&*row["metric"], &row[*mean]), (column, &summary[1][at]), "{lineup}");
            }
        }
    }
}

#[test]
fn the_columns_are_those_promised() {
    let desk = Desk::new();
    desk.result("compare chaser bold --runs 300 --out out");
    assert_eq!(desk.read("out/compare.csv").lines().next(), Some(COLUMNS));
    let metrics: Vec<String> = rows(&desk.read("out/compare.csv")).iter().map(|row| row["metric"].clone()).collect();
    assert_eq!(metrics, ["win_share", "ev", "win_share", "ev"], "two fields");
    assert_eq!(compared(&desk, "chaser bold --players 2 --runs 300 --out two").len(), 2, "one field");
    desk.result("compare chaser bold odds --against odds --runs 300 --out three");
    let ranking = desk.read("three/ranking.csv");
    assert_eq!(
        ranking.lines().next(),
        Some("players,experiment,rank,strategy,against,metric,games,mean,mean_lo,mean_hi,tied_with")
    );
    assert_eq!(ranking.lines().count(), 1 + 2 * 3);
    assert_eq!(rows(&desk.read("three/compare.csv")).len(), 2 * 3);
    let folder: Vec<String> = desk.files("three").into_keys().collect();
    assert_eq!(folder, ["compare.csv", "datapackage.json", "ranking.csv", "report.html", "run.json", "tallies.json"]);
}

#[test]
fn the_default_folder_is_named_after_the_strategies() {
    let desk = Desk::new();
    desk.result("compare stand chaser --runs 30 --game gang");
    desk.result("compare stand:2@boss chaser --runs 30");
    let folders: Vec<String> = desk.files("reports").into_keys().filter(|name| name.ends_with('/')).collect();
    assert!(folders[0].starts_with("compare-stand-2-boss-chaser-"), "{folders:?}");
    assert_eq!(folders[1..], ["compare-stand-chaser/"]);
}

#[test]
fn threads_do_not_matter_even_where_it_stops() {
    let desk = Desk::new();
    for (name, command) in [
        ("fixed", "compare chaser bold --runs 5000"),
        ("cs", "compare chaser endgame --until verdict"),
        ("sprt", "compare boss:2 boss:3 --players 4 --until verdict --test sprt --margin 0.02"),
        ("se", "compare chaser bold odds --against chaser --until se=0.01"),
        ("run", "--game gang --until se=0.004"),
    ] {
        for threads in [1, 2, 7] {
            desk.result(&format!("{command} --threads {threads} --out {name}{threads}"));
        }
        let one = desk.files(&format!("{name}1"));
        assert!(one == desk.files(&format!("{name}2")) && one == desk.files(&format!("{name}7")), "{command}");
    }
}

#[test]
fn a_report_makes_the_same_files_and_says_the_same() {
    let desk = Desk::new();
    for command in [
        "compare chaser bold --runs 3000",
        "compare chaser bold odds --against chaser --players 4 --until se=0.02",
        "compare boss:2 boss:3 --until verdict --test sprt --margin 0.03 --alpha 0.1 --beta 0.2",
    ] {
        for format in ["table", "csv", "json"] {
            let told = desk.result(&format!("{command} --format {format} --out out"));
            let files = desk.files("out");
            desk.write("out/compare.csv", "lost");
            assert_eq!(desk.result(&format!("report out --format {format}")), told, "{command}");
            assert!(desk.files("out") == files, "{command}");
        }
        std::fs::remove_dir_all(desk.path("out")).unwrap();
    }
    desk.result("compare chaser bold --runs 30 --out out");
    let changed = desk.read("out/tallies.json").replacen("\"blocks\": 10", "\"blocks\": 11", 1);
    desk.write("out/tallies.json", changed);
    desk.refused("report out", &["tallies.json", "changed after the run"]);
}

/// It ends at a look, and a comparison of that length beforehand has the same sums.
#[test]
fn a_verdict_comes_at_a_look() {
    let desk = Desk::new();
    let rows = compared(&desk, "chaser endgame --until verdict --out out");
    let blocks: u64 = rows[0]["blocks"].parse().unwrap();
    assert!(looks().take_while(|&look| look <= blocks).any(|look| look == blocks), "{blocks} blocks");
    assert!(rows.iter().all(|row| row["metric"] == "ev" || row["verdict"] != "undecided"));
    assert!(rows.iter().all(|row| row["method"] == "confidence_sequence"));
    let before = looks().take_while(|&look| look < blocks).last().unwrap();
    let earlier = compared(&desk, &format!("chaser endgame --until verdict --runs {} --out early", 3 * before));
    assert!(earlier.iter().any(|row| row["metric"] == "win_share" && row["verdict"] == "undecided"));
    let fixed = compared(&desk, &format!("chaser endgame --runs {} --out fixed", 3 * blocks));
    assert_eq!(fixed[0]["diff"], rows[0]["diff"]);
    let half = |row: &BTreeMap<String, String>| number(row, "diff_hi") - number(row, "diff_lo");
    assert!(half(&rows[0]) > 1.4 * half(&fixed[0]), "a sequence is wider");
}

#[test]
fn a_run_ends_at_the_standard_error_asked_for() {
    let desk = Desk::new();
    let told = desk.run("--game gang --until se=0.004 --out out --seed 3");
    assert!(
        told.out.contains("the standard error that was asked for (se=0.004)") && told.err == "wrote out\n",
        "{told:?}"
    );
    assert_eq!(desk.result("report out"), told.out);
    let manifest: serde_json::Value = serde_json::from_str(&desk.read("out/run.json")).unwrap();
    assert!(manifest["intervals"].as_str().unwrap().contains("se=0.004; Chow & Robbins"), "{manifest}");
    let blocks = manifest["blocks"].as_u64().unwrap();
    assert!(looks().take_while(|&look| look <= blocks).any(|look| look == blocks), "{blocks} blocks");
    // Student's 97.5 % point is 1.960 to 1.972 from 200 blocks on.
    let largest_error = |blocks: u64| {
        let summary =
            rows(&desk.result(&format!("--game gang --runs {} --seed 3 --replace --out f --format csv", 3 * blocks)));
        summary.iter().map(|row| (number(row, "win_share_hi") - number(row, "win_share_lo")) / 3.92).fold(0.0, f64::max)
    };
    let before = looks().take_while(|&look| look < blocks).last().unwrap();
    assert!(largest_error(blocks) <= 0.00402 && largest_error(before) >= 0.004, "{blocks} blocks");
    let budget = desk.run("--game gang --until se=1e-6 --runs 3k --replace --out out");
    assert!(budget.out.contains("3,000 games, 1,000 deals, each played 3 times"), "{budget:?}");
    let missed = "se=0.000001 was not reached: the largest standard error of a win share is 0.0";
    assert!(budget.code == Some(0) && budget.out.contains(missed), "{budget:?}");
    assert!(desk.read("out/run.json").contains(missed) && !told.out.contains("not reached"), "{told:?}");
    let compared = desk.run("compare chaser bold --until se=1e-6 --players 2 --runs 3k --out pair");
    assert!(compared.code == Some(0) && compared.out.contains(missed), "{compared:?}");
}

/// The 44,850 differences of 300 strategies were printed one by one, and made a page of 60 megabytes.
#[test]
fn of_many_strategies_neighbours_in_the_ranking_are_told() {
    let desk = Desk::new();
    let arms: Vec<String> = (10..22).map(|at| format!("hold:{at}")).collect();
    let command = format!("compare {} --against hold --game pig --players 2 --runs 40", arms.join(" "));
    let told = desk.result(&format!("{command} --out out"));
    let ranking = rows(&desk.read("out/ranking.csv"));
    let order: Vec<&str> =
        ranking.iter().filter(|row| row["metric"] == "win_share").map(|row| &*row["strategy"]).collect();
    let neighbours = |line: &&str| {
        let place = |word: &str| order.iter().position(|name| *name == word.trim_end_matches([':', ',']));
        let places: Vec<usize> = line.split(' ').filter_map(place).collect();
        assert!(places.len() == 2 && places[0].abs_diff(places[1]) == 1, "{line}");
        true
    };
    let lines = told.lines().filter(|line| line.starts_with("- ") && line.contains("hold:")).filter(neighbours);
    assert_eq!(lines.count(), 11, "{told}");
    assert_eq!(rows(&desk.read("out/compare.csv")).len(), 2 * 12 * 11 / 2);
    assert!(told.contains("of 66 differences in win share are settled"), "{told}");
    assert!(desk.read("out/report.html").len() < 200_000);
}

#[test]
fn an_undecided_comparison_says_how_to_go_on() {
    let desk = Desk::new();
    let told = desk.run("compare boss:2 boss:3 --runs 300 --rule rerolls=1 --seed 4 --out out");
    let command = told.err.lines().find_map(|line| line.trim().strip_prefix("analyze ")).unwrap().to_owned();
    assert!(
        told.out.contains("Undecided between")
            && told.err.contains("Student's intervals hold only if the number of games"),
        "{told:?}"
    );
    let then = desk.run(&command);
    assert_eq!(then.code, Some(0), "{then:?}");
    assert!(then.out.contains("confidence sequence") && then.err == "wrote out\n", "{then:?}");
    let resolved = desk.read("out/run.json");
    assert!(resolved.contains("rerolls = 1") && resolved.contains("\"seed\": 4,"), "{resolved}");
    let decided = desk.run("compare stand:1 boss:3 --runs 3000 --out decided");
    assert_eq!(decided.err, "wrote decided\n", "nothing is left to be decided");
}

#[test]
fn what_people_read_of_comparisons() {
    let desk = Desk::new();
    let commands = [
        "compare boss:2 boss:3 --runs 3k --engine dice --out two",
        "compare boss:2 boss:3 --until verdict --test sprt --margin 0.03 --engine dice --out sprt",
        "compare boss:2 boss:3 stand:2 --against random --runs 1k --engine dice --out three",
    ];
    let told = commands.map(|command| {
        let told = desk.run_narrow(command);
        format!("$ analyze {command}\n[exit code {:?}]\n{}{}", told.code.unwrap(), told.out, told.err)
    });
    insta::assert_snapshot!("comparisons", told.join("\n"));
}

/// Blocks 0 to k - 1 are written, so the sums are those of a comparison of that length; but somebody saw it who ended it,
/// so the intervals are those of a sequence.
#[test]
#[cfg(unix)]
fn an_interrupted_comparison_has_the_games_of_one_of_that_length() {
    let desk = Desk::new();
    // Blocks of eight games, four of each strategy: 1e12 games in all.
    let command = "compare stand:1 stand:2 --against random --players 4 --engine dice";
    let (code, told) =
        crate::cli::interrupt(&desk, &format!("{command} --runs 5e11 --threads 2 --progress always --out stopped"));
    assert_eq!(code, Some(130), "{told}");
    let line = told.lines().rfind(|line| line.starts_with("interrupted: ")).unwrap();
    let games = line.strip_prefix("interrupted: ").and_then(|rest| rest.split_once(' ')).unwrap().0.replace(',', "");
    assert!(line.ends_with("games of each strategy were finished and written to stopped; to continue:"), "{line}");
    desk.result(&format!("{command} --runs {games} --out whole --threads 1"));
    let sums = |folder: &str| desk.read(&format!("{folder}/tallies.json")).split_once("\"sums\"").unwrap().1.to_owned();
    assert!(sums("stopped") == sums("whole"), "{games} games");
    let methods =
        ["stopped", "whole"].map(|folder| rows(&desk.read(&format!("{folder}/compare.csv")))[0]["method"].clone());
    assert_eq!(methods, ["confidence_sequence", "student"]);
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let desk = Desk::new();
    let refuse = |command: &str, words: &[&str]| drop(desk.refused(&format!("compare {command} --out out"), words));
    refuse("chaser", &["2", "STRATEGY"]);
    refuse("chaser bould", &["unknown strategy 'bould'", "bold"]);
    refuse("chaser bold --against bould", &["--against", "unknown strategy 'bould'", "bold"]);
    refuse("stand:0 bold", &["stand", "dice", "1 to 1000"]);
    refuse("chaser bold chaser --against bold", &["'chaser' is named twice"]);
    refuse("boss bold boss:2 --against bold", &["'boss' and 'boss:2' are the same"]);
    desk.write("a.toml", "name = \"twin\"\nabout = \"a\"\ndice = 1\n");
    desk.write("b.toml", "name = \"twin\"\nabout = \"a\"\ndice = 2\n");
    refuse("a.toml b.toml --game gang", &["'twin'", "a.toml", "b.toml"]);
    refuse("a.toml bold --against b.toml", &["'twin'", "a.toml", "b.toml"]);
    desk.write("c.toml", "name = \"bad\"\nabout = \"a\"\ndise = 2\n");
    refuse("c.toml bold", &["c.toml", "dise", "dice"]);
    refuse("chaser bold odds", &["--against is missing", "3"]);
    refuse("chaser bold --against odds,bold,boss,stand", &["--against", "5 players", "2 to 4"]);
    refuse("chaser bold --players 3 --against odds,bold,boss", &["--against", "3 strategies", "2 seats"]);
    refuse("chaser bold --players 4 --against odds,bold", &["--against", "2 strategies", "3 seats"]);
    refuse("chaser bold --margin -0.1", &["--margin", "-0.1", "0 or more"]);
    refuse("chaser bold --margin much", &["--margin", "much", "not a number"]);
    for alpha in ["0", "0.5", "1", "-0.05"] {
        refuse(&format!("chaser bold --alpha {alpha}"), &["--alpha", alpha, "above 0 and below 0.5"]);
    }
    refuse("chaser bold --alpha five", &["--alpha", "five", "not a number"]);
    refuse("chaser bold --until verdict --beta 0.1", &["--beta", "--test sprt"]);
    refuse("chaser bold --until verdict --test cs --beta 0.1", &["--beta", "--test sprt"]);
    refuse("chaser bold --until verdict --test sprt --beta 0.7", &["--beta", "0.7", "below 0.5"]);
    refuse("chaser bold --until verdict --test sprt --margin 0", &["--margin", "above 0"]);
    refuse("chaser bold odds --against bold --until verdict --test sprt", &["--test", "two strategies, not 3"]);
    refuse("chaser bold --test sprt", &["--test", "--until verdict"]);
    refuse("chaser bold --until se=0.01 --test cs", &["--test", "--until verdict"]);
    refuse("chaser bold --until verdict --test t", &["--test", "'t'", "cs", "sprt"]);
    for until in ["verdikt", "se", "se=", "se=0", "se=-1", "se=small", "se=inf", "0.01"] {
        refuse(&format!("chaser bold --until {until}"), &["--until", until, "se"]);
    }
    refuse("chaser bold --runs 0", &["--runs", "at least 1"]);
    refuse("chaser bold --players 9", &["--players", "9", "2 to 4"]);
    refuse("chaser bold --bots odds", &["--bots"]);
    refuse("chaser bold --game chess", &["--game", "chess"]);
    desk.refused("--game gang --until verdict --out out", &["--until", "a run has no verdict", "se=0.001"]);
    desk.refused("--game gang --until se=0 --out out", &["--until", "above 0"]);
    desk.result("compare chaser bold --runs 30 --out done");
    desk.refused("play --run done", &["--run", "comparison", "--seating fixed"]);
    desk.write("theirs/thesis.tex", "years of work");
    desk.refused("compare chaser bold --runs 1e15 --out theirs", &["--out", "theirs"]);
}

/// What was known on the way is what a comparison of so many blocks comes to, at few looks, each with about twice the blocks.
#[test]
fn looks_that_are_kept_are_shorter_comparisons() {
    let desk = Desk::new();
    let sums = |runs: u64| {
        desk.result(&format!("compare hold:20 hold:12 --game pig --players 2 --runs {runs} --replace --out out"));
        CompareTallies::from_json("tallies.json", &desk.read("out/tallies.json")).unwrap().sums
    };
    let long = sums(2 * 1_000);
    let blocks: Vec<u64> = long.looks.iter().map(|look| look.blocks).collect();
    assert_eq!((blocks[0], blocks.len()), (100, 4), "100, and the first at or above 128, 256 and 512: {blocks:?}");
    for look in &long.looks {
        let short = sums(2 * look.blocks);
        let pairs = short.fields.iter().flat_map(|field| &field.pairs).map(|pair| pair.share);
        assert_eq!(look.pairs, pairs.collect::<Vec<_>>(), "{}", look.blocks);
    }
    let page = desk.read("out/report.html");
    assert!(
        page.contains("How the interval narrowed") && page.contains(&format!("after {} deals", blocks[3])),
        "{page}"
    );
    let many = "compare hold:20 hold:12 hold:15 hold:16 hold:30 --against hold:21 --game pig --players 2 --runs 300 --out many";
    desk.result(many);
    assert!(!desk.read("many/tallies.json").contains("looks"), "of ten differences none is kept");
}
