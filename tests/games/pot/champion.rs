//! `champion` plays by any rules, and wins more than its share among the strongest of the others.

use super::runs::{Lineup, setting};
use crate::runs::Run;
use analyze::engines::{EngineKind, SeatingRule};
use analyze::games::BuiltIn;
use analyze::games::pot::Pot;
use analyze::strategies::find_all;

/// The share of the first of some strategies, which sits alone among equal ones.
fn share(bots: &[&str], blocks: u64) -> f64 {
    let plan = Run { seed: 3, blocks, threads: 0 };
    let played = Lineup::shipped(bots, SeatingRule::Rotate, &[]).run(EngineKind::Turn, plan).unwrap();
    played.strategies[0].total.share.sum as f64 / 60.0 / (blocks * bots.len() as u64) as f64
}

/// By 4.5 standard errors or more: in 100,000 games, its share is 0.364 with three players, and 0.273 with four.
#[test]
fn it_wins_more_than_its_share_among_optimal_turn() {
    for (seats, blocks) in [(3, 3_000), (4, 1_500)] {
        let bots = [&["champion"][..], &["optimal-turn"; 3][..seats - 1]].concat();
        let (found, fair) = (share(&bots, blocks), 1.0 / seats as f64);
        let error = (fair * (1.0 - fair) / (blocks * seats as u64) as f64).sqrt();
        assert!(found > fair + 4.5 * error, "{seats} players: {found} ± {error}");
    }
}

/// A choice that is not legal is a fault. Rules without a bank, without combos, and with another end.
#[test]
fn it_plays_by_any_rules_with_both_engines() {
    let rules: [&[&str]; 4] = [
        &["goal=9", "coins=20", "end=holds"],
        &["goal=8", "start=0", "stake=0", "zero=O", "cap=200"],
        &["goal=10", "without=pay"],
        &["goal=3", "start=5", "without=222"],
    ];
    for (at, options) in rules.into_iter().enumerate() {
        let bots = &["champion", "random", "champion"][..2 + at % 2];
        let lineup = Lineup::shipped(bots, SeatingRule::Rotate, options);
        for engine in [EngineKind::Turn, EngineKind::Dice] {
            let played = lineup.run(engine, Run { seed: 3, blocks: 20, threads: 0 });
            assert!(played.is_ok(), "{options:?}: {:?}", played.err().map(|fault| fault.fault.returned));
        }
    }
}

#[test]
fn a_goal_that_is_too_high_is_refused() {
    let game = Pot::set_up(3, &setting(&["goal=41"])).unwrap();
    let error = find_all(&["champion".to_owned()], &game).err().unwrap().to_string();
    assert!(error.contains("goal of at most 40"), "{error}");
}
