//! `analyze tournament`: its payoffs against those of comparisons, schedules, going on, and what is refused.

use crate::program::Desk;
use std::collections::HashMap;

/// The rows of a CSV file, by column.
fn rows(desk: &Desk, file: &str) -> Vec<HashMap<String, String>> {
    let text = desk.read(file);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().unwrap().clone();
    let row = |row: csv::StringRecord| names.iter().zip(&row).map(|(a, b)| (a.to_owned(), b.to_owned())).collect();
    reader.records().map(|record| row(record.unwrap())).collect()
}

fn win_share(rows: &[HashMap<String, String>], strategy: &str, others: &str) -> f64 {
    let row = rows.iter().find(|row| row["strategy"] == strategy && row["others"] == others).unwrap();
    row["win_share"].parse().unwrap()
}

/// The second road: a comparison with the same seed plays the same blocks, of one strategy among two others.
#[test]
fn a_cell_is_what_a_comparison_says_of_the_same_blocks() {
    let desk = Desk::new();
    desk.result("tournament chaser bold boss:3 --runs 1 --seed 9 --out t --quiet");
    let payoffs = rows(&desk, "t/payoffs.csv");
    // 128 blocks of 3 games.
    desk.result("compare chaser bold --against boss:3 --runs 384 --seed 9 --out c --quiet");
    let compared = rows(&desk, "c/compare.csv");
    let expected: f64 = compared[0]["mean_a"].parse().unwrap();
    assert_eq!(win_share(&payoffs, "chaser", "boss:3; boss:3"), expected);
    let expected: f64 = compared[0]["mean_b"].parse().unwrap();
    assert_eq!(win_share(&payoffs, "bold", "boss:3; boss:3"), expected);
    assert_eq!(win_share(&payoffs, "bold", "bold; bold"), 0.333333);
    desk.result("tournament chaser bold odds --against boss:3,stand --runs 1 --seed 9 --out f --quiet");
    desk.result("compare chaser bold odds --against boss:3,stand --runs 384 --seed 9 --out c2 --quiet");
    let (field, ranked) = (rows(&desk, "f/payoffs.csv"), rows(&desk, "c2/ranking.csv"));
    for row in ranked.iter().filter(|row| row["metric"] == "win_share") {
        let expected: f64 = row["mean"].parse().unwrap();
        assert_eq!(win_share(&field, &row["strategy"], "boss:3; stand"), expected, "{row:?}");
    }
}

/// At every table each game is won by somebody: shares of all seats add up to 1.
#[test]
fn the_shares_at_a_table_add_up() {
    let desk = Desk::new();
    desk.result("tournament hold race keep-pace --schedule all --players 3 --game pig --runs 1 --out t --quiet");
    let payoffs = rows(&desk, "t/payoffs.csv");
    // Three entrants at three seats: ten choices, of which three are of one kind.
    let tables: Vec<&str> = payoffs.iter().map(|row| &*row["cell"]).filter(|cell| !cell.is_empty()).collect();
    assert_eq!(tables.iter().max(), Some(&"7"));
    for cell in 1..=7 {
        let at_it = payoffs.iter().filter(|row| row["cell"] == cell.to_string());
        let shares = at_it.map(|row| {
            let same = row["others"].split("; ").filter(|other| **other == row["strategy"]).count();
            (same + 1) as f64 * row["win_share"].parse::<f64>().unwrap()
        });
        assert!((shares.sum::<f64>() - 1.0).abs() < 3e-6, "table {cell}");
    }
    let two = payoffs.iter().filter(|row| row["seatings"] == "6").count();
    assert_eq!(two, 3, "three different strategies sit in six orders");
}

/// Of two players every choice of two is each alone among the other: both schedules are the same games. Whoever throws without
/// thought has the lowest rating and no part of the equilibrium.
#[test]
fn with_two_players_all_is_mirror() {
    let desk = Desk::new();
    let command = "tournament hold race keep-pace random --game pig --players 2 --runs 300000 --allot even --quiet";
    desk.result(&format!("{command} --out m"));
    desk.result(&format!("{command} --schedule all --out a"));
    let shares = |folder: &str| -> Vec<(String, String, String)> {
        let rows = rows(&desk, &format!("{folder}/payoffs.csv"));
        let mut all: Vec<_> =
            rows.iter().map(|row| (row["strategy"].clone(), row["others"].clone(), row["win_share"].clone())).collect();
        all.sort();
        all
    };
    assert_eq!(shares("m"), shares("a"));
    let ratings = rows(&desk, "m/ratings.csv");
    assert_eq!(ratings[3]["strategy"], "random");
    assert_eq!(
        (&*ratings[3]["nash"], &*ratings[3]["nash_hi"], &*ratings[3]["alpha_rank"]),
        ("0.000000", "0.000000", "0.000000")
    );
    let number = |row: usize, column: &str| -> f64 { ratings[row][column].parse().unwrap() };
    assert!(number(3, "rating_hi") < number(2, "rating_lo"));
    // The equilibrium of most entropy is one of those that are found support by support.
    let equilibria = rows(&desk, "a/equilibria.csv");
    let mass = |strategy: &str| -> f64 {
        let row = equilibria.iter().find(|row| row["strategy"] == strategy);
        row.map_or(0.0, |row| row["mass"].parse().unwrap())
    };
    for row in &ratings {
        let nash: f64 = row["nash"].parse().unwrap();
        assert!((nash - mass(&row["strategy"])).abs() < 1e-4, "{row:?}");
    }
}

