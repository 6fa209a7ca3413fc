//! Sweeps: whether every combination is the run that it would be alone, whether differences to the first are those of the
//! blocks one by one, and what is refused before a game is played.

use crate::program::{Desk, csv_rows};
use analyze::engines::{DiceEngine, SeatingRule, Seatings};
use analyze::games::gang::Gang;
use analyze::games::{BuiltIn, Setting};
use analyze::record::{Tallies, hash};
use analyze::simulate::{Control, Job, StatisticsBlocks, run};
use analyze::strategies::find_all;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// A sweep of 2 × 3 × 2 combinations of which four line up with the first.
const SWEEP: &str =
    "--game gang --runs 36 --engine dice --vary rerolls=1..2 --vary players=2..4 --vary deck=old.toml|new.toml";

/// A desk with two decks of one id; the second has two cards less.
fn with_decks() -> Desk {
    let desk = Desk::new();
    let deck = desk.result("show reconstructed");
    let cards: Vec<&str> = deck.split("[[card]]").collect();
    desk.write("old.toml", &deck);
    desk.write("new.toml", cards[..cards.len() - 2].join("[[card]]"));
    desk
}

/// A table by the names of its columns.
struct Rows(Vec<Vec<String>>);

impl Rows {
    fn read(desk: &Desk, file: &str) -> Rows {
        Rows(csv_rows(&desk.read(file)))
    }

    fn at(&self, column: &str) -> usize {
        self.0[0].iter().position(|name| name == column).unwrap_or_else(|| panic!("no column {column}"))
    }

    /// The fields `wanted` of the rows that have all of these.
    fn find(&self, given: &[(&str, &str)], wanted: &[&str]) -> Vec<Vec<String>> {
        let fits = |row: &&Vec<String>| given.iter().all(|(column, value)| row[self.at(column)] == *value);
        let fields = |row: &Vec<String>| wanted.iter().map(|column| row[self.at(column)].clone()).collect();
        self.0[1..].iter().filter(fits).map(fields).collect()
    }
}

/// Everything that a run of the combination alone says stands in its rows, with the name of its experiment.
/// A remark named ten thousand seeds, on a line of 49 kB.
#[test]
fn of_many_values_the_first_and_the_last_are_named() {
    let told = Desk::new().run("--game pig --runs 2 --vary seed=0..99 --out out");
    assert!(told.err.contains("note: seed=1|2|…|99: other draws"), "{}", told.err);
}

#[test]
fn a_combination_is_the_run_that_it_is_alone() {
    let desk = with_decks();
    desk.result(&format!("{SWEEP} --out sweep"));
    let sweep = Rows::read(&desk, "sweep/sweep.csv");
    for (rerolls, players, deck) in [("1", "2", "old"), ("2", "3", "new"), ("1", "4", "new")] {
        let alone =
            format!("--players {players} --rule rerolls={rerolls} --deck {deck}.toml --out {rerolls}{players}{deck}");
        desk.result(&format!("--game gang --runs 36 --engine dice {alone}"));
        let of = [("rerolls", rerolls), ("players", players), ("deck", deck)];
        let mut compared = 0;
        for table in ["summary", "seats", "seat_values"] {
            let own = Rows::read(&desk, &format!("{rerolls}{players}{deck}/{table}.csv"));
            for row in &own.0[1..] {
                let field = |name: &str| own.0[0].iter().position(|column| column == name).map_or("", |at| &row[at]);
                for metric in ["games", "wins", "ties_for_first", "win_rate", "win_share", "ev"] {
                    let place = [("table", table), ("strategy", field("strategy")), ("seat", field("seat"))];
                    let given = [&of[..], &place, &[("metric", metric), ("experiment", field("experiment"))]].concat();
                    let found = sweep.find(&given, &["value", "value_lo", "value_hi"]);
                    let [found] = &found[..] else { panic!("{} rows of {given:?}", found.len()) };
                    let expected = ["", "_lo", "_hi"].map(|end| field(&format!("{metric}{end}")));
                    let expected =
                        if expected[1].is_empty() { [&*format!("{}.000000", expected[0]), "", ""] } else { expected };
                    assert_eq!(found[..], expected, "{given:?}");
                    compared += 1;
                }
            }
        }
        assert!(compared >= 6 * (2 + 4 + 2), "{compared}");
        let length = Rows::read(&desk, &format!("{rerolls}{players}{deck}/length.csv"));
        let means = length.find(&[("metric", "turns")], &["mean", "mean_lo", "mean_hi"]);
        let given = [&of[..], &[("table", "length"), ("metric", "turns_mean")]].concat();
        assert_eq!(sweep.find(&given, &["value", "value_lo", "value_hi"]), means);
        let given = [&of[..], &[("table", "length"), ("metric", "turns_p95_lo")]].concat();
        let number = |fields: Vec<Vec<String>>| fields[0][0].parse::<f64>().ok();
        let expected = number(length.find(&[("metric", "turns")], &["p95_lo"]));
        assert_eq!(number(sweep.find(&given, &["value"])), expected);
    }
}

