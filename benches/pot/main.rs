//! Games a second of POT: the engines against the frozen plain yardstick (`plain.rs`), the same strategies and the same
//! tallies, in the same run.
//!
//! Read it as a ratio: the machine may be shared and noisy, so a figure of one run means little beside a figure of
//! another. `cargo bench --bench pot` prints games/s (criterion's `elem/s`) for each line-up and program. To compare two
//! commits, run it at the first with `-- --save-baseline before` and at the second with `-- --baseline before`, and look
//! at the change of the ratios, not of the times.

#![expect(clippy::expect_used, reason = "a benchmark that cannot be set up has nothing to measure")]

use analyze::engines::drawn::{DrawnGame, LaneCount, TurnEngine, Width};
use analyze::engines::{Playable, SeatingRule, Seatings};
use analyze::games::pot::{Pot, Rules};
use analyze::simulate::{Control, Job, StatisticsBlocks, run};
use analyze::strategies::find_all;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

#[path = "plain.rs"]
pub mod plain;

use plain::Bot::{ComboHunter, Letters, MaxSum, OptimalTurn, Stand, Thief};

/// Games in a measurement.
const GAMES: u64 = 100_000;
/// So many times as many where statistics are thinned, which begins after the first 65,536 blocks.
const LONG: u64 = 20;

/// A line-up, as the yardstick knows it.
struct Lineup {
    label: &'static str,
    bots: &'static [plain::Bot],
}

const LINEUPS: [Lineup; 7] = [
    Lineup { label: "2p", bots: &[Letters, Stand] },
    Lineup { label: "4p", bots: &[Letters, Stand, Letters, Stand] },
    Lineup { label: "5p-letters", bots: &[Letters; 5] },
    Lineup { label: "default-2p", bots: &[OptimalTurn, Thief] },
    Lineup { label: "default-3p", bots: &[OptimalTurn, Thief, ComboHunter] },
    Lineup { label: "default-4p", bots: &[OptimalTurn, Thief, ComboHunter, MaxSum] },
    Lineup { label: "default-5p", bots: &[OptimalTurn, Thief, ComboHunter, MaxSum, Letters] },
];

/// One of our engines.
#[derive(Clone, Copy)]
enum Way {
    Dice,
    /// With so many lanes and these instructions.
    Turn(Width),
}

/// One of our programs. What the engines remember is found out anew in each measurement.
struct Program {
    label: String,
    way: Way,
    /// Which blocks the statistics count.
    statistics: StatisticsBlocks,
    games: u64,
}

/// The engine of single dice; the drawing one as it plays here; and that with every set of instructions and with one lane,
/// as where there are no vectors.
fn programs() -> Vec<Program> {
    use StatisticsBlocks::{All, Thinned};
    let turn = Way::Turn(Width::default());
    let program = |label: &str, way, statistics, games| Program { label: label.to_owned(), way, statistics, games };
    let mut programs = vec![
        program("dice", Way::Dice, All, GAMES),
        program("turn", turn, All, GAMES),
        program("turn-thinned", turn, Thinned, GAMES * LONG),
    ];
    programs.extend(Width::all().into_iter().map(|width| {
        let level = format!("{:?}", width.level).to_lowercase();
        let level = level.split('(').next().unwrap_or(&level);
        let lanes = if width.lanes == LaneCount::One { "-one-lane" } else { "" };
        program(&format!("{level}{lanes}-thinned"), Way::Turn(width), Thinned, GAMES * LONG)
    }));
    programs
}

fn name(bot: &plain::Bot) -> String {
    let name = match bot {
        Stand => "stand",
        Letters => "letters",
        MaxSum => "max-sum",
        Thief => "thief",
        ComboHunter => "combo-hunter",
        OptimalTurn => "optimal-turn",
    };
    name.to_owned()
}

fn ours(lineup: &Lineup, program: &Program) -> u64 {
    let &Program { way, statistics, games, .. } = program;
    let game = Pot::new(Rules::default(), lineup.bots.len()).expect("a valid table");
    let names: Vec<String> = lineup.bots.iter().map(name).collect();
    let (chosen, seats) = find_all(&names, &game).expect("valid names");
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &seats);
    let job = Job {
        game: &game,
        strategies: &strategies,
        names: &names,
        seatings: &seatings,
        seed: 1,
        blocks: 0..games / seatings.games(),
        statistics,
    };
    let control = Control::default();
    let finished = match way {
        Way::Dice => run(&job, &game.dice_engine(&strategies), 1, &control),
        Way::Turn(width) => run(&job, &TurnEngine::new(&game, &strategies, Pot::LIMITS).with_width(width), 1, &control),
    };
    finished.expect("no faults").tally.blocks()
}

fn yardstick(bots: &[plain::Bot]) -> plain::Tally {
    let setup = plain::Setup { rules: plain::Rules::published(), bots: bots.to_vec() };
    plain::run(&setup, GAMES / plain::distinct_rotations(bots) as u64, 1)
}

fn games_a_second(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pot");
    group.sample_size(10);
    let programs = programs();
    for lineup in &LINEUPS {
        group.throughput(Throughput::Elements(GAMES));
        group.bench_function(BenchmarkId::new("plain", lineup.label), |bench| {
            bench.iter(|| yardstick(black_box(lineup.bots)));
        });
        for program in &programs {
            group.throughput(Throughput::Elements(program.games));
            group.bench_function(BenchmarkId::new(&program.label, lineup.label), |bench| {
                bench.iter(|| ours(black_box(lineup), program));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, games_a_second);
criterion_main!(benches);
