//! What two strategies win over the true deck, against a million games of theirs.

use crate::runs::{Lineup, Run, numbers};
use analyze::engines::{EngineKind, Playable, SeatingRule};
use analyze::games::Setting;

/// How many standard errors an estimate may lie from the truth: once in 16,000 times it does.
const APART: f64 = 4.0;

/// Half a million deals, each played with either strategy in the first seat.
fn agrees(bots: [&str; 2], edition: &str, seed: u64) {
    let setting = Setting { edition: Some(edition.to_owned()), ..Setting::default() };
    let lineup = Lineup::shipped(&bots, SeatingRule::Rotate, &setting);
    let strategies = lineup.strategies();
    let exact = lineup.game.exact([strategies[0], strategies[1]], bots, &|_| true).unwrap();
    let tallies = lineup.run(EngineKind::Turn, Run { seed, blocks: 500_000, threads: 2 }).unwrap();
    let found = numbers(&tallies);
    let mean = |of: fn(&analyze::exact::versus::ExactGames, usize) -> f64, strategy: usize| {
        (of(&exact.starts[0], strategy) + of(&exact.starts[1], strategy)) / 2.0
    };
    let expected = [
        ("summary", "win_share", bots[0], exact.average(0).value),
        ("summary", "win_share", bots[1], exact.average(1).value),
        ("summary", "ev", bots[0], mean(|games, strategy| games.score[strategy].value, 0)),
        ("summary", "ev", bots[1], mean(|games, strategy| games.score[strategy].value, 1)),
    ];
    for (table, column, label, expected) in expected {
        let number = found.iter().find(|number| number.is(table, column, label, label)).unwrap();
        let (value, error) = (number.estimate.unwrap().value, number.standard_error());
        assert!((value - expected).abs() <= APART * error, "{label}: {value} for {expected}");
    }
}

#[test]
fn a_million_games_agree_in_one_edition() {
    agrees(["chaser", "bold"], "bga", 41);
}

#[test]
fn a_million_games_agree_in_the_other_edition() {
    agrees(["endgame", "stand:3"], "blackrock", 42);
}