/// The length of a game differs from that of the first combination by what their means differ.
#[test]
fn lengths_are_held_against_the_first() {
    let desk = Desk::new();
    desk.result("--game pig --runs 60 --vary goal=40|60 --out sweep");
    let sweep = Rows::read(&desk, "sweep/sweep.csv");
    let number = |goal, column| {
        let of = [("goal", goal), ("table", "length"), ("metric", "turns_mean")];
        sweep.find(&of, &[column]).remove(0).remove(0).parse::<f64>().unwrap()
    };
    let difference = number("60", "value") - number("40", "value");
    assert!(difference > 1.0 && (number("60", "against_first") - difference).abs() < 2e-6);
    assert!(number("60", "against_first_lo") < difference && difference < number("60", "against_first_hi"));
}

/// The tallies of one block, played alone.
fn block(setting: &Setting, block: u64) -> Tallies {
    let game = Gang::set_up(3, setting).unwrap();
    let (chosen, lineup) = find_all(&["chaser", "bold", "boss:3"].map(str::to_owned), &game).unwrap();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
    let statistics = StatisticsBlocks::All;
    let job = Job {
        game: &game,
        strategies: &strategies,
        names: &names,
        seatings: &seatings,
        seed: 5,
        blocks: block..block + 1,
        statistics,
    };
    let engine = DiceEngine { game: &game, strategies: &strategies };
    let finished = run(&job, &engine, 1, &Control::default()).unwrap();
    finished.tally.into_record(&game, &names, seatings.games())
}

/// The mean of some numbers and the ends of Student's interval, with as many degrees of freedom as the far blocks leave.
fn by_hand(values: &[f64]) -> [f64; 3] {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let farthest = values.iter().map(|value| (value - mean).abs()).fold(0.0, f64::max);
    let freedom = (2.0 * squares / farthest.powi(2)).floor().clamp(2.0, n - 1.0);
    let t = StudentsT::new(0.0, 1.0, freedom).unwrap().inverse_cdf(0.975);
    let half = t * (squares / (n - 1.0) / n).sqrt();
    [mean, mean - half, mean + half]
}

