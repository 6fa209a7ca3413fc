//! Where the values before a round stand, and reading between them.
//!
//! Owns the grid. Its axes are the pools of all seats but the last, and the dice left on the table; the last pool follows.
//! Between the points it is linear: in the running sums of the pools the positions are those with 0 ≤ s₁ ≤ … ≤ sₙ ≤ all
//! dice, which the simplices of Kuhn's triangulation fill exactly, so that no point outside is ever needed.

use super::BySeat;
use super::positions::{Course, Position};
use crate::games::gang::MAX_SEATS;

/// How many rounds at the end have values of their own for more points, because they are jagged in the pools.
const LAST_ROUNDS: u32 = 3;

/// How far points are apart, and how many dice left on the table are told apart.
#[derive(Clone, Copy, Debug)]
pub(in crate::exact) struct Spacing {
    pub step: u32,
    pub left: u32,
}

/// The spacing for so many seats.
fn spacing(seats: usize, is_last: bool) -> Spacing {
    match (seats, is_last) {
        (2, _) => Spacing { step: 1, left: 255 },
        (3, true) => Spacing { step: 1, left: 14 },
        (3, false) => Spacing { step: 4, left: 32 },
        (_, true) => Spacing { step: 4, left: 24 },
        (_, false) => Spacing { step: 8, left: 32 },
    }
}

/// The values before a round: of each seat but the last, which has the rest.
#[derive(Clone, Debug)]
pub(in crate::exact) struct Grid {
    round: u32,
    seats: usize,
    /// For how many seats as the starter there are values.
    starters: usize,
    step: u32,
    /// All dice, in steps, rounded up; and the dice in the game.
    most: u32,
    dice: u32,
    /// How many points the axis of a pool has, and that of the dice left.
    side: usize,
    lefts: usize,
    values: Vec<f32>,
}

/// Running sums of the pools in steps.
type Sums = [u32; MAX_SEATS];

impl Grid {
    /// For a line-up, with any seat as the starter.
    pub(super) fn new(course: &Course, round: u32) -> Grid {
        let spacing = spacing(course.seats(), course.rounds() - round <= LAST_ROUNDS);
        Grid::spaced(course, round, spacing, course.seats())
    }

    /// With one of the first `starters` seats as the starter.
    pub(in crate::exact) fn spaced(
        course: &Course,
        round: u32,
        Spacing { step, left }: Spacing,
        starters: usize,
    ) -> Grid {
        let (seats, dice) = (course.seats(), course.dice(round));
        let most = dice.div_ceil(step);
        let (side, lefts) = (most as usize + 1, (left / step).min(most) as usize + 1);
        let values = vec![0.0; starters * lefts * side.pow(seats as u32 - 1) * (seats - 1)];
        Grid { round, seats, starters, step, most, dice, side, lefts, values }
    }

    /// Every point, by its place, with the position that stands there.
    pub(in crate::exact) fn positions(&self, course: &Course) -> Vec<(usize, Position)> {
        let mut all = Vec::new();
        for first in 0..self.starters {
            for left in 0..self.lefts as u32 {
                self.fill(course, (first, left), &mut Vec::new(), self.most - left, &mut all);
            }
        }
        all
    }

    /// The points with these pools of the first seats, and `rest` steps for the others.
    fn fill(
        &self,
        course: &Course,
        (first, left): (usize, u32),
        pools: &mut Vec<u32>,
        rest: u32,
        all: &mut Vec<(usize, Position)>,
    ) {
        if pools.len() + 1 < self.seats {
            for pool in 0..=rest {
                pools.push(pool);
                self.fill(course, (first, left), pools, rest - pool, all);
                pools.pop();
            }
            return;
        }
        let mut position = Position { round: self.round, ..Position::default() };
        let each = pools.iter().chain([&rest]).map(|pool| pool * self.step);
        position.pools.iter_mut().zip(each).for_each(|(to, pool)| *to = pool);
        position.left = self.dice.saturating_sub(position.pools.iter().sum());
        position.bonus = course.likely_bonus(self.round, position.left);
        position.first = course.starter(position.playing(), first);
        let mut sum = 0;
        let sums = std::array::from_fn(|seat| {
            sum += if seat < self.seats { position.pools[seat] / self.step } else { 0 };
            sum
        });
        all.push((self.place(first, &sums), position));
    }

