//! `analyze cards --vary`: whether every combination is the command that it is alone, whether differences are those of the
//! exact numbers and of the blocks one by one, and what is refused before anything is solved.

use crate::program::{Desk, csv_rows};
use analyze::engines::{DiceEngine, SeatingRule, Seatings};
use analyze::games::gang::Gang;
use analyze::games::{BuiltIn, Setting};
use analyze::input::Source;
use analyze::record::RowRecord;
use analyze::simulate::{Control, Job, StatisticsBlocks, run};
use analyze::strategies::find_all;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Three cards, of which two are solved in a moment.
const DECK: &str = "id = \"three\"\nname = \"three cards\"\n\
    [[card]]\nid = \"no5\"\ncondition = \"sum>=5\"\ntrigger = \"bomb\"\nback = \"light\"\n\
    [[card]]\nid = \"boom\"\ncondition = \"any:5\"\ntrigger = \"explosion\"\nback = \"light\"\n\
    [[card]]\nid = \"pair\"\ncondition = \"pair\"\ntrigger = \"bomb\"\nback = \"light\"\n";
const OPTIONS: &str = "cards --deck deck.toml --players 2 --rule bonus=[] --bots bold,chaser --max-dice 3 --runs 60";
const VARY: &str = "--vary card.no5.condition=sum>=5|sum>=7 --vary rerolls=1..2";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("deck.toml", DECK);
    desk
}

/// The fields of a row by the names of their columns.
fn rows(desk: &Desk, file: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let rows = csv_rows(&desk.read(file));
    rows[1..].iter().map(|row| rows[0].iter().cloned().zip(row.iter().cloned()).collect()).collect()
}

/// Whatever the command alone says stands in the rows of the combination, in its order; exact differences are subtractions.
#[test]
fn a_combination_of_cards_is_the_command_that_it_is_alone() {
    let desk = desk();
    desk.result(&format!("{OPTIONS} {VARY} --out sweep"));
    for (table, file, keys) in
        [("sweep", "cards_summary", &["card"][..]), ("difficulty", "difficulty", &["card", "dice"])]
    {
        let sweep = rows(&desk, &format!("sweep/{table}.csv"));
        let of = |condition: &str, rerolls: &str| {
            let fits = |row: &&std::collections::BTreeMap<String, String>| {
                row["card.no5.condition"] == condition && row["rerolls"] == rerolls
            };
            sweep.iter().filter(fits).cloned().collect::<Vec<_>>()
        };
        let first = of("sum>=5", "1");
        assert!(first.iter().all(|row| row["card"] != "no5" || row["condition"] == "sum>=5"));
        let mut differences = 0;
        for (condition, rerolls) in [("sum>=5", "1"), ("sum>=7", "2")] {
            let alone = format!("--rule card.no5.condition={condition} --rule rerolls={rerolls} --out alone-{rerolls}");
            if table == "sweep" {
                desk.result(&format!("{OPTIONS} {alone}"));
            }
            let alone = rows(&desk, &format!("alone-{rerolls}/{file}.csv"));
            let found = of(condition, rerolls);
            assert_eq!(found.len(), alone.len());
            for (found, alone) in found.iter().zip(&alone) {
                for (column, field) in alone.iter().filter(|(column, _)| *column != "experiment") {
                    assert_eq!(found[column], *field, "{table} {condition} {rerolls} {column}");
                }
                let same = first.iter().find(|row| keys.iter().all(|key| row[*key] == found[*key])).unwrap();
                for column in
                    ["best_score", "invalid_at_best", "at_dice", "score_at_dice", "max_score", "stand_invalid"]
                {
                    let Some(difference) = found.get(&format!("{column}_against_first")) else { continue };
                    if rerolls == "1" {
                        assert_eq!(difference, "");
                        continue;
                    }
                    let number = |text: &String| text.parse::<f64>().unwrap();
                    let expected = number(&found[column]) - number(&same[column]);
                    assert!((number(difference) - expected).abs() < 3e-12, "{column}");
                    differences += u32::from(expected != 0.0);
                }
            }
        }
        assert!(differences > 5, "{differences} numbers differ");
    }
}

