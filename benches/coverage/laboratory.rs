//! How often intervals hold the truth: one line-up or comparison, many seeds, every number of every table.
//!
//! Owns the counting. The truth is what a long run with another seed came to; a cell whose truth is known too vaguely to
//! judge its intervals by, because the long run has hardly met the case, is left out and counted as such. What is played
//! and what coverage is right is for those who use it: the bench of this name, and a test.

use analyze::engines::{DiceEngine, Engine, Playable, SeatingRule, Seatings};
use analyze::games::{BuiltIn, Setting};
use analyze::record::{CompareTallies, FORMAT, PairedSums, Tallies, Terms, TestRecord};
use analyze::report;
use analyze::report::compare::{Judge, compare_table};
use analyze::report::{Field, Table};
use analyze::simulate::{Control, Job, Metrics, Next, PairedJob, Pairing, StatisticsBlocks, Tally, compare, run_until};
use analyze::stats::{Estimate, Interval};
use analyze::strategies::{Catalogue, find_all};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What is played, and how often.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// A strategy for each seat; of a comparison the two that are compared.
    pub(crate) bots: &'static [&'static str],
    /// The numbers of blocks at which intervals are made, ascending.
    pub(crate) sizes: &'static [u64],
    /// Runs with different seeds.
    pub(crate) seeds: u64,
    /// Blocks of the long run.
    pub(crate) long: u64,
}

/// The numbers of the tables, with their places, always in one order.
type Numbers = Vec<(Place, Option<Estimate>)>;

/// Plays with a seed, on so many threads, and shows the numbers after each of some numbers of blocks.
trait Play: Sync {
    fn play(&self, seed: u64, sizes: &[u64], threads: usize, show: &mut dyn FnMut(usize, Numbers));
}

/// A number of a table.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) table: String,
    pub(crate) labels: Vec<String>,
    pub(crate) column: String,
}

/// What became of the intervals of a number after so many blocks.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) place: Place,
    /// What the long run came to.
    pub(crate) truth: f64,
    pub(crate) blocks: u64,
    /// Runs with a value, those of them with an interval, those whose interval holds the truth, and those whose interval
    /// has no width.
    pub(crate) values: u64,
    pub(crate) intervals: u64,
    pub(crate) covered: u64,
    pub(crate) without_width: u64,
    /// The sum of the widths.
    pub(crate) width: f64,
    /// The width that the long run's comes to with so few blocks, and how many intervals have less than half of it.
    pub(crate) expected_width: f64,
    pub(crate) narrow: u64,
    /// Whether the long run knows the truth well enough: its own interval is less than a fifth as wide as these.
    pub(crate) is_judged: bool,
}

impl Cell {
    /// Whether the spread rests on what more than one run in twenty has hardly met, as its interval's width tells: a rare
    /// win of very many dice, say. No interval knows of luck that it has not met.
    pub(crate) fn is_rarely_met(&self) -> bool {
        20 * self.narrow > self.intervals
    }

    /// The share of the intervals that hold the truth.
    pub(crate) fn coverage(&self) -> f64 {
        self.covered as f64 / self.intervals as f64
    }

    fn count(&mut self, estimate: &Estimate) {
        self.values += 1;
        let Some(Interval { lo, hi }) = estimate.interval else { return };
        // What both sides make of the same blocks may differ in the last bit.
        let slack = 1e-12 * (1.0 + self.truth.abs());
        self.intervals += 1;
        self.covered += u64::from(lo - slack <= self.truth && self.truth <= hi + slack);
        self.without_width += u64::from(lo == hi);
        self.width += hi - lo;
        self.narrow += u64::from(hi - lo < 0.5 * self.expected_width);
    }
}

/// Every estimate in the tables of a run.
fn numbers(tallies: &Tallies) -> Numbers {
    let tables = [report::summary(tallies), report::seats(tallies), report::length(tallies)];
    tables.into_iter().chain(report::statistics(tallies)).flat_map(|table| table_numbers(&table)).collect()
}

