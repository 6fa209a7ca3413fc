//! The positions of a two-player game between its rounds, and a value for each of them.
//!
//! Owns what a position is, which of them there are before a round, and where their values stand. Dice are conserved (G18),
//! so the dice on the table follow from the pools. Only where the dice to throw are limited (G06) it matters how many of
//! them are bonus dice: those that came with the rounds just before, which nobody has won.

use crate::games::gang::{Back, Card, Gang};
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

/// What of the rules the induction asks for.
#[derive(Clone, Debug)]
pub(super) struct Course {
    rounds: u32,
    /// Dice in the game before each round and after the last, its bonus not yet counted.
    dice: Vec<u32>,
    /// The bonus dice of each round.
    bonus: Vec<u32>,
    /// All dice that there are to throw, if that is limited.
    limit: Option<u32>,
    pool: u32,
    light: u32,
}

/// The players that are solved for.
const PLAYERS: usize = 2;

impl Course {
    pub(super) fn new(gang: &Gang) -> Course {
        let (rules, deck) = (gang.rules(), gang.deck());
        let rounds = deck.rounds();
        let pool = rules.pool(PLAYERS);
        let bonus: Vec<u32> = (0..rounds).map(|round| rules.bonus(round, rounds)).collect();
        let mut dice = vec![PLAYERS as u32 * pool];
        dice.extend(bonus.iter().scan(dice[0], |dice, bonus| {
            *dice += bonus;
            Some(*dice)
        }));
        let light = deck.with_back(Back::Light).count() as u32 - deck.removed_light;
        Course { rounds, dice, bonus, limit: rules.dice_in_all(PLAYERS), pool, light }
    }

    pub(super) fn rounds(&self) -> u32 {
        self.rounds
    }

    /// The dice in the game before a round, or after the last.
    pub(super) fn dice(&self, round: u32) -> u32 {
        self.dice[round as usize]
    }

    /// The most dice that are ever in the game.
    pub(super) fn most_dice(&self) -> u32 {
        self.dice[self.rounds as usize]
    }

    /// The position before the first round.
    pub(super) fn start(&self) -> Position {
        Position { round: 0, first: self.pool, other: self.pool, bonus: 0 }
    }

    /// Whether the card can be that of the round (G05).
    pub(super) fn deals(&self, round: u32, card: &Card) -> bool {
        (card.back == Back::Light) == (round < self.light)
    }

    /// The dice that earlier rounds left on the table, bonus dice among them.
    pub(super) fn left(&self, position: Position) -> u32 {
        self.dice[position.round as usize] - position.first - position.other
    }

    /// The dice on the table when the first player of the round acts.
    pub(super) fn table(&self, position: Position) -> u32 {
        self.dice[position.round as usize + 1] - position.first - position.other
    }

    /// The bonus dice on the table then.
    pub(super) fn bonus(&self, position: Position) -> u32 {
        position.bonus + self.bonus[position.round as usize]
    }

    /// The most dice that a player with this pool may commit, after `committed` dice of this round (G06).
    pub(super) fn allowed(&self, position: Position, pool: u32, committed: u32) -> u32 {
        let left_over = self.table(position) - self.bonus(position);
        self.limit.map_or(pool, |all| pool.min(all.saturating_sub(committed + left_over).max(1)))
    }

    /// How many bonus dice can lie on the table before a round when some do: those of the last rounds, however many.
    fn bonuses(&self, round: u32) -> Vec<u32> {
        let before = self.bonus[..round as usize].iter().rev().filter(|_| self.limit.is_some());
        let mut sums: Vec<u32> = before
            .scan(0, |sum, bonus| {
                *sum += bonus;
                Some(*sum)
            })
            .collect();
        sums.dedup();
        if sums.is_empty() { vec![0] } else { sums }
    }

    /// Of how many positions before a round values are kept.
    pub(super) fn count(&self, round: u32) -> u64 {
        let dice = u64::from(self.dice[round as usize]);
        if round == 0 { 1 } else { dice * (dice - 1) / 2 * self.bonuses(round).len() as u64 }
    }

    /// The bonus dice that lie on the table before a round in which `left` dice do, if it was only the round before that
    /// nobody won: with more such rounds there can be more, but then hardly anybody can throw anything.
    pub(super) fn likely_bonus(&self, round: u32, left: u32) -> u32 {
        if left == 0 { 0 } else { self.bonuses(round)[0] }
    }

    /// Every position before a round that both players are in, in the order of their places in `values`.
    pub(super) fn positions(&self, values: &Values, round: u32) -> Vec<Position> {
        if round == 0 {
            return vec![self.start()];
        }
        let dice = self.dice[round as usize];
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
        values.bonuses.iter().enumerate().flat_map(of).collect()
    }
}

/// The values of all positions before a round, for the player who starts it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Values {
    /// The bonus dice that can lie on the table; one that stands for all where it does not matter.
    bonuses: Vec<u32>,
    side: usize,
    /// By bonus dice, dice of the first player and dice of the other.
    values: Vec<f64>,
}

impl Values {
    /// Before a round: nothing is known but of those whose game is over, because a player has no dice left (G15, G16).
    pub(super) fn before(course: &Course, round: u32) -> Values {
        let bonuses = course.bonuses(round);
        let side = course.dice[round as usize] as usize + 1;
        let mut values = Values { values: vec![0.0; bonuses.len() * side * side], bonuses, side };
        values.fill(0..=0, 0..=side as u32 - 1, |_, other| if other == 0 { 0.5 } else { 0.0 });
        values.fill(1..=side as u32 - 1, 0..=0, |_, _| 1.0);
        values
    }

    /// After the last round (G17).
    pub(super) fn at_the_end(course: &Course) -> Values {
        let mut values = Values::before(course, course.rounds);
        let all = 0..=values.side as u32 - 1;
        values.fill(all.clone(), all, |first, other| match first.cmp(&other) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        });
        values
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
    pub(super) fn class(&self, bonus: u32) -> usize {
        self.bonuses.iter().position(|&known| known == bonus).unwrap_or(0)
    }

    fn place(&self, class: usize, first: u32, other: u32) -> usize {
        (class * self.side + first as usize) * self.side + other as usize
    }

    /// Where the value of a position stands.
    pub(super) fn place_of(&self, position: Position) -> usize {
        self.place(self.class(position.bonus), position.first, position.other)
    }

    /// The value for the first player, by the class of the bonus dice and the dice of both.
    #[inline]
    pub(super) fn get(&self, class: usize, first: u32, other: u32) -> f64 {
        self.values[self.place(class, first, other)]
    }

    pub(super) fn set(&mut self, position: Position, value: f64) {
        let place = self.place_of(position);
        self.values[place] = value;
    }

    /// All numbers, in the order of their places.
    pub(super) fn numbers(&self) -> &[f64] {
        &self.values
    }

    /// The same, to be changed.
    pub(super) fn numbers_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }
}
