//! Solved games, against what other programs computed.

use crate::common::{PAIRS, game, strategy};
use analyze_ruled::{Aim, Limits};

fn solve(name: &str, players: usize, rules: &[(&str, i64)], aim: Aim) -> f64 {
    game(name, players, rules).solve(aim, &[], Limits::default()).unwrap().value()
}

/// Value iteration in a program of its own (the independent example of the prototype, and `pig` of the core).
#[test]
fn two_players_of_pig() {
    assert!((solve("pig", 2, &[], Aim::Win) - 0.530592725).abs() < 1e-9);
}

/// From independent programs that know nothing of game files.
#[test]
fn best_play_alone_is_worth_what_was_computed_elsewhere() {
    for (name, rules, aim, value, within) in [
        ("farkle", &[("goal", 2000)][..], Aim::Turns, 4.219644554, 1e-6),
        ("farkle", &[("goal", 10000)], Aim::Turns, 17.524961337, 1e-6),
        ("lines", &[], Aim::Score, 81.933926409, 1e-8),
        ("ship", &[], Aim::Score, 21.581755727, 1e-8),
        ("threes", &[], Aim::Turns, 4.977536927, 1e-8),
    ] {
        let found = solve(name, 1, rules, aim);
        assert!((found - value).abs() < within, "{name}: {found}");
    }
}

/// The exact share of the first seat if both play a strategy.
#[test]
fn given_strategies_are_worth_what_was_computed_elsewhere() {
    for (name, with, share) in [
        ("pig", "hold", 0.534698),
        ("pig", "keep-pace", 0.530647),
        ("farkle", "bank", 0.536263),
        ("threes", "dare", 0.564554),
    ] {
        let game = game(name, 2, &[]);
        let own = strategy(&game, with, &[]);
        let found = game.solve(Aim::Win, &[&own, &own], Limits::default()).unwrap().value();
        assert!((found - share).abs() < 1e-6, "{name} {with}: {found}");
    }
}

#[test]
fn every_game_is_gone_through_without_a_fault() {
    for (name, _) in PAIRS {
        let game = game(name, 2.max(*game(name, 2, &[]).seats().start()), &[]);
        let limits = Limits { time: std::time::Duration::from_secs(3), ..Limits::default() };
        game.check(limits).unwrap_or_else(|bad| panic!("{bad}"));
    }
}

/// What is left of a game once the luck is taken away is what best play is worth less what was given away: exactly, in
/// each game.
#[test]
fn luck_and_regret_account_for_every_game() {
    for (name, with, rules) in [("pig", "hold", &[][..]), ("farkle", "bank", &[("goal", 600)]), ("threes", "dare", &[])]
    {
        let game = game(name, 2, rules);
        let own = strategy(&game, with, &[]);
        let mut solved = game.solve(Aim::Win, &[], Limits::default()).unwrap();
        for block in 0..40 {
            let judged = solved.judge(&[&own], &[0, 0], 2, block).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            let share = f64::from(judged.outcome.share[0]) / 60.0;
            let told = solved.value() + judged.luck - judged.regret[0] + judged.regret[1];
            assert!((share - told).abs() < 1e-6, "{name} {block}: {share} {told}");
        }
    }
}

#[test]
fn best_play_gives_nothing_away_and_wins_as_often_as_it_is_worth() {
    let game = game("pig", 2, &[]);
    let own = strategy(&game, "hold", &[("at", 5)]);
    let mut solved = game.solve(Aim::Win, &[], Limits::default()).unwrap();
    let mut shares = analyze_ruled::Mean::default();
    for block in 0..1_500 {
        shares.add(f64::from(solved.play_best(&own, &[true, true], 8, block).unwrap().share[0]) / 60.0);
    }
    assert!((shares.mean() - 0.530592725).abs() < 4.0 * shares.error(), "{}", shares.mean());
}
