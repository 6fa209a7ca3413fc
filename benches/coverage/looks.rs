//! How often the intervals of comparisons hold the truth at all looks at once, and how much wider they are after 100 blocks
//! than Student's of the same blocks, for win shares and scores, of all games, rare upsets among them.
//!
//! Owns the comparisons and the counting. The truth is what a long run with another seed came to.

use crate::laboratory::comparison_of;
use analyze::engines::{DiceEngine, Engine, Playable};
use analyze::games::{Game, Setting, battle::Battle, gang::Gang, pig::Pig, pot::Pot};
use analyze::record::{CompareTallies, PairedSums, TestRecord};
use analyze::report::compare::{Contrast, Judge};
use analyze::simulate::{Control, Metrics, Next, PairedJob, Pairing, compare};
use analyze::stats::{Estimate, FIRST_LOOK, looks};
use analyze::strategies::{Catalogue, find_all};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Every look up to so many blocks is held against the truth.
const WATCHED: u64 = 2_000;

/// The game, what is compared, the number of players, and the blocks of the long run.
type Compared = (fn(&Plan), (&'static str, &'static str), usize, u64);

const COMPARED: [Compared; 14] = [
    (print_one::<Gang>, ("chaser", "endgame"), 3, 400_000),
    (print_one::<Gang>, ("chaser", "stand:1"), 3, 200_000),
    (print_one::<Gang>, ("boss:2", "boss:5"), 2, 400_000),
    (print_one::<Gang>, ("boss:5", "boss:2"), 3, 400_000),
    (print_one::<Gang>, ("bold", "stand:1"), 2, 400_000),
    (print_one::<Gang>, ("chaser", "bold"), 4, 200_000),
    (print_one::<Pot>, ("optimal-turn", "random"), 2, 20_000),
    (print_one::<Pot>, ("letters", "optimal-turn"), 3, 100_000),
    (print_one::<Pot>, ("optimal-turn", "stand"), 2, 100_000),
    (print_one::<Pig>, ("hold:20", "hold:25"), 2, 200_000),
    (print_one::<Pig>, ("hold:20", "hold:2"), 2, 200_000),
    (print_one::<Pig>, ("hold:20", "hold:3"), 3, 200_000),
    (print_one::<Battle>, ("swarm", "elite"), 2, 40_000),
    (print_one::<Battle>, ("elite", "powers"), 3, 20_000),
];

/// What is compared, and how often.
struct Plan {
    bots: (&'static str, &'static str),
    players: usize,
    long: u64,
    seeds: u64,
}

/// A number of the table: its name, what the run came to, look by look.
type Number = (String, Option<Estimate>);

/// What became of a number in all runs.
#[derive(Clone, Debug, Default)]
struct Held {
    missed: u64,
    runs: u64,
    ratios: Vec<f64>,
}

/// Plays each comparison with so many seeds and prints what came of it.
pub(crate) fn print(seeds: u64) {
    println!(
        "\nintervals of comparisons at all looks up to {WATCHED} blocks, {seeds} seeds; width after {FIRST_LOOK} blocks over Student's"
    );
    println!(
        "compared                  players  number                             truth   missed   width: median    most"
    );
    for (print, bots, players, long) in COMPARED {
        print(&Plan { bots, players, long, seeds });
    }
}

fn print_one<G: Catalogue + Playable>(plan: &Plan) {
    let game = G::set_up(plan.players, &Setting::default()).expect("a valid table");
    let typed = [plan.bots.0.to_owned(), plan.bots.1.to_owned()];
    let (chosen, _) = find_all(&typed, &game).expect("strategies of the game");
    let strategies: Vec<&G::Strategy> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let names = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let empty = comparison_of(&game, names, (plan.players as u64, TestRecord::Cs));
    match game.own_engine(&strategies) {
        Some(engine) => print_with::<G>(plan, &empty, &engine),
        None => print_with::<G>(plan, &empty, &DiceEngine { game: &game, strategies: &strategies }),
    }
}

