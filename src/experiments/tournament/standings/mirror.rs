//! Each entrant alone among copies of each other: who beats whom by how much, how far that is known, and what masses that
//! leaves to a Nash average and to α-rank.
//!
//! Where two entrants are nearly equal a mass may jump from 0 to 1, and no error of a mean tells how far. So the interval of a mass is
//! its range over all payoffs that their own intervals allow, which hold all together, at whatever moment games ended: it holds
//! whenever they do. In the mass itself a pair whose order is open counts as even.

use super::Standings;
use super::taken::part;
use crate::meta;
use crate::meta::{Matrix, Mixes};
use crate::record::BATCHES;
use crate::stats::{BatchIntervals, BlockPart, ErrorRate, Estimate, Interval};

/// The population of α-rank, and the strength of selection, as OpenSpiel has them.
const POPULATION: (usize, f64) = (50, 100.0);
/// The most cycles that are kept.
const MOST_CYCLES: usize = 1000;

/// Three entrants of whom each beats the next, and the last the first.
#[derive(Clone, Debug)]
pub struct Cycle {
    /// The entrants.
    pub entrants: [usize; 3],
    /// By how much each beats the next.
    pub edges: [Estimate; 3],
}

/// What entrants win alone among copies of each other.
pub(crate) struct Mirror<'s, 't> {
    standings: &'s Standings<'t>,
    /// By entrant and other, by batch.
    cells: Vec<Vec<Vec<f64>>>,
    /// The same as means.
    means: Matrix,
    /// By entrant and other by how much it beats the other.
    edges: Vec<Vec<Option<Estimate>>>,
}

impl<'s, 't> Mirror<'s, 't> {
    /// What these standings have; `None` where entrants do not meet.
    pub(crate) fn new(standings: &'s Standings<'t>) -> Option<Mirror<'s, 't>> {
        let all = 0..standings.entrants();
        let cell = |a: usize, b: usize| standings.alone_among(a, b).map(|payoff| standings.payoff_batches(payoff));
        let cells = all.clone().map(|a| all.clone().map(|b| cell(a, b)).collect::<Option<Vec<_>>>());
        let cells = cells.collect::<Option<Vec<_>>>()?;
        let mean = |batches: &Vec<f64>| batches.iter().sum::<f64>() / batches.len() as f64;
        let means = cells.iter().map(|row| row.iter().map(mean).collect()).collect();
        let mut mirror = Mirror { standings, cells, means, edges: Vec::new() };
        mirror.edges = mirror.edges_at(mirror.alpha());
        Some(mirror)
    }

    /// The error rate of each of the intervals that masses rest on: of every pair, and with more than two players of both
    /// payoffs of it, too.
    fn alpha(&self) -> ErrorRate {
        let a_pair = if self.standings.tallies.players > 2 { 3 } else { 1 };
        self.standings.alpha.shared_by(a_pair * self.standings.pairs())
    }

    fn edges_at(&self, alpha: ErrorRate) -> Vec<Vec<Option<Estimate>>> {
        let all = 0..self.cells.len();
        let intervals = BatchIntervals::new(BATCHES, alpha, self.standings.ending);
        let edge = |a: usize, b: usize| {
            let both = self.cells[a][b].iter().zip(&self.cells[b][a]);
            let values: Vec<f64> = both.map(|(x, y)| 0.5 * (x - y)).collect();
            let cells = [(a, b), (b, a)].into_iter().filter_map(|(a, b)| self.standings.alone_among(a, b));
            let parts: Vec<BlockPart> = cells.filter_map(|it| part(self.standings.tallies, it, 0.5)).collect();
            intervals.mean(&values, &intervals.parts(&parts))
        };
        all.clone().map(|a| all.clone().map(|b| if a == b { None } else { edge(a, b) }).collect()).collect()
    }

    /// The least, or the most, that the first may win of the second.
    fn edge_end(&self, a: usize, b: usize, end: fn(&Interval) -> f64, unknown: f64) -> f64 {
        let known = self.edges[a][b].and_then(|edge| edge.interval);
        if a == b { 0.0 } else { known.map_or(unknown, |interval| end(&interval)) }
    }

    fn is_open(&self, a: usize, b: usize) -> bool {
        self.edge_end(a, b, |it| it.lo, -1.0) <= 0.0 && self.edge_end(a, b, |it| it.hi, 1.0) >= 0.0
    }

    /// Who wins how much of whom, open pairs being even.
    fn flow(&self) -> Matrix {
        let all = 0..self.means.len();
        let one = |a: usize, b: usize| {
            if self.is_open(a, b) { 0.0 } else { 0.5 * (self.means[a][b] - self.means[b][a]) }
        };
        all.clone().map(|a| all.clone().map(|b| one(a, b)).collect()).collect()
    }

