//! Comparisons: faults, and the sums of games that were played one by one.

use crate::looks::Looks;
use analyze::dice::{Counts, RunKey};
use analyze::engines::drawn::{DrawnGame, TurnEngine};
use analyze::engines::{DiceEngine, Engine};
use analyze::games::gang::{Commit, Gang, NoAnswer, PolicyId, Roll, Strategy, View};
use analyze::games::{BuiltIn, Setting};
use analyze::simulate::{Control, Metrics, Next, PairedJob, Pairing, compare};
use analyze::stats::looks;

/// Like `chaser` it commits one die, but fails in round 5 of some games, by its coin.
struct Faulty;

impl Strategy for Faulty {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let fails = view.round() == 5 && analyze::dice::below(500, &mut view.coins()) == 0;
        Ok(Commit { dice: u32::from(!fails), plan: PolicyId(0) })
    }

    fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(Counts::EMPTY)
    }
}

/// At any number of threads the fault of the first game is told, as playing one game after the other finds it.
#[test]
fn the_first_fault_is_told() {
    let game = Gang::set_up(3, &Setting::default()).unwrap();
    let chosen = analyze::strategies::find("boss:2", &game).unwrap();
    let strategies: [&dyn Strategy; 2] = [&Faulty, &*chosen.strategy];
    let pairing = Pairing::new(&[0, 1], &[vec![1, 1]], Metrics::All);
    let engine = DiceEngine { game: &game, strategies: &strategies };
    let alone = |index: u64| {
        let (key, mut worker) = (RunKey::new(1).block(index / pairing.games()), engine.worker());
        engine.begin_block(key, &mut worker);
        engine.play(pairing.lineup(index % pairing.games()), key, &mut worker, &mut ()).err()
    };
    let (index, fault) = (0..).find_map(|index| Some((index, alone(index)?))).unwrap();
    assert!(index > 20, "the test wants a fault that is not in the first chunk alone: {index}");
    for threads in [1, 2, 7] {
        let job = PairedJob { pairing: &pairing, seed: 1, blocks: 0..100_000 };
        let found = compare(job, &engine, threads, &Control::default(), looks(), |_| Next::PlayOn, |_| ()).unwrap_err();
        assert_eq!((found.index, found.strategy, &found.fault), (index, 0, &fault), "{threads} threads");
    }
}

/// The faster engine meets the same field and arms: the same sums as game by game with a worker each.
#[test]
fn sums_are_those_of_games_played_one_by_one() {
    let game = Gang::set_up(3, &Setting::default()).unwrap();
    let chosen = ["chaser", "boss:3"].map(|name| analyze::strategies::find(name, &game).unwrap());
    let strategies = [&*chosen[0].strategy, &*chosen[1].strategy];
    let engine = TurnEngine::new(&game, &strategies, Gang::LIMITS);
    let pairing = Pairing::new(&[0, 1], &[vec![1, 1], vec![0, 0]], Metrics::All);
    let job = PairedJob { pairing: &pairing, seed: 5, blocks: 0..150 };
    let found = compare(job, &engine, 2, &Control::default(), looks(), |_| Next::PlayOn, |_| ()).unwrap();
    assert!(found.complete && found.tally.blocks == 150);
    let mut expected = [[(0i128, 0i128); 2]; 2];
    for block in 0..150 {
        for (field, sums) in [1usize, 0].into_iter().zip(&mut expected) {
            for (arm, sum) in sums.iter_mut().enumerate() {
                let mut share = 0;
                for seat in 0..3 {
                    let (key, mut worker) = (RunKey::new(5).block(block), engine.worker());
                    let mut lineup = [field; 3];
                    lineup[seat] = arm;
                    engine.begin_block(key, &mut worker);
                    share += i128::from(engine.play(&lineup, key, &mut worker, &mut ()).unwrap().share[seat]);
                }
                *sum = (sum.0 + share, sum.1 + share * share);
            }
        }
    }
    for (field, expected) in found.tally.fields.iter().zip(expected) {
        for (arm, (sum, squares)) in field.arms.iter().zip(expected) {
            assert_eq!((arm.share.blocks.sum, arm.share.blocks.squares), (sum, squares));
        }
    }
}
