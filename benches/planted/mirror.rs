//! A tournament of two players whose win shares are known: six entrants, of whom two are alike, two nearly, one loses nearly
//! always. Whoever is settled plays no further, so that cells have unequal numbers of blocks; blocks are drawn, not played.

use super::field::{before, decimal};
use analyze::dice::{below, generator};
use analyze::experiments::tournament::standings::{FIRST_PASSES, Standings, is_look, playing};
use analyze::record::{Allot, BATCHES, Schedule, TableRecord, TournamentTallies, TournamentTerms};

/// How strong each entrant is: it wins its strength's share of that of both.
const STRENGTHS: [u64; 6] = [300, 300, 290, 200, 150, 3];
/// So many passes are played: 3,200 blocks at a table that always plays.
const PASSES: u64 = 50;

/// The share of games that one wins of another, out of the sum of both strengths.
fn share(one: usize, other: usize) -> f64 {
    STRENGTHS[one] as f64 / (STRENGTHS[one] + STRENGTHS[other]) as f64
}

/// The mean against a uniform field.
fn truth(entrant: usize) -> f64 {
    let shares = (0..STRENGTHS.len()).map(|other| share(entrant, other));
    shares.sum::<f64>() / STRENGTHS.len() as f64
}

fn tallies() -> TournamentTallies {
    let entrants = STRENGTHS.len();
    let pairs = (0..entrants).flat_map(|a| (a + 1..entrants).map(move |b| vec![a, b]));
    let (margin, alpha) = (decimal("0.002"), decimal("0.05"));
    let terms = TournamentTerms { until: "runs".to_owned(), allot: Allot::Order, margin, alpha };
    before((entrants, Schedule::Mirror), terms, pairs.map(|pair| (pair.clone(), pair)))
}

/// What the intervals of a tournament came to, over all looks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Held {
    /// Whether the interval of a mean left out the truth at a look.
    pub(crate) misses_a_mean: bool,
    /// Whether that of a difference did.
    pub(crate) misses_a_difference: bool,
    /// How many times as many blocks the table has that played most as the one that played least.
    pub(crate) unequal: f64,
}

/// Plays a tournament, and looks as often as one does. With `common` all tables have the same draws, as in play, so that a
/// draw which lets one win of another lets it win of all weaker ones.
pub(crate) fn held(seed: u64, common: bool) -> Held {
    let (mut tallies, mut held) = (tallies(), Held::default());
    for passes in 1..=PASSES {
        for at in playing(&tallies) {
            add_pass(&mut tallies.tables[at], (seed, common), at as u64);
        }
        tallies.passes = passes;
        if passes >= FIRST_PASSES && is_look(passes) {
            let standings = Standings::new(&tallies);
            let all = 0..STRENGTHS.len();
            let is_out = |found: Option<analyze::stats::Estimate>, truth: f64| {
                let interval = found.and_then(|found| found.interval);
                interval.is_none_or(|interval| truth < interval.lo || interval.hi < truth)
            };
            held.misses_a_mean |= all.clone().any(|a| is_out(standings.mean(a), truth(a)));
            let mut pairs = all.clone().flat_map(|a| (0..a).map(move |b| (a, b)));
            held.misses_a_difference |= pairs.any(|(a, b)| is_out(standings.difference(a, b), truth(a) - truth(b)));
            tallies.open = standings.open();
        }
    }
    let blocks = tallies.tables.iter().map(|table| table.blocks);
    held.unequal = blocks.clone().max().unwrap_or(0) as f64 / blocks.min().unwrap_or(1) as f64;
    held
}

/// Draws 64 blocks of two games.
fn add_pass(table: &mut TableRecord, (seed, common): (u64, bool), at: u64) {
    let (a, b) = (table.lineup[0], table.lineup[1]);
    for block in table.blocks..table.blocks + BATCHES as u64 {
        let own = if common { 0 } else { at + 1 };
        let mut words = generator((seed << 32) + (own << 20) + block);
        // The unit of 1/(a + b) on a scale that all tables share.
        let scale = 1 << 40;
        let limit = (share(a, b) * scale as f64) as u64;
        let won = (0..2).filter(|_| below(scale, &mut words) < limit).count() as i64;
        table.sums[0].add(block, 60 * won);
        table.sums[1].add(block, 60 * (2 - won));
    }
    table.blocks += BATCHES as u64;
}
