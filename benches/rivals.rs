//! The engines of a game against its frozen yardsticks: the same strategies, the same tallies, in the same run.
//!
//! Owns the programs that are compared and how they are run. Line-ups and the yardsticks are those of the benchmark that
//! uses them: `simulate` for Gang of Dice, `pot` for POT. Read what they print as a ratio: the machine may be shared and
//! noisy, so a figure of one run means little beside a figure of another. Both print games/s (criterion's `elem/s`) for
//! each line-up and program. To compare two commits, run one at the first with `-- --save-baseline before` and at the
//! second with `-- --baseline before`, and look at the change of the ratios, not of the times.

use analyze::engines::drawn::{DrawnGame, LaneCount, TurnEngine, Width};
use analyze::engines::{Playable, SeatingRule, Seatings};
use analyze::games::Setting;
use analyze::simulate::{Control, Job, StatisticsBlocks, run};
use analyze::strategies::{Catalogue, find_all};
use criterion::{BenchmarkId, Criterion, Throughput};
use std::hint::black_box;

/// So many times as many games where statistics are thinned, which begins after the first 65,536 blocks.
const LONG: u64 = 20;

/// A line-up, as the yardstick knows it.
pub(crate) struct Lineup<B: 'static> {
    pub(crate) label: &'static str,
    pub(crate) bots: &'static [B],
}

/// A yardstick: its name, and a function that plays and tallies a number of games of a line-up. It leaves out a block that is
/// not complete.
pub(crate) type Plays<B> = (&'static str, fn(&[B], u64));

/// A game with its yardsticks.
pub(crate) struct Yardsticks<B: 'static> {
    /// Games in a measurement.
    pub(crate) games: u64,
    /// What our programs call a strategy of the yardsticks.
    pub(crate) name: fn(&B) -> String,
    pub(crate) plays: &'static [Plays<B>],
}

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
    threads: usize,
}

impl Program {
    fn new(label: impl Into<String>, way: Way, statistics: StatisticsBlocks, threads: usize) -> Program {
        Program { label: label.into(), way, statistics, threads }
    }

    /// How many games it plays, by those of a measurement of the yardstick.
    fn games(&self, games: u64) -> u64 {
        let thinned = matches!(self.statistics, StatisticsBlocks::Thinned);
        self.threads as u64 * games * if thinned { LONG } else { 1 }
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

/// Plays so many games of the published game with one of our programs; returns the blocks.
fn ours<G: Catalogue + DrawnGame>(names: &[String], program: &Program, games: u64) -> u64 {
    let &Program { way, statistics, threads, .. } = program;
    let game = G::set_up(names.len(), &Setting::default()).expect("a valid table");
    let (chosen, seats) = find_all(names, &game).expect("valid names");
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
        Way::Dice => run(&job, &game.dice_engine(&strategies), threads, &control),
        Way::Turn(width) => {
            run(&job, &TurnEngine::new(&game, &strategies, G::LIMITS).with_width(width), threads, &control)
        }
    };
    finished.expect("no faults").tally.blocks()
}

/// Measures the yardsticks and all our programs with every line-up.
pub(crate) fn compare<G: Catalogue + DrawnGame, B>(
    criterion: &mut Criterion,
    yardsticks: &Yardsticks<B>,
    lineups: &[Lineup<B>],
) {
    let mut group = criterion.benchmark_group(G::NAME);
    group.sample_size(10);
    let programs = programs();
    for Lineup { label, bots } in lineups {
        let names: Vec<String> = bots.iter().map(yardsticks.name).collect();
        group.throughput(Throughput::Elements(yardsticks.games));
        for &(yardstick, play) in yardsticks.plays {
            group.bench_function(BenchmarkId::new(yardstick, label), |bench| {
                bench.iter(|| play(black_box(bots), yardsticks.games));
            });
        }
        for program in &programs {
            let games = program.games(yardsticks.games);
            group.throughput(Throughput::Elements(games));
            group.bench_function(BenchmarkId::new(&program.label, label), |bench| {
                bench.iter(|| ours::<G>(black_box(&names), program, games));
            });
        }
    }
    group.finish();
}
