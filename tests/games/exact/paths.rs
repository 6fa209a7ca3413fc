//! Paths of rolls that end in a result, against all paths walked through.

use super::brute_force::{condition, turn};
use analyze::dice::{Counts, generator, multisets};
use analyze::exact::{Objective, Path, RerollPolicy, Throw, Turn};
use analyze::games::gang::Trigger;
use rand::rand_core::Rng;
use std::collections::BTreeMap;
use std::convert::Infallible;

fn boss_plan(turn: &Turn) -> RerollPolicy {
    turn.follow(|roll, _| Ok::<_, Infallible>(roll.only(0))).unwrap().0
}

/// The probability of a roll of these dice, from the multinomial coefficient.
fn weight(rolled: Counts) -> f64 {
    let factorial = |n: u32| (1..=n).product::<u32>();
    let orders = factorial(rolled.dice()) / rolled.to_array().map(factorial).iter().product::<u32>();
    f64::from(orders) / f64::from(6u32.pow(rolled.dice()))
}

/// Every path under `plan` with its probability, by walking through all rolls.
fn walk(plan: &RerollPolicy, holds: fn(Counts) -> bool, explodes: bool) -> Vec<(Path, Option<u32>, f64)> {
    let mut open = vec![(Path::new(), Counts::EMPTY, 1.0)];
    let mut ended = Vec::new();
    for rolls_left in (0..=plan.turn().rerolls()).rev() {
        for (path, kept, probability) in std::mem::take(&mut open) {
            for rolled in multisets::layer(plan.turn().dice() - kept.dice()) {
                let (shown, probability) = (kept + rolled, probability * weight(rolled));
                let mut path = path.clone();
                path.push(Throw { kept, shown });
                let over = rolls_left == 0 || (explodes && holds(shown));
                let keep = if over { shown } else { plan.keep(shown, rolls_left).unwrap() };
                if keep == shown {
                    ended.push((path, (!holds(shown)).then(|| shown.total()), probability));
                } else {
                    open.push((path, keep, probability));
                }
            }
        }
    }
    ended
}

/// Chi-square of drawn paths against their exact probabilities given the result, paths that are
/// expected fewer than five times taken together; and no path that cannot be.
fn check(plan: &RerollPolicy, holds: fn(Counts) -> bool, explodes: bool, result: Option<u32>) {
    let all = walk(plan, holds, explodes);
    let right: Vec<_> = all.into_iter().filter(|(_, ended, _)| *ended == result).collect();
    let chance: f64 = right.iter().map(|(_, _, probability)| probability).sum();
    let paths = plan.paths(result).unwrap();
    assert!((paths.chance() / chance - 1.0).abs() < 1e-12);
    let draws = 20_000;
    let mut rng = generator(11);
    let mut seen: BTreeMap<Vec<(Counts, Counts)>, u32> = BTreeMap::new();
    let key = |path: &Path| path.iter().map(|throw| (throw.kept, throw.shown)).collect::<Vec<_>>();
    for _ in 0..draws {
        *seen.entry(key(&paths.draw(|| rng.next_u64()))).or_default() += 1;
    }
    let (mut chi, mut cells, mut rare) = (0.0, 0u32, (0.0, 0.0));
    for (path, _, probability) in &right {
        let expected = f64::from(draws) * probability / chance;
        let found = f64::from(seen.remove(&key(path)).unwrap_or(0));
        if expected < 5.0 {
            rare = (rare.0 + expected, rare.1 + found);
        } else {
            chi += (found - expected).powi(2) / expected;
            cells += 1;
        }
    }
    assert!(seen.is_empty(), "paths that cannot be: {seen:?}");
    assert!((rare.1 - rare.0).abs() <= 4.0 * rare.0.sqrt() + 4.0, "{rare:?}");
    // Five standard deviations above the mean of chi-square.
    let cells = f64::from(cells);
    assert!(cells > 1.0 && chi < cells + 5.0 * (2.0 * cells).sqrt(), "chi-square {chi} over {cells} cells");
}

#[test]
fn paths_come_with_their_exact_probabilities() {
    for (id, trigger, dice) in [("sum>=7", Trigger::Bomb, 2), ("run>=2", Trigger::Explosion, 3)] {
        let turn = turn(id, trigger, dice);
        let best = turn.optimum(|result| Objective::ExpectedTotal.value(result)).unwrap().plan;
        for plan in [boss_plan(&turn), best] {
            for result in [None, Some(4), Some(6)] {
                check(&plan, condition(id), trigger == Trigger::Explosion, result);
            }
        }
    }
}

#[test]
fn every_result_of_many_dice_is_reached_by_its_paths() {
    let turn = turn("fives>=2", Trigger::Explosion, 10);
    let plan = boss_plan(&turn);
    let outcome = plan.outcome();
    let probability = |result: Option<u32>| result.map_or(outcome.invalid, |total| outcome.valid[total as usize]);
    let mut rng = generator(5);
    for result in std::iter::once(None).chain((0..=50).map(Some)) {
        let Some(paths) = plan.paths(result) else {
            assert_eq!(probability(result), 0.0, "{result:?}");
            continue;
        };
        assert!((paths.chance() / probability(result) - 1.0).abs() < 1e-12);
        for _ in 0..20 {
            let path = paths.draw(|| rng.next_u64());
            let last = path.last().unwrap().shown;
            assert_eq!((last.get(5) < 2).then(|| last.total()), result);
            assert!(path[0].kept.is_empty() && path.iter().all(|throw| throw.shown.contains(throw.kept)));
            assert!(path.windows(2).all(|pair| pair[1].kept == pair[0].shown - pair[0].shown.only(0)));
        }
    }
}

#[test]
fn impossible_results_have_no_paths() {
    let plan = boss_plan(&turn("any:4,5", Trigger::Bomb, 3));
    assert!(plan.paths(Some(9)).is_some());
    assert!(plan.paths(Some(10)).is_none());
}
