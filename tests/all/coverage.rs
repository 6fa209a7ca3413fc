//! Whether the intervals that the tables show hold the long-run value as often as they say.
//!
//! A run of 80 blocks is repeated with 500 seeds, and each of its intervals of 95 % is held against one run of
//! 100 000 blocks with another seed. The long run's own error is √(80 / 100 000) = 2.8 % of the short runs', which
//! lowers the coverage by about 0.01 of a percentage point (δ² φ(1.96) 1.96).
//!
//! For a number that is not rare the intervals that hold it are a binomial count of 500 trials at 95 %. For a rare
//! one the distribution is a lattice of few successes, and Wilson's interval covers 93 to 98.5 % depending on where
//! the rate falls between its points (Brown, Cai & DasGupta, Statistical Science 16 (2001) 101, figure 11); at 0
//! successes it is deliberately wide. The count must be possible for some coverage in that band.

use crate::runs::{Lineup, Number, Run, numbers};
use crate::stats::holds;
use analyze::games::Setting;
use analyze::games::gang::Gang;
use analyze::simulate::drawn::{DrawnGame, TurnEngine};
use analyze::simulate::{Control, SeatingRule};
use statrs::distribution::{Binomial, DiscreteCDF};
use std::ops::RangeInclusive;

const SEEDS: u64 = 500;
const BLOCKS: u64 = 80;
const LONG_BLOCKS: u64 = 100_000;
const LONG_SEED: u64 = 1_000_000;

/// The counts between which a binomial variable lies with 99.9 %.
fn limits(coverage: f64) -> RangeInclusive<u64> {
    let binomial = Binomial::new(coverage, SEEDS).unwrap();
    binomial.inverse_cdf(0.0005)..=binomial.inverse_cdf(0.9995)
}

fn common() -> RangeInclusive<u64> {
    limits(0.95)
}

fn rare() -> RangeInclusive<u64> {
    *limits(0.93).start()..=*limits(0.985).end()
}

/// For every number of the tables: its long-run value and how many of the short runs' intervals hold it.
fn coverage(bots: &[&str], rule: SeatingRule) -> Vec<(Number, u64)> {
    let lineup = Lineup::shipped(bots, rule, &Setting::default());
    let strategies = lineup.strategies();
    let engine = TurnEngine::new(&lineup.game, &strategies, Gang::LIMITS);
    let play = |seed, blocks, threads| {
        let plan = Run { seed, blocks, threads };
        numbers(&lineup.play(&engine, plan, &Control::default()).unwrap())
    };
    let mut truths: Vec<(Number, u64)> =
        play(LONG_SEED, LONG_BLOCKS, 2).into_iter().map(|number| (number, 0)).collect();
    for seed in 1..=SEEDS {
        for ((truth, covered), found) in truths.iter_mut().zip(play(seed, BLOCKS, 1)) {
            assert_eq!((&truth.labels, &truth.column), (&found.labels, &found.column));
            let interval = found.estimate.and_then(|estimate| estimate.interval);
            *covered += u64::from(holds(interval, value(truth)));
        }
    }
    truths
}

fn value(number: &Number) -> f64 {
    number.estimate.unwrap().value
}

fn find<'n>(all: &'n [(Number, u64)], table: &str, column: &str, first: &str, last: &str) -> &'n (Number, u64) {
    all.iter().find(|(number, _)| number.is(table, column, first, last)).unwrap()
}

/// Holds the coverage of a number to its limits, and its value to the range that makes the case what it is called.
fn check((number, covered): &(Number, u64), values: RangeInclusive<f64>, limits: &RangeInclusive<u64>) {
    let Number { labels, column, .. } = number;
    assert!(values.contains(&value(number)), "{labels:?} {column} is {}", value(number));
    assert!(limits.contains(covered), "{labels:?} {column}: {covered} of {SEEDS} intervals, not {limits:?}");
}

#[test]
fn intervals_cover_common_results() {
    let all = coverage(&["boss:3", "boss:2", "stand:3"], SeatingRule::Rotate);
    for bot in ["boss:3", "boss:2", "stand:3"] {
        for column in ["win_rate", "win_share"] {
            check(find(&all, "summary", column, bot, bot), 0.05..=0.95, &common());
        }
        check(find(&all, "summary", "ev", bot, bot), 10.0..=100.0, &common());
        check(find(&all, "seats", "win_share", bot, "2"), 0.05..=0.95, &common());
        check(find(&all, "cards", "invalid_rate", "sum7-bomb", bot), 0.05..=0.95, &common());
        check(find(&all, "cards", "net_dice_mean", "sum7-bomb", bot), -10.0..=10.0, &common());
    }
    check(find(&all, "length", "mean", "all_invalid_rounds", "all_invalid_rounds"), 0.1..=6.0, &common());
}

#[test]
fn intervals_cover_rare_results() {
    let all = coverage(&["boss:2", "boss:3", "stand:3", "boss:5"], SeatingRule::Rotate);
    for column in ["win_rate", "win_share"] {
        check(find(&all, "summary", column, "boss:5", "boss:5"), 0.01..=0.03, &rare());
    }
    check(find(&all, "summary", "ev", "boss:5", "boss:5"), 1.0..=40.0, &common());
    let rates = all.iter().filter(|(number, _)| {
        // At least three cases in 80 blocks are expected, in at least as many turns on a card.
        let expected = number.estimate.map_or(0.0, |estimate| estimate.value);
        number.column == "invalid_rate" && (0.02..0.05).contains(&expected)
    });
    assert!(rates.map(|number| check(number, 0.02..=0.05, &rare())).count() > 0);
}
