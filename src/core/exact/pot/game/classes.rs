//! Throws that are alike, and the dice that can be kept of them.
//!
//! Owns the shortest backward induction of a turn: where any letter is a zero, only the faces of the three dice count, and
//! 216 throws form 56 classes. If only the O is a zero, the die with the O counts separately. The caller gives the values
//! of the results. The plan itself, with its ties, is in [`Optimum`](super::super::Optimum).

use super::super::policy::order_of_ties;
use super::super::{OPEN, PLACES, Purse, RerollPolicy, WEIGHTS, closed, place};
use super::results::{Of, PAID, Worths};
use crate::exact::tie_floor;
use crate::games::pot::{Combos, DiceSet, Reroll, Roll, Throw, Zero};
use std::collections::HashMap;
use std::convert::Infallible;

/// What is known of a class of throws.
struct Class {
    /// The result if the player stops here.
    result: Of,
    /// The numbers of what can be kept of it; none where the turn is over.
    kept: Vec<u16>,
}

/// The classes of the throws with some combos, and of the dice kept.
pub(in crate::exact) struct Classes {
    classes: Vec<Class>,
    /// For each number from that of the classes on, what the first open die makes of the dice kept, by its face; the last is
    /// that of three open dice.
    thrown: Vec<[u16; 6]>,
    /// For each throw all sets of dice to reroll, in the order of ties, with the numbers of the dice kept; nothing to reroll
    /// comes first, with the number of the class.
    sets: Vec<[(DiceSet, u16); 8]>,
}

/// The most numbers: one of every place.
type Numbers = [f64; PLACES];

/// The representative of all places that are equivalent to this one.
fn canonical(place: usize, zero: Zero) -> usize {
    let mut digits = WEIGHTS.map(|weight| place / weight % 7);
    match zero {
        Zero::Any => digits.sort_unstable(),
        // The P and the T stand at the ends.
        Zero::O if digits[0] > digits[2] => digits.swap(0, 2),
        Zero::O => {}
    }
    digits.into_iter().zip(WEIGHTS).map(|(digit, weight)| digit * weight).sum()
}

fn open_dice(place: usize) -> usize {
    WEIGHTS.into_iter().filter(|weight| place / weight % 7 == OPEN).count()
}

impl Classes {
    /// Those of a game with these combos.
    pub(in crate::exact) fn new(combos: Combos) -> Classes {
        let zero = combos.zero();
        // Fewer open dice first, so that what dice become comes before them.
        let mut all: Vec<usize> = (0..PLACES).filter(|&place| canonical(place, zero) == place).collect();
        all.sort_by_key(|&place| (open_dice(place), place));
        let number: HashMap<usize, u16> = all.iter().copied().zip(0..).collect();
        let of = |place: usize| number[&canonical(place, zero)];
        let mut classes: Vec<Option<Class>> = all.iter().filter(|&&at| open_dice(at) == 0).map(|_| None).collect();
        for throw in Throw::all() {
            let class = &mut classes[usize::from(of(place(throw, DiceSet::NONE)))];
            if class.is_none() {
                let sets = DiceSet::all_sets().into_iter().filter(|set| !set.is_empty() && !throw.ends_turn(combos));
                let mut kept: Vec<u16> = sets.map(|set| of(place(throw, set))).collect();
                kept.sort_unstable();
                kept.dedup();
                *class = Some(Class { result: Of::throw(throw, combos), kept });
            }
        }
        let sets = Throw::all().map(|throw| {
            let mut sets = DiceSet::all_sets();
            sets.sort_by_key(|&set| order_of_ties(throw, set));
            sets.map(|set| (set, of(place(throw, set))))
        });
        let sets = sets.collect();
        let open = all.into_iter().filter_map(closed);
        let thrown = open.map(|(first, apart)| std::array::from_fn(|face| of(first + face * apart))).collect();
        Classes { classes: classes.into_iter().flatten().collect(), thrown, sets }
    }

    /// What a turn is worth with the best rerolls.
    pub(in crate::exact) fn best(&self, worths: &Worths, purse: Purse) -> f64 {
        let mut values: Numbers = [0.0; PLACES];
        let last = if purse == Purse::Coins { PAID } else { 0 };
        for (value, class) in values.iter_mut().zip(&self.classes) {
            *value = worths.of(last, class.result);
        }
        for _ in 0..=last {
            self.means(&mut values);
            for (at, class) in self.classes.iter().enumerate() {
                let stop = worths.of(0, class.result);
                values[at] = class.kept.iter().map(|&kept| values[usize::from(kept)]).fold(stop, f64::max);
            }
        }
        self.means(&mut values);
        values[self.classes.len() + self.thrown.len() - 1]
    }

