//! What the payoffs of a tournament come to as a whole: ratings, equilibria, cycles, each with its interval.
//!
//! Owns which numbers of the tables go into [`meta`], and the resampling of batches that gives what comes of them its
//! intervals; they are percentiles of 399 resamples (99 of more than 60 entrants), drawn with the seed of the tournament.
//! They do not allow for games that were allotted by what had been seen.

use super::{Payoff, Standings, orders, part};
use crate::meta::{self, Equilibrium, Matrix, Payoffs, TableWins};
use crate::record::{BATCHES, Schedule};
use crate::stats::{BlockPart, Estimate, Interval, batch_error, batch_mean};

/// The most entrants of which anything is made as a whole.
const MOST: usize = 150;
/// The most cycles that are kept.
const MOST_CYCLES: usize = 1000;
/// The most payoffs of which symmetric equilibria are sought.
const MOST_PAYOFFS: usize = 20_000;
/// The population of α-rank, and the strength of selection, as OpenSpiel has them.
const POPULATION: (usize, f64) = (50, 100.0);

/// Three entrants of whom each beats the next, and the last the first.
#[derive(Clone, Debug)]
pub struct Cycle {
    /// The entrants.
    pub entrants: [usize; 3],
    /// By how much each beats the next.
    pub edges: [Estimate; 3],
}

/// A mix that is its own best reply.
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
    /// By entrant the rating.
    pub ratings: Vec<Estimate>,
    /// By entrant its mass in the Nash average.
    pub nash: Vec<Estimate>,
    /// By entrant its mass by α-rank.
    pub alpha: Vec<Estimate>,
    /// By entrant what it wins among copies of one that the Nash average draws.
    pub against: Vec<Estimate>,
    /// What share of what entrants win from each other goes round in cycles; none if nobody wins from anybody.
    pub intransitive: Option<Estimate>,
    /// The cycles of three that are settled, the clearest first, and how many there are.
    pub cycles: (Vec<Cycle>, usize),
    /// The symmetric equilibria; none unless every choice of entrants was played.
    pub equilibria: Vec<Mix>,
    /// How many resamples there were.
    pub resamples: usize,
}

/// The numbers of one resample, or of all batches.
struct Sample {
    ratings: Vec<f64>,
    nash: Vec<f64>,
    alpha: Vec<f64>,
    against: Vec<f64>,
    intransitive: Option<f64>,
    payoffs: Payoffs,
}

/// The batches of everything that is resampled.
struct Batches<'s, 't> {
    standings: &'s Standings<'t>,
    /// By entrant and other: the win share alone among copies of the other.
    mirror: Vec<Vec<Vec<f64>>>,
    /// The variances of the flow, and of what goes round in it, summed over all pairs.
    noise: [f64; 2],
}

impl Meta {
    /// What these standings come to; `None` of a field, where entrants do not meet, and of more than 150 entrants.
    pub fn new(standings: &Standings<'_>, seed: u64) -> Option<Meta> {
        let entrants = standings.entrants();
        if standings.tallies.schedule == Schedule::Field || entrants > MOST {
            return None;
        }
        let batches = Batches::new(standings)?;
        let all = batches.sample(None, None);
        let resamples = meta::resamples(BATCHES, if entrants > 60 { 99 } else { 399 }, seed);
        let again: Vec<Sample> =
            resamples.iter().map(|counts| batches.sample(Some(counts), Some(&all.ratings))).collect();
        let blocks = standings.tallies.tables.iter().map(|table| table.blocks).min().unwrap_or(0);
        let estimate = |value: f64, of: &dyn Fn(&Sample) -> Option<f64>| Estimate {
            value,
            interval: meta::percentiles(again.iter().filter_map(of).collect()).map(|(lo, hi)| Interval { lo, hi }),
            n: blocks,
        };
        let each = |of: fn(&Sample) -> &Vec<f64>| {
            let number = |at: usize| estimate(of(&all)[at], &|sample: &Sample| Some(of(sample)[at]));
            (0..entrants).map(number).collect::<Vec<Estimate>>()
        };
        let of_mix = |found: Equilibrium| {
            let near = |sample: &Sample| meta::mix_on_support(&sample.payoffs, &found.support, &found.mass);
            let mixes: Vec<Option<Vec<f64>>> = again.iter().map(near).collect();
            let holds = |(sample, mix): &(&Sample, &Option<Vec<f64>>)| {
                mix.as_ref().is_some_and(|mix| meta::is_equilibrium(&sample.payoffs, &found.support, mix))
            };
            let held = again.iter().zip(&mixes).filter(holds).count() as f64 / again.len().max(1) as f64;
            let mass = |(at, &entrant): (usize, &usize)| {
                let masses = mixes.iter().flatten().map(|mix| mix[at]).collect();
                let interval = meta::percentiles(masses).map(|(lo, hi)| Interval { lo, hi });
                (entrant, Estimate { value: found.mass[at], interval, n: blocks })
            };
            Mix { mass: found.support.iter().enumerate().map(mass).collect(), held }
        };
        Some(Meta {
            ratings: each(|sample| &sample.ratings),
            nash: each(|sample| &sample.nash),
            alpha: each(|sample| &sample.alpha),
            against: each(|sample| &sample.against),
            intransitive: all.intransitive.map(|value| estimate(value, &|sample: &Sample| sample.intransitive)),
            cycles: batches.cycles(),
            equilibria: meta::symmetric_equilibria(&all.payoffs).into_iter().map(of_mix).collect(),
            resamples: again.len(),
        })
    }
}

