//! Games between strategies: what the payoffs of a tournament come to as a whole. Plain numbers in and out.
//!
//! Owns ratings, equilibria and what one number a strategy leaves out; payoffs that are estimated are resampled, so that
//! whatever is made of them has an interval. It knows nothing of dice games, records or files.
//!
//! | number | method | source |
//! |---|---|---|
//! | rating ([`rate`]) | Plackett and Luce's model of first places, of pairs Bradley and Terry's, by minorisation and maximisation | Plackett 1975; Luce 1959; Bradley & Terry 1952; Hunter 2004 |
//! | what ratings cannot say ([`curl`]) | what is left of a flow when the nearest difference of potentials is taken away | Jiang, Lim, Yao & Ye 2011; Balduzzi et al. 2018 |
//! | Nash average ([`nash_average`]) | the equilibrium of most entropy of the zero-sum game, by a primal-dual interior-point method | Balduzzi, Tuyls, Perolat & Graepel 2018 |
//! | α-rank ([`alpha_rank`]) | how long a population that evolves spends with each strategy | Omidshafiei et al. 2019 |
//! | symmetric equilibria of a table ([`symmetric_equilibria`]) | equal payoffs on each small support, by Newton's method | |
//! | interval of any of them ([`resamples`], [`percentiles`]) | percentiles over resampled batches | Efron & Tibshirani 1993; Davison & Hinkley 1997 |
//!
//! Only + − × ÷ and square roots are used, in a written order, so that results are the same bits everywhere;
//! exponentials and logarithms are made of them here.

mod alpha;
mod elementary;
mod flow;
mod linear;
mod nash;
mod rating;
mod resample;
mod symmetric;

pub use alpha::alpha_rank;
pub use flow::{curl, potentials};
pub use nash::nash_average;
pub use rating::{TableWins, rate};
pub use resample::{percentiles, resamples};
pub use symmetric::{Equilibrium, Payoffs, is_equilibrium, mix_on_support, symmetric_equilibria};

/// A row for each strategy, a column for each other.
pub type Matrix = Vec<Vec<f64>>;
