//! How often the intervals of win shares without luck hold the truth, how well these agree with the win shares as played,
//! and how many times the games each run is worth.
//!
//! Owns the line-ups and the counting: for each, many runs with seeds of their own. The truth is the mean of all these
//! runs, of which each is a thousandth part. Where upsets are rare, runs without one have luck of hardly any spread, so that
//! its mean is many of its standard errors from 0; over all runs together it must be within three of them.

use analyze::engines::{Engine, Playable, SeatingRule, Seatings, Series, WithoutLuck, gang_luck_valued_as};
use analyze::games::gang::{Gang, Strategy};
use analyze::games::{BuiltIn, Game, Setting, WHOLE_WIN};
use analyze::record::{CANCELLED_WIN, Moments, StrategyRecord, Tallies};
use analyze::report;
use analyze::report::Field;
use analyze::simulate::{StatisticsBlocks, Tally};
use analyze::stats::Interval;
use analyze::strategies::{Catalogue, find_all};
use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The blocks of a run.
const BLOCKS: u64 = 100;

/// Twelve line-ups for each number of players: those that decide alike and those that do not, that look at nothing, at the
/// table, at the lead or at the pools, with copies and without.
const LINEUPS: [&str; 36] = [
    "chaser,bold",
    "chaser,endgame",
    "chaser,boss:3",
    "odds,cautious",
    "bold,boss:3",
    "boss:2,boss:5",
    "stand:2,chaser",
    "patient,reach",
    "odds,bold",
    "endgame,patient",
    "max-score,chaser",
    "cautious,stand:3",
    "chaser,bold,odds",
    "chaser,bold,cautious",
    "chaser,endgame,endgame",
    "boss:3,boss:3,chaser",
    "boss:3,stand:2,chaser",
    "patient,reach,odds",
    "cautious,odds,endgame",
    "boss:2,boss:3,boss:5",
    "max-score,bold,patient",
    "chaser,chaser,patient",
    "reach,cautious,bold",
    "odds,stand:3,endgame",
    "chaser,bold,odds,cautious",
    "chaser,chaser,bold,bold",
    "boss:2,boss:3,stand:3,boss:5",
    "boss:3,stand:2,chaser,odds",
    "patient,reach,odds,bold",
    "cautious,odds,endgame,chaser",
    "chaser,endgame,endgame,endgame",
    "boss:3,boss:3,chaser,chaser",
    "max-score,bold,patient,odds",
    "reach,cautious,bold,endgame",
    "stand:2,stand:3,boss:2,boss:3",
    "patient,patient,odds,odds",
];

/// What the runs of a strategy came to.
#[derive(Clone, Debug, Default)]
struct Found {
    /// By run: the win share without luck with its interval, and how many standard errors the luck is from 0.
    runs: Vec<(f64, Interval, f64)>,
    /// Luck added up over the runs, and its variance.
    luck: [f64; 2],
    /// The variances of a block, as played and without luck, added up.
    plain: f64,
    cancelled: f64,
}

/// Counts over runs.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    runs: u64,
    covered: u64,
    /// Runs whose luck is more than 1.96 and more than 2.58 standard errors from 0, and the sum of squares.
    far: [u64; 2],
    squares: f64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.runs += other.runs;
        self.covered += other.covered;
        self.squares += other.squares;
        self.far.iter_mut().zip(other.far).for_each(|(sum, far)| *sum += far);
    }
}

impl Count {
    fn of(found: &Found) -> Count {
        let truth = found.runs.iter().map(|(value, ..)| value).sum::<f64>() / found.runs.len() as f64;
        let mut count = Count::default();
        for (_, Interval { lo, hi }, errors) in &found.runs {
            let far = [1.96, 2.58].map(|most| u64::from(errors.abs() > most));
            let covered = u64::from((*lo..=*hi).contains(&truth));
            count += Count { runs: 1, covered, far, squares: errors * errors };
        }
        count
    }

    fn shown(&self) -> String {
        let [far, very_far] = self.far.map(|far| 100.0 * far as f64 / self.runs as f64);
        let covered = 100.0 * self.covered as f64 / self.runs as f64;
        format!("{covered:5.1} % {far:8.2} % {very_far:6.2} % {:8.3}", self.squares / self.runs as f64)
    }
}

/// Those of them that are played with values of another line-up, too.
const VALUED: [&str; 18] = [
    "chaser,endgame",
    "chaser,boss:3",
    "odds,cautious",
    "boss:2,boss:5",
    "patient,reach",
    "max-score,chaser",
    "counter,chaser",
    "chaser,bold,odds",
    "chaser,endgame,endgame",
    "boss:3,boss:3,chaser",
    "patient,reach,odds",
    "boss:2,boss:3,boss:5",
    "max-score,bold,patient",
    "counter,chaser,bold",
    "chaser,chaser,bold,bold",
    "boss:3,stand:2,chaser,odds",
    "patient,reach,odds,bold",
    "cautious,odds,endgame,chaser",
];