/// The counts of a card in one block, played alone.
fn block(condition: &str, block: u64) -> RowRecord {
    let change = ("card.no5.condition".to_owned(), condition.to_owned());
    let setting = Setting {
        deck: Some(Source::new("deck.toml", DECK)),
        options: vec![change, ("bonus".to_owned(), "[]".to_owned())],
        ..Setting::default()
    };
    let game = Gang::set_up(2, &setting).unwrap().counting_rounds();
    let (chosen, lineup) = find_all(&["bold", "chaser"].map(str::to_owned), &game).unwrap();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
    let (statistics, blocks) = (StatisticsBlocks::All, block..block + 1);
    let job =
        Job { game: &game, strategies: &strategies, names: &names, seatings: &seatings, seed: 1, blocks, statistics };
    let engine = DiceEngine { game: &game, strategies: &strategies };
    let tally = run(&job, &engine, 1, &Control::default()).unwrap().tally;
    tally.into_record(&game, &names, seatings.games()).statistics[0].rows[0].clone()
}

/// The second road: turns (count 0), their dice (1) and failures (2) of one block after the other, and the linearised
/// difference of the ratios by a pocket calculator's formulas, with the fewest and the most degrees of freedom there are.
#[test]
fn paired_differences_of_cards_are_those_of_the_blocks_one_by_one() {
    let desk = desk();
    desk.result(&format!("{OPTIONS} --vary card.no5.condition=sum>=5|sum>=8 --out sweep"));
    let sweep = rows(&desk, "sweep/sweep.csv");
    let row = sweep.iter().find(|row| row["card.no5.condition"] == "sum>=8" && row["card"] == "no5").unwrap();
    let blocks = ["sum>=8", "sum>=5"].map(|condition| (0..30).map(|at| block(condition, at)).collect::<Vec<_>>());
    for (column, of) in [("invalid_rate", 2), ("dice_mean", 1)] {
        let counts = |side: usize, at: usize| blocks[side].iter().map(move |row| row.sums[at] as f64);
        let sum = |side: usize, at: usize| counts(side, at).sum::<f64>();
        let added = |side: usize| {
            let (x, ratio) = (sum(side, 0), sum(side, of) / sum(side, 0));
            counts(side, of).zip(counts(side, 0)).map(|(y, turns)| (y - ratio * turns) / x).collect::<Vec<_>>()
        };
        let squares: f64 = added(0).iter().zip(added(1)).map(|(own, first)| (own - first).powi(2)).sum();
        let value = sum(0, of) / sum(0, 0) - sum(1, of) / sum(1, 0);
        let number = |end: &str| row[&format!("{column}_against_first{end}")].parse::<f64>().unwrap();
        assert!(value != 0.0 && (number("") - value).abs() < 2e-6, "{column}: {} is {value} by hand", number(""));
        let half = |freedom: f64| {
            let t = StudentsT::new(0.0, 1.0, freedom).unwrap().inverse_cdf(0.975);
            t * (squares * 30.0 / 29.0).sqrt()
        };
        let found = number("_hi") - number("");
        assert!(found > half(29.0) - 2e-6 && found < half(2.0) + 2e-6, "{column}: {found}");
        let steps = (2..30).map(|freedom| half(f64::from(freedom)));
        assert!(steps.map(|half| (half - found).abs()).fold(1.0, f64::min) < 2e-6, "{column}: {found} is no Student's");
    }
}

