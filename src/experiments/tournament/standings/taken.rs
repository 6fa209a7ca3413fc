//! What is taken of the sums of a payoff: without luck where it is cancelled, or as played.
//!
//! Owns how far a payoff without luck is believed. As in comparisons, its small spread counts once results as played have been
//! seen to vary; until then intervals reach as far as that as played. A payoff without luck can lie beyond 0 and 1.

use super::{Payoff, Standings, whole_block};
use crate::record::{BATCHES, Differences, FocalSums, PARTS, TournamentTallies, cancelled_rounding, why_as_played};
use crate::stats::{BlockPart, Estimate, Interval, Moments, PairedBlocks, PlayedPart, Scale};

/// The sums of an entrant at a table.
pub(crate) struct Cell<'t> {
    blocks: u64,
    /// All win shares that it could have in a block, in 60ths.
    whole: u64,
    sums: &'t FocalSums,
    /// How far roundings may have moved a win share without luck.
    rounding: f64,
}

impl<'t> Cell<'t> {
    pub(crate) fn new(tallies: &'t TournamentTallies, table: usize, slot: usize) -> Cell<'t> {
        let table = &tallies.tables[table];
        Cell {
            blocks: table.blocks,
            whole: whole_block(table, table.focals[slot]),
            sums: &table.sums[slot],
            rounding: cancelled_rounding(&tallies.game),
        }
    }

    fn played(&self) -> (Moments, Scale) {
        (self.moments(&self.sums.all), Scale::new(self.whole, self.whole))
    }

    /// Without luck, where it is cancelled.
    fn without_luck(&self) -> Option<(Moments, Scale)> {
        let sums = self.sums.without_luck.as_ref()?;
        Some((self.moments(&sums.all), Scale::new(self.whole * PARTS, self.whole * PARTS)))
    }

    fn moments(&self, &Differences { blocks, ends }: &Differences) -> Moments {
        Moments { n: self.blocks, sum: blocks.sum, squares: blocks.squares, least: ends.least, most: ends.most }
    }

    /// The win share with an interval by this method.
    pub(crate) fn estimate(&self, method: impl Fn(&Moments, Scale) -> Option<Estimate>) -> Option<Estimate> {
        let played = self.played();
        let Some(without_luck) = self.without_luck() else { return method(&played.0, played.1) };
        let found = PairedBlocks::without_luck(without_luck, played).estimate(method)?;
        let wider = |Interval { lo, hi }: Interval| Interval { lo: lo - self.rounding, hi: hi + self.rounding };
        Some(Estimate { interval: found.interval.map(wider), ..found })
    }

    /// How many times the variance of a block is that without luck; not known where few games make it, or no more is left
    /// without luck than roundings.
    fn luck_gain(&self) -> Option<f64> {
        let (blocks, scale) = self.without_luck()?;
        let left = blocks.variance(scale).filter(|&variance| variance > self.rounding * self.rounding)?;
        let (played, scale) = self.played();
        Some(played.variance(scale).filter(|_| !played.is_of_few_blocks())? / left)
    }

    /// As a part of a number in which it has this weight.
    fn part(&self, weight: f64) -> BlockPart {
        let (played, scale) = self.played();
        let without_luck = self.without_luck().map(|(blocks, _)| blocks);
        let is_cancelled = without_luck.is_some();
        let (moments, whole) = without_luck.map_or((played, self.whole), |blocks| (blocks, self.whole * PARTS));
        let (n, worth) = (self.blocks.max(1) as f64, weight / whole as f64);
        let mean = moments.sum as f64 / n;
        let is_alike = moments.least == moments.most;
        let variance = if is_alike { 0.0 } else { (moments.squares as f64 / n - mean * mean) * worth * worth };
        let as_played = || PlayedPart { blocks: played, scale, mean: mean / whole as f64 };
        BlockPart {
            blocks: self.blocks,
            variance: variance.max(0.0),
            reach: weight,
            rounded: if is_cancelled { weight * self.rounding } else { 0.0 },
            played: (is_cancelled && played.is_of_few_blocks()).then(as_played),
        }
    }

    fn batches(&self) -> Vec<f64> {
        let whole = ((self.blocks / BATCHES as u64).max(1) * self.whole) as f64;
        match &self.sums.without_luck {
            Some(sums) => sums.batches.iter().map(|&batch| batch as f64 / (whole * PARTS as f64)).collect(),
            None => self.sums.batches.iter().map(|&batch| batch as f64 / whole).collect(),
        }
    }
}

/// A payoff as a part of a number in which it has this weight; `None` of one that is known.
pub(crate) fn part(tallies: &TournamentTallies, payoff: &Payoff, weight: f64) -> Option<BlockPart> {
    let (table, slot) = payoff.source?;
    Some(Cell::new(tallies, table, slot).part(weight))
}

/// By batch what an entrant wins among certain others.
pub(crate) fn payoff_batches(tallies: &TournamentTallies, payoff: &Payoff) -> Vec<f64> {
    match payoff.source {
        None => vec![1.0 / tallies.players as f64; BATCHES],
        Some((table, slot)) => Cell::new(tallies, table, slot).batches(),
    }
}

/// How many times as many games a payoff would need with luck, if that is known.
pub(crate) fn luck_gain(standings: &Standings<'_>, payoff: &Payoff) -> Option<f64> {
    let (table, slot) = payoff.source?;
    Cell::new(standings.tallies, table, slot).luck_gain()
}

/// Whether luck is cancelled, or was to be.
pub(crate) fn is_luck_asked(tallies: &TournamentTallies) -> bool {
    tallies.is_cancelled() || why_as_played(&tallies.notes).is_some()
}

/// What is said of luck that is cancelled; the notes say why where it is not.
pub fn luck_sentence(standings: &Standings<'_>) -> Option<String> {
    standings.tallies.is_cancelled().then(|| {
        "luck is cancelled in all win shares: the part of each result that luck explains is subtracted (luck_gain in payoffs.csv: \
         how many times as many games would be needed otherwise)"
            .to_owned()
    })
}
