//! `analyze cards` and `analyze show plan`, as a user runs them.
//!
//! Owns what is expected of their files, their refusals and their numbers. Those come from enumeration
//! (`brute`), from an independent program, or from a few lines of arithmetic beside them.

mod brute;
mod plans;

use assert_cmd::Command;
use brute::{Brute, Memo, TEST_CARDS, invalid, kept_by, score};
use std::collections::HashMap;
use std::path::Path;
use tempfile::TempDir;

/// A row of a CSV file by the names of its columns.
type Row = HashMap<String, String>;

/// The command, with its files in `reports/cards` if it does not say where.
fn analyze(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("analyze");
    command.current_dir(folder).args(arguments);
    if arguments[0] == "cards" && !arguments.contains(&"--out") {
        command.args(["--out", "reports/cards"]);
    }
    command
}

fn output(folder: &Path, arguments: &[&str]) -> String {
    let output = analyze(folder, arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The exit code and what standard error says.
fn refused(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = analyze(folder, arguments).output().unwrap();
    assert!(output.stdout.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stdout));
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn rows(text: &str) -> Vec<Row> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(|row| row.unwrap()).collect()
}

fn file(folder: &Path, name: &str) -> Vec<Row> {
    rows(&std::fs::read_to_string(folder.join(name)).unwrap())
}

fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

/// The row with these values in these columns.
fn find<'r>(rows: &'r [Row], wanted: &[(&str, &str)]) -> &'r Row {
    let mut found = rows.iter().filter(|row| wanted.iter().all(|(column, value)| row[*column] == *value));
    let row = found.next().unwrap_or_else(|| panic!("no row with {wanted:?}"));
    assert!(found.next().is_none(), "more than one row with {wanted:?}");
    row
}

/// A deck of light cards: id, condition, trigger.
fn deck(folder: &Path, cards: &[(&str, &str, &str)]) {
    let mut text = "id = \"test\"\nname = \"Test\"\n".to_owned();
    for (id, condition, trigger) in cards {
        text.push_str(&format!(
            "[[card]]\nid = \"{id}\"\ncondition = \"{condition}\"\ntrigger = \"{trigger}\"\nback = \"light\"\n"
        ));
    }
    std::fs::write(folder.join("deck.toml"), text).unwrap();
}

fn assert_near(row: &Row, column: &str, expected: f64) {
    let found = number(row, column);
    assert!((found - expected).abs() < 2e-12, "{column} is {found}, not {expected}: {row:?}");
}

/// The test deck, solved up to three dice.
fn solved_test_deck(rerolls: u8) -> TempDir {
    let folder = TempDir::new().unwrap();
    deck(folder.path(), &TEST_CARDS.map(|(id, condition, trigger, _)| (id, condition, trigger)));
    let rule = format!("rerolls={rerolls}");
    let rules = ["--deck", "deck.toml", "--rule", &rule, "--rule", "bonus=[]", "--out", "out", "--quiet"];
    output(folder.path(), &[&["cards", "--max-dice", "3", "--runs", "60"], &rules[..]].concat());
    folder
}

#[test]
fn difficulty_and_reach_agree_with_enumeration() {
    for rerolls in [2, 1] {
        let folder = solved_test_deck(rerolls);
        let (difficulty, reach) = (file(folder.path(), "out/difficulty.csv"), file(folder.path(), "out/reach.csv"));
        assert_eq!(difficulty.len(), 3 * TEST_CARDS.len());
        assert_eq!(reach.len(), (6 + 11 + 16) * TEST_CARDS.len());
        for (id, _, trigger, holds) in TEST_CARDS {
            for dice in 1..=3 {
                let turn = Brute::new(dice, rerolls, trigger == "explosion", holds);
                let row = find(&difficulty, &[("card", id), ("dice", &dice.to_string())]);
                let offending = turn.all.iter().filter(|roll| holds(roll)).count() as f64 / turn.all.len() as f64;
                assert_near(row, "first_roll_invalid", offending);
                assert_near(row, "stand_invalid", offending);
                assert_near(row, "stand_score", turn.expected(&mut |roll, _| roll.to_vec(), &score));
                assert_near(row, "max_score", turn.highest(&score));
                assert_near(row, "max_valid", turn.highest(&|result| 1.0 - invalid(result)));
                let mut memo = Memo::new();
                let mut plan = |roll: &[u8], left: u8| turn.best(&mut memo, roll, left, &score).1;
                assert_near(row, "invalid_at_max_score", turn.expected(&mut plan, &invalid));
                for target in 0..=5 * dice as u32 {
                    let wanted = [("card", id), ("dice", &dice.to_string()), ("target", &target.to_string())];
                    let reached =
                        |result: Option<u32>| f64::from(u8::from(result.is_some_and(|total| total >= target)));
                    assert_near(find(&reach, &wanted), "p", turn.highest(&reached));
                }
            }
        }
    }
}

