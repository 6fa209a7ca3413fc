//! Positions that lead to each other until games end: what is to be expected from each, and how sure that is.
//!
//! Owns finding all positions that games can reach, and a system of linear equations v = c + P v with a bound on the error
//! of its solution. A row of P has the chances of the positions after a turn; what is missing to 1 is the chance that the
//! game ends.
//!
//! **The bound.** Let t be an approximate number of turns to the end of the game and d the largest |1 + P t − t|. If d < 1,
//! then (1 − P) t ≥ 1 − d, and so the sum of all powers of P, applied to 1, is at most t / (1 − d). The error of an
//! approximate v is that sum applied to the residual c + P v − v, so at most the largest residual times t / (1 − d). To
//! each residual [`ROUNDING`] is added, for chances and sums are rounded.
//!
//! **The limit of turns** is not in the equations. By Markov's inequality at least half the games end within twice the
//! largest t, wherever they are, so after [`HALVINGS`] times as many turns at most 2^−34 of them are left: times the largest
//! number that they can change, that is added.

use super::{ExactFault, Exactly, MOST_ERROR};
use std::cell::Cell;
use std::collections::HashMap;
use std::hash::Hash;

/// The most positions, and the most links between them: some 600 MB.
const MOST_POSITIONS: usize = 3_000_000;
const MOST_LINKS: usize = 40_000_000;
/// The most sweeps.
const MOST_SWEEPS: u32 = 100_000;
/// What rounding may add to a residual, relative to the numbers in it: a chance is a sum of fewer than 700 rounded numbers
/// above 0, and a row has fewer than 300 of them.
const ROUNDING: f64 = 1e-13;
/// A sweep that changes win shares by no more than this, and other numbers by no more than this part of them, changes
/// nothing but the last digits.
const UNCHANGED: f64 = 1e-14;
/// How often the games that are left are halved before the limit of turns.
const HALVINGS: u64 = 34;
/// So many times the mean number of turns, and one more, the limit of turns has to allow.
pub(super) const TURNS_ALLOWED: u64 = 2 * HALVINGS;
/// 2^−34.
const LEFT_AT_THE_LIMIT: f64 = 1.0 / (1u64 << HALVINGS) as f64;
/// After so many sweeps each it is looked at how long games are.
const LOOKED_AT: u32 = 32;
/// How many rows are worked at before somebody is asked whether to go on.
const ROWS_AT_ONCE: usize = 1 << 12;

/// What is added up over a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    /// The win share of the first strategy.
    Share,
    /// What the strategies end with.
    FirstScore,
    SecondScore,
    /// Rounds of any sort; those of a game whose rounds are the turns of who starts are told by who does.
    Rounds,
    OtherRounds,
}

/// How many columns there are.
const COLUMNS: usize = 5;

/// What is to be expected, by column.
type Sums = [f64; COLUMNS];

/// What a turn makes of a position.
pub(super) struct Row<K> {
    sums: Sums,
    next: Vec<(K, f64)>,
}

impl<K: PartialEq> Row<K> {
    /// A row in which nothing is entered.
    pub(super) fn new() -> Row<K> {
        Row { sums: [0.0; COLUMNS], next: Vec::new() }
    }

    /// The win share of the first strategy in games that end with this turn, times their chance.
    pub(super) fn share(&self) -> f64 {
        self.sums[Column::Share as usize]
    }

    /// The positions that follow, with their chances.
    pub(super) fn links(&self) -> &[(K, f64)] {
        &self.next
    }

    /// Adds a number that comes with this chance.
    pub(super) fn add(&mut self, column: Column, chance: f64, number: f64) {
        self.sums[column as usize] += chance * number;
    }

    /// A position that follows with this chance.
    pub(super) fn leads_to(&mut self, next: K, chance: f64) {
        match self.next.last_mut().filter(|(last, _)| *last == next) {
            Some((_, sum)) => *sum += chance,
            None => self.next.push((next, chance)),
        }
    }

    /// The game ends: what the two have then, by strategy.
    pub(super) fn ends(&mut self, chance: f64, scores: [u32; 2]) {
        let share = match scores[0].cmp(&scores[1]) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
        self.add(Column::Share, chance, share);
        self.add(Column::FirstScore, chance, scores[0].into());
        self.add(Column::SecondScore, chance, scores[1].into());
    }
}

/// Who is told how far the work is, and says whether it goes on.
pub(super) struct Progress<'c> {
    go_on: &'c dyn Fn(f64) -> bool,
    done: Cell<f64>,
}

/// The part of the work that finding the positions is taken for.
const FINDING: f64 = 0.5;

impl<'c> Progress<'c> {
    pub(super) fn new(go_on: &'c dyn Fn(f64) -> bool) -> Progress<'c> {
        Progress { go_on, done: Cell::new(0.0) }
    }

    /// It never goes back.
    pub(super) fn is_at(&self, part: f64) -> Result<(), ExactFault> {
        self.done.set(self.done.get().max(part));
        if (self.go_on)(self.done.get()) { Ok(()) } else { Err(ExactFault::Stopped) }
    }
}

/// The limits of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Its turns.
    pub cap: u32,
    /// The highest score that a seat can end with.
    pub score: u32,
}

