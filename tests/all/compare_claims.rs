//! What is said of a comparison: no sentence claims more than its interval holds, no note is there where it is not true, and
//! intervals after an early stop are about as wide as the spread of the blocks makes them.

use crate::compare::rows;
use crate::program::Desk;
use analyze::record::{ArmRecord, COMPARE, CompareTallies, FORMAT, PairRecord, PairedSums, Terms, TestRecord};
use analyze::report::compare::{Judge, Verdict, verdict_sentence};
use analyze::stats::Interval;
use std::collections::BTreeMap;

/// Two players, and as many blocks whose differences lie in turn 15 60ths of two games above and below `centre`.
fn tallies(test: TestRecord, margin: &str, (blocks, centre): (u64, i64)) -> CompareTallies {
    let (mut arms, mut pair) = (vec![ArmRecord::default(); 2], PairRecord::default());
    for block in 0..blocks {
        let difference = centre + if block % 2 == 0 { 15 } else { -15 };
        arms[0].share.add(60 + difference, (60 + difference) * (60 + difference) / 2);
        arms[1].share.add(60, 1800);
        pair.share.add(difference);
        pair.divergent += 1;
    }
    let mut sums = PairedSums::new(1, 2);
    sums.blocks = blocks;
    (sums.fields[0].arms, sums.fields[0].pairs) = (arms, vec![pair]);
    let terms = Terms {
        until: "verdict".to_owned(),
        test,
        margin: margin.parse().unwrap(),
        alpha: "0.05".parse().unwrap(),
        win_shares_alone: true,
        beta: (test == TestRecord::Sprt).then(|| "0.05".parse().unwrap()),
    };
    CompareTallies {
        command: COMPARE.to_owned(),
        format: FORMAT,
        game: "gang".to_owned(),
        notes: Vec::new(),
        players: 2,
        highest_score: 1,
        arms: vec!["A".to_owned(), "B".to_owned()],
        against: vec!["B".to_owned()],
        terms,
        sums,
    }
}

/// What words claim of the difference, as what the interval must be.
fn assert_claims_no_more(sentence: &str, Interval { lo, hi }: Interval, margin: f64) {
    let claims: [(&str, bool); 8] = [
        ("A is better than B:", lo > 0.0),
        (&format!("A is better than B by {margin} or more ("), lo >= margin),
        ("A is better than B, ", lo > 0.0),
        (&format!("by less than {margin}"), hi < margin),
        ("A is worse than B", hi < 0.0),
        (&format!("are equal within {margin}"), -margin <= lo && hi <= margin),
        ("neither answer is plausible", lo > 0.0 && hi < margin),
        ("A may be no better than B, or better by", lo <= 0.0 && hi >= margin),
    ];
    for (words, holds) in claims {
        assert!(!sentence.contains(words) || holds, "[{lo}, {hi}], margin {margin}: {sentence}");
    }
    let said = claims.iter().any(|(words, _)| sentence.contains(words)) || sentence.starts_with("Undecided between");
    assert!(said, "{sentence}");
}

/// Truth below, between and above the hypotheses, by every test, early and late.
#[test]
fn no_sentence_claims_more_than_its_interval() {
    let (mut seen, mut implausible) = (BTreeMap::new(), 0);
    for test in [TestRecord::Student, TestRecord::Cs, TestRecord::Sprt] {
        for margin in ["0.002", "0.05", "0.2", "0.4"] {
            for blocks in [100, 400, 5_000] {
                for centre in (-44..=44).chain([-2, -1, 1, 2].map(|at| at * 10)) {
                    let tallies = tallies(test, margin, (blocks, centre));
                    let contrasts = Judge::new(&tallies.terms, 2).unwrap().contrasts(&tallies);
                    let sentence = verdict_sentence(&tallies, &contrasts, |number| number.to_string());
                    let interval = contrasts[0].difference.unwrap().interval.unwrap();
                    let margin = tallies.terms.margin.value();
                    assert_claims_no_more(&sentence, interval, margin);
                    let between = interval.lo > 0.0 && interval.hi < margin;
                    let is_test = matches!(contrasts[0].verdict, Verdict::H0 | Verdict::H1);
                    assert_eq!(sentence.contains("neither answer is plausible"), is_test && between, "{sentence}");
                    implausible += u64::from(is_test && between);
                    *seen.entry(contrasts[0].verdict.name()).or_insert(0) += 1;
                }
            }
        }
    }
    assert_eq!(seen.len(), 6, "all verdicts are met: {seen:?}");
    assert!(implausible > 10);
}

/// The trap that testers of chess programs know: with both hypotheses far from the truth one is accepted all the same.
#[test]
fn a_test_between_its_hypotheses_does_not_claim_the_margin() {
    let tallies = tallies(TestRecord::Sprt, "0.4", (400, 30));
    let contrasts = Judge::new(&tallies.terms, 2).unwrap().contrasts(&tallies);
    let sentence = verdict_sentence(&tallies, &contrasts, |number| number.to_string());
    let start = "A is better than B, but by less than 0.4 (the test says: better, but neither answer is plausible: the interval \
                 contains neither 0 nor 0.4): the win share of A minus that of B is 0.25";
    assert!(sentence.starts_with(start), "{sentence}");
}

