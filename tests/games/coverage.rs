//! Whether the intervals that the tables show hold the long-run value as often as they say: a small run of the laboratory
//! in `benches/coverage`, which says how it counts and measures the same in full.
//!
//! Of 200 seeds the intervals of a number that hold are a binomial count, and must be possible for some coverage from 93
//! to 99.5 %: intervals of proportions jump with each success (Brown, Cai & DasGupta, Statistical Science 16 (2001)
//! 101, figure 11), and those of few blocks are wide on purpose. Numbers whose spread rests on what is rarely met are
//! left out, as there. All numbers of a column together must not be held more seldom than 93 %.

#[path = "../../benches/coverage/laboratory.rs"]
mod laboratory;

use analyze::games::{battle::Battle, gang::Gang, pig::Pig, pot::Pot};
use laboratory::{Cell, Plan, comparisons, runs};
use statrs::distribution::{Binomial, DiscreteCDF};
use std::collections::BTreeMap;

const SIZES: &[u64] = &[10, 80, 400];
const SEEDS: u64 = 200;

/// Holds every number, and every column at every size, to their limits.
fn check(cells: &[Cell]) {
    let mut columns: BTreeMap<(&str, &str, u64), (u64, u64)> = BTreeMap::new();
    let judged = cells.iter().filter(|cell| cell.is_judged && !cell.is_rarely_met() && 2 * cell.intervals > SEEDS);
    for cell in judged {
        let (place, least) = (&cell.place, Binomial::new(0.93, cell.intervals).unwrap().inverse_cdf(0.0001));
        let number = format!("{} {} {:?} after {} blocks", place.table, place.column, place.labels, cell.blocks);
        let share = 100.0 * cell.coverage();
        assert!(cell.covered >= least, "{number}, {}: held by {share} % of {}", cell.truth, cell.intervals);
        let column = columns.entry((&place.table, &place.column, cell.blocks)).or_default();
        *column = (column.0 + cell.covered, column.1 + cell.intervals);
    }
    assert!(columns.len() > 5, "{columns:?}");
    for (column, (covered, intervals)) in columns {
        assert!(covered as f64 > 0.93 * intervals as f64, "{column:?}: {covered} of {intervals}");
    }
}

/// Numbers that are covered always say too much: of common ones some must miss.
fn some_miss(cells: &[Cell], table: &str, column: &str) {
    let common = |cell: &&Cell| (&*cell.place.table, &*cell.place.column, cell.blocks) == (table, column, 400);
    let (covered, intervals) = cells.iter().filter(common).fold((0, 0), |(a, b), c| (a + c.covered, b + c.intervals));
    assert!((covered as f64) < 0.985 * intervals as f64, "{table} {column}: {covered} of {intervals}");
}

#[test]
fn intervals_hold_in_gang_of_dice() {
    let plan = Plan { bots: &["boss:3", "boss:2", "stand:3", "boss:5"], sizes: SIZES, seeds: SEEDS, long: 100_000 };
    let cells = runs::<Gang>(&plan);
    check(&cells);
    for (table, column) in [("summary", "win_share"), ("summary", "ev"), ("cards", "invalid_rate")] {
        some_miss(&cells, table, column);
    }
}

/// Two that differ in a block of a hundred: blocks that agree are not taken for certainty.
#[test]
fn intervals_hold_where_blocks_agree() {
    let plan = Plan { bots: &["endgame:rounds=1", "endgame:rounds=2"], sizes: SIZES, seeds: SEEDS, long: 400_000 };
    let cells = runs::<Gang>(&plan);
    check(&cells);
    let share = cells.iter().filter(|cell| cell.place.column == "win_share" && cell.place.table == "summary");
    assert!(share.clone().count() > 0 && share.map(|cell| cell.without_width).sum::<u64>() == 0);
}

#[test]
fn intervals_hold_in_the_other_games() {
    let plan = |bots, long| Plan { bots, sizes: SIZES, seeds: SEEDS, long };
    check(&runs::<Pot>(&plan(&["optimal-turn", "combo-hunter"], 100_000)));
    check(&runs::<Battle>(&plan(&["swarm", "elite"], 40_000)));
    check(&runs::<Pig>(&plan(&["hold:20", "hold:25"], 60_000)));
}

#[test]
fn intervals_hold_in_comparisons() {
    let plan = |bots, long| Plan { bots, sizes: SIZES, seeds: SEEDS, long };
    let gang = comparisons::<Gang>(&plan(&["chaser", "endgame"], 100_000));
    check(&gang);
    some_miss(&gang, "compare", "diff");
    check(&comparisons::<Pot>(&plan(&["letters", "optimal-turn"], 60_000)));
}