/// The equations of all positions; the first two are those of the starts.
pub(super) struct Chain {
    sums: Vec<Sums>,
    /// Where the links of each position end.
    ends: Vec<usize>,
    links: Vec<(u32, f64)>,
}

impl Chain {
    /// All positions that follow from two starts by way of `turn`, and their equations.
    ///
    /// # Errors
    /// What `turn` gives; that there are too many, or that it was stopped.
    pub(super) fn explore<K: Copy + Eq + Hash, E: From<ExactFault>>(
        starts: [K; 2],
        names: &[&str; 2],
        progress: &Progress<'_>,
        mut turn: impl FnMut(K, &mut Row<K>) -> Result<(), E>,
    ) -> Result<(Chain, Vec<K>), E> {
        let mut found = starts.to_vec();
        let mut known: HashMap<K, u32> = starts.into_iter().zip(0..).collect();
        let mut chain = Chain { sums: Vec::new(), ends: Vec::new(), links: Vec::new() };
        let mut row = Row::new();
        while chain.sums.len() < found.len() {
            if chain.sums.len().is_multiple_of(ROWS_AT_ONCE) {
                progress.is_at(FINDING * chain.sums.len() as f64 / found.len() as f64)?;
            }
            row.sums = [0.0; COLUMNS];
            row.next.clear();
            turn(found[chain.sums.len()], &mut row)?;
            let begin = chain.links.len();
            for &(next, chance) in &row.next {
                let place = *known.entry(next).or_insert_with(|| {
                    found.push(next);
                    found.len() as u32 - 1
                });
                chain.links.push((place, chance));
            }
            chain.join_links(begin);
            chain.sums.push(row.sums);
            if found.len() > MOST_POSITIONS || chain.links.len() > MOST_LINKS {
                return Err(ExactFault::Positions { names: names.map(str::to_owned), limit: MOST_POSITIONS }.into());
            }
        }
        Ok((chain, found))
    }

    /// Closes a row whose links begin here: those to one position become one.
    fn join_links(&mut self, begin: usize) {
        self.links[begin..].sort_by_key(|&(place, _)| place);
        let mut last = begin;
        for at in begin..self.links.len() {
            let (place, chance) = self.links[at];
            if at > begin && self.links[last].0 == place {
                self.links[last].1 += chance;
            } else {
                last += usize::from(at > begin);
                self.links[last] = (place, chance);
            }
        }
        self.links.truncate((last + 1).min(self.links.len()));
        self.ends.push(self.links.len());
    }

    /// What a position comes to, given what is expected of those after it: turns, and the sums.
    #[inline]
    fn row(&self, place: usize, values: &[(f64, Sums)]) -> (f64, Sums) {
        let begin = if place == 0 { 0 } else { self.ends[place - 1] };
        let (mut steps, mut sums) = (1.0, self.sums[place]);
        for &(next, chance) in &self.links[begin..self.ends[place]] {
            let (more, after) = &values[next as usize];
            steps += chance * more;
            sums.iter_mut().zip(after).for_each(|(sum, after)| *sum += chance * after);
        }
        (steps, sums)
    }

    /// Solves the equations by going over the positions in this order, which should lead from the end to the beginning.
    ///
    /// # Errors
    /// If games are too long for that limit, the solution is not good enough, or it was stopped.
    pub(super) fn solve(
        &self,
        order: &[u32],
        (names, limits): (&[&str; 2], Limits),
        progress: &Progress<'_>,
    ) -> Result<Solved, ExactFault> {
        let values = vec![(0.0, [0.0; COLUMNS]); self.sums.len()];
        let mut solved = Solved { values, sweeps: 0, within: [[0.0; COLUMNS]; 2], steps: [0.0; 2] };
        let (names, cap) = (|| names.map(str::to_owned), limits.cap);
        loop {
            let (change, turns) = self.sweep(order, &mut solved.values, progress)?;
            solved.sweeps += 1;
            let is_settled = change <= UNCHANGED || solved.sweeps == MOST_SWEEPS;
            // The turns begin at 0 and only rise, so that they are never more than there are.
            let is_too_long = (turns + 1.0) * TURNS_ALLOWED as f64 > f64::from(cap);
            if is_too_long && (is_settled || solved.sweeps.is_multiple_of(LOOKED_AT)) {
                return Err(ExactFault::TurnLimit { names: names(), turns: turns as u64, cap });
            }
            let settled = halvings(change) / halvings(UNCHANGED);
            progress.is_at(FINDING + (1.0 - FINDING) * settled.min(1.0))?;
            if is_settled {
                break;
            }
        }
        self.bound(&mut solved, limits);
        let within = solved.within.iter().map(|within| within[Column::Share as usize]).fold(0.0, f64::max);
        if within <= MOST_ERROR {
            return Ok(solved);
        }
        Err(ExactFault::Unsettled { names: names(), within, sweeps: solved.sweeps })
    }

