//! Sweeps: the differences of win shares between two combinations.

use super::cancelled::{Both, ENGINE, Found, Lineup, luck_of};
use analyze::lab::{How, TableRun};
use analyze::record::{CombinationRecord, FORMAT, SWEEP, SweepTallies, VariedKey};
use analyze::report::{Field, sweep_summary};
use analyze::simulate::{Beside, Combined, Control, Pairs, Side, StatisticsBlocks};

/// A game, and two combinations: a line-up and the rules.
pub(crate) type Case = (&'static str, [(&'static str, &'static [(&'static str, &'static str)]); 2]);

/// The blocks of a run.
pub(crate) const BLOCKS: u64 = 500;

/// The difference of the first strategy's win share between the two combinations, with many seeds.
pub(crate) fn differences((game, cells): &Case, seeds: u64) -> Vec<Found> {
    let lineups = cells.map(|(bots, options)| Lineup::new(game, bots, options));
    let players = [0, 1].map(|at| lineups[at].players());
    let luck = [0, 1].map(|at| luck_of(&*players[at], &lineups[at].names, &lineups[at].seatings));
    let side = |at: usize| {
        let Lineup { game, names, seatings, .. } = &lineups[at];
        let lengths = game.lengths().iter().map(|&metric| (metric, game.longest(metric))).collect();
        Side { highest_score: game.highest_score(), lengths, strategies: names.len(), seatings, counted: &[] }
    };
    let partners: Vec<Option<usize>> = (0..lineups[0].names.len()).map(Some).collect();
    let pairs = Pairs::new(&side(1), &side(0), &partners).expect("blocks that line up");
    let options = |at: usize| cells[at].1.iter().map(|(key, value)| format!(" {key}={value}")).collect::<String>();
    let title = format!("{game} {}{} less {}{}", cells[1].0, options(1), cells[0].0, options(0));
    Found::of_seeds(seeds, |seed| {
        let play = |at: usize, beside: Beside<'_>| -> Combined {
            let Lineup { names, seatings, .. } = &lineups[at];
            let run = TableRun { names, seatings, seed, blocks: 0..BLOCKS, statistics: StatisticsBlocks::All };
            let control = Control::default();
            let how = How { engine: ENGINE, luck: Some(&*luck[at]), threads: 1, control: &control };
            let played = players[at].combination(run, how, &[], beside, &mut |_| ());
            played.expect("no faults").0.tally
        };
        let first = play(0, Beside::Record);
        let own = play(1, Beside::Compare(&pairs, &first.recorded));
        let record = |at: usize, combined: &Combined| CombinationRecord {
            values: vec![at.to_string()],
            experiment: String::new(),
            tallies: lineups[at].game.record(combined.tally.clone(), &lineups[at].names, lineups[at].seatings.games()),
            against_first: combined.differences.clone(),
            rows_against_first: Vec::new(),
            seats_without_luck: combined.seats.clone(),
            followed: None,
        };
        vec![(title.clone(), shown([record(0, &first), record(1, &own)]))]
    })
}

/// The difference of the first strategy as the summary shows it: without luck, and as it shows it of the same games as played.
fn shown(combinations: [CombinationRecord; 2]) -> Both {
    let mut tallies = SweepTallies {
        command: SWEEP.to_owned(),
        format: FORMAT,
        game: combinations[0].tallies.game.clone(),
        vary: vec![VariedKey { key: "at".to_owned(), values: vec!["0".to_owned(), "1".to_owned()], texts: Vec::new() }],
        all: 2,
        combinations: combinations.into(),
    };
    let difference = |tallies: &SweepTallies| {
        let table = sweep_summary(tallies);
        let column = table.headings.iter().position(|heading| heading.name() == "win_share_against_first");
        let row = &table.rows[tallies.combinations[0].tallies.strategies.len()];
        let field = &row[column.expect("differences of win share")];
        let estimate = if let Field::Estimate(estimate) = field { *estimate } else { None };
        estimate.expect("a difference")
    };
    let without_luck = difference(&tallies);
    tallies.combinations[1].against_first.iter_mut().for_each(|record| record.without_luck = None);
    [without_luck, difference(&tallies)]
}
