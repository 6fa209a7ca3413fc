//! Luck in games from files: 0 on average, and all there is between two who play best.

use crate::common::{game, strategy};
use analyze_core::dice::RunKey;
use analyze_core::engines::{Engine, Playable, Seatings, WHOLE_VALUE};
use analyze_core::games::WHOLE_WIN;
use analyze_ruled::{Ruled, Strategy};

/// The win shares of the first seat in some games of an engine, as played and without luck.
fn shares(game: &Ruled, strategies: [&Strategy; 2], games: u64, is_drawn: bool) -> Vec<[f64; 2]> {
    let seatings = Seatings::given(&[vec![0, 1]]);
    let luck = game.luck(&strategies, &[], &seatings, &|| true).unwrap();
    let (mut shown, own, dice) = (luck.worker(), game.own_engine(&strategies), game.dice_engine(&strategies));
    let (own, mut of_own, mut of_dice) = (own.as_ref().unwrap(), own.as_ref().unwrap().worker(), dice.worker());
    let play = |number| {
        let block = RunKey::new(3).block(number);
        let outcome = match is_drawn {
            true => own.play(&[0, 1], block, &mut of_own, &mut shown).unwrap(),
            false => dice.play(&[0, 1], block, &mut of_dice, &mut shown).unwrap(),
        };
        let cancelled = shown.game(&[0, 1], &outcome);
        assert_eq!(cancelled[0] + cancelled[1], i64::from(WHOLE_VALUE));
        [f64::from(outcome.share[0]) / f64::from(WHOLE_WIN), cancelled[0] as f64 / f64::from(WHOLE_VALUE)]
    };
    (0..games).map(play).collect()
}

fn mean_and_error(all: &[f64]) -> (f64, f64) {
    let n = all.len() as f64;
    let mean = all.iter().sum::<f64>() / n;
    let variance = all.iter().map(|one| (one - mean) * (one - mean)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

/// Between two who play best luck is all there is: without it every game of Pig comes to what the start is worth, 0.530593
/// (Neller and Presser 2004), but for the roundings of some thirty turns.
#[test]
fn without_luck_best_play_is_worth_what_the_start_is() {
    let game = game("pig", 2, &[]);
    let best = game.optimal().unwrap();
    let all = shares(&game, [&best, &best], 40, false);
    assert!(all.iter().any(|share| share[0] == 0.0) && all.iter().any(|share| share[0] == 1.0));
    for [_, without] in all {
        assert!((without - 0.530593).abs() < 1e-6, "{without}");
    }
}

/// Strategies that are not the best, best play, a limit of rounds, two kinds of dice, and both engines: the means
/// agree within four standard errors. What is left without luck varies much less.
#[test]
fn luck_of_turns_is_nothing_on_average() {
    for (name, plays, rules) in [
        ("pig", "hold", &[("goal", 30)][..]),
        ("farkle", "bank", &[("goal", 600), ("opening", 300)]),
        ("ship", "cargo", &[("rounds", 2)]),
        ("threes", "dare", &[("goal", 30)]),
        ("crates", "open", &[]),
    ] {
        let game = game(name, 2, rules);
        let (own, best) = (strategy(&game, plays, &[]), game.optimal().unwrap());
        for (strategies, is_drawn) in [([&own, &own], true), ([&own, &own], false), ([&own, &best], false)] {
            let all = shares(&game, strategies, if is_drawn { 1_000 } else { 200 }, is_drawn);
            let luck: Vec<f64> = all.iter().map(|[played, without]| played - without).collect();
            let (mean, error) = mean_and_error(&luck);
            assert!(mean.abs() < 4.0 * error, "{name}: {mean} {error}");
            let [played, without] =
                [0, 1].map(|at| mean_and_error(&all.iter().map(|share| share[at]).collect::<Vec<_>>()).1);
            assert!(without < 0.6 * played, "{name}: {without} {played}");
        }
    }
}

#[test]
fn of_three_players_of_contests_and_of_random_choices_luck_is_not_known() {
    let (three, contest) = (game("pig", 3, &[]), game("gang", 2, &[]));
    let seatings = Seatings::given(&[vec![0, 1, 2]]);
    let of = |game: &Ruled, own: &Strategy| game.luck(&[own], &[], &seatings, &|| true).err().unwrap_or_default();
    let why = |game: &Ruled| of(game, &game.random());
    assert!(why(&three).contains("2 players, not for 3"), "{}", why(&three));
    let chaser = of(&contest, &strategy(&contest, "chaser", &[]));
    assert!(chaser.contains("contest"), "{chaser}");
    let two = game("pig", 2, &[]);
    assert!(why(&two).contains("draws by itself"), "{}", why(&two));
}
