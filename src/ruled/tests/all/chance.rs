//! Questions about a throw against plain enumeration of every die, in order.

use analyze_core::games::DieFace;
use analyze_ruled::{Counted, Pick, Throw, totals};

/// The faces of a die: numbers or names with their weights.
fn die(faces: &[(&str, u32)]) -> Vec<DieFace> {
    let face = |&(name, weight): &(&str, u32)| DieFace { name: name.to_owned(), value: name.parse().ok(), weight };
    faces.iter().map(face).collect()
}

fn dice() -> [Vec<DieFace>; 3] {
    [
        die(&[("1", 1), ("2", 1), ("3", 1), ("4", 1), ("boss", 1)]),
        die(&[("1", 3), ("2", 1), ("5", 2)]),
        die(&[("-2", 1), ("0", 2), ("4", 1), ("star", 1)]),
    ]
}

/// Every roll of some dice, as positions of faces, with its chance.
fn rolls(die: &[DieFace], n: usize) -> Vec<(Vec<usize>, f64)> {
    let all: f64 = die.iter().map(|face| f64::from(face.weight)).sum();
    let mut rolls = vec![(Vec::new(), 1.0)];
    for _ in 0..n {
        let more = |(shown, chance): &(Vec<usize>, f64)| {
            let one = |face: usize| {
                let shown = shown.iter().copied().chain([face]).collect();
                (shown, chance * f64::from(die[face].weight) / all)
            };
            (0..die.len()).map(one).collect::<Vec<_>>()
        };
        rolls = rolls.iter().flat_map(more).collect();
    }
    rolls
}

type Worth<'w> = &'w dyn Fn(&[&DieFace]) -> f64;

fn worth(die: &[DieFace], shown: &[usize], worth: Worth<'_>) -> f64 {
    worth(&shown.iter().map(|&face| &die[face]).collect::<Vec<_>>())
}

/// What a roll is worth after some dice are rolled again, those of `mask`.
fn after(die: &[DieFace], shown: &[usize], mask: u32, then: &dyn Fn(&[usize]) -> f64) -> f64 {
    let again: Vec<usize> = (0..shown.len()).filter(|at| mask >> at & 1 == 1).collect();
    let one = |(faces, chance): (Vec<usize>, f64)| {
        let mut next = shown.to_vec();
        again.iter().zip(faces).for_each(|(&at, face)| next[at] = face);
        chance * then(&next)
    };
    rolls(die, again.len()).into_iter().map(one).sum()
}

/// The most that a roll can be worth, by trying every choice.
fn best(die: &[DieFace], shown: &[usize], left: u32, of: Worth<'_>) -> f64 {
    if left == 0 {
        return worth(die, shown, of);
    }
    let then = |next: &[usize]| best(die, next, left - 1, of);
    (0..1 << shown.len()).map(|mask| after(die, shown, mask, &then)).fold(f64::MIN, f64::max)
}

/// What a roll is worth to somebody who rolls those dice again that `goes` names, and stops once it is worth something.
fn by_rule(die: &[DieFace], shown: &[usize], left: u32, goes: &dyn Fn(&[&DieFace]) -> u32, of: Worth<'_>) -> f64 {
    let now = worth(die, shown, of);
    if left == 0 || now > 0.0 {
        return now;
    }
    let faces: Vec<&DieFace> = shown.iter().map(|&face| &die[face]).collect();
    after(die, shown, goes(&faces), &|next| by_rule(die, next, left - 1, goes, of))
}

fn sum(shown: &[&DieFace]) -> i64 {
    shown.iter().filter_map(|face| face.value).sum()
}

/// What is made of the faces that are shown.
type Of<T> = Box<dyn Fn(&[&DieFace]) -> T>;

/// Conditions as formulas, and as plain code.
fn conditions() -> Vec<(&'static str, Of<f64>)> {
    let is = |holds: bool| f64::from(u8::from(holds));
    let pair = |shown: &[&DieFace]| {
        shown.iter().enumerate().any(|(at, face)| shown[..at].iter().any(|other| other == face && face.value.is_some()))
    };
    vec![
        ("sum >= 6", Box::new(move |shown| is(sum(shown) >= 6))),
        ("has('x x')", Box::new(move |shown| is(pair(shown)))),
        ("count(4) + count(2) >= 2 or sum == 3", {
            Box::new(move |shown| {
                let counted = shown.iter().filter(|face| matches!(face.value, Some(2 | 4))).count();
                is(counted >= 2 || sum(shown) == 3)
            })
        }),
    ]
}

#[test]
fn chances_are_those_of_every_roll_and_every_choice() {
    for die in dice() {
        for (formula, plain) in conditions() {
            let Ok(wanted) = Throw::new(&die, 3).unwrap().condition("--condition", formula) else { continue };
            let throw = Throw::new(&die, 3).unwrap();
            for rerolls in 0..=2 {
                let all = rolls(&die, 3);
                let expected: f64 = all.iter().map(|(shown, chance)| chance * best(&die, shown, rerolls, &plain)).sum();
                let found = throw.best(&wanted, rerolls);
                assert!((found - expected).abs() < 1e-12, "{formula}, {rerolls}: {found} for {expected}");
            }
        }
    }
}

