//! From the sums of games that were followed to estimates.
//!
//! Owns which interval each has. Games of a block have their draws in common, so that blocks count as observations, not games.

use crate::record::{FeelRecord, MeasureRecord, WeighedSums};
use crate::report::measures::ratio;
use crate::stats::{Estimate, Interval, Measure, Stopping, WHOLE_STANDING, mean, quantile, quantile_interval, rate};

/// The parts of a share by which games are counted in distributions.
const PARTS: f64 = 1000.0;

/// When the games were to end.
pub(crate) fn stopping(record: &FeelRecord) -> Stopping {
    match record.until {
        None => Stopping::Fixed,
        Some(_) => Stopping::Watched { blocks: record.sums.blocks },
    }
}

/// A share, of which `unit` makes a whole one.
pub(crate) fn share(record: &FeelRecord, sums: &WeighedSums, unit: u32) -> Option<Estimate> {
    let is_share = sums.sum <= sums.of * i128::from(unit);
    is_share.then(|| rate(&ratio(sums), unit, stopping(record))).flatten()
}

/// A standing.
pub(crate) fn standing(record: &FeelRecord, sums: &WeighedSums) -> Option<Estimate> {
    share(record, sums, WHOLE_STANDING)
}

/// A mean, of which `unit` makes one.
pub(crate) fn number(record: &FeelRecord, sums: &WeighedSums, unit: u32) -> Option<Estimate> {
    let found = mean(&ratio(sums), None, stopping(record))?;
    let scaled = |number: f64| number / f64::from(unit);
    let interval = found.interval.map(|it| Interval { lo: scaled(it.lo).max(0.0), hi: scaled(it.hi) });
    Some(Estimate { value: scaled(found.value), interval, ..found })
}

/// The mean of a measure.
pub(crate) fn measured(record: &FeelRecord, measure: Measure) -> Option<Estimate> {
    let MeasureRecord { sums, .. } = record.sums.measures.get(measure.index())?;
    match measure.is_share() {
        true => share(record, sums, measure.unit()),
        false => number(record, sums, measure.unit()),
    }
}

/// A number that is the same in all games, or, of means over the turns of a game, in all deals; and which of the two.
pub(crate) fn same_in_all(record: &FeelRecord, measure: Measure) -> Option<(f64, &'static str)> {
    let MeasureRecord { sums, games } = record.sums.measures.get(measure.index())?;
    let found = measured(record, measure).filter(|found| found.interval.is_none() && found.n > 1)?;
    let is_of_games = games.iter().map(|(_, games)| games).sum::<u64>() == record.games();
    match games.len() {
        1 if is_of_games => Some((found.value, "games")),
        // Quantities that are in proportion to the things in each block, which only those have (Cauchy and Schwarz).
        _ if sums.products.checked_mul(sums.products)? == sums.of_squared.checked_mul(sums.squares)? => {
            Some((found.value, "deals"))
        }
        _ => None,
    }
}

/// How the interval of a measure is made.
pub(crate) fn method(record: &FeelRecord, measure: Measure) -> &'static str {
    match (measure.is_share(), stopping(record)) {
        (true, Stopping::Fixed) => "wilson, effective n",
        (false, Stopping::Fixed) => "student, blocks",
        (_, Stopping::Watched { .. }) => "confidence sequence",
    }
}

/// A quantile: the value that this percentage of the games does not exceed, in parts of `unit`.
pub(crate) fn at_most(record: &FeelRecord, games: &[(u32, u64)], percent: u32, unit: f64) -> Option<Estimate> {
    let value = quantile(games, percent)?;
    let scaled = |value: u32| f64::from(value) / unit;
    let interval = match (stopping(record), quantile_interval(games, percent, record.sums.blocks)) {
        (Stopping::Fixed, [Some(lo), Some(hi)]) => Some(Interval { lo: scaled(lo), hi: scaled(hi) }),
        _ => None,
    };
    Some(Estimate { value: scaled(value), interval, n: record.sums.blocks })
}

/// A quantile of standings.
pub(crate) fn standing_at_most(record: &FeelRecord, games: &[(u32, u64)], percent: u32) -> Option<Estimate> {
    at_most(record, games, percent, PARTS)
}

/// A quantile of a measure that each game has one of.
pub(crate) fn measured_at_most(record: &FeelRecord, measure: Measure, percent: u32) -> Option<Estimate> {
    let is_spread = match measure {
        Measure::Rounds | Measure::LeadChanges | Measure::Tension | Measure::Excitement | Measure::Decided => true,
        Measure::DecidedRound | Measure::Comeback => true,
        Measure::ComebackFrom20 | Measure::ComebackFrom10 | Measure::Runaway => false,
        Measure::Dead | Measure::Downtime | Measure::Idle => false,
    };
    let record_of = record.sums.measures.get(measure.index()).filter(|_| is_spread)?;
    at_most(record, &record_of.games, percent, if measure.unit() == 1 { 1.0 } else { PARTS })
}
