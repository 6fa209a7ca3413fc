//! `analyze tune` where the best value is known: the exact win chances of holding at any turn total against another.

use super::chances::{hold, play};
use crate::compare::rows;
use crate::program::Desk;
use analyze::games::BuiltIn;
use analyze::games::Setting;
use analyze::games::pig::Pig;

/// The exact win share of holding at `at` against holding at 8, each of the two beginning half of the games.
fn share(goal: u32, at: u32) -> f64 {
    let options = vec![("goal".to_owned(), goal.to_string())];
    let rules = *Pig::set_up(2, &Setting { options, ..Setting::default() }).unwrap().rules();
    let chances = play(&rules, &hold(at), &hold(8));
    (chances.a[0][0] + 1.0 - chances.b[0][0]) / 2.0
}

/// Sixteen values, the default among the worst. What is found is worth at most a hundredth less than the best, and the
/// interval of the test holds the exact difference.
#[test]
fn what_is_planted_is_found_and_tested() {
    let desk = Desk::new();
    let best = (2..=32).map(|at| share(40, at)).fold(0.0, f64::max);
    for seed in 1..=4 {
        let command =
            format!("tune hold:3 --param at=2..32/15 --against hold:8 --players 2 --rule goal=40 --seed {seed}");
        desk.refused(&command, &["'at' is tuned and given in 'hold:3' too"]);
        desk.write("mine.toml", "name = \"mine\"\nabout = \"a\"\ngame = \"pig\"\nhold = \"at\"\n[parameters]\nat = { default = 3, least = 1, most = 99, about = \"a\" }\n");
        let command = command.replace("hold:3", "mine.toml");
        let told = desk.result(&format!("{command} --game pig --runs 120000 --replace --out out"));
        let test = rows(&desk.read("out/compare.csv")).remove(0);
        let (found, default) = (&test["a"], &test["b"]);
        assert_eq!((&**default, &*test["metric"], &*test["verdict"]), ("mine", "win_share", "better"), "{told}");
        let typed = found.replacen("mine", "mine.toml", 1);
        assert!(told.contains(&format!("To play it: --bots {typed}\n")), "{told}");
        let at: u32 = found.strip_prefix("mine:at=").unwrap().parse().unwrap();
        assert!(share(40, at) > best - 0.01, "{found} wins {}, the best {best}", share(40, at));
        let exact = share(40, at) - share(40, 3);
        let end = |column: &str| test[column].parse::<f64>().unwrap();
        // Four standard errors, two of which make the interval.
        let half = end("diff_hi") - end("diff_lo");
        assert!((end("diff") - exact).abs() < half, "{exact} is not {}", end("diff"));
    }
}

/// What lies between the values typed is tried near the best: with steps of 6 the race comes to numbers that are no
/// multiples of 6.
#[test]
fn what_lies_between_the_values_is_tried() {
    let desk = Desk::new();
    desk.result("tune hold --param at=6..36/5 --against hold:8 --players 2 --rule goal=40 --runs 120000 --out out");
    let rows = rows(&desk.read("out/tune.csv"));
    let values: Vec<u32> = rows.iter().map(|row| row["at"].parse().unwrap()).collect();
    assert!(values.iter().any(|at| at % 6 != 0 && *at != 20), "{values:?}");
    assert!(rows.iter().any(|row| row["stage"] == "3"), "{values:?}");
    let found = values[0];
    let best = (2..=36).map(|at| share(40, at)).fold(0.0, f64::max);
    assert!(share(40, found) > best - 0.01, "{found}");
}

/// Both hold at 8: how often the one wins who starts is known for every goal. With tolerances round the exact chances the
/// designs of low goals meet a target, or do not.
#[test]
fn designs_that_are_known_to_meet_a_target_are_found() {
    let first = |goal: u32| {
        let options = vec![("goal".to_owned(), goal.to_string())];
        let rules = *Pig::set_up(2, &Setting { options, ..Setting::default() }).unwrap().rules();
        play(&rules, &hold(8), &hold(8)).a[0][0]
    };
    let desk = Desk::new();
    let (short, long) = (first(10), first(60));
    assert!(short - long > 0.05, "{short} {long}");
    let target = format!("--target seat1={short:.4}+-0.02");
    desk.result(&format!(
        "tune game --game pig --players 2 --bots hold:8 --vary goal=10|60 {target} --runs 40000 --out out"
    ));
    let designs = rows(&desk.read("out/tune.csv"));
    let met: Vec<(&str, &str)> = designs.iter().map(|row| (&*row["goal"], &*row["targets"])).collect();
    assert_eq!(met, [("10", "met"), ("60", "not_met")]);
    for row in &designs {
        let number = |column: &str| row[column].parse::<f64>().unwrap();
        let exact = first(row["goal"].parse().unwrap());
        assert!(number("seat1_lo") <= exact && exact <= number("seat1_hi"), "{exact}: {row:?}");
    }
    // None meets a target between them: both are on the front, each nearest to one of two.
    let told = desk.result(&format!(
        "tune game --game pig --players 2 --bots hold:8 --vary goal=10|60 --runs 40000 --out front {target} --target turns=40..60"
    ));
    assert!(told.contains("None of 2 designs meets all targets") && told.contains("goal=10; goal=60"), "{told}");
}
