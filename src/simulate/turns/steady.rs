//! Games in which nobody looks at anything but whether enough dice are allowed: the shortest inner loop.
//!
//! Owns a third writing of a round, for strategies that always commit the same dice by the same plan to a
//! card, and rules without a limited supply. Then seats can be played in any order, so all draws of a round are
//! independent of each other, and only its award waits for them. A game in which somebody has too few dice
//! is given up here.

use super::batch::{Start, winners};
use super::course::{Course, Lengths, NOBODY, Record, outcome};
use super::memo::{Memo, Steady};
use crate::games::Outcome;
use crate::games::gang::MAX_SEATS;
use crate::simulate::Seatings;

// A turn's result in one number: its code, its dice, how early it was, and the seat. The highest wins the round.
const SEAT_BITS: u32 = 2;
const EARLY_BITS: u32 = 2;
const DICE_BITS: u32 = 5;
const DICE: u32 = SEAT_BITS + EARLY_BITS;
const CODE: u32 = DICE + DICE_BITS;
/// The lowest number of a valid result.
const VALID: u32 = 1 << CODE;

/// A number for each seat; of seats that nobody takes 0.
type PerSeat = [u32; MAX_SEATS];

/// The steady decisions of a seating under a card.
#[derive(Clone, Copy, Debug, Default)]
struct Deal {
    dice: PerSeat,
    /// The dice that must be allowed.
    needs: PerSeat,
    /// The dice where they stand in a turn's number.
    ranks: PerSeat,
    tables: PerSeat,
    /// All dice together.
    committed: u32,
}

/// Steady decisions at a table of known size.
#[derive(Clone, Debug)]
pub(super) struct SteadyTable {
    /// By seating and card.
    deals: Vec<Deal>,
    cards: usize,
    /// By the first player of a round: for each seat how early it is, and its number.
    places: [PerSeat; MAX_SEATS],
}

/// By winner: all bits for the winner, none for the others.
const TO_WINNER: [PerSeat; MAX_SEATS] =
    [[u32::MAX, 0, 0, 0], [0, u32::MAX, 0, 0], [0, 0, u32::MAX, 0], [0, 0, 0, u32::MAX]];

impl SteadyTable {
    /// The table, if every decision is steady.
    pub(super) fn new(course: &Course, memo: &Memo, seatings: &Seatings) -> Option<SteadyTable> {
        if course.supply.is_some() {
            return None;
        }
        let (turns, cards) = (memo.all_steady()?, memo.cards());
        let place = |first: usize, seat: usize| {
            let after = (seat + course.seats - first % course.seats) % course.seats;
            ((MAX_SEATS - 1 - after) as u32) << SEAT_BITS | seat as u32
        };
        let places = std::array::from_fn(|first| std::array::from_fn(|seat| place(first, seat)));
        let mut deals = Vec::new();
        for seating in seatings.iter() {
            deals.extend((0..cards).map(|card| {
                let mut deal = Deal::default();
                for (seat, &strategy) in seating.iter().enumerate() {
                    deal.add(seat, turns[strategy * cards + card]);
                }
                deal
            }));
        }
        Some(SteadyTable { deals, cards, places })
    }

    /// The outcome of a game in the seating of this number, or `None` if somebody ran short of dice; writes its
    /// rounds to `log` unless that is empty.
    pub(super) fn play(
        &self,
        course: &Course,
        memo: &Memo,
        (start, seating): (&Start<'_>, usize),
        log: &mut [Record],
    ) -> Option<Outcome> {
        let deals = &self.deals[seating * self.cards..][..self.cards];
        let game = Game { places: &self.places, deals, course, memo, start };
        match (course.seats, log.is_empty()) {
            (2, true) => game.play::<2, false>(log),
            (2, false) => game.play::<2, true>(log),
            (3, true) => game.play::<3, false>(log),
            (3, false) => game.play::<3, true>(log),
            (_, true) => game.play::<4, false>(log),
            (_, false) => game.play::<4, true>(log),
        }
    }
}

impl Deal {
    fn add(&mut self, seat: usize, turn: Steady) {
        let dice = turn.leaf.dice();
        (self.dice[seat], self.needs[seat], self.ranks[seat]) = (dice, turn.needs, dice << DICE);
        self.tables[seat] = turn.leaf.table() as u32;
        self.committed += dice;
    }
}

/// A game to be played.
struct Game<'g> {
    places: &'g [PerSeat; MAX_SEATS],
    deals: &'g [Deal],
    course: &'g Course,
    memo: &'g Memo,
    start: &'g Start<'g>,
}

