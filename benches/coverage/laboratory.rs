//! How often intervals hold the truth: one line-up, many seeds, every number of every table.
//!
//! Owns the counting. The truth is what a long run with another seed came to; a cell whose truth is known too vaguely to
//! judge its intervals by, because the long run has hardly met the case, is left out and counted as such. Which line-ups
//! are played and what coverage is right is for those who use it: the bench of this name, and a test.

use analyze::games::Setting;
use analyze::record::Tallies;
use analyze::report::{self, Field, Table};
use analyze::simulate::{
    Control, DiceEngine, Engine, Job, Next, Playable, SeatingRule, Seatings, StatisticsBlocks, run_until,
};
use analyze::stats::{Estimate, Interval};
use analyze::strategies::{Catalogue, find_all};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What is played, and how often.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// A strategy for each seat.
    pub(crate) bots: &'static [&'static str],
    /// The numbers of blocks at which intervals are made, ascending.
    pub(crate) sizes: &'static [u64],
    /// Runs with different seeds.
    pub(crate) seeds: u64,
    /// Blocks of the long run.
    pub(crate) long: u64,
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
fn numbers(tallies: &Tallies) -> Vec<(Place, Option<Estimate>)> {
    let tables = [report::summary(tallies), report::seats(tallies), report::length(tallies)];
    tables.into_iter().chain(report::statistics(tallies)).flat_map(|table| table_numbers(&table)).collect()
}

fn table_numbers(table: &Table) -> Vec<(Place, Option<Estimate>)> {
    let label = |field: &Field| match field {
        Field::Text(text) => Some(text.clone()),
        _ => None,
    };
    let mut numbers = Vec::new();
    for row in &table.rows {
        let mut labels: Vec<String> = row.iter().map_while(label).collect();
        if let (true, Some(Field::Whole(seat))) = (table.name == "seats", row.get(labels.len())) {
            labels.push(seat.to_string());
        }
        for (heading, field) in table.headings.iter().zip(row) {
            if let Field::Estimate(estimate) = field {
                let column = heading.name().to_owned();
                let place = Place { table: table.name.clone(), labels: labels.clone(), column };
                numbers.push((place, *estimate));
            }
        }
    }
    numbers
}

/// Plays the line-up with every seed and says what became of every number, size by size.
///
/// # Panics
/// If the line-up cannot be played.
pub(crate) fn coverage<G: Catalogue + Playable>(plan: &Plan) -> Vec<Cell> {
    let game = G::set_up(plan.bots.len(), &Setting::default()).expect("a valid table");
    let typed: Vec<String> = plan.bots.iter().map(|&bot| bot.to_owned()).collect();
    let (chosen, seats) = find_all(&typed, &game).expect("strategies of the game");
    let strategies: Vec<&G::Strategy> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &seats);
    let lineup = Lineup { game: &game, strategies: &strategies, names: &names, seatings: &seatings };
    match game.own_engine(&strategies) {
        Some(engine) => lineup.coverage(plan, &engine),
        None => lineup.coverage(plan, &DiceEngine { game: &game, strategies: &strategies }),
    }
}

fn expected(estimate: Option<Estimate>) -> f64 {
    estimate.and_then(|estimate| estimate.interval).map_or(0.0, |interval| interval.width())
}

struct Lineup<'a, G: Catalogue> {
    game: &'a G,
    strategies: &'a [&'a G::Strategy],
    names: &'a [String],
    seatings: &'a Seatings,
}

impl<G: Catalogue + Playable> Lineup<'_, G> {
    fn coverage(&self, plan: &Plan, engine: &impl Engine<G>) -> Vec<Cell> {
        let mut long = Vec::new();
        self.play(engine, u64::MAX, &[plan.long], 2, |_, found| long = found);
        let cell = |blocks| {
            move |(place, estimate): &(Place, Option<Estimate>)| Cell {
                place: place.clone(),
                truth: estimate.map_or(f64::NAN, |estimate| estimate.value),
                blocks,
                values: 0,
                intervals: 0,
                covered: 0,
                without_width: 0,
                width: 0.0,
                expected_width: expected(*estimate) * (plan.long as f64 / blocks as f64).sqrt(),
                narrow: 0,
                is_judged: true,
            }
        };
        let cells: Vec<Vec<Cell>> = plan.sizes.iter().map(|&blocks| long.iter().map(cell(blocks)).collect()).collect();
        let (cells, next) = (Mutex::new(cells), AtomicU64::new(1));
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| self.repeat(plan, engine, &next, &cells));
            }
        });
        let mut cells = cells.into_inner().unwrap_or_else(PoisonError::into_inner);
        cells.iter_mut().for_each(|size| judge(size, &long));
        cells.concat()
    }

    fn repeat(&self, plan: &Plan, engine: &impl Engine<G>, next: &AtomicU64, cells: &Mutex<Vec<Vec<Cell>>>) {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > plan.seeds {
                return;
            }
            self.play(engine, seed, plan.sizes, 1, |size, found| {
                let mut cells = cells.lock().unwrap_or_else(PoisonError::into_inner);
                for (cell, (_, estimate)) in cells[size].iter_mut().zip(&found) {
                    estimate.iter().for_each(|estimate| cell.count(estimate));
                }
            });
        }
    }

    /// Plays up to each of `sizes` and shows the numbers there.
    fn play(
        &self,
        engine: &impl Engine<G>,
        seed: u64,
        sizes: &[u64],
        threads: usize,
        mut show: impl FnMut(usize, Vec<(Place, Option<Estimate>)>),
    ) {
        let &Lineup { game, strategies, names, seatings } = self;
        let (blocks, statistics) = (sizes.iter().copied().max().unwrap_or(0), StatisticsBlocks::All);
        let job = Job { game, strategies, names, seatings, seed, blocks, statistics };
        let mut size = 0;
        let look = |tally: &analyze::simulate::Tally| {
            show(size, numbers(&tally.clone().into_record(game, names, seatings.games())));
            size += 1;
            Next::PlayOn
        };
        run_until(&job, engine, threads, &Control::default(), sizes.iter().copied(), look).expect("no faults");
    }
}

/// Leaves out the cells whose truth is not known well enough.
fn judge(cells: &mut [Cell], long: &[(Place, Option<Estimate>)]) {
    for (cell, (_, estimate)) in cells.iter_mut().zip(long) {
        let known = estimate.and_then(|estimate| estimate.interval).map(|interval| interval.width());
        let typical = cell.width / cell.intervals.max(1) as f64;
        cell.is_judged = cell.intervals > 0 && known.is_some_and(|known| known == 0.0 || known < 0.2 * typical);
    }
}
