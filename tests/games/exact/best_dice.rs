//! The best number of dice, against solving all numbers.

use super::brute_force::{BOTH, CONDITIONS};
use analyze::exact::{BestDice, Objective, Turn, TurnError, best_dice};
use analyze::games::gang::{Amount, Condition, Trigger};

const OTHERS: [&str; 10] = [
    "any:1,2,3,4,5",
    "sum>=300",
    "not(sum>=300)",
    "not(any:5)",
    "either(sum>=12; not(any:5))",
    "all(sum>=4; not(pair))",
    "not(all(odd>=1; even>=1))",
    "not(not(distinct>=2))",
    "not(same>=3)",
    "either(all(any:1; any:2); fives>=3)",
];

fn conditions() -> impl Iterator<Item = Condition> {
    CONDITIONS.iter().map(|(id, _)| *id).chain(OTHERS).map(|text| text.parse().unwrap())
}

/// Every number of dice solved with its plan.
fn scores(condition: &Condition, trigger: Trigger, rerolls: u8, most: u32) -> Vec<f64> {
    let score = |dice| {
        let turn = Turn::new(dice, rerolls, trigger, |roll| condition.holds(roll)).unwrap();
        turn.optimum(|result| Objective::ExpectedTotal.value(result)).unwrap().value
    };
    (1..=most).map(score).collect()
}

#[test]
fn agrees_with_solving_all_numbers() {
    for condition in conditions() {
        for trigger in BOTH {
            for (rerolls, most) in [(2, 11), (0, 9), (1, 1), (4, 6)] {
                let scores = scores(&condition, trigger, rerolls, most);
                let highest = scores.iter().copied().fold(0.0, f64::max);
                let first = scores.iter().position(|&score| score >= highest * (1.0 - 1e-12)).unwrap();
                let best = best_dice(&condition, trigger, rerolls, most).unwrap();
                let expected = BestDice { dice: first as u32 + 1, score: scores[first] };
                assert_eq!(best, expected, "{condition} {trigger}, {rerolls} rerolls: {scores:?}");
            }
        }
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    let best = |rerolls, most| best_dice(&Condition::AtLeast(Amount::Sum, 7), Trigger::Bomb, rerolls, most);
    assert_eq!(best(2, 0), Err(TurnError::Dice { dice: 0 }));
    assert_eq!(best(2, 49), Err(TurnError::Dice { dice: 49 }));
    assert_eq!(best(11, 3), Err(TurnError::Rerolls { rerolls: 11 }));
}