/// Every estimate in a table, and quantiles with the columns of their ends.
fn table_numbers(table: &Table) -> Numbers {
    let mut numbers = Vec::new();
    for row in &table.rows {
        let label = |field: &Field| match field {
            Field::Text(text) => Some(text.clone()),
            _ => None,
        };
        let mut labels: Vec<String> = row.iter().map_while(label).collect();
        if let (true, Some(Field::Whole(seat))) = (table.name == "seats", row.get(labels.len())) {
            labels.push(seat.to_string());
        }
        for (heading, field) in table.headings.iter().zip(row) {
            let beside = |end: &str| {
                let name = format!("{}{end}", heading.name());
                table.headings.iter().position(|heading| heading.name() == name)
            };
            let whole = |column: usize| if let Field::Whole(value) = row[column] { Some(value as f64) } else { None };
            let estimate = match (field, beside(""), beside("_lo"), beside("_hi")) {
                (Field::Estimate(estimate), ..) => *estimate,
                (_, Some(value), Some(lo), Some(hi)) => {
                    let interval = whole(lo).zip(whole(hi)).map(|(lo, hi)| Interval { lo, hi });
                    whole(value).map(|value| Estimate { value, interval, n: 0 })
                }
                _ => continue,
            };
            let place = Place { table: table.name.clone(), labels: labels.clone(), column: heading.name().to_owned() };
            numbers.push((place, estimate));
        }
    }
    numbers
}

/// Plays the line-up with every seed and says what became of every number, size by size.
///
/// # Panics
/// If the line-up cannot be played.
pub(crate) fn runs<G: Catalogue + Playable>(plan: &Plan) -> Vec<Cell> {
    let game = G::set_up(plan.bots.len(), &Setting::default()).expect("a valid table");
    let typed: Vec<String> = plan.bots.iter().map(|&bot| bot.to_owned()).collect();
    let (chosen, seats) = find_all(&typed, &game).expect("strategies of the game");
    let strategies: Vec<&G::Strategy> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &seats);
    let (game, strategies) = (&game, &strategies[..]);
    match game.own_engine(strategies) {
        Some(engine) => coverage(plan, &Runs { game, strategies, names, seatings, engine }),
        None => coverage(plan, &Runs { game, strategies, names, seatings, engine: DiceEngine { game, strategies } }),
    }
}

struct Runs<'a, G: Catalogue, E> {
    game: &'a G,
    strategies: &'a [&'a G::Strategy],
    names: Vec<String>,
    seatings: Seatings,
    engine: E,
}

impl<G: Catalogue, E: Engine<G>> Play for Runs<'_, G, E> {
    fn play(&self, seed: u64, sizes: &[u64], threads: usize, show: &mut dyn FnMut(usize, Numbers)) {
        let Runs { game, strategies, names, seatings, engine } = self;
        let (blocks, statistics) = (sizes.iter().copied().max().unwrap_or(0), StatisticsBlocks::All);
        let job = Job { game: *game, strategies, names, seatings, seed, blocks: 0..blocks, statistics };
        let mut size = 0;
        let look = |tally: &Tally| {
            show(size, numbers(&tally.clone().into_record(*game, names, seatings.games())));
            size += 1;
            Next::PlayOn
        };
        run_until(&job, engine, threads, &Control::default(), sizes.iter().copied(), look, |_| ()).expect("no faults");
    }
}

/// Compares the two strategies of the plan at a table for three, against copies of the second.
///
/// # Panics
/// If they cannot be compared.
pub(crate) fn comparisons<G: Catalogue + Playable>(plan: &Plan) -> Vec<Cell> {
    let game = G::set_up(3, &Setting::default()).expect("a valid table");
    let typed: Vec<String> = plan.bots.iter().map(|&bot| bot.to_owned()).collect();
    let (chosen, _) = find_all(&typed, &game).expect("strategies of the game");
    let strategies: Vec<&G::Strategy> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let names = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let empty = comparison_of(&game, names, (3, TestRecord::Student));
    let (game, strategies, pairing) = (&game, &strategies[..], Pairing::new(&[0, 1], &[vec![1, 1]], Metrics::All));
    match game.own_engine(strategies) {
        Some(engine) => coverage(plan, &Comparisons { empty, pairing, engine: &engine, game }),
        None => coverage(plan, &Comparisons { empty, pairing, engine: &DiceEngine { game, strategies }, game }),
    }
}

