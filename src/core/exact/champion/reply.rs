//! What a number of dice of the last player of a round is worth against the results to beat.
//!
//! Owns its values by result to beat, side by side. How they follow from each other is the business of `rounds`.

use super::super::Shares;
use super::super::game::chances::Row;
use super::plans::{Aim, Commitment};
use super::rounds::Block;
use std::borrow::Cow;

/// The last player's chances to beat each total with a number of dice: the highest if it wants to, or the lowest.
pub(super) fn row(commitment: &Commitment, wants: bool) -> &Row {
    if wants { &commitment.highest } else { &commitment.lowest }
}

/// Its plan for that.
pub(super) fn aim(wants: bool, target: u32) -> Aim {
    if wants { Aim::Reach(target) } else { Aim::Miss(target) }
}

/// A number of dice of the last player against the results of a block.
pub(super) struct Reply<'r> {
    pub commitment: &'r Commitment,
    /// Its chances to win, by place in the block.
    pub chances: Cow<'r, [f64]>,
    /// What it is worth to win, and what everybody has if it does not.
    wins: f64,
    pub loses: Shares,
}

impl<'r> Reply<'r> {
    pub(super) fn new(
        commitment: &'r Commitment,
        block: &Block,
        (wins, loses): (f64, Shares),
        seat: usize,
    ) -> Reply<'r> {
        let target = block.target(0, commitment.dice) as usize;
        let row = row(commitment, wins >= loses[seat]);
        let chances = match row.get(target..target + block.count) {
            Some(chances) => Cow::Borrowed(chances),
            // No total is higher than those of the row.
            None => row.iter().copied().chain(std::iter::repeat(0.0)).skip(target).take(block.count).collect(),
        };
        Reply { commitment, chances, wins, loses }
    }

    /// What it is worth, by place.
    #[inline(always)]
    fn values(&self, seat: usize) -> impl Iterator<Item = f64> {
        let (wins, loses) = (self.wins, self.loses[seat]);
        self.chances.iter().map(move |&chance| mix(chance, wins, loses))
    }

    /// Raises what is best, by place.
    #[inline(always)]
    pub(super) fn raise(&self, best: &mut [f64], seat: usize) {
        for (best, value) in best.iter_mut().zip(self.values(seat)) {
            *best = if value > *best { value } else { *best };
        }
    }

    /// Notes its number where it is as good as that.
    #[inline(always)]
    pub(super) fn take(&self, least: &[f64], seat: usize, (own, number): (&mut [u64], u64)) {
        for ((own, &least), value) in own.iter_mut().zip(least).zip(self.values(seat)) {
            *own = if value >= least { number } else { *own };
        }
    }
}

/// The mean of two values, by the chance to win.
#[inline(always)]
pub(super) fn mix(chance: f64, wins: f64, loses: f64) -> f64 {
    loses + chance * (wins - loses)
}