/// Among copies of the other a win share is a half of two and a third of three on average, so that no difference is larger
/// than what is left; against copies of the first that is a third of three.
#[test]
fn margins_that_no_result_can_reach_are_refused() {
    let desk = Desk::new();
    let sprt = "--game gang --until verdict --test sprt --out out";
    desk.refused(&format!("compare chaser bold --players 2 {sprt} --margin 0.9"), &["--margin: 0.9", "0.5000"]);
    desk.refused(&format!("compare chaser bold --players 3 {sprt} --margin 0.4"), &["--margin: 0.4", "0.3333"]);
    desk.refused("compare chaser bold --game gang --players 2 --margin 0.6 --runs 100 --out out", &["0.5000"]);
    desk.refused("compare chaser bold --game gang --players 3 --margin 0.7 --runs 100 --out out", &["0.6667"]);
    let against = "compare chaser bold --game gang --players 3 --against odds --margin 0.9 --runs 300 --out out";
    assert_eq!(desk.run(against).code, Some(0), "against others everything can be won");
}

/// Widths of all numbers of the win shares and scores in these rows that are not known.
fn widths(rows: &[BTreeMap<String, String>]) -> Vec<f64> {
    let width = |row: &BTreeMap<String, String>, column: &str| {
        let end = |end: &str| row[&format!("{column}_{end}")].parse::<f64>().unwrap();
        end("hi") - end("lo")
    };
    rows.iter().flat_map(|row| ["mean_a", "mean_b", "diff"].map(|column| width(row, column))).collect()
}

/// What stops after 100 blocks has intervals at most 2.5 times as wide as Student's of the same games, score or win share; of a
/// win share as wide as an upset makes it that may come in ln 40 of 100 blocks and has not.
#[test]
fn intervals_after_an_early_stop_are_about_as_wide_as_the_spread_makes_them() {
    let desk = Desk::new();
    for (compared, games) in [
        ("optimal-turn random --game pot --players 2", 200),
        ("chaser stand:1 --game gang --players 3", 300),
        ("hold:20 hold:2 --game pig --players 4", 400),
    ] {
        let printed = |more: &str, out: &str| {
            rows(&desk.result(&format!("compare {compared} {more} --out {out}-{games} --format csv")))
        };
        let (stopped, fixed) = (printed("--until verdict", "stopped"), printed(&format!("--runs {games}"), "fixed"));
        assert_eq!(stopped[0]["blocks"], "100", "{compared}");
        let unseen = [40f64.ln() / 100.0; 3];
        let least = stopped.iter().flat_map(|row| if row["metric"] == "ev" { [0.0; 3] } else { unseen });
        for ((own, students), least) in widths(&stopped).into_iter().zip(widths(&fixed)).zip(least) {
            assert!(own <= 2.5 * f64::max(students, least) + 1e-6, "{compared}: {own} and {students}");
        }
    }
}

const TOO_LARGE: &str = "The estimate is too large on average, because the run stopped when the difference looked large. Its interval \
                         is still valid.";

/// Neither of two that are equal, nor where the games were over before there was a verdict, nor of a fixed number of games.
#[test]
fn that_an_estimate_is_too_large_is_said_where_it_is_true() {
    let desk = Desk::new();
    let commands = [
        ("chaser stand:1 --players 3 --until verdict", true),
        ("stand:3 stand:3 --players 2 --until verdict", false),
        ("chaser endgame --players 3 --until verdict --runs 3e2", false),
        ("chaser stand:1 --players 3 --runs 300", false),
        ("boss:2 chaser --players 2 --until verdict --test sprt --margin 0.05", false),
    ];
    for (at, (command, is_said)) in commands.into_iter().enumerate() {
        let said = desk.result(&format!("compare {command} --game gang --out out-{at}"));
        assert_eq!(said.contains(TOO_LARGE), is_said, "{command}: {said}");
        assert!(!said.contains("looked large enough"), "{said}");
    }
}

/// A strategy under two names: its win share without luck is known exactly, and what is left beside it is rounding.
#[test]
fn intervals_of_values_without_luck_hold_what_rounding_makes_of_them() {
    let desk = Desk::new();
    let copy = desk.result("show stand --game gang").replace("name = \"stand\"", "name = \"copy\"");
    desk.write("copy.toml", copy.replace("default = 2", "default = 3"));
    let command = "compare stand:3 copy.toml --game gang --players 2 --runs 1e4 --luck cancel --out out --format json";
    let printed = desk.result(command);
    let rows: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let row = rows.as_array().or_else(|| rows["rows"].as_array()).unwrap()[0].clone();
    let number = |column: &str| row[column].as_f64().unwrap();
    assert!(number("mean_b_lo") <= 0.5 && 0.5 <= number("mean_b_hi"), "{row}");
    assert!(number("mean_b_hi") - number("mean_b_lo") < 1e-5, "{row}");
    assert!(row["pairing_gain"].is_null() && row["luck_gain"].is_null(), "{row}");
}