#[test]
fn policies_agree_with_enumeration() {
    let folder = solved_test_deck(2);
    let (policies, difficulty) = (file(folder.path(), "out/policies.csv"), file(folder.path(), "out/difficulty.csv"));
    let names = ["stand", "boss", "all", "odd", "below:2", "below:3", "below:4", "below:5", "lowest", "offending"];
    assert_eq!(policies.len(), 3 * TEST_CARDS.len() * names.len());
    for (id, _, trigger, holds) in TEST_CARDS {
        for dice in 1..=3 {
            let turn = Brute::new(dice, 2, trigger == "explosion", holds);
            let best = number(find(&difficulty, &[("card", id), ("dice", &dice.to_string())]), "max_score");
            for name in names {
                let row = find(&policies, &[("card", id), ("dice", &dice.to_string()), ("policy", name)]);
                let mut keep = |roll: &[u8], _: u8| kept_by(name, holds, roll);
                let (score, invalid) = (turn.expected(&mut keep, &score), turn.expected(&mut keep, &invalid));
                assert_near(row, "score", score);
                assert_near(row, "invalid", invalid);
                assert_near(row, "loss", best - score);
                assert!(!row["loss"].starts_with('-'));
                if invalid < 1.0 - 1e-9 {
                    assert_near(row, "valid_total_mean", score / (1.0 - invalid));
                } else {
                    assert_eq!(row["valid_total_mean"], "");
                }
            }
        }
    }
}

/// From an independent program that enumerates.
#[test]
fn known_values_of_the_default_deck() {
    let folder = TempDir::new().unwrap();
    output(folder.path(), &["cards", "--max-dice", "5", "--runs", "3", "--quiet"]);
    let difficulty = file(folder.path(), "reports/cards/difficulty.csv");
    for (card, dice, value) in [
        ("sum7-bomb", "2", 4.515132),
        ("run2-explosion", "3", 3.771798),
        ("pair-bomb", "4", 8.382592),
        ("fives2-explosion", "5", 11.506957),
    ] {
        let found = number(find(&difficulty, &[("card", card), ("dice", dice)]), "max_score");
        assert!((found - value).abs() < 5e-7, "{card}: {found}");
    }
    let reach = file(folder.path(), "reports/cards/reach.csv");
    let p = number(find(&reach, &[("card", "sum7-bomb"), ("dice", "2"), ("target", "6")]), "p");
    assert!((p - 0.401342).abs() < 5e-7, "{p}");
}

/// The last value is of the independent program, too; the card seldom bites, so more dice are better to the end.
#[test]
fn a_card_on_which_more_dice_are_always_better() {
    let folder = TempDir::new().unwrap();
    deck(folder.path(), &[("any1", "any:1", "bomb")]);
    let rules = ["--deck", "deck.toml", "--rule", "bonus=[]", "--max-dice", "5", "--runs", "3", "--format", "csv"];
    let summary = rows(&output(folder.path(), &[&["cards"], &rules[..]].concat()));
    assert_eq!((summary[0]["best_dice"].as_str(), summary[0]["best_beyond_limit"].as_str()), ("48", "yes"));
    let difficulty = file(folder.path(), "reports/cards/difficulty.csv");
    let found = number(find(&difficulty, &[("dice", "5")]), "max_score");
    assert!((found - 15.948552).abs() < 5e-7, "{found}");
}