#[test]
fn policies_reroll_what_they_name() {
    let rule = |goes: fn(&DieFace) -> bool| {
        move |shown: &[&DieFace]| {
            (0..).zip(shown).filter(|(_, face)| goes(face)).fold(0, |mask, (at, _)| mask | 1 << at)
        }
    };
    let lowest = |shown: &[&DieFace]| {
        let at = (0..shown.len()).min_by_key(|&at| shown[at].value);
        at.map_or(0, |at| 1 << at)
    };
    let policies: Vec<(Pick, Of<u32>)> = vec![
        (Pick::Nothing, Box::new(rule(|_| false))),
        (Pick::All, Box::new(rule(|_| true))),
        (Pick::Named, Box::new(rule(|face| face.value.is_none()))),
        (Pick::Odd, Box::new(rule(|face| face.value.is_some_and(|value| value % 2 != 0)))),
        (Pick::Below(3), Box::new(rule(|face| face.value.is_none_or(|value| value < 3)))),
        (Pick::Lowest, Box::new(lowest)),
    ];
    for die in dice() {
        let throw = Throw::new(&die, 3).unwrap();
        let wanted = throw.condition("--condition", "sum >= 6").unwrap();
        for (pick, goes) in &policies {
            let worth = |shown: &[&DieFace]| f64::from(u8::from(sum(shown) >= 6));
            let one = |(shown, chance): (Vec<usize>, f64)| chance * by_rule(&die, &shown, 2, goes, &worth);
            let expected: f64 = rolls(&die, 3).into_iter().map(one).sum();
            let found = throw.by_rule(&wanted, 2, *pick);
            assert!((found - expected).abs() < 1e-12, "{pick:?}: {found} for {expected}");
        }
    }
}

#[test]
fn totals_are_those_of_every_roll() {
    for die in dice() {
        for counted in [Counted::All, Counted::Highest(2), Counted::Lowest(3), Counted::Highest(9), Counted::Lowest(1)]
        {
            let mut expected = std::collections::BTreeMap::<i64, f64>::new();
            for (shown, chance) in rolls(&die, 4) {
                let mut shown: Vec<i64> = shown.iter().map(|&face| die[face].value.unwrap_or(0)).collect();
                shown.sort_unstable();
                let total: i64 = match counted {
                    Counted::All => shown.iter().sum(),
                    Counted::Highest(n) => shown.iter().rev().take(n).sum(),
                    Counted::Lowest(n) => shown.iter().take(n).sum(),
                };
                *expected.entry(total).or_default() += chance;
            }
            let found = totals(&die, 4, counted);
            assert_eq!(found.len(), expected.len(), "{counted:?}");
            for ((total, chance), (other, wanted)) in found.into_iter().zip(expected) {
                assert!(total == other && (chance - wanted).abs() < 1e-12, "{counted:?}: {total} {chance} {wanted}");
            }
        }
    }
}

/// The distribution after the best rerolls has the mean that those rerolls are worth, and without rerolls it is that of totals.
#[test]
fn rerolls_for_a_total_have_the_best_mean() {
    for die in dice() {
        let throw = Throw::new(&die, 3).unwrap();
        for counted in [Counted::All, Counted::Highest(2)] {
            let wanted = throw.total(counted);
            let value = |shown: &[&DieFace]| {
                let mut all: Vec<i64> = shown.iter().map(|face| face.value.unwrap_or(0)).collect();
                all.sort_unstable();
                let from = if counted == Counted::All { 0 } else { 1 };
                all[from..].iter().sum::<i64>() as f64
            };
            let one = |(shown, chance): (Vec<usize>, f64)| chance * best(&die, &shown, 2, &value);
            let expected: f64 = rolls(&die, 3).into_iter().map(one).sum();
            let mean: f64 = throw.distribution(&wanted, 2).iter().map(|&(total, chance)| total as f64 * chance).sum();
            assert!((mean - expected).abs() < 1e-12 && (throw.best(&wanted, 2) - expected).abs() < 1e-12);
            for (a, b) in throw.distribution(&wanted, 0).iter().zip(totals(&die, 3, counted)) {
                assert!(a.0 == b.0 && (a.1 - b.1).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn each_choice_of_dice_to_keep_is_worth_what_follows_it() {
    let die = &dice()[0];
    let throw = Throw::new(die, 3).unwrap();
    let wanted = throw.condition("--condition", "sum >= 8").unwrap();
    let value = |shown: &[&DieFace]| f64::from(u8::from(sum(shown) >= 8));
    let keeps = throw.keeps(&wanted, throw.hand(&["1", "4", "boss"]).unwrap(), 2).unwrap();
    assert_eq!(keeps.len(), 8);
    let then = |next: &[usize]| best(die, next, 1, &value);
    for keep in keeps {
        let shown = throw.shown(keep.rest);
        let mask = [("1", 1), ("4", 2), ("boss", 4)]
            .iter()
            .filter(|(name, _)| shown.split(' ').any(|word| word == *name))
            .map(|(_, bit)| bit)
            .sum();
        let expected = after(die, &[0, 3, 4], mask, &then);
        assert!((keep.value - expected).abs() < 1e-12, "reroll {shown}: {} for {expected}", keep.value);
    }
}
