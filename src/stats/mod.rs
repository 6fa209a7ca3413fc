//! Statistics: estimates with intervals; plain numbers in and out.
//!
//! Owns how sums over blocks become estimates ([`rate`], [`mean`]) and how counts per value become quantiles
//! ([`histogram`]). It knows nothing of games, strategies, threads or files: whoever plays adds up integers,
//! which merge in any order to the same bits, and asks here what they say.
//!
//! Results are the same bits on every platform: sums are integers, `f64` is used with + − × ÷ and square roots
//! in a written order, and what a platform's mathematical library has a hand in (quantiles of distributions)
//! is rounded to 9 decimals before it is used.

mod estimate;
pub mod histogram;
mod quantiles;
mod ratio;
#[cfg(test)]
mod testing;
mod wide;

pub use estimate::{Estimate, Interval, Method};
pub use ratio::{RatioSums, mean, rate};
