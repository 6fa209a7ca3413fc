//! Luck that is cancelled beyond runs and comparisons: in the differences of sweeps, in tournaments, and where
//! strategies and games are tuned.
//!
//! The laboratory in `benches/coverage` measures the same in full.

#[path = "../../benches/coverage/cancelled.rs"]
mod cancelled;
#[path = "../../benches/coverage/designed.rs"]
mod designed;
#[path = "../../benches/coverage/swept.rs"]
mod swept;
#[path = "../../benches/coverage/toured.rs"]
mod toured;
#[path = "../../benches/coverage/tuned.rs"]
mod tuned;

use crate::luck::READER;
use crate::program::{Desk, csv_rows};
use cancelled::Found;
use std::collections::BTreeMap;

/// A table by the names of its columns.
fn rows(desk: &Desk, file: &str) -> Vec<BTreeMap<String, String>> {
    let rows = csv_rows(&desk.read(file));
    rows[1..].iter().map(|row| rows[0].iter().cloned().zip(row.iter().cloned()).collect()).collect()
}

/// The rows of a sweep's table that have these values.
fn rows_with(all: &[BTreeMap<String, String>], wanted: &[(&str, &str)]) -> Vec<BTreeMap<String, String>> {
    all.iter().filter(|row| wanted.iter().all(|(column, value)| row[*column] == *value)).cloned().collect()
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: {row:?}"))
}

fn ends(row: &BTreeMap<String, String>, column: &str) -> (f64, f64) {
    (number(row, &format!("{column}_lo")), number(row, &format!("{column}_hi")))
}

/// Of 200 seeds no fewer hold than is possible at 93 %, the mean does not differ from that as played, and so many times fewer games
/// would do.
fn is_sound(found: &[Found], least_gain: f64) {
    use statrs::distribution::{Binomial, DiscreteCDF};
    for found in found {
        let (covered, all) = found.covered(0);
        let least = Binomial::new(0.93, all).unwrap().inverse_cdf(0.0001);
        assert!(all == found.runs.len() as u64 && covered >= least, "{}: {covered} of {all}", found.title);
        assert!(found.bias().abs() < 4.0, "{}: {} standard errors", found.title, found.bias());
        assert!(found.gain() > least_gain, "{}: {}", found.title, found.gain());
    }
}

#[test]
fn differences_of_sweeps_hold_the_truth_and_take_fewer_games() {
    let rerolls = ("gang", [("chaser,bold", &[("rerolls", "1")][..]), ("chaser,bold", &[("rerolls", "2")][..])]);
    is_sound(&swept::differences(&rerolls, 200), 20.0);
    is_sound(
        &swept::differences(&("pig", [("hold:20,hold:25", &[]), ("hold:20,hold:25", &[("goal", "60")])]), 200),
        5.0,
    );
}

/// The difference is that of the two win shares, its interval is narrow, and all other differences are as played.
#[test]
fn differences_to_the_first_combination_are_without_luck() {
    let desk = Desk::new();
    let run = "--game gang --players 2 --bots chaser,bold --runs 4000 --seed 4 --vary rerolls=1..2";
    let told = desk.result(&format!("{run} --luck cancel --out c"));
    assert!(told.contains("the changes from the first combination are without luck, too"), "{told}");
    assert!(desk.read("c/report.html").contains("the changes from the first combination are without luck, too"));
    desk.result(&format!("{run} --out plain"));
    let [cancelled, plain] = ["c", "plain"].map(|folder| rows(&desk, &format!("{folder}/sweep.csv")));
    let of = |all: &[BTreeMap<String, String>], rerolls: &str| {
        let wanted = [("rerolls", rerolls), ("table", "summary"), ("strategy", "chaser"), ("metric", "win_share")];
        rows_with(all, &wanted).remove(0)
    };
    let (first, second, played) = (of(&cancelled, "1"), of(&cancelled, "2"), of(&plain, "2"));
    let expected = number(&second, "value") - number(&first, "value");
    assert!((number(&second, "against_first") - expected).abs() < 2e-6, "{second:?}");
    let [own, plain_ends] = [&second, &played].map(|row| ends(row, "against_first"));
    assert!(5.0 * (own.1 - own.0) < plain_ends.1 - plain_ends.0, "{own:?} {plain_ends:?}");
    assert!(own.0 < plain_ends.1 && plain_ends.0 < own.1, "{own:?} {plain_ends:?}");

    let others = |all: &[BTreeMap<String, String>]| {
        let is_other = |row: &&BTreeMap<String, String>| {
            !(row["table"] == "summary" && ["win_share", "luck_gain"].contains(&&*row["metric"]))
        };
        let fields = |row: &BTreeMap<String, String>| {
            let mut row = row.clone();
            row.remove("experiment");
            row
        };
        all.iter().filter(is_other).map(fields).collect::<Vec<_>>()
    };
    assert_eq!(others(&cancelled), others(&plain));
}

