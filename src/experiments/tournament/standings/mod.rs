//! Tournaments: what their sums say of payoffs and of the order of the entrants.
//!
//! Owns the payoff of each cell, the mean of each entrant against a uniform field, their differences with intervals that
//! hold together, and which entrants' order is open. `tables` writes it down for programs, `words` says it to people.
//!
//! The mean of an entrant is over opponents drawn at random, each entrant equally likely: one for all other seats where
//! each sits among copies of another (schedule mirror), one for each other seat (all). An entrant among copies of itself
//! wins its share, which is known. Cells have their draws in common, so the interval of a mean comes from the means of 64
//! batches ([`BatchIntervals`]), whatever numbers of blocks the cells have, and so does that of a difference.

mod meta;
mod mirror;
mod rated;
mod tables;
mod taken;
mod whole;
mod words;

pub use meta::{Meta, Mix};
pub use mirror::Cycle;
pub use rated::Rated;
pub use tables::{payoffs_table, ranking_table, tournament_files};
pub use taken::luck_sentence;
pub use whole::{meta_sentences, ratings_for_people};
pub use words::{headline, of_payoffs, order_sentences, together, together_in_words};

use crate::games::WHOLE_WIN;
use crate::record::{Allot, BATCHES, Schedule, TableRecord, TournamentTallies};
use crate::report::compare::Verdict;
use crate::stats::{
    BatchIntervals, BlockPart, Ending, ErrorRate, Estimate, PartSums, Sequence, batch_error, difference,
};
use std::iter::repeat_n;
use std::sync::OnceLock;
use taken::{Cell, part, payoff_batches};

/// Every table plays at least so many passes.
pub const FIRST_PASSES: u64 = 2;

/// Whether it is looked at the results after so many passes: after the fair ones, then after a tenth more each time.
pub fn is_look(passes: u64) -> bool {
    let mut looks = std::iter::successors(Some(FIRST_PASSES), |&n| Some(n + n.div_ceil(10)));
    looks.find(|&look| look >= passes) == Some(passes)
}

/// The tables that play in the next pass: those of whoever is open, or all if games are allotted evenly.
pub fn playing(tallies: &TournamentTallies) -> Vec<usize> {
    let is_even = tallies.terms.allot == Allot::Even;
    let plays = |table: &TableRecord| is_even || table.focals.iter().any(|&focal| tallies.open[focal]);
    (0..tallies.tables.len()).filter(|&at| plays(&tallies.tables[at])).collect()
}

/// What an entrant wins among certain others.
#[derive(Clone, Debug, PartialEq)]
pub struct Payoff {
    /// The entrant.
    pub focal: usize,
    /// The strategies at the other seats.
    pub others: Vec<usize>,
    /// How likely these others are in the uniform field.
    pub weight: f64,
    /// The position of the table and of the entrant's sums at it; none of an entrant among copies of itself.
    pub source: Option<(usize, usize)>,
}

/// What a tournament says.
#[derive(Clone, Debug)]
pub struct Standings<'t> {
    /// The sums.
    pub tallies: &'t TournamentTallies,
    /// By entrant its payoffs.
    pub payoffs: Vec<Vec<Payoff>>,
    alpha: ErrorRate,
    ending: Ending,
    /// By entrant and batch the mean against a uniform field.
    batches: Vec<Vec<f64>>,
    /// By entrant the parts of that mean, one for each of its payoffs that is not known.
    parts: Vec<Vec<BlockPart>>,
    means: Judged,
    differences: Judged,
    verdicts: OnceLock<Vec<Vec<Verdict>>>,
}

/// The intervals of one kind of number, and by entrant the parts of what it adds to such a number.
#[derive(Clone, Debug)]
struct Judged {
    intervals: BatchIntervals,
    parts: Vec<PartSums>,
}

impl Judged {
    fn new(parts: &[Vec<BlockPart>], alpha: ErrorRate, ending: Ending) -> Judged {
        let intervals = BatchIntervals::new(BATCHES, alpha, ending);
        Judged { intervals, parts: parts.iter().map(|parts| intervals.parts(parts)).collect() }
    }
}

