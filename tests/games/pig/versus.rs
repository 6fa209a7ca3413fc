//! Exact win shares of two strategies: linear equations, and value iteration over all positions of a turn.

use super::OPTIMAL;
use super::chances::{Holds, hold, play};
use analyze::engines::Playable;
use analyze::exact::pig::Optimal;
use analyze::exact::versus::{ExactFault, ExactShares};
use analyze::games::Game;
use analyze::games::declaration::{Language, NoAnswer, ObservableIndex, index_of};
use analyze::games::pig::{BEST_OTHER, Pig, Rules, SCORE, Strategy, TURN_TOTAL, View};
use proptest::prelude::*;

const ROLLS: ObservableIndex = index_of::<Pig>("rolls", Language::Both);
const ROUND: ObservableIndex = index_of::<Pig>("round", Language::Both);
const SEAT: ObservableIndex = index_of::<Pig>("seat", Language::Both);

/// Holds by a rule.
struct By<F>(F);

impl<F: Fn(u32, u32, u32) -> bool + Send + Sync> Strategy for By<F> {
    fn rolls(&self, view: &View<'_>) -> Result<bool, NoAnswer> {
        Ok(!self.0(view.ask(SCORE), view.ask(BEST_OTHER), view.ask(TURN_TOTAL)))
    }
}

/// What lives as long as the game may need it.
type Lasting = dyn Strategy + 'static;

fn exact(rules: Rules, one: &Lasting, two: &Lasting) -> Result<ExactShares, ExactFault> {
    Pig::new(rules, 2).unwrap().exact([one, two], ["one", "two"], &|_| true)
}

/// Two who play as well as they can: 0.530592725 for the one who starts, by value iteration (Neller and Presser 2004 give
/// 0.5306).
#[test]
fn optimal_play_is_worth_what_is_known() {
    let shares = exact(Rules::default(), &*OPTIMAL, &*OPTIMAL).unwrap();
    let (first, average) = (shares.in_seat(0, 0), shares.average(0));
    assert!((first.value - 0.530592725).abs() < 0.6e-9 && first.within < 1e-9, "{first:?}");
    assert!((average.value - 0.5).abs() < 1e-12, "{average:?}");
    assert!((first.value - OPTIMAL.chance(0, 0)).abs() < 1e-11);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// Random rules, best play and holding at a number, by linear equations.
    #[test]
    fn linear_equations_say_the_same(goal in 1u32..60, sides in 2u32..9, bust in 1u32..9, at in 1u32..30) {
        // Where most throws lose the turn, games are long: the limit of turns must not matter.
        let rules = Rules { goal, sides, bust: bust.min(sides), cap: 100_000_000 };
        let optimal = Optimal::solve(&rules);
        let same = optimal.clone();
        let (best, holds) = (move |own, other, total| optimal.holds(own, other, total), hold(at));
        let (a, b): (Holds<'_>, Holds<'_>) = (&best, &holds);
        let (first, second) = (play(&rules, a, b).a[0][0], 1.0 - play(&rules, b, a).a[0][0]);
        let shares = exact(rules, &same, &By(hold(at))).unwrap();
        prop_assert!((shares.in_seat(0, 0).value - first).abs() < 1e-10, "{shares:?} for {first}");
        prop_assert!((shares.in_seat(0, 1).value - second).abs() < 1e-10, "{shares:?} for {second}");
    }
}

/// Rolls by the toss of coins, with a chance of `rolls(seat, rolls)` quarters of `sides`.
struct Coins {
    quarters: fn(u32, u32) -> u64,
}

impl Strategy for Coins {
    fn rolls(&self, view: &View<'_>) -> Result<bool, NoAnswer> {
        Ok(view.coin(0, 2) * 2 + view.coin(1, 2) < (self.quarters)(view.ask(SEAT), view.ask(ROLLS)))
    }
}

/// The win share of seat 1 by plain value iteration over scores, seat, turn total and rolls, from 0 and from 1: the truth is
/// between.
fn dense(rules: Rules, rolls: [&dyn Fn(u32) -> f64; 2]) -> f64 {
    let goal = rules.goal as usize;
    let place = |seat: usize, own: usize, other: usize, total: usize, rolled: usize| {
        (((seat * goal + own) * goal + other) * goal + total) * (goal + 1) + rolled
    };
    let mut bounds = [0.0, 1.0].map(|value| vec![value; 2 * goal * goal * goal * (goal + 1)]);
    let found = |bounds: &[Vec<f64>; 2]| [0, 1].map(|at| bounds[at][place(0, 0, 0, 0, 0)]);
    while found(&bounds)[1] - found(&bounds)[0] > 1e-11 {
        for values in &mut bounds {
            for seat in 0..2 {
                for (own, other) in (0..goal).rev().flat_map(|own| (0..goal).rev().map(move |other| (own, other))) {
                    for (total, rolled) in
                        (0..goal - own).rev().flat_map(|total| (0..=total).rev().map(move |rolled| (total, rolled)))
                    {
                        let side = 1.0 / f64::from(rules.sides);
                        let mut rolling = 0.0;
                        for number in 1..=rules.sides {
                            let after = total + number as usize;
                            rolling += side
                                * match () {
                                    () if number == rules.bust => values[place(1 - seat, other, own, 0, 0)],
                                    () if own + after >= goal => [1.0, 0.0][seat],
                                    () => values[place(seat, own, other, after, rolled + 1)],
                                };
                        }
                        let rolls = if total == 0 { 1.0 } else { rolls[seat](rolled as u32) };
                        let holding = values[place(1 - seat, other, own + total, 0, 0)];
                        values[place(seat, own, other, total, rolled)] = rolls * rolling + (1.0 - rolls) * holding;
                    }
                }
            }
        }
    }
    found(&bounds).iter().sum::<f64>() / 2.0
}

