//! Runs of several combinations of rules on the same draws, and how each differs from the first, block by block.
//!
//! Owns what is kept of the blocks of the first combination, which numbers of two combinations are held against each
//! other, and the sums of their differences. What they mean is for others.

use super::driver::{Control, Finished, Next, Playing};
use super::held::{self, HeldRows};
use super::run::Job;
use super::seats::SeatShares;
use super::tally::Tally;
use crate::engines::{Book, CancelledShares, Engine, GameFault, Seatings, Series};
use crate::games::{Game, Observer, Outcome, RowCounts, Seating, StatisticsTable, StrategyIndex, WHOLE_WIN};
use crate::record::{CrossRecord, DifferenceRecord, Differences, SeatsRecord};
use std::ops::Range;

/// The numbers that a strategy at a seat has in a block: wins, win share in 60ths, score.
const OF_A_SEAT: usize = 3;
/// Their names.
const METRICS: [&str; OF_A_SEAT] = ["win_rate", "win_share", "ev"];
/// The place of the win share among them.
const WIN_SHARE: usize = 1;

/// What a line-up comes to in each of some blocks.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    first: u64,
    width: usize,
    numbers: Vec<u32>,
    /// How many strategies have shares in a block.
    strategies: usize,
    /// By block and strategy the win share without luck, in parts of [`WHOLE_VALUE`](crate::engines::WHOLE_VALUE); nothing
    /// where luck is not cancelled.
    shares: Vec<i64>,
}

impl Recorded {
    /// How many bytes the numbers of a block of this combination take up at the most: with win shares without luck.
    pub fn bytes_a_block(side: &Side<'_>) -> u64 {
        (side.width(side.counted) * size_of::<u32>() + side.strategies * size_of::<i64>()) as u64
    }

    /// Adds those of the blocks that follow these.
    pub fn append(&mut self, next: Recorded) {
        if self.numbers.is_empty() {
            *self = next;
        } else {
            self.numbers.extend(next.numbers);
            self.shares.extend(next.shares);
        }
    }

    /// The numbers of a block.
    fn block(&self, block: u64) -> &[u32] {
        &self.numbers[(block - self.first) as usize * self.width..][..self.width]
    }

    /// The win shares of a block without luck, by strategy; `None` where luck is not cancelled.
    fn shares(&self, block: u64) -> Option<&[i64]> {
        self.shares.get((block - self.first) as usize * self.strategies..)?.get(..self.strategies)
    }
}

/// The numbers of a block: of the strategies at the seats, of lengths, and of the rows of what is counted beside.
fn width(strategies: usize, seats: usize, lengths: usize, counted: &[StatisticsTable]) -> usize {
    strategies * seats * OF_A_SEAT + lengths + held::numbers(counted)
}

/// Which numbers of a combination are held against which of the first one.
#[derive(Clone, Debug)]
pub struct Pairs {
    numbers: Vec<Pair>,
    rows: HeldRows,
    /// Where the numbers of the rows begin: of the combination, and of the first.
    rows_at: [usize; 2],
}

/// A number of a block of the combination, and the same of the first: each the sum of some that were counted, times so
/// much that both count alike.
#[derive(Clone, Debug)]
struct Pair {
    about: DifferenceRecord,
    own: (Vec<usize>, i64),
    first: (Vec<usize>, i64),
    /// Of the win share of a strategy at all its seats: whose, and that of which strategy of the first.
    shares: Option<[usize; 2]>,
}

impl Pair {
    /// The difference in win shares without luck; `None` of another number.
    fn difference_without_luck(&self, own: &[i64], first: &[i64]) -> Option<i64> {
        self.shares.map(|[strategy, partner]| own[strategy] * self.own.1 - first[partner] * self.first.1)
    }

    fn difference(&self, own: &[u32], first: &[u32]) -> i64 {
        let sum = |(places, times): &(Vec<usize>, i64), of: &[u32]| {
            places.iter().map(|&place| i64::from(of[place])).sum::<i64>() * times
        };
        sum(&self.own, own) - sum(&self.first, first)
    }
}

/// A combination whose numbers are held against those of another.
#[derive(Clone, Debug)]
pub struct Side<'a> {
    /// The highest score that a seat can end with.
    pub highest_score: u32,
    /// The metrics of the length of a game, each with the most that a game can have of it, if that is known.
    pub lengths: Vec<(&'static str, Option<u32>)>,
    /// How many different strategies there are.
    pub strategies: usize,
    /// Who sits where in the games of a block.
    pub seatings: &'a Seatings,
    /// What is counted beyond wins and length; nothing if that is not wanted.
    pub counted: &'a [StatisticsTable],
}

