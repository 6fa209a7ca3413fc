//! How many games comparisons of Gang of Dice take until their verdict, as played and without luck, how often the verdict is
//! wrong, and how often the confidence sequence misses the truth at any look.
//!
//! Owns the comparisons and the counting. The truth is the difference without luck of a long run with another seed.

use crate::laboratory::comparison_of;
use analyze::engines::{Engine, Playable, WithoutLuck};
use analyze::games::gang::{Gang, Strategy};
use analyze::games::{BuiltIn, Setting};
use analyze::record::{CompareTallies, PairedSums, TestRecord};
use analyze::report::compare::{Judge, Verdict, is_decided, shares};
use analyze::simulate::{Control, Metrics, Next, PairedJob, Pairing, compare};
use analyze::stats::looks;
use analyze::strategies::find_all;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What is compared, and at how many seats; the others are copies of the second.
const COMPARED: [(&str, &str, usize); 13] = [
    ("chaser", "endgame", 2),
    ("chaser", "bold", 2),
    ("chaser", "boss:3", 2),
    ("odds", "cautious", 2),
    ("patient", "reach", 2),
    ("boss:2", "boss:5", 2),
    ("boss:5", "boss:2", 2),
    ("chaser", "endgame", 3),
    ("chaser", "bold", 3),
    ("boss:3", "chaser", 3),
    ("boss:2", "boss:5", 3),
    ("odds", "cautious", 3),
    ("chaser", "bold", 4),
];
/// The blocks of the long run, and those up to which every look is held against it.
const LONG: u64 = 100_000;
const WATCHED: u64 = 2_000;
/// Without a verdict after so many blocks a comparison ends.
const MOST: u64 = 500_000;

/// What a comparison came to.
#[derive(Clone, Copy, Debug)]
struct Ended {
    /// Games of each strategy until the verdict; `None` if there is none.
    games: Option<u64>,
    wrong: bool,
    /// Whether an interval at any of the looks that were watched missed the truth.
    missed: bool,
}

/// Plays every comparison with so many seeds, as played and without luck, and prints what came of it.
pub(crate) fn print(seeds: u64) {
    println!(
        "\nverdicts, {seeds} seeds: games of each strategy until the verdict; sequences that missed up to {WATCHED} blocks"
    );
    println!(
        "compared             players     truth  as played: median      most   wrong  missed   without luck: median      most   wrong  missed"
    );
    for (a, b, players) in COMPARED {
        let game = Gang::set_up(players, &Setting::default()).expect("a valid table");
        let (chosen, _) = find_all(&[a.to_owned(), b.to_owned()], &game).expect("strategies of the game");
        let strategies: Vec<&dyn Strategy> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
        let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
        let pairing = Pairing::new(&[0, 1], &[vec![1; players - 1]], Metrics::WinShares);
        let engine = game.own_engine(&strategies).expect("an engine of its own");
        let luck = game.luck(&strategies, &names, pairing.seatings(), &|| true).expect("luck that is known");
        let without = WithoutLuck { engine: &engine, luck: &*luck };
        let empty = comparison_of(&game, names, (players as u64, TestRecord::Cs));
        let long = PairedJob { pairing: &pairing, seed: u64::MAX, blocks: 0..LONG };
        let truth = difference(&empty, long, &without);
        let of = |ended: &[Ended]| {
            let mut games: Vec<u64> = ended.iter().map(|one| one.games.unwrap_or(u64::MAX)).collect();
            games.sort_unstable();
            let share =
                |is: fn(&Ended) -> bool| 100.0 * ended.iter().filter(|one| is(one)).count() as f64 / seeds as f64;
            let shown = |games: u64| if games == u64::MAX { "none".to_owned() } else { games.to_string() };
            let (median, most) = (games[games.len() / 2], games[games.len() - 1]);
            let (wrong, missed) = (share(|one| one.wrong), share(|one| one.missed));
            format!("{:>12} {:>9} {wrong:5.1} % {missed:5.1} %", shown(median), shown(most))
        };
        let plain = of(&repeat(seeds, |seed| watched(&empty, (&pairing, seed), &engine, truth)));
        let cancelled = of(&repeat(seeds, |seed| watched(&empty, (&pairing, seed), &without, truth)));
        println!("{:20} {players:7} {truth:9.5}       {plain}           {cancelled}", format!("{a} {b}"));
    }
}

/// Runs it for every seed, on two threads.
fn repeat(seeds: u64, run: impl Fn(u64) -> Ended + Sync) -> Vec<Ended> {
    let (next, all) = (AtomicU64::new(1), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > seeds {
                return;
            }
            let ended = run(seed);
            all.lock().unwrap_or_else(PoisonError::into_inner).push(ended);
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// A comparison until its verdict, and at least as long as it is watched.
fn watched<E: Engine<Gang>>(empty: &CompareTallies, (pairing, seed): (&Pairing, u64), engine: &E, truth: f64) -> Ended {
    let judge = Judge::new(&empty.terms, 2).expect("terms within their limits");
    let mut ended = Ended { games: None, wrong: false, missed: false };
    let look = |sums: &PairedSums| {
        let tallies = CompareTallies { sums: sums.clone(), ..empty.clone() };
        let contrasts = judge.contrasts(&tallies);
        let row = shares(&contrasts).next().expect("a difference of win shares");
        let interval = row.difference.and_then(|found| found.interval);
        ended.missed |= sums.blocks <= WATCHED && interval.is_some_and(|it| truth < it.lo || truth > it.hi);
        if ended.games.is_none() && is_decided(&contrasts) {
            ended.games = Some(sums.blocks * empty.players);
            ended.wrong = match row.verdict {
                Verdict::Better => truth <= 0.0,
                Verdict::Worse => truth >= 0.0,
                _ => truth.abs() > empty.terms.margin.value(),
            };
        }
        if ended.games.is_some() && sums.blocks >= WATCHED { Next::Stop } else { Next::PlayOn }
    };
    let job = PairedJob { pairing, seed, blocks: 0..MOST };
    compare(job, engine, 1, &Control::default(), looks(), look, |_| ()).expect("no faults");
    ended
}

/// The difference of win shares in a comparison.
fn difference<E: Engine<Gang>>(empty: &CompareTallies, job: PairedJob<'_>, engine: &E) -> f64 {
    let at = std::iter::empty();
    let run = compare(job, engine, 2, &Control::default(), at, |_| Next::PlayOn, |_| ()).expect("no faults");
    let judge = Judge::new(&empty.terms, 2).expect("terms within their limits");
    let contrasts = judge.contrasts(&CompareTallies { sums: run.tally, ..empty.clone() });
    shares(&contrasts).next().and_then(|row| row.difference).map_or(f64::NAN, |found| found.value)
}
