//! Which intervals the tables of a run have.
//!
//! Owns the choice between intervals for a number of blocks fixed beforehand and those of a confidence sequence, for
//! runs that ended because of what they showed.

use crate::games::WHOLE_WIN;
use crate::record::Tallies;
use crate::stats::{self, ErrorRate, Estimate, Moments, RatioSums, Scale, Sequence};

/// How the intervals of a run are made; all of them are of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Intervals {
    /// For a number of blocks fixed beforehand.
    Fixed,
    /// Valid at all looks at once.
    Sequence(Sequence),
}

impl Intervals {
    /// Those of this run.
    pub(super) fn of(tallies: &Tallies) -> Intervals {
        match tallies.until {
            None => Intervals::Fixed,
            Some(_) => Intervals::Sequence(Sequence::new(ErrorRate::FIVE_PERCENT)),
        }
    }

    /// A proportion, after `blocks` blocks.
    pub(super) fn rate(self, sums: &RatioSums, unit: u32, blocks: u64) -> Option<Estimate> {
        match self {
            Intervals::Fixed => stats::rate(sums, unit),
            Intervals::Sequence(sequence) => stats::rate_in_sequence(sums, unit, &sequence, blocks),
        }
    }

    /// A mean of any size, after `blocks` blocks.
    pub(super) fn mean(self, sums: &RatioSums, blocks: u64) -> Option<Estimate> {
        match self {
            Intervals::Fixed => stats::mean(sums),
            Intervals::Sequence(sequence) => stats::mean_in_sequence(sums, &sequence, blocks),
        }
    }
}

/// The largest standard error of a strategy's win share; `None` from fewer than two blocks, or if a block has more than
/// 2^32 / 60 seats of a strategy.
pub fn largest_standard_error(tallies: &Tallies) -> Option<f64> {
    let errors = tallies.strategies.iter().map(|strategy| {
        let share = strategy.total.share;
        let unit = u32::try_from(strategy.total.seats_a_block).ok()?.checked_mul(WHOLE_WIN)?;
        Moments { n: tallies.blocks, sum: share.sum, squares: share.squares }.standard_error(Scale::shares(unit))
    });
    errors.collect::<Option<Vec<f64>>>().map(|errors| errors.into_iter().fold(0.0, f64::max))
}
