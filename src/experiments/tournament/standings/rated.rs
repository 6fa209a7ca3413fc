//! Ratings with their intervals, who is known to have the highest, and what ratings leave unexplained.
//!
//! A rating depends on all tables. Its error is that of the wins at them, times by how much it responds to each, batch by batch: so it
//! keeps what tables have in common, and where games went by what had been seen it is that of a confidence sequence, as of means.
//! Who never wins at a table may win there in a share of games that was not seen. What that does to ratings is found by
//! rating anew: it goes to one side alone, and the response at 0 would make far too much of it.

use super::taken::part;
use super::{Payoff, Standings};
use crate::games::WHOLE_WIN;
use crate::meta;
use crate::meta::{Matrix, TableWins};
use crate::record::{BATCHES, FocalSums, TableRecord};
use crate::stats::{BlockPart, Component, ErrorRate, Estimate, Interval, batch_mean, share_of_squares, unseen_share};

/// The ratings of a tournament.
#[derive(Clone, Debug)]
pub struct Rated {
    /// By entrant the rating; all of them hold together.
    pub ratings: Vec<Estimate>,
    /// The entrants, the highest rating first, as far as the first is not known to be above them: the first alone if it is the
    /// highest. That holds for all pairs at once.
    pub highest: Vec<usize>,
    /// What share of how payoffs differ from an equal share is not what ratings make of them; `None` where payoffs are not known
    /// to differ from an equal share.
    pub unexplained: Option<Estimate>,
}

/// Payoffs and ratings by batch.
struct Batches<'s, 't> {
    standings: &'s Standings<'t>,
    /// By entrant and payoff, by batch.
    payoffs: Vec<Vec<Vec<f64>>>,
    /// Who wins how much at each table.
    tables: Vec<TableWins>,
    ratings: Vec<f64>,
    response: Matrix,
    /// By batch and entrant how far the rating lies off.
    off: Matrix,
    /// By entrant how far the rating may go where those win that never did.
    unseen: Vec<f64>,
}

impl Rated {
    /// The ratings of these standings.
    pub(crate) fn new(standings: &Standings<'_>) -> Option<Rated> {
        let batches = Batches::new(standings)?;
        let all = 0..standings.entrants();
        let alpha = standings.alpha.shared_by(standings.entrants());
        let ratings: Vec<Estimate> =
            all.clone().map(|entrant| batches.rating((entrant, None), alpha)).collect::<Option<_>>()?;
        let mut order: Vec<usize> = all.collect();
        order.sort_by(|&a, &b| ratings[b].value.total_cmp(&ratings[a].value));
        let is_above = |other: usize| {
            let lead = batches.rating((order[0], Some(other)), standings.alpha.shared_by(standings.pairs()));
            lead.and_then(|lead| lead.interval).is_some_and(|interval| interval.lo > 0.0)
        };
        let highest = order.iter().copied().filter(|&other| other == order[0] || !is_above(other)).collect();
        Some(Rated { unexplained: batches.unexplained(), ratings, highest })
    }
}

impl<'s, 't> Batches<'s, 't> {
    fn new(standings: &'s Standings<'t>) -> Option<Batches<'s, 't>> {
        let entrants = standings.entrants();
        let of_row = |row: &Vec<Payoff>| row.iter().map(|payoff| standings.payoff_batches(payoff)).collect();
        let payoffs: Vec<Vec<Vec<f64>>> = standings.payoffs.iter().map(of_row).collect();
        // Without luck a win share can lie beyond 0 and 1.
        let tables = tables(standings, &payoffs, |batches| mean(batches).clamp(0.0, 1.0));
        let ratings = meta::rate(entrants, &tables, None);
        let response = meta::response(entrants, &tables, &ratings)?;
        let wins = meta::wins(entrants, &tables);
        let batch = |batch: usize| -> Vec<f64> {
            let own = meta::wins(entrants, &tables_of_batch(standings, &payoffs, batch));
            let more: Vec<f64> = own.iter().zip(&wins).map(|(own, all)| own - all).collect();
            response.iter().map(|row| row.iter().zip(&more).map(|(by, more)| by * more).sum()).collect()
        };
        let off = (0..BATCHES).map(batch).collect();
        let seen = meta::rate(entrants, &with_unseen(standings, &tables), Some(&ratings));
        let unseen = seen.iter().zip(&ratings).map(|(with, without)| with - without).collect();
        Some(Batches { standings, payoffs, tables, ratings, response, off, unseen })
    }

    /// The rating of an entrant, or by how much it is above that of another.
    fn rating(&self, (entrant, above): (usize, Option<usize>), alpha: ErrorRate) -> Option<Estimate> {
        let less = |of: &[f64]| of[entrant] - above.map_or(0.0, |other| of[other]);
        let rating = less(&self.ratings);
        let values: Vec<f64> = self.off.iter().map(|off| rating + less(off)).collect();
        let responds: Vec<f64> = (0..self.ratings.len())
            .map(|to| self.response[entrant][to] - above.map_or(0.0, |other| self.response[other][to]))
            .collect();
        let weighted = |payoff: &Payoff| {
            let part = part(self.standings.tallies, payoff, self.weight(payoff, &responds))?;
            Some(if is_at_an_end(self.standings, payoff) { BlockPart { reach: 0.0, ..part } } else { part })
        };
        let parts: Vec<BlockPart> = self.standings.payoffs.iter().flatten().filter_map(weighted).collect();
        let found = batch_mean(&values, &parts, alpha, self.standings.ending)?;
        let unseen = less(&self.unseen);
        let wider = |it: Interval| Interval { lo: it.lo + unseen.min(0.0), hi: it.hi + unseen.max(0.0) };
        Some(Estimate { value: rating, interval: found.interval.map(wider), ..found })
    }