#[test]
fn the_files_are_those_promised() {
    let folder = TempDir::new().unwrap();
    let arguments = ["cards", "--max-dice", "2", "--runs", "30", "--policies", "boss,below:3", "--out", "here"];
    output(folder.path(), &arguments);
    let here = folder.path().join("here");
    let mut names: Vec<String> =
        std::fs::read_dir(&here).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let expected = "cards.json cards_summary.csv datapackage.json difficulty.csv keeps.csv policies.csv reach.csv report.html run.json tallies.json";
    assert_eq!(names.join(" "), expected);
    let header = |name: &str| std::fs::read_to_string(here.join(name)).unwrap().lines().next().unwrap().to_owned();
    assert_eq!(
        header("difficulty.csv"),
        "card,condition,trigger,back,dice,first_roll_invalid,max_score,invalid_at_max_score,max_valid,stand_score,stand_invalid"
    );
    assert_eq!(header("reach.csv"), "card,condition,trigger,back,dice,target,p");
    assert_eq!(header("policies.csv"), "card,condition,trigger,back,dice,policy,score,invalid,valid_total_mean,loss");
    assert_eq!(
        header("cards_summary.csv"),
        "players,experiment,card,condition,trigger,back,best_dice,best_score,invalid_at_best,gain_from_rerolls,best_beyond_limit,\
         dice_mean,dice_mean_lo,dice_mean_hi,invalid_rate,invalid_rate_lo,invalid_rate_hi,\
         nobody_valid_rate,nobody_valid_rate_lo,nobody_valid_rate_hi,dice_won_mean,dice_won_mean_lo,dice_won_mean_hi,\
         at_dice,score_at_dice,invalid_at_dice"
    );
    assert_eq!(file(&here, "policies.csv").len(), 18 * 2 * 2);
    let any45 = file(&here, "difficulty.csv").into_iter().find(|row| row["card"] == "any45-explosion").unwrap();
    let labels = ["condition", "trigger", "back", "dice"].map(|column| any45[column].as_str());
    assert_eq!(labels, ["any:4,5", "explosion", "dark", "1"]);
    // One die: 0 to 3 is valid and ends nothing; 4 and 5 are not.
    assert_eq!(any45["first_roll_invalid"], "0.333333333333");
}

#[test]
fn the_manifest_holds_what_was_asked_for_and_nothing_of_the_machine() {
    let folder = TempDir::new().unwrap();
    let rules = ["--max-dice", "2", "--rule", "rerolls=1", "--seed", "7", "--bots", "boss:2", "--players", "2"];
    output(folder.path(), &[&["cards", "--runs", "30", "--policies", "odd"], &rules[..]].concat());
    let here = folder.path().join("reports/cards");
    let text = std::fs::read_to_string(here.join("run.json")).unwrap();
    let run: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(run["command"], "cards");
    assert_eq!((&run["tool"], &run["game"], &run["seed"]), (&"analyze".into(), &"gang".into(), &7.into()));
    assert_eq!(
        (&run["max_dice"], &run["runs"], &run["policies"]),
        (&2.into(), &30.into(), &serde_json::json!(["odd"]))
    );
    assert_eq!(run["lineup"], serde_json::json!(["boss:2", "boss:2"]));
    let resolved = run["resolved"].as_array().unwrap();
    assert!(resolved.iter().any(|part| part["text"].as_str().unwrap().contains("rerolls = 1")));
    assert!(resolved.iter().any(|part| part["text"].as_str().unwrap().contains("id = \"reconstructed\"")));
    for file in run["files"].as_array().unwrap() {
        let content = std::fs::read(here.join(file["name"].as_str().unwrap())).unwrap();
        assert_eq!(file["hash"], analyze::record::hash(&content).to_string());
    }
    // Five tables, the page, the exact numbers and the tallies.
    assert_eq!(run["files"].as_array().unwrap().len(), 9);
    assert!(!text.contains(folder.path().to_str().unwrap()), "{text}");
    // It is the manifest of a run, too: its games can be told.
    let story = output(folder.path(), &["play", "--run", "reports/cards", "--index", "3"]);
    assert!(story.contains("game 3 of seed 7"), "{story}");
}

