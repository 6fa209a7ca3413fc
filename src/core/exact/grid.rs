//! Where values before rounds stand, and reading between them.
//!
//! Owns the values of positions of two to four players ([`GridValues`]), on grids, two for each round ([`Grid`]). The axes of
//! a grid are the pools of all seats but the last, and the dice left on the table; the last pool follows. Between the points
//! it is linear: in the running sums of the pools the positions are those with 0 ≤ s₁ ≤ … ≤ sₙ ≤ all dice, which the
//! simplices of Kuhn's triangulation fill exactly, so that no point outside is ever needed.

use super::course::{Course, Next, Position, Shares, shares};
use super::induction::Work;
use crate::games::gang::MAX_SEATS;
use std::sync::Arc;

/// How far points are apart, and how many dice left on the table are told apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spacing {
    pub step: u32,
    pub left: u32,
}

/// A game of so few dice has every position in its grids.
const ALL_POSITIONS: u32 = 20;

/// The values of all positions before the second round and later ones.
///
/// If all seats play alike (`ALIKE`), there are values for one seat as the starter, and positions are turned to it; if not,
/// for each of them. The type says it, so that no reading has to ask.
#[derive(Clone, Debug)]
pub(super) struct GridValues<const ALIKE: bool> {
    pub course: Course,
    /// By round, from the second on: where nothing is left on the table, and where something is. Clones share them.
    grids: Arc<Vec<[Grid; 2]>>,
}

/// The values where all seats play alike, and those of a line-up.
pub(super) type AlikeValues = GridValues<true>;
pub(super) type LineUpValues = GridValues<false>;

/// A point of one of a round's grids: which of them, and its place there.
pub(super) type Point = (usize, usize);

impl<const ALIKE: bool> GridValues<ALIKE> {
    /// All values are 0, on grids that have this spacing by whether the round is one of the last and the dice in the game.
    pub(super) fn new(course: Course, spacing: impl Fn(bool, u32) -> [Spacing; 2]) -> GridValues<ALIKE> {
        let starters = if ALIKE { 1 } else { course.seats() };
        let of_round = |round| {
            let dice = course.dice(round);
            let spacing = match dice {
                ..=ALL_POSITIONS => [0, dice].map(|left| Spacing { step: 1, left }),
                _ => spacing(course.is_late(round), dice),
            };
            spacing.map(|spacing| Grid::new(&course, round, spacing, starters))
        };
        let grids = Arc::new((1..course.rounds()).map(of_round).collect());
        GridValues { course, grids }
    }

    /// Takes over the values of a game with the same course.
    pub(super) fn share(&mut self, other: &GridValues<ALIKE>) {
        self.grids = Arc::clone(&other.grids);
    }

    /// The grids of a round, unless it is the first.
    #[inline]
    fn before(&self, round: u32) -> Option<&[Grid; 2]> {
        self.grids.get((round as usize).wrapping_sub(1))
    }

    /// Every point before a round, with the position that stands there.
    pub(super) fn positions(&self, round: u32) -> Vec<(Point, Position)> {
        let of = |(number, grid): (usize, &Grid)| {
            let points = grid.positions(&self.course).into_iter();
            points.map(move |(place, position)| ((number, place), position)).collect::<Vec<_>>()
        };
        self.before(round).into_iter().flatten().enumerate().flat_map(of).collect()
    }

    /// Finds what each point before a round is worth, side by side.
    ///
    /// # Errors
    /// The first fault, in the order of the points.
    pub(super) fn solved<E: Send + Sync>(
        &self,
        round: u32,
        work: &Work<'_>,
        worth: impl Fn(&Position) -> Result<Shares, E> + Sync,
    ) -> Result<Vec<(Point, Shares)>, E> {
        let points = self.positions(round);
        let values = work.each(&points, |(_, position)| worth(position));
        points.into_iter().zip(values).map(|((point, _), value)| Ok((point, value?))).collect()
    }

    /// Sets what stands at these points before a round.
    pub(super) fn set_all(&mut self, round: u32, solved: Vec<(Point, Shares)>) {
        solved.into_iter().for_each(|(point, value)| self.set(round, point, &value));
    }

    /// What stands at a point before a round, for all seats but the last.
    pub(super) fn at(&self, round: u32, (number, place): Point) -> &[f32] {
        self.grids[round as usize - 1][number].at(place)
    }

    /// Sets what stands there.
    pub(super) fn set(&mut self, round: u32, (number, place): Point, values: &Shares) {
        Arc::make_mut(&mut self.grids)[round as usize - 1][number].set(place, values);
    }

    /// What the grids of its round say of a position.
    #[inline]
    fn read(grids: &[Grid; 2], position: &Position) -> Shares {
        let grid = &grids[usize::from(position.left > 0)];
        if ALIKE { grid.value_from_starter(position) } else { grid.value(position) }
    }

    /// What each seat can expect in a position; `None` before the first round, if the game is not over.
    #[inline]
    pub(super) fn value(&self, position: &Position) -> Option<Shares> {
        match self.course.is_over(position) {
            Some(winners) => Some(shares(winners)),
            None => Some(Self::read(self.before(position.round)?, position)),
        }
    }

    /// What each seat can expect after a round in which these dice were committed.
    #[inline]
    pub(super) fn after(&self, position: &Position, winner: Option<usize>, dice: &[u8; MAX_SEATS]) -> Shares {
        match self.course.next(position, winner, dice) {
            Next::Over(winners) => shares(winners),
            Next::Round(next) => Self::read(&self.grids[next.round as usize - 1], &next),
        }
    }
}