/// The second road: both combinations one block at a time, and the differences of these by a pocket calculator's formulas.
#[test]
fn differences_to_the_first_are_those_of_the_blocks_one_by_one() {
    let desk = Desk::new();
    let options = "--game gang --runs 180 --seed 5 --engine dice --bots chaser,bold,boss:3";
    desk.result(&format!("{options} --vary card.sum7-bomb.trigger=bomb|explosion --out sweep"));
    let sweep = Rows::read(&desk, "sweep/sweep.csv");
    let change = ("card.sum7-bomb.trigger".to_owned(), "explosion".to_owned());
    let settings = [Setting { options: vec![change], ..Setting::default() }, Setting::default()];
    let [new, old] = settings.map(|setting| (0..60).map(|number| block(&setting, number)).collect::<Vec<_>>());
    type Number = (&'static str, [&'static str; 3], fn(&Tallies) -> f64);
    let numbers: [Number; 5] = [
        ("summary", ["chaser", "", "win_share"], |block| block.strategies[0].total.share.sum as f64 / 180.0),
        ("summary", ["bold", "", "ev"], |block| block.strategies[1].total.score.sum as f64 / 3.0),
        ("summary", ["chaser", "", "win_rate"], |block| block.strategies[0].total.wins.sum as f64 / 3.0),
        ("seats", ["chaser", "2", "ev"], |block| block.strategies[0].seats[1].score.sum as f64),
        ("seat_values", ["", "3", "win_share"], |block| block.seats[2].share.sum as f64 / 180.0),
    ];
    for (table, [strategy, seat, metric], number) in numbers {
        let differences: Vec<f64> = new.iter().zip(&old).map(|(new, old)| number(new) - number(old)).collect();
        let of = [("table", table), ("strategy", strategy), ("seat", seat), ("metric", metric)];
        let found = |trigger| {
            let given = [&of[..], &[("card.sum7-bomb.trigger", trigger)]].concat();
            sweep.find(&given, &["against_first", "against_first_lo", "against_first_hi"]).remove(0)
        };
        assert_eq!(found("bomb"), ["", "", ""], "the first is not held against itself");
        let expected = by_hand(&differences);
        for (found, expected) in found("explosion").iter().zip(expected) {
            let found: f64 = found.parse().unwrap();
            assert!((found - expected).abs() < 2e-6, "{of:?}: {found}, by hand {expected}");
        }
    }
}

/// Blocks of another number of games, or of other draws, are not held against those of the first combination.
#[test]
fn blocks_that_do_not_line_up_have_no_difference() {
    let desk = with_decks();
    let told = desk.run(&format!("{SWEEP} --out sweep"));
    assert!(told.err.contains("12 combinations of rerolls, players, deck: 432 games"), "{}", told.err);
    for words in [
        "players=3: 3 seats instead of 2",
        "each deal is played 3 times instead of 2",
        "deck=new: up to 10 rounds instead of 12; without the cards run2-bomb, pair-explosion",
    ] {
        assert!(told.err.contains(words), "{words}: {}", told.err);
    }
    let sweep = Rows::read(&desk, "sweep/sweep.csv");
    let of = |players, deck| {
        let given =
            [("rerolls", "2"), ("players", players), ("deck", deck), ("table", "summary"), ("strategy", "chaser")];
        sweep.find(&[&given[..], &[("metric", "ev")]].concat(), &["against_first"]).remove(0).remove(0)
    };
    assert!(!of("2", "old").is_empty() && !of("2", "new").is_empty());
    assert!(of("3", "old").is_empty() && of("4", "new").is_empty());
    desk.result("--game gang --runs 12 --engine dice --vary seed=1..2 --out seeds");
    let seeds = Rows::read(&desk, "seeds/sweep.csv");
    assert!(seeds.find(&[("seed", "2")], &["against_first"]).iter().all(|field| field[0].is_empty()));
    assert_ne!(seeds.find(&[("seed", "1")], &["value"]), seeds.find(&[("seed", "2")], &["value"]));
}

/// A strategy whose parameter is varied is held against itself with another value.
#[test]
fn a_parameter_is_varied_wherever_the_strategy_sits() {
    let desk = Desk::new();
    let options = "--game gang --runs 30 --engine dice --bots chaser,bold,chaser@stand";
    desk.result(&format!("{options} --vary chaser.above=10..16/3 --out sweep"));
    let sweep = Rows::read(&desk, "sweep/sweep.csv");
    let given = [("chaser.above", "14"), ("table", "summary"), ("metric", "ev")];
    let found = sweep.find(&given, &["strategy", "against_first"]);
    let strategies: Vec<&str> = found.iter().map(|row| &*row[0]).collect();
    assert_eq!(strategies, ["chaser:above=14", "bold", "chaser:above=14@stand"]);
    assert!(found.iter().all(|row| !row[1].is_empty()), "{found:?}");
}

