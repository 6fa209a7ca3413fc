//! Whether the loops over lanes became vectors: games a second of Gang of Dice and of POT with many lanes as a
//! multiple of those with one, from the same source, in the same run.
//!
//! A bounds check or a branch in one of these loops is enough to lose it, and no test of results would notice.
//! `cargo bench --bench lanes` prints a row for every game, number of players, line-up and set of instructions, and fails if a
//! row is below what is expected of vectors. The line-ups look at more and more of the situation.

#![expect(clippy::expect_used, reason = "a benchmark that cannot be set up has nothing to measure")]
#![expect(clippy::print_stdout, reason = "the table is what it is for")]

use analyze::engines::drawn::{DrawnGame, LaneCount, TurnEngine, Width};
use analyze::engines::{Book, Engine, SeatingRule, Seatings, Series};
use analyze::games::gang::{Deck, Edition, Gang};
use analyze::games::pot::{Pot, Rules};
use analyze::games::{BuiltIn, Observer, Outcome, RowCounts, Seating};
use analyze::strategies::{Catalogue, find_all};
use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Blocks in a measurement, played so many at a time, and how many are made after the first, in which everything is
/// remembered: the quickest counts, because others had to wait.
const BLOCKS: u64 = 32_768;
const TOGETHER: u64 = analyze::simulate::CHUNK;
const MEASUREMENTS: usize = 7;
/// Below this, the lanes have lost their vectors; and below this those of POT with vectors of 128 bits, which hold two of
/// its numbers and cannot multiply them.
const LEAST: f64 = 2.0;
const LEAST_OF_TWO: f64 = 1.1;

/// Line-ups of Gang of Dice for any number of players, and what they look at.
const GANG: [(&str, &[&str]); 3] = [
    ("nothing", &["boss:3", "boss:2", "stand:3", "boss:3"]),
    ("best result", &["cautious", "cautious:2", "cautious:4", "cautious"]),
    ("best result, allowed, to act, table", &["chaser", "bold", "odds", "chaser"]),
];

/// Of POT.
const POT: [(&str, &[&str]); 2] = [
    ("nothing", &["letters", "stand", "letters", "stand", "letters"]),
    ("score, coins, ranking", &["thief", "max-sum", "thief", "max-sum", "thief"]),
];

/// Wants to know of no turn, and does nothing with an outcome.
struct Nothing;

impl Observer for Nothing {
    fn wants(&self) -> bool {
        false
    }

    fn count(&mut self, _: usize, _: usize, _: &RowCounts) {}
}

impl Book for Nothing {
    fn wants_counts_of(&self, _: u64) -> bool {
        false
    }

    fn begin_block(&mut self, _: u64) {}

    fn game(&mut self, _: &Seating, outcome: &Outcome) {
        black_box(outcome);
    }

    fn end_block(&mut self) {}
}

/// The quickest of the measurements of each width, in turns so that all meet the same machine.
fn quickest<G: Catalogue + DrawnGame>(game: &G, names: &[&str], widths: &[Width]) -> (u64, Vec<Duration>) {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let (chosen, lineup) = find_all(&names, game).expect("valid names");
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
    let engine = |&width: &Width| TurnEngine::new(game, &strategies, G::LIMITS).with_width(width);
    let engines: Vec<_> = widths.iter().map(engine).collect();
    let mut workers: Vec<_> = engines.iter().map(|engine| engine.worker()).collect();
    let mut best = vec![Duration::MAX; widths.len()];
    for measurement in 0..=MEASUREMENTS {
        for ((engine, worker), best) in engines.iter().zip(&mut workers).zip(&mut best) {
            let start = Instant::now();
            for block in (0..BLOCKS).step_by(TOGETHER as usize) {
                let series = Series { seatings: &seatings, seed: 1 };
                engine.play_blocks(series, block..block + TOGETHER, worker, &mut Nothing).expect("no faults");
            }
            if measurement > 0 {
                *best = start.elapsed().min(*best);
            }
        }
    }
    (BLOCKS * seatings.games(), best)
}

/// Prints the rows of a line-up; how many of them have lost their vectors.
fn rows<G: Catalogue + DrawnGame>(game: &G, (looks_at, names): (&str, &[&str])) -> u32 {
    let (widths, mut lost) = (Width::all(), 0);
    let (games, times) = quickest(game, names, &widths);
    for (widths, times) in widths.chunks(2).zip(times.chunks(2)) {
        assert_eq!([widths[0].lanes, widths[1].lanes], [LaneCount::One, LaneCount::Many]);
        let a_second = |time: Duration| games as f64 / time.as_secs_f64() / 1e6;
        let ratio = times[0].as_secs_f64() / times[1].as_secs_f64();
        let level = format!("{:?}", widths[0].level);
        let level = level.split('(').next().unwrap_or(&level);
        let least = if G::NAME == Pot::NAME && level.starts_with("Sse") { LEAST_OF_TWO } else { LEAST };
        let mark = if ratio < least { " **vectors lost**" } else { "" };
        lost += u32::from(ratio < least);
        let (one, many, players) = (a_second(times[0]), a_second(times[1]), names.len());
        let game = G::NAME;
        println!("| {game} | {players} | {looks_at} | {level} | {one:.2} M/s | {many:.2} M/s | {ratio:.2}{mark} |");
    }
    lost
}

fn main() -> ExitCode {
    println!("| game | players | looks at | instructions | one lane | many lanes | ratio |");
    println!("|---|---|---|---|---|---|---|");
    let mut lost = 0;
    for players in 2..=4 {
        let game = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), players).expect("a valid table");
        lost += GANG.iter().map(|&(looks_at, names)| rows(&game, (looks_at, &names[..players]))).sum::<u32>();
    }
    for players in 2..=5 {
        let game = Pot::new(Rules::default(), players).expect("a valid table");
        lost += POT.iter().map(|&(looks_at, names)| rows(&game, (looks_at, &names[..players]))).sum::<u32>();
    }
    if lost == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
