//! How a turn came to its result: paths of rolls, drawn on the condition that they end there.
//!
//! Owns the backward pass that gives every state its probability of ending in the result, and the
//! draw of a path, die by die, each face by its exact conditional probability. Nothing is rejected.

use super::plan::Plan;
use crate::dice::{Counts, FACES, Face, Layers};

/// One roll of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The dice that were kept lying; none at the first roll.
    pub kept: Counts,
    /// All dice as they show after the roll, kept and rolled.
    pub shown: Counts,
}

/// The rolls of a turn, first to last. The last one shows the final dice.
pub type Path = Vec<Throw>;

/// All paths of a plan that end in one result, ready to draw from.
///
/// 8 bytes for each of C(n+6, 6) multisets and each roll: 0.45 MB at 12 dice and two rerolls, 620 MB
/// at 48.
#[derive(Clone, Debug)]
pub struct Paths<'a> {
    plan: &'a Plan,
    /// By rerolls left: the probability of the result, for dice that lie while the others are about
    /// to be rolled, and for whole rolls.
    chances: Vec<Layers>,
}

impl Plan {
    /// The paths under this plan that end in `result`: the total, or `None` for an invalid result.
    ///
    /// `None` if the turn cannot end so, or with a probability too small for an `f64`.
    pub fn paths(&self, result: Option<u32>) -> Option<Paths<'_>> {
        let turn = self.turn();
        let ended: Vec<f64> = (0..turn.rolls()).map(|rank| f64::from(u8::from(turn.result(rank) == result))).collect();
        let mut chances = Vec::<Layers>::with_capacity(usize::from(turn.rerolls()) + 1);
        for rolls_left in 0..=turn.rerolls() {
            let mut table = turn.table(&ended);
            if let Some(next) = chances.last() {
                // What ends the turn by itself is kept whole.
                for (chance, keep) in table.split_top().1.iter_mut().zip(self.table(rolls_left)) {
                    if keep.place() < turn.first_roll() {
                        *chance = next.all()[keep.place()];
                    }
                }
            }
            table.expect();
            chances.push(table);
        }
        let paths = Paths { plan: self, chances };
        (paths.chance() > 0.0).then_some(paths)
    }
}

impl Paths<'_> {
    /// The probability, above 0, that a turn under the plan ends in the result.
    pub fn chance(&self) -> f64 {
        self.chances.last().map_or(0.0, |chances| chances.get(Counts::EMPTY))
    }

    /// Draws a path, each with its probability among those that end in the result.
    ///
    /// `word` gives independent uniform 64-bit words; one is used for every die rolled, in the order
    /// of the rolls.
    pub fn draw(&self, mut word: impl FnMut() -> u64) -> Path {
        let turn = self.plan.turn();
        let mut path = Path::new();
        let mut kept = Counts::EMPTY;
        for rolls_left in (0..=turn.rerolls()).rev() {
            let chances = &self.chances[usize::from(rolls_left)];
            let mut shown = kept;
            while shown.dice() < turn.dice() {
                shown = shown.with(weighted_face(|face| chances.get(shown.with(face)), word()));
            }
            path.push(Throw { kept, shown });
            match self.plan.keep(shown, rolls_left) {
                Some(keep) if keep != shown => kept = keep,
                _ => break,
            }
        }
        path
    }
}

/// The face that `word` falls on when each face has a stretch as long as its weight.
fn weighted_face(weight: impl Fn(Face) -> f64, word: u64) -> Face {
    let weights: [f64; FACES] = std::array::from_fn(|face| weight(face as Face));
    let all: f64 = weights.iter().sum();
    // The top 53 bits, as a fraction of 2^53: below 1, and exact.
    let point = (word >> 11) as f64 / (1u64 << 53) as f64 * all;
    let (mut end, mut chosen) = (0.0, 0);
    for (face, weight) in (0..).zip(weights) {
        if weight > 0.0 {
            chosen = face;
            end += weight;
            if point < end {
                break;
            }
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::super::twin::{condition, turn};
    use super::super::{Objective, Turn};
    use super::*;
    use crate::dice::{generator, multisets};
    use crate::games::gang::Trigger;
    use rand::rand_core::Rng;
    use std::collections::BTreeMap;
    use std::convert::Infallible;

    fn boss_plan(turn: &Turn) -> Plan {
        turn.follow(|roll, _| Ok::<_, Infallible>(roll.only(0))).unwrap().0
    }

    /// The probability of a roll of these dice, from the multinomial coefficient.
    fn weight(rolled: Counts) -> f64 {
        let factorial = |n: u32| (1..=n).product::<u32>();
        let orders = factorial(rolled.dice()) / rolled.to_array().map(factorial).iter().product::<u32>();
        f64::from(orders) / f64::from(6u32.pow(rolled.dice()))
    }

    /// Every path under `plan` with its probability, by walking through all rolls.
    fn walk(plan: &Plan, holds: fn(Counts) -> bool, explodes: bool) -> Vec<(Path, Option<u32>, f64)> {
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
    fn check(plan: &Plan, holds: fn(Counts) -> bool, explodes: bool, result: Option<u32>) {
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
        let mut rng = generator(5);
        for result in std::iter::once(None).chain((0..=50).map(Some)) {
            let Some(paths) = plan.paths(result) else {
                assert_eq!(outcome.probability(result), 0.0, "{result:?}");
                continue;
            };
            assert!((paths.chance() / outcome.probability(result) - 1.0).abs() < 1e-12);
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

    /// The extreme words fall on the first and the last face that has any weight.
    #[test]
    fn faces_without_weight_are_never_chosen() {
        let weights = [0.0, 0.25, 0.0, 0.5, 0.1, 0.0];
        let face = |word| weighted_face(|face| weights[face as usize], word);
        assert_eq!([face(0), face(u64::MAX / 2), face(u64::MAX)], [1, 3, 4]);
    }
}