/// More games after fewer, at another number of threads, are the same files as all at once; so are those that `report`
/// makes again.
#[test]
fn going_on_makes_the_same_bytes() {
    let desk = Desk::new();
    let command = "tournament hold race keep-pace random --game pig --players 2 --seed 5 --quiet";
    desk.result(&format!("{command} --runs 9000 --threads 1 --out one"));
    desk.result(&format!("{command} --runs 3000 --threads 3 --out two"));
    desk.result(&format!("{command} --runs 9000 --threads 2 --out two --resume"));
    assert_eq!(desk.files("one"), desk.files("two"));
    let before = desk.files("one");
    let shown = desk.result("report one");
    assert_eq!(desk.files("one"), before);
    assert!(shown.contains("tournament of 4 entrants"), "{shown}");
    desk.refused("play --run one", &["is of a tournament"]);
    desk.refused(&format!("{command} --runs 9000 --out two --resume --margin 0.01"), &["holds other games"]);
}

/// The record of a tournament makes it again, whatever its schedule, its field, its end and the files of its rules.
#[test]
fn a_record_is_played_again() {
    let desk = Desk::new();
    desk.write("rules.toml", desk.result("show rules --game pig").replace("goal = 100", "goal = 60"));
    for command in [
        "hold:19..21 race --game pig --players 2 --seed 7 --runs 5000 --margin 0.01 --rules rules.toml",
        "hold race random --game pig --players 3 --schedule all --allot best --runs 9000 --alpha 0.1",
        "hold race random --game pig --against keep-pace,hold:25 --until se=0.02 --rule goal=40",
        "chaser bold odds --allot even --until verdict --runs 3000 --engine dice",
    ] {
        desk.result(&format!("tournament {command} --replace --out one --quiet"));
        desk.result("run one/run.json --replace --out again --quiet");
        assert_eq!(desk.files("again"), desk.files("one"), "{command}");
    }
}

/// Games go where the order is open: whoever loses to all is settled first.
#[test]
fn settled_entrants_play_no_further() {
    let desk = Desk::new();
    desk.result("tournament hold race random --game pig --players 3 --runs 40000 --out t --quiet");
    let payoffs = rows(&desk, "t/payoffs.csv");
    let blocks = |strategy: &str, others: &str| -> u64 {
        let row = payoffs.iter().find(|row| row["strategy"] == strategy && row["others"] == others).unwrap();
        row["blocks"].parse().unwrap()
    };
    assert_eq!(blocks("random", "hold; hold"), 128);
    assert!(blocks("race", "random; random") > 1000);
    let ranking = rows(&desk, "t/ranking.csv");
    assert_eq!((&*ranking[2]["strategy"], &*ranking[2]["rank_from"], &*ranking[2]["tied_with"]), ("random", "3", ""));
}

#[test]
fn what_is_no_tournament_is_refused() {
    let desk = Desk::new();
    let cases: [(&str, &[&str]); 10] = [
        ("tournament chaser", &["chaser alone is no tournament"]),
        ("tournament chaser chaser boldd", &["'chaser' is named twice", "did you mean 'bold'"]),
        ("tournament chaser boss:3..2", &["'boss:3..2'", "empty"]),
        ("tournament chaser none/*.toml", &["'none/*.toml'"]),
        ("tournament all", &["--game is missing"]),
        ("tournament chaser bold --schedule field", &["--against is missing"]),
        ("tournament chaser bold --schedule all --against odds", &["has no field"]),
        ("tournament chaser bold --players 3 --against a,b,c", &["3 strategies (a,b,c) for 2 seats"]),
        ("tournament chaser bold --alpha 0.7", &["--alpha"]),
        ("tournament chaser:above=5..25 --schedule all --players 4 --margin 2", &["--margin"]),
    ];
    for (command, words) in cases {
        desk.refused(command, words);
    }
}

/// `all` leaves out, and names, whoever cannot play at the table; grids are entrants each.
#[test]
fn all_are_those_that_can_play() {
    let desk = Desk::new();
    let told = desk.run("tournament all --game pig --players 3 --runs 1 --out t");
    assert_eq!(told.code, Some(0), "{}", told.err);
    assert!(told.err.contains("'optimal' cannot play at this table and is left out"), "{}", told.err);
    desk.result("tournament hold:18..20 --game pig --players 2 --runs 1 --out g --quiet");
    let mut names: Vec<String> = rows(&desk, "g/ranking.csv").into_iter().map(|row| row["strategy"].clone()).collect();
    names.sort();
    assert_eq!(names, ["hold:18", "hold:19", "hold:20"]);
}
