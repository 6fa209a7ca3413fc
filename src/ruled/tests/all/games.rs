//! Games played step by step.

use crate::common::{PAIRS, game, strategy};

#[test]
fn every_game_is_played_at_random_by_any_number_of_players() {
    for (name, with) in PAIRS {
        let least = *game(name, 2, &[]).seats().start();
        for players in [least, 2, 3] {
            let game = game(name, players, &[]);
            let (random, own) = (game.random(), strategy(&game, with, &[]));
            let tally = game.simulate(&vec![&random; players], 7, 20).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            assert_eq!(tally.by_seat.iter().map(|mean| mean.sum).sum::<f64>().round(), 20.0 * players as f64);
            game.simulate(&vec![&own; players], 7, 20).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        }
    }
}

/// The exact shares of the first seat are those of the prototype's solver (its README); here within 4 standard errors.
#[test]
fn who_begins_wins_as_often_as_was_computed_elsewhere() {
    let exact = [
        ("pig", "hold", 0.534698),
        ("farkle", "bank", 0.536263),
        ("ship", "cargo", 0.5),
        ("lines", "greedy", 0.5),
        ("threes", "dare", 0.564554),
    ];
    for (name, with, share) in exact {
        let game = game(name, 2, &[]);
        let own = strategy(&game, with, &[]);
        let first = game.simulate(&[&own, &own], 11, 10_000).unwrap().by_seat[0];
        assert!((first.mean() - share).abs() < 4.0 * first.error(), "{name}: {} ± {}", first.mean(), first.error());
    }
}

#[test]
fn drawn_turns_have_the_same_chances() {
    for (name, with) in PAIRS {
        let game = game(name, 2, &[]);
        let own = strategy(&game, with, &[]);
        let steps = game.simulate(&[&own, &own], 3, 5_000).unwrap();
        let drawn = game.simulate_drawn(&[&own, &own], 4, 20_000).unwrap();
        for (steps, drawn) in
            [(steps.by_seat[0], drawn.by_seat[0]), (steps.turns, drawn.turns), (steps.score[0], drawn.score[0])]
        {
            let error = steps.error().hypot(drawn.error());
            assert!(
                (steps.mean() - drawn.mean()).abs() <= 4.0 * error,
                "{name}: {} {} ± {error}",
                steps.mean(),
                drawn.mean()
            );
        }
    }
}
