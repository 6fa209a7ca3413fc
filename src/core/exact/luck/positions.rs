//! Positions as strategies and the memory of values see them.
//!
//! Owns what has happened in a round, the numbers in which a seat sees it, and in which positions' place others are seen.

use crate::exact::course::{Course, Position};
use crate::games::declaration::Slots;
use crate::games::gang::{MAX_SEATS, pools_after};

/// Pools of so many dice and less are seen as they are, for strategies commit all they have there; others as every so many.
const SMALL_POOL: u32 = 8;
const POOL_STEP: u32 = 4;

/// What has happened in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::exact) struct InRound {
    /// The best result, (total + 1) · 256 + dice; 0 if none is valid.
    pub best: u32,
    /// Whose it is.
    pub leader: u8,
    /// How many have acted.
    pub acted: u8,
    /// Dice committed by each seat.
    pub dice: [u8; MAX_SEATS],
}

impl Course {
    /// Who won a round, and what the others committed, by the pools after it. What comes after the round
    /// does not depend on what the winner committed, of which one die stands for all.
    #[inline]
    pub(super) fn end_between(at: &Position, after: &[u32; MAX_SEATS]) -> (Option<usize>, [u8; MAX_SEATS]) {
        let winner = (0..MAX_SEATS).find(|&seat| after[seat] > at.pools[seat]);
        let mut dice = std::array::from_fn(|seat| at.pools[seat].saturating_sub(after[seat]) as u8);
        if let Some(seat) = winner {
            dice[seat] = 1;
        }
        (winner, dice)
    }

    /// Whether some positions are seen as others.
    #[inline]
    pub(super) fn sees_others(&self) -> bool {
        self.seats() == MAX_SEATS
    }

    /// A position in whose place this one is seen: with more than three players, where there are too many to remember, and
    /// before the last rounds, pools of more than a few dice as every so many of them.
    #[inline]
    pub(super) fn near(&self, at: &Position) -> Position {
        if !self.sees_others() || self.is_late(at.round) {
            return *at;
        }
        let mut near = *at;
        let mut most = 0;
        for seat in 0..MAX_SEATS {
            if at.pools[seat] > SMALL_POOL {
                near.pools[seat] = SMALL_POOL + (at.pools[seat] - SMALL_POOL + POOL_STEP / 2) / POOL_STEP * POOL_STEP;
            }
            if near.pools[seat] > near.pools[most] {
                most = seat;
            }
        }
        // Who has most has the rest.
        let others = near.pools.iter().sum::<u32>() - near.pools[most];
        let rest = at.pools.iter().sum::<u32>().saturating_sub(others);
        if rest <= SMALL_POOL {
            return *at;
        }
        near.pools[most] = rest;
        near
    }

    /// What a seat sees before its turn, in the numbers that decisions are remembered by.
    pub(super) fn slots(&self, at: &Position, so_far: &InRound, seat: usize) -> Slots {
        let committed: u32 = so_far.dice.iter().map(|&dice| u32::from(dice)).sum();
        let pools: [u32; MAX_SEATS] = std::array::from_fn(|seat| at.pools[seat] - u32::from(so_far.dice[seat]));
        let most = pools.iter().fold(0, |most, &pool| most.max(pool));
        let [next, second, third] = pools_after(&pools, self.seats(), seat);
        [
            self.allowed(at, seat, committed),
            self.table(at, committed),
            pools[seat],
            pools[0],
            pools[1],
            pools[2],
            pools[3],
            most - pools[seat],
            so_far.best & 0xff,
            so_far.best >> 8,
            if so_far.best > 0 { so_far.leader.into() } else { 0 },
            u32::from(so_far.acted) + 1,
            at.playing().count_ones() - u32::from(so_far.acted) - 1,
            seat as u32,
            at.first as u32,
            self.rounds_left(at.round),
            next,
            second,
            third,
            0,
            0,
            0,
            0,
            0,
        ]
    }
}
