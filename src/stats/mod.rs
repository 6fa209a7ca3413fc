//! Statistics: estimates with intervals; plain numbers in and out.
//!
//! Owns how sums over blocks become estimates ([`rate`], [`mean`], [`difference()`]), how a run may be watched until it
//! has said enough ([`Sequence`], [`Sprt`], [`Pentanomial`]), and how counts per value become quantiles
//! ([`histogram`]). It knows nothing of games, strategies, threads or files: whoever plays adds up integers,
//! which merge in any order to the same bits, and asks here what they say.
//!
//! Results are the same bits on every platform: sums are integers, `f64` is used with + − × ÷ and square roots
//! in a written order, and what a platform's mathematical library has a hand in (quantiles of distributions)
//! is rounded to 9 decimals before it is used.

mod difference;
mod error_rate;
mod estimate;
pub mod histogram;
mod moments;
mod pentanomial;
mod quantiles;
mod ratio;
mod sequence;
mod sprt;
#[cfg(test)]
mod testing;
mod wide;

pub use difference::{difference, simultaneous_differences};
pub use error_rate::{ErrorRate, ErrorRateError};
pub use estimate::{Estimate, Interval, Method};
pub use moments::{Moments, Scale};
pub use pentanomial::Pentanomial;
pub use ratio::{RatioSums, mean, mean_in_sequence, rate, rate_in_sequence};
pub use sequence::{FIRST_LOOK, Sequence, looks};
pub use sprt::{Sprt, SprtBounds, SprtError, Verdict};
