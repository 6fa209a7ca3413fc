//! `analyze tune`: its races against a second road, its promises, and what it refuses. Values that are known to be best are
//! in `pig::tuning`.

use crate::compare::rows;
use crate::program::Desk;
use analyze::engines::drawn::{DrawnGame, TurnEngine};
use analyze::games::gang::Gang;
use analyze::games::{BuiltIn, Setting};
use analyze::record::{PairedSums, Record, TuneTallies};
use analyze::simulate::{Control, Metrics, Next, PairedJob, Pairing, compare};
use analyze::strategies::find_all;
use std::ops::Range;

/// The least is far better than the default.
const ODDS: &str = "tune odds --param open=0..0.1/5 --against bold,boss --runs 60000";
const CHASER: &str = "tune chaser --param above=5..25/5 --runs 60000";

/// Candidates that play other games, all equally good: whatever `shift` is, one number in two comes up of each coin.
const NOISE: &str = r#"const NAME = "noise";
const ABOUT = "commits two or three dice, whichever its coin says";
const PARAMETERS = #{ shift: #{ value: 0, least: 0, most: 19, about: "which side of the coin is which" } };
fn commit(view) { if (coin(20) + shift) % 20 < 10 { 2 } else { 3 } }
fn reroll(plan, roll) { [] }
"#;

/// How many of these seeds claim that a candidate is better than the default.
fn claims(seeds: Range<u64>) -> u64 {
    let desk = Desk::new();
    desk.write("noise.rhai", NOISE);
    let mut claims = 0;
    for seed in seeds {
        let command =
            format!("tune noise.rhai --param shift=0..19 --against boss:3 --players 2 --runs 40000 --seed {seed}");
        let told = desk.result(&format!("{command} --game gang --replace --out out"));
        let is_claimed = told.contains(" is better than noise. Each of ");
        assert!(is_claimed != told.contains("No candidate was found that is better than noise"), "{told}");
        claims += u64::from(is_claimed);
    }
    claims
}

/// Of 20 seeds; `SEEDS=100 cargo test --release --test all tune::where_all -- --nocapture` plays a hundred.
#[test]
fn where_all_are_equal_an_improvement_is_seldom_claimed() {
    let seeds = std::env::var("SEEDS").map_or(20, |seeds| seeds.parse().unwrap());
    let (claims, allowed) = (claims(0..seeds), (seeds / 20).max(2));
    println!("{claims} of {seeds}");
    assert!(claims <= allowed, "{claims} of {seeds}");
}

/// The sums of these strategies against `bold` and `boss`, as the library plays them.
fn played(names: &[&str], seed: u64, blocks: Range<u64>) -> PairedSums {
    let game = Gang::set_up(3, &Setting::default()).unwrap();
    let all: Vec<String> = names.iter().chain(&["bold", "boss"]).map(|name| (*name).to_owned()).collect();
    let (chosen, _) = find_all(&all, &game).unwrap();
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let arms: Vec<usize> = (0..names.len()).collect();
    let pairing = Pairing::new(&arms, &[vec![names.len(), names.len() + 1]], Metrics::All);
    let engine = TurnEngine::new(&game, &strategies, Gang::LIMITS);
    let job = PairedJob { pairing: &pairing, seed, blocks };
    let finished = compare(job, &engine, 2, &Control::default(), std::iter::empty(), |_| Next::PlayOn, |_| ()).unwrap();
    finished.tally
}

/// Each rung is a comparison on blocks that follow those of the rung before, and the test one on blocks from 2^50 on.
#[test]
fn rungs_and_test_are_comparisons_on_draws_of_their_own() {
    let desk = Desk::new();
    desk.result(&format!("{ODDS} --seed 9 --out out"));
    let tallies = TuneTallies::from_json("tallies.json", &desk.read("out/tallies.json")).unwrap();
    assert!(tallies.is_complete && tallies.games() <= 60_000 && tallies.games() > 55_000, "{}", tallies.games());
    let name = |at: usize| &*tallies.candidates[at].name;
    let mut first = 0;
    for rung in &tallies.rungs {
        assert_eq!((rung.first, rung.sums.blocks), (first, rung.blocks));
        first += rung.blocks;
        let names: Vec<&str> = std::iter::once(0).chain(rung.candidates.iter().copied()).map(name).collect();
        let sums = played(&names, 9, rung.first..first);
        assert_eq!(sums.fields[0].arms, rung.sums.fields[0].arms);
        // Pairs of the library begin with the default, those of a rung end with it.
        for (pair, other) in rung.sums.fields[0].pairs.iter().zip(&sums.fields[0].pairs) {
            assert_eq!(pair.share.blocks.sum, -other.share.blocks.sum);
            assert_eq!((pair.share.blocks.squares, pair.divergent), (other.share.blocks.squares, other.divergent));
        }
    }
    // The better half of each rung goes on, by what was won in the stage.
    for pair in tallies.rungs.windows(2).filter(|pair| pair[0].stage == pair[1].stage) {
        let won = |&at: &usize| -> i128 {
            let of_stage =
                tallies.rungs.iter().filter(|rung| rung.stage == pair[0].stage && rung.first <= pair[0].first);
            of_stage
                .map(|rung| {
                    let place = rung.candidates.iter().position(|&one| one == at).unwrap();
                    rung.sums.fields[0].arms[place + 1].share.blocks.sum
                })
                .sum()
        };
        let least = pair[1].candidates.iter().map(won).min().unwrap();
        assert_eq!(pair[1].candidates.len(), pair[0].candidates.len().div_ceil(2));
        let out = pair[0].candidates.iter().filter(|one| !pair[1].candidates.contains(one));
        assert!(out.map(won).max().unwrap() <= least);
    }
    let test = tallies.test.as_ref().unwrap();
    let sums = played(&[name(test.candidate), "odds"], 9, 1 << 50..(1 << 50) + test.blocks);
    assert_eq!(sums.fields, test.sums.fields);
}

