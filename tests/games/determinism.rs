//! Same seed, same result: whatever the threads, the memory, an interruption or the order of play.

use crate::looks::Looks;
use crate::runs::{Asks, Curious, ENGINES, Lineup, Run};
use analyze::dice::{Counts, RunKey};
use analyze::engines::drawn::{DrawnGame, Limits, TurnEngine};
use analyze::engines::{Book, DiceEngine, Engine, EngineKind, GameFault, SeatingRule};
use analyze::games::gang::{Commit, Gang, NoAnswer, PolicyId, Roll, Strategy, View};
use analyze::games::{Game, Setting};
use analyze::record::Tallies;
use analyze::simulate::{Control, StatisticsBlocks, Tally};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const THREADS: [usize; 3] = [1, 2, 7];

/// Strategies of every sort: decisions that are remembered, such as are not, plans by coin, and turns too large to
/// be drawn.
fn lineups() -> [Lineup; 3] {
    let pools = |dice: &str| Setting { options: vec![("pools".to_owned(), dice.to_owned())], ..Setting::default() };
    let shipped = |bots: &[&str], setting| Lineup::shipped(bots, SeatingRule::Rotate, &setting);
    [
        shipped(&["stand:3@random", "boss:3", "stand:2", "stand:20"], Setting::default()),
        // Small pools keep the tables of `random` small, and quick to make again.
        shipped(&["boss:3@random", "random", "boss:2"], pools("4")),
        Lineup::own(vec![Box::new(Curious(Asks::Everything)), Box::new(Curious(Asks::Short))]),
    ]
}

#[test]
fn threads_do_not_matter() {
    // 500 blocks are not whole chunks.
    for lineup in lineups() {
        for kind in ENGINES {
            let play = |threads| lineup.run(kind, Run { seed: 5, blocks: 500, threads }).unwrap();
            let [one, two, seven] = THREADS.map(play);
            assert_eq!(one.blocks, 500);
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
            let tallies = lineup.play(&engine, Run { seed: 6, blocks: 20, threads }, &Control::default()).unwrap();
            (tallies, engine.tables().len())
        };
        let (whole, known) = play(Gang::LIMITS, 1);
        assert!(known > 50, "{known} tables");
        for (nodes, tables, threads) in [(1, 1, 2), (1, usize::MAX, 1), (usize::MAX, 1, 1), (2, 3, 2), (100, 20, 1)] {
            let (again, known) = play(Limits { nodes, tables }, threads);
            assert!(again == whole, "{nodes} nodes, {tables} tables, {threads} threads: {:?}", lineup.names);
            assert!(known <= tables, "{known} tables are kept, not {tables}");
        }
    }
}

/// Stands, and asks the run to stop at its turn number `at`.
struct Stopper {
    control: Arc<Control>,
    turns: AtomicU64,
    at: u64,
}

impl Strategy for Stopper {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        // The coin makes the engine ask every time.
        let odd = analyze::dice::below(2, &mut view.coins()) as u32;
        if self.turns.fetch_add(1, Ordering::Relaxed) == self.at {
            self.control.stop();
        }
        Ok(Commit { dice: view.allowed().min(2 + odd), plan: PolicyId(0) })
    }

    fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(Counts::EMPTY)
    }
}

/// Wherever a run is stopped, it has played its first k blocks and nothing else.
#[test]
fn an_interrupted_run_is_a_shorter_one() {
    let blocks = 4000;
    for kind in ENGINES {
        for (threads, at) in [(1, 1), (1, 9_000), (2, 20_000), (7, 1), (7, 30_000)] {
            let control = Arc::new(Control::default());
            let lineup = |control: &Arc<Control>, at| {
                let stopper = Stopper { control: Arc::clone(control), turns: AtomicU64::new(0), at };
                Lineup::own(vec![Box::new(stopper), Box::new(Curious(Asks::Short))])
            };
            let plan = Run { seed: 7, blocks, threads };
            let stopped = lineup(&control, at).run_controlled(kind, plan, &control).unwrap();
            assert!((1..blocks).contains(&stopped.blocks), "stopped after {}", stopped.blocks);
            assert_eq!(stopped.games(), control.games());
            let plan = Run { seed: 7, blocks: stopped.blocks, threads: 1 };
            let shorter = lineup(&Arc::default(), u64::MAX).run(kind, plan).unwrap();
            assert!(stopped == shorter, "engine {kind}, {threads} threads, {} blocks", stopped.blocks);
        }
    }
}

/// Plays the games of a run one by one, each with a worker that has played nothing, the last block first.
fn one_by_one<E: Engine<Gang>>(lineup: &Lineup, engine: &E, seed: u64, blocks: u64) -> Tallies {
    let specs = lineup.game.statistics(&lineup.names);
    let lengths = lineup.game.lengths().len();
    let mut tally = Tally::new(&lineup.seatings, lineup.names.len(), lengths, &specs, StatisticsBlocks::All);
    for block in (0..blocks).rev() {
        let key = RunKey::new(seed).block(block);
        tally.begin_block(block);
        for r in (0..lineup.seatings.games()).rev() {
            let seating = lineup.seatings.get(r);
            let mut worker = engine.worker();
            engine.begin_block(key, &mut worker);
            let outcome = engine.play(seating, key, &mut worker, &mut tally).unwrap();
            tally.game(seating, &outcome);
        }
        tally.end_block();
    }
    tally.into_record(&lineup.game, &lineup.names, lineup.seatings.games())
}

