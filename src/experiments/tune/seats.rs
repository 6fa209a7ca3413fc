//! Win shares of seats without luck, as the targets of a design are judged by them.
//!
//! Owns their intervals, and what is said of luck. Like differences of comparisons they are believed once results as played have
//! been seen to vary.

use super::targets::{Aim, Target};
use crate::record::{CombinationRecord, Differences, PARTS, SweepTallies, all_why_as_played, cancelled_rounding};
use crate::stats::{ErrorRate, Estimate, Interval, Moments, PairedBlocks, Scale, difference};

/// The win share of a seat, or by how much it is above that of another, without luck; `None` where luck is not cancelled.
pub(crate) fn without_luck(combination: &CombinationRecord, aim: &Aim, alpha: ErrorRate) -> Option<Estimate> {
    let (seat, less) = match *aim {
        Aim::Seat(seat) => (seat - 1, None),
        Aim::Seats(one, other) => (one.min(other) - 1, Some(one.max(other) - 1)),
        Aim::Length(_) | Aim::Counted(..) | Aim::Measure(_) => return None,
    };
    let record = combination.seats_without_luck.iter().find(|it| (it.seat, it.less) == (seat, less))?;
    let (n, whole) = (combination.tallies.blocks, record.most(combination.tallies.games_a_block));
    let seats = if less.is_some() { 2 } else { 1 };
    let moments = |&Differences { blocks, ends }: &Differences| Moments {
        n,
        sum: blocks.sum,
        squares: blocks.squares,
        least: ends.least,
        most: ends.most,
    };
    let own = (moments(&record.without_luck), Scale::new(whole * PARTS, seats * whole * PARTS));
    let played = (moments(&record.played), Scale::new(whole, seats * whole));
    let found = PairedBlocks::without_luck(own, played).estimate(|blocks, scale| difference(blocks, scale, alpha))?;
    let by = seats as f64 * cancelled_rounding(&combination.tallies.game);
    let wider = |Interval { lo, hi }: Interval| Interval { lo: lo - by, hi: hi + by };
    let found = Estimate { interval: found.interval.map(wider), ..found };
    Some(if matches!(aim, Aim::Seats(one, other) if one > other) { found.negated() } else { found })
}

/// What is said of luck in the win shares of seats, if it was to be cancelled.
pub fn luck_of_designs(tallies: &SweepTallies, targets: &[Target]) -> Option<String> {
    let is_known = |combination: &&CombinationRecord| !combination.seats_without_luck.is_empty();
    let (known, all) = (tallies.combinations.iter().filter(is_known).count(), tallies.combinations.len());
    let why = all_why_as_played(tallies.combinations.iter().map(|it| &*it.tallies.notes));
    let those = match (known, why) {
        (0, None) => return None,
        (0, Some(why)) => return Some(format!("luck is not cancelled in any of the {all} designs: {why}")),
        (_, Some(why)) => format!(" in {known} of the {all} designs, where it is known; not in the others: {why}"),
        (_, None) => String::new(),
    };
    let is_share = |target: &Target| matches!(target.aim, Aim::Seat(_) | Aim::Seats(..));
    let others = if targets.iter().all(is_share) { "" } else { "; other numbers are as played" };
    Some(format!("luck is cancelled in the win shares of seats and their differences{those}{others}"))
}