/// Where one of the two is as played, so is the difference, to the last digit.
#[test]
fn a_difference_to_what_is_as_played_is_as_played() {
    let desk = Desk::new();
    desk.write("reader.rhai", READER);
    let run = "--game gang --players 2 --bots reader.rhai,bold --runs 400 --seed 4";
    for (values, said) in [
        ("0|1", "so are the changes from the first combination, where the win shares are"),
        ("1|0", "the changes from the first combination are as played, because its win shares are"),
    ] {
        let vary = format!("--vary reader.rhai.k={values}");
        let told = desk.result(&format!("{run} {vary} --luck cancel --out c"));
        assert!(told.contains(said), "{told}");
        assert_eq!(desk.result("report c"), told);
        desk.result(&format!("{run} {vary} --out plain"));
        let [cancelled, plain] = ["c", "plain"].map(|folder| {
            let wanted = [("table", "summary"), ("metric", "win_share")];
            rows_with(&rows(&desk, &format!("{folder}/sweep.csv")), &wanted)
        });
        for (cancelled, plain) in cancelled.iter().zip(&plain) {
            for column in ["against_first", "against_first_lo", "against_first_hi"] {
                assert_eq!(cancelled[column], plain[column], "{values}");
            }
        }
        for folder in ["c", "plain"] {
            std::fs::remove_dir_all(desk.path(folder)).unwrap();
        }
    }
}

/// `boss:5` wins one of 340 to 600 games against `boss:2`: where few of the games are such an upset the interval reaches as far
/// as that as played.
#[test]
fn upsets_that_are_to_come_are_in_the_difference() {
    let desk = Desk::new();
    for seed in 1..=4 {
        let run = format!("--game gang --bots boss:2,boss:5 --runs 200 --seed {seed} --vary edition=blackrock|bga");
        desk.result(&format!("{run} --luck cancel --replace --out c"));
        desk.result(&format!("{run} --replace --out plain"));
        let [own, plain] = ["c", "plain"].map(|folder| {
            let wanted = [("table", "summary"), ("metric", "win_share"), ("edition", "bga"), ("strategy", "boss:2")];
            ends(&rows_with(&rows(&desk, &format!("{folder}/sweep.csv")), &wanted)[0], "against_first")
        });
        assert!(own.0 <= plain.0 && plain.1 <= own.1, "seed {seed}: {own:?}, as played {plain:?}");
    }
}

/// Sums that no games have are not read.
#[test]
fn differences_without_luck_have_their_limits() {
    let desk = Desk::new();
    desk.result("--game gang --players 2 --bots chaser,bold --runs 100 --luck cancel --vary rerolls=1..2 --out r");
    let text = desk.read("r/tallies.json");
    let (before, after) = text.split_once("\"without_luck\":{\"blocks\":{\"sum\":").unwrap();
    let rest = after.find(',').unwrap();
    for (factor, code) in [(1, Some(0)), (1 << 20, Some(2))] {
        let sum = after[..rest].parse::<i128>().unwrap() * factor;
        let changed = format!("{before}\"without_luck\":{{\"blocks\":{{\"sum\":{sum}{}", &after[rest..]);
        desk.write("r/tallies.json", changed);
        assert_eq!(desk.run("report r").code, code, "{sum}");
    }
}

/// Payoffs of 95% each; of the rest, which holds together, no number is held more seldom; and no more than 5% of tournaments that
/// are watched miss a difference at any look, but for chance: of 60, at most 8 with a probability of 99.8 %.
#[test]
fn numbers_of_tournaments_hold_the_truth_and_take_fewer_games() {
    let case: toured::Case = ("gang", 2, &["chaser", "bold", "boss:3"]);
    let found = toured::numbers(&case, 200);
    assert_eq!(found.len(), 6 + 3 + 3 + 3);
    // Ratings are no means, so that of few games they may differ on average. And `boss:3` wins a game in 17 of `chaser`.
    let (ratings, means): (Vec<Found>, Vec<Found>) = found.iter().cloned().partition(|it| it.title.contains("rating"));
    is_sound(&means, 10.0);
    for rating in ratings {
        let (covered, all) = rating.covered(0);
        assert!(covered >= 180, "{}: {covered} of {all}", rating.title);
    }
    let [missed, _] = toured::missed(&case, 60, &found);
    assert!(missed <= 8, "{missed} of 60");
}

