//! The exact turn against plain enumeration, dice by dice, and best plans against everything that can be kept.

use crate::choice::Choice;
use analyze::exact::pot::{DrawTable, Optimum, Outcome, Purse, RerollPolicy, Values};
use analyze::games::pot::{Combo, Combos, DiceSet, Reroll, Rerolled, Roll, Throw, TurnResult};
use std::collections::HashMap;
use std::convert::Infallible;

/// Every way in which the dice of a set can fall, the others lying as they do.
fn falls(shown: Throw, dice: DiceSet) -> Vec<Throw> {
    let mut all = vec![shown.faces()];
    for die in dice.dice() {
        all = all
            .iter()
            .flat_map(|faces| {
                (0..6).map(|face| {
                    let mut new = *faces;
                    new[die] = face;
                    new
                })
            })
            .collect();
    }
    all.into_iter().map(Throw::new).collect()
}

/// Whether these dice are the faces named, in any order.
fn shows(throw: Throw, mut faces: [u8; 3]) -> bool {
    let mut sorted = throw.faces();
    sorted.sort_unstable();
    faces.sort_unstable();
    sorted == faces
}

type Counted = HashMap<(Combo, u8, usize), u64>;

/// Adds what a final throw comes to, of so many of the cases.
fn add(counted: &mut Counted, throw: Throw, rerolls: usize, cases: u64) {
    let combo = throw.combo(Combos::PUBLISHED);
    if shows(throw, [1, 2, 3]) {
        let dice: Vec<usize> = (0..3).filter(|&die| throw.faces()[die] != 2).collect();
        for last in falls(throw, DiceSet::of(&dice).unwrap()) {
            *counted.entry((combo, last.sum(), rerolls)).or_default() += cases / 36;
        }
    } else {
        let nothing = shows(throw, [1; 3]) || shows(throw, [0; 3]);
        *counted.entry((combo, if nothing { 0 } else { throw.sum() }, rerolls)).or_default() += cases;
    }
}

/// All of 216³ × 36 equally likely cases of a turn, by what they come to.
fn enumerate(purse: Purse, rule: impl Fn(&Roll) -> DiceSet) -> Counted {
    let mut counted = Counted::new();
    let again = |shown, next| match shows(shown, [1; 3]) || shows(shown, [0; 3]) {
        true => DiceSet::NONE,
        false => rule(&Roll { shown, next }),
    };
    let cases = 216u64.pow(2) * 36;
    for first in falls(Throw::POT, DiceSet::ALL) {
        let free = again(first, Reroll::Free);
        if free.is_empty() {
            add(&mut counted, first, 0, cases);
            continue;
        }
        for second in falls(first, free) {
            let cases = cases / 6u64.pow(free.len());
            let paid = if purse == Purse::Empty { DiceSet::NONE } else { again(second, Reroll::Paid) };
            if paid.is_empty() {
                add(&mut counted, second, 1, cases);
                continue;
            }
            for third in falls(second, paid) {
                add(&mut counted, third, 2, cases / 6u64.pow(paid.len()));
            }
        }
    }
    counted
}

fn solve(purse: Purse, rule: impl Fn(&Roll) -> DiceSet) -> Outcome {
    RerollPolicy::of_rule(Combos::PUBLISHED, purse, |roll| Ok::<_, Infallible>(rule(roll)))
        .unwrap()
        .outcome(Combos::PUBLISHED)
}

/// A rule that nobody would play: any dice of any roll.
fn any_rule(seed: u64) -> impl Fn(&Roll) -> DiceSet {
    move |roll| {
        let key = [seed, roll.shown.index() as u64, u64::from(roll.next == Reroll::Paid)];
        DiceSet::all_sets()[Choice::new(&key).below(8) as usize]
    }
}

fn letters(roll: &Roll) -> DiceSet {
    if roll.next == Reroll::Free { roll.shown.dice_with(|face| face == 0) } else { DiceSet::NONE }
}

#[test]
fn outcomes_are_those_of_enumeration() {
    let compare = |purse, rule: &dyn Fn(&Roll) -> DiceSet| {
        let (outcome, counted) = (solve(purse, rule), enumerate(purse, rule));
        let all = 216f64.powi(3) * 36.0;
        assert_eq!(outcome.len(), counted.len());
        for &(result, probability) in &outcome {
            let key = (result.combo, result.score, result.rerolled as usize);
            assert!((probability - counted[&key] as f64 / all).abs() < 1e-14, "{result:?}");
        }
    };
    compare(Purse::Empty, &|_| DiceSet::NONE);
    compare(Purse::Empty, &letters);
    compare(Purse::Coins, &letters);
    for seed in 0..4 {
        compare(Purse::Coins, &any_rule(seed));
        compare(Purse::Empty, &any_rule(seed));
    }
}

