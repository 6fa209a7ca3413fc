//! The best a player can do in a turn, against plain enumeration.

use super::brute_force::{BOTH, BruteForce, CONDITIONS, assert_same, condition, first_of, turn};
use analyze::dice::Counts;
use analyze::dice::multisets::layer;
use analyze::exact::{Objective, Optimum, Turn, TurnError};
use analyze::games::gang::Trigger;

fn best(turn: &Turn, objective: Objective) -> Optimum {
    turn.optimum(|result| objective.value(result)).unwrap()
}

/// One over the tolerance within which options are ties.
const SIZE: i128 = 1_000_000_000_000;

/// How far `value` is above the lowest that ties with `highest`, in units of 10⁻¹².
fn above_floor(value: i128, highest: i128) -> i128 {
    value * SIZE - highest * (SIZE - 1)
}

/// Compares the optimum of one turn with enumeration: value, every choice, outcome.
fn check(twin: &BruteForce, turn: &Turn, objective: Objective, what: &str) {
    let optimum = best(turn, objective);
    let alone = turn.best_value(|result| objective.value(result)).unwrap();
    assert_eq!(alone.to_bits(), optimum.value.to_bits(), "{what}");
    let solved = twin.solve(|result| objective.value(result) as i128);
    let value = solved.value as f64 / twin.scale(turn.rerolls() + 1) as f64;
    assert!((optimum.value - value).abs() < 1e-12, "{what}: {} for {value}", optimum.value);
    let choose = |roll: usize, rolls_left: u8| {
        let options = &solved.options[usize::from(rolls_left) - 1][roll];
        let highest = options.iter().map(|option| option.1).max().unwrap();
        first_of(options, |value| above_floor(value, highest) >= 0)
    };
    for rolls_left in 1..=turn.rerolls() {
        for (number, (roll, _)) in twin.rolls.iter().enumerate() {
            let kept = optimum.plan.keep(crate::counts(roll), rolls_left).unwrap();
            assert_eq!(kept.iter().collect::<Vec<_>>(), choose(number, rolls_left), "{what}: {roll:?}, {rolls_left}");
        }
    }
    let number = |faces: &[u8]| twin.rolls.iter().position(|(roll, _)| roll == faces).unwrap();
    let expected = twin.outcome(|roll, rolls_left| choose(number(roll), rolls_left));
    assert_same(&optimum.plan.outcome(), &expected, what);
}

fn check_all(dice: u32, rerolls: u8, objectives: &[Objective]) {
    for trigger in BOTH {
        for (id, holds) in CONDITIONS {
            let twin = BruteForce::new(dice, rerolls, trigger, holds);
            let turn = Turn::new(dice, rerolls, trigger, holds).unwrap();
            for &objective in objectives {
                check(&twin, &turn, objective, &format!("{id} {trigger:?} {dice} dice, {objective:?}"));
            }
        }
    }
}

#[test]
fn agrees_with_enumeration() {
    let at_least = |totals: &[u32]| totals.iter().map(|&total| Objective::AtLeast(total)).collect::<Vec<_>>();
    let main = vec![Objective::ExpectedTotal, Objective::VALID];
    check_all(1, 2, &[main.clone(), at_least(&[0, 1, 2, 3, 4, 5, 6])].concat());
    check_all(2, 2, &[main.clone(), at_least(&[1, 4, 5, 6, 7, 8, 9, 10])].concat());
    check_all(3, 2, &[main.clone(), at_least(&[3, 6, 7, 9, 12])].concat());
    check_all(4, 2, &[main.clone(), at_least(&[6, 9, 14])].concat());
}

#[test]
fn agrees_with_enumeration_for_other_numbers_of_rerolls() {
    let main = [Objective::ExpectedTotal, Objective::VALID, Objective::AtLeast(5)];
    [0, 1, 3, 10].into_iter().for_each(|rerolls| check_all(2, rerolls, &main));
    [0, 1, 3].into_iter().for_each(|rerolls| check_all(3, rerolls, &main));
}

/// From an independent program that enumerates.
#[test]
fn known_values() {
    let expected = |id, trigger, dice| best(&turn(id, trigger, dice), Objective::ExpectedTotal).value;
    let known = [
        (expected("sum>=7", Trigger::Bomb, 2), 4.515132),
        (best(&turn("sum>=7", Trigger::Bomb, 2), Objective::AtLeast(6)).value, 0.401342),
        (expected("run>=2", Trigger::Explosion, 3), 3.771798),
        (expected("pair", Trigger::Bomb, 4), 8.382592),
        (expected("fives>=2", Trigger::Explosion, 5), 11.506957),
        (expected("any:1", Trigger::Bomb, 5), 15.948552),
    ];
    for (found, value) in known {
        assert!((found - value).abs() < 5e-7, "{found} for {value}");
    }
}

/// The same bits on every machine: the value, and all probabilities folded into a word. The words
/// come from an independent program (Python floats, keeps by enumeration) that adds in the order
/// documented in `Layers`.
#[test]
fn value_stability() {
    let three = Turn::new(3, 3, Trigger::Explosion, condition("pair")).unwrap();
    for (turn, value, probabilities) in [
        (turn("pair", Trigger::Bomb, 4), 0x4020_c3e3_1040_db79, 0x3468_6893_a9d3_0366),
        (turn("fives>=2", Trigger::Explosion, 5), 0x4027_038f_dfac_ae1f, 0xb245_d0c1_91fc_7b27),
        (turn("run>=2", Trigger::Explosion, 6), 0x3ffb_3d62_0fe0_4cb8, 0x87d1_ea78_06f9_cf30),
        (three, 0x4012_adb7_6cfa_7f97, 0x84d1_a1e9_a686_8a0f),
    ] {
        let optimum = best(&turn, Objective::ExpectedTotal);
        let outcome = optimum.plan.outcome();
        let words = std::iter::once(&outcome.invalid).chain(&outcome.valid).map(|number| number.to_bits());
        let fold = words.fold(0u64, |fold, word| fold.wrapping_mul(31).wrapping_add(word));
        assert_eq!((optimum.value.to_bits(), fold), (value, probabilities));
    }
}