    /// Goes over all positions once; the largest change, and the most turns from any position.
    fn sweep(
        &self,
        order: &[u32],
        values: &mut [(f64, Sums)],
        progress: &Progress<'_>,
    ) -> Result<(f64, f64), ExactFault> {
        let (mut change, mut most) = (0.0f64, 1.0f64);
        for rows in order.chunks(ROWS_AT_ONCE) {
            progress.is_at(0.0)?;
            for &place in rows {
                let row = self.row(place as usize, values);
                let before = std::mem::replace(&mut values[place as usize], row);
                change = change.max((row.1[0] - before.1[0]).abs()).max((row.0 - before.0) / row.0);
                for (now, before) in row.1.iter().zip(before.1).skip(1) {
                    change = change.max((now - before).abs() / now.max(1.0));
                }
                most = most.max(row.0);
            }
        }
        Ok((change, most))
    }

    /// The mean number of visits of a game to each position, if half of the games begin at each of the two starts. Each sweep
    /// passes the visits of a position on to the positions that follow it, until almost none are left to pass on.
    ///
    /// # Errors
    /// That it was stopped.
    pub(super) fn visits(&self, order: &[u32], solved: &Solved, progress: &Progress<'_>) -> Result<Visits, ExactFault> {
        let (mut of, mut coming) = (vec![0.0; self.sums.len()], vec![0.0; self.sums.len()]);
        coming[..2].fill(0.5);
        let mut before = f64::INFINITY;
        loop {
            for rows in order.rchunks(ROWS_AT_ONCE) {
                progress.is_at(0.0)?;
                for &place in rows.iter().rev() {
                    let place = place as usize;
                    let came = std::mem::take(&mut coming[place]);
                    of[place] += came;
                    let begin = if place == 0 { 0 } else { self.ends[place - 1] };
                    for &(next, chance) in &self.links[begin..self.ends[place]] {
                        coming[next as usize] += came * chance;
                    }
                }
            }
            let left: f64 = coming.iter().sum();
            if left <= UNCHANGED || left >= before {
                let most = solved.values.iter().map(|(turns, _)| *turns).fold(1.0, f64::max);
                let visits: f64 = of.iter().sum();
                return Ok(Visits { of, within: (left + ROUNDING * visits) * most });
            }
            before = left;
        }
    }

    /// Bounds the errors of what is found of the starts.
    fn bound(&self, solved: &mut Solved, limits: Limits) {
        let (mut off, mut off_steps) = ([0.0f64; COLUMNS], 0.0f64);
        let highest = f64::from(limits.score);
        let (mut largest, mut most_steps) = ([1.0, highest, highest, 1.0, 1.0], 1.0f64);
        for (place, (steps, sums)) in solved.values.iter().enumerate() {
            let row = self.row(place, &solved.values);
            off_steps = off_steps.max((row.0 - steps).abs());
            most_steps = most_steps.max(*steps);
            for column in 0..COLUMNS {
                off[column] = off[column].max((row.1[column] - sums[column]).abs());
                largest[column] = largest[column].max(sums[column]);
            }
        }
        off_steps += ROUNDING * most_steps;
        // Nothing is known where this is no number or not above 0.
        let sure = 1.0 - off_steps;
        for start in 0..2 {
            let turns = if sure > 0.0 { solved.values[start].0 / sure } else { f64::INFINITY };
            let within = |off: f64, largest: f64| (off + ROUNDING * largest) * turns + LEFT_AT_THE_LIMIT * largest;
            solved.steps[start] = within(off_steps, most_steps);
            for column in 0..COLUMNS {
                solved.within[start][column] = within(off[column], largest[column]);
            }
        }
    }
}

/// The mean number of visits of a game to each position.
pub(super) struct Visits {
    pub(super) of: Vec<f64>,
    /// All together, they are at most this far off.
    pub(super) within: f64,
}

/// A solution.
pub(super) struct Solved {
    /// By position: turns to the end, and what is added up until then.
    values: Vec<(f64, Sums)>,
    pub(super) sweeps: u32,
    /// The bounds on the errors, by start.
    within: [Sums; 2],
    steps: [f64; 2],
}

impl Solved {
    /// What is expected from a start.
    pub(super) fn expected(&self, start: usize, column: Column) -> Exactly {
        let column = column as usize;
        Exactly { value: self.values[start].1[column], within: self.within[start][column] }
    }

    /// The turns of a game from a start.
    pub(super) fn steps(&self, start: usize) -> Exactly {
        Exactly { value: self.values[start].0, within: self.steps[start] }
    }

    /// How many positions there are.
    pub(super) fn positions(&self) -> usize {
        self.values.len()
    }
}

/// How often 1 is halved until it is no more than a number; at most as often as numbers can be told apart.
fn halvings(number: f64) -> f64 {
    let doubled = std::iter::successors(Some(number), |number| Some(number * 2.0));
    doubled.take(100).take_while(|&number| number < 1.0).count() as f64
}
