//! Games a second with strategies that are scripts, against the same logic built in, the games being the same.
//!
//! Three pairs: one that looks at card, best result and position; one that reads every pool, so that nearly every
//! decision is a new one; and one that asks the exact engine. Measured in processor time where the system tells it
//! (Linux), on one thread, with both engines. `cargo bench --bench scripts` prints games/s (criterion's `elem/s`); read
//! a script's figure as a ratio to the built-in one of its pair.

#![expect(clippy::expect_used, reason = "a benchmark that cannot be set up has nothing to measure")]

use analyze::dice::{Counts, RunKey};
use analyze::engines::drawn::{DrawnGame, TurnEngine};
use analyze::engines::{Book, DiceEngine, Engine};
use analyze::engines::{SeatingRule, Seatings};
use analyze::exact::{Objective, SOLUTIONS_ROOM, Solutions};
use analyze::games::declaration::{Language, index_of};
use analyze::games::gang::{
    self, ALLOWED, BEST, BEST_DICE, BEST_TOTAL, Commit, Deck, Edition, Gang, NoAnswer, PolicyId, Roll, SEAT, Strategy,
    View,
};
use analyze::games::{Game, Outcome};
use analyze::input::Source;
use analyze::simulate::{StatisticsBlocks, Tally};
use analyze::strategies::{Values, read};
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::time::{Duration, Instant};

/// Blocks of three games in a measurement, by engine.
const TURN_BLOCKS: u64 = 20_000;
const DICE_BLOCKS: u64 = 2_000;

/// Processor time of this thread, else time by the clock.
struct ThreadTime(WallTime);

/// A point in it.
enum Point {
    Processor(Duration),
    Clock(Instant),
}

fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

impl Measurement for ThreadTime {
    type Intermediate = Point;
    type Value = Duration;

    fn start(&self) -> Point {
        processor_time().map_or_else(|| Point::Clock(Instant::now()), Point::Processor)
    }

    fn end(&self, start: Point) -> Duration {
        match start {
            Point::Processor(start) => processor_time().map_or(Duration::ZERO, |now| now - start),
            Point::Clock(start) => start.elapsed(),
        }
    }

    fn add(&self, first: &Duration, second: &Duration) -> Duration {
        *first + *second
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        self.0.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        self.0.formatter()
    }
}

const HEAD: &str = "const NAME = \"twin\"; const ABOUT = \"the twin of what is built in\";";

/// Rerolls below 3 until the plan's total is reached.
const REROLL: &str = "fn reroll(plan, roll) { if roll.valid && roll.total >= plan { [] } else { roll.below(3) } }";

const POSITION: &str = "fn commit(view) {
    let bold = view.card.trigger == \"bomb\";
    let best = view.best;
    if best == () {
        let dice = view.allowed_up_to(if view.to_act == 0 { 1 } else if bold { 3 } else { 2 });
        return #{ dice: dice, plan: 3 * dice };
    }
    if best.total > 12 { return #{ dice: 1, plan: 0 }; }
    #{ dice: view.allowed_up_to(best.dice + 1), plan: best.total }
}";

const POOLS: &str = "fn commit(view) {
    let most = 0;
    for pool in view.pools { most = max(most, pool); }
    let dice = view.allowed_up_to(if view.pools[view.seat] < most { 3 } else { 2 });
    #{ dice: dice, plan: 3 * dice }
}";

const EXACT: &str = "fn commit(view) {
    let best = view.best;
    let least = if best == () { 1 } else { best.total + 1 };
    let found = 1;
    for dice in 1..=view.allowed_up_to(5) {
        if p_reach(dice, least) > p_reach(found, least) { found = dice; }
    }
    #{ dice: found, plan: least }
}";