/// The games are the same, and so is all that is made of them with other threads, from the records, from `run.json`, and
/// going on; the record says what was done, and another choice is another tournament.
#[test]
fn tournaments_without_luck_are_the_same_in_any_way() {
    let desk = Desk::new();
    let run = "tournament chaser bold boss:3 --game gang --players 2 --allot even --seed 4 --quiet";
    desk.result(&format!("{run} --runs 2000 --out plain"));
    let told = desk.result(&format!("{run} --runs 2000 --luck cancel --threads 1 --out c"));
    assert!(told.contains("luck is cancelled in all win shares"), "{told}");
    assert!(desk.read("c/run.json").contains("\"luck\": \"cancel\""));
    let page = desk.read("c/report.html");
    assert!(page.contains("Luck is cancelled in all win shares") && page.contains("--luck cancel"));
    assert!(!desk.read("plain/tallies.json").contains("without_luck"));

    let [own, plain] = ["c", "plain"].map(|folder| rows(&desk, &format!("{folder}/payoffs.csv")));
    for (own, plain) in own.iter().zip(&plain) {
        assert_eq!(
            ["cell", "strategy", "others", "games"].map(|name| &own[name]),
            ["cell", "strategy", "others", "games"].map(|name| &plain[name])
        );
        let [(lo, hi), (plain_lo, plain_hi)] = [own, plain].map(|row| ends(row, "win_share"));
        // Where few games decide the interval reaches as far as that as played.
        let is_narrow = own["luck_gain"].is_empty() || 3.0 * (hi - lo) < plain_hi - plain_lo;
        assert!(lo <= plain_hi && plain_lo <= hi && is_narrow, "{own:?} {plain:?}");
    }
    let known = own.iter().filter(|row| !row["luck_gain"].is_empty());
    assert!(known.clone().count() >= 2 && known.clone().all(|row| !row["cell"].is_empty()), "{own:?}");

    let files = desk.files("c");
    desk.result(&format!("{run} --runs 2000 --luck cancel --threads 3 --out three"));
    assert!(desk.files("three") == files, "threads");
    assert_eq!(desk.result("report c"), told);
    assert!(desk.files("c") == files, "report");
    desk.result("run c/run.json --out again");
    assert!(desk.files("again") == files, "run.json");
    desk.result(&format!("{run} --runs 500 --luck cancel --out longer"));
    desk.refused(&format!("{run} --runs 2000 --out longer --resume"), &["luck"]);
    desk.result(&format!("{run} --runs 2000 --luck cancel --out longer --resume"));
    assert!(desk.files("longer") == files, "resume");
}

/// A table has the payoffs of a comparison without luck of the same blocks: the second road.
#[test]
fn a_payoff_without_luck_is_what_a_comparison_says_of_the_same_blocks() {
    let desk = Desk::new();
    desk.result("tournament chaser bold boss:3 --players 3 --runs 1 --seed 9 --luck cancel --out t --quiet");
    desk.result("compare chaser bold --against boss:3 --runs 384 --seed 9 --luck cancel --out c --quiet");
    let (payoffs, compared) = (rows(&desk, "t/payoffs.csv"), rows(&desk, "c/compare.csv"));
    for (strategy, mean) in [("chaser", "mean_a"), ("bold", "mean_b")] {
        let row = rows_with(&payoffs, &[("strategy", strategy), ("others", "boss:3; boss:3")]).remove(0);
        assert_eq!(row["win_share"], compared[0][mean], "{strategy}");
    }
}

/// Where it cannot be cancelled for one entrant the whole tournament is as played with `auto`, which says so, and refused with
/// `cancel`.
#[test]
fn a_tournament_of_which_luck_is_not_known_is_as_played() {
    let desk = Desk::new();
    desk.write("reader.rhai", READER);
    let run = "tournament chaser bold reader.rhai:k=1 --game gang --players 2 --runs 1 --seed 4 --quiet";
    desk.refused(&format!("{run} --luck cancel --out r"), &["--luck cancel", "reader:k=1 reads 'seen'", "--luck auto"]);
    desk.refused("tournament elite random --game battle --luck cancel --out r", &["--luck", "random may look at more"]);
    let told = desk.result(&format!("{run} --luck auto --out auto"));
    let why = "luck is not cancelled: reader:k=1 reads 'seen'";
    assert!(told.contains(why), "{told}");
    assert_eq!(desk.result("report auto"), told);
    assert!(desk.read("auto/run.json").contains("\"luck_as_played\": \"reader:k=1 reads 'seen'"));
    desk.result(&format!("{run} --out plain"));
    let [auto, plain] = ["auto", "plain"].map(|folder| rows(&desk, &format!("{folder}/payoffs.csv")));
    for (auto, plain) in auto.iter().zip(&plain) {
        assert_eq!((&auto["win_share"], &*auto["luck_gain"]), (&plain["win_share"], ""));
    }
}

