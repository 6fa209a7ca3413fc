//! What the payoffs of a tournament come to as a whole: ratings, equilibria, cycles, each with its interval.
//!
//! Owns which of them there are, and symmetric equilibria, whose intervals are percentiles of 399 resamples of the batches (99 of
//! more than 60 entrants), drawn with the seed of the tournament; these do not allow for games that were allotted by what had
//! been seen. Ratings are in `rated`, masses and cycles in `mirror`.

use super::mirror::Mirror;
use super::{Cycle, Payoff, Rated, Standings, orders};
use crate::meta;
use crate::meta::{Equilibrium, Payoffs};
use crate::record::{BATCHES, Schedule};
use crate::stats::{Estimate, Interval};

/// The most entrants of which anything is made as a whole.
const MOST: usize = 150;
/// The most payoffs of which symmetric equilibria are sought.
const MOST_PAYOFFS: usize = 20_000;

/// A mix that is its own best response.
#[derive(Clone, Debug)]
pub struct Mix {
    /// The entrants that it has, and the mass of each.
    pub mass: Vec<(usize, Estimate)>,
    /// In what share of the resamples these entrants have such a mix.
    pub held: f64,
}

/// What a tournament comes to as a whole.
#[derive(Clone, Debug)]
pub struct Meta {
    /// The ratings.
    pub rated: Rated,
    /// By entrant its mass in the Nash average; an interval is its range over all payoffs that hold together.
    pub nash: Vec<Estimate>,
    /// By entrant its mass by α-rank, likewise.
    pub alpha: Vec<Estimate>,
    /// By entrant what it wins among copies of one that the Nash average draws, likewise.
    pub against: Vec<Estimate>,
    /// The cycles of three that are settled, the clearest first, and how many there are.
    pub cycles: (Vec<Cycle>, usize),
    /// The symmetric equilibria; none unless every choice of entrants was played.
    pub equilibria: Vec<Mix>,
    /// How many resamples the intervals of equilibria rest on; none without equilibria.
    pub resamples: usize,
}

impl Meta {
    /// What these standings come to; `None` of a field, where entrants do not meet, and of more than 150 entrants.
    pub fn new(standings: &Standings<'_>, seed: u64) -> Option<Meta> {
        if standings.tallies.schedule == Schedule::Field || standings.entrants() > MOST {
            return None;
        }
        let mirror = Mirror::new(standings)?;
        let (nash, against) = mirror.nash();
        let (equilibria, resamples) = equilibria(standings, seed);
        Some(Meta {
            rated: Rated::new(standings)?,
            nash,
            alpha: mirror.alpha_rank(),
            against,
            cycles: mirror.cycles(),
            equilibria,
            resamples,
        })
    }
}

/// The symmetric equilibria, and how many resamples their intervals rest on.
fn equilibria(standings: &Standings<'_>, seed: u64) -> (Vec<Mix>, usize) {
    let payoffs = Tensor::new(standings);
    let all = meta::symmetric_equilibria(&payoffs.resampled(None));
    if all.is_empty() {
        return (Vec::new(), 0);
    }
    let times = if standings.entrants() > 60 { 99 } else { 399 };
    let again: Vec<Payoffs> =
        meta::resamples(BATCHES, times, seed).iter().map(|counts| payoffs.resampled(Some(counts))).collect();
    let blocks = standings.tallies.tables.iter().map(|table| table.blocks).min().unwrap_or(0);
    let mix = |found: Equilibrium| {
        let near = |payoffs: &Payoffs| meta::mix_on_support(payoffs, &found.support, &found.mass);
        let mixes: Vec<Option<Vec<f64>>> = again.iter().map(near).collect();
        let holds = |(payoffs, mix): &(&Payoffs, &Option<Vec<f64>>)| {
            mix.as_ref().is_some_and(|mix| meta::is_equilibrium(payoffs, &found.support, mix))
        };
        let held = again.iter().zip(&mixes).filter(holds).count() as f64 / again.len() as f64;
        let mass = |(at, &entrant): (usize, &usize)| {
            let masses = mixes.iter().flatten().map(|mix| mix[at]).collect();
            let interval = meta::percentiles(masses).map(|(lo, hi)| Interval { lo, hi });
            (entrant, Estimate { value: found.mass[at], interval, n: blocks })
        };
        Mix { mass: found.support.iter().enumerate().map(mass).collect(), held }
    };
    (all.into_iter().map(mix).collect(), again.len())
}

/// The payoffs of all choices of others, by batch, if they were played and are few enough.
struct Tensor<'s> {
    rows: Vec<Vec<(&'s Payoff, Vec<f64>)>>,
}

impl<'s> Tensor<'s> {
    fn new(standings: &'s Standings<'_>) -> Tensor<'s> {
        let few = standings.payoffs.iter().map(Vec::len).sum::<usize>() <= MOST_PAYOFFS;
        if standings.tallies.schedule != Schedule::All || !few {
            return Tensor { rows: Vec::new() };
        }
        let row = |row: &'s Vec<Payoff>| row.iter().map(|payoff| (payoff, standings.payoff_batches(payoff))).collect();
        Tensor { rows: standings.payoffs.iter().map(row).collect() }
    }

    /// The payoffs of a resample; without one those of all batches.
    fn resampled(&self, counts: Option<&Vec<u32>>) -> Payoffs {
        let mean = |batches: &[f64]| match counts {
            None => batches.iter().sum::<f64>() / BATCHES as f64,
            Some(counts) => {
                let weighted = batches.iter().zip(counts).map(|(batch, &count)| batch * f64::from(count));
                weighted.sum::<f64>() / BATCHES as f64
            }
        };
        let one =
            |(payoff, batches): &(&Payoff, Vec<f64>)| (payoff.others.clone(), orders(&payoff.others), mean(batches));
        self.rows.iter().map(|row| row.iter().map(one).collect()).collect()
    }
}
