//! Two roads to every number: drawn turns against rolled ones, and both against the independent program.
//!
//! Two independent estimates of one number differ by more than 4.5 standard errors (of the difference) once in
//! 150 000 times; the grids here compare some ten thousand. Seeds differ wherever two runs are compared.

mod told;
mod with_plain;

use crate::runs::{Asks, Curious, Lineup, Number, Run, numbers};
use analyze::engines::{EngineKind, SeatingRule};
use analyze::games::Setting;

/// How many standard errors two estimates may lie apart.
const APART: f64 = 4.5;

/// Games of each run; numbers of at least 1000 turns are compared.
const GAMES: u64 = 30_000;
const LEAST_TURNS: i128 = 1000;

/// Below so many blocks with an observation the normal distribution is no judge.
const LEAST_BLOCKS: u64 = 200;

/// Plays a line-up with both engines and compares every number of their tables.
fn agree(lineup: &Lineup, seed: u64) {
    let blocks = GAMES.div_ceil(lineup.seatings.games());
    let play = |kind, seed| numbers(&lineup.run(kind, Run { seed, blocks, threads: 2 }).unwrap());
    let (drawn, rolled) = (play(EngineKind::Turn, seed), play(EngineKind::Dice, seed + 1000));
    assert_eq!(drawn.len(), rolled.len());
    let compared = drawn.iter().zip(&rolled).filter(|(drawn, rolled)| compare(&lineup.names, drawn, rolled)).count();
    assert!(compared > 30, "{:?}: only {compared} numbers were met often enough", lineup.names);
}

/// Compares a number unless it was met too seldom.
fn compare(names: &[String], drawn: &Number, rolled: &Number) -> bool {
    let met = |number: &Number| {
        number.observations >= LEAST_TURNS && number.estimate.is_some_and(|found| found.n >= LEAST_BLOCKS)
    };
    if !met(drawn) || !met(rolled) {
        return false;
    }
    let difference = drawn.estimate.unwrap().value - rolled.estimate.unwrap().value;
    let error = drawn.standard_error().hypot(rolled.standard_error());
    assert!(
        difference.abs() <= APART * error + 1e-12,
        "{names:?}, {} {:?} {}: drawn {:?}, rolled {:?}",
        drawn.table,
        drawn.labels,
        drawn.column,
        drawn.estimate,
        rolled.estimate
    );
    true
}

fn setting(edition: &str, options: &[(&str, &str)]) -> Setting {
    let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    Setting { edition: Some(edition.to_owned()), options, ..Setting::default() }
}

/// Every line-up of the grid in both editions, all seatings.
fn both_editions(lineups: &[&[&str]], options: &[(&str, &str)], first_seed: u64) {
    let grid = ["bga", "blackrock"].iter().flat_map(|edition| lineups.iter().map(move |bots| (edition, bots)));
    for (seed, (edition, bots)) in (first_seed..).zip(grid) {
        agree(&Lineup::shipped(bots, SeatingRule::All, &setting(edition, options)), seed);
    }
}

#[test]
fn engines_agree_with_two_players() {
    both_editions(&[&["boss:3", "stand:2"], &["stand:5@random", "boss:2"]], &[], 100);
}

#[test]
fn engines_agree_with_three_players() {
    both_editions(&[&["boss:3", "boss:2", "stand:3"], &["stand:3@random", "random@boss", "stand:1"]], &[], 200);
}

#[test]
fn engines_agree_with_four_players() {
    both_editions(
        &[&["boss:3", "boss:2", "stand:4", "random@stand"], &["stand:2", "stand:2", "boss:4@stand", "boss:1"]],
        &[],
        300,
    );
}

/// Twenty dice are rolled by both engines, and what the others draw depends on them.
#[test]
fn engines_agree_where_some_turns_are_too_large_to_be_drawn() {
    both_editions(&[&["stand:20", "boss:3", "boss:18"], &["boss:16", "stand:17"]], &[], 400);
}

#[test]
fn engines_agree_with_pools_of_seven() {
    both_editions(
        &[&["boss:3", "boss:2", "random"], &["stand:20", "boss:4", "stand:2", "boss:2"]],
        &[("pools", "7")],
        500,
    );
}

#[test]
fn engines_agree_with_other_numbers_of_rerolls() {
    for rerolls in ["0", "1", "4"] {
        let options = [("rerolls", rerolls)];
        agree(
            &Lineup::shipped(&["boss:3", "stand:4@random", "boss:5"], SeatingRule::All, &setting("bga", &options)),
            600,
        );
    }
}

#[test]
fn engines_agree_on_players_who_look_at_everything() {
    agree(&Lineup::own(vec![Box::new(Curious(Asks::Everything)), Box::new(Curious(Asks::Short))]), 700);
}