/// Plays line-ups with their own values and with those of the line-up that sits there if nobody says who does.
pub(crate) fn print_values(seeds: u64) {
    println!("\nluck_gain by values, {seeds} runs of {BLOCKS} blocks: of the line-up at hand, and of the default one");
    for lineup in VALUED {
        let seats = lineup.split(',').count();
        let usual = Gang::lineup(seats).join(",");
        let [own, other] = [None, Some(&*usual)].map(|values| {
            let found = play("bga", lineup, values, seeds);
            found.iter().map(|of| of.plain / of.cancelled).fold(f64::MAX, f64::min)
        });
        println!("{lineup:35} {own:6.1} {other:6.1}  {usual}");
    }
}

/// Plays every line-up in both editions with so many seeds, and prints what came of it.
pub(crate) fn print(seeds: u64) {
    println!("\nluck, {seeds} runs of {BLOCKS} blocks; z is the mean luck in standard errors");
    println!("edition    line-up                             covered |z|>1.96 |z|>2.58  mean z²  z of all  luck_gain");
    let mut all = Count::default();
    for edition in ["bga", "blackrock"] {
        for lineup in LINEUPS {
            let found = play(edition, lineup, None, seeds);
            let mut count = Count::default();
            found.iter().for_each(|of| count += Count::of(of));
            let errors = |of: &Found| of.luck[0] / of.luck[1].sqrt();
            let farthest = found.iter().map(errors).fold(0.0, |far: f64, z| if z.abs() > far.abs() { z } else { far });
            let gains = found.iter().map(|of| of.plain / of.cancelled);
            let (least, most) = gains.fold((f64::MAX, 0.0f64), |(least, most), gain| (least.min(gain), most.max(gain)));
            println!("{edition:10} {lineup:35} {} {farthest:9.2}  {least:.1} to {most:.1}", count.shown());
            all += count;
        }
    }
    println!("{:46} {}", "all", all.shown());
}

/// What the runs of a line-up came to, strategy by strategy, by its own values or by those of another.
fn play(edition: &str, lineup: &str, values: Option<&str>, seeds: u64) -> Vec<Found> {
    let typed: Vec<String> = lineup.split(',').map(str::to_owned).collect();
    let setting = Setting { edition: Some(edition.to_owned()), ..Setting::default() };
    let game = Gang::set_up(typed.len(), &setting).expect("a valid table");
    let (chosen, seats) = find_all(&typed, &game).expect("strategies of the game");
    let strategies: Vec<&dyn Strategy> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &seats);
    let engine = game.own_engine(&strategies).expect("an engine of its own");
    let others: Vec<String> = values.into_iter().flat_map(|others| others.split(',')).map(str::to_owned).collect();
    let (others, at) = find_all(&others, &game).expect("strategies of the game");
    let others: Vec<&dyn Strategy> = at.iter().map(|&at| &*others[at].strategy).collect();
    let luck = match values {
        None => game.luck(&strategies, &names, &seatings, &|| true).expect("luck that is known"),
        Some(_) => gang_luck_valued_as(&game, (&strategies, &seatings), &others).expect("values that are known"),
    };
    let (next, found) = (AtomicU64::new(1), Mutex::new(vec![Found::default(); names.len()]));
    let repeat = || {
        let engine = WithoutLuck { engine: &engine, luck: &*luck };
        let mut worker = engine.worker();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > seeds {
                return;
            }
            let statistics = game.statistics(&names);
            let mut tally =
                Tally::new(&seatings, names.len(), game.lengths().len(), &statistics, StatisticsBlocks::All);
            engine
                .play_blocks(Series { seatings: &seatings, seed }, 0..BLOCKS, &mut worker, &mut tally)
                .expect("no faults");
            let tallies = tally.into_record(&game, &names, seatings.games());
            note(&tallies, &mut found.lock().unwrap_or_else(PoisonError::into_inner));
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(repeat))));
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Notes what a run came to.
fn note(tallies: &Tallies, found: &mut [Found]) {
    let summary = report::summary(tallies);
    let column = summary.headings.iter().position(|heading| heading.name() == "win_share").expect("a win share");
    for ((found, row), strategy) in found.iter_mut().zip(&summary.rows).zip(&tallies.strategies) {
        let Field::Estimate(Some(estimate)) = &row[column] else { continue };
        let interval = estimate.interval.expect("more than one block");
        let (plain, cancelled, [luck, variance]) = moments(strategy, tallies.blocks);
        found.plain += plain;
        found.cancelled += cancelled;
        found.luck = [found.luck[0] + luck, found.luck[1] + variance];
        found.runs.push((estimate.value, interval, luck / variance.sqrt()));
    }
}

/// The variances of a block's win shares, as played and without luck, and the mean luck with its variance.
fn moments(strategy: &StrategyRecord, blocks: u64) -> (f64, f64, [f64; 2]) {
    let (n, cancelled) = (blocks as f64, strategy.cancelled.expect("shares without luck"));
    let variance = |of: &Moments, win: u32| {
        let (mean, win) = (of.sum as f64 / n, f64::from(win));
        (of.squares as f64 - of.sum as f64 * mean) / (n - 1.0) / (win * win)
    };
    let mean = cancelled.luck.sum as f64 / n / f64::from(CANCELLED_WIN);
    let luck = [mean, variance(&cancelled.luck, CANCELLED_WIN) / n];
    let played = variance(&strategy.total.share, WHOLE_WIN);
    (played, variance(&cancelled.share, CANCELLED_WIN), luck)
}
