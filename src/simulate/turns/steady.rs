//! Games in which nobody looks at anything but whether enough dice are allowed: the shortest inner loop.
//!
//! Owns a third writing of a round, for strategies that always commit the same dice by the same plan to a
//! card, and rules without a limited supply. Then seats can be played in any order, so all draws of a round are
//! independent of each other, and only its award waits for them. A game in which somebody has too few dice
//! is given up here.

use super::batch::{Start, winners};
use super::course::{Course, Lengths, NOBODY, Record, outcome};
use super::memo::{Memo, Steady};
use crate::exact::Guide;
use crate::games::Outcome;
use crate::games::gang::MAX_SEATS;

// A turn's result in one number: its code, its dice, how early it was, and the seat. The highest wins the round.
const SEAT_BITS: u32 = 2;
const EARLY_BITS: u32 = 2;
const DICE_BITS: u32 = 5;
const DICE: u32 = SEAT_BITS + EARLY_BITS;
const CODE: u32 = DICE + DICE_BITS;
/// The lowest number of a valid result.
const VALID: u32 = 1 << CODE;

/// A steady decision, its guide at hand.
#[derive(Clone, Debug)]
struct SteadyTurn {
    needs: u32,
    dice: u32,
    table: usize,
    guide: Guide,
}

/// Steady decisions at a table of known size.
#[derive(Clone, Debug)]
pub(super) struct SteadyTable {
    /// By root.
    turns: Vec<SteadyTurn>,
    /// By the first player of a round: for each seat how early it is, and its number.
    places: [[u32; MAX_SEATS]; MAX_SEATS],
}

impl SteadyTable {
    /// The table, if every decision is steady.
    pub(super) fn new(course: &Course, memo: &Memo) -> Option<SteadyTable> {
        if course.supply.is_some() {
            return None;
        }
        let place = |first: usize, seat: usize| {
            let after = (seat + course.seats - first % course.seats) % course.seats;
            ((MAX_SEATS - 1 - after) as u32) << SEAT_BITS | seat as u32
        };
        let places = std::array::from_fn(|first| std::array::from_fn(|seat| place(first, seat)));
        let turn = |steady: Steady| {
            let (dice, table) = (steady.leaf.dice(), steady.leaf.table());
            SteadyTurn { needs: steady.needs, dice, table, guide: memo.guides()[table] }
        };
        Some(SteadyTable { turns: memo.all_steady()?.into_iter().map(turn).collect(), places })
    }

    /// The outcome of a game, or `None` if somebody ran short of dice; writes its rounds to `log` unless that is
    /// empty.
    pub(super) fn play(
        &self,
        course: &Course,
        memo: &Memo,
        start: &Start<'_>,
        log: &mut [Record],
    ) -> Option<Outcome> {
        match (course.seats, log.is_empty()) {
            (2, true) => self.play_seats::<2, false>(course, memo, start, log),
            (2, false) => self.play_seats::<2, true>(course, memo, start, log),
            (3, true) => self.play_seats::<3, false>(course, memo, start, log),
            (3, false) => self.play_seats::<3, true>(course, memo, start, log),
            (_, true) => self.play_seats::<4, false>(course, memo, start, log),
            (_, false) => self.play_seats::<4, true>(course, memo, start, log),
        }
    }

    fn play_seats<const SEATS: usize, const LOG: bool>(
        &self,
        course: &Course,
        memo: &Memo,
        start: &Start<'_>,
        log: &mut [Record],
    ) -> Option<Outcome> {
        let mut pools = [course.pool; SEATS];
        let (mut first, mut table, mut all_invalid_rounds) = (0, 0, 0);
        // Its top bit is set once somebody had fewer dice than its decision needs.
        let mut short = 0;
        for (number, (round, card)) in course.rounds.iter().zip(start.order).enumerate() {
            let mut best = 0;
            let mut record = Record::default();
            table += round.bonus;
            for seat in 0..SEATS {
                let turn = &self.turns[start.roots[seat] as usize + usize::from(card.0)];
                let word = start.key.draw_at(round.steps[seat]);
                let code = turn.guide.code(word).unwrap_or_else(|| memo.numbered(turn.table).code(word));
                let rank = u32::from(code) << CODE | turn.dice << DICE;
                best = best.max(rank | self.places[first as usize % MAX_SEATS][seat]);
                short |= pools[seat].wrapping_sub(turn.needs);
                pools[seat] = pools[seat].wrapping_sub(turn.dice);
                table += turn.dice;
                if LOG {
                    (record.dice[seat], record.codes[seat]) = (turn.dice as u8, code);
                }
            }
            let won = best >= VALID;
            let winner = best % (1 << SEAT_BITS);
            if LOG {
                let winner = if won { winner as u8 } else { NOBODY };
                log[number] = Record { card: card.0, table: table as u16, winner, ..record };
            }
            let award = if won { table } else { 0 };
            for (seat, pool) in (0..).zip(&mut pools) {
                *pool = pool.wrapping_add(if winner == seat { award } else { 0 });
            }
            first = if won { winner } else { first };
            table -= award;
            all_invalid_rounds += u32::from(!won);
        }
        (short >> 31 == 0).then(|| end(course, &pools, all_invalid_rounds))
    }
}

/// The outcome of a game in which nobody ran short of dice before the end, so that whoever has none was eliminated
/// by the last round.
#[inline]
fn end<const SEATS: usize>(course: &Course, pools: &[u32; SEATS], all_invalid_rounds: u32) -> Outcome {
    let mut all = [0; MAX_SEATS];
    all[..SEATS].copy_from_slice(pools);
    let (mut out, mut eliminations) = (0, 0);
    for (seat, &pool) in pools.iter().enumerate() {
        out |= u32::from(pool == 0) << seat;
        eliminations += u32::from(pool == 0);
    }
    let rounds = course.rounds.len() as u32;
    let lengths = Lengths { turns: rounds * SEATS as u32, rounds, eliminations, all_invalid_rounds };
    outcome(winners(&all, ((1 << SEATS) - 1) & !out, out), all, lengths)
}
