//! What is measured of win shares without luck beyond single runs, and how it is printed.

use crate::cancelled::{Found, mean};
use crate::{designed, swept, toured, tuned};

const SWEPT: [swept::Case; 8] = [
    ("gang", [("chaser,bold", &[("rerolls", "1")]), ("chaser,bold", &[("rerolls", "2")])]),
    ("gang", [("chaser:above=10,bold", &[]), ("chaser:above=11,bold", &[])]),
    ("gang", [("boss:2,boss:5", &[("edition", "blackrock")]), ("boss:2,boss:5", &[("edition", "bga")])]),
    ("gang", [("chaser,bold,odds", &[("rerolls", "1")]), ("chaser,bold,odds", &[("rerolls", "2")])]),
    ("gang", [("chaser,endgame,patient", &[]), ("chaser,bold,patient", &[])]),
    ("pig", [("hold:20,hold:25", &[]), ("hold:20,hold:25", &[("goal", "60")])]),
    ("pig", [("hold:20,hold:25", &[]), ("hold:21,hold:25", &[])]),
    ("pot", [("letters,stand", &[]), ("letters,max-sum", &[])]),
];

/// The differences of sweeps.
pub(crate) fn print_sweeps(seeds: u64) {
    let found: Vec<Found> = SWEPT.iter().flat_map(|case| swept::differences(case, seeds)).collect();
    print(&format!("sweeps, {seeds} runs of {} blocks: differences to the first combination", swept::BLOCKS), &found);
}

const TOURED: [toured::Case; 6] = [
    ("gang", 2, &["chaser", "bold", "boss:3"]),
    ("gang", 2, &["boss:2", "boss:5", "chaser"]),
    ("gang", 3, &["chaser", "bold", "odds"]),
    ("gang", 2, &["chaser", "endgame", "odds", "patient"]),
    ("pig", 2, &["hold:20", "hold:25", "race"]),
    ("pot", 2, &["letters", "stand", "max-sum"]),
];

/// Payoffs, of 95 % each, and means, differences and ratings, of 95 % together; and what is missed at any look.
pub(crate) fn print_tournaments(seeds: u64) {
    for case in &TOURED {
        let found = toured::numbers(case, seeds);
        let (payoffs, others): (Vec<Found>, Vec<Found>) =
            found.iter().cloned().partition(|found| found.title.contains(" among "));
        let what = format!("tournament of {} with {} players, {seeds} seeds", case.2.join(", "), case.1);
        print(&format!("{what}: payoffs"), &payoffs);
        print(&format!("{what}: what holds together"), &others);
        let missed = toured::missed(case, seeds, &found).map(|missed| 100.0 * missed as f64 / seeds as f64);
        println!("watched, a difference missed at any look: {:.1} %, as played {:.1} %", missed[0], missed[1]);
    }
}

const TUNED: [tuned::Case; 5] = [
    ("gang", 2, &["chaser", "chaser:above=8", "chaser:above=12", "chaser:above=14"], "bold"),
    ("gang", 3, &["chaser", "chaser:above=8", "chaser:above=12", "chaser:above=14"], "odds"),
    ("gang", 2, &["boss:5", "boss:4", "boss:2"], "boss:6"),
    ("pig", 2, &["hold:20", "hold:19", "hold:22", "hold:25"], "race"),
    ("pot", 2, &["letters", "stand", "max-sum"], "optimal-turn"),
];

/// The differences of races and tests, and who wins the race.
pub(crate) fn print_tuning(seeds: u64) {
    for case in &TUNED {
        let (found, wins) = tuned::numbers(case, seeds);
        print(&format!("{} tuned against {}, {} players, {seeds} seeds", case.2[0], case.3, case.1), &found);
        let [own, played] = wins.map(|wins| 100.0 * wins as f64 / seeds as f64);
        println!("the best candidate wins the race in {own:.1} % of the races, as played in {played:.1} %");
    }
}

const DESIGNED: [designed::Case; 6] = [
    ("gang", "chaser,bold", &[]),
    ("gang", "boss:2,boss:5", &[]),
    ("gang", "chaser,bold,odds", &[]),
    ("gang", "chaser,bold,odds", &[("rerolls", "1")]),
    ("pig", "hold:20,hold:25", &[]),
    ("pot", "letters,stand", &[]),
];

/// The win shares of seats, and their differences.
pub(crate) fn print_designs(seeds: u64) {
    let found: Vec<Found> = DESIGNED.iter().flat_map(|case| designed::numbers(case, seeds)).collect();
    print(&format!("designs, {seeds} runs of {} blocks: intervals of 97.5 %", designed::BLOCKS), &found);
}

fn print(heading: &str, found: &[Found]) {
    println!("\n{heading}");
    println!(
        "intervals of 95 % that hold, without luck and as played; the bias in standard errors; games and widths saved"
    );
    println!(
        "{:66} {:>10} {:>8} {:>8} {:>8} {:>9} {:>9}",
        "number", "truth", "covered", "played", "bias", "gain", "narrower"
    );
    found.iter().for_each(|found| println!("{}", shown(found)));
    let all = |which| {
        let both = found.iter().map(|found| found.covered(which));
        let (covered, all) = both.fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
        100.0 * covered as f64 / all as f64
    };
    println!("{:66} {:>10} {:6.1} % {:6.1} %", "all", "", all(0), all(1));
}

fn shown(found: &Found) -> String {
    let share = |which| {
        let (covered, all) = found.covered(which);
        100.0 * covered as f64 / all as f64
    };
    let width =
        |which: usize| mean(found.runs.iter().filter_map(|run| run[which].interval).map(|interval| interval.width()));
    format!(
        "{:66} {:10.6} {:6.1} % {:6.1} % {:8.2} {:9.1} {:9.1}",
        found.title,
        found.truth(),
        share(0),
        share(1),
        found.bias(),
        found.gain(),
        width(1) / width(0)
    )
}
