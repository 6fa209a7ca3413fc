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

/// By hand: whoever has 99 and rolls a 6 has 105; and a turn goes on at 99 at most.
#[test]
fn how_far_fields_go_follows_from_the_game() {
    let checked = game("pig", 2, &[]).check(analyze_ruled::Limits::default()).unwrap_or_else(|bad| panic!("{bad}"));
    let ends = |name: &str| checked.ranges.iter().find(|range| range.name == name).map(|range| range.ends);
    assert_eq!((ends("score"), ends("total"), checked.stopped), (Some((0, 105)), Some((0, 105)), None));
}

#[test]
fn an_answer_that_is_not_legal_is_a_fault() {
    let game = game("crates", 2, &[]);
    let text = "name = \"rash\"\nabout = \"banks at once\"\ngame = \"crates\"\nopen = \"bank\"\n";
    let rash = game.strategy(&analyze_core::input::Source::new("rash.toml", text), &[]).unwrap();
    let fault = game.play(&[&rash], &[0, 0], 1, 0).unwrap_err();
    assert_eq!(fault.message, "no rule of the strategy 'rash' has an answer that is legal here");
    assert!(fault.state.starts_with("step open, gems 0, found 0"), "{}", fault.state);
}