impl Side<'_> {
    /// The numbers of a block, with those of the rows of what is counted.
    fn width(&self, counted: &[StatisticsTable]) -> usize {
        width(self.strategies, self.seats(), self.lengths.len(), counted)
    }

    fn seats(&self) -> usize {
        self.seatings.seats()
    }

    /// The places of a metric of some strategies at some seats, and how many seats of a block that is.
    fn places(&self, strategies: &Range<usize>, seats: &Range<usize>, metric: usize) -> (Vec<usize>, u64) {
        let of_all = |strategy: StrategyIndex| seats.clone().map(move |seat| (strategy, seat));
        let cells = || strategies.clone().flat_map(of_all);
        let place = |(strategy, seat)| (strategy * self.seats() + seat) * OF_A_SEAT + metric;
        let played = |seating: &Seating| cells().filter(|&(strategy, seat)| seating[seat] == strategy).count() as u64;
        (cells().map(place).collect(), self.seatings.iter().map(played).sum())
    }

    /// The most that a seat can have of a metric.
    fn most(&self, metric: usize) -> u64 {
        [1, WHOLE_WIN, self.highest_score][metric].into()
    }
}

impl Pairs {
    /// The numbers of `own` against those of `first`, of which `partners` says, for each strategy of `own`, the strategy it
    /// is held against; `None` if their blocks do not line up, for want of the same number of games.
    pub fn new(own: &Side<'_>, first: &Side<'_>, partners: &[Option<usize>]) -> Option<Pairs> {
        if own.seatings.games() != first.seatings.games() {
            return None;
        }
        let seats = own.seats().min(first.seats());
        let mut pairs = Vec::new();
        for (strategy, partner) in partners.iter().enumerate() {
            let Some(partner) = *partner else { continue };
            let both = [strategy..strategy + 1, partner..partner + 1];
            let whole = [0..own.seats(), 0..first.seats()];
            add_pairs(&mut pairs, [own, first], &both, &whole, (Some(strategy), None));
            for seat in 0..seats {
                let at = [seat..seat + 1, seat..seat + 1];
                add_pairs(&mut pairs, [own, first], &both, &at, (Some(strategy), Some(seat)));
            }
        }
        for seat in 0..seats {
            let (everybody, at) = ([0..own.strategies, 0..first.strategies], [seat..seat + 1, seat..seat + 1]);
            add_pairs(&mut pairs, [own, first], &everybody, &at, (None, Some(seat)));
        }
        add_lengths(&mut pairs, own, first);
        let rows_at = [own, first].map(|side| side.width(&[]));
        Some(Pairs { numbers: pairs, rows: HeldRows::new(own.counted, first.counted), rows_at })
    }
}