/// How three cards are played in little time.
const THREE: [&str; 6] = ["--deck", "deck.toml", "--players", "2", "--runs", "30"];

fn three_cards(folder: &Path) {
    deck(folder, &[("no5", "sum>=5", "bomb"), ("boom", "any:5", "explosion"), ("pair", "pair", "bomb")]);
}

/// A folder of `cards` is made again from its records, and shown as it was; one that was altered is refused.
#[test]
fn a_report_makes_the_tables_and_the_page_again() {
    let folder = TempDir::new().unwrap();
    three_cards(folder.path());
    let told =
        output(folder.path(), &[&["cards", "--max-dice", "3", "--by", "2", "--out", "here"], &THREE[..]].concat());
    let here = folder.path().join("here");
    let names = ["cards_summary.csv", "difficulty.csv", "keeps.csv", "policies.csv", "reach.csv", "report.html"];
    let read = || names.map(|name| std::fs::read_to_string(here.join(name)).unwrap());
    let before = read();
    for name in names {
        std::fs::remove_file(here.join(name)).unwrap();
    }
    assert_eq!(output(folder.path(), &["report", "here"]), told);
    assert!(read() == before);
    let exact = std::fs::read_to_string(here.join("cards.json")).unwrap();
    std::fs::write(here.join("cards.json"), exact.replacen("\"dice\": 2", "\"dice\": 3", 1)).unwrap();
    let (code, error) = refused(folder.path(), &["report", "here"]);
    assert!(code == 2 && error.contains("cards.json"), "{error}");
}

/// One die, one reroll, and a Bomb that needs no 5: on average a reroll gives (0+1+2+3+4+0) / 6 = 1.67, so that 2, 3 and 4
/// are kept, and the Boss, 1 and the 5, which is invalid, are not. An explosion at a 5 leaves nothing to decide there.
#[test]
fn what_is_kept_of_one_die() {
    let folder = TempDir::new().unwrap();
    three_cards(folder.path());
    output(folder.path(), &[&["cards", "--rule", "rerolls=1", "--max-dice", "1"], &THREE[..]].concat());
    let keeps = file(folder.path(), "reports/cards/keeps.csv");
    let kept = |card: &str| -> Vec<String> {
        keeps.iter().filter(|row| row["card"] == card).map(|row| row["kept"].clone()).collect()
    };
    let [none, all] = ["0.000000000000", "1.000000000000"];
    assert_eq!(kept("no5"), [none, none, all, all, all, none]);
    assert_eq!(kept("boom"), [none, none, all, all, all, ""]);
}

/// The columns are those of the exact table, hardest first; a number that is not in it is refused.
#[test]
fn cards_are_compared_at_the_dice_asked_for() {
    let folder = TempDir::new().unwrap();
    three_cards(folder.path());
    let short = [&["cards", "--max-dice", "2"], &THREE[..]].concat();
    for (by, dice) in [("1", Some("1")), ("2", Some("2")), ("best", None)] {
        output(folder.path(), &[&short[..], &["--by", by]].concat());
        let difficulty = file(folder.path(), "reports/cards/difficulty.csv");
        let summary = file(folder.path(), "reports/cards/cards_summary.csv");
        let hardness: Vec<f64> = summary.iter().map(|row| number(row, "invalid_at_dice")).collect();
        assert!(hardness.is_sorted_by(|a, b| a >= b), "{by}: {hardness:?}");
        for row in &summary {
            let Some(dice) = dice else {
                assert_eq!((&row["at_dice"], &row["score_at_dice"]), (&row["best_dice"], &row["best_score"]));
                continue;
            };
            let exact = find(&difficulty, &[("card", &row["card"]), ("dice", dice)]);
            assert_eq!(row["at_dice"], dice);
            assert_eq!(row["score_at_dice"], exact["max_score"]);
            assert_eq!(row["invalid_at_dice"], exact["invalid_at_max_score"]);
        }
    }
    for (by, why) in [("3", "1 to 2"), ("0", "1 to 2"), ("often", "played, best or a number of dice")] {
        let (code, error) = refused(folder.path(), &[&short[..], &["--by", by]].concat());
        assert!(code == 2 && error.contains(why), "{error}");
    }
}

