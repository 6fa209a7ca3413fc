//! The positions of a two-player game between its rounds, and a value for each of them.
//!
//! Owns what a position is, which of them there are before a round, and where their values stand. Dice are conserved (G18),
//! so the dice on the table follow from the pools. Only where the dice to throw are limited (G06) it matters how many of
//! them are bonus dice: those that came with the rounds just before, which nobody has won.

use super::super::course::{self, Course};
use crate::games::gang::MAX_SEATS;
use std::ops::RangeInclusive;

/// Two players between two rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The round to come, from 0.
    pub round: u32,
    /// The dice of the player who starts it.
    pub first: u32,
    /// The dice of the other player.
    pub other: u32,
    /// The bonus dice among those that earlier rounds left on the table. Of use only where the dice to throw are limited.
    pub bonus: u32,
}

impl Position {
    /// The position before the first round.
    pub(in crate::exact) fn start(course: &Course) -> Position {
        Position::of(&course.start())
    }

    /// The position of a round. The players hold these dice now, the starter's first. The starter has committed `committed`
    /// dice, or 0 if its turn is still to come.
    ///
    /// Where the dice to throw are limited, how many on the table are bonus dice is a guess: those of the round before, if
    /// dice were left. It is wrong only after two rounds that nobody won.
    pub(in crate::exact) fn seen(course: &Course, round: u32, [first, other]: [u32; 2], committed: u32) -> Position {
        let left = course.dice(round).saturating_sub((first + other).saturating_add(committed));
        let bonus = if course.has_no_limit() { 0 } else { course.likely_bonus(round, left) };
        Position { round, first, other, bonus }
    }

    /// The position of a table of two.
    pub(in crate::exact) fn of(table: &course::Position) -> Position {
        let course::Position { round, first, bonus, pools, .. } = *table;
        Position { round, first: pools[first], other: pools[1 - first], bonus }
    }

    /// The table, at which the first seat starts.
    pub(in crate::exact) fn table(self, course: &Course) -> course::Position {
        let Position { round, first, other, bonus } = self;
        let mut pools = [0; MAX_SEATS];
        (pools[0], pools[1]) = (first, other);
        course::Position { round, first: 0, left: course.dice(round) - first - other, bonus, pools, seen: 0 }
    }
}

/// How many bonus dice can lie on the table before a round when some do: those of the last rounds, however many; 0 stands
/// for all where it does not matter.
fn bonuses(course: &Course, round: u32) -> Vec<u32> {
    let rounds = (0..round).rev().filter(|_| !course.has_no_limit());
    let mut sums: Vec<u32> = rounds
        .scan(0, |sum, round| {
            *sum += course.bonus(round);
            Some(*sum)
        })
        .collect();
    sums.dedup();
    if sums.is_empty() { vec![0] } else { sums }
}

/// Of how many positions before a round values are kept.
pub(in crate::exact) fn count(course: &Course, round: u32) -> u64 {
    let dice = u64::from(course.dice(round));
    if round == 0 { 1 } else { dice * (dice - 1) / 2 * bonuses(course, round).len() as u64 }
}

/// The values of all positions before a round, for the player who starts it.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::exact) struct Values {
    round: u32,
    /// The bonus dice that can lie on the table; one that stands for all where it does not matter.
    bonuses: Vec<u32>,
    side: usize,
    /// By bonus dice, dice of the first player and dice of the other.
    values: Vec<f64>,
}

impl Values {
    /// Before a round: nothing is known but of those whose game is over, because a player has no dice left (G15, G16).
    pub(in crate::exact) fn before(course: &Course, round: u32) -> Values {
        let bonuses = bonuses(course, round);
        let side = course.dice(round) as usize + 1;
        let mut values = Values { round, values: vec![0.0; bonuses.len() * side * side], bonuses, side };
        values.fill(0..=0, 0..=side as u32 - 1, |_, other| if other == 0 { 0.5 } else { 0.0 });
        values.fill(1..=side as u32 - 1, 0..=0, |_, _| 1.0);
        values
    }

    /// After the last round (G17).
    pub(in crate::exact) fn at_the_end(course: &Course) -> Values {
        let mut values = Values::before(course, course.rounds());
        let all = 0..=values.side as u32 - 1;
        values.fill(all.clone(), all, |first, other| match first.cmp(&other) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        });
        values
    }

    /// Every position that both players are in, in the order of their places.
    pub(in crate::exact) fn positions(&self, course: &Course) -> Vec<Position> {
        let round = self.round;
        if round == 0 {
            return vec![Position::start(course)];
        }
        let dice = course.dice(round);
        let of = |(class, &bonus): (usize, &u32)| {
            let firsts = 1..dice;
            let pairs = firsts.flat_map(move |first| (1..=dice - first).map(move |other| (first, other)));
            let lies = move |&(first, other): &(u32, u32)| match dice - first - other {
                0 => class == 0,
                table => table >= bonus,
            };
            pairs.filter(lies).map(move |(first, other)| {
                let bonus = if first + other < dice { bonus } else { 0 };
                Position { round, first, other, bonus }
            })
        };
        self.bonuses.iter().enumerate().flat_map(of).collect()
    }

    fn fill(&mut self, first: RangeInclusive<u32>, other: RangeInclusive<u32>, value: impl Fn(u32, u32) -> f64) {
        for class in 0..self.bonuses.len() {
            for (first, other) in first.clone().flat_map(|first| other.clone().map(move |other| (first, other))) {
                let place = self.place(class, first, other);
                self.values[place] = value(first, other);
            }
        }
    }

    /// The position of bonus dice among those that can lie on the table; the first if that is none of them.
    pub(in crate::exact) fn class(&self, bonus: u32) -> usize {
        self.bonuses.iter().position(|&known| known == bonus).unwrap_or(0)
    }

    fn place(&self, class: usize, first: u32, other: u32) -> usize {
        (class * self.side + first as usize) * self.side + other as usize
    }

    /// Where the value of a position stands.
    pub(in crate::exact) fn place_of(&self, position: Position) -> usize {
        self.place(self.class(position.bonus), position.first, position.other)
    }

    /// The value for the first player, by the class of the bonus dice and the dice of both.
    #[inline]
    pub(in crate::exact) fn get(&self, class: usize, first: u32, other: u32) -> f64 {
        self.values[self.place(class, first, other)]
    }

    pub(in crate::exact) fn set(&mut self, position: Position, value: f64) {
        let place = self.place_of(position);
        self.values[place] = value;
    }

    /// All numbers, in the order of their places.
    pub(in crate::exact) fn numbers(&self) -> &[f64] {
        &self.values
    }

    /// All numbers, to be changed.
    pub(in crate::exact) fn numbers_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }
}
