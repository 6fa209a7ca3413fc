//! Which intervals the tables of a run have.
//!
//! Owns the choice between intervals for a number of blocks fixed beforehand and those of a confidence sequence, for
//! runs that ended because of what they showed.

use crate::games::WHOLE_WIN;
use crate::record::Tallies;
use crate::stats::{ErrorRate, Moments, Scale, Sequence, Stopping};

/// How the intervals of numbers from `blocks` blocks of this run are made; all of them are of 95 %.
pub(super) fn stopping(tallies: &Tallies, blocks: u64) -> Stopping {
    match tallies.until {
        None => Stopping::Fixed,
        Some(_) => Stopping::ByData { sequence: Sequence::new(ErrorRate::FIVE_PERCENT), blocks },
    }
}

/// The largest standard error of a strategy's win share; `None` from fewer than two blocks, or if a block has more than
/// 2^32 / 60 seats of a strategy.
pub fn largest_standard_error(tallies: &Tallies) -> Option<f64> {
    let errors = tallies.strategies.iter().map(|strategy| {
        let share = strategy.total.share;
        let unit = u32::try_from(strategy.total.seats_a_block).ok()?.checked_mul(WHOLE_WIN)?;
        Moments { n: tallies.blocks, sum: share.sum, squares: share.squares }
            .standard_error(Scale::new(unit.into(), unit.into()))
    });
    errors.collect::<Option<Vec<f64>>>().map(|errors| errors.into_iter().fold(0.0, f64::max))
}
