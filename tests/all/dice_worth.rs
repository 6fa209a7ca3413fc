//! `analyze dice`: chances against every throw counted, gains and fair costs by hand, and the files.

use crate::program::{Desk, csv_rows};

/// The rows of a file, each as a map from a column to its field.
struct Rows(Vec<Vec<String>>);

impl Rows {
    fn of(desk: &Desk, file: &str) -> Rows {
        Rows(csv_rows(&desk.read(file)))
    }

    fn at(&self, column: &str) -> usize {
        self.0[0].iter().position(|heading| heading == column).unwrap_or_else(|| panic!("{column}: {:?}", self.0[0]))
    }

    /// The rows in which columns have these values.
    fn with(&self, wanted: &[(&str, &str)]) -> Vec<&Vec<String>> {
        let fits = |row: &&Vec<String>| wanted.iter().all(|(column, value)| row[self.at(column)] == *value);
        self.0[1..].iter().filter(fits).collect()
    }

    fn text(&self, wanted: &[(&str, &str)], column: &str) -> String {
        let found = self.with(wanted);
        assert_eq!(found.len(), 1, "{wanted:?}");
        found[0][self.at(column)].clone()
    }

    fn number(&self, wanted: &[(&str, &str)], column: &str) -> f64 {
        self.text(wanted, column).parse().unwrap()
    }
}

/// The chance that the first of two throws is higher, where equal ones are thrown again: P(>) / (P(>) + P(<)).
fn higher(own: &[u32], other: &[u32]) -> f64 {
    let pairs = || own.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    let (more, less) = (pairs().filter(|(a, b)| a > b).count(), pairs().filter(|(a, b)| a < b).count());
    more as f64 / (more + less) as f64
}

/// The totals of all throws of two dice.
fn totals(one: [u32; 6], other: [u32; 6]) -> Vec<u32> {
    one.iter().flat_map(|a| other.iter().map(move |b| a + b)).collect()
}

const WHITE: [u32; 6] = [1, 2, 3, 4, 5, 6];
const YELLOW: [u32; 6] = [0, 5, 6, 7, 8, 6];
const DUELS: [&str; 2] = ["dice --players 2 --pack white=2 --runs 2000 --out d", "battle"];

/// With two white dice each throws both in a battle, and all faces of white and yellow dice are numbers (a helmet is one here).
#[test]
fn a_battle_of_numbers_is_every_throw_counted() {
    let desk = Desk::new();
    desk.result(DUELS[0]);
    let duels = Rows::of(&desk, "d/dice_duels.csv");
    for hand in ["chosen", "random"] {
        let of = |role, die| [("players", "2"), ("role", role), ("die", die), ("duel", DUELS[1]), ("hand", hand)];
        let white = totals(WHITE, WHITE);
        let yellow = higher(&totals(WHITE, YELLOW), &white);
        assert!((duels.number(&of("reference", "white"), "win") - 0.5).abs() < 1e-6);
        assert!((duels.number(&of("swapped", "yellow"), "win") - yellow).abs() < 1e-6, "{yellow}");
        // Against one opponent, a win brings a point, and nothing else does.
        assert!((duels.number(&of("swapped", "yellow"), "points") - yellow).abs() < 1e-6);
        assert_eq!(duels.text(&of("swapped", "yellow"), "win_method"), "exact");
    }
}