/// Sums that no games have are not read.
#[test]
fn payoffs_without_luck_have_their_limits() {
    let desk = Desk::new();
    desk.result("tournament chaser bold --game gang --players 2 --runs 1 --luck cancel --out r --quiet");
    let text = desk.read("r/tallies.json");
    let (before, after) = text.split_once("\"without_luck\":{\"all\":{\"blocks\":{\"sum\":").unwrap();
    let rest = after.find(',').unwrap();
    for (factor, code) in [(1, Some(0)), (2, Some(2))] {
        let sum = after[..rest].parse::<i128>().unwrap() * factor;
        let changed = format!("{before}\"without_luck\":{{\"all\":{{\"blocks\":{{\"sum\":{sum}{}", &after[rest..]);
        desk.write("r/tallies.json", changed);
        assert_eq!(desk.run("report r").code, code, "{sum}");
    }
}

/// The differences of races and tests; and the best candidate wins more races than as played.
#[test]
fn differences_of_races_hold_the_truth_and_choose_better() {
    let case: tuned::Case = ("gang", 2, &["chaser", "chaser:above=8", "chaser:above=12", "chaser:above=14"], "bold");
    let (found, [won, as_played]) = tuned::numbers(&case, 200);
    assert_eq!(found.len(), 3 + 1);
    is_sound(&found, 3.0);
    assert!(won > as_played, "{won} and {as_played} of 200");
}

/// The same files with other threads, from the records, from `run.json`, and going on; the record says what was done.
#[test]
fn races_without_luck_are_the_same_in_any_way() {
    let desk = Desk::new();
    let run = "tune chaser --param above=8..14/3 --against bold --game gang --players 2 --runs 20000 --seed 4 --quiet";
    desk.result(&format!("{run} --out plain"));
    let told = desk.result(&format!("{run} --luck cancel --threads 1 --out c"));
    assert!(told.contains("luck is cancelled in win shares and differences, in the race and in the test"), "{told}");
    assert!(desk.read("c/run.json").contains("\"luck\": \"cancel\""));
    let page = desk.read("c/report.html");
    assert!(
        page.contains("Luck is cancelled in win shares and differences") && page.matches("--luck cancel").count() == 1
    );
    let plain = desk.read("plain/tallies.json");
    assert!(!plain.contains("cancelled") && !plain.contains("played"));

    let files = desk.files("c");
    desk.result(&format!("{run} --luck cancel --threads 3 --out three"));
    assert!(desk.files("three") == files, "threads");
    assert_eq!(desk.result("report c"), told);
    assert!(desk.files("c") == files, "report");
    desk.result("run c/run.json --out again");
    assert!(desk.files("again") == files, "run.json");
    desk.refused(&format!("{run} --out c --resume"), &["luck"]);
    assert_eq!(desk.result(&format!("{run} --luck cancel --out c --resume")), told);
    assert!(desk.files("c") == files, "resume");

    let last = rows(&desk, "c/tune.csv").into_iter().find(|row| row["kind"] == "winner").unwrap();
    assert!(number(&last, "luck_gain") > 3.0, "{last:?}");
    let tested = &rows(&desk, "c/compare.csv")[0];
    assert!(tested["luck_gain"].parse::<f64>().unwrap() > 3.0, "{tested:?}");
}

/// Where luck is not known of a candidate that was typed, `cancel` refuses the race and `auto` plays it as it is.
#[test]
fn a_race_of_which_luck_is_not_known_is_as_played() {
    let desk = Desk::new();
    desk.write("reader.rhai", READER.replace("most: 1", "most: 2"));
    let run = "tune reader.rhai --param k=1|2 --against bold --game gang --players 2 --runs 2000 --seed 4 --quiet";
    desk.refused(&format!("{run} --luck cancel --out r"), &["--luck cancel", "reader:k=1 reads 'seen'", "--luck auto"]);
    let told = desk.result(&format!("{run} --luck auto --out auto"));
    assert!(told.contains("luck is not cancelled: reader:k=1 reads 'seen'"), "{told}");
    assert_eq!(desk.result("report auto"), told);
    assert!(desk.read("auto/run.json").contains("\"luck_as_played\": \"reader:k=1 reads 'seen'"));
    desk.result(&format!("{run} --out plain"));
    let [auto, plain] = ["auto", "plain"].map(|folder| rows(&desk, &format!("{folder}/tune.csv")));
    for (auto, plain) in auto.iter().zip(&plain) {
        assert_eq!((&auto["diff"], &*auto["luck_gain"]), (&plain["diff"], ""));
    }
}

