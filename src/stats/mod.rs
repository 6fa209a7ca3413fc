//! Statistics: estimates with intervals; plain numbers in and out.
//!
//! Owns how sums over blocks become estimates ([`rate`], [`mean`], [`difference`]), how a run may be watched until it
//! has said enough ([`Sequence`], [`Sprt`]), and how counts per value become quantiles
//! ([`quantile`]). It knows nothing of games, strategies, threads or files: whoever plays adds up integers,
//! which add up in any order to the same bits, and asks here what they say.
//!
//! Results are the same bits on every platform: sums are integers, `f64` is used with + − × ÷ and square roots
//! in a written order, and what a platform's mathematical library has a hand in (quantiles of distributions)
//! is rounded to 9 decimals before it is used.

mod estimate;
mod moments;
mod quantiles;
mod ratio;
mod sequence;

pub use estimate::{ErrorRate, ErrorRateError};
pub use estimate::{Estimate, Interval, Method};
pub use moments::{Moments, Scale, difference};
pub use quantiles::quantile;
pub use ratio::{RatioSums, Stopping, mean, rate};
pub use sequence::{FIRST_LOOK, Sequence, looks};
pub use sequence::{Sprt, SprtError, Verdict};
