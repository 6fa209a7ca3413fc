//! Games a second of Pig: a strategy file (`hold:20`) against itself, on one thread.
//!
//! `cargo bench --bench pig` prints games/s (criterion's `elem/s`). Other programs play the same game with players that
//! decide in Python or at random, so figures of theirs bound what is possible rather than measure the same thing.

#![expect(clippy::expect_used, reason = "a benchmark that cannot be set up has nothing to measure")]

use analyze::engines::{DiceEngine, SeatingRule, Seatings};
use analyze::games::{BuiltIn, Setting, pig::Pig};
use analyze::simulate::{Control, Job, StatisticsBlocks, run};
use analyze::strategies::find;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Games in a measurement.
const GAMES: u64 = 100_000;

fn games_a_second(criterion: &mut Criterion) {
    let game = Pig::set_up(2, &Setting::default()).expect("a valid table");
    let hold = find("hold:20", &game).expect("a valid name");
    let (strategies, names) = ([&*hold.strategy], [hold.name]);
    let seatings = Seatings::new(SeatingRule::Rotate, &[0, 0]);
    let (seed, blocks, statistics) = (1, 0..GAMES, StatisticsBlocks::All);
    let job =
        Job { game: &game, strategies: &strategies, names: &names, seatings: &seatings, seed, blocks, statistics };
    let engine = DiceEngine { game: &game, strategies: &strategies };
    let mut group = criterion.benchmark_group("pig");
    group.sample_size(10);
    group.throughput(Throughput::Elements(GAMES));
    group.bench_function("hold:20", |bench| {
        bench.iter(|| run(&job, &engine, 1, &Control::default()).expect("no faults").tally.blocks());
    });
    group.finish();
}

criterion_group!(benches, games_a_second);
criterion_main!(benches);
