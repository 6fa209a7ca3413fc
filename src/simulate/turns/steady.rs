//! Games in which nobody looks at anything but whether enough dice are allowed: the shortest inner loop.
//!
//! Owns a third writing of a round, for strategies that always commit the same dice by the same plan to a
//! card, and rules without a limited supply. Then seats can be played in any order, so all draws of a round are
//! independent of each other, and only its award waits for them. A game in which somebody has too few dice
//! is given up here.

use super::batch::{Start, winners};
use super::course::{Course, Lengths, outcome};
use super::memo::{Memo, Steady};
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

/// Steady decisions at a table of known size.
#[derive(Clone, Debug)]
pub(super) struct SteadyTable {
    /// By root.
    turns: Vec<Steady>,
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
        Some(SteadyTable { turns: memo.all_steady()?, places })
    }

    /// The outcome of a game, or `None` if somebody ran short of dice.
    pub(super) fn play(&self, course: &Course, memo: &Memo, start: &Start<'_>) -> Option<Outcome> {
        match course.seats {
            2 => self.play_seats::<2>(course, memo, start),
            3 => self.play_seats::<3>(course, memo, start),
            _ => self.play_seats::<4>(course, memo, start),
        }
    }

    #[inline]
    fn play_seats<const SEATS: usize>(&self, course: &Course, memo: &Memo, start: &Start<'_>) -> Option<Outcome> {
        let mut pools = [course.pool; SEATS];
        let (mut first, mut table, mut all_invalid_rounds) = (0, 0, 0);
        // Its top bit is set once somebody had fewer dice than its decision needs.
        let mut short = 0;
        for (round, card) in course.rounds.iter().zip(start.order) {
            let mut best = 0;
            table += round.bonus;
            for seat in 0..SEATS {
                let turn = &self.turns[start.roots[seat] as usize + usize::from(card.0)];
                let word = start.key.draw_at(round.steps[seat]);
                let (number, dice) = (turn.leaf.table(), turn.leaf.dice());
                let code = memo.guides()[number].code(word);
                let code = u32::from(code.unwrap_or_else(|| memo.numbered(number).code(word)));
                best = best.max(code << CODE | dice << DICE | self.places[first as usize % MAX_SEATS][seat]);
                short |= pools[seat].wrapping_sub(turn.needs);
                pools[seat] = pools[seat].wrapping_sub(dice);
                table += dice;
            }
            let won = u32::from(best >= VALID);
            let winner = best % (1 << SEAT_BITS);
            for (seat, pool) in (0..).zip(&mut pools) {
                *pool = pool.wrapping_add(if winner == seat { table * won } else { 0 });
            }
            first = if won == 1 { winner } else { first };
            table *= 1 - won;
            all_invalid_rounds += 1 - won;
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