impl Game<'_> {
    #[inline(never)]
    fn play<const SEATS: usize, const LOG: bool>(&self, log: &mut [Record]) -> Option<Outcome> {
        let mut pools = PerSeat::default();
        pools[..SEATS].fill(self.course.pool);
        let (mut first, mut table, mut all_invalid_rounds) = (0, 0, 0);
        // The top bit of a seat's is set once it had fewer dice than its decision needs.
        let mut short = PerSeat::default();
        for (number, (round, card)) in self.course.rounds.iter().zip(self.start.order).enumerate() {
            let deal = &self.deals[usize::from(card.0)];
            let places = &self.places[first % MAX_SEATS];
            let mut best = 0;
            let mut codes = [0; MAX_SEATS];
            for seat in 0..SEATS {
                codes[seat] = self.code(deal.tables[seat] as usize, self.start.key.draw_at(round.steps[seat]));
                best = best.max(u32::from(codes[seat]) << CODE | deal.ranks[seat] | places[seat]);
            }
            table += round.bonus + deal.committed;
            let (won, winner) = (best >= VALID, best as usize % MAX_SEATS);
            if LOG {
                let winner = if won { winner as u8 } else { NOBODY };
                let dice = deal.dice.map(|dice| dice as u8);
                log[number] = Record { card: card.0, table: table as u16, winner, dice, codes };
            }
            let award = if won { table } else { 0 };
            short = each(|seat| short[seat] | pools[seat].wrapping_sub(deal.needs[seat]));
            pools =
                each(|seat| pools[seat].wrapping_sub(deal.dice[seat]).wrapping_add(award & TO_WINNER[winner][seat]));
            first = if won { winner } else { first };
            table -= award;
            all_invalid_rounds += u32::from(!won);
        }
        let short = short.iter().any(|short| short >> 31 == 1);
        (!short).then(|| end::<SEATS>(self.course, pools, all_invalid_rounds))
    }

    #[inline(always)]
    fn code(&self, table: usize, word: u64) -> u8 {
        match self.memo.guides()[table].code(word) {
            Some(code) => code,
            None => self.search(table, word),
        }
    }

    #[cold]
    #[inline(never)]
    fn search(&self, table: usize, word: u64) -> u8 {
        self.memo.numbered(table).code(word)
    }
}

#[inline]
fn each(number: impl Fn(usize) -> u32) -> PerSeat {
    std::array::from_fn(number)
}

/// The outcome of a game in which nobody ran short of dice before the end, so that whoever has none was eliminated
/// by the last round.
#[inline]
fn end<const SEATS: usize>(course: &Course, pools: PerSeat, all_invalid_rounds: u32) -> Outcome {
    let (mut out, mut eliminations) = (0, 0);
    for (seat, &pool) in pools[..SEATS].iter().enumerate() {
        out |= u32::from(pool == 0) << seat;
        eliminations += u32::from(pool == 0);
    }
    let rounds = course.rounds.len() as u32;
    let lengths = Lengths { turns: rounds * SEATS as u32, rounds, eliminations, all_invalid_rounds };
    outcome(winners(&pools, ((1 << SEATS) - 1) & !out, out), pools, lengths)
}