/// Coins are counted out, and what is looked at is told apart: the seat, and how often the die was rolled.
#[test]
fn coins_seats_and_rolls_are_counted_out() {
    let rules = Rules { goal: 9, ..Rules::default() };
    let one = Coins { quarters: |seat, rolls| if rolls < 2 { 3 + u64::from(seat == 2) } else { 1 } };
    let two = Coins { quarters: |_, rolls| u64::from(rolls % 2) * 2 + 1 };
    let shares = exact(rules, &one, &two).unwrap();
    let chance = |player: &Coins, seat: u32| {
        let quarters = player.quarters;
        move |rolls: u32| quarters(seat, rolls) as f64 / 4.0
    };
    let first = dense(rules, [&chance(&one, 1), &chance(&two, 2)]);
    let second = 1.0 - dense(rules, [&chance(&two, 1), &chance(&one, 2)]);
    assert!((shares.in_seat(0, 0).value - first).abs() < 1e-10, "{shares:?} for {first}");
    assert!((shares.in_seat(0, 1).value - second).abs() < 1e-10, "{shares:?} for {second}");
}

/// A turn of hold-20 in a game that is far from its end takes 8.14 points (see `state`); a game of two who always hold at 1
/// with a die that never loses has as many turns as its goal asks for.
#[test]
fn turns_and_scores_are_counted() {
    let rules = Rules { goal: 10, sides: 2, bust: 1, ..Rules::default() };
    let always = By(|_, _, _| true);
    let shares = exact(rules, &always, &always).unwrap();
    let games = shares.starts[0];
    // Each turn adds 2 with chance 1/2: who has five such turns first wins, with 10 points.
    let fifth = |turns: u32| {
        let choose = (0..4).fold(1.0, |product, k| product * f64::from(turns - 1 - k) / f64::from(k + 1));
        choose * 0.5f64.powi(turns as i32)
    };
    let (mut turns, mut rounds, mut first) = (0.0, 0.0, 0.0);
    let later = |turns: u32| 1.0 - (5..=turns).map(fifth).sum::<f64>();
    for round in 5..400 {
        first += fifth(round) * later(round - 1);
        let ends = [fifth(round) * later(round - 1), fifth(round) * later(round)];
        turns += ends[0] * f64::from(2 * round - 1) + ends[1] * f64::from(2 * round);
        rounds += (ends[0] + ends[1]) * f64::from(round);
    }
    for (found, known) in [(games.share[0], first), (games.turns, turns), (games.rounds, rounds)] {
        assert!((found.value - known).abs() < 1e-9 + found.within, "{found:?} for {known}");
    }
    let tens = games.score[0].value + games.score[1].value;
    assert!(tens > 10.0 && tens < 20.0, "{tens}");
}

/// Looks at the round.
struct Late;

impl Strategy for Late {
    fn rolls(&self, view: &View<'_>) -> Result<bool, NoAnswer> {
        Ok(view.ask(TURN_TOTAL) < view.ask(ROUND))
    }
}

/// Tosses its coin as a generator.
struct Wild;

impl Strategy for Wild {
    fn rolls(&self, view: &View<'_>) -> Result<bool, NoAnswer> {
        let mut coins = view.coins();
        Ok(view.ask(TURN_TOTAL) < 6 + analyze::dice::below(6, &mut coins) as u32)
    }
}

#[test]
fn what_cannot_be_answered_is_refused_in_words() {
    let (rules, at) = (Rules::default(), By(hold(20)));
    for (found, words) in [
        (exact(rules, &at, &Late), "'two' reads 'round'"),
        (exact(rules, &Wild, &at), "'one' tosses coins"),
        (exact(Rules { goal: 201, ..rules }, &at, &at), "the rule 'goal' is 201; exact win shares are found up to 200"),
        (exact(Rules { cap: 30, ..rules }, &at, &at), "the rule 'cap' ends them after 30"),
    ] {
        let fault = found.unwrap_err().to_string();
        assert!(fault.contains(words), "{fault}");
    }
    let three = Pig::new(rules, 3).unwrap();
    assert_eq!(three.exact([&at, &at], ["one", "two"], &|_| true), Err(ExactFault::Players(3)));
    assert_eq!(Pig::new(rules, 2).unwrap().exact([&at, &at], ["one", "two"], &|_| false), Err(ExactFault::Stopped));
    assert_eq!(three.seats(), 3);
}
