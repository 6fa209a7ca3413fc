//! Whether sentences about the best of many say more than the data show. `cargo bench --bench planted -- program` counts how often
//! over hundreds of seeds.

use crate::program::Desk;

/// All sides play other games and are equally strong.
const SIDES: &str = r#"const NAME = "side";
const ABOUT = "three dice, but two more when a coin of eight sides shows its own";
const PARAMETERS = #{ side: #{ value: 0, least: 0, most: 7, about: "the side" } };
fn commit(view) { view.allowed_up_to(if coin(8) == side { 5 } else { 3 }) }
fn reroll(plan, roll) { [] }
"#;

fn with_sides() -> Desk {
    let desk = Desk::new();
    desk.write("side.rhai", SIDES);
    desk
}

/// The values of a column of a CSV file, row by row.
fn column(desk: &Desk, file: &str, name: &str) -> Vec<String> {
    let content = desk.read(file);
    let mut rows = csv::Reader::from_reader(content.as_bytes());
    let at = rows.headers().unwrap().iter().position(|heading| heading == name).unwrap();
    rows.records().map(|row| row.unwrap()[at].to_owned()).collect()
}

/// Once it read "that it is better than B, C is not settled" beside "3 equal, 0 open", and `tied_with` named them.
#[test]
fn settled_equals_are_not_called_open() {
    let desk = with_sides();
    let said = desk.result(
        "tournament side.rhai:side=0..2 --game gang --players 2 --runs 60000 --margin 0.3 --seed 5 --quiet --out t",
    );
    assert!(
        said.contains("3 are equal (their win shares differ by at most 30 percentage points), and 0 are undecided"),
        "{said}"
    );
    assert!(said.contains("it is equal to") && !said.contains("may be as good"), "{said}");
    assert_eq!(column(&desk, "t/ranking.csv", "tied_with"), ["", "", ""]);
    assert!(column(&desk, "t/ranking.csv", "equal_to").iter().all(|names| names.matches("; ").count() == 1));
}

/// Once one of six equals was named by rating, and had all of the Nash average in all resamples.
#[test]
fn nobody_is_named_the_best_of_equals() {
    let desk = with_sides();
    let named = |seed: u64| {
        let said = desk.result(&format!(
            "tournament side.rhai:side=0..5 --game gang --players 2 --runs 30000 --seed {seed} --quiet --out t{seed}"
        ));
        let unknown = "The mix is not known: each of the 6 entrants may have any share of it";
        !(said.contains(" has the highest estimated rating, ") && said.matches(unknown).count() == 2)
    };
    let named = (1..=8).filter(|&seed| named(seed)).count();
    assert!(named <= 2, "{named} of 8");
}

/// Once the label of intervals that hold in 99.9% was "95% each".
#[test]
fn payoffs_of_a_watched_tournament_are_labelled_as_a_sequence() {
    let desk = with_sides();
    for (allot, label) in
        [("order", "payoffs: each is a 95% confidence sequence"), ("even", "payoffs: each is a 95% interval")]
    {
        desk.result(&format!(
            "tournament side.rhai:side=0..1 --game gang --players 2 --runs 1000 --allot {allot} --quiet --out {allot}"
        ));
        assert!(desk.read(&format!("{allot}/run.json")).contains(label), "{allot}");
    }
}

/// Once one of eight equal cells was said to change in 45 of 200 sweeps, where 10 are allowed.
#[test]
fn equal_cells_are_not_said_to_change() {
    let desk = with_sides();
    let claims = |seed: &u64| {
        desk.result(&format!(
            "--game gang --bots side.rhai,bold --vary side.rhai.side=0..7 --runs 2000 --seed {seed} --quiet --out s"
        ));
        !desk.read("s/report.html").contains("No win share is known to change")
    };
    let claims = (1..=20).filter(claims).count();
    assert!(claims <= 4, "{claims} of 20");
}

/// The sentence has the interval, and no estimate that was chosen for being large.
#[test]
fn the_largest_change_is_said_by_its_interval() {
    let desk = Desk::new();
    desk.result("--game gang --bots chaser,boss:3 --vary rerolls=0..2 --runs 20000 --quiet --out s");
    let page = desk.read("s/report.html");
    let said = page.split("<p class=\"answer\">").nth(1).unwrap_or_else(|| panic!("{page}"));
    let said = said.split("</p>").next().unwrap();
    assert!(
        said.contains(" percentage points ")
            && said.contains("(with 95% confidence, the intervals of ")
            && said.contains(" changes contain the true values)."),
        "{said}"
    );
}

/// Values of 14 and more win 0.0010 to 0.0018 more, as long comparisons say: once it read "none of the 12 candidates won more", and a third
/// of the games was not played.
#[test]
fn a_race_too_short_says_what_it_could_have_missed() {
    let desk = Desk::new();
    for seed in 1..=4 {
        let command = "tune chaser --param above=8..20 --players 3 --runs 3e4";
        let said = desk.result(&format!("{command} --seed {seed} --quiet --out t{seed}"));
        assert!(desk.path(&format!("t{seed}/compare.csv")).exists(), "the test is played");
        assert!(!said.contains("none of the 12") && !said.contains("which is too much"), "{said}");
        if !said.contains(" is better than chaser. Each of ") {
            let gain = said.split("a candidate whose win share is up to ").nth(1).unwrap_or_else(|| panic!("{said}"));
            let gain: f64 = gain.split(' ').next().unwrap().parse().unwrap();
            assert!(said.contains("No candidate was found that is better than chaser") && gain > 0.18, "{said}");
        }
    }
}