/// Adds the pairs of what some strategies come to at some seats, unless one of the sides has no such seat.
fn add_pairs(
    pairs: &mut Vec<Pair>,
    [own, first]: [&Side<'_>; 2],
    strategies: &[Range<usize>; 2],
    seats: &[Range<usize>; 2],
    (strategy, seat): (Option<usize>, Option<usize>),
) {
    for (metric, name) in METRICS.iter().enumerate() {
        let (own_places, own_seats) = own.places(&strategies[0], &seats[0], metric);
        let (first_places, first_seats) = first.places(&strategies[1], &seats[1], metric);
        if own_seats == 0 || first_seats == 0 {
            return;
        }
        let both = own_seats / common_divisor(own_seats, first_seats) * first_seats;
        let unit = both * if metric == WIN_SHARE { u64::from(WHOLE_WIN) } else { 1 };
        let range = both * (own.most(metric) + first.most(metric));
        let about = DifferenceRecord { strategy, seat, ..DifferenceRecord::new(name, unit, range) };
        let times = |seats: u64| (both / seats) as i64;
        let shares = (metric == WIN_SHARE && strategy.is_some() && seat.is_none())
            .then_some([strategies[0].start, strategies[1].start]);
        let (own, first) = ((own_places, times(own_seats)), (first_places, times(first_seats)));
        pairs.push(Pair { about, own, first, shares });
    }
}

fn add_lengths(pairs: &mut Vec<Pair>, own: &Side<'_>, first: &Side<'_>) {
    let games = own.seatings.games();
    for (at, (metric, _)) in own.lengths.iter().enumerate() {
        let place = |side: &Side<'_>| side.strategies * side.seats() * OF_A_SEAT + at;
        let most = |side: &Side<'_>| side.lengths[at].1.map(u64::from);
        let range = most(own).zip(most(first)).map_or(0, |(own, first)| games * (own + first));
        pairs.push(Pair {
            about: DifferenceRecord::new(metric, games, range),
            own: (vec![place(own)], 1),
            first: (vec![place(first)], 1),
            shares: None,
        });
    }
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// What is done with the blocks of a combination beside adding them up.
#[derive(Clone, Copy, Debug)]
pub enum Beside<'a> {
    /// Nothing.
    Nothing,
    /// Their numbers are kept.
    Record,
    /// They are held against those of the same blocks of the first combination.
    Compare(&'a Pairs, &'a Recorded),
}

/// What some blocks of a combination came to.
#[derive(Clone, Debug)]
pub struct Combined {
    /// The tallies, with what was counted beyond wins and length if that was wanted.
    pub tally: Tally,
    /// The numbers that were kept, if they were to be.
    pub recorded: Recorded,
    /// The differences, if there were to be any.
    pub differences: Vec<DifferenceRecord>,
    /// The same of the rows of what was counted.
    pub rows: Vec<CrossRecord>,
    /// The win shares of seats without luck, where it is cancelled.
    pub seats: Vec<SeatsRecord>,
}

/// Plays the blocks of a combination, of which is counted what `counted` says beyond wins and length. `save` is shown
/// something that makes what they came to so far, without the numbers kept, whenever that was asked of `control`.
///
/// # Errors
/// The fault with the lowest game index, at any number of threads.
pub fn run_combination<G: Game>(
    job: &Job<'_, G>,
    engine: &impl Engine<G>,
    threads: usize,
    control: &Control,
    counted: &[StatisticsTable],
    beside: Beside<'_>,
    mut save: impl FnMut(&dyn Fn() -> Combined),
) -> Result<Finished<Combined>, GameFault> {
    let series = Series { seatings: job.seatings, seed: job.seed };
    let (strategies, seats) = (job.strategies.len(), job.seatings.seats());
    let width = width(strategies, seats, job.game.lengths().len(), counted);
    let rows_at = width - held::numbers(counted);
    let (pairs, products) = match beside {
        Beside::Compare(Pairs { numbers, rows, .. }, _) => (numbers.len(), rows.empty_sums()),
        Beside::Nothing | Beside::Record => (0, Vec::new()),
    };
    let empty = || CombinationBook {
        tally: Tally::new(job.seatings, strategies, job.game.lengths().len(), counted, job.statistics),
        seats,
        block: 0,
        numbers: vec![0; width],
        lengths_at: rows_at - job.game.lengths().len(),
        rows_at,
        beside,
        shares: vec![0; strategies],
        is_cancelled: false,
        seat_shares: SeatShares::default(),
        kept: Vec::new(),
        kept_numbers: Vec::new(),
        kept_shares: Vec::new(),
        differences: vec![(Differences::default(), None); pairs],
        products: products.clone(),
    };
    let (first, blocks) = (job.blocks.start, job.blocks.clone());
    let playing = Playing { engine, series, blocks, threads, control };
    let save = |book: &CombinationBook<'_>| save(&|| book.so_far());
    let finished = playing.until(std::iter::empty(), empty, CombinationBook::merge, |_| Next::PlayOn, save)?;
    let Finished { tally: book, complete } = finished;
    Ok(Finished { tally: book.combined(first, width), complete })
}

/// The numbers of the block under way, and the sums.
struct CombinationBook<'a> {
    tally: Tally,
    seats: usize,
    block: u64,
    /// By strategy, seat and metric; then by length metric, from `lengths_at` on; then by row and count, from `rows_at` on.
    numbers: Vec<u32>,
    lengths_at: usize,
    rows_at: usize,
    /// By strategy the win shares without luck, where it is cancelled.
    shares: Vec<i64>,
    is_cancelled: bool,
    seat_shares: SeatShares,
    beside: Beside<'a>,
    /// The blocks whose numbers were kept, and these.
    kept: Vec<u64>,
    kept_numbers: Vec<u32>,
    kept_shares: Vec<i64>,
    /// As played, and without luck where it is cancelled on both sides.
    differences: Vec<(Differences, Option<Differences>)>,
    products: Vec<[i128; 4]>,
}

