//! What V is expected to be after a round, remembered by position; and adding up what luck gave in a game.
//!
//! Owns the memory of a worker: for each position V before the round and its expectation under each card, in integers, so
//! that cancelling the luck of a round costs one look-up and a sum over the cards that may come. A position that finds its
//! place taken takes it over: what is found does not depend on what was looked up before.
//!
//! Where there are too many positions, one is seen as another near by: luck is then how much better a round ended than it
//! was expected to if it had begun there, under the chances that it had where it began.

use super::positions::{Course, Position};
use super::{BySeat, LuckValues};
use crate::games::WHOLE_WIN;
use crate::games::gang::{CardIndex, MAX_SEATS};

/// A whole win in the unit of cancelled win shares: [`WHOLE_WIN`] times 2^24, about 10^9.
pub const WHOLE_VALUE: u32 = WHOLE_WIN << 24;

/// A whole win in the unit of what is remembered: small enough for a sum over all cards. Each value is rounded to it once.
const WHOLE: u32 = WHOLE_WIN << 20;

/// How much memory it takes, in bytes, about.
const ROOM: usize = 64 << 20;
/// How many rounds are remembered that end otherwise than where they are seen, as a power of two.
const OTHERS: u32 = 16;
/// In place of a position: none.
const NONE: u64 = u64::MAX;

/// A number for each seat but the last, which has the rest.
type Numbers = [i64; MAX_SEATS - 1];

/// A round of a game.
#[derive(Clone, Copy, Debug)]
pub struct PlayedRound {
    /// The position before it.
    pub position: Position,
    /// Its card.
    pub card: CardIndex,
}

/// The expectations of some line-ups.
pub struct Expected<'g> {
    values: Vec<LuckValues<'g>>,
    /// How many cards a position has room for, and how many numbers.
    width: usize,
    stride: usize,
    bits: u32,
    keys: Vec<u64>,
    /// By position V, then by seat what is expected under each card.
    numbers: Vec<u32>,
    /// By position and card the number of how the round can end.
    ends: Vec<u32>,
    others: Vec<(u64, u32, Numbers)>,
    /// For each card that may come in a round all bits, for one that was seen none.
    unseen: Vec<u32>,
}