/// A red die rerolls, so its duels are fought; it is 0, 6, 7 or 5, or it is rerolled, or it throws one more die. In a battle both
/// dice lie, so that the extra die has no reserve to come from: it scores nothing.
#[test]
fn what_acts_is_simulated_and_says_so() {
    let desk = Desk::new();
    desk.result("dice --players 2 --pack white=2 --runs 40000 --out d");
    let duels = Rows::of(&desk, "d/dice_duels.csv");
    let of = [("role", "swapped"), ("die", "red"), ("duel", "battle"), ("hand", "chosen")];
    assert_eq!(duels.text(&of, "win_method"), "simulated");
    assert_eq!(duels.text(&of, "fought"), "40000");
    let [win, lo, hi] = ["win", "win_lo", "win_hi"].map(|column| duels.number(&of, column));
    assert!(lo < win && win < hi && hi - lo < 0.02, "{lo} {win} {hi}");
    // A reroll that is never used makes the die weaker, and one that always turns into its best face makes it stronger.
    let [weak, strong] = [0, 7].map(|reroll| higher(&totals(WHITE, [0, 6, 7, 5, reroll, 0]), &totals(WHITE, WHITE)));
    assert!(weak - 0.02 < win && win < strong + 0.02, "{weak} {win} {strong}");
    let swapped = Rows::of(&desk, "d/dice_worth.csv");
    assert!(swapped.number(&[("die", "red")], "exact_duels") < 12.0);
    assert_eq!(swapped.text(&[("die", "yellow")], "exact_duels"), "12");
}

/// The gain is the mean difference of the points of all duels, and the fair cost follows from the gains and the costs.
#[test]
fn gains_and_fair_costs_are_those_of_a_hand_calculation() {
    let desk = Desk::new();
    desk.result("dice --players 3 --pack white=2 --runs 500 --out d");
    let (worth, duels) = (Rows::of(&desk, "d/dice_worth.csv"), Rows::of(&desk, "d/dice_duels.csv"));
    let points = |wanted: &[(&str, &str)]| -> f64 {
        let rows = duels.with(wanted);
        assert_eq!(rows.len(), 12);
        rows.iter().map(|row| row[duels.at("points")].parse::<f64>().unwrap()).sum::<f64>() / 12.0
    };
    let kinds = ["white", "red", "yellow", "green", "blue", "black"];
    let costs = [1.0, 2.0, 2.0, 3.0, 4.0, 5.0];
    let gains = kinds.map(|kind| worth.number(&[("die", kind)], "gain"));
    for (kind, gain) in kinds.into_iter().zip(gains) {
        let own = points(&[("role", "swapped"), ("die", kind)]) - points(&[("role", "reference")]);
        assert!((gain - own).abs() < 1e-5, "{kind}: {gain} for {own}");
    }
    for at in 1..6 {
        let others = (1..6).filter(|other| *other != at);
        let rate =
            others.clone().map(|other| gains[other]).sum::<f64>() / others.map(|other| costs[other] - 1.0).sum::<f64>();
        let fair = worth.text(&[("die", kinds[at])], "fair_cost");
        if rate > 0.0 {
            let fair: f64 = fair.parse().unwrap();
            assert!((fair - (1.0 + gains[at] / rate)).abs() < 1e-3 * fair.abs().max(1.0), "{}: {fair}", kinds[at]);
        } else {
            assert_eq!(fair, "", "{}", kinds[at]);
        }
        let (lo, hi) =
            (worth.text(&[("die", kinds[at])], "fair_cost_lo"), worth.text(&[("die", kinds[at])], "fair_cost_hi"));
        let expected = match (lo.parse::<f64>(), hi.parse::<f64>()) {
            (Ok(lo), _) if lo > costs[at] => "underpriced",
            (_, Ok(hi)) if hi < costs[at] => "overpriced",
            _ => "undecided",
        };
        assert_eq!(worth.text(&[("die", kinds[at])], "verdict"), expected, "{}: {lo} {hi}", kinds[at]);
    }
    assert_eq!(worth.text(&[("die", "white")], "verdict"), "baseline");
}