/// Of more candidates than play at once each group is played apart: with the sums that they have together, at any number of
/// threads and from wherever it goes on.
#[test]
fn a_rung_of_many_is_one_comparison_all_the_same() {
    let desk = Desk::new();
    let command = "tune odds --param open=0..0.69/69 --against bold,boss --runs 140000 --seed 9";
    desk.result(&format!("{command} --threads 1 --out out"));
    desk.result(&format!("{command} --threads 3 --out three"));
    assert!(desk.files("out") == desk.files("three"));
    let tallies = TuneTallies::from_json("tallies.json", &desk.read("out/tallies.json")).unwrap();
    let rung = &tallies.rungs[0];
    assert_eq!((rung.candidates.len(), rung.games_a_block), (69, 3 * 70));
    let arms = std::iter::once(0).chain(rung.candidates.iter().copied());
    let names: Vec<&str> = arms.map(|at| &*tallies.candidates[at].name).collect();
    let sums = played(&names, 9, 0..rung.blocks);
    assert_eq!(sums.fields[0].arms, rung.sums.fields[0].arms);
    for (pair, other) in rung.sums.fields[0].pairs.iter().zip(&sums.fields[0].pairs) {
        assert_eq!((pair.share.blocks.sum, pair.divergent), (-other.share.blocks.sum, other.divergent));
    }
}

#[test]
fn threads_and_reports_do_not_change_a_byte() {
    let desk = Desk::new();
    desk.result(&format!("{CHASER} --threads 1 --out one"));
    desk.result(&format!("{CHASER} --threads 3 --out three"));
    assert!(desk.files("one") == desk.files("three"));
    let files = desk.files("one");
    let shown = desk.result("report one");
    assert!(desk.files("one") == files && shown == desk.result(&format!("{CHASER} --out two")));
    desk.result("run one/run.json --out again");
    assert!(desk.files("again") == files);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["compare.csv", "datapackage.json", "report.html", "run.json", "tallies.json", "tune.csv"]);
}

/// `report.html` has the response surface: a line of one parameter, cells of two.
#[test]
fn the_page_has_the_response_surface() {
    let desk = Desk::new();
    desk.result(&format!("{CHASER} --out one"));
    let page = desk.read("one/report.html");
    assert!(page.contains("polyline") && page.contains("Win share minus that of the default, by the value of above"));
    desk.result("tune boss --game gang --param dice=1..4 --mirror --runs 20000 --out mirror");
    let page = desk.read("mirror/report.html");
    assert!(page.contains("--mirror") && page.contains("--param dice=1..4"), "the command");
    desk.result("tune race --param at=20..26/2 --param near=20|30 --players 2 --runs 40000 --out two");
    let page = desk.read("two/report.html");
    assert!(page.contains("by the value of at and near") && page.contains("fill-opacity"));
}

#[test]
#[cfg(unix)]
fn an_interrupted_race_writes_what_is_finished_and_goes_on() {
    let desk = Desk::new();
    let command = "tune hold --param at=15..25/2 --players 2 --seed 5";
    let (code, told) =
        crate::cli::interrupt(&desk, &format!("{command} --runs 1e12 --threads 2 --progress always --out out"));
    assert_eq!(code, Some(130), "{told}");
    assert!(told.trim_end().ends_with("--out out --resume"), "{told}");
    let tallies = TuneTallies::from_json("tallies.json", &desk.read("out/tallies.json")).unwrap();
    assert!(!tallies.is_complete && tallies.test.is_none() && tallies.games() > 0);
    let files = desk.files("out");
    assert!(desk.result("report out").contains("The race was stopped"));
    assert!(desk.files("out") == files);
    desk.refused(
        &format!("{command} --runs 30000 --out out --resume"),
        &["of a race of 1,000,000,000,000", "between 20,000 and 30,000"],
    );
    desk.refused(&format!("{command} --runs 1e12 --out out --resume --rule goal=50"), &["rules"]);
}

