//! Games a second of POT: the engines against the frozen plain yardstick (`plain.rs`), the same strategies and the same
//! tallies, in the same run; and the time of a turn.
//!
//! Read it as a ratio: the machine may be shared and noisy, so a figure of one run means little beside a figure of
//! another. `cargo bench --bench pot` prints for each line-up and program games/s, and under `pot-turns` turns/s
//! (criterion's `elem/s`), of which the inverse is the time of a turn. To compare two commits, run it at the first with
//! `-- --save-baseline before` and at the second with `-- --baseline before`, and look at the change of the ratios, not
//! of the times.

#![expect(clippy::expect_used, reason = "a benchmark that cannot be set up has nothing to measure")]

use analyze::games::pot::{Pot, Rules};
use analyze::record::Tallies;

use analyze::engines::drawn::{DrawnGame, TurnEngine};
use analyze::engines::{DiceEngine, EngineKind, SeatingRule, Seatings};
use analyze::simulate::{Control, Job, StatisticsBlocks, run};
use analyze::strategies::find_all;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

#[path = "plain.rs"]
pub mod plain;

use plain::Bot::{Letters, Stand};

/// Games in a measurement.
const GAMES: u64 = 100_000;

/// A line-up, and as the yardstick knows it if it can play it.
struct Lineup {
    label: &'static str,
    names: &'static [&'static str],
    plain: Option<&'static [plain::Bot]>,
}

const LINEUPS: [Lineup; 4] = [
    Lineup { label: "2p", names: &["letters", "stand"], plain: Some(&[Letters, Stand]) },
    Lineup {
        label: "4p",
        names: &["letters", "stand", "letters", "stand"],
        plain: Some(&[Letters, Stand, Letters, Stand]),
    },
    Lineup { label: "5p-letters", names: &["letters"; 5], plain: Some(&[Letters; 5]) },
    Lineup { label: "4p-default", names: &["optimal-turn", "thief", "combo-hunter", "max-sum"], plain: None },
];

/// Our programs: name, engine, which blocks the statistics count, threads. The tables of the engine `turn` are made anew in
/// each measurement.
const PROGRAMS: [(&str, EngineKind, StatisticsBlocks, usize); 5] = [
    ("dice", EngineKind::Dice, StatisticsBlocks::All, 1),
    ("dice-2-threads", EngineKind::Dice, StatisticsBlocks::All, 2),
    ("turn", EngineKind::Turn, StatisticsBlocks::All, 1),
    ("turn-thinned", EngineKind::Turn, StatisticsBlocks::Thinned, 1),
    ("turn-2-threads", EngineKind::Turn, StatisticsBlocks::All, 2),
];

fn ours(lineup: &Lineup, engine: EngineKind, statistics: StatisticsBlocks, threads: usize) -> Tallies {
    let game = Pot::new(Rules::default(), lineup.names.len()).expect("a valid table");
    let names: Vec<String> = lineup.names.iter().map(|&name| name.to_owned()).collect();
    let (chosen, seats) = find_all(&names, &game).expect("valid names");
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &seats);
    let blocks = GAMES / seatings.games() * threads as u64;
    let job = Job {
        game: &game,
        strategies: &strategies,
        names: &names,
        seatings: &seatings,
        seed: 1,
        blocks: 0..blocks,
        statistics,
    };
    let control = Control::default();
    let finished = match engine {
        EngineKind::Dice => run(&job, &DiceEngine { game: &game, strategies: &strategies }, threads, &control),
        EngineKind::Turn => run(&job, &TurnEngine::new(&game, &strategies, Pot::LIMITS), threads, &control),
    };
    finished.expect("no faults").tally.into_record(&game, &names, seatings.games())
}

fn yardstick(bots: &[plain::Bot]) -> plain::Tally {
    let setup = plain::Setup { rules: plain::Rules::published(), bots: bots.to_vec() };
    plain::run(&setup, GAMES / plain::distinct_rotations(bots) as u64, 1)
}

fn games_a_second(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pot");
    group.sample_size(10);
    for lineup in &LINEUPS {
        if let Some(bots) = lineup.plain {
            group.throughput(Throughput::Elements(GAMES));
            group.bench_function(BenchmarkId::new("plain", lineup.label), |bench| {
                bench.iter(|| yardstick(black_box(bots)));
            });
        }
        for (label, engine, statistics, threads) in PROGRAMS {
            group.throughput(Throughput::Elements(threads as u64 * GAMES));
            group.bench_function(BenchmarkId::new(label, lineup.label), |bench| {
                bench.iter(|| ours(black_box(lineup), engine, statistics, threads));
            });
        }
    }
    group.finish();
}

/// The turns that the games of a run had.
fn turns(tallies: &Tallies) -> u64 {
    let turns = tallies.lengths.iter().find(|length| length.metric == "turns").expect("turns are counted");
    u64::try_from(turns.blocks.sum).expect("a small run")
}

fn time_of_a_turn(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pot-turns");
    group.sample_size(10);
    for lineup in &LINEUPS {
        for (label, engine) in [("dice", EngineKind::Dice), ("turn", EngineKind::Turn)] {
            group.throughput(Throughput::Elements(turns(&ours(lineup, engine, StatisticsBlocks::All, 1))));
            group.bench_function(BenchmarkId::new(label, lineup.label), |bench| {
                bench.iter(|| ours(black_box(lineup), engine, StatisticsBlocks::All, 1));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, games_a_second, time_of_a_turn);
criterion_main!(benches);
