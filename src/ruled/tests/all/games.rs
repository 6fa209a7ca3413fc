//! Games played step by step.

use crate::common::{PAIRS, game, strategy};
use analyze_core::input::Source;
use analyze_ruled::{Aim, Limits, Ruled, SHIPPED, Shipped};

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
    for (name, with) in PAIRS.into_iter().chain([("pig", "keep-pace"), ("gang", "boss"), ("gang", "chaser")]) {
        let game = game(name, 2, &[]);
        let own = strategy(&game, with, &[]);
        let blocks = if name == "gang" { 100 } else { 20_000 };
        let steps = game.simulate(&[&own, &own], 3, 5_000).unwrap();
        let drawn = game.simulate_drawn(&[&own, &own], 4, blocks).unwrap_or_else(|fault| panic!("{name}: {fault}"));
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

/// By hand: a player with 99 who rolls a 6 has 105; and a turn goes on at 99 at most.
#[test]
fn how_far_fields_go_follows_from_the_game() {
    let checked = game("pig", 2, &[]).check(Limits::default()).unwrap_or_else(|bad| panic!("{bad}"));
    let ends = |name: &str| checked.ranges.iter().find(|range| range.name == name).map(|range| range.ends);
    assert_eq!((ends("score"), ends("total"), checked.stopped), (Some((0, 105)), Some((0, 105)), None));
}

#[test]
fn an_answer_that_is_not_legal_is_a_fault() {
    let game = game("crates", 2, &[]);
    let text = "name = \"rash\"\nabout = \"banks at once\"\ngame = \"crates\"\nopen = \"bank\"\n";
    let rash = game.strategy(&Source::new("rash.toml", text), &[]).unwrap();
    let fault = game.play(&[&rash], &[0, 0], 1, 0).unwrap_err();
    assert_eq!(fault.message, "no rule of the strategy 'rash' has an answer that is legal here");
    assert!(fault.state.starts_with("step open, gems 0, found 0"), "{}", fault.state);
}

#[test]
fn what_comes_with_the_crate_is_read() {
    for shipped in SHIPPED {
        let players = if shipped.name == "pig" { 2 } else { 3 };
        let game = Ruled::read(&shipped.source(), Some(players), &[]).unwrap_or_else(|bad| panic!("{bad}"));
        assert_eq!((game.name(), game.seats()), (shipped.name, shipped.seats[0]..=shipped.seats[1]));
        for (name, _) in shipped.strategies {
            let own = game.strategy(&shipped.strategy(name).unwrap(), &[]).unwrap_or_else(|bad| panic!("{bad}"));
            assert_eq!(own.name(), *name);
            game.simulate(&vec![&own; players], 1, 10).unwrap_or_else(|fault| panic!("{fault}"));
        }
        assert!(!game.decisions().is_empty() && game.rules_text().lines().count() == game.rules().len());
    }
    let gang = Shipped::find("gang-of-dice").map(|shipped| Ruled::read(&shipped.source(), None, &[]).unwrap()).unwrap();
    let cards: Vec<(usize, usize)> = gang.cards().into_iter().map(|(cards, rounds)| (cards.len(), rounds)).collect();
    assert_eq!(cards, [(12, 9), (6, 3)]);
}

/// One die of each of two kinds is rolled once; a star of either scores 1, a red star 10 more: by hand 1/2 + 1/4 + 10/4.
#[test]
fn kinds_of_dice_have_faces_of_their_own() {
    let text = "game = \"kinds\"\nplayers = \"1\"\n[dice]\nmost = 2\nred.faces = [\"star\", \"1\", \"2\", \"3\"]\n\
                blue.faces = [\"star\", \"moon\"]\n[player]\nscore = \"\"\n[step.roll]\nroll = { red = 1, blue = 1 }\n\
                then = \"score += count(star) + 10 * count('red star'), pass\"\n[end]\nrounds = 1\nscore = \"score\"\n";
    let game = Ruled::read(&Source::new("kinds.toml", text), None, &[]).unwrap_or_else(|bad| panic!("{bad}"));
    let value = game.solve(Aim::Score, &[], Limits::default()).unwrap().value();
    assert!((value - 3.25).abs() < 1e-12, "{value}");
    let random = game.random();
    let score = game.simulate(&[&random], 5, 4_000).unwrap().score[0];
    assert!((score.mean() - 3.25).abs() < 4.0 * score.error(), "{}", score.mean());
}

/// A rule that is only a number is short for its default.
#[test]
fn a_rule_can_be_a_number_alone() {
    let text = crate::common::source("games/pig").text;
    let short = text.replace("bust  = { default = 1, least = 1, most = 100, about = ", "bust  = 1 # ");
    assert_ne!(short, text);
    let read = |text: &str| Ruled::read(&Source::new("pig.toml", text), Some(2), &[]).unwrap();
    let (long, short) = (read(&text), read(&short));
    let of = |game: &Ruled| game.simulate(&[&game.random(); 2], 7, 20).unwrap().by_seat[0];
    assert_eq!(of(&long), of(&short));
    let rule = short.rules().iter().find(|rule| rule.name == "bust").unwrap();
    assert_eq!((rule.value, rule.default, rule.least, rule.most), (1, 1, 0, 1_000_000));
}
