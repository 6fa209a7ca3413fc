//! The strategies that solve their turns, in play: against the exact numbers, and against themselves
//! with other threads and with less memory.

use super::solved::{MaxScore, Reach, RoundOptimal, later};
use crate::dice::{BlockKey, Counts, RunKey};
use crate::engines::{DiceEngine, SeatingRule, Seatings};
use crate::exact::round::Later;
use crate::exact::{Objective, Turn};
use crate::games::gang::{
    ALLOWED, CardIndex, CardOrder, Commit, Deck, Edition, Gang, NoAnswer, POOL, PolicyId, Roll, Rules, SEAT, Strategy,
    View,
};
use crate::games::turns::RolledTurns;
use crate::games::{Game, Table};
use crate::record::{Hash, StatisticsRecord, Tallies};
use crate::simulate::{Control, Job, StatisticsBlocks, run};
use crate::strategies::find;
use std::sync::Mutex;

fn gang(seats: usize, pool: u32) -> Gang {
    let rules = Rules { pools: [pool; 3], ..Edition::Bga.rules() };
    Gang::new(rules, Deck::reconstructed(), seats).unwrap()
}

/// A player that borrows nothing.
type Player = dyn Strategy;

/// Plays `blocks` blocks of a line-up of different strategies.
fn tallies(gang: &Gang, strategies: &[&Player], blocks: u64, threads: usize) -> Tallies {
    let lineup: Vec<usize> = (0..gang.seats()).map(|seat| seat % strategies.len()).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &lineup);
    let names: Vec<String> = (0..strategies.len()).map(|number| format!("number {number}")).collect();
    let job = Job {
        game: gang,
        strategies,
        names: &names,
        seatings: &seatings,
        seed: 3,
        blocks: 0..blocks,
        statistics: StatisticsBlocks::All,
    };
    let engine = DiceEngine { game: gang, strategies };
    let finished = run(&job, &engine, threads, &Control::default()).unwrap();
    finished.tally.into_record(gang, &names, seatings.games())
}

/// Strategies of few dice, with so much memory for what they solve.
fn solvers(gang: &Gang, room: usize) -> [Box<dyn Strategy>; 3] {
    [
        Box::new(RoundOptimal::new(3, gang, room)),
        Box::new(MaxScore::new(4, gang, room)),
        Box::new(Reach::new(0.02, 0.15, 4, gang, room)),
    ]
}

fn signature(gang: &Gang, room: usize, blocks: u64, threads: usize) -> Hash {
    let solvers = solvers(gang, room);
    let strategies: Vec<&Player> = solvers.iter().map(|solver| &**solver).collect();
    tallies(gang, &strategies, blocks, threads).signature()
}

#[test]
fn threads_change_nothing() {
    for seats in [3, 4] {
        let gang = gang(seats, 12);
        let expected = signature(&gang, 1 << 20, 500, 1);
        for threads in [2, 7] {
            assert_eq!(signature(&gang, 1 << 20, 500, threads), expected, "{threads} threads");
        }
    }
}

#[test]
fn memory_changes_nothing() {
    let gang = gang(3, 12);
    assert_eq!(signature(&gang, 20_000, 20, 2), signature(&gang, 1 << 20, 20, 1), "with what is solved giving way");
}

/// The rate of invalid turns and the mean of valid totals, per card, against the exact outcome of the
/// best plan for the best number of dice.
#[test]
fn max_score_plays_as_solved() {
    let gang = gang(2, 240);
    let max_score = MaxScore::new(8, &gang, 1 << 24);
    let tallies = tallies(&gang, &[&max_score], 20_000, 2);
    let cards = &tallies.statistics[0];
    for (card, number) in gang.deck().cards.iter().zip(0..) {
        let optimum = |dice| {
            let turn = Turn::under(card, dice, 2).unwrap();
            turn.optimum(|result| Objective::ExpectedTotal.value(result)).unwrap()
        };
        let optima: Vec<_> = (1..=8).map(optimum).collect();
        let best = optima.iter().map(|optimum| optimum.value).fold(0.0, f64::max);
        let optimum = optima.iter().find(|optimum| optimum.value >= best * (1.0 - 1e-12)).unwrap();
        let outcome = optimum.plan.outcome();
        let mean = |power| outcome.expected(|result| result.map_or(0.0, |total| f64::from(total).powi(power)));
        let valid = 1.0 - outcome.invalid;
        let row = Row::of(cards, number);
        assert_eq!(row.dice, row.turns * f64::from(optimum.plan.turn().dice()), "{}", card.id);
        row.agrees("invalid rate", row.invalid, row.turns, outcome.invalid, outcome.invalid * valid);
        let (total, square) = (mean(1) / valid, mean(2) / valid);
        row.agrees("valid total", row.total, row.turns - row.invalid, total, square - total * total);
    }
}

