//! Reroll rules as tables: their outcomes against plain enumeration, closed forms and known weights.

use super::brute_force::{BOTH, BruteForce, CONDITIONS, assert_same, condition, turn};
use analyze::dice::multisets::{layer, rank};
use analyze::dice::{Counts, mix};
use analyze::exact::{Outcome, RerollPolicy, RuleError, Turn};
use analyze::games::gang::Trigger;
use std::convert::Infallible;

fn follow(turn: &Turn, rule: impl Fn(Counts, u8) -> Counts) -> (RerollPolicy, Outcome) {
    let Ok(followed) = turn.follow(|roll, rolls_left| Ok::<_, Infallible>(rule(roll, rolls_left))) else {
        panic!("the rule is legal")
    };
    followed
}

/// A rule without rhyme or reason: each die is rerolled or not by a hash of all there is to know.
fn arbitrary(roll: Counts, rolls_left: u8, salt: u64) -> Counts {
    let seed = rank(roll) as u64 + 1000 * u64::from(rolls_left) + 10_000 * salt;
    let rerolled = roll.iter().enumerate().filter(|&(die, _)| mix(seed) >> die & 1 == 1);
    crate::counts(&rerolled.map(|(_, face)| face).collect::<Vec<_>>())
}

#[test]
fn outcomes_of_rules_agree_with_enumeration() {
    for trigger in BOTH {
        for ((id, holds), salt) in CONDITIONS.into_iter().zip(0..) {
            for (dice, rerolls) in [(1, 2), (2, 0), (2, 4), (3, 1), (3, 2), (4, 2)] {
                let turn = Turn::new(dice, rerolls, trigger, holds).unwrap();
                let twin = BruteForce::new(dice, rerolls, trigger, holds);
                let rules: [&dyn Fn(Counts, u8) -> Counts; 4] =
                    [&|_, _| Counts::EMPTY, &|roll, _| roll, &|roll, _| roll.only(0), &|roll, rolls_left| {
                        arbitrary(roll, rolls_left, salt)
                    }];
                for rule in rules {
                    let (plan, outcome) = follow(&turn, rule);
                    let keep = |faces: &[u8], rolls_left| {
                        let roll = crate::counts(faces);
                        (roll - rule(roll, rolls_left)).iter().collect()
                    };
                    assert_same(&outcome, &twin.outcome(keep), id);
                    assert_eq!(plan.outcome(), outcome, "{id}");
                }
            }
        }
    }
}

/// Without a card and rerolls, totals are sums of independent faces.
#[test]
fn standing_gives_the_convolution_of_faces() {
    for dice in [8, 12, 20] {
        let mut sums = vec![1.0];
        for _ in 0..dice {
            let sum = |total: usize| (0..6).filter_map(|face| sums.get(total.checked_sub(face)?)).sum::<f64>() / 6.0;
            sums = (0..sums.len() + 5).map(sum).collect();
        }
        let turn = Turn::new(dice, 2, Trigger::Bomb, |_| false).unwrap();
        let (_, outcome) = follow(&turn, |_, _| Counts::EMPTY);
        assert_same(&outcome, &Outcome { invalid: 0.0, valid: sums }, "convolution");
    }
}

/// Without rerolls, results have the multinomial weights of their rolls.
#[test]
fn standing_gives_the_multinomial_weights_of_rolls() {
    let factorial = |n: u32| (1..=u128::from(n)).product::<u128>();
    for (id, holds) in CONDITIONS {
        for dice in [8, 12] {
            let mut weights = vec![0u128; 5 * dice as usize + 2];
            for roll in layer(dice) {
                let code = if holds(roll) { 0 } else { roll.total() as usize + 1 };
                weights[code] += factorial(dice) / roll.to_array().map(factorial).iter().product::<u128>();
            }
            let shares: Vec<f64> = weights.iter().map(|&w| w as f64 / 6u128.pow(dice) as f64).collect();
            let expected = Outcome { invalid: shares[0], valid: shares[1..].to_vec() };
            let (_, outcome) = follow(&turn(id, Trigger::Bomb, dice), |_, _| Counts::EMPTY);
            assert_same(&outcome, &expected, id);
        }
    }
}