/// The masses of each side add up to 1, nobody gains by leaving, and the value is between the lowest and the highest chance.
#[test]
fn an_equilibrium_is_one() {
    let desk = Desk::new();
    desk.result("dice --players 2 --pack white=2 --runs 500 --out d");
    let (masses, duels) = (Rows::of(&desk, "d/dice_equilibrium.csv"), Rows::of(&desk, "d/dice_duels.csv"));
    let of = |side: &str| -> Vec<(String, f64)> {
        let rows = masses.with(&[("side", side)]);
        rows.iter().map(|row| (row[masses.at("choice")].clone(), row[masses.at("mass")].parse().unwrap())).collect()
    };
    let win = |pack: &str, duel: &str| {
        let rows = duels.with(&[("role", "built"), ("pack", pack)]);
        let row = rows.iter().find(|row| format!("{} {}", row[duels.at("duel")], row[duels.at("hand")]) == duel);
        row.unwrap()[duels.at("win")].parse::<f64>().unwrap()
    };
    let (packs, duellists) = (of("pack"), of("duel"));
    assert_eq!((packs.len(), duellists.len()), (6, 12));
    for side in [&packs, &duellists] {
        assert!((side.iter().map(|(_, mass)| mass).sum::<f64>() - 1.0).abs() < 1e-4, "{side:?}");
    }
    let value: f64 = masses.with(&[("side", "pack")])[0][masses.at("value")].parse().unwrap();
    for (pack, _) in &packs {
        let own: f64 = duellists.iter().map(|(duel, mass)| mass * win(pack, duel)).sum();
        assert!(own < value + 1e-3, "{pack}: {own} above {value}");
    }
    for (duel, _) in &duellists {
        let own: f64 = packs.iter().map(|(pack, mass)| mass * win(pack, duel)).sum();
        assert!(own > value - 1e-3, "{duel}: {own} below {value}");
    }
}

/// The price at which the line through the fair costs crosses the costs.
#[test]
fn prices_that_are_varied_cross_the_fair_cost() {
    let desk = Desk::new();
    desk.result("dice --players 2 --pack white=2 --runs 300 --vary die.yellow.cost=2|5|9|20 --out d");
    let (worth, prices) = (Rows::of(&desk, "d/dice_worth.csv"), Rows::of(&desk, "d/dice_prices.csv"));
    assert_eq!(prices.0.len(), 2);
    let fair = |cost: u32| {
        let text = worth.text(&[("die.yellow.cost", &cost.to_string()), ("die", "yellow")], "fair_cost");
        text.parse::<f64>().ok().map(|fair| fair - f64::from(cost))
    };
    let costs = [2, 5, 9, 20];
    let differences = costs.map(fair);
    let crossed = differences.windows(2).position(|ends| matches!(ends, [Some(a), Some(b)] if *a > 0.0 && *b <= 0.0));
    match (prices.0[1][prices.at("crossing")].as_str(), crossed) {
        ("found", Some(at)) => {
            let [from, to] = [costs[at], costs[at + 1]].map(f64::from);
            let (above, below) = (differences[at].unwrap(), differences[at + 1].unwrap());
            let found: f64 = prices.0[1][prices.at("fair_price")].parse().unwrap();
            assert!((found - (from + (to - from) * above / (above - below))).abs() < 1e-4, "{found}: {differences:?}");
        }
        (other, crossed) => assert!(crossed.is_none() && other != "found", "{other}: {differences:?}"),
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let desk = Desk::new();
    desk.refused("dice --game pig", &["Pig has no dice that are bought", "--game battle"]);
    desk.refused("dice --players 7", &["--players", "from 2 to 6"]);
    desk.refused("dice --pack white=9", &["--pack", "1 to 5"]);
    desk.refused("dice --pack whit=1", &["--pack", "did you mean 'white'"]);
    desk.refused("dice --pack white=3 --rule limit=2", &["--pack", "the rules allow 2 of a kind"]);
    desk.refused("dice --vary players=2..3", &["--vary: players"]);
    desk.refused("dice --runs 0", &["--runs"]);
    desk.refused("dice --engine dice", &["--engine"]);
    assert!(desk.files(".").keys().all(|name| !name.starts_with("reports/")), "something was written");
}
