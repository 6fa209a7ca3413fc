//! Games a second of Battle Dice: the library against the frozen plain yardstick (`battle/plain.rs`), the same
//! strategy and the same tallies, in the same run; and the library alone with the line-up of the best ideas.
//!
//! Read it as a ratio: the machine may be shared and noisy, so a figure of one run means little beside
//! a figure of another. `cargo bench --bench battle` prints games/s (criterion's `elem/s`). To compare two
//! commits, run it at the first with `-- --save-baseline before` and at the second with `-- --baseline before`,
//! and look at the change of the ratios, not of the times.

#![expect(clippy::expect_used, reason = "a benchmark that cannot be set up has nothing to measure")]

use analyze::engines::{DiceEngine, SeatingRule, Seatings};
use analyze::games::battle::{Battle, Rules};
use analyze::simulate::{Control, Job, StatisticsBlocks, run};
use analyze::strategies::find_all;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

#[path = "battle/plain.rs"]
pub mod plain;

/// Games in a measurement.
const GAMES: u64 = 20_000;

/// Plays these strategies; answers with the blocks played.
fn ours(bots: &[&str]) -> u64 {
    let game = Battle::new(Rules::default(), bots.len()).expect("a valid table");
    let names: Vec<String> = bots.iter().map(|&bot| bot.to_owned()).collect();
    let (chosen, seats) = find_all(&names, &game).expect("valid names");
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &seats);
    let (blocks, statistics) = (0..GAMES / seatings.games(), StatisticsBlocks::All);
    let job =
        Job { game: &game, strategies: &strategies, names: &names, seatings: &seatings, seed: 1, blocks, statistics };
    let engine = DiceEngine { game: &game, strategies: &strategies };
    run(&job, &engine, 1, &Control::default()).expect("no faults").tally.blocks()
}

fn games_a_second(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("battle");
    group.sample_size(10);
    group.throughput(Throughput::Elements(GAMES));
    for seats in 2..=4 {
        group.bench_function(BenchmarkId::new("plain", seats), |bench| {
            bench.iter(|| plain::run(black_box(seats), GAMES, 1));
        });
        group.bench_function(BenchmarkId::new("ours", seats), |bench| {
            bench.iter(|| ours(black_box(&["plain"; 4][..seats])));
        });
    }
    group.bench_function("ideas/3", |bench| bench.iter(|| ours(black_box(&["elite", "swarm", "powers"]))));
    group.finish();
}

criterion_group!(benches, games_a_second);
criterion_main!(benches);