    /// What a payoff that is higher by 1 adds to a number, given what a win more of each entrant adds.
    fn weight(&self, payoff: &Payoff, responds: &[f64]) -> f64 {
        let seats = 1 + payoff.others.iter().filter(|&&other| other == payoff.focal).count();
        let rest = payoff.source.and_then(|(table, _)| rest(self.standings, table));
        (responds[payoff.focal] - rest.map_or(0.0, |rest| responds[rest])).abs() * seats as f64
    }

    /// What ratings leave of how payoffs differ from an equal share; all payoffs count alike.
    fn unexplained(&self) -> Option<Estimate> {
        let par = 1.0 / self.standings.tallies.players as f64;
        let mut components = Vec::new();
        let chances: Matrix = self.tables.iter().map(|table| meta::chances(table, &self.ratings)).collect();
        for (payoff, batches) in self.standings.payoffs.iter().flatten().zip(self.payoffs.iter().flatten()) {
            let Some((at, _)) = payoff.source else { continue };
            let (table, chances) = (&self.tables[at], &chances[at]);
            let entry = table.iter().position(|(strategy, ..)| *strategy == payoff.focal)?;
            let whole: Vec<f64> = batches.iter().map(|share| meta::doubted(*share, par) - par).collect();
            let explained = |off: &Vec<f64>| chances[entry] - par + meta::chance_change(table, chances, entry, off);
            let part = whole.iter().zip(&self.off).map(|(whole, off)| whole - explained(off)).collect();
            components.push(Component { part, whole });
        }
        let payoffs = self.standings.payoffs.iter().flatten();
        let parts: Vec<BlockPart> = payoffs.filter_map(|payoff| part(self.standings.tallies, payoff, 1.0)).collect();
        share_of_squares(&components, &parts, self.standings.alpha, self.standings.ending)
    }
}

/// Whether an entrant never won among these others, or always.
fn is_at_an_end(standings: &Standings<'_>, payoff: &Payoff) -> bool {
    let Some((table, slot)) = payoff.source else { return false };
    let table = &standings.tallies.tables[table];
    let ends = table.sums[slot].all.ends;
    ends.least == ends.most && (ends.least == 0 || ends.least as u64 == super::whole_block(table, payoff.focal))
}

/// The tables if those that never won had won in as large a share of blocks more as may not have been seen.
fn with_unseen(standings: &Standings<'_>, tables: &[TableWins]) -> Vec<TableWins> {
    let alpha = standings.alpha.shared_by(standings.pairs().max(standings.entrants()));
    let with = |(record, table): (&TableRecord, &TableWins)| {
        let never = table.iter().filter(|(strategy, ..)| never_won(record, *strategy)).count() as f64;
        let share = unseen_share(record.blocks, alpha).min(0.5 / never.max(1.0));
        let more = |strategy: usize| if never_won(record, strategy) { share } else { 0.0 };
        let won = |strategy: usize, won: f64| won * (1.0 - never * share) + more(strategy);
        table.iter().map(|&(strategy, seats, own)| (strategy, seats, won(strategy, own))).collect()
    };
    standings.tallies.tables.iter().zip(tables).map(with).collect()
}

/// Whether a strategy at a table has won nothing so far, as played: without luck its win share need not be 0.
fn never_won(table: &TableRecord, strategy: usize) -> bool {
    let won = |sums: &FocalSums| sums.all.blocks.sum;
    match table.focals.iter().position(|&focal| focal == strategy) {
        Some(slot) => won(&table.sums[slot]) == 0,
        None => {
            let all = u128::from(table.games * u64::from(WHOLE_WIN)) * u128::from(table.blocks);
            table.sums.iter().map(won).sum::<i128>().unsigned_abs() == all
        }
    }
}

fn mean(batches: &[f64]) -> f64 {
    batches.iter().sum::<f64>() / batches.len() as f64
}

fn tables_of_batch(standings: &Standings<'_>, payoffs: &[Vec<Vec<f64>>], batch: usize) -> Vec<TableWins> {
    tables(standings, payoffs, |batches| batches[batch])
}

/// Who has the seats at a table of which there is no payoff: of one among copies of another that other.
fn rest(standings: &Standings<'_>, table: usize) -> Option<usize> {
    let table = &standings.tallies.tables[table];
    table.lineup.iter().copied().find(|entrant| !table.focals.contains(entrant))
}

/// Who wins how much at each table, given what to take of the batches of a payoff.
fn tables(standings: &Standings<'_>, payoffs: &[Vec<Vec<f64>>], value: impl Fn(&[f64]) -> f64) -> Vec<TableWins> {
    let mut tables: Vec<TableWins> = vec![Vec::new(); standings.tallies.tables.len()];
    for (payoff, batches) in standings.payoffs.iter().flatten().zip(payoffs.iter().flatten()) {
        let Some((table, _)) = payoff.source else { continue };
        let same = payoff.others.iter().filter(|&&other| other == payoff.focal).count();
        let seats = (same + 1) as f64;
        tables[table].push((payoff.focal, seats, seats * value(batches)));
    }
    for (at, wins) in tables.iter_mut().enumerate() {
        if let Some(rest) = rest(standings, at) {
            let won: f64 = wins.iter().map(|(_, _, won)| won).sum();
            wins.push((rest, (standings.tallies.players - 1) as f64, 1.0 - won));
        }
    }
    tables
}