/// Two roads: the value from behind, and the plan pushed forward.
#[test]
fn the_plan_yields_the_value() {
    for (dice, objectives) in [
        (8, vec![Objective::ExpectedTotal, Objective::VALID, Objective::AtLeast(12)]),
        (12, vec![Objective::ExpectedTotal, Objective::AtLeast(15)]),
    ] {
        for ((id, _), trigger) in CONDITIONS.into_iter().zip(BOTH.into_iter().cycle()) {
            for &objective in &objectives {
                let optimum = best(&turn(id, trigger, dice), objective);
                let yielded = optimum.plan.outcome().expected(|result| objective.value(result));
                let off = (yielded - optimum.value).abs();
                assert!(off <= 3e-12 * optimum.value, "{id} {trigger:?} {dice}: {yielded} for {}", optimum.value);
            }
        }
    }
}

#[test]
fn a_card_that_always_triggers_and_one_that_never_does() {
    for trigger in BOTH {
        let always = Turn::new(6, 2, trigger, |_| true).unwrap();
        let optimum = best(&always, Objective::ExpectedTotal);
        assert_eq!((optimum.value, optimum.plan.outcome().invalid.to_bits()), (0.0, 1f64.to_bits()));
        // Each die alone: a last roll is worth 2.5, so 3, 4 and 5 are kept, (3 + 4 + 5 + 3 × 2.5) / 6 =
        // 3.25 before it; then 4 and 5 are kept, (4 + 5 + 4 × 3.25) / 6 = 11/3 before the first.
        let never = Turn::new(6, 2, trigger, |_| false).unwrap();
        let optimum = best(&never, Objective::ExpectedTotal);
        assert!((optimum.value - 22.0).abs() < 1e-12);
        let roll = crate::counts(&[0, 1, 2, 3, 4, 5]);
        let kept = |rolls_left| optimum.plan.keep(roll, rolls_left).unwrap();
        assert_eq!(kept(2), crate::counts(&[4, 5]));
        assert_eq!(kept(1), crate::counts(&[3, 4, 5]));
    }
}

/// What keeping is worth decides nothing when all is worth the same: the turn stops.
#[test]
fn stopping_is_the_first_of_all_ties() {
    let turn = turn("odd>=1", Trigger::Bomb, 5);
    for value in [0.0, 0.7, -0.7] {
        let optimum = turn.optimum(|_| value).unwrap();
        assert!((optimum.value - value).abs() < 1e-15);
        for roll in layer(5) {
            assert_eq!(optimum.plan.reroll(roll, 1), Some(Counts::EMPTY));
        }
    }
}

/// Values so close that being tied is not transitive: the choice is still the first of all that
/// tie with the best. Values are 10¹³ + 7 × total, so one point is a relative 7 × 10⁻¹³.
#[test]
fn chains_of_near_ties_are_settled_by_the_same_order() {
    let value = |result: Option<u32>| 10 * SIZE + 7 * i128::from(result.unwrap_or(0));
    let (mut settled, mut undecided) = (0, 0);
    for (dice, rerolls, id) in [(3, 2, "any:1"), (4, 1, "fives>=2"), (4, 2, "sum>=13"), (4, 2, "pair")] {
        let twin = BruteForce::new(dice, rerolls, Trigger::Bomb, condition(id));
        let solved = twin.solve(value);
        let turn = Turn::new(dice, rerolls, Trigger::Bomb, condition(id)).unwrap();
        let optimum = turn.optimum(|result| value(result) as f64).unwrap();
        for (rolls_left, options) in (1..).zip(&solved.options) {
            for ((roll, _), options) in twin.rolls.iter().zip(options) {
                let highest = options.iter().map(|option| option.1).max().unwrap();
                let above = |value| above_floor(value, highest);
                // f64 cannot tell what is within 10⁻¹⁴ of the floor.
                if options.iter().any(|option| (above(option.1) * 100).abs() < highest) {
                    undecided += 1;
                    continue;
                }
                let kept = optimum.plan.keep(crate::counts(roll), rolls_left).unwrap();
                assert_eq!(kept.iter().collect::<Vec<_>>(), first_of(options, |value| above(value) >= 0));
                settled += 1;
            }
        }
    }
    assert!(settled > 10 * undecided, "{settled} settled, {undecided} undecided");
}

#[test]
fn values_must_be_finite() {
    let turn = turn("pair", Trigger::Bomb, 2);
    let error = turn.optimum(|result| if result == Some(3) { f64::INFINITY } else { 0.0 }).unwrap_err();
    assert_eq!(error, TurnError::Value { result: Some(3), value: f64::INFINITY });
    assert_eq!(error.to_string(), "the value of the total 3 is inf: give every result a finite value");
    assert!(turn.optimum(|result| result.map_or(f64::NAN, |_| 0.0)).is_err());
    assert_eq!(
        turn.best_value(|_| f64::INFINITY).unwrap_err(),
        TurnError::Value { result: None, value: f64::INFINITY }
    );
}
