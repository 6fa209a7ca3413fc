//! Games in which nobody looks at anything but whether enough dice are allowed: the shortest inner loop.
//!
//! Owns a third writing of a round, for strategies that always commit the same dice by the same plan to a
//! card, and rules without a limited supply. Then seats can be played in any order, so all draws of a round are
//! independent of each other, and only its award waits for them. A game in which somebody has too few dice
//! is given up here.

use super::batch::{Played, winners};
use super::course::{Course, Lengths, NOBODY, Record, Round, outcome};
use super::memo::{Memo, Steady};
use crate::dice::BlockKey;
use crate::exact::Guide;
use crate::games::gang::{CardIndex, CardOrder, Gang, MAX_CARDS, MAX_SEATS};
use crate::games::{Game, Outcome};
use crate::simulate::{Seatings, SheetsIn};

// A turn's result in one number: its code, its dice, how early it was, and the seat. The highest wins the round.
const SEAT_BITS: u32 = 2;
const EARLY_BITS: u32 = 2;
const DICE_BITS: u32 = 5;
const DICE: u32 = SEAT_BITS + EARLY_BITS;
const CODE: u32 = DICE + DICE_BITS;
/// The lowest number of a valid result.
const VALID: u32 = 1 << CODE;
/// The lowest number of a result that a guide leaves open.
const OPEN: u32 = (Guide::SEVERAL as u32) << CODE;

/// The most tables: those that a byte can tell apart, so that no number of a table is out of range.
const MOST_TABLES: usize = 1 << u8::BITS;

/// More cards than any deck has, a power of two: so many that no number of a card is out of range.
const MOST_CARDS: usize = MAX_CARDS.next_power_of_two();

/// A number for each seat; of seats that nobody takes 0. A vector register, loaded at once.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(16))]
struct PerSeat([u32; MAX_SEATS]);

/// The steady decisions of a seating under a card.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(128))]
struct Deal {
    /// By the first player of the round: for each seat its dice, how early it is, and its number, where they stand
    /// in a turn's number.
    ranks: [PerSeat; MAX_SEATS],
    /// The dice that must be allowed.
    needs: PerSeat,
    /// How many more these are than the dice committed.
    spare: PerSeat,
    tables: [u8; MAX_SEATS],
    /// All dice committed together.
    committed: u32,
}

/// Steady decisions at a table of known size.
#[derive(Clone, Debug)]
pub(super) struct SteadyTable {
    /// By seating, then card.
    deals: Vec<[Deal; MOST_CARDS]>,
    /// The guides of all tables, by their numbers.
    guides: Box<[Guide; MOST_TABLES]>,
}

/// By winner: all bits for the winner, none for the others.
const TO_WINNER: [PerSeat; MAX_SEATS] = [
    PerSeat([u32::MAX, 0, 0, 0]),
    PerSeat([0, u32::MAX, 0, 0]),
    PerSeat([0, 0, u32::MAX, 0]),
    PerSeat([0, 0, 0, u32::MAX]),
];

impl SteadyTable {
    /// The table, if every decision is steady.
    pub(super) fn new(course: &Course, memo: &Memo, seatings: &Seatings) -> Option<SteadyTable> {
        if course.supply.is_some() {
            return None;
        }
        let (turns, cards) = (memo.all_steady()?, memo.cards());
        let mut guides = memo.guides().to_vec();
        if guides.len() > MOST_TABLES {
            return None;
        }
        guides.resize(MOST_TABLES, *guides.first()?);
        let guides = guides.into_boxed_slice().try_into().ok()?;
        let mut deals = vec![[Deal::default(); MOST_CARDS]; seatings.games() as usize];
        for (deals, seating) in deals.iter_mut().zip(seatings.iter()) {
            for (card, deal) in deals[..cards].iter_mut().enumerate() {
                for (seat, &strategy) in seating.iter().enumerate() {
                    deal.add(seat, course.seats, turns[strategy * cards + card]);
                }
            }
        }
        Some(SteadyTable { deals, guides })
    }

    /// Plays all games of these blocks, and notes the rounds of those that the sheets count; a game in which
    /// somebody ran short of dice has no outcome.
    pub(super) fn play(
        &self,
        (game, course): (&Gang, &Course),
        memo: &Memo,
        blocks: &[(BlockKey, SheetsIn)],
        order: &mut CardOrder,
        played: &mut Played,
    ) {
        match course.seats {
            2 => self.play_seats::<2>((game, course), memo, blocks, order, played),
            3 => self.play_seats::<3>((game, course), memo, blocks, order, played),
            _ => self.play_seats::<MAX_SEATS>((game, course), memo, blocks, order, played),
        }
    }

    fn play_seats<const SEATS: usize>(
        &self,
        (game, course): (&Gang, &Course),
        memo: &Memo,
        blocks: &[(BlockKey, SheetsIn)],
        order: &mut CardOrder,
        played: &mut Played,
    ) {
        let table = Table { guides: &self.guides, course, memo };
        let mut places = played.outcomes.iter_mut().zip(&mut played.logs);
        for &(key, sheets) in blocks {
            game.begin_block(key, order);
            let order = order.cards();
            for (deals, (outcome, log)) in self.deals.iter().zip(&mut places) {
                *outcome = match sheets {
                    SheetsIn::Counted => table.play::<SEATS, true>(deals, key, order, log),
                    SheetsIn::Skipped => table.play::<SEATS, false>(deals, key, order, &mut []),
                };
            }
        }
    }
}