    /// By entrant its mass in the Nash average; and what it wins among copies of one that this average draws.
    pub(crate) fn nash(&self) -> (Vec<Estimate>, Vec<Estimate>) {
        let all = 0..self.means.len();
        let least = |a: usize| all.clone().map(|b| self.edge_end(a, b, |it| it.lo, -0.5)).collect();
        let mut mixes = Mixes::new(&all.clone().map(least).collect());
        let masses = meta::nash_average(&self.flow());
        let mass = |entrant: usize| {
            let range = match self.loses_to_all(entrant) {
                true => (0.0, 0.0),
                false => mixes.as_mut().map_or((0.0, 1.0), |mixes| mixes.mass(entrant)),
            };
            self.estimate(masses[entrant], range)
        };
        let nash = all.clone().map(mass).collect();
        let [lo, hi] = self.cell_ends();
        let against = |entrant: usize| {
            let value = self.means[entrant].iter().zip(&masses).map(|(share, mass)| share * mass).sum();
            let range = mixes.as_mut().and_then(|mixes| mixes.range(&lo[entrant], &hi[entrant]));
            self.estimate(value, range.unwrap_or((0.0, 1.0)))
        };
        (nash, all.clone().map(against).collect())
    }

    /// Whether it is known to lose to every other. Then no equilibrium has it: a strategy in one wins as much as it loses
    /// against the mix, but this one loses to all that the mix draws; and a mix of it alone is beaten.
    fn loses_to_all(&self, entrant: usize) -> bool {
        let mut others = (0..self.means.len()).filter(|&other| other != entrant);
        self.means.len() > 1 && others.all(|other| self.edge_end(entrant, other, |it| it.hi, 1.0) < 0.0)
    }

    /// By entrant its mass by α-rank.
    pub(crate) fn alpha_rank(&self) -> Vec<Estimate> {
        let all = 0..self.means.len();
        let [lo, hi] = self.cell_ends();
        let even = |a: usize, b: usize| {
            if self.is_open(a, b) { 0.5 * (self.means[a][b] + self.means[b][a]) } else { self.means[a][b] }
        };
        let payoffs = all.clone().map(|a| all.clone().map(|b| even(a, b)).collect()).collect();
        let masses = meta::alpha_rank(&payoffs, POPULATION.0, POPULATION.1);
        let ranges = meta::alpha_rank_ranges((&lo, &hi), POPULATION.0, POPULATION.1);
        masses.into_iter().zip(ranges).map(|(mass, range)| self.estimate(mass, range)).collect()
    }

    /// The least and the most that each may win among copies of each other.
    fn cell_ends(&self) -> [Matrix; 2] {
        let intervals = BatchIntervals::new(BATCHES, self.alpha(), self.standings.ending);
        let all = 0..self.means.len();
        let ends = |a: usize, b: usize| {
            let parts: Vec<BlockPart> = self
                .standings
                .alone_among(a, b)
                .and_then(|it| part(self.standings.tallies, it, 1.0))
                .into_iter()
                .collect();
            let found = intervals.mean(&self.cells[a][b], &intervals.parts(&parts));
            match found.and_then(|found| found.interval) {
                _ if a == b => Interval { lo: self.means[a][a], hi: self.means[a][a] },
                None => Interval { lo: 0.0, hi: 1.0 },
                Some(interval) => interval.within(0.0, 1.0),
            }
        };
        let of = |end: fn(Interval) -> f64| -> Matrix {
            all.clone().map(|a| all.clone().map(|b| end(ends(a, b))).collect()).collect()
        };
        [of(|it| it.lo), of(|it| it.hi)]
    }

    /// A number with its range, as far as it goes.
    fn estimate(&self, value: f64, (lo, hi): (f64, f64)) -> Estimate {
        let blocks = self.standings.tallies.tables.iter().map(|table| table.blocks).min().unwrap_or(0);
        // Ranges are found within some billionths.
        let end = |end: f64| if (end - value).abs() < 1e-6 { value } else { end };
        let interval = Interval { lo: end(lo.min(value)), hi: end(hi.max(value)) }.within(0.0, 1.0);
        Estimate { value, interval: Some(interval), n: blocks }
    }

    /// The cycles of three of which every pair is settled, all of them together, the clearest first; and how many there are.
    pub(crate) fn cycles(&self) -> (Vec<Cycle>, usize) {
        let n = self.means.len();
        let edges = self.edges_at(self.standings.alpha.shared_by(self.standings.pairs()));
        let beats = |a: usize, b: usize| edges[a][b].filter(|edge| edge.interval.is_some_and(|it| it.lo > 0.0));
        let mut cycles = Vec::new();
        for a in 0..n {
            for b in a + 1..n {
                for c in a + 1..n {
                    if let (Some(ab), Some(bc), Some(ca)) = (beats(a, b), beats(b, c), beats(c, a)) {
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