/// The card with the highest best score stood second hardest, because its optimum is 26 dice.
#[test]
fn the_card_that_scores_most_is_not_second_hardest() {
    let folder = TempDir::new().unwrap();
    output(folder.path(), &["cards", "--max-dice", "6", "--runs", "300"]);
    let summary = file(folder.path(), "reports/cards/cards_summary.csv");
    let best = summary.iter().map(|row| number(row, "best_score")).fold(0.0, f64::max);
    let place = summary.iter().position(|row| number(row, "best_score") == best).unwrap();
    assert!(place > 1, "{place}");
    for row in &summary {
        let played = number(row, "dice_mean").clamp(1.0, 6.0);
        assert!((number(row, "at_dice") - played).abs() <= 0.5 + 1e-6, "{row:?}");
    }
}

#[test]
fn the_same_bytes_at_any_number_of_threads() {
    let folder = TempDir::new().unwrap();
    let mut seen: Vec<(String, Vec<Vec<u8>>)> = Vec::new();
    for threads in ["1", "2", "7"] {
        let shown = output(
            folder.path(),
            &["cards", "--max-dice", "4", "--runs", "3001", "--seed", "5", "--threads", threads, "--out", threads],
        );
        let names = ["difficulty.csv", "reach.csv", "keeps.csv", "cards_summary.csv", "cards.json", "run.json"];
        seen.push((shown, names.map(|name| std::fs::read(folder.path().join(threads).join(name)).unwrap()).to_vec()));
    }
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]));
}

/// The standard error of a simulated column, from its interval; at least that of one case more or less.
fn standard_error(row: &Row, column: &str) -> f64 {
    let (lo, hi) = (number(row, &format!("{column}_lo")), number(row, &format!("{column}_hi")));
    (hi - lo) / 2.0 / 1.95
}

/// Lines-ups that never reroll: each turn is invalid with the exact chance of the first roll, turns of a round
/// are independent, and pools of 48 dice never run short.
#[test]
fn simulated_columns_agree_with_exact_ones() {
    let folder = TempDir::new().unwrap();
    for dice in ["2", "3"] {
        let bots = format!("stand:{dice}");
        let options = ["--bots", &bots, "--players", "2", "--max-dice", "3", "--format", "csv", "--runs", "40000"];
        let summary = rows(&output(folder.path(), &[&["cards", "--quiet"], &options[..]].concat()));
        let difficulty = file(folder.path(), "reports/cards/difficulty.csv");
        for row in &summary {
            let p = number(find(&difficulty, &[("card", &row["card"]), ("dice", dice)]), "first_roll_invalid");
            assert_eq!(number(row, "dice_mean"), dice.parse::<f64>().unwrap());
            for (column, expected) in [("invalid_rate", p), ("nobody_valid_rate", p * p)] {
                let off = (number(row, column) - expected).abs();
                assert!(off <= 4.0 * standard_error(row, column), "{column} of {}: off by {off}", row["card"]);
            }
        }
    }
}