/// From every number of games, as an unbroken race has them: cut off in rungs and in the test.
#[test]
fn a_race_goes_on_to_the_bytes_of_an_unbroken_one() {
    let desk = Desk::new();
    let command = "tune hold --param at=15..25/2 --players 2 --seed 5 --runs 30000";
    desk.result(&format!("{command} --out whole"));
    let whole = TuneTallies::from_json("tallies.json", &desk.read("whole/tallies.json")).unwrap();
    let saved = desk.read("whole/run.json");
    for rungs in 1..=whole.rungs.len() {
        let mut part = whole.clone();
        part.rungs.truncate(rungs);
        (part.is_complete, part.test) = (false, None);
        let text = part.to_json();
        let mut manifest = analyze::record::Manifest::from_json("run.json", &saved).unwrap();
        manifest.signature = part.signature();
        manifest.files.iter_mut().filter(|file| file.name == "tallies.json").for_each(|file| {
            file.hash = analyze::record::hash(text.as_bytes());
        });
        desk.write("out/tallies.json", &text);
        desk.write("out/run.json", manifest.sealed().to_json());
        desk.result(&format!("{command} --out out --resume --threads 3"));
        assert!(desk.files("out") == desk.files("whole"), "after {rungs} rungs");
    }
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let desk = Desk::new();
    desk.write("bare.toml", "name = \"bare\"\nabout = \"a\"\ndice = 2\n");
    for (command, words) in [
        ("chaser --param abov=5..9", "no parameter 'abov' (did you mean 'above'?)"),
        ("chaser --param above=9..5", "is empty"),
        ("chaser --param above=9", "fewer than two candidates"),
        ("chaser --param above=9|13", "fewer than two candidates"),
        ("chaser --param above=5..9 --param above=3|4", "'above' is there twice"),
        ("chaser --param above=05|5|7", "are the same"),
        ("bare.toml --game gang --param x=1..4", "has no parameters"),
        ("nosuch --game gang --param x=1..4", "unknown strategy 'nosuch'"),
        ("chaser:9 --param above=5..9", "tuned and given"),
        ("chaser@odds --param above=5..9", "the parameters of two strategies"),
        ("chaser --param above=1.5|2.5|3.5", "must be a whole number"),
        ("chaser --param above=4999..5003", "must be a whole number from 0 to 5000"),
        ("chaser --param above=0..1999 --param above=1..99", "'above' is there twice"),
        ("patient --param most=1..16 --param giveup=0..1/999", "more than 10,000 candidates"),
        ("chaser --param above=0..999 --runs 1e5", "too few for 999 candidates"),
        ("chaser --param above=5..25 --runs 1000", "too few for 20 candidates"),
        ("chaser --param above=5..25 --against chaser", "--mirror puts it against itself"),
        ("chaser --param above=5..25 --against bold --mirror", "cannot be used with"),
        ("chaser --param above=5..25 --against bold,odds,boss --players 3", "3 strategies"),
        ("chaser --param above=5..25 --players 9", "is for 2 to 4"),
        ("chaser --param above=5..25 --runs 0", "--runs: 0 games"),
        ("chaser", "--param"),
        ("chaser --param above", "write it as key=values"),
    ] {
        desk.refused(&format!("tune {command}"), &[words]);
    }
}

/// All games have strategies with parameters; a race of each is over in the games that it was given.
#[test]
fn every_game_can_be_tuned() {
    let desk = Desk::new();
    for (command, games) in [
        ("tune max-sum --param pay=0|4|never --game pot", 20_000),
        ("tune bully --param lead=0|5|10 --players 2", 2_000),
        ("tune race --param at=20..28/2 --players 3", 30_000),
        ("tune odds --param open=0..0.2/2", 60_000),
    ] {
        desk.result(&format!("{command} --runs {games} --replace --out out"));
        let rows = rows(&desk.read("out/tune.csv"));
        assert!(rows.len() >= 3 && rows.iter().any(|row| row["kind"] == "default"), "{command}");
        let manifest: serde_json::Value = serde_json::from_str(&desk.read("out/run.json")).unwrap();
        assert!(manifest["runs"].as_u64().unwrap() <= games, "{command}");
    }
}
