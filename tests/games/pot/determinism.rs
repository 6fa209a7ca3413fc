//! Same seed, same result: whatever the threads, the memory, or the order of play.

use super::laws::Random;
use super::runs::Lineup;
use crate::runs::{ENGINES, Run};
use analyze::dice::RunKey;
use analyze::engines::drawn::{DrawnGame, Limits, TurnEngine};
use analyze::engines::{Book, Engine, SeatingRule};
use analyze::games::pot::{Choices, Decision, DiceSet, NoAnswer, PolicyId, Pot, Roll, Strategy, View};
use analyze::games::{BuiltIn, Game, Table};
use analyze::simulate::{StatisticsBlocks, Tally};

fn lineups() -> [Lineup; 3] {
    let shipped = |bots: &[&str], options: &[&str]| Lineup::shipped(bots, SeatingRule::Rotate, options);
    [
        shipped(&["optimal-turn", "random", "thief"], &["goal=12"]),
        shipped(&["letters", "max-sum", "combo-hunter", "stand", "random"], &["goal=9", "coins=30"]),
        Lineup::own(vec![Box::new(Random(1)), Box::new(Random(2))], &["goal=15"]),
    ]
}

#[test]
fn threads_do_not_matter() {
    // 300 blocks are not whole chunks.
    for lineup in lineups() {
        for kind in ENGINES {
            let play = |threads| lineup.run(kind, Run { seed: 5, blocks: 300, threads }).unwrap();
            let [one, two, seven] = [1, 2, 7].map(play);
            assert_eq!(one.blocks, 300);
            assert!(one == two && one == seven, "engine {kind}, {:?}", lineup.names);
        }
    }
}

/// Memory that is full at once is emptied again and again, and everything is found out anew.
#[test]
fn what_is_forgotten_is_found_out_again() {
    for lineup in lineups() {
        let strategies = lineup.strategies();
        let play = |limits, threads| {
            let engine = TurnEngine::new(&lineup.game, &strategies, limits);
            let tallies = lineup.play(&engine, Run { seed: 6, blocks: 5, threads }).unwrap();
            (tallies, engine.tables().len())
        };
        let (whole, known) = play(Pot::LIMITS, 1);
        assert!(known > 20, "{known} tables");
        for (nodes, tables, threads) in [(1, 1, 2), (1, usize::MAX, 1), (usize::MAX, 1, 1), (100, 20, 2)] {
            let (again, known) = play(Limits { nodes, tables }, threads);
            assert!(again == whole, "{nodes} nodes, {tables} tables, {threads} threads: {:?}", lineup.names);
            assert!(known <= tables, "{known} tables are kept, not {tables}");
        }
    }
}

/// Games one by one, each with a worker that has played nothing, the last first.
#[test]
fn the_order_of_play_does_not_matter() {
    let lineup = &lineups()[0];
    let (strategies, blocks) = (lineup.strategies(), 20);
    let engine = TurnEngine::new(&lineup.game, &strategies, Pot::LIMITS);
    let whole = lineup.play(&engine, Run { seed: 7, blocks, threads: 1 }).unwrap();
    let specs = lineup.game.statistics(&lineup.names);
    let lengths = lineup.game.lengths().len();
    let mut tally = Tally::new(&lineup.seatings, lineup.names.len(), lengths, &specs, StatisticsBlocks::All);
    for block in (0..blocks).rev() {
        let key = RunKey::new(7).block(block);
        tally.begin_block(block);
        for r in (0..lineup.seatings.games()).rev() {
            let (seating, mut worker) = (lineup.seatings.get(r), engine.worker());
            engine.begin_block(key, &mut worker);
            let outcome = engine.play(seating, key, &mut worker, &mut tally).unwrap();
            tally.game(seating, &outcome);
        }
        tally.end_block();
    }
    assert!(tally.into_record(&lineup.game, &lineup.names, lineup.seatings.games()) == whole);
}

/// Notes every word that it is given: a seat plays several turns of a round, and each has draws of its own.
struct Tossing(std::sync::Mutex<Vec<u64>>);

impl Strategy for Tossing {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let mut coin = view.coins();
        self.0.lock().unwrap().push(analyze::dice::below(u64::MAX, &mut coin));
        Ok(Decision { rerolls: PolicyId(0), choices: Choices::next(view.seats()) })
    }

    fn reroll(&self, _: PolicyId, _: &Roll) -> Result<DiceSet, NoAnswer> {
        Ok(DiceSet::NONE)
    }
}

#[test]
fn every_turn_has_draws_of_its_own() {
    let game = Pot::set_up(2, &Default::default()).unwrap();
    for block in 0..20 {
        let tossing = Tossing(Default::default());
        let outcome = game
            .play(
                Table { strategies: &[&tossing], seating: &[0, 0], block: RunKey::new(1).block(block) },
                &mut (),
                &mut (),
            )
            .unwrap();
        let mut words = tossing.0.into_inner().unwrap();
        assert_eq!(words.len(), outcome.lengths[0] as usize);
        assert!(outcome.lengths[0] > 2 * outcome.lengths[1], "some seat plays twice in a round");
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), outcome.lengths[0] as usize);
    }
}