/// Cards that another combination has not, and blocks of another number of games, are held against nothing simulated.
#[test]
fn cards_that_do_not_line_up_have_no_paired_difference() {
    let desk = desk();
    let told = desk.run("cards --deck deck.toml --rule bonus=[] --max-dice 2 --runs 6 --vary players=2..3 --out sweep");
    assert!(told.err.contains("2 combinations of players: 12 games"), "{}", told.err);
    assert!(told.err.contains("3 different cards are solved"), "{}", told.err);
    assert!(told.err.contains("players=3: 3 seats instead of 2"), "{}", told.err);
    for row in rows(&desk, "sweep/sweep.csv").iter().filter(|row| row["players"] == "3") {
        assert_eq!((&*row["best_score_against_first"], &*row["invalid_rate_against_first"]), ("0.000000000000", ""));
    }
}

#[test]
fn the_same_bytes_at_any_number_of_threads_from_the_records_and_again() {
    let runs = [1, 2, 7].map(|threads| {
        let desk = desk();
        let told = desk.result(&format!("{OPTIONS} {VARY} --by 2 --threads {threads} --out sweep --format csv"));
        let files = desk.files("sweep");
        if threads == 2 {
            for file in ["sweep.csv", "difficulty.csv", "report.html"] {
                std::fs::remove_file(desk.path("sweep").join(file)).unwrap();
            }
            assert_eq!(desk.result("report sweep --format csv"), told);
            assert!(desk.files("sweep") == files);
            std::fs::remove_file(desk.path("deck.toml")).unwrap();
            desk.result("run sweep/run.json --out again");
            assert!(desk.files("again") == files);
            desk.refused("play --run sweep", &["is of a sweep"]);
        }
        (told, files)
    });
    assert!(runs[0] == runs[1] && runs[0] == runs[2]);
    let names: Vec<&str> = runs[0].1.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["cards.json", "datapackage.json", "difficulty.csv", "report.html", "run.json", "sweep.csv", "tallies.json"]
    );
}

#[test]
fn an_experiment_file_of_cards_is_the_command_it_stands_for() {
    let desk = desk();
    desk.write(
        "experiment.toml",
        "command = \"cards\"\ndeck = \"deck.toml\"\nplayers = 2\nrule = [\"bonus=[]\"]\nmax-dice = 2\nruns = 6\n\n[vary]\n\
         bots = [[\"bold\", \"chaser\"], [\"chaser\"]]\n",
    );
    desk.result("run experiment.toml --out file");
    desk.result(
        "cards --deck deck.toml --players 2 --rule bonus=[] --max-dice 2 --runs 6 --vary bots=bold,chaser|chaser --out typed",
    );
    assert!(desk.files("file") == desk.files("typed"));
    desk.write("wrong.toml", "command = \"cards\"\ngame = \"gang\"\nuntil = \"verdict\"\n");
    desk.refused("run wrong.toml", &["wrong.toml:3:1", "unknown key 'until'"]);
    desk.write("other.toml", "command = \"card\"\n");
    desk.refused("run other.toml", &["other.toml:1:11", "did you mean 'cards'?"]);
}

#[test]
fn what_cannot_be_varied_is_refused_before_anything_is_solved() {
    let desk = desk();
    let all = "cards --deck deck.toml --runs 1000000000000 --vary";
    for (rest, words) in [
        ("rerols=1..4", &["unknown key 'rerols'", "did you mean 'rerolls'?"][..]),
        ("card.no6.trigger=bomb|explosion", &["has no card 'no6'", "did you mean 'no5'?"]),
        ("rerolls=9..11", &["in the combination rerolls=11", "from 0 to 10"]),
        ("rerolls=1..2 --policies odd", &["--policies", "--vary"]),
        ("deck=deck.toml|old.toml", &["'deck' is varied and given"]),
        ("rerolls=1..2 --engine turn", &["--engine"]),
        ("rerolls=1..2 --by 9", &["--by: 9 dice"]),
        ("rerolls=1..2 --game pot", &["--game", "Gang of Dice"]),
        ("seed=0..9999 --vary rerolls=1..2", &["20,000 combinations; at most 10,000"]),
    ] {
        desk.refused(&format!("{all} {rest}"), words);
    }
}
