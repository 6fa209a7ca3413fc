//! What V is expected to be after a round, remembered by position; and adding up what luck gave in a game.
//!
//! Owns the memory of a worker: for each position V before the round and its expectation under each card that may come, in
//! integers, so that cancelling the luck of a round costs one look-up and a sum over these cards. Rows stand in the order in
//! which positions were met, so that those met often stand together; when there is no room left, all are forgotten. What is
//! found does not depend on what was looked up before.
//!
//! Where there are too many positions, one is seen as another near by: luck is then how much better a round ended than it
//! was expected to if it had begun there, under the chances that it had where it began.

mod changes;

pub use changes::Change;

use super::{BySeat, LuckValues};
use crate::exact::course::{Course, Position};
use crate::games::WHOLE_WIN;
use crate::games::gang::{CardIndex, MAX_SEATS};

/// A whole win in the unit of cancelled win shares: [`WHOLE_WIN`] times 2^24, about 10^9.
pub const WHOLE_VALUE: u32 = WHOLE_WIN << 24;

/// A whole win in the unit of what is remembered: small enough for a sum over all cards. Each value is rounded to it once.
const WHOLE: u32 = WHOLE_WIN << 20;

/// How much memory it takes, in bytes, about.
const ROOM: usize = 48 << 20;
/// In how many places of a set a position may stand: those of a line of the processor's cache.
const WAYS: usize = 8;
/// Numbers of a row before its values: its key, and two sets of cards, each in halves.
const HEAD: usize = 6;
/// Numbers of a line of the processor's cache, with which a row begins.
const LINE: usize = 16;
/// How many rounds are remembered that end otherwise than where they are seen, a power of two.
const OTHERS: usize = 1 << 16;
/// In place of a position: none.
const NONE: u64 = u64::MAX;
/// In place of the number of how a round can end: that is not known.
const UNKNOWN: u32 = u32::MAX;

/// A number for each seat but the last, which has the rest.
type Numbers = [i64; MAX_SEATS - 1];

/// A bit for each card of those that a round can have.
type Cards = u64;

/// A round of a game.
#[derive(Clone, Copy, Debug)]
pub struct PlayedRound {
    /// The position before it.
    pub position: Position,
    /// Its card.
    pub card: CardIndex,
}

/// A round, and where it is seen.
#[derive(Clone, Copy, Debug)]
struct Seen {
    near: Position,
    row: usize,
    /// The cards that may come, and the one that came.
    unseen: Cards,
    drawn: usize,
}

/// Where positions stand whose keys come here: parts of the keys, and rows; [`EMPTY`] where there is none.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Set {
    tags: [u32; WAYS],
    rows: [u32; WAYS],
}

/// In place of a row: none.
const EMPTY: u32 = u32::MAX;

/// The expectations of some line-ups.
pub struct Expected<'g> {
    values: Vec<LuckValues<'g>>,
    /// By line-up, back and card what this does in a typical round.
    effects: Vec<[Vec<Numbers>; 2]>,
    /// How many cards a row has room for, how many numbers, and how many rows there may be.
    width: usize,
    stride: usize,
    most: usize,
    /// A power of two of them.
    sets: Vec<Set>,
    /// The place in its set that is taken over next where all are taken.
    oldest: usize,
    /// By row: its key, the cards of which the expectation stands here, those of which it is not known, V, then by seat what
    /// is expected under each card.
    numbers: Vec<u32>,
    /// By row and card the number of how the round can end, where positions are seen as others.
    ends: Vec<u32>,
    sees_others: bool,
    others: Vec<(u64, u32, Numbers)>,
    /// The rounds of the game.
    seen: Vec<Seen>,
    /// For each card that may come in a round all bits, for others none.
    masks: Vec<u32>,
}

