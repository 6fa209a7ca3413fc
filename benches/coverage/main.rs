//! How often the intervals of every table hold the truth, and sequential tests err: all games, 5 to 2,000 blocks.
//!
//! `cargo bench --bench coverage` prints for each table, column and number of blocks:
//! - how many of the intervals of 95 % hold what a run of a hundred thousand blocks and more with another seed came to,
//!   and the binomial error of that share, as of the runs, because the numbers of one run hang together;
//! - how many values have no interval, and how many are said to be exact;
//! - how many numbers are left out as vague, because the long run does not know them well enough;
//! - how many are rare, and how many of their intervals hold: their spread rests on what more than one run in twenty has
//!   hardly met, and no interval knows of luck that it has not met;
//! - of the others the one that is covered least, and how much the one is that is covered most.
//!
//! `-- --seeds 2000 pot` plays so many seeds (400 if it is not said) of the line-ups whose title contains a word;
//! `-- sequential` measures the sequential tests alone, `-- luck` win shares without luck, `-- values` what values of the
//! line-up at hand are worth there, `-- verdicts` how many games comparisons take with luck and without, `-- looks` intervals of
//! comparisons at all looks at once, and their width after the first, `-- sweeps` differences between combinations without luck,
//! `-- tournaments` payoffs, means and ratings, `-- tuning` races and tests,
//! `-- designs` the win shares of seats. All of it takes some twenty minutes on two cores.

#![expect(clippy::expect_used, reason = "a laboratory that cannot be set up has nothing to measure")]
#![expect(clippy::print_stdout, reason = "it prints what it measured")]

mod cancelled;
mod designed;
mod laboratory;
mod looks;
mod luck;
mod sequential;
mod swept;
mod toured;
mod tuned;
mod verdicts;
mod without_luck;

use analyze::games::{battle::Battle, gang::Gang, pig::Pig, pot::Pot};
use laboratory::{Cell, Plan, comparisons, runs};

const SIZES: &[u64] = &[5, 10, 50, 200, 2_000];