impl<'g> Expected<'g> {
    /// Nothing remembered yet of these line-ups, at most 4,096, which are for the same table.
    pub fn new(values: Vec<LuckValues<'g>>) -> Expected<'g> {
        let of = |values: &LuckValues<'_>| (0..values.course.rounds()).map(|round| values.cards(round).len()).max();
        let width = values.iter().filter_map(of).max().unwrap_or(1).next_multiple_of(4);
        let seats = values.first().map_or(2, LuckValues::seats);
        let stride = (1 + width) * (seats - 1);
        let bits = (ROOM / (size_of::<u64>() + size_of::<u32>() * (stride + width))).max(2).ilog2();
        let places = 1 << bits;
        Expected {
            values,
            width,
            stride,
            bits,
            keys: vec![NONE; places],
            numbers: vec![0; places * stride],
            ends: vec![0; places * width],
            others: vec![(NONE, 0, Numbers::default()); 1 << OTHERS],
            unseen: vec![0; width],
        }
    }

    /// The line-ups.
    pub fn values(&self) -> &[LuckValues<'g>] {
        &self.values
    }

    /// What luck gave each seat in a game of the line-up of this number, in the unit of [`WHOLE_VALUE`], by its rounds, the
    /// pools at its end, and the win shares of it. Where a decision is not known the luck of the dice is left out.
    ///
    /// # Panics
    /// If there is no such line-up or position.
    pub fn luck(
        &mut self,
        lineup: usize,
        rounds: &[PlayedRound],
        (pools, shares): (&[u32; MAX_SEATS], &[u8; MAX_SEATS]),
    ) -> [i64; MAX_SEATS] {
        let others = self.values[lineup].seats() - 1;
        let mut sums = Numbers::default();
        let mut cards = 0;
        // Whether what a round came to is to be added, once it is known.
        let mut waits = false;
        for (at, round) in rounds.iter().enumerate() {
            let PlayedRound { position, card } = round;
            let values = &self.values[lineup];
            let (near, drawn) = (values.course.near(position), values.course.place(*card));
            if values.course.has_new_cards(position.round) {
                cards = values.cards(position.round).len() as u32;
                self.unseen[..cards as usize].fill(u32::MAX);
                self.unseen[cards as usize..].fill(0);
            }
            let (place, is_there) = (self.look_up(lineup, &near), near == *position);
            if waits {
                let came = if is_there { self.known(place) } else { self.value(lineup, position) };
                (0..others).for_each(|seat| sums[seat] += came[seat]);
            }
            let (mean, under) = (self.mean(place, cards), self.under(place, drawn));
            (0..others).for_each(|seat| sums[seat] -= mean[seat]);
            self.unseen[drawn] = 0;
            cards -= 1;
            waits = is_there && self.ends[place * self.width + drawn] != UNKNOWN;
            if !waits {
                let after = rounds.get(at + 1).map_or(pools, |next| &next.position.pools);
                let more = self.seen_there(lineup, (place, &near), round, after);
                (0..others).for_each(|seat| sums[seat] += under[seat] + more[seat]);
            }
        }
        if waits {
            let came = |seat: usize| i64::from(shares[seat]) * i64::from(WHOLE / WHOLE_WIN);
            (0..others).for_each(|seat| sums[seat] += came(seat));
        }
        let mut luck = [0; MAX_SEATS];
        (0..others).for_each(|seat| luck[seat] = sums[seat] * i64::from(WHOLE_VALUE / WHOLE));
        luck[others] = -luck[..others].iter().sum::<i64>();
        luck
    }

    /// The luck of the dice in a round that is seen as if it had begun in another position, with its place; nothing where
    /// it is not known.
    #[inline(never)]
    fn seen_there(
        &mut self,
        lineup: usize,
        (place, near): (usize, &Position),
        round: &PlayedRound,
        after: &[u32; MAX_SEATS],
    ) -> Numbers {
        let values = &mut self.values[lineup];
        let drawn = values.course.place(round.card);
        let number = values.rounds.number(&values.course, &round.position, round.card);
        if values.rounds.ends(number).is_err() {
            return Numbers::default();
        }
        let (winner, dice) = Course::told(&round.position, after);
        let came = whole(&values.after(near, winner, &dice));
        let expected = match self.ends[place * self.width + drawn] == number {
            true => self.under(place, drawn),
            false => self.otherwise(lineup, near, number),
        };
        std::array::from_fn(|seat| came[seat] - expected[seat])
    }

    /// V in the position of a place.
    #[inline]
    fn known(&self, place: usize) -> Numbers {
        self.row(place, |row, seat, _| row[seat].into())
    }

    /// V in a position.
    fn value(&self, lineup: usize, position: &Position) -> Numbers {
        whole(&self.values[lineup].value(position))
    }

    /// What is expected under a card.
    #[inline]
    fn under(&self, place: usize, drawn: usize) -> Numbers {
        self.row(place, |row, seat, others| row[others + seat * self.width + drawn].into())
    }

    /// What is expected under the cards that may come, so many.
    #[inline]
    fn mean(&self, place: usize, cards: u32) -> Numbers {
        self.row(place, |row, seat, others| {
            let of_seat = &row[others + seat * self.width..][..self.width];
            let sum: u32 = of_seat.iter().zip(&self.unseen).map(|(&number, &mask)| number & mask).sum();
            ((sum + cards / 2) / cards).into()
        })
    }

    /// A number for each seat but the last, from the numbers of a place, the seat and how many seats there are.
    #[inline]
    fn row(&self, place: usize, number: impl Fn(&[u32], usize, usize) -> i64) -> Numbers {
        let row = &self.numbers[place * self.stride..][..self.stride];
        let others = self.stride / (1 + self.width);
        std::array::from_fn(|seat| if seat < others { number(row, seat, others) } else { 0 })
    }

    /// The place of a position, where its numbers stand from now on.
    #[inline]
    fn look_up(&mut self, lineup: usize, position: &Position) -> usize {
        let key = key(lineup, position);
        let place = mixed(key, self.bits);
        if self.keys[place] != key {
            self.find_out(lineup, position, place);
            self.keys[place] = key;
        }
        place
    }

    #[inline(never)]
    fn find_out(&mut self, lineup: usize, position: &Position, place: usize) {
        let (width, values) = (self.width, &mut self.values[lineup]);
        let others = values.seats() - 1;
        let numbers = &mut self.numbers[place * self.stride..][..self.stride];
        let value = whole(&values.value(position));
        (0..others).for_each(|seat| numbers[seat] = value[seat] as u32);
        for at in 0..values.cards(position.round).len() {
            let card = values.cards(position.round)[at];
            let number = values.rounds.number(&values.course, position, card);
            let (number, found) = match values.expected_after(position, number) {
                Ok(found) => (number, whole(&found)),
                Err(_) => (UNKNOWN, value),
            };
            self.ends[place * width + at] = number;
            (0..others).for_each(|seat| numbers[others + seat * width + at] = found[seat] as u32);
        }
    }

    /// What is expected in a position if the round can end as that of this number can, which is known.
    fn otherwise(&mut self, lineup: usize, position: &Position, number: u32) -> Numbers {
        let key = key(lineup, position);
        let (known, of, found) = &mut self.others[mixed(key ^ u64::from(number) << 40, OTHERS)];
        if *known != key || *of != number {
            let expected = self.values[lineup].expected_after(position, number);
            (*known, *of, *found) = (key, number, whole(&expected.unwrap_or_default()));
        }
        *found
    }
}

/// In place of the number of how a round can end: that is not known.
const UNKNOWN: u32 = u32::MAX;

/// A place for a key.
#[inline]
fn mixed(key: u64, bits: u32) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - bits)) as usize
}

/// A number of its own for a position of a line-up; the dice left on the table follow from the pools.
#[inline]
fn key(lineup: usize, position: &Position) -> u64 {
    let pools = position.pools.iter().fold(0, |key, &pool| key << 8 | u64::from(pool));
    let place = (lineup as u64) << 18 | u64::from(position.round) << 10 | (position.first as u64) << 8;
    (place | u64::from(position.bonus)) << 32 | pools
}

/// Values in whole numbers of their unit.
#[inline]
fn whole(values: &BySeat) -> Numbers {
    std::array::from_fn(|seat| (values[seat] * f64::from(WHOLE) + 0.5) as i64)
}