/// No dice are lost on a card that never bites, and none are won on one that always does.
#[test]
fn cards_that_never_and_always_bite() {
    let folder = TempDir::new().unwrap();
    deck(folder.path(), &[("never", "sum>=300", "explosion"), ("always", "not(not(sum>=0))", "bomb")]);
    let options = ["--deck", "deck.toml", "--rule", "bonus=[]", "--rule", "rerolls=0", "--max-dice", "4", "--format"];
    let summary = [&["cards", "--runs", "64", "--bots", "stand:3"], &options[..], &["csv"]].concat();
    let summary = rows(&output(folder.path(), &summary));
    // Hardest first.
    let [always, never] = &summary[..] else { panic!("{summary:?}") };
    let exact = ["card", "best_dice", "best_score", "invalid_at_best", "gain_from_rerolls", "best_beyond_limit"];
    let zero = "0.000000000000";
    assert_eq!(exact.map(|column| always[column].as_str()), ["always", "1", zero, "1.000000000000", zero, "no"]);
    assert_eq!(exact.map(|column| never[column].as_str()), ["never", "48", "120.000000000000", zero, zero, "yes"]);
    let simulated = ["dice_mean", "invalid_rate", "nobody_valid_rate", "dice_won_mean"];
    let simulated = |row: &Row| simulated.map(|column| number(row, column));
    assert_eq!(simulated(always), [3.0, 1.0, 1.0, 0.0]);
    let [dice, invalid, all_invalid, swing] = simulated(never);
    assert_eq!([dice, invalid, all_invalid], [3.0, 0.0, 0.0]);
    // Nine dice a round, and nine more if the other card came first.
    assert!((9.0..=18.0).contains(&swing) && never["dice_won_mean_lo"] != never["dice_won_mean_hi"]);
    let policies = file(folder.path(), "reports/cards/policies.csv");
    assert!(policies.iter().all(|row| row["valid_total_mean"].is_empty() == (row["card"] == "always")));
}

/// Above 24 dice another way through the tables is taken.
#[test]
fn many_dice_are_solved_too() {
    let folder = TempDir::new().unwrap();
    deck(folder.path(), &[("sum7", "sum>=7", "bomb")]);
    let options = ["--deck", "deck.toml", "--rule", "bonus=[]", "--rule", "rerolls=0", "--max-dice", "25"];
    output(folder.path(), &[&["cards", "--runs", "3", "--policies", "stand"], &options[..]].concat());
    let (reach, difficulty) =
        (file(folder.path(), "reports/cards/reach.csv"), file(folder.path(), "reports/cards/difficulty.csv"));
    assert_eq!((difficulty.len(), reach.len()), (25, (1..=25).map(|dice| 5 * dice + 1).sum::<usize>()));
    // A total of at most 6 with 25 dice, by the convolution of faces.
    let mut sums = vec![1.0f64];
    for _ in 0..25 {
        sums = (0..=6)
            .map(|sum: usize| (sum.saturating_sub(5)..=sum).filter_map(|less| sums.get(less)).sum::<f64>() / 6.0)
            .collect();
    }
    let valid: f64 = sums.iter().sum();
    let row = find(&difficulty, &[("dice", "25")]);
    assert_near(row, "max_valid", valid);
    assert_near(row, "first_roll_invalid", 1.0 - valid);
}