    /// Where the values of a point begin.
    #[inline]
    fn place(&self, first: usize, sums: &Sums) -> usize {
        let left = (self.most - sums[self.seats - 1]) as usize;
        let (mut place, mut before) = (first * self.lefts + left, 0);
        for &sum in &sums[..self.seats - 1] {
            place = place * self.side + (sum - before) as usize;
            before = sum;
        }
        place * (self.seats - 1)
    }

    /// The values at a place: those of all seats but the last.
    pub(in crate::exact) fn at(&self, place: usize) -> &[f32] {
        &self.values[place..place + self.seats - 1]
    }

    /// Sets the values at a place.
    pub(in crate::exact) fn set(&mut self, place: usize, values: &BySeat) {
        let to = &mut self.values[place..place + self.seats - 1];
        to.iter_mut().zip(values).for_each(|(to, &value)| *to = value as f32);
    }

    /// The values in a position.
    #[inline]
    pub(in crate::exact) fn value(&self, position: &Position) -> BySeat {
        let pools = self.within(position);
        let mut sum = 0;
        let sums: Sums = std::array::from_fn(|seat| {
            sum += pools[seat];
            sum
        });
        let mut values = [0.0; MAX_SEATS];
        if self.step == 1 {
            self.add(&mut values, 1.0, position.first, &sums);
        } else {
            self.interpolate(&mut values, position.first, &sums);
        }
        let known: f64 = values[..self.seats - 1].iter().sum();
        values[self.seats - 1] = 1.0 - known;
        values
    }

    #[inline]
    fn add(&self, values: &mut BySeat, weight: f64, first: usize, sums: &Sums) {
        let place = self.place(first, sums);
        let of = &self.values[place..place + self.seats - 1];
        values.iter_mut().zip(of).for_each(|(to, &value)| *to += weight * f64::from(value));
    }

    /// Adds the corners of the simplex that the sums lie in, each with its weight.
    #[inline]
    fn interpolate(&self, values: &mut BySeat, first: usize, sums: &Sums) {
        let mut corner = sums.map(|sum| sum / self.step);
        let rest = sums.map(|sum| sum % self.step);
        // From the axis with the greatest rest on; of equal ones the later first, so that sums stay in order.
        let mut axes: [usize; MAX_SEATS] = std::array::from_fn(|axis| axis);
        axes[..self.seats].sort_unstable_by_key(|&axis| std::cmp::Reverse((rest[axis], axis)));
        let mut before = self.step;
        for &axis in &axes[..self.seats] {
            if before > rest[axis] {
                self.add(values, f64::from(before - rest[axis]) / f64::from(self.step), first, &corner);
            }
            before = rest[axis];
            corner[axis] += 1;
        }
        if before > 0 {
            self.add(values, f64::from(before) / f64::from(self.step), first, &corner);
        }
    }

    /// The pools, with no more dice left than are told apart: what is above that goes to the players, and what is not in
    /// the game comes from the one who has most.
    #[inline]
    fn within(&self, position: &Position) -> [u32; MAX_SEATS] {
        let mut pools = position.pools;
        let all: u32 = pools.iter().sum();
        let least = (self.most - (self.lefts as u32 - 1)) * self.step;
        if all < least {
            let mut rest = least - all;
            let players = position.playing().count_ones().max(1);
            let each = rest / players;
            for pool in pools.iter_mut().filter(|pool| **pool > 0) {
                *pool += each;
                rest -= each;
            }
            pools[position.first] += rest;
        } else if all > self.most * self.step
            && let Some(most) = pools.iter_mut().max()
        {
            *most -= all - self.most * self.step;
        }
        pools
    }
}