fn print_with<G: Game>(plan: &Plan, empty: &CompareTallies, engine: &impl Engine<G>) {
    let pairing = Pairing::new(&[0, 1], &[vec![1; plan.players - 1]], Metrics::All);
    let long = PairedJob { pairing: &pairing, seed: u64::MAX, blocks: 0..plan.long };
    let at = std::iter::empty();
    let long = compare::<G>(long, engine, 2, &Control::default(), at, |_| Next::PlayOn, |_| ()).expect("no faults");
    let truth = numbers(empty, long.tally, TestRecord::Student);
    let held = Mutex::new(vec![Held::default(); truth.len()]);
    let next = AtomicU64::new(1);
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > plan.seeds {
                return;
            }
            let run = one_run::<G>(empty, (&pairing, seed), engine, &truth);
            let mut held = held.lock().unwrap_or_else(PoisonError::into_inner);
            for (held, (missed, ratio)) in held.iter_mut().zip(run) {
                held.runs += 1;
                held.missed += u64::from(missed);
                held.ratios.extend(ratio);
            }
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    let held = held.into_inner().unwrap_or_else(PoisonError::into_inner);
    for ((name, truth), mut held) in truth.into_iter().zip(held) {
        held.ratios.sort_by(f64::total_cmp);
        let Some(most) = held.ratios.last() else { continue };
        let bots = format!("{} {}", plan.bots.0, plan.bots.1);
        println!(
            "{bots:25} {:7}  {name:28} {:12.5}  {:5.1} %  {:14.2} {most:7.2}",
            plan.players,
            truth.map_or(f64::NAN, |truth| truth.value),
            100.0 * held.missed as f64 / held.runs as f64,
            held.ratios[held.ratios.len() / 2],
        );
    }
}

/// For each number whether an interval missed it, and how much wider that after the first look is than Student's.
fn one_run<G: Game>(
    empty: &CompareTallies,
    (pairing, seed): (&Pairing, u64),
    engine: &impl Engine<G>,
    truth: &[Number],
) -> Vec<(bool, Option<f64>)> {
    let mut run = vec![(false, None); truth.len()];
    let look = |sums: &PairedSums| {
        let found = numbers(empty, sums.clone(), TestRecord::Cs);
        let students = numbers(empty, sums.clone(), TestRecord::Student);
        let width = |estimate: Option<Estimate>| estimate.and_then(|it| it.interval).map(|it| it.width());
        for (at, ((_, found), (_, truth))) in found.iter().zip(truth).enumerate() {
            let interval = found.and_then(|found| found.interval);
            // What both sides make of the same blocks may differ in the last bit.
            let missed = interval
                .zip(*truth)
                .is_some_and(|(it, truth)| truth.value < it.lo - 1e-12 || truth.value > it.hi + 1e-12);
            run[at].0 |= missed;
            if sums.blocks == FIRST_LOOK {
                let ratio = width(*found).zip(width(students[at].1).filter(|&width| width > 0.0));
                run[at].1 = ratio.map(|(own, students)| own / students);
            }
        }
        if sums.blocks >= WATCHED { Next::Stop } else { Next::PlayOn }
    };
    let job = PairedJob { pairing, seed, blocks: 0..WATCHED + WATCHED / 5 };
    compare::<G>(job, engine, 1, &Control::default(), looks(), look, |_| ()).expect("no faults");
    run
}

/// The differences and the means that are not known.
fn numbers(empty: &CompareTallies, sums: PairedSums, test: TestRecord) -> Vec<Number> {
    let mut tallies = CompareTallies { sums, ..empty.clone() };
    tallies.terms.test = test;
    let judge = Judge::new(&tallies.terms, 2).expect("terms within their limits");
    let of = |row: Contrast| {
        let [a, b] = row.means;
        let (metric, is_known) = (row.metric.name(), b.is_some_and(|b| b.interval.is_some_and(|it| it.width() == 0.0)));
        let difference = (format!("{metric} difference"), row.difference);
        let means = [(format!("{metric} mean of the first"), a), (format!("{metric} mean of the second"), b)];
        let shown = if is_known { 1 } else { 2 };
        std::iter::once(difference).chain(means.into_iter().take(shown)).collect::<Vec<_>>()
    };
    judge.contrasts(&tallies).into_iter().flat_map(of).collect()
}