/// The sums of a row of `cards.csv`.
struct Row {
    card: String,
    turns: f64,
    dice: f64,
    invalid: f64,
    total: f64,
}

impl Row {
    fn of(cards: &StatisticsRecord, number: usize) -> Row {
        let row = &cards.rows[number];
        let sum = |count: usize| row.sums[count] as f64;
        Row { card: row.labels[0].clone(), turns: sum(0), dice: sum(1), invalid: sum(2), total: sum(4) }
    }

    /// Asserts that `sum` over `n` independent turns has the exact mean to within four standard errors.
    fn agrees(&self, what: &str, sum: f64, n: f64, mean: f64, variance: f64) {
        let off = sum / n - mean;
        assert!(n > 5000.0, "{} was played in {n} turns only", self.card);
        assert!(off.abs() <= 4.0 * (variance / n).sqrt() + 1e-12, "{}: {what} {} for {mean}", self.card, sum / n);
    }
}

/// Commits one die, and notes who it thinks acts later, and its own pool.
#[derive(Default)]
struct Notes(Mutex<Vec<(u32, u32, Later)>>);

impl Strategy for Notes {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        self.0.lock().unwrap().push((view.situation.place().1 + 1, view.ask(POOL), later(view, 5)));
        // Pools differ and players drop out when some commit more.
        Ok(Commit { dice: view.ask(SEAT).min(view.ask(ALLOWED)), plan: PolicyId(0) })
    }

    fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(Counts::EMPTY)
    }
}

/// Those who act later in a round are those who do, with the pools that they then have.
#[test]
fn who_acts_later() {
    let gang = gang(4, 11);
    let mut turns = 0;
    for block in (0..50).map(|block| RunKey::new(5).block(block)) {
        let notes = Notes::default();
        play(&gang, &[&notes as &dyn Strategy; 4], block).unwrap();
        let notes = notes.0.into_inner().unwrap();
        for (place, (round, _, later)) in notes.iter().enumerate() {
            let after = notes[place + 1..].iter().take_while(|(other, _, _)| other == round);
            assert_eq!(*later, Later::new(after.map(|(_, pool, _)| *pool), 5));
            turns += 1;
        }
    }
    assert!(turns < 50 * 12 * 4, "nobody ever dropped out");
}

fn play(gang: &Gang, strategies: &[&dyn Strategy], block: BlockKey) -> Result<(), crate::games::Fault> {
    let order = CardOrder::new((0..12).map(CardIndex).collect());
    let seating: Vec<usize> = (0..gang.seats()).collect();
    gang.play_watched(Table { strategies, seating: &seating, block }, &order, &mut RolledTurns(block), &mut ())
        .map(|_| ())
}

#[test]
fn rerolling_what_another_strategy_commits() {
    let gang = gang(2, 40);
    let block = RunKey::new(1).block(0);
    for crossed in ["stand:7@round-optimal:2", "stand:5@reach:0.1", "stand:24@max-score:3", "reach@round-optimal:3"] {
        let strategy = find(crossed, &gang).unwrap().strategy;
        play(&gang, &[&*strategy, &*strategy], block).unwrap();
    }
    for crossed in ["stand:25@max-score", "stand:25@reach", "stand:25@round-optimal:2"] {
        let strategy = find(crossed, &gang).unwrap().strategy;
        let fault = play(&gang, &[&*strategy, &*strategy], block).unwrap_err();
        assert!(fault.returned.contains("a turn of 25 dice: it solves turns of up to 24 dice"), "{}", fault.returned);
    }
}
