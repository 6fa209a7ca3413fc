//! Games between strategies: what the payoffs of a tournament come to as a whole. Plain numbers in and out.
//!
//! Owns ratings, equilibria, and what they may be where payoffs are known from an interval only. It knows nothing of dice
//! games, records or files.
//!
//! | number | method | source |
//! |---|---|---|
//! | rating ([`rate`]) | Plackett and Luce's model of first places, of pairs Bradley and Terry's, by minorisation and maximisation | Plackett 1975; Luce 1959; Bradley & Terry 1952; Hunter 2004 |
//! | how ratings depend on wins ([`response`]) | implicit differentiation at the largest likelihood | |
//! | Nash average ([`nash_average`]) | the equilibrium of most entropy of the zero-sum game, by a primal-dual interior-point method | Balduzzi, Tuyls, Perolat & Graepel 2018 |
//! | equilibrium of a zero-sum game with other choices for each side ([`zero_sum()`]) | the Nash average of its symmetric game | Gale, Kuhn & Tucker 1950 |
//! | α-rank ([`alpha_rank`]) | how long a population that evolves spends with each strategy | Omidshafiei et al. 2019 |
//! | symmetric equilibria of a table ([`symmetric_equilibria`]) | equal payoffs on each small support, by Newton's method | |
//! | what masses may be in a Nash average ([`Mixes`]) | linear programming over all mixes that no reply is known to beat | Dantzig 1963 |
//! | what masses may be by α-rank ([`alpha_rank_ranges`]) | policy iteration over all payoffs within their intervals | Howard 1960 |
//! | interval of an equilibrium of a table ([`resamples`], [`percentiles`]) | percentiles over resampled batches | Efron & Tibshirani 1993; Davison & Hinkley 1997 |
//!
//! Only + − × ÷ and square roots are used, in a written order, so that results are the same bits everywhere;
//! exponentials and logarithms are made of them here.

mod alpha;
mod elementary;
mod linear;
mod mixes;
mod nash;
mod rating;
mod resample;
mod symmetric;
mod zero_sum;

pub use alpha::{alpha_rank, alpha_rank_ranges};
pub use mixes::Mixes;
pub use nash::nash_average;
pub use rating::{TableWins, chance_change, chances, doubted, rate, response, wins};
pub use resample::{percentiles, resamples};
pub use symmetric::{Equilibrium, Payoffs, is_equilibrium, mix_on_support, symmetric_equilibria};
pub use zero_sum::{ZeroSum, zero_sum};

/// A row for each strategy, a column for each other.
pub type Matrix = Vec<Vec<f64>>;