impl CombinationBook<'_> {
    /// Whether anything is counted beyond wins and length.
    fn counts(&self) -> bool {
        self.rows_at < self.numbers.len()
    }

    fn merge(&mut self, other: &Self) {
        self.tally.merge(&other.tally);
        self.seat_shares.merge(&other.seat_shares);
        self.kept.extend(&other.kept);
        self.kept_numbers.extend(&other.kept_numbers);
        self.kept_shares.extend(&other.kept_shares);
        for ((sums, without_luck), (more, more_without)) in self.differences.iter_mut().zip(&other.differences) {
            sums.merge(more);
            if let Some(more) = more_without {
                without_luck.get_or_insert_default().merge(more);
            }
        }
        for (sums, more) in self.products.iter_mut().flatten().zip(other.products.iter().flatten()) {
            *sums += more;
        }
    }

    /// What the book holds of the blocks from `first` on, in their order.
    fn combined(self, first: u64, width: usize) -> Combined {
        let numbers = in_order(&self.kept, first, &self.kept_numbers, width);
        let shares = in_order(&self.kept, first, &self.kept_shares, self.shares.len());
        let recorded = Recorded { first, width, numbers, strategies: self.shares.len(), shares };
        Combined { recorded, ..self.so_far() }
    }

    /// What the book holds, without the numbers kept.
    fn so_far(&self) -> Combined {
        let (differences, rows) = match self.beside {
            Beside::Compare(Pairs { numbers, rows, .. }, _) => {
                let differences = numbers.iter().zip(&self.differences);
                let differences = differences.map(|(pair, &(sums, without_luck))| DifferenceRecord {
                    sums,
                    without_luck,
                    ..pair.about.clone()
                });
                (differences.collect(), rows.records(&self.products))
            }
            Beside::Nothing | Beside::Record => (Vec::new(), Vec::new()),
        };
        let seats = self.seat_shares.records();
        Combined { tally: self.tally.clone(), recorded: Recorded::default(), differences, rows, seats }
    }
}

/// What was kept of blocks, so many numbers of each, in the order of the blocks, of which these are all from `first` on.
fn in_order<T: Copy + Default>(blocks: &[u64], first: u64, kept: &[T], width: usize) -> Vec<T> {
    let mut all = vec![T::default(); kept.len()];
    for (&block, kept) in blocks.iter().zip(kept.chunks_exact(width.max(1))) {
        all[(block - first) as usize * width..][..width].copy_from_slice(kept);
    }
    all
}

impl Observer for CombinationBook<'_> {
    fn wants(&self) -> bool {
        self.counts() && self.tally.wants()
    }

    fn count(&mut self, table: usize, row: usize, counts: &RowCounts) {
        if self.wants() {
            self.tally.count(table, row, counts);
            if table == 0 {
                held::add(&mut self.numbers[self.rows_at..], row, counts);
            }
        }
    }
}

impl Book for CombinationBook<'_> {
    fn wants_counts_of(&self, block: u64) -> bool {
        self.counts() && self.tally.wants_counts_of(block)
    }

    fn begin_block(&mut self, block: u64) {
        self.tally.begin_block(block);
        self.block = block;
        self.numbers.fill(0);
        self.shares.fill(0);
    }

    fn game(&mut self, seating: &Seating, outcome: &Outcome) {
        self.tally.game(seating, outcome);
        for (seat, &strategy) in seating.iter().enumerate() {
            let share = u32::from(outcome.share[seat]);
            let numbers = [u32::from(share == WHOLE_WIN), share, outcome.score[seat]];
            let place = (strategy * self.seats + seat) * OF_A_SEAT;
            self.numbers[place..place + OF_A_SEAT].iter_mut().zip(numbers).for_each(|(sum, more)| *sum += more);
        }
        for (sum, length) in self.numbers[self.lengths_at..self.rows_at].iter_mut().zip(outcome.lengths) {
            *sum += length;
        }
    }

    fn without_luck(&mut self, seating: &Seating, outcome: &Outcome, shares: &CancelledShares) {
        self.tally.without_luck(seating, outcome, shares);
        self.is_cancelled = true;
        self.seat_shares.game(outcome, shares);
        seating.iter().zip(shares).for_each(|(&strategy, share)| self.shares[strategy] += share);
    }

    fn end_block(&mut self) {
        self.tally.end_block();
        if self.is_cancelled {
            self.seat_shares.end_block(self.seats);
        }
        match self.beside {
            Beside::Nothing => {}
            Beside::Record => {
                self.kept.push(self.block);
                self.kept_numbers.extend(&self.numbers);
                if self.is_cancelled {
                    self.kept_shares.extend(&self.shares);
                }
            }
            Beside::Compare(Pairs { numbers, rows, rows_at: [own, other] }, recorded) => {
                let first = recorded.block(self.block);
                let shares = recorded.shares(self.block).filter(|_| self.is_cancelled);
                for (pair, (sums, without_luck)) in numbers.iter().zip(&mut self.differences) {
                    sums.add(pair.difference(&self.numbers, first));
                    if let Some(difference) = shares.and_then(|first| pair.difference_without_luck(&self.shares, first))
                    {
                        without_luck.get_or_insert_default().add(difference);
                    }
                }
                rows.add(&mut self.products, &self.numbers[*own..], &first[*other..]);
            }
        }
    }
}