/// The order promised: 1 1 1, by sum, by coins, unpaid before paid, P O T; and each result has its share of the words.
#[test]
fn results_are_drawn_in_order() {
    let outcome = solve(Purse::Coins, any_rule(9));
    let coins = |combo| match combo {
        Combo::None | Combo::Ones => 0,
        Combo::Run123 | Combo::Run234 | Combo::FourTwoZero => 1,
        Combo::Run345 | Combo::Twos => 2,
        Combo::Threes | Combo::Fives => 3,
        Combo::Fours => 4,
        Combo::Pot => 5,
    };
    let quality = |result: TurnResult| {
        let class = match result.combo {
            Combo::Ones => 0,
            Combo::Pot => 2,
            _ => 1,
        };
        (class, result.score, coins(result.combo))
    };
    for pair in outcome.windows(2) {
        let [(worse, _), (better, _)] = pair else { panic!("pairs") };
        assert!(quality(*worse) <= quality(*better), "{worse:?} {better:?}");
        if worse.combo == better.combo && worse.score == better.score {
            assert!(worse.rerolled < better.rerolled);
        }
    }
    let table = DrawTable::new(&outcome);
    let mut first = 0u64;
    for (index, &(result, probability)) in outcome.iter().enumerate() {
        assert_eq!(table.draw(first), result);
        let (mut low, mut high) = (first, u64::MAX);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if table.draw(middle) == result { low = middle } else { high = middle - 1 }
        }
        let share = (low - first) as f64 / 2f64.powi(64);
        assert!((share - probability).abs() < 1e-13, "{result:?}");
        assert_eq!(low == u64::MAX, index + 1 == outcome.len());
        first = low.wrapping_add(1);
    }
}

/// Values that are numbers below 100, so that many tie exactly.
fn any_values(seed: u64) -> impl Fn(Throw, Rerolled) -> f64 {
    move |throw, rerolled| {
        let key = [seed, throw.index() as u64, rerolled as u64];
        f64::from(Choice::new(&key).below(100))
    }
}

/// The value of a turn by trying every set of dice after every roll.
fn best_by_trying(purse: Purse, value: &impl Fn(Throw, Rerolled) -> f64) -> f64 {
    let mean = |throws: Vec<Throw>, of: &dyn Fn(Throw) -> f64| {
        throws.iter().map(|&throw| of(throw)).sum::<f64>() / throws.len() as f64
    };
    let over = |throw| shows(throw, [1; 3]) || shows(throw, [0; 3]);
    let sets = || DiceSet::all_sets().into_iter().filter(|set| !set.is_empty());
    let second: Vec<f64> = Throw::all()
        .map(|throw| {
            let stop = value(throw, Rerolled::Free);
            if purse == Purse::Empty || over(throw) {
                return stop;
            }
            sets().map(|set| mean(falls(throw, set), &|last| value(last, Rerolled::Paid))).fold(stop, f64::max)
        })
        .collect();
    let first = |throw: Throw| {
        let stop = value(throw, Rerolled::Never);
        if over(throw) {
            return stop;
        }
        sets().map(|set| mean(falls(throw, set), &|next| second[next.index()])).fold(stop, f64::max)
    };
    mean(Throw::all().collect(), &first)
}

#[test]
fn best_plans_are_best() {
    for seed in 0..3 {
        for purse in [Purse::Empty, Purse::Coins] {
            let value = any_values(seed);
            let best = Optimum::of(&Values::new(Combos::PUBLISHED, &value), purse);
            assert!((best.value - best_by_trying(purse, &value)).abs() < 1e-9);
            // The plan has the value that is promised: its results, valued by their final dice, counted out.
            let by_result = |result: TurnResult| f64::from(result.score) + 7.0 * f64::from(result.rerolled as u8);
            let best = Optimum::of(&Values::of_results(Combos::PUBLISHED, by_result), purse);
            assert!((expected(&best.plan.outcome(Combos::PUBLISHED), by_result) - best.value).abs() < 1e-12);
        }
    }
}