impl Deal {
    fn add(&mut self, seat: usize, seats: usize, turn: Steady) {
        let dice = turn.leaf.dice();
        for (first, ranks) in self.ranks.iter_mut().enumerate() {
            let after = (seat + seats - first % seats) % seats;
            let early = (MAX_SEATS - 1 - after) as u32;
            ranks.0[seat] = dice << DICE | early << SEAT_BITS | seat as u32;
        }
        (self.needs.0[seat], self.spare.0[seat]) = (turn.needs, turn.needs - dice);
        self.tables[seat] = turn.leaf.table() as u8;
        self.committed += dice;
    }

    /// The dice that a seat commits.
    fn dice(&self, seat: usize) -> u8 {
        (self.needs.0[seat] - self.spare.0[seat]) as u8
    }
}

/// What is the same in all games.
struct Table<'g> {
    guides: &'g [Guide; MOST_TABLES],
    course: &'g Course,
    memo: &'g Memo,
}

impl Table<'_> {
    /// The outcome of a game, or `None` if somebody ran short of dice. Writes the rounds to `log` if `LOG` says so.
    // Not inlined: then the loop would have to share the registers with the one around it.
    #[inline(never)]
    fn play<const SEATS: usize, const LOG: bool>(
        &self,
        deals: &[Deal; MOST_CARDS],
        key: BlockKey,
        order: &[CardIndex],
        log: &mut [Record],
    ) -> Option<Outcome> {
        let mut pools = PerSeat::default();
        pools.0[..SEATS].fill(self.course.pool);
        let (mut first, mut table, mut all_invalid_rounds) = (0, 0, 0);
        // The top bit of a seat's is set once it had fewer dice than its decision needs.
        let mut short = PerSeat::default();
        for (number, (round, card)) in self.course.rounds.iter().zip(order).enumerate() {
            let deal = &deals[usize::from(card.0) % MOST_CARDS];
            let mut codes = [0; MAX_SEATS];
            let mut best = self.best::<SEATS>((key, round), deal, first, &mut codes, |table, word| {
                self.guides[usize::from(table)].code_or_several(word)
            });
            if best >= OPEN {
                // Codes that nobody notes are kept apart, so that they need not be kept at all.
                let mut unwanted = [0; MAX_SEATS];
                best = self.search::<SEATS>((key, round), deal, first, if LOG { &mut codes } else { &mut unwanted });
            }
            table += round.bonus + deal.committed;
            let (won, winner) = (best >= VALID, best as usize % MAX_SEATS);
            if LOG {
                let winner = if won { winner as u8 } else { NOBODY };
                let dice = std::array::from_fn(|seat| deal.dice(seat));
                log[number] = Record { card: card.0, table: table as u16, winner, dice, codes };
            }
            let award = if won { table } else { 0 };
            let left = each(|seat| pools.0[seat].wrapping_sub(deal.needs.0[seat]));
            short = each(|seat| short.0[seat] | left.0[seat]);
            pools = each(|seat| {
                left.0[seat].wrapping_add(deal.spare.0[seat]).wrapping_add(award & TO_WINNER[winner].0[seat])
            });
            first = if won { winner } else { first };
            table -= award;
            all_invalid_rounds += u32::from(!won);
        }
        let short = short.0.iter().any(|short| short >> 31 == 1);
        (!short).then(|| end::<SEATS>(self.course, pools, all_invalid_rounds))
    }

    /// The highest number of a round, and each seat's code, from the tables and the words.
    #[inline(always)]
    fn best<const SEATS: usize>(
        &self,
        (key, round): (BlockKey, &Round),
        deal: &Deal,
        first: usize,
        codes: &mut [u8; MAX_SEATS],
        code: impl Fn(u8, u64) -> u8,
    ) -> u32 {
        let ranks = &deal.ranks[first % MAX_SEATS];
        (0..SEATS).fold(0, |best, seat| {
            codes[seat] = code(deal.tables[seat], key.draw_at(round.steps[seat]));
            best.max(u32::from(codes[seat]) << CODE | ranks.0[seat])
        })
    }

    /// As [`Table::best`], where a guide leaves a result open.
    #[cold]
    #[inline(never)]
    fn search<const SEATS: usize>(
        &self,
        (key, round): (BlockKey, &Round),
        deal: &Deal,
        first: usize,
        codes: &mut [u8; MAX_SEATS],
    ) -> u32 {
        self.best::<SEATS>((key, round), deal, first, codes, |table, word| {
            let table = usize::from(table);
            self.guides[table].code(word).unwrap_or_else(|| self.memo.numbered(table).code(word))
        })
    }
}

#[inline]
fn each(number: impl Fn(usize) -> u32) -> PerSeat {
    PerSeat(std::array::from_fn(number))
}

/// The outcome of a game in which nobody ran short of dice before the end, so that whoever has none was eliminated
/// by the last round.
#[inline]
fn end<const SEATS: usize>(course: &Course, pools: PerSeat, all_invalid_rounds: u32) -> Outcome {
    let (mut out, mut eliminations) = (0, 0);
    for (seat, &pool) in pools.0[..SEATS].iter().enumerate() {
        out |= u32::from(pool == 0) << seat;
        eliminations += u32::from(pool == 0);
    }
    let rounds = course.rounds.len() as u32;
    let lengths = Lengths { turns: rounds * SEATS as u32, rounds, eliminations, all_invalid_rounds };
    outcome(winners(&pools.0, ((1 << SEATS) - 1) & !out, out), pools.0, lengths)
}
