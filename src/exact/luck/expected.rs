//! What V is expected to be after a round, remembered by position.
//!
//! Owns the memory of a worker: for each position V before the round and its expectation under each card, in integers, so
//! that cancelling the luck of a round costs one look-up and a sum over the cards that may come. A position that finds its
//! place taken takes it over: what is found does not depend on what was looked up before.

use super::positions::Position;
use super::{BySeat, LuckValues};
use crate::games::WHOLE_WIN;
use crate::games::gang::{CardIndex, MAX_SEATS};

/// A whole win in the unit of values: [`WHOLE_WIN`] times 2^24, about 10^9. Each value is rounded to it once.
pub const WHOLE_VALUE: u32 = WHOLE_WIN << 24;

/// How much memory it takes, in bytes, about.
const ROOM: usize = 48 << 20;
/// In place of a value: the expectation is not known.
const UNKNOWN: u32 = u32::MAX;
/// In place of a position: none.
const NONE: u64 = u64::MAX;

/// The expectations of some line-ups.
pub struct Expected<'g> {
    values: Vec<LuckValues<'g>>,
    /// Numbers of a position: those of V, then those of each card; all seats but the last have one.
    stride: usize,
    bits: u32,
    keys: Vec<u64>,
    numbers: Vec<u32>,
}

impl<'g> Expected<'g> {
    /// Nothing remembered yet of these line-ups, at most 4,096, which are for the same table.
    pub fn new(values: Vec<LuckValues<'g>>) -> Expected<'g> {
        let of = |values: &LuckValues<'_>| {
            let cards = (0..values.course.rounds()).map(|round| values.cards(round).len()).max();
            (cards.unwrap_or(0) + 1) * (values.seats() - 1)
        };
        let stride = values.iter().map(of).max().unwrap_or(1);
        let bits = (ROOM / (size_of::<u64>() + size_of::<u32>() * stride)).max(2).ilog2();
        let places = 1 << bits;
        Expected { values, stride, bits, keys: vec![NONE; places], numbers: vec![0; places * stride] }
    }

    /// The line-ups.
    pub fn values(&self) -> &[LuckValues<'g>] {
        &self.values
    }

    /// V before the round to come in the line-up of this number, by seat, and by how much its expectation is more, over
    /// all cards that have not been seen (a bit for each), in the unit of [`WHOLE_VALUE`]. `None` if a decision in it is
    /// not known, for whatever card.
    ///
    /// # Panics
    /// If there is no such line-up or position.
    #[inline]
    pub fn change(
        &mut self,
        lineup: usize,
        position: &Position,
        seen: u64,
    ) -> ([i64; MAX_SEATS], Option<[i64; MAX_SEATS]>) {
        let place = self.look_up(lineup, position);
        let Expected { values, stride, numbers, .. } = self;
        let numbers = &numbers[place * *stride..][..*stride];
        let others = values[lineup].seats() - 1;
        let (value, expected) = numbers.split_at(others);
        let known = with_last(others, |seat| value[seat].into());
        if expected[0] == UNKNOWN {
            return (known, None);
        }
        let (mut sums, mut cards) = ([0; MAX_SEATS], 0);
        for (card, numbers) in values[lineup].cards(position.round).iter().zip(expected.chunks_exact(others)) {
            // By a factor instead of a branch: which cards were seen is a matter of luck.
            let is_unseen = !seen >> card.0 & 1;
            cards += is_unseen as i64;
            sums.iter_mut().zip(numbers).for_each(|(sum, &number)| *sum += u64::from(number) * is_unseen);
        }
        let change = |seat: usize| nearest(sums[seat] as i64, cards.max(1)) - i64::from(value[seat]);
        let mut changes = [0; MAX_SEATS];
        (0..others).for_each(|seat| changes[seat] = change(seat));
        changes[others] = -changes[..others].iter().sum::<i64>();
        (known, Some(changes))
    }

    /// The place of a position, where its numbers stand from now on.
    #[inline]
    fn look_up(&mut self, lineup: usize, position: &Position) -> usize {
        let key = key(lineup, position);
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - self.bits)) as usize;
        if self.keys[place] != key {
            self.find_out(lineup, position, place);
            self.keys[place] = key;
        }
        place
    }

    #[inline(never)]
    fn find_out(&mut self, lineup: usize, position: &Position, place: usize) {
        let Expected { values, stride, numbers, .. } = self;
        let values = &mut values[lineup];
        let others = values.seats() - 1;
        let numbers = &mut numbers[place * *stride..][..*stride];
        let (value, expected) = numbers.split_at_mut(others);
        let (mut sum, cards): ([f64; MAX_SEATS], Vec<CardIndex>) =
            ([0.0; MAX_SEATS], values.cards(position.round).to_vec());
        let mut is_known = true;
        for (&card, to) in cards.iter().zip(expected.chunks_exact_mut(others)) {
            match values.expected(position, card) {
                Ok(found) => {
                    sum.iter_mut().zip(&found).for_each(|(sum, found)| *sum += found / cards.len() as f64);
                    to.iter_mut().zip(found).for_each(|(to, found)| *to = whole(found));
                }
                Err(_) => is_known = false,
            }
        }
        let known: BySeat = if position.round > 0 { values.value(position) } else { sum };
        value.iter_mut().zip(known).for_each(|(to, known)| *to = whole(known));
        if !is_known {
            expected[0] = UNKNOWN;
        }
    }
}

/// A number of its own for a position of a line-up; the dice left on the table follow from the pools.
#[inline]
fn key(lineup: usize, position: &Position) -> u64 {
    let pools = position.pools.iter().fold(0, |key, &pool| key << 8 | u64::from(pool));
    let place = (lineup as u64) << 18 | u64::from(position.round) << 10 | (position.first as u64) << 8;
    (place | u64::from(position.bonus)) << 32 | pools
}

/// A value in whole numbers of its unit.
fn whole(value: f64) -> u32 {
    (value * f64::from(WHOLE_VALUE) + 0.5) as u32
}

/// Numbers by seat, the last of which is what is missing to a whole win.
fn with_last(others: usize, number: impl Fn(usize) -> i64) -> [i64; MAX_SEATS] {
    let mut numbers = [0; MAX_SEATS];
    (0..others).for_each(|seat| numbers[seat] = number(seat));
    numbers[others] = i64::from(WHOLE_VALUE) - numbers[..others].iter().sum::<i64>();
    numbers
}

/// The quotient of numbers from 0 on, rounded to the nearest.
#[inline]
fn nearest(sum: i64, by: i64) -> i64 {
    (sum + by / 2) / by
}
