//! What to do with every roll, against plain enumeration.

use super::brute_force::{BOTH, BruteForce, CONDITIONS};
use analyze::exact::{Advice, Objective, Turn};

/// Value and keep of every roll against enumeration, in integers: totals are whole numbers.
#[test]
fn agrees_with_enumeration() {
    for trigger in BOTH {
        for (id, holds) in CONDITIONS {
            let (dice, rerolls) = (3, 2);
            let twin = BruteForce::new(dice, rerolls, trigger, holds);
            let solved = twin.solve(|result| i128::from(result.unwrap_or(0)));
            let turn = Turn::new(dice, rerolls, trigger, holds).unwrap();
            let optimum = turn.optimum(|result| Objective::ExpectedTotal.value(result)).unwrap();
            let advice: Vec<Advice> = turn.advice(|result| Objective::ExpectedTotal.value(result)).unwrap().collect();
            assert_eq!(advice.len(), twin.rolls.len());
            for advice in advice {
                let faces: Vec<u8> = advice.roll.iter().collect();
                let number = twin.rolls.iter().position(|(roll, _)| *roll == faces).unwrap();
                let best = solved.options[usize::from(rerolls) - 1][number].iter().map(|option| option.1).max();
                let value = best.unwrap() as f64 / twin.scale(rerolls) as f64;
                assert!((advice.value - value).abs() < 1e-12, "{id} {trigger} {faces:?}: {} for {value}", advice.value);
                assert_eq!(Some(advice.keep), optimum.plan.keep(advice.roll, rerolls));
                assert_eq!(advice.over, twin.explodes(number));
            }
        }
    }
}

#[test]
fn without_rerolls_every_roll_is_final() {
    let turn = Turn::new(2, 0, BOTH[0], |_| false).unwrap();
    let advice: Vec<Advice> = turn.advice(|result| Objective::ExpectedTotal.value(result)).unwrap().collect();
    assert_eq!(advice.len(), 21);
    assert!(advice.iter().all(|advice| advice.keep == advice.roll && advice.value == f64::from(advice.roll.total())));
}