/// The payoff of one alone among copies of another.
fn mirror_payoff<'s>(standings: &'s Standings<'_>, alone: usize, other: usize) -> Option<&'s Payoff> {
    standings.payoffs[alone].iter().find(|payoff| payoff.others.iter().all(|&seated| seated == other))
}

impl<'s, 't> Batches<'s, 't> {
    fn new(standings: &'s Standings<'t>) -> Option<Batches<'s, 't>> {
        let all = 0..standings.entrants();
        let cell = |a: usize, b: usize| mirror_payoff(standings, a, b).map(|payoff| standings.payoff_batches(payoff));
        let mirror = all.clone().map(|a| all.clone().map(|b| cell(a, b)).collect::<Option<Vec<_>>>());
        let mirror = mirror.collect::<Option<Vec<_>>>()?;
        let mut batches = Batches { standings, mirror, noise: [0.0; 2] };
        batches.noise = batches.noise();
        Some(batches)
    }

    fn flow_of(mirror: &Matrix) -> Matrix {
        let all = 0..mirror.len();
        all.clone().map(|a| all.clone().map(|b| 0.5 * (mirror[a][b] - mirror[b][a])).collect()).collect()
    }

    /// The variances of the means of the flow and of what goes round, from those of the batches.
    fn noise(&self) -> [f64; 2] {
        let flows: Vec<Matrix> = (0..BATCHES)
            .map(|batch| {
                let one = |row: &Vec<Vec<f64>>| row.iter().map(|cell| cell[batch]).collect();
                Self::flow_of(&self.mirror.iter().map(one).collect())
            })
            .collect();
        let curls: Vec<Matrix> = flows.iter().map(meta::curl).collect();
        [flows, curls].map(|batches| {
            let all = 0..self.mirror.len();
            let pairs = all.clone().flat_map(|a| all.clone().map(move |b| (a, b)));
            let variance = |(a, b): (usize, usize)| {
                let values: Vec<f64> = batches.iter().map(|batch| batch[a][b]).collect();
                batch_error(&values).map_or(0.0, |error| error * error)
            };
            pairs.map(variance).sum()
        })
    }

    /// The numbers of a resample, its ratings sought from `near`; without one those of all batches.
    fn sample(&self, counts: Option<&Vec<u32>>, near: Option<&[f64]>) -> Sample {
        let standings = self.standings;
        let mean = |batches: &[f64]| match counts {
            None => batches.iter().sum::<f64>() / BATCHES as f64,
            Some(counts) => {
                let weighted = batches.iter().zip(counts).map(|(batch, &count)| batch * f64::from(count));
                weighted.sum::<f64>() / BATCHES as f64
            }
        };
        let mirror: Matrix = self.mirror.iter().map(|row| row.iter().map(|cell| mean(cell)).collect()).collect();
        let flow = Self::flow_of(&mirror);
        // A resample has the noise of the batches once more.
        let times = if counts.is_some() { 2.0 } else { 1.0 };
        let power = |flow: &Matrix, noise: f64| flow.iter().flatten().map(|x| x * x).sum::<f64>() - times * noise;
        let (all, round) = (power(&flow, self.noise[0]), power(&meta::curl(&flow), self.noise[1]));
        let nash = meta::nash_average(&flow);
        let against = mirror.iter().map(|row| row.iter().zip(&nash).map(|(share, mass)| share * mass).sum()).collect();
        let values: Vec<Vec<f64>> = standings
            .payoffs
            .iter()
            .map(|row| row.iter().map(|payoff| mean(&standings.payoff_batches(payoff))).collect())
            .collect();
        Sample {
            ratings: meta::rate(standings.entrants(), &self.tables(&values), near),
            alpha: meta::alpha_rank(&mirror, POPULATION.0, POPULATION.1),
            intransitive: (all > 0.0).then(|| (round / all).clamp(0.0, 1.0)),
            payoffs: self.tensor(&values),
            nash,
            against,
        }
    }