/// The values before a round.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    round: u32,
    seats: usize,
    /// For how many seats as the starter there are values.
    starters: usize,
    step: u32,
    /// Of a sum this many 2¹⁶ths are its whole steps: 2¹⁶ / step, rounded up, which is exact for sums below 2¹⁶ / step.
    of_step: u32,
    /// All dice, in steps, rounded up; and the dice in the game.
    most: u32,
    dice: u32,
    /// How many points the axis of the dice left has.
    lefts: usize,
    /// Places: how far those of two starters are apart, where all sums are 0, and how far one goes along each sum.
    of_first: usize,
    origin: usize,
    of_sums: [isize; MAX_SEATS],
    values: Vec<[f32; MAX_SEATS]>,
}

/// Running sums of the pools in steps.
type Sums = [u32; MAX_SEATS];

impl Grid {
    /// All values are 0.
    fn new(course: &Course, round: u32, Spacing { step, left }: Spacing, starters: usize) -> Grid {
        let (seats, dice) = (course.seats(), course.dice(round));
        let most = dice.div_ceil(step);
        let (side, lefts) = (most as usize + 1, (left / step).min(most) as usize + 1);
        // The last pool follows from the others and the dice left; a pool is the difference of two sums.
        let of_left = side.pow(seats as u32 - 1);
        let of_pool = |seat: usize| if seat + 1 < seats { side.pow((seats - 2 - seat) as u32) as isize } else { 0 };
        let of_sums = std::array::from_fn(|seat| match seat + 1 == seats {
            true => -(of_left as isize),
            false => of_pool(seat) - of_pool(seat + 1),
        });
        let of_first = lefts * of_left;
        let values = vec![[0.0; MAX_SEATS]; starters * of_first];
        let origin = most as usize * of_left;
        let of_step = 65_536u32.div_ceil(step);
        Grid { round, seats, starters, step, of_step, most, dice, lefts, of_first, origin, of_sums, values }
    }

    /// Every point, by its place, with the position that stands there.
    fn positions(&self, course: &Course) -> Vec<(usize, Position)> {
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

    /// Where the values of a point are.
    #[inline]
    fn place(&self, first: usize, sums: &Sums) -> usize {
        let start = first * self.of_first + self.origin;
        (0..self.seats).fold(start, |place, axis| place.wrapping_add_signed(self.of_sums[axis] * sums[axis] as isize))
    }

    /// The values at a place: those of all seats but the last.
    fn at(&self, place: usize) -> &[f32] {
        &self.values[place][..self.seats - 1]
    }

    /// Sets the values at a place.
    fn set(&mut self, place: usize, values: &Shares) {
        self.values[place] = values.map(|value| value as f32);
        self.values[place][self.seats - 1] = 0.0;
    }

    /// The values in a position whose seats are turned until the starter is the first.
    #[inline]
    fn value_from_starter(&self, position: &Position) -> Shares {
        let (seats, first) = (self.seats, position.first);
        let from = |seat: usize| if seat + first >= seats { seat + first - seats } else { seat + first };
        let mut turned = Position { first: 0, pools: [0; MAX_SEATS], ..*position };
        (0..seats).for_each(|seat| turned.pools[seat] = position.pools[from(seat)]);
        let values = self.value(&turned);
        let mut by_seat = [0.0; MAX_SEATS];
        (0..seats).for_each(|seat| by_seat[from(seat)] = values[seat]);
        by_seat
    }

    /// The values in a position.
    #[inline]
    fn value(&self, position: &Position) -> Shares {
        let pools = self.within(position);
        let mut sum = 0;
        let sums: Sums = std::array::from_fn(|seat| {
            sum += pools[seat];
            sum
        });
        let mut values = match self.step {
            1 => self.values[self.place(position.first, &sums)].map(f64::from),
            _ => self.interpolated(position.first, &sums),
        };
        values[self.seats - 1] = 1.0 - values.iter().sum::<f64>();
        values
    }

    /// The corners of the simplex that the sums lie in, each with its weight.
    #[inline]
    fn interpolated(&self, first: usize, sums: &Sums) -> Shares {
        let steps = sums.map(|sum| (sum * self.of_step) >> 16);
        let mut place = self.place(first, &steps);
        // From the axis with the greatest rest on; of equal ones the later first, so that sums stay in order. A rest has
        // its axis in its lowest bits.
        let mut rests: Sums = std::array::from_fn(|axis| (sums[axis] - steps[axis] * self.step) << 2 | axis as u32);
        rests[self.seats..].fill(0);
        for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            (rests[a], rests[b]) = (rests[a].max(rests[b]), rests[a].min(rests[b]));
        }
        // A corner of no weight may lie outside. Which ones have none cannot be foretold, so that no branch depends on it.
        let mut values = [0.0; MAX_SEATS];
        let mut add = |weight: u32, place: usize| {
            let Some(corner) = self.values.get(place) else { return debug_assert_eq!(weight, 0) };
            let weight = f64::from(weight);
            values.iter_mut().zip(corner).for_each(|(to, &value)| *to += weight * f64::from(value));
        };
        let mut before = self.step;
        for &rest in &rests[..self.seats] {
            add(before - (rest >> 2), place);
            before = rest >> 2;
            place = place.wrapping_add_signed(self.of_sums[rest as usize & 3]);
        }
        add(before, place);
        let step = f64::from(self.step);
        values.map(|value| value / step)
    }

    /// The pools, with no more dice left than are told apart: what is above that goes to the players, and what is not in
    /// the game comes from the one who has most.
    #[inline]
    fn within(&self, position: &Position) -> [u32; MAX_SEATS] {
        let mut pools = position.pools;
        let all: u32 = pools.iter().sum();
        let least = (self.most + 1 - self.lefts as u32) * self.step;
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
