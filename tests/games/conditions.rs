//! Each kind of condition against its reading over lists of dice, for every roll of 1 to 5 dice.

use crate::naive::{Rule, rolls, sixteen};
use analyze::games::gang::Condition;

/// Reads `text` and compares it with `rule` on every roll of 1 to 5 dice.
fn agree(text: &str, rule: &Rule) {
    let condition: Condition = text.parse().unwrap();
    for dice in 1..=5 {
        for roll in rolls(dice) {
            assert_eq!(condition.holds(crate::counts(&roll)), rule.holds(&roll), "'{text}' on {roll:?}");
        }
    }
}

fn agree_on_all(rules: impl IntoIterator<Item = Rule>) {
    for rule in rules {
        agree(&rule.text(), &rule);
    }
}

#[test]
fn the_sixteen_published_conditions() {
    for (text, rule) in sixteen() {
        agree(text, &rule);
    }
}

/// The rules give these examples in words.
#[test]
fn the_examples_of_the_rules() {
    for (text, roll, expected) in [
        ("run>=2", [3, 4, 0, 0, 0], true),
        ("run>=3", [3, 4, 5, 0, 0], true),
        ("run>=3", [5, 3, 4, 3, 0], true),
        ("run>=3", [1, 2, 4, 5, 0], false),
        ("run>=2", [0, 1, 3, 5, 0], false),
        ("odd>=3", [1, 1, 1, 0, 0], true),
        ("pair", [0, 0, 0, 0, 0], false),
        ("pair", [0, 0, 2, 1, 2], true),
        ("distinct>=2", [0, 3, 3, 3, 0], false),
        ("any:1", [0, 2, 3, 4, 5], false),
    ] {
        let condition: Condition = text.parse().unwrap();
        assert_eq!(condition.holds(crate::counts(&roll)), expected, "'{text}' on {roll:?}");
    }
}

#[test]
fn sums_at_every_limit() {
    agree_on_all((0..=26).map(Rule::Sum));
}

#[test]
fn runs_of_every_length() {
    agree_on_all((0..=6).map(Rule::Run));
}

#[test]
fn odd_and_even_dice_at_every_limit() {
    agree_on_all((0..=6).flat_map(|k| [Rule::Odd(k), Rule::Even(k)]));
}

#[test]
fn different_and_equal_values_at_every_limit() {
    agree_on_all((0..=6).flat_map(|k| [Rule::Distinct(k), Rule::Same(k)]));
}

#[test]
fn counts_of_every_value_at_every_limit() {
    agree_on_all((1..=5).flat_map(|value| (0..=6).map(move |k| Rule::Count(value, k))));
    agree("fives>=3", &Rule::Count(5, 3));
}

#[test]
fn any_of_every_set_of_values() {
    let set = |bits: u8| (1..=5).filter(|v| bits >> v & 1 == 1).collect::<Vec<u8>>();
    agree_on_all((1u8..32).map(|bits| Rule::Any(set(bits << 1))));
    agree("any:5,3,5", &Rule::Any(vec![3, 5]));
}

#[test]
fn combined_conditions() {
    let (odd, high, sum) = (Rule::Odd(1), Rule::Any(vec![4, 5]), Rule::Sum(9));
    agree("all(any:4,5; odd>=1)", &Rule::All(vec![high.clone(), odd.clone()]));
    agree("either(any:4,5; odd>=1)", &Rule::Either(vec![high.clone(), odd.clone()]));
    agree("not(odd>=1)", &Rule::Not(Box::new(odd.clone())));
    agree(
        "not(all(sum>=9;odd>=1;any:4,5))",
        &Rule::Not(Box::new(Rule::All(vec![sum.clone(), odd.clone(), high.clone()]))),
    );
    let neither = Rule::Not(Box::new(Rule::Either(vec![odd.clone(), high.clone()])));
    agree("either( sum >= 9 ; not( either(odd>=1; any:4,5) ) )", &Rule::Either(vec![sum.clone(), neither.clone()]));
    agree("all(sum>=9)", &sum);
    agree("not(not(sum>=9))", &sum);
    agree("all(not(either(odd>=1;any:4,5)); either(pair; run>=2))", &{
        Rule::All(vec![neither, Rule::Either(vec![Rule::Same(2), Rule::Run(2)])])
    });
}

/// Every pair of the sixteen, joined in each of the three ways.
#[test]
fn every_pair_of_published_conditions() {
    for (a, one) in sixteen() {
        for (b, other) in sixteen() {
            let both = vec![one.clone(), other.clone()];
            let (all, either) = (Rule::All(both.clone()), Rule::Either(both));
            let only = Rule::All(vec![one.clone(), Rule::Not(Box::new(other))]);
            let rules = [
                (format!("all({a};{b})"), all),
                (format!("either({a};{b})"), either),
                (format!("all({a};not({b}))"), only),
            ];
            for (text, rule) in rules {
                let condition: Condition = text.parse().unwrap();
                for roll in rolls(3) {
                    assert_eq!(condition.holds(crate::counts(&roll)), rule.holds(&roll), "'{text}' on {roll:?}");
                }
            }
        }
    }
}
