//! `cargo bench --bench planted`: how often a tournament finds the best of forty whose win shares are known, over a hundred
//! seeds, and with how many games, against as many for everybody; and how often equals are told apart; and how often the
//! intervals of a tournament hold the truth, all of them at all looks.
//!
//! `-- whole` measures instead what a tournament says as a whole, over 600 seeds for each of four sets of win shares and
//! both ways to allot games: how many tournaments miss a rating, name a wrong highest rating, miss the share that ratings leave
//! unexplained (and what that share is on average), miss a mass in the Nash average or by α-rank; how wide masses are
//! known; and how many payoffs have an interval that holds the truth. `-- program` plays the built program itself, over 200
//! seeds each, and counts sentences that are false: of tournaments of six equals, of sweeps of eight equal cells, and of races
//! whose candidates are better by known amounts (some minutes on two cores). `--seeds N` plays so many.

#![expect(clippy::expect_used, reason = "a laboratory that cannot be set up has nothing to measure")]
#![expect(clippy::print_stdout, reason = "it prints what it measured")]

mod field;
mod mirror;
mod program;
mod whole;

use analyze::record::Allot;
use field::{Found, find_best, tells_equals_apart};

fn main() {
    let typed: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let seeds = typed.iter().position(|word| word == "--seeds").and_then(|at| typed.get(at + 1)?.parse().ok());
    if typed.iter().any(|word| word == "whole") {
        return print_whole(seeds.unwrap_or(600));
    }
    if typed.iter().any(|word| word == "program") {
        return program::print(seeds.unwrap_or(200));
    }
    print_best();
}

/// What tournaments say as a whole.
fn print_whole(seeds: u64) {
    for case in whole::cases() {
        let truth = case.truth();
        for allot in [Allot::Even, Allot::Order] {
            let all: Vec<whole::Said> = (1..=seeds).map(|seed| whole::said(&case, &truth, allot, seed)).collect();
            let count = |is: fn(&whole::Said) -> bool| all.iter().filter(|said| is(said)).count();
            let mean = |of: fn(&whole::Said) -> f64| all.iter().map(of).sum::<f64>() / all.len() as f64;
            let shares: Vec<(f64, bool)> = all.iter().filter_map(|said| said.unexplained).collect();
            let payoffs = all.iter().fold((0, 0), |sum, said| (sum.0 + said.payoffs.0, sum.1 + said.payoffs.1));
            println!(
                "{}, {allot:?}, of {seeds} tournaments: {} miss a rating, {} name a wrong highest; {} of {} miss the share \
                 unexplained, {:.4} on average where {:.4?} is true; {} miss a Nash mass, {} one by α-rank, known to {:.2} and \
                 {:.2}; the largest Nash mass is {:.3} on average, {} say that any may be anything; {:.1} % of payoffs hold",
                case.name,
                count(|said| said.misses_a_rating),
                count(|said| said.names_a_wrong_highest),
                shares.iter().filter(|(_, misses)| *misses).count(),
                shares.len(),
                shares.iter().map(|(share, _)| share).sum::<f64>() / shares.len().max(1) as f64,
                truth.unexplained,
                count(|said| said.misses_nash),
                count(|said| said.misses_alpha),
                mean(|said| said.widths[0]),
                mean(|said| said.widths[1]),
                mean(|said| said.largest_nash),
                count(|said| said.knows_no_nash),
                100.0 * payoffs.0 as f64 / payoffs.1 as f64
            );
        }
    }
}

fn print_best() {
    let seeds = 1..=100;
    let [allotted, evenly] =
        [false, true].map(|evenly| seeds.clone().map(|seed| find_best(seed, evenly)).collect::<Vec<Found>>());
    let right = |found: &[Found]| found.iter().filter(|found| found.is_right).count();
    let games = |found: &[Found]| found.iter().map(|found| found.games).sum::<u64>() / found.len() as u64;
    let (few, many) = (games(&allotted), games(&evenly));
    println!("games where the best is open: {} of 100 right, {few} games on average", right(&allotted));
    println!("as many games for everybody:  {} of 100 right, {many} games on average", right(&evenly));
    let wrong = seeds.filter(|&seed| tells_equals_apart(seed)).count();
    println!("share of the games: {:.3}", few as f64 / many as f64);
    println!("of forty that are alike two are told apart with {wrong} of 100 seeds");
    for (common, draws) in [(false, "draws of their own"), (true, "common draws")] {
        let all: Vec<mirror::Held> = (1..=400).map(|seed| mirror::held(seed, common)).collect();
        let missed = |is: fn(&mirror::Held) -> bool| all.iter().filter(|held| is(held)).count();
        println!(
            "six entrants, {draws}: of 400 tournaments a mean is missed at some look in {}, a difference in {}; the most blocks of \
             a table are {:.1} times the least",
            missed(|held| held.misses_a_mean),
            missed(|held| held.misses_a_difference),
            all.iter().map(|held| held.unequal).sum::<f64>() / all.len() as f64
        );
    }
}