impl<'t> Standings<'t> {
    /// What these tallies say; an error rate out of its limits, which the command refuses, counts as one in twenty.
    pub fn new(tallies: &'t TournamentTallies) -> Standings<'t> {
        let payoffs = payoffs(tallies);
        let part = |payoff: &Payoff| part(tallies, payoff, payoff.weight);
        let parts: Vec<Vec<BlockPart>> = payoffs.iter().map(|row| row.iter().filter_map(part).collect()).collect();
        let alpha = ErrorRate::new(tallies.terms.alpha.value()).unwrap_or(ErrorRate::FIVE_PERCENT);
        let ending = if tallies.terms.is_fixed() { Ending::Fixed } else { Ending::Watched };
        let judged = |numbers: usize| Judged::new(&parts, alpha.shared_by(numbers), ending);
        let entrants = tallies.entrants.len();
        Standings {
            batches: payoffs.iter().map(|row| row_batches(tallies, row)).collect(),
            means: judged(entrants),
            differences: judged(pairs(entrants)),
            verdicts: OnceLock::new(),
            parts,
            alpha,
            ending,
            tallies,
            payoffs,
        }
    }

    fn entrants(&self) -> usize {
        self.tallies.entrants.len()
    }

    /// How many pairs of entrants there are.
    pub fn pairs(&self) -> usize {
        pairs(self.entrants())
    }

    /// The mean of an entrant against a uniform field; all of them hold together.
    pub fn mean(&self, entrant: usize) -> Option<Estimate> {
        let found = self.means.intervals.mean(&self.batches[entrant], &self.means.parts[entrant])?;
        Some(Estimate { interval: found.interval.map(|it| it.within(0.0, 1.0)), ..found })
    }

    /// The mean of the first less that of the second; all of them hold together.
    pub fn difference(&self, a: usize, b: usize) -> Option<Estimate> {
        let mut values = [0.0; BATCHES];
        let both = self.batches[a].iter().zip(&self.batches[b]);
        values.iter_mut().zip(both).for_each(|(value, (x, y))| *value = x - y);
        let Judged { intervals, parts } = &self.differences;
        intervals.mean(&values, &parts[a].with(&parts[b]))
    }

    /// By entrant the verdicts on it against each; equal on the diagonal. They are found once.
    pub fn verdicts(&self) -> &[Vec<Verdict>] {
        let margin = self.tallies.terms.margin.value();
        let verdict = |a: usize, b: usize| match a == b {
            true => Verdict::Equal,
            false => Verdict::of(self.difference(a, b).as_ref(), margin),
        };
        let all = 0..self.entrants();
        self.verdicts.get_or_init(|| all.clone().map(|a| all.clone().map(|b| verdict(a, b)).collect()).collect())
    }

    /// What an entrant wins alone among copies of another; `None` where these do not meet.
    pub fn alone_among(&self, alone: usize, other: usize) -> Option<&Payoff> {
        let others = |payoff: &Payoff| payoff.others.iter().copied().cmp(repeat_n(other, self.tallies.players - 1));
        let row = &self.payoffs[alone];
        row.binary_search_by(others).ok().map(|at| &row[at])
    }

    /// The entrants, the highest mean first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.entrants()).collect();
        let mean = |entrant: usize| self.batches[entrant].iter().sum::<f64>();
        order.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
        order
    }

    /// What an entrant wins among these others: of its own kind its share exactly, else with an interval of its own: of 95%, or, where
    /// games were allotted by what had been seen, of a confidence sequence, which holds at all looks at once and so more often at each.
    pub fn payoff(&self, payoff: &Payoff) -> Option<Estimate> {
        let Some((table, slot)) = payoff.source else {
            return Some(Estimate::exact(1.0 / self.tallies.players as f64, 0));
        };
        let alpha = ErrorRate::FIVE_PERCENT;
        let found = Cell::new(self.tallies, table, slot).estimate(|moments, scale| match self.ending {
            Ending::Fixed => difference(moments, scale, alpha),
            Ending::Watched => Sequence::new(alpha).estimate(moments, scale),
        })?;
        Some(Estimate { interval: found.interval.map(|it| it.within(0.0, 1.0)), ..found })
    }

