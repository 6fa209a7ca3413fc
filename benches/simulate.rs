//! Games a second of Gang of Dice: the engines against the frozen plain yardstick (`plain.rs`), the same
//! strategies and the same tallies, in the same run.
//!
//! Read it as a ratio: the machine may be shared and noisy, so a figure of one run means little beside
//! a figure of another. `cargo bench --bench simulate` prints games/s (criterion's `elem/s`) for each
//! line-up and program. To compare two commits, run it at the first with `-- --save-baseline before`
//! and at the second with `-- --baseline before`, and look at the change of the ratios, not of the times.

#![expect(clippy::expect_used, reason = "a benchmark that cannot be set up has nothing to measure")]

use analyze::engines::drawn::{DrawnGame, LaneCount, TurnEngine, Width};
use analyze::engines::{Playable, SeatingRule, Seatings};
use analyze::games::gang::{Deck, Edition, Gang};
use analyze::simulate::{Control, Job, StatisticsBlocks, run};
use analyze::strategies::find_all;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

#[path = "plain.rs"]
pub mod plain;

use plain::Bot::{Bold, Boss, Cautious, Chaser, Odds, Stand};

/// Games in a measurement.
const GAMES: u64 = 200_000;
/// So many times as many where statistics are thinned, which begins after the first 65,536 blocks.
const LONG: u64 = 20;

/// A line-up, as the yardstick knows it.
struct Lineup {
    label: &'static str,
    bots: &'static [plain::Bot],
}

const LINEUPS: [Lineup; 8] = [
    Lineup { label: "boss-2p", bots: &[Boss(3), Boss(3)] },
    Lineup { label: "boss-3p", bots: &[Boss(3), Boss(3), Boss(3)] },
    Lineup { label: "different-3p", bots: &[Boss(2), Boss(3), Stand(3)] },
    Lineup { label: "boss-4p", bots: &[Boss(3), Boss(3), Boss(3), Boss(3)] },
    Lineup { label: "default-2p", bots: &[Chaser, Bold] },
    Lineup { label: "default-3p", bots: &[Chaser, Bold, Odds] },
    Lineup { label: "cautious-3p", bots: &[Chaser, Bold, Cautious] },
    Lineup { label: "default-4p", bots: &[Chaser, Bold, Odds, Cautious] },
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
    /// Which blocks `cards.csv` counts.
    statistics: StatisticsBlocks,
    threads: usize,
    games: u64,
}

impl Program {
    fn new(label: impl Into<String>, way: Way, statistics: StatisticsBlocks, threads: usize) -> Program {
        let thinned = matches!(statistics, StatisticsBlocks::Thinned);
        let games = threads as u64 * GAMES * if thinned { LONG } else { 1 };
        Program { label: label.into(), way, statistics, threads, games }
    }
}

/// The engine of single dice; the drawing one as it plays here; and that with every set of instructions and with one lane,
/// as where there are no vectors.
fn programs() -> Vec<Program> {
    use StatisticsBlocks::{All, Thinned};
    let turn = Way::Turn(Width::default());
    let mut programs = vec![
        Program::new("dice", Way::Dice, All, 1),
        Program::new("dice-2-threads", Way::Dice, All, 2),
        Program::new("turn", turn, All, 1),
        Program::new("turn-thinned", turn, Thinned, 1),
        Program::new("turn-thinned-2-threads", turn, Thinned, 2),
    ];
    programs.extend(Width::all().into_iter().map(|width| {
        let level = format!("{:?}", width.level).to_lowercase();
        let level = level.split('(').next().unwrap_or(&level);
        let lanes = if width.lanes == LaneCount::One { "-one-lane" } else { "" };
        Program::new(format!("{level}{lanes}-thinned"), Way::Turn(width), Thinned, 1)
    }));
    programs
}

fn name(bot: &plain::Bot) -> String {
    match bot {
        Boss(dice) => format!("boss:{dice}"),
        Stand(dice) => format!("stand:{dice}"),
        Chaser => "chaser".to_owned(),
        Bold => "bold".to_owned(),
        Cautious => "cautious".to_owned(),
        Odds => "odds".to_owned(),
    }
}

fn ours(lineup: &Lineup, program: &Program) -> u64 {
    let &Program { way, statistics, threads, games, .. } = program;
    let game = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), lineup.bots.len()).expect("a valid table");
    let names: Vec<String> = lineup.bots.iter().map(name).collect();
    let (chosen, seats) = find_all(&names, &game).expect("valid names");
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &seats);
    let blocks = games / seatings.games();
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
    let finished = match way {
        Way::Dice => run(&job, &game.dice_engine(&strategies), threads, &control),
        Way::Turn(width) => {
            run(&job, &TurnEngine::new(&game, &strategies, Gang::LIMITS).with_width(width), threads, &control)
        }
    };
    finished.expect("no faults").tally.blocks()
}

fn yardstick(lineup: &Lineup) -> plain::Tally {
    let setup = plain::Setup {
        edition: plain::Edition::Bga,
        cards: plain::reconstructed_deck(),
        removed_light: 3,
        removed_dark: 3,
        pool: if lineup.bots.len() == 4 { 36 } else { 48 },
        bots: lineup.bots.to_vec(),
    };
    let different = lineup.bots.iter().enumerate().filter(|(i, bot)| !lineup.bots[..*i].contains(bot)).count() as u64;
    plain::run(&setup, GAMES / different, 1)
}

fn games_a_second(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("gang");
    group.sample_size(10);
    let programs = programs();
    for lineup in &LINEUPS {
        group.throughput(Throughput::Elements(GAMES));
        group.bench_function(BenchmarkId::new("plain", lineup.label), |bench| {
            bench.iter(|| yardstick(black_box(lineup)));
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
