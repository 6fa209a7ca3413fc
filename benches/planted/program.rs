//! The built program itself where the answer is known: how many of its sentences are false.
//!
//! The eight sides of a coin make a null: a strategy that commits two dice more when its coin shows its side. All sides play other
//! games and are equally strong.

use std::path::Path;
use std::process::Command;

const SIDES: &str = r#"const NAME = "side";
const ABOUT = "three dice, but two more when a coin of eight sides shows its own";
const PARAMETERS = #{ side: #{ value: 0, least: 0, most: 7, about: "the side" } };
fn commit(view) { view.allowed_up_to(if coin(8) == side { 5 } else { 3 }) }
fn reroll(plan, roll) { [] }
"#;

/// A race in which `chaser:above=14` to `20` win more than `chaser` by 0.0010 to 0.0018, as long comparisons say, and it is too short
/// to find that.
const RACE: &str = "tune chaser --param above=8..20 --players 3 --runs 3e4";

/// Prints what was said of so many seeds.
pub(crate) fn print(seeds: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("side.rhai"), SIDES).expect("a file");
    let said =
        |command: &str, seed: u64| run(folder.path(), &format!("{command} --seed {seed} --quiet --replace --out out"));

    let tournament = "tournament side.rhai:side=0..5 --game gang --players 2 --runs 1e5";
    let all: Vec<String> = (1..=seeds).map(|seed| said(tournament, seed)).collect();
    let count = |of: &dyn Fn(&String) -> bool| all.iter().filter(|said| of(said)).count();
    println!(
        "six equals, of {seeds} tournaments: {} name a highest rating, {} a part of the Nash average, {} of α-rank; {} call equals \
         not settled",
        count(&|said| said.contains(" has the highest rating: ")),
        count(&|said| !said.contains("beats on average. The mix is not known")),
        count(&|said| !said.contains("to better ones. The mix is not known")),
        count(&|said| said.contains("0 are undecided") && said.contains("may be as good"))
    );

    let sweep = "--game gang --bots side.rhai,bold --vary side.rhai.side=0..7 --runs 3000";
    let pages: Vec<String> = (1..=seeds)
        .map(|seed| {
            said(sweep, seed);
            std::fs::read_to_string(folder.path().join("out/report.html")).expect("a page")
        })
        .collect();
    let claims = |page: &&String| !page.contains("No win share is known to change");
    println!("eight equal cells, of {seeds} sweeps: {} claim a change", pages.iter().filter(claims).count());

    let all: Vec<String> = (1..=seeds).map(|seed| said(RACE, seed)).collect();
    let missed: Vec<f64> = all.iter().filter_map(|said| gain(said)).collect();
    println!(
        "values that are better by up to 0.0018, of {seeds} races: {} find an improvement, {} say that a gain could have been missed, \
         {} of these less than 0.0018; {:.4} on average",
        all.iter().filter(|said| said.contains(" is better than chaser. ")).count(),
        missed.len(),
        missed.iter().filter(|gain| **gain < 0.0018).count(),
        missed.iter().sum::<f64>() / missed.len().max(1) as f64
    );
}

/// How large a gain could have been missed, as a race says it.
fn gain(said: &str) -> Option<f64> {
    let points: f64 = said.split("whose win share is up to ").nth(1)?.split(' ').next()?.parse().ok()?;
    Some(points / 100.0)
}

fn run(folder: &Path, command: &str) -> String {
    let words = command.split_whitespace();
    let done = Command::new(env!("CARGO_BIN_EXE_analyze")).args(words).current_dir(folder).output().expect("it runs");
    assert!(done.status.success(), "{command}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}