/// A number of dice, and the total at which the rerolls stop.
type Logic = Box<dyn Fn(&View<'_>) -> (u32, u32) + Send + Sync>;

/// The logic of one of the scripts.
struct BuiltIn(Logic);

impl Strategy for BuiltIn {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let (dice, least) = (self.0)(view);
        Ok(Commit { dice, plan: PolicyId(u64::from(least)) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let reached = !roll.card.condition.holds(roll.shown) && u64::from(roll.shown.total()) >= plan.0;
        let low = roll.shown.only(0) + roll.shown.only(1) + roll.shown.only(2);
        Ok(if reached { Counts::EMPTY } else { low })
    }
}

/// Total and dice of what is to be beaten.
fn best(view: &View<'_>) -> Option<(u32, u32)> {
    (view.ask(BEST) == 1).then(|| (view.ask(BEST_TOTAL), view.ask(BEST_DICE)))
}

fn position(view: &View<'_>) -> (u32, u32) {
    let bold = view.situation.card().trigger == analyze::games::gang::Trigger::Bomb;
    match best(view) {
        None => {
            let dice = match view.ask(index_of::<Gang>("to_act", Language::Both)) {
                0 => 1,
                _ if bold => 3,
                _ => 2,
            };
            let dice = view.ask_up_to(ALLOWED, dice);
            (dice, 3 * dice)
        }
        Some((total, _)) if total > 12 => (1, 0),
        Some((total, dice)) => (view.ask_up_to(ALLOWED, dice + 1), total),
    }
}

fn pools(view: &View<'_>) -> (u32, u32) {
    let seats = view.ask(index_of::<Gang>("seats", Language::Both));
    let most = (0..seats).map(|seat| view.ask_of(gang::POOLS, seat, u32::MAX)).max().unwrap_or(0);
    let own = view.ask_of(gang::POOLS, view.ask(SEAT) - 1, u32::MAX);
    let dice = view.ask_up_to(ALLOWED, if own < most { 3 } else { 2 });
    (dice, 3 * dice)
}

fn exact(solutions: &Solutions, view: &View<'_>) -> (u32, u32) {
    let least = best(view).map_or(1, |(total, _)| total + 1);
    let chance = |dice| solutions.value(view.situation.card_index(), dice, Objective::AtLeast(least)).expect("a turn");
    let found =
        (1..=view.ask_up_to(ALLOWED, 5)).fold(1, |found, dice| if chance(dice) > chance(found) { dice } else { found });
    (found, least)
}

fn script(text: &str, game: &Gang) -> Box<dyn Strategy> {
    let source = Source::new("twin.rhai", format!("{HEAD}\n{text}\n{REROLL}"));
    let loaded = read::<Gang>(&source).expect("a valid script");
    let values = Values::read(&loaded.name, &loaded.parameters, &[]).expect("no parameters");
    (loaded.build)(&values, game).expect("a script for any table")
}

/// Plays blocks 0 to `blocks` − 1 with one worker; the dice that all seats end with.
fn play<E: Engine<Gang>>(game: &Gang, engine: &E, blocks: u64) -> u64 {
    let seatings = Seatings::new(SeatingRule::Rotate, &[0, 1, 1]);
    let statistics = game.statistics(&["one".into(), "other".into()]);
    let mut tally = Tally::new(&seatings, 2, game.lengths().len(), &statistics, StatisticsBlocks::All);
    let (mut worker, mut dice) = (engine.worker(), 0);
    for block in 0..blocks {
        let key = RunKey::new(1).block(block);
        engine.begin_block(key, &mut worker);
        tally.begin_block(block);
        for seating in seatings.iter() {
            let outcome: Outcome = engine.play(seating, key, &mut worker, &mut tally).expect("no faults");
            dice += (0..3u64).zip(outcome.score).map(|(seat, score)| (seat + 1) * u64::from(score)).sum::<u64>();
            tally.game(seating, &outcome);
        }
        tally.end_block();
    }
    dice
}

fn games_a_second(criterion: &mut Criterion<ThreadTime>) {
    let game = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 3).expect("a valid table");
    let solutions = Solutions::new(game.deck(), 2, SOLUTIONS_ROOM);
    let pairs = [
        ("position", POSITION, BuiltIn(Box::new(position))),
        ("pools", POOLS, BuiltIn(Box::new(pools))),
        ("exact", EXACT, BuiltIn(Box::new(move |view: &View<'_>| exact(&solutions, view)))),
    ];
    let mut group = criterion.benchmark_group("scripts");
    group.sample_size(10);
    for (label, text, built_in) in &pairs {
        let other = BuiltIn(Box::new(position));
        let script = script(text, &game);
        let mut dice = [0; 2];
        for (index, (who, one)) in
            [("built-in", built_in as &dyn Strategy), ("script", &*script)].into_iter().enumerate()
        {
            let strategies: [&dyn Strategy; 2] = [one, &other];
            group.throughput(Throughput::Elements(3 * TURN_BLOCKS));
            group.bench_function(BenchmarkId::new(format!("{label}/turn"), who), |bench| {
                bench.iter(|| {
                    let engine = TurnEngine::new(&game, &strategies, Gang::LIMITS);
                    dice[index] = play(&game, &engine, TURN_BLOCKS);
                });
            });
            group.throughput(Throughput::Elements(3 * DICE_BLOCKS));
            group.bench_function(BenchmarkId::new(format!("{label}/dice"), who), |bench| {
                bench.iter(|| play(&game, &DiceEngine { game: &game, strategies: &strategies }, DICE_BLOCKS));
            });
        }
        assert_eq!(dice[0], dice[1], "{label}: the twins play alike");
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ThreadTime(WallTime));
    targets = games_a_second
}
criterion_main!(benches);
