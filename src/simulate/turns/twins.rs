//! Every game both ways: side by side from what is remembered, and one after the other by asking.

use super::batch::Played;
use super::{Limits, TurnEngine};
use crate::dice::RunKey;
use crate::games::Game;
use crate::games::gang::{Deck, Edition, Gang, Rules};
use crate::record::Tallies;
use crate::simulate::engine::Engine;
use crate::simulate::run::play_block;
use crate::simulate::{Job, SeatingRule, Seatings, SheetBlocks, SheetsIn, Tally};
use crate::strategies::find_all;

/// Steady ones, some that look at the round, some that look at everything, and one that tosses coins.
const LINEUPS: [&str; 7] = [
    "boss:3,boss:2",
    "boss:3,boss:3,boss:3",
    "stand:3,boss:2,boss:4",
    "boss:2,boss:3,stand:1,stand:9",
    "chaser,bold,odds",
    "random,boss:3,chaser,bold",
    "round-optimal:2,odds",
];

/// About the first that are not all counted, so that some are counted and some are not.
const BLOCKS: std::ops::Range<u64> = 65_580..65_640;

fn tally(job: &Job<'_, Gang>, play: impl FnOnce(&mut Tally)) -> Tallies {
    let mut tally = Tally::new(job.seatings, job.strategies.len(), Gang::LENGTHS.len(), &job.game.sheets(job.names));
    play(&mut tally);
    tally.into_record(job.game, job.names, job.seatings.games())
}

/// Plays the line-up both ways; how many games the batch could finish in a second pass.
fn both_ways(lineup: &str, rules: Rules, sheets: SheetBlocks) -> usize {
    let names: Vec<String> = lineup.split(',').map(str::to_owned).collect();
    let what = format!("{lineup}, {rules:?}");
    let game = Gang::new(rules, Deck::reconstructed(), names.len()).unwrap();
    let (chosen, seats) = find_all(&names, &game).unwrap();
    let strategies: Vec<_> = chosen.iter().map(|chosen| &*chosen.strategy).collect();
    let names: Vec<String> = chosen.iter().map(|chosen| chosen.name.clone()).collect();
    let seatings = Seatings::new(SeatingRule::Rotate, &seats);
    let blocks = BLOCKS.end;
    let job = Job { game: &game, strategies: &strategies, names: &names, seatings: &seatings, seed: 5, blocks, sheets };
    let engine = TurnEngine::new(&game, &strategies, Limits::default());
    let (mut worker, mut twin) = (engine.worker(), engine.worker());
    let batches = tally(&job, |tally| {
        for start in BLOCKS.step_by(20) {
            engine.play_blocks(&job, start..start + 20, &mut worker, tally).unwrap();
        }
    });
    let blocks =
        tally(&job, |tally| BLOCKS.for_each(|block| play_block(&job, &engine, block, &mut twin, tally).unwrap()));
    assert!(batches == blocks, "{what}");
    let mut played = Played::default();
    let wanted: Vec<_> = BLOCKS.map(|block| (RunKey::new(5).block(block), SheetsIn::Skipped)).collect();
    worker.batch.play((&game, &engine.course), &worker.memo, &seatings, &wanted, &mut played);
    played.outcomes.iter().flatten().count()
}

/// With pools that eliminate and supplies that limit. With `random` in it no game can be finished.
#[test]
fn a_batch_is_its_games_one_by_one() {
    for lineup in LINEUPS {
        for (_, edition) in Edition::NAMES {
            for pools in [[48, 48, 36], [7; 3], [2; 3]] {
                let sheets = if pools == [7; 3] { SheetBlocks::All } else { SheetBlocks::Thinned };
                let finished = both_ways(lineup, Rules { pools, ..edition.rules() }, sheets);
                let all = (BLOCKS.end - BLOCKS.start) as usize;
                let few = lineup.contains("random") || lineup.contains("round-optimal");
                assert!(few || finished > all / 2, "{lineup} {edition} {pools:?}: {finished} games of {all} blocks");
                assert!(!lineup.contains("random") || finished == 0);
            }
        }
    }
}

/// Pools and bonus of more dice than a key can tell: everything is left to the ordinary way.
#[test]
fn numbers_that_fit_in_no_key() {
    let rules = Rules { pools: [100; 3], ..Edition::Bga.rules() };
    assert_eq!(both_ways("chaser,bold,odds", rules.clone(), SheetBlocks::Thinned), 0);
    assert!(both_ways("boss:3,boss:2,boss:4", rules, SheetBlocks::Thinned) > 0, "steady decisions need no key");
}
