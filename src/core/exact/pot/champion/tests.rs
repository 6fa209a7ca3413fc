//! The grid against the exact solution for two, chances that the rules give, and what holds of all shares.

use super::*;
use crate::exact::pot::game::GameValues;
use crate::exact::pot::{Position as OfTwo, Purse, highest_chance};
use crate::games::pot::{Combo, Combos, Without, Zero};
use std::cell::Cell;
use std::sync::LazyLock;

const NOTHING: Known<'static> = Known { bytes: &[], is_solved: false };

fn solve(rules: Rules, seats: usize) -> ChampionValues {
    ChampionValues::solve(&Pot::new(rules, seats).unwrap(), Grade::Coarse, NOTHING, &|| true).unwrap()
}

fn short() -> Rules {
    Rules { goal: 10, coins: 60, ..Rules::default() }
}

/// Three players by these rules, solved once.
static THREE: LazyLock<ChampionValues> = LazyLock::new(|| solve(short(), 3));

fn position(players: &[u32], pot: u32, control: Option<(usize, u8)>, goal_held: bool) -> Position {
    let mut coins = [0; MAX_SEATS];
    coins[..players.len()].copy_from_slice(players);
    Position { coins, pot, control, goal_held }
}

/// With a goal of 10 all coins below it have points, so what is left are the scores that share a point, and a POT between two.
#[test]
fn for_two_the_values_are_nearly_the_exact_ones() {
    let exact = GameValues::solve(&Pot::new(short(), 2).unwrap(), &|_| true).unwrap();
    let found = solve(short(), 2);
    let (mut sum, mut many) = (0.0, 0);
    for (OfTwo { own, other, pot, to_beat, goal_held }, value) in exact.positions() {
        if goal_held || pot > 8 || own.max(other) > 9 {
            continue;
        }
        let control = to_beat.checked_sub(1).map(|score| (1, score as u8));
        let error = (found.shares(&position(&[own, other], pot, control, false))[0] - value).abs();
        assert!(error < 0.03, "{own} {other} {pot} {to_beat}: {error}");
        (sum, many) = (sum + error, many + 1);
    }
    assert!(many > 1_000 && sum / f64::from(many) < 0.002, "{} of {many}", sum / f64::from(many));
    let start = found.shares(&found.start())[0];
    assert!((start - exact.start()).abs() < 0.001, "{start} {}", exact.start());
}

/// In a last round against 15 only P O T wins: with it, the player has 20 + 2 + 2 + 4 coins against 23.
#[test]
fn the_last_turn_wins_as_often_as_p_o_t_comes() {
    let found = &THREE;
    let at = position(&[20, 24, 3], 4, Some((1, 15)), true);
    let chance = highest_chance(Combos::PUBLISHED, Combo::Pot, Purse::Coins);
    let shares = found.shares(&at);
    assert!((shares[0] - chance).abs() < 1e-6, "{shares:?} {chance}");
    assert!((shares[1] - (1.0 - chance)).abs() < 1e-6 && shares[2].abs() < 1e-9, "{shares:?}");
    let lost = found.shares(&position(&[0, 24, 3], 4, Some((1, 15)), true));
    assert!((lost[1] - 1.0).abs() < 1e-6, "nothing wins: {lost:?}");
}

/// A coin more from the bank never lowers the player's share by more than the error of the grid.
#[test]
fn shares_sum_to_one_and_grow_with_the_own_coins() {
    for (seats, found) in [(3, &*THREE), (4, &solve(short(), 4))] {
        let others = [3, 7, 5];
        for pot in [2, 5] {
            let shares = |own: u32| found.shares(&position(&[&[own], &others[..seats - 1]].concat(), pot, None, false));
            for own in 0..9 {
                let (less, more) = (shares(own), shares(own + 1));
                assert!((less.iter().sum::<f64>() - 1.0).abs() < 1e-5, "{less:?}");
                assert!(more[0] > less[0] - 0.002, "{seats} {pot} {own}: {less:?} {more:?}");
            }
        }
        let start = found.shares(&found.start());
        assert!(start[0] > 1.0 / seats as f64, "the starter has the first turn: {start:?}");
    }
}

/// The values before rounds say all.
#[test]
fn bytes_bring_the_values_back() {
    let game = Pot::new(short(), 3).unwrap();
    let bytes = THREE.to_bytes();
    let again = |bytes, go_on: &dyn Fn() -> bool| {
        ChampionValues::solve(&game, Grade::Coarse, Known { bytes, is_solved: true }, go_on)
    };
    let asked = Cell::new(0u32);
    let count = || asked.replace(asked.get() + 1);
    let found = again(&bytes, &|| count() < u32::MAX).unwrap();
    assert_eq!(found.sweeps().0, 1);
    let at = position(&[4, 6, 3], 3, Some((2, 9)), false);
    for (new, old) in found.shares(&at).iter().zip(THREE.shares(&at)) {
        assert!((new - old).abs() < 1e-3, "{new} {old}");
    }
    let of_one_sweep = asked.replace(0);
    let solved = again(&bytes[1..], &|| count() < of_one_sweep);
    assert!(solved.is_err(), "what is no such table takes more than a sweep");
}

#[test]
fn what_is_not_solved_is_refused() {
    let high = Pot::new(Rules { goal: 41, ..Rules::default() }, 3).unwrap();
    let refused = |game: &Pot, go_on: &dyn Fn() -> bool| {
        ChampionValues::solve(game, Grade::Coarse, NOTHING, go_on).err().map(|error| error.to_string())
    };
    assert!(refused(&high, &|| true).unwrap().contains("goal of at most 40, not for 41"));
    assert_eq!(refused(&Pot::new(short(), 3).unwrap(), &|| false).unwrap(), "it was stopped");
}

/// Rules far from the published ones, with no bank, no goal to speak of, and no combos that pay.
#[test]
fn any_rules_are_solved() {
    let rules = [
        Rules { goal: 1, start: 0, ..Rules::default() },
        Rules { goal: 3, start: 5, stake: 0, ..Rules::default() },
        Rules { goal: 9, coins: 14, end: GameEnd::Holds, zero: Zero::O, ..Rules::default() },
        Rules { goal: 8, without: Without::PaidReroll, ..Rules::default() },
        Rules { goal: 8, without: Without::Combo(Combo::Ones), ..Rules::default() },
    ];
    for rules in rules {
        let found = solve(rules, 3);
        let start = found.shares(&found.start());
        assert!((start.iter().sum::<f64>() - 1.0).abs() < 1e-4 && start.iter().all(|&share| share >= 0.0), "{start:?}");
    }
}