    /// What a turn is worth to every player, with the rerolls that are best for the first.
    pub(in crate::exact) fn best_shares<'w, const N: usize>(
        &self,
        worth: impl Fn(usize, Of) -> &'w [f32; N],
        purse: Purse,
    ) -> [f32; N] {
        let mut values = [[0.0; N]; PLACES];
        let last = if purse == Purse::Coins { PAID } else { 0 };
        for (value, class) in values.iter_mut().zip(&self.classes) {
            *value = *worth(last, class.result);
        }
        for _ in 0..=last {
            self.mean_shares(&mut values);
            for (at, class) in self.classes.iter().enumerate() {
                let stop = worth(0, class.result);
                let more = class.kept.iter().map(|&kept| &values[usize::from(kept)]);
                values[at] = *more.fold(stop, |best, kept| if kept[0] > best[0] { kept } else { best });
            }
        }
        self.mean_shares(&mut values);
        values[self.classes.len() + self.thrown.len() - 1]
    }

    /// The best rerolls for results that are worth so much, among ties as in [`Optimum`](super::super::Optimum).
    pub(in crate::exact) fn best_plan(
        &self,
        combos: Combos,
        worth: impl Fn(usize, Of) -> f64,
        purse: Purse,
    ) -> RerollPolicy {
        let mut values: Numbers = [0.0; PLACES];
        let last = if purse == Purse::Coins { PAID } else { 0 };
        let mut worths = [values; 2];
        for (value, class) in values.iter_mut().zip(&self.classes) {
            *value = worth(last, class.result);
        }
        for stage in (0..=last).rev() {
            self.means(&mut values);
            worths[stage] = values;
            for (at, class) in self.classes.iter().enumerate() {
                let stop = worth(0, class.result);
                worths[stage][at] = stop;
                values[at] = class.kept.iter().map(|&kept| values[usize::from(kept)]).fold(stop, f64::max);
            }
        }
        let rule = |roll: &Roll| {
            let worths = &worths[usize::from(roll.next == Reroll::Paid)];
            let all = self.sets[roll.shown.index()].map(|(set, kept)| (set, worths[usize::from(kept)]));
            let floor = tie_floor(all.iter().fold(f64::NEG_INFINITY, |most, &(_, worth)| most.max(worth)));
            let best = all.into_iter().find(|&(_, worth)| worth >= floor);
            Ok::<_, Infallible>(best.map_or(DiceSet::NONE, |(set, _)| set))
        };
        let Ok(plan) = RerollPolicy::of_rule(combos, purse, rule);
        plan
    }

    /// What the dice kept are worth to every player, from what the classes are worth.
    fn mean_shares<const N: usize>(&self, values: &mut [[f32; N]; PLACES]) {
        for (at, thrown) in (self.classes.len()..).zip(&self.thrown) {
            let mut sum = [0.0; N];
            for &next in thrown {
                sum.iter_mut().zip(values[usize::from(next)]).for_each(|(sum, value)| *sum += value);
            }
            values[at] = sum.map(|sum| sum / 6.0);
        }
    }

    /// What the dice kept are worth, from what the classes are worth.
    fn means(&self, values: &mut Numbers) {
        for (at, thrown) in (self.classes.len()..).zip(&self.thrown) {
            let sum: f64 = thrown.iter().map(|&next| values[usize::from(next)]).sum();
            values[at] = sum / 6.0;
        }
    }

    /// The results that a throw can have without another reroll.
    pub(in crate::exact) fn results(&self) -> impl Iterator<Item = Of> {
        self.classes.iter().map(|class| class.result)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Optimum, Values};
    use super::*;
    use crate::games::pot::{Combo, Rerolled, Without};

    /// The same as the induction over all 216 throws, for results that are worth anything.
    #[test]
    fn classes_are_worth_what_all_throws_are() {
        let without = Without::NAMES.into_iter().filter_map(|(_, without)| match without {
            Without::Combo(combo) => Some(Combos::new(Zero::Any, Some(combo))),
            Without::Nothing | Without::PaidReroll => None,
        });
        for combos in without.chain([Combos::PUBLISHED, Combos::new(Zero::O, None)]) {
            let classes = Classes::new(combos);
            for salt in 1..20u32 {
                let worth = |combo: Combo, score: u8, paid: usize| {
                    f64::from((combo as u32 * 71 + u32::from(score) * 37 + paid as u32 * 13 + 5) * salt % 101) / 101.0
                };
                let values = Values::of_results(combos, |result| {
                    worth(result.combo, result.score, usize::from(result.rerolled == Rerolled::Paid))
                });
                let worths = Worths::new(worth);
                for purse in [Purse::Empty, Purse::Coins] {
                    let (found, expected) = (classes.best(&worths, purse), Optimum::of(&values, purse));
                    let is_same = (found - expected.value).abs() < 1e-12;
                    assert!(is_same, "{combos:?} {salt} {purse:?}: {found} {}", expected.value);
                    let plan = classes.best_plan(combos, |paid, result| worths.of(paid, result), purse);
                    assert!(plan.rerolls_like(&expected.plan), "{combos:?} {salt} {purse:?}");
                }
            }
        }
    }

    #[test]
    fn dice_that_are_alike_are_one_class() {
        // Multisets of three of six faces, and of up to two. If only the O is a zero: multisets of two, and a third die.
        let sizes = |combos| {
            let classes = Classes::new(combos);
            (classes.classes.len(), classes.thrown.len())
        };
        assert_eq!(sizes(Combos::PUBLISHED), (56, 28));
        assert_eq!(sizes(Combos::new(Zero::O, None)), (126, 70));
    }
}
