//! `cargo bench --bench planted`: how often a tournament finds the best of forty whose win shares are known, over a hundred
//! seeds, and with how many games, against as many for everybody; and how often equals are told apart; and how often the
//! intervals of a tournament hold the truth, all of them at all looks.

#![expect(clippy::expect_used, reason = "a laboratory that cannot be set up has nothing to measure")]
#![expect(clippy::print_stdout, reason = "it prints what it measured")]

mod field;
mod mirror;

use field::{Found, find_best, tells_equals_apart};

fn main() {
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