/// A comparison of strategies with these names against copies of the second, so many at the table, without blocks.
pub(crate) fn comparison_of<G: BuiltIn>(
    game: &G,
    names: Vec<String>,
    (players, test): (u64, TestRecord),
) -> CompareTallies {
    let decimal = |text: &str| text.parse().expect("a decimal");
    let terms = Terms {
        until: "runs".to_owned(),
        test,
        margin: decimal("0.002"),
        alpha: decimal("0.05"),
        win_shares_alone: false,
        beta: None,
    };
    CompareTallies {
        command: "compare".to_owned(),
        format: FORMAT,
        game: G::NAME.to_owned(),
        notes: Vec::new(),
        players,
        highest_score: game.highest_score(),
        against: vec![names[1].clone()],
        arms: names,
        terms,
        sums: PairedSums::default(),
    }
}

struct Comparisons<'a, G, E> {
    empty: CompareTallies,
    pairing: Pairing,
    engine: &'a E,
    /// Whose engine it is.
    game: &'a G,
}

impl<G: Catalogue, E: Engine<G>> Play for Comparisons<'_, G, E> {
    fn play(&self, seed: u64, sizes: &[u64], threads: usize, show: &mut dyn FnMut(usize, Numbers)) {
        let _: &G = self.game;
        let blocks = sizes.iter().copied().max().unwrap_or(0);
        let job = PairedJob { pairing: &self.pairing, seed, blocks: 0..blocks };
        let judge = Judge::new(&self.empty.terms, 2).expect("terms within their limits");
        let mut size = 0;
        let look = |sums: &PairedSums| {
            let tallies = CompareTallies { sums: sums.clone(), ..self.empty.clone() };
            show(size, table_numbers(&compare_table(&tallies, &judge.contrasts(&tallies))));
            size += 1;
            Next::PlayOn
        };
        compare::<G>(job, self.engine, threads, &Control::default(), sizes.iter().copied(), look, |_| ())
            .expect("no faults");
    }
}

fn coverage(plan: &Plan, game: &impl Play) -> Vec<Cell> {
    let mut long = Vec::new();
    game.play(u64::MAX, &[plan.long], 2, &mut |_, found| long = found);
    let cell = |(place, estimate): &(Place, Option<Estimate>), blocks: u64| Cell {
        place: place.clone(),
        truth: estimate.map_or(f64::NAN, |estimate| estimate.value),
        blocks,
        values: 0,
        intervals: 0,
        covered: 0,
        without_width: 0,
        width: 0.0,
        expected_width: width(*estimate).unwrap_or(0.0) * (plan.long as f64 / blocks as f64).sqrt(),
        narrow: 0,
        is_judged: true,
    };
    let sizes = plan.sizes.iter();
    let cells: Vec<Vec<Cell>> = sizes.map(|&blocks| long.iter().map(|number| cell(number, blocks)).collect()).collect();
    let (cells, next) = (Mutex::new(cells), AtomicU64::new(1));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| repeat(plan, game, &next, &cells));
        }
    });
    let mut cells = cells.into_inner().unwrap_or_else(PoisonError::into_inner);
    cells.iter_mut().for_each(|size| judge(size, &long));
    cells.concat()
}

/// Plays with one seed after the other and counts.
fn repeat(plan: &Plan, game: &impl Play, next: &AtomicU64, cells: &Mutex<Vec<Vec<Cell>>>) {
    loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        if seed > plan.seeds {
            return;
        }
        game.play(seed, plan.sizes, 1, &mut |size, found| {
            let mut cells = cells.lock().unwrap_or_else(PoisonError::into_inner);
            for (cell, (_, estimate)) in cells[size].iter_mut().zip(&found) {
                estimate.iter().for_each(|estimate| cell.count(estimate));
            }
        });
    }
}

fn width(estimate: Option<Estimate>) -> Option<f64> {
    estimate.and_then(|estimate| estimate.interval).map(|interval| interval.width())
}

/// Leaves out the cells whose truth is not known well enough.
fn judge(cells: &mut [Cell], long: &[(Place, Option<Estimate>)]) {
    for (cell, (_, estimate)) in cells.iter_mut().zip(long) {
        let typical = cell.width / cell.intervals.max(1) as f64;
        let is_known = width(*estimate).is_some_and(|known| known == 0.0 || known < 0.2 * typical);
        cell.is_judged = cell.intervals > 0 && is_known;
    }
}