/// Rerolling what shows a Boss leaves each die independent: 1 in 6³ is a Boss in the end, the other
/// faces are equally likely.
#[test]
fn rerolling_bosses_without_a_card() {
    let boss = 1.0 / 216.0;
    let turn = Turn::new(12, 2, Trigger::Explosion, |_| false).unwrap();
    let (_, outcome) = follow(&turn, |roll, _| roll.only(0));
    let mean = outcome.expected(|result| result.map_or(0.0, f64::from));
    assert!((mean - 12.0 * 3.0 * (1.0 - boss)).abs() < 1e-12);
    assert!((outcome.valid[60] - ((1.0 - boss) / 5.0).powi(12)).abs() < 1e-20);
}

#[test]
fn rules_are_asked_what_a_turn_can_reach_and_in_order() {
    let turn = turn("fives>=2", Trigger::Explosion, 3);
    let mut asked = Vec::new();
    let rule = |roll: Counts, rolls_left| {
        asked.push((roll, rolls_left));
        Ok::<_, Infallible>(roll.only(0))
    };
    assert!(turn.follow(rule).is_ok());
    let valid = |roll: &Counts| !condition("fives>=2")(*roll);
    let first = layer(3).filter(valid).map(|roll| (roll, 2));
    // Only who showed a Boss rolls again; what was kept showed none, and at most one five.
    let second = layer(3).filter(valid).map(|roll| (roll, 1));
    assert_eq!(asked, first.chain(second).collect::<Vec<_>>());

    let mut asked = 0;
    let once = |roll: Counts, rolls_left| {
        asked += u32::from(rolls_left == 1);
        Ok::<_, Infallible>(if roll == Counts::of(2, 3) { Counts::of(2, 1) } else { Counts::EMPTY })
    };
    assert!(turn.follow(once).is_ok());
    // Two dice of face 2 lie, the third shows any of six faces.
    assert_eq!(asked, 6);
}

#[test]
fn illegal_rerolls_and_failing_rules_are_errors() {
    let turn = turn("any:1", Trigger::Bomb, 2);
    let illegal = turn.follow(|_, _| Ok::<_, Infallible>(Counts::one(5))).unwrap_err();
    // The first roll, in the order of ranks, is two Bosses.
    let roll = Counts::of(0, 2);
    assert_eq!(illegal, RuleError::Illegal { roll, rolls_left: 2, reroll: Counts::one(5) });
    assert_eq!(
        illegal.to_string(),
        "the rule rerolls [5] of the roll [0, 0] with 2 rerolls left: reroll only dice that the roll shows"
    );
    let late = |roll: Counts, rolls_left| if rolls_left == 1 { Err("tired") } else { Ok(roll) };
    let failed = turn.follow(late).unwrap_err();
    assert_eq!(failed, RuleError::Failed { roll, rolls_left: 1, source: "tired" });
}

#[test]
fn a_plan_answers_only_for_its_own_rolls() {
    let (plan, _) = follow(&turn("pair", Trigger::Explosion, 2), |roll, _| roll.only(0));
    let roll = crate::counts(&[0, 4]);
    assert_eq!((plan.keep(roll, 1), plan.reroll(roll, 1)), (Some(Counts::one(4)), Some(Counts::one(0))));
    assert_eq!(plan.keep(Counts::of(3, 2), 2), Some(Counts::of(3, 2)));
    for (roll, rolls_left) in [(roll, 0), (roll, 3), (Counts::one(0), 1), (Counts::of(0, 3), 1)] {
        assert_eq!(plan.keep(roll, rolls_left), None);
    }
}