impl<'g> Expected<'g> {
    /// Nothing remembered yet of these line-ups, at most 256, which are for the same table.
    pub fn new(values: Vec<LuckValues<'g>>) -> Expected<'g> {
        Expected::with_room(values, ROOM)
    }

    /// Nothing remembered yet, in at most so many bytes.
    pub(super) fn with_room(values: Vec<LuckValues<'g>>, room: usize) -> Expected<'g> {
        let of =
            |values: &LuckValues<'_>| (0..values.grids.course.rounds()).map(|round| values.cards(round).len()).max();
        let width = values.iter().filter_map(of).max().unwrap_or(1).next_multiple_of(4);
        let seats = values.first().map_or(2, LuckValues::seats);
        let sees_others = values.iter().any(|values| values.grids.course.sees_others());
        let stride = (HEAD + (1 + width) * (seats - 1)).next_multiple_of(LINE);
        let of_row = size_of::<u32>() * (stride + if sees_others { width } else { 0 });
        let most = room / of_row;
        let nothing = Set { tags: [0; WAYS], rows: [EMPTY; WAYS] };
        let effects =
            values.iter().map(|values| values.effects.each_ref().map(|of| of.iter().map(rounded).collect())).collect();
        Expected {
            values,
            effects,
            width,
            stride,
            most,
            sets: vec![nothing; (2 * most / WAYS).next_power_of_two()],
            oldest: 0,
            numbers: Vec::new(),
            ends: Vec::new(),
            sees_others,
            others: vec![(NONE, 0, Numbers::default()); OTHERS],
            seen: Vec::new(),
            masks: vec![0; width],
        }
    }

    /// Finds out which cards were seen before each round of a game, as far as the line-up of this number tells them apart.
    ///
    /// # Panics
    /// If there is no such line-up.
    pub fn set_seen(&mut self, lineup: usize, rounds: &mut [PlayedRound]) {
        self.values[lineup].set_seen(rounds);
    }

    /// The line-ups.
    pub fn values(&self) -> &[LuckValues<'g>] {
        &self.values
    }

    /// The same, to find further values with. What is remembered does not depend on what was looked up.
    pub fn values_mut(&mut self) -> &mut [LuckValues<'g>] {
        &mut self.values
    }

    /// What luck gave each seat in a game of the line-up of this number, in the unit of [`WHOLE_VALUE`], by its rounds, the
    /// pools at its end, and the win shares of it. Before the first of these rounds no card is seen. Where a decision is not
    /// known the luck of the dice is left out.
    ///
    /// # Panics
    /// If there is no such line-up or position.
    pub fn luck(
        &mut self,
        lineup: usize,
        rounds: &[PlayedRound],
        (pools, shares): (&[u32; MAX_SEATS], &[u8; MAX_SEATS]),
    ) -> [i64; MAX_SEATS] {
        self.look_up_all(lineup, rounds);
        let others = self.values[lineup].seats() - 1;
        let mut sums = Numbers::default();
        // Of the cards that may come, the effects added up.
        let mut effects = Numbers::default();
        // Whether what a round came to is to be added, once it is known.
        let mut waits = false;
        for (at, round) in rounds.iter().enumerate() {
            let Seen { near, row, unseen, drawn } = self.seen[at];
            self.mask_cards(at, lineup, (near.round, unseen));
            let is_there = near == round.position;
            if waits {
                let came = if is_there { self.known(row) } else { self.value(lineup, &round.position) };
                (0..others).for_each(|seat| sums[seat] += came[seat]);
            }
            let (mean, under) = (self.mean(row, unseen.count_ones()), self.under(row, drawn));
            self.masks[drawn] = 0;
            let made_up = self.made_up(lineup, (near.round, drawn, unseen), &mut effects);
            (0..others).for_each(|seat| sums[seat] -= mean[seat] + made_up[seat]);
            waits = is_there && self.halves(row, 4) >> drawn & 1 == 0;
            if !waits {
                let after = rounds.get(at + 1).map_or(pools, |next| &next.position.pools);
                let more = self.seen_there(lineup, (row, &near), round, after);
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

    /// Before the round of this place in a game, says which cards may come in it, if they are not those of the round before.
    #[inline]
    fn mask_cards(&mut self, at: usize, lineup: usize, (round, unseen): (u32, Cards)) {
        if at == 0 || self.values[lineup].grids.course.has_new_cards(round) {
            (0..)
                .zip(&mut self.masks)
                .for_each(|(card, mask)| *mask = if unseen >> card & 1 == 1 { u32::MAX } else { 0 });
        }
    }

    /// What later rounds are expected to make up for, as the card that came will not come again: of its effect, beyond the mean
    /// of the cards that might have come, as much as the chance of each of the others to come later. `effects` is the sum of
    /// those that may come, of which it leaves it out.
    #[inline]
    fn made_up(&self, lineup: usize, (round, drawn, unseen): (u32, usize, Cards), effects: &mut Numbers) -> Numbers {
        let course = &self.values[lineup].grids.course;
        let of_back = &self.effects[lineup][usize::from(course.is_dark(round))];
        let (cards, left) = (i64::from(unseen.count_ones()), i64::from(course.alike_left(round)));
        if cards == of_back.len() as i64 {
            *effects = std::array::from_fn(|seat| of_back.iter().map(|effect| effect[seat]).sum());
        }
        let (all, ways) = (*effects, cards * (cards - 1).max(1));
        *effects = std::array::from_fn(|seat| all[seat] - of_back[drawn][seat]);
        std::array::from_fn(|seat| {
            let more = left * (cards * of_back[drawn][seat] - all[seat]);
            (more + ways / 2).div_euclid(ways)
        })
    }

    /// Looks up where all rounds of a game are seen, before any is added up: so the processor waits for all of them at once.
    fn look_up_all(&mut self, lineup: usize, rounds: &[PlayedRound]) {
        if self.numbers.len() / self.stride + rounds.len() > self.most {
            self.sets.iter_mut().for_each(|set| set.rows = [EMPTY; WAYS]);
            self.numbers.clear();
            self.ends.clear();
        }
        self.seen.clear();
        let mut unseen: Cards = 0;
        for (at, PlayedRound { position, card }) in rounds.iter().enumerate() {
            let values = &self.values[lineup];
            if at == 0 || values.grids.course.has_new_cards(position.round) {
                unseen = Cards::MAX >> (Cards::BITS as usize - values.cards(position.round).len());
            }
            let (near, drawn) = (values.grids.course.near(position), values.grids.course.place(*card));
            let row = self.look_up(lineup, &near, unseen);
            self.seen.push(Seen { near, row, unseen, drawn });
            unseen &= !(1 << drawn);
        }
    }

    /// The luck of the dice in a round that is seen as if it had begun in another position, with its row; nothing where
    /// it is not known.
    #[inline(never)]
    fn seen_there(
        &mut self,
        lineup: usize,
        (row, near): (usize, &Position),
        round: &PlayedRound,
        after: &[u32; MAX_SEATS],
    ) -> Numbers {
        let values = &mut self.values[lineup];
        let drawn = values.grids.course.place(round.card);
        let number = values.rounds.number(&values.grids.course, &round.position, round.card);
        if values.rounds.ends(number).is_err() {
            return Numbers::default();
        }
        let (winner, dice) = Course::end_between(&round.position, after);
        let came = whole(&values.grids.after(near, winner, &dice));
        let expected = match self.ends.get(row * self.width + drawn) == Some(&number) {
            true => self.under(row, drawn),
            false => self.otherwise(lineup, near, number),
        };
        std::array::from_fn(|seat| came[seat] - expected[seat])
    }

    /// V in the position of a row.
    #[inline]
    fn known(&self, row: usize) -> Numbers {
        self.row(row, |row, seat, _| row[HEAD + seat].into())
    }

    /// V in a position.
    fn value(&self, lineup: usize, position: &Position) -> Numbers {
        whole(&self.values[lineup].value(position))
    }

    /// What is expected under a card.
    #[inline]
    fn under(&self, row: usize, drawn: usize) -> Numbers {
        self.row(row, |row, seat, others| row[HEAD + others + seat * self.width + drawn].into())
    }

    /// What is expected under the cards that may come, so many.
    #[inline]
    fn mean(&self, row: usize, cards: u32) -> Numbers {
        self.row(row, |row, seat, others| {
            let of_seat = &row[HEAD + others + seat * self.width..][..self.width];
            let mut sums = [0; 4];
            for (numbers, masks) in of_seat.as_chunks::<4>().0.iter().zip(self.masks.as_chunks::<4>().0) {
                (0..4).for_each(|lane| sums[lane] += numbers[lane] & masks[lane]);
            }
            ((sums.iter().sum::<u32>() + cards / 2) / cards).into()
        })
    }

    /// A number for each seat but the last, from the numbers of a row, the seat and how many seats there are.
    #[inline]
    fn row(&self, row: usize, number: impl Fn(&[u32], usize, usize) -> i64) -> Numbers {
        let row = &self.numbers[row * self.stride..][..self.stride];
        let others = self.values[0].seats() - 1;
        std::array::from_fn(|seat| if seat < others { number(row, seat, others) } else { 0 })
    }

    /// Two halves in a row: 0 are its key, 2 the cards of which the expectation stands there, 4 those of which it is not known.
    #[inline]
    fn halves(&self, row: usize, at: usize) -> u64 {
        let halves = &self.numbers[row * self.stride + at..][..2];
        u64::from(halves[1]) << 32 | u64::from(halves[0])
    }

    fn set_halves(&mut self, row: usize, at: usize, number: u64) {
        self.numbers[row * self.stride + at..][..2].copy_from_slice(&[number as u32, (number >> 32) as u32]);
    }

    /// The row of a position, in which its numbers under these cards stand from now on.
    #[inline]
    fn look_up(&mut self, lineup: usize, position: &Position, cards: Cards) -> usize {
        let key = key(lineup, position);
        let (place, tag) = mixed(key);
        let at = place & (self.sets.len() - 1);
        let set = &self.sets[at];
        // Which place of the set it is cannot be foretold, so that no branch depends on it.
        let is_here = |way: usize| u32::from(set.tags[way] == tag && set.rows[way] != EMPTY) << way;
        let ways = (0..WAYS).fold(0, |ways, way| ways | is_here(way));
        if ways > 0 {
            let row = set.rows[ways.trailing_zeros() as usize % WAYS] as usize;
            if self.halves(row, 0) == key {
                if cards & !self.halves(row, 2) > 0 {
                    self.find_out(lineup, position, (row, cards));
                }
                return row;
            }
        }
        self.add(lineup, position, (at, tag), cards)
    }

    /// Adds a row for a position, whose place is in this set.
    #[inline(never)]
    fn add(&mut self, lineup: usize, position: &Position, (at, tag): (usize, u32), cards: Cards) -> usize {
        let row = self.numbers.len() / self.stride;
        self.oldest = (self.oldest + 1) % WAYS;
        let set = &mut self.sets[at];
        let way = set.rows.iter().position(|&row| row == EMPTY).unwrap_or(self.oldest);
        (set.tags[way], set.rows[way]) = (tag, row as u32);
        self.numbers.resize((row + 1) * self.stride, 0);
        if self.sees_others {
            self.ends.resize((row + 1) * self.width, UNKNOWN);
        }
        self.set_halves(row, 0, key(lineup, position));
        self.find_out(lineup, position, (row, cards));
        row
    }

    /// Writes in a row what is expected in its position under these cards, as far as it does not stand there.
    fn find_out(&mut self, lineup: usize, position: &Position, (row, cards): (usize, Cards)) {
        let (known, mut unknown) = (self.halves(row, 2), self.halves(row, 4));
        let (width, values) = (self.width, &mut self.values[lineup]);
        let others = values.seats() - 1;
        let numbers = &mut self.numbers[row * self.stride..][..self.stride];
        let value = whole(&values.value(position));
        (0..others).for_each(|seat| numbers[HEAD + seat] = value[seat] as u32);
        for at in (0..values.cards(position.round).len()).filter(|at| (cards & !known) >> at & 1 == 1) {
            let card = values.cards(position.round)[at];
            let number = values.rounds.number(&values.grids.course, position, card);
            let (number, found) = match values.expected_after(position, number) {
                Ok(found) => (number, whole(&found)),
                Err(_) => {
                    unknown |= 1 << at;
                    (UNKNOWN, value)
                }
            };
            if let Some(end) = self.ends.get_mut(row * width + at) {
                *end = number;
            }
            (0..others).for_each(|seat| numbers[HEAD + others + seat * width + at] = found[seat] as u32);
        }
        self.set_halves(row, 2, known | cards);
        self.set_halves(row, 4, unknown);
    }

    /// What is expected in a position if the round can end as that of this number can, which is known.
    fn otherwise(&mut self, lineup: usize, position: &Position, number: u32) -> Numbers {
        let key = key(lineup, position);
        let (known, of, found) = &mut self.others[mixed(key ^ u64::from(number) << 40).0 & (OTHERS - 1)];
        if *known != key || *of != number {
            let expected = self.values[lineup].expected_after(position, number);
            (*known, *of, *found) = (key, number, whole(&expected.unwrap_or_default()));
        }
        *found
    }
}

/// A place for a key, of which every bit decides on it, and a tag.
#[inline]
fn mixed(key: u64) -> (usize, u32) {
    let folded = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (folded ^ folded >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 32) as usize, mixed as u32)
}

/// A number of its own for a position of a line-up; the dice left on the table follow from the pools.
#[inline]
fn key(lineup: usize, position: &Position) -> u64 {
    let pools = position.pools.iter().fold(0, |key, &pool| key << 8 | u64::from(pool));
    let place = u64::from(position.seen) << 26
        | (lineup as u64) << 18
        | u64::from(position.round) << 10
        | (position.first as u64) << 8;
    (place | u64::from(position.bonus)) << 32 | pools
}

/// Numbers of seats, below 0 too, in whole ones of the unit of values.
fn rounded(effects: &BySeat) -> Numbers {
    std::array::from_fn(|seat| (effects[seat] * f64::from(WHOLE)).round() as i64)
}

/// Values in whole numbers of their unit.
#[inline]
fn whole(values: &BySeat) -> Numbers {
    std::array::from_fn(|seat| (values[seat] * f64::from(WHOLE) + 0.5) as i64)
}
