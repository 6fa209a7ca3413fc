//! Games that are tuned: the win shares of seats, and how they differ.

use super::cancelled::{Both, ENGINE, Found, Lineup, luck_of};
use analyze::experiments::tune::targets::{Target, Wanted, designs};
use analyze::lab::{How, TableRun};
use analyze::record::{CombinationRecord, FORMAT, SWEEP, SweepTallies, VariedKey};
use analyze::simulate::{Beside, Control, StatisticsBlocks};

/// A game, a line-up, and rules.
pub(crate) type Case = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// The blocks of a run.
pub(crate) const BLOCKS: u64 = 500;

/// Plays a design with each of `seeds` seeds. Returns the win share of seat 1, and that of seat 2 less that of seat 1. The intervals
/// have 97.5% each, because two targets hold together.
pub(crate) fn numbers((game, bots, options): &Case, seeds: u64) -> Vec<Found> {
    let lineup = Lineup::new(game, bots, options);
    let players = lineup.players();
    let luck = luck_of(&*players, &lineup.names, &lineup.seatings);
    let targets: Vec<Target> =
        ["seat1=0..1", "seat2-seat1=0±0.5"].iter().map(|target| target.parse().expect("a target")).collect();
    let rules: String = options.iter().map(|(key, value)| format!(" {key}={value}")).collect();
    Found::of_seeds(seeds, |seed| {
        let (control, Lineup { names, seatings, .. }) = (Control::default(), &lineup);
        let run = TableRun { names, seatings, seed, blocks: 0..BLOCKS, statistics: StatisticsBlocks::All };
        let how = How { engine: ENGINE, luck: Some(&*luck), threads: 1, control: &control };
        let played = players.combination(run, how, &[], Beside::Nothing, &mut |_| ()).expect("no faults").0.tally;
        let combination = CombinationRecord {
            values: vec!["0".to_owned()],
            experiment: String::new(),
            tallies: lineup.game.record(played.tally, names, seatings.games()),
            against_first: Vec::new(),
            rows_against_first: Vec::new(),
            seats_without_luck: played.seats,
            followed: None,
        };
        let shown = shown(combination, &targets);
        targets
            .iter()
            .zip(shown)
            .map(|(target, both)| (format!("{game} {bots}{rules}: {}", target.aim), both))
            .collect()
    })
}

/// The number of each target: without luck, and of the same games as played.
fn shown(combination: CombinationRecord, targets: &[Target]) -> Vec<Both> {
    let wanted = Wanted { targets: targets.to_vec(), objective: None };
    let mut tallies = SweepTallies {
        command: SWEEP.to_owned(),
        format: FORMAT,
        game: combination.tallies.game.clone(),
        vary: vec![VariedKey { key: "at".to_owned(), values: vec!["0".to_owned()], texts: Vec::new() }],
        all: 1,
        combinations: vec![combination],
    };
    let numbers = |tallies: &SweepTallies| {
        let judged = designs(tallies, &wanted).remove(0).judged;
        judged.into_iter().map(|judged| judged.number.expect("a number")).collect::<Vec<_>>()
    };
    let without_luck = numbers(&tallies);
    tallies.combinations[0].seats_without_luck.clear();
    without_luck.into_iter().zip(numbers(&tallies)).map(|(own, played)| [own, played]).collect()
}
