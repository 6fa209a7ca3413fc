//! What is measured of win shares without luck beyond single runs, and how it is printed.

use crate::cancelled::{Found, mean};
use crate::swept;

const SWEPT: [swept::Case; 9] = [
    ("gang", [("chaser,bold", &[("rerolls", "1")]), ("chaser,bold", &[("rerolls", "2")])]),
    ("gang", [("chaser:above=10,bold", &[]), ("chaser:above=11,bold", &[])]),
    ("gang", [("odds,cautious", &[("pools", "[24,24]")]), ("odds,cautious", &[("pools", "[30,30]")])]),
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

fn print(heading: &str, found: &[Found]) {
    println!("\n{heading}");
    println!("intervals of 95 % that hold, without luck and as played; the bias in standard errors; games and widths saved");
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