#[test]
fn standard_output_shows_the_hardest_card_first_and_says_what_it_shows() {
    let folder = TempDir::new().unwrap();
    let short = ["cards", "--max-dice", "1", "--runs", "30"];
    let table = output(folder.path(), &short).replace("\n  ", " ");
    let position = |text: &str| table.find(text).unwrap_or_else(|| panic!("no '{text}' in {table}"));
    assert!(
        position("\nany1-explosion") < position("\nrun2-bomb") && position("\nrun2-bomb") < position("\nsum10-bomb")
    );
    for note in [
        "a reconstruction from the known conditions",
        "- chance to fail: chance of an invalid result",
        "cards_summary.csv has more columns: trigger, back, best_dice, best_score, invalid_at_best, gain_from_rerolls",
        "seed 1",
    ] {
        position(note);
    }
    // Lines of 260 characters were wrapped on every terminal.
    let widest = table.lines().filter(|line| line.contains(" explosion ")).map(str::len).max();
    assert!(widest <= Some(170), "{widest:?}");
    let csv = output(folder.path(), &[&short[..], &["--format", "csv"]].concat());
    assert_eq!(csv, std::fs::read_to_string(folder.path().join("reports/cards/cards_summary.csv")).unwrap());
    let json = output(folder.path(), &[&short[..], &["--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json[0]["card"], &json[0]["best_dice"]), (&"any45-explosion".into(), &2.into()));
}

/// Cards that are alike are not harder than each other.
#[test]
fn the_page_says_what_fails_and_how_many_cards_are_easier() {
    let folder = TempDir::new().unwrap();
    let deck: String = ["sum>=7", "fives>=2", "sum>=30", "sum>=31"]
        .iter()
        .enumerate()
        .map(|(id, condition)| {
            format!("[[card]]\nid = \"c{id}\"\ncondition = \"{condition}\"\ntrigger = \"bomb\"\nback = \"light\"\n")
        })
        .collect();
    std::fs::write(folder.path().join("four.toml"), format!("id = \"four\"\nname = \"four\"\n{deck}")).unwrap();
    output(
        folder.path(),
        &["cards", "--deck", "four.toml", "--by", "3", "--max-dice", "3", "--runs", "30", "--out", "out"],
    );
    let page = std::fs::read_to_string(folder.path().join("out/report.html")).unwrap();
    let rows: Vec<Vec<&str>> = page.split("<tr>").map(|row| row.split("</td>").collect()).collect();
    let row = |card: &str| {
        let row = rows.iter().find(|row| row[0].ends_with(&format!(">{card}"))).unwrap();
        [1, 2].map(|at| row[at].rsplit('>').next().unwrap())
    };
    assert_eq!(row("c0"), ["a total of 7 or more, checked after the last roll", "3 of the 3 others"]);
    assert_eq!(row("c1"), ["2 or more dice that show 5, checked after the last roll", "2 of the 3 others"]);
    for alike in ["c2", "c3"] {
        assert_eq!(row(alike)[1], "0 of the 3 others");
    }
    // One of the two was called the easiest.
    assert!(page.contains("The easiest cards are c2 and c3: no turn fails."), "{page}");
}

#[test]
fn bad_usage_is_refused_with_the_limit_or_the_nearest_name() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("bad.toml"), "id = \"x\"\nname = \"x\"\n[[card]]\nid = \"a\"\n").unwrap();
    for (arguments, expected) in [
        (&["--max-dice", "0"][..], "--max-dice: 0 dice; 1 to 48"),
        (&["--max-dice", "200"], "--max-dice: 200 dice; 1 to 48"),
        (&["--max-dice", "-1"], "must not be negative"),
        (&["--max-dice", "few"], "not a whole number"),
        (&["--policies", "bos"], "unknown reroll policy 'bos' (did you mean 'boss'?)"),
        (&["--policies", "stand,quantum"], "valid: stand, boss, all, odd,"),
        (&["--policies", "odd,stand,odd"], "'odd' is named twice"),
        (&["--policies", ""], "unknown reroll policy ''"),
        (&["--runs", "0"], "--runs: 0 games"),
        (&["--threads", "0"], "--threads: 0"),
        (&["--players", "5"], "--players: 5 players"),
        (&["--bots", "stnad:2"], "unknown strategy 'stnad' (did you mean 'stand'?)"),
        (&["--bots", "stand:0"], "stand"),
        (&["--edition", "bgb"], "did you mean 'bga'?"),
        (&["--rule", "rerolls=99"], "0 to 10"),
        (&["--deck", "missing.toml"], "missing.toml"),
        (&["--deck", "bad.toml"], "bad.toml"),
        (&["--format", "xml"], "table, csv, json"),
        (&["--max-dise", "3"], "--max-dice"),
    ] {
        let (code, said) = refused(folder.path(), &[&["cards"], arguments].concat());
        assert_eq!(code, 2, "{arguments:?}: {said}");
        assert!(said.contains(expected), "{arguments:?}: {said}");
        assert!(!folder.path().join("reports").exists(), "{arguments:?}");
    }
}

#[test]
fn a_foreign_folder_is_refused_and_left_alone() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("precious.txt"), "mine").unwrap();
    // 10^15 games would take a century: it must be refused before any work.
    let (code, said) = refused(folder.path(), &["cards", "--out", ".", "--runs", "1e15", "--max-dice", "48"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("holds other files"), "{said}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