#[test]
fn the_same_bytes_at_any_number_of_threads_and_from_the_tallies() {
    let runs = [1, 2, 7].map(|threads| {
        let desk = with_decks();
        let told = desk.result(&format!("{SWEEP} --threads {threads} --out sweep --format csv"));
        let files = desk.files("sweep");
        for file in ["sweep.csv", "report.html"] {
            std::fs::remove_file(desk.path("sweep").join(file)).unwrap();
        }
        assert_eq!(desk.result("report sweep --format csv"), told);
        assert!(desk.files("sweep") == files);
        let text: String = files.values().map(|content| String::from_utf8_lossy(content).into_owned()).collect();
        assert!(!text.contains("thread"));
        let tables = desk.tables("sweep");
        let text: String = tables.values().map(|content| String::from_utf8_lossy(content).into_owned()).collect();
        assert!(!text.contains(".toml"));
        (told, files)
    });
    assert!(runs[0] == runs[1] && runs[0] == runs[2]);
    assert_eq!(
        runs[0].1.keys().collect::<Vec<_>>(),
        ["datapackage.json", "report.html", "run.json", "sweep.csv", "tallies.json"]
    );
}

#[test]
fn what_cannot_be_played_is_refused_before_a_game() {
    let desk = Desk::new();
    desk.write("bad.toml", "id = \"x\"\n");
    let all = "--game gang --runs 1000000000000 --vary";
    for (rest, words) in [
        ("rerols=1..4", &["unknown key 'rerols'", "did you mean 'rerolls'?"][..]),
        ("chser.above=10..16", &["key 'chser.above'", "did you mean 'chaser'?"]),
        ("chaser.abve=10..16", &["strategy 'chaser' has no parameter 'abve'", "did you mean 'above'?"]),
        ("boss.dice=1..2", &["'boss' is not in the line-up"]),
        ("rerolls=4..1", &["the range 4..1 is empty"]),
        ("rerolls=1|1", &["'1' is there twice"]),
        ("rerolls=1..2 --vary rerolls=3..4", &["'rerolls' is varied twice"]),
        ("rerolls=1..2 --rule rerolls=3", &["'rerolls' is varied and given"]),
        ("players=2..4 --players 3", &["'players' is varied and given"]),
        ("seed=0..136 --vary chaser.above=0..72", &["10,001 combinations; at most 10,000"]),
        ("rerolls=9..11", &["in the combination rerolls=11", "'rerolls' is 11", "from 0 to 10"]),
        ("players=2..5 --vary rerolls=1..2", &["in the combination players=5, rerolls=1", "2 to 4"]),
        ("deck=missing.toml|bad.toml", &["in the combination deck=missing.toml", "cannot read the file"]),
        ("card.sum7-bmb.trigger=bomb|explosion", &["has no card 'sum7-bmb'", "did you mean 'sum7-bomb'?"]),
        ("card.sum7-bomb.triger=bomb|explosion", &["no field 'triger'", "did you mean 'trigger'?"]),
        ("card.sum7-bomb.condition=sum>=7|sum>=x", &["in the combination card.sum7-bomb.condition=sum>=x"]),
        ("rerolls=1..2 --until se=0.1", &["--until"]),
    ] {
        desk.refused(&format!("{all} {rest}"), words);
    }
    desk.refused("--game pot --runs 1 --vary card.a.trigger=bomb|explosion", &["--vary"]);
}

/// A field of a card changed by an option is the deck with that line changed.
#[test]
fn a_card_changed_by_a_rule_is_the_changed_deck() {
    let desk = Desk::new();
    let deck = desk.result("show reconstructed");
    let card = "id = \"sum7-bomb\"\ncondition = \"sum>=7\"";
    assert!(deck.contains(card));
    desk.write("deck.toml", deck.replace(card, "id = \"sum7-bomb\"\ncondition = \"sum>=9\""));
    let options = "--game gang --runs 60 --engine dice";
    desk.result(&format!("{options} --deck deck.toml --out file"));
    desk.result(&format!("{options} --rule card.sum7-bomb.condition=sum>=9 --out option"));
    // The record keeps the deck as it is written, and what is printed says more in comments.
    assert_eq!(desk.read("file/tallies.json"), desk.read("option/tallies.json"));
    desk.result(&format!("{options} --out default"));
    assert_ne!(hash(&desk.files("default")["tallies.json"]), hash(&desk.files("option")["tallies.json"]));
}