#[test]
fn a_game_replayed_alone_is_the_game_of_the_run() {
    for lineup in lineups() {
        let strategies = lineup.strategies();
        let drawn = TurnEngine::new(&lineup.game, &strategies, Gang::LIMITS);
        let rolled = DiceEngine { game: &lineup.game, strategies: &strategies };
        let run = |kind| lineup.run(kind, Run { seed: 8, blocks: 40, threads: 2 }).unwrap();
        assert!(one_by_one(&lineup, &drawn, 8, 40) == run(EngineKind::Turn), "{:?}", lineup.names);
        assert!(one_by_one(&lineup, &rolled, 8, 40) == run(EngineKind::Dice), "{:?}", lineup.names);
    }
}

/// Plays like a curious player, but fails on one view in `rarity`, by what it sees.
struct Faulty {
    player: Curious,
    rarity: u32,
}

impl Strategy for Faulty {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let commit = self.player.commit(view)?;
        match self.player.sees(view).below(self.rarity) {
            0 => Ok(Commit { dice: 0, ..commit }),
            1 => Err(NoAnswer("no idea".into())),
            2 => Ok(Commit { plan: PolicyId(99), ..commit }),
            _ => Ok(commit),
        }
    }

    /// Plan 99 asks for more Bosses than there are.
    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        if plan == PolicyId(99) { Ok(roll.shown + Counts::one(0)) } else { self.player.reroll(plan, roll) }
    }
}

/// The first fault when the games are played one after the other.
fn first_fault<E: Engine<Gang>>(lineup: &Lineup, engine: &E, seed: u64) -> GameFault {
    let specs = lineup.game.statistics(&lineup.names);
    let lengths = lineup.game.lengths().len();
    let mut tally = Tally::new(&lineup.seatings, lineup.names.len(), lengths, &specs, StatisticsBlocks::All);
    let (games, mut worker) = (lineup.seatings.games(), engine.worker());
    (0..)
        .find_map(|index| {
            let (key, seating) = (RunKey::new(seed).block(index / games), lineup.seatings.get(index % games));
            if index % games == 0 {
                engine.begin_block(key, &mut worker);
            }
            let fault = engine.play(seating, key, &mut worker, &mut tally).err()?;
            Some(GameFault { index, strategy: seating[fault.seat.index()], fault })
        })
        .unwrap()
}

/// Faults are rare enough to lie some chunks away and frequent enough that several workers find one.
#[test]
fn the_first_fault_is_reported_at_any_number_of_threads() {
    let mut late = 0;
    for (seed, rarity) in (0..3).zip([120_000, 240_000].into_iter().cycle()) {
        let player = |rarity| Faulty { player: Curious(Asks::Everything), rarity };
        let lineup = Lineup::own(vec![Box::new(player(rarity)), Box::new(player(u32::MAX)), Box::new(player(rarity))]);
        let strategies = lineup.strategies();
        for kind in ENGINES {
            let first = match kind {
                EngineKind::Turn => {
                    first_fault(&lineup, &TurnEngine::new(&lineup.game, &strategies, Gang::LIMITS), seed)
                }
                EngineKind::Dice => {
                    first_fault(&lineup, &DiceEngine { game: &lineup.game, strategies: &strategies }, seed)
                }
            };
            late += u32::from(first.index > 3 * analyze::simulate::CHUNK);
            for threads in [2, 7, 7] {
                let found = lineup.run(kind, Run { seed, blocks: 20_000, threads }).unwrap_err();
                assert_eq!(found, first, "engine {kind}, {threads} threads");
            }
        }
    }
    assert!(late >= 3, "{late} of the first faults lie beyond the first chunk");
}

/// Commits five dice whatever it has: remembered at once, and illegal as soon as it holds fewer.
struct Stubborn;

impl Strategy for Stubborn {
    fn commit(&self, _: &View<'_>) -> Result<Commit, NoAnswer> {
        Ok(Commit { dice: 5, plan: PolicyId(0) })
    }

    fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(Counts::EMPTY)
    }
}

/// A remembered decision that a game makes illegal is still a fault, in the first game in which it is one.
#[test]
fn a_fault_among_remembered_games_is_reported() {
    let mut late = 0;
    for seed in 0..6 {
        let lineup = Lineup::own(vec![Box::new(Stubborn), Box::new(Curious(Asks::Short))]);
        let strategies = lineup.strategies();
        let first = first_fault(&lineup, &TurnEngine::new(&lineup.game, &strategies, Gang::LIMITS), seed);
        assert_eq!((first.strategy, &*first.fault.returned), (0, "5 dice to commit"));
        late += u32::from(first.index > 1);
        for threads in [1, 2, 7] {
            let found = lineup.run(EngineKind::Turn, Run { seed, blocks: 2_000, threads }).unwrap_err();
            assert_eq!(found, first, "{threads} threads");
        }
    }
    assert!(late > 0);
}

/// The results of a small fixed run of each engine, as one number that stands for all of them. A change of it is a
/// change of what the program answers: the commit that makes it says why. These values record behaviour; that the
/// behaviour is right is for the other tests to show.
#[test]
fn results_have_not_changed() {
    let lineup = Lineup::shipped(&["boss:3", "stand:4@random", "stand:20"], SeatingRule::Rotate, &Setting::default());
    let signature = |kind| lineup.run(kind, Run { seed: 1, blocks: 200, threads: 1 }).unwrap().signature().to_string();
    assert_eq!(
        ENGINES.map(signature),
        [
            "sha256:2cf1e10b1a56443227d337895c9926e5bc3b253c70c94bba5861a37a7c19bd99",
            "sha256:881c3e4ae694f1b9e59c26e9b391dfd692cd9df2b8f7ae8632e88d8d7aeacc42",
        ]
    );
}