    /// What the intervals of payoffs are.
    fn interval_of_payoffs(&self) -> &'static str {
        match self.ending {
            Ending::Fixed => "95% interval",
            Ending::Watched => "95% interval of a confidence sequence",
        }
    }

    /// The largest standard error of a mean; `None` without blocks. Where luck is cancelled and results as played have hardly varied,
    /// it is at least that as played.
    pub fn largest_standard_error(&self) -> Option<f64> {
        let entrants = self.batches.iter().zip(&self.parts);
        entrants.into_iter().try_fold(0.0, |most, (batches, parts)| {
            let played = parts.iter().filter_map(|part| Some((part.reach, part.played?)));
            let played = played.map(|(reach, part)| Some(reach * part.blocks.standard_error(part.scale)?));
            let hidden = played.sum::<Option<f64>>()?;
            Some(f64::max(most, batch_error(batches)? + hidden))
        })
    }

    /// Which entrants' tables are to go on, as the terms allot games.
    ///
    /// `best` leaves out whoever is settled to be worse than another: successive elimination, which names the best with a
    /// probability of 1 − α at least where all intervals hold together at all looks (Even-Dar, Mannor & Mansour, Journal of
    /// Machine Learning Research 7 (2006) 1079, theorem 8, with the intervals of a confidence sequence in place of
    /// Hoeffding's). `order` leaves out whoever is settled against all others, as better, worse or equal within the margin:
    /// by the same argument no pair is put in the wrong order but with probability α. Entrants that may be the best, and are all
    /// equal within the margin, need no more games.
    pub fn open(&self) -> Vec<bool> {
        let verdicts = self.verdicts();
        let all = 0..self.entrants();
        let is_open = |a: usize, b: usize| verdicts[a][b] == Verdict::Undecided;
        match self.tallies.terms.allot {
            Allot::Even => vec![all.clone().any(|a| all.clone().any(|b| is_open(a, b))); self.entrants()],
            Allot::Order => all.clone().map(|a| all.clone().any(|b| is_open(a, b))).collect(),
            Allot::Best => {
                let may_be = |&a: &usize| !verdicts[a].contains(&Verdict::Worse);
                let best: Vec<usize> = all.clone().filter(may_be).collect();
                let is_settled = best.iter().all(|&a| best.iter().all(|&b| !is_open(a, b)));
                all.map(|a| !is_settled && best.contains(&a)).collect()
            }
        }
    }

    /// By batch what an entrant wins among certain others.
    pub fn payoff_batches(&self, payoff: &Payoff) -> Vec<f64> {
        payoff_batches(self.tallies, payoff)
    }
}

/// All win shares that a strategy could have at a table in a block, in 60ths.
fn whole_block(table: &TableRecord, focal: usize) -> u64 {
    table.seats(focal) * u64::from(WHOLE_WIN)
}

/// How many pairs of entrants there are.
fn pairs(entrants: usize) -> usize {
    entrants * (entrants - 1) / 2
}

/// By entrant its payoffs, in the order of the others; among copies of itself, too, unless there is a field.
fn payoffs(tallies: &TournamentTallies) -> Vec<Vec<Payoff>> {
    let payoff = |focal: usize, others: Vec<usize>, source: Option<(usize, usize)>| Payoff {
        weight: weight(tallies, &others),
        focal,
        others,
        source,
    };
    let among_itself = |entrant: usize| match tallies.schedule {
        Schedule::Field => Vec::new(),
        Schedule::Mirror | Schedule::All => vec![payoff(entrant, vec![entrant; tallies.players - 1], None)],
    };
    let mut all: Vec<Vec<Payoff>> = (0..tallies.entrants.len()).map(among_itself).collect();
    for (at, table) in tallies.tables.iter().enumerate() {
        for (slot, &focal) in table.focals.iter().enumerate() {
            all[focal].push(payoff(focal, table.others(focal), Some((at, slot))));
        }
    }
    all.iter_mut().for_each(|row| row.sort_by(|a, b| a.others.cmp(&b.others)));
    all
}

/// How likely others are in the uniform field.
fn weight(tallies: &TournamentTallies, others: &[usize]) -> f64 {
    let entrants = tallies.entrants.len() as f64;
    match tallies.schedule {
        Schedule::Field => 1.0,
        Schedule::Mirror => 1.0 / entrants,
        Schedule::All => others.iter().fold(orders(others), |weight, _| weight / entrants),
    }
}

/// In how many orders these can sit.
pub(crate) fn orders(others: &[usize]) -> f64 {
    let mut orders = 1.0;
    for (at, other) in others.iter().enumerate() {
        let same = others[..=at].iter().filter(|&known| known == other).count();
        orders = orders * (at + 1) as f64 / same as f64;
    }
    orders
}

fn row_batches(tallies: &TournamentTallies, row: &[Payoff]) -> Vec<f64> {
    let mut sums = vec![0.0; BATCHES];
    for payoff in row {
        let batches = payoff_batches(tallies, payoff);
        sums.iter_mut().zip(batches).for_each(|(sum, batch)| *sum += payoff.weight * batch);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_a_tenth_apart() {
        let looks: Vec<u64> = (0..50).filter(|&passes| is_look(passes)).collect();
        assert_eq!(looks, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 21, 24, 27, 30, 33, 37, 41, 46]);
    }

    /// Of the 9 pairs of others out of three entrants, two are of the kind 0 and 1, one of the kind 0 and 0.
    #[test]
    fn others_are_as_likely_as_their_orders() {
        assert_eq!(
            (orders(&[0, 0]), orders(&[0, 1]), orders(&[0, 1, 2]), orders(&[0, 1, 1, 2, 2])),
            (1.0, 2.0, 6.0, 30.0)
        );
    }
}