#[test]
fn win_shares_of_seats_hold_the_truth_and_take_fewer_games() {
    is_sound(&designed::numbers(&("gang", "chaser,bold", &[]), 200), 10.0);
}

/// The targets of seats are narrow, those of lengths as played; the same files with other threads, from the records, from `run.json`,
/// in parts of a run, and going on.
#[test]
fn designs_without_luck_are_the_same_in_any_way() {
    let desk = Desk::new();
    let run = "tune game --game gang --players 2 --bots chaser,bold --vary rerolls=1..2 --target seat2-seat1=0±0.05 --target rounds=5..9 \
               --seed 4 --quiet";
    desk.result(&format!("{run} --runs 2000 --out plain"));
    let told = desk.result(&format!("{run} --runs 2000 --luck cancel --threads 1 --out c"));
    let said = "luck is cancelled in the win shares of seats and their differences; other numbers are as played";
    assert!(told.contains(said), "{told}");
    assert!(desk.read("c/run.json").contains("\"luck\": \"cancel\""));
    let page = desk.read("c/report.html");
    assert!(
        page.contains("Luck is cancelled in the win shares of seats") && page.matches("--luck cancel").count() == 1
    );
    let [own, plain] = ["c", "plain"].map(|folder| rows(&desk, &format!("{folder}/tune.csv")));
    for own in &own {
        let plain = plain.iter().find(|plain| plain["rerolls"] == own["rerolls"]).unwrap();
        let [(lo, hi), (plain_lo, plain_hi)] = [own, plain].map(|row| ends(row, "seat2-seat1"));
        assert!(lo <= plain_hi && plain_lo <= hi && 5.0 * (hi - lo) < plain_hi - plain_lo, "{own:?} {plain:?}");
        assert_eq!((&own["rounds"], &own["rounds_lo"]), (&plain["rounds"], &plain["rounds_lo"]));
    }
    let turned =
        desk.result(&format!("{} --runs 2000 --luck cancel --out turned", run.replace("seat2-seat1", "seat1-seat2")));
    assert!(turned.contains("seat1-seat2"));
    for (own, turned) in own.iter().zip(&rows(&desk, "turned/tune.csv")) {
        assert_eq!(number(own, "seat2-seat1"), -number(turned, "seat1-seat2"));
    }

    let files = desk.files("c");
    desk.result(&format!("{run} --runs 2000 --luck cancel --threads 3 --out three"));
    assert!(desk.files("three") == files, "threads");
    assert_eq!(desk.result("report c"), told);
    assert!(desk.files("c") == files, "report");
    desk.result("run c/run.json --out again");
    assert!(desk.files("again") == files, "run.json");
    desk.result(&format!("{run} --runs 500 --luck cancel --out longer"));
    desk.refused(&format!("{run} --runs 2000 --out longer --resume"), &["luck"]);
    desk.result(&format!("{run} --runs 2000 --luck cancel --out longer --resume"));
    assert!(desk.files("longer") == files, "resume");
}

/// A design of which luck is not known is as played, and is said to be; all of them are refused.
#[test]
fn designs_of_which_luck_is_not_known_are_as_played() {
    let desk = Desk::new();
    desk.write("reader.rhai", READER);
    let run =
        "tune game --game gang --players 2 --bots reader.rhai,bold --target seat1=0.3..0.6 --runs 400 --seed 4 --quiet";
    desk.refused(
        &format!("{} --vary rerolls=1..2 --luck cancel --out r", run.replace("reader.rhai", "reader.rhai:k=1")),
        &["--luck cancel", "reader:k=1 reads 'seen'", "--luck auto"],
    );
    let told = desk.result(&format!("{run} --vary reader.rhai.k=0|1 --luck cancel --out c"));
    assert!(
        told.contains("in 1 of the 2 designs, where it is known; not in the others: reader:k=1 reads 'seen'"),
        "{told}"
    );
    desk.result(&format!("{run} --vary reader.rhai.k=0|1 --out plain"));
    let shares = ["c", "plain"].map(|folder| {
        let rows = rows(&desk, &format!("{folder}/tune.csv"));
        rows.iter().map(|row| row["seat1"].clone()).collect::<std::collections::BTreeSet<_>>()
    });
    assert_eq!(shares[0].intersection(&shares[1]).count(), 1, "{shares:?}");
}