/// Without 1 1 1 and P O T each die would be worth (3 + 4 + 5) / 6 + 2.5 / 2 = 3.25 with one reroll. Each of those two
/// throws forgoes a reroll of three dice worth 7.5, and is worth its own sum of 3 or 0.
#[test]
fn the_highest_sum_by_hand() {
    let sum = Optimum::of(&Values::new(Combos::PUBLISHED, |throw, _| f64::from(throw.sum())), Purse::Empty);
    let expected = 3.0 * 3.25 - (7.5 - 3.0) / 216.0 - 7.5 / 216.0;
    assert!((sum.value - expected).abs() < 1e-12, "{}", sum.value);
    for throw in Throw::all().filter(|&throw| !shows(throw, [1; 3]) && !shows(throw, [0; 3])) {
        let again = sum.plan.reroll(&Roll { shown: throw, next: Reroll::Free });
        assert_eq!(again, throw.dice_with(|face| face < 3), "{throw}");
    }
}

/// Ties: stopping, then keeping more dice, then the lowest faces.
#[test]
fn ties_are_settled_in_order() {
    let plan = |value: &dyn Fn(Throw) -> f64| {
        Optimum::of(&Values::new(Combos::PUBLISHED, |throw, _| value(throw)), Purse::Coins).plan
    };
    let roll = |faces| Roll { shown: Throw::new(faces), next: Reroll::Free };
    assert_eq!(plan(&|_| 1.0).reroll(&roll([1, 2, 4])), DiceSet::NONE);
    let p_die = plan(&|throw| f64::from(throw.faces()[0]));
    assert_eq!(p_die.reroll(&roll([1, 2, 2])), DiceSet::of(&[0]).unwrap());
    assert_eq!(p_die.reroll(&roll([5, 2, 2])), DiceSet::NONE);
    // A 0 beside two of 3, 4 and 5: one die is rerolled, and the lowest faces are kept.
    let zero = |throw| [[0, 3, 4], [0, 3, 5], [0, 4, 5]].into_iter().any(|faces| shows(throw, faces));
    let once =
        Optimum::of(&Values::new(Combos::PUBLISHED, |throw, _| f64::from(u8::from(zero(throw)))), Purse::Empty).plan;
    assert_eq!(once.reroll(&roll([5, 3, 4])), DiceSet::of(&[0]).unwrap());
    assert_eq!(once.reroll(&roll([3, 5, 4])), DiceSet::of(&[1]).unwrap());
    assert_eq!(once.reroll(&roll([5, 0, 4])), DiceSet::NONE);
    let two_fives = plan(&|throw| f64::from(u8::from(shows(throw, [5, 5, 0]))));
    assert_eq!(two_fives.reroll(&roll([5, 5, 5])), DiceSet::of(&[0]).unwrap(), "the lowest die");
}

/// Paths lead to their result by what the plan rerolls, and every roll that can lead there does.
#[test]
fn paths_lead_to_their_result() {
    for seed in 0..3 {
        let plan =
            RerollPolicy::of_rule(Combos::PUBLISHED, Purse::Coins, |roll| Ok::<_, Infallible>(any_rule(seed)(roll)))
                .unwrap();
        for &(result, _) in &plan.outcome(Combos::PUBLISHED) {
            let paths = plan.paths(Combos::PUBLISHED, result).unwrap();
            for word in 0..20u64 {
                let path = paths.draw(|| word.wrapping_mul(0x0d3a_d2f6_1b1f_8a35));
                for (pair, next) in path.rolls.windows(2).zip([Reroll::Free, Reroll::Paid]) {
                    let (from, again) = pair[0];
                    assert_eq!(again, plan.reroll(&Roll { shown: from, next }));
                    assert!(falls(from, again).contains(&pair[1].0));
                }
                assert_eq!(path.rolls.len(), result.rerolled as usize + 1);
                let last = path.rolls.last().unwrap().0;
                assert_eq!(last.combo(Combos::PUBLISHED), result.combo);
                assert_eq!(path.obligatory.is_some(), result.combo == Combo::Run123);
                if !matches!(result.combo, Combo::Ones | Combo::Pot) {
                    assert_eq!(path.obligatory.unwrap_or(last).sum(), result.score);
                }
            }
        }
        assert!(
            plan.paths(Combos::PUBLISHED, TurnResult { combo: Combo::Fives, score: 3, rerolled: Rerolled::Free })
                .is_none()
        );
    }
}

fn expected(outcome: &Outcome, value: impl Fn(TurnResult) -> f64) -> f64 {
    outcome.iter().map(|&(result, probability)| probability * value(result)).sum()
}