    /// Who wins how much at each table, given the value of each payoff.
    fn tables(&self, values: &[Vec<f64>]) -> Vec<TableWins> {
        let tallies = self.standings.tallies;
        let mut tables: Vec<TableWins> = vec![Vec::new(); tallies.tables.len()];
        for (row, values) in self.standings.payoffs.iter().zip(values) {
            for (payoff, value) in row.iter().zip(values) {
                let Some((table, _)) = payoff.source else { continue };
                let same = payoff.others.iter().filter(|&&other| other == payoff.focal).count();
                let seats = (same + 1) as f64;
                tables[table].push((payoff.focal, seats, seats * value));
            }
        }
        // Of one among copies of another, that other has won the rest.
        for (record, wins) in tallies.tables.iter().zip(&mut tables) {
            if let Some(&rest) = record.lineup.iter().find(|entrant| !record.focals.contains(entrant)) {
                let others = (tallies.players - 1) as f64;
                let won: f64 = wins.iter().map(|(_, _, won)| won).sum();
                wins.push((rest, others, 1.0 - won));
            }
        }
        tables
    }

    /// The payoffs of all choices of others, if they were played and are few enough.
    fn tensor(&self, values: &[Vec<f64>]) -> Payoffs {
        let rows = &self.standings.payoffs;
        let few = rows.iter().map(Vec::len).sum::<usize>() <= MOST_PAYOFFS;
        if self.standings.tallies.schedule != Schedule::All || !few {
            return Vec::new();
        }
        let row = |(row, values): (&Vec<super::Payoff>, &Vec<f64>)| {
            let payoff = |(payoff, &value): (&Payoff, &f64)| (payoff.others.clone(), orders(&payoff.others), value);
            row.iter().zip(values).map(payoff).collect()
        };
        rows.iter().zip(values).map(row).collect()
    }

    /// The cycles of three of which every pair is settled, all of them together.
    fn cycles(&self) -> (Vec<Cycle>, usize) {
        let standings = self.standings;
        let (n, alpha) = (standings.entrants(), standings.alpha.shared_by(standings.pairs()));
        let edge = |a: usize, b: usize| {
            let both = self.mirror[a][b].iter().zip(&self.mirror[b][a]);
            let values: Vec<f64> = both.map(|(x, y)| 0.5 * (x - y)).collect();
            let cells = [(a, b), (b, a)].into_iter().filter_map(|(a, b)| mirror_payoff(standings, a, b));
            let parts: Vec<BlockPart> = cells.filter_map(|payoff| part(standings.tallies, payoff, 0.5)).collect();
            batch_mean(&values, &parts, alpha, standings.ending)
                .filter(|found| found.interval.is_some_and(|interval| interval.lo > 0.0))
        };
        let edges: Vec<Vec<Option<Estimate>>> = (0..n).map(|a| (0..n).map(|b| edge(a, b)).collect()).collect();
        let mut cycles = Vec::new();
        for a in 0..n {
            for b in a + 1..n {
                for c in a + 1..n {
                    if let (Some(ab), Some(bc), Some(ca)) = (edges[a][b], edges[b][c], edges[c][a]) {
                        cycles.push(Cycle { entrants: [a, b, c], edges: [ab, bc, ca] });
                    }
                }
            }
        }
        let weakest = |cycle: &Cycle| cycle.edges.iter().map(|edge| edge.value).fold(f64::INFINITY, f64::min);
        cycles.sort_by(|a, b| weakest(b).total_cmp(&weakest(a)));
        let all = cycles.len();
        cycles.truncate(MOST_CYCLES);
        (cycles, all)
    }
}