/// A line-up or comparison, what it is called, and the blocks of its long run.
type Experiment = (&'static str, fn(&Plan) -> Vec<Cell>, &'static [&'static str], u64);

const EXPERIMENTS: [Experiment; 14] = [
    ("gang, three that look", runs::<Gang>, &["chaser", "bold", "cautious"], 1_000_000),
    ("gang, four", runs::<Gang>, &["boss:2", "boss:3", "stand:3", "boss:5"], 500_000),
    ("gang, nearly the same", runs::<Gang>, &["endgame:rounds=1", "endgame:rounds=2"], 4_000_000),
    ("pot, two", runs::<Pot>, &["optimal-turn", "combo-hunter"], 2_000_000),
    ("pot, three", runs::<Pot>, &["letters", "stand", "optimal-turn"], 1_000_000),
    ("battle, two", runs::<Battle>, &["swarm", "elite"], 200_000),
    ("battle, three", runs::<Battle>, &["elite", "swarm", "powers"], 100_000),
    ("pig, two", runs::<Pig>, &["hold:20", "hold:3"], 400_000),
    ("pig, three", runs::<Pig>, &["hold:20", "hold:25", "hold:2"], 400_000),
    ("compare, gang, alike", comparisons::<Gang>, &["chaser", "endgame"], 1_000_000),
    ("compare, gang, unlike", comparisons::<Gang>, &["boss:2", "bold"], 1_000_000),
    ("compare, pot", comparisons::<Pot>, &["letters", "optimal-turn"], 500_000),
    ("compare, battle", comparisons::<Battle>, &["elite", "powers"], 100_000),
    ("compare, pig", comparisons::<Pig>, &["hold:20", "hold:25"], 400_000),
];

/// Intervals that are put together: those of a column after so many blocks.
fn print(title: &str, cells: &[Cell]) {
    println!("\n{title}");
    println!(
        "{:10} {:20} {:>6} {:>8} {:>7} {:>7} {:>6} {:>6} {:>6} {:>12}  least and most covered of the others",
        "table", "column", "blocks", "cells", "covered", "error", "none", "exact", "vague", "rare"
    );
    let mut done: Vec<(&str, &str, u64)> = Vec::new();
    for cell in cells {
        let group = (&*cell.place.table, &*cell.place.column, cell.blocks);
        if !done.contains(&group) {
            done.push(group);
            let all: Vec<&Cell> =
                cells.iter().filter(|c| (&*c.place.table, &*c.place.column, c.blocks) == group).collect();
            print_group(group, &all);
        }
    }
}

fn print_group((table, column, blocks): (&str, &str, u64), all: &[&Cell]) {
    let judged: Vec<&&Cell> = all.iter().filter(|cell| cell.is_judged).collect();
    let sum = |of: fn(&Cell) -> u64| judged.iter().map(|cell| of(cell)).sum::<u64>();
    let (values, intervals, covered) = (sum(|c| c.values), sum(|c| c.intervals), sum(|c| c.covered));
    let share = covered as f64 / intervals.max(1) as f64;
    // Cells of one run hang together; the error is that of as many independent intervals as one cell has.
    let runs = intervals as f64 / judged.len().max(1) as f64;
    let error = (share * (1.0 - share) / runs.max(1.0)).sqrt();
    let (rare, others): (Vec<&&Cell>, Vec<&&Cell>) = judged.iter().partition(|cell| cell.is_rarely_met());
    let rarely = rare.iter().map(|cell| cell.covered).sum::<u64>() as f64
        / rare.iter().map(|cell| cell.intervals).sum::<u64>().max(1) as f64;
    let rare = if rare.is_empty() { String::new() } else { format!("{}: {:.1} %", rare.len(), 100.0 * rarely) };
    let enough = || others.iter().filter(|cell| 2 * cell.intervals > cell.values);
    let shown = |cell: Option<&&&Cell>| {
        let shown = |cell: &&&Cell| {
            let (share, labels) = (100.0 * cell.coverage(), cell.place.labels.join(" "));
            format!("{share:5.1} % of {}: {labels} = {:.6}", cell.intervals, cell.truth)
        };
        cell.map_or(String::new(), shown)
    };
    let least = shown(enough().min_by(|a, b| a.coverage().total_cmp(&b.coverage())));
    let most = enough().map(|cell| cell.coverage()).fold(0.0, f64::max);
    println!(
        "{table:10} {column:20} {blocks:>6} {:>8} {:>5.1} % {:>5.1} % {:>6} {:>6} {:>6} {rare:>12}  {least}; {:.1} %",
        judged.len(),
        100.0 * share,
        100.0 * error,
        values - intervals,
        sum(|c| c.without_width),
        all.len() - judged.len(),
        100.0 * most,
    );
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let mut seeds = 400;
    if let Some(at) = words.iter().position(|word| word == "--seeds") {
        seeds = words.get(at + 1).and_then(|n| n.parse().ok()).expect("--seeds is followed by a number");
        words.drain(at..at + 2);
    }
    let asked = |title: &str| words.iter().all(|word| title.contains(&**word));
    if asked("sequential tests") {
        sequential::print_differences(5 * seeds);
        sequential::print_sprt(&sequential::MARGINS, 5 * seeds);
        sequential::print_sequence(&sequential::MARGINS[1..], seeds);
    }
    if asked("luck") {
        luck::print(seeds);
    }
    if asked("values") {
        luck::print_values(seeds);
    }
    if asked("sweeps") {
        without_luck::print_sweeps(seeds);
    }
    if asked("tournaments") {
        without_luck::print_tournaments(seeds);
    }
    if asked("tuning") {
        without_luck::print_tuning(seeds);
    }
    if asked("designs") {
        without_luck::print_designs(seeds);
    }
    if asked("looks") {
        looks::print(seeds);
    }
    if asked("verdicts") {
        verdicts::print(seeds);
    }
    for (title, play, bots, long) in EXPERIMENTS {
        if asked(title) {
            print(title, &play(&Plan { bots, sizes: SIZES, seeds, long }));
        }
    }
}
