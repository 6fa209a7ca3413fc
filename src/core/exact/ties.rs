//! The best keep within every roll, and the order in which ties are settled.
//!
//! Owns the kept dice as one integer ([`Keep`]), the tolerance, the maximum over keeps, and the search for the first of the
//! ties. Who needs the highest values alone gets them faster from [`Turn::highest`](super::Turn::highest), to the same bits.
//!
//! **Ties.** An option ties with the best when its value is at least the best value less 10⁻¹² of its size. Among the ties
//! the first in this order is taken: fewer dice committed; stopping; keeping more dice; the keep whose sorted faces, lowest
//! first, come first lexicographically. (But for the dice committed this is the order of [`Keep`].) Each die rolled costs
//! at most four roundings, so values of the same sign are off by a relative 2.4 × 10⁻¹³ at the most (48 dice, ten rerolls),
//! and equals are ties. Where values have both signs, add a constant to the objective: cancellation may lose that.
//!
//! **The best keep** within `x` is `x` itself or a best keep within `x` less one die, so the maximum climbs one die at a
//! time. Being within a tolerance is not transitive: what ties with the best of a part may not tie with the best of the
//! whole. So a bound in the order of ties climbs beside the maximum: the greatest of the bounds of all parts whose maximum
//! ties with that of the whole. No tie comes before it, because a tie of the whole within a part is a tie of that part too,
//! whose maximum is no higher; and if the bound itself ties with the best of a roll, it is the answer. Otherwise, which
//! takes values within 2 × 10⁻¹² of each other but not of 10⁻¹², the keeps after it are tried in order.

use crate::dice::multisets::{MOST_DICE, Row, before_layer, layer_at, rank, rows, unrank};
use crate::dice::{Counts, Layers};
use std::ops::Range;

/// The lowest value that ties with `best`: 10⁻¹² of its size below it.
#[inline]
pub fn tie_floor(best: f64) -> f64 {
    const TOLERANCE: f64 = 1e-12;
    if best >= 0.0 { best * (1.0 - TOLERANCE) } else { best * (1.0 + TOLERANCE) }
}

/// The fewest dice whose value ties with the best, given the values of 1, 2, … dice; 1 if there are none.
pub fn fewest_dice(values: &[f64]) -> u32 {
    let best = values.iter().fold(f64::NEG_INFINITY, |best, &value| if value > best { value } else { best });
    values.iter().position(|&value| value >= tie_floor(best)).map_or(1, |place| place as u32 + 1)
}

/// The best keeps within all multisets of as many dice, by rank.
pub(super) struct Bests {
    /// The highest value of a keep.
    pub(super) values: Vec<f64>,
    /// No tie comes before this one in the order of ties.
    bounds: Vec<Keep>,
}

/// The best within every roll of `dice` dice: of stopping, worth `stop`, and of keeping any smaller part, worth what `values`
/// says.
pub(super) fn best_within_rolls(dice: u32, values: &Layers, stop: &[f64]) -> Bests {
    let mut best = Bests { values: vec![values.get(Counts::EMPTY)], bounds: vec![Keep::NOTHING] };
    for layer in 1..=dice {
        let own = if layer == dice { stop } else { values.layer(layer) };
        best = climb(&best, layer, own);
    }
    best
}

impl Bests {
    /// The first of all keeps of `roll` that tie with the best, in the order of ties.
    pub(super) fn settled(&self, (rank, roll): (usize, Counts), values: &Layers, stop: &[f64]) -> Keep {
        let (floor, bound) = (tie_floor(self.values[rank]), self.bounds[rank]);
        let value = |keep: Keep| {
            let place = keep.place();
            let first_roll = values.all().len() - stop.len();
            place.checked_sub(first_roll).map_or_else(|| values.all()[place], |rank| stop[rank])
        };
        if value(bound) >= floor {
            return bound;
        }
        (0..=bound.dice())
            .rev()
            .find_map(|dice| continued(Counts::EMPTY, roll, dice, &|kept| values.get(kept) >= floor))
            .map_or(bound, Keep::of)
    }
}

/// The best within every multiset of `dice` dice, by rank, from what is best within those of one die less and what
/// keeping all of the multiset is worth.
fn climb(less: &Bests, dice: u32, own: &[f64]) -> Bests {
    let (mut values, mut bounds) = (own.to_vec(), Vec::with_capacity(own.len()));
    for row in rows(dice) {
        let (ranks, mut floors) = (row.ranks(), [0.0; MOST_DICE as usize + 1]);
        let here = &mut values[ranks.clone()];
        parts(&row, dice, |place, from| raise(&mut here[place], &less.values[from..]));
        let floors = &mut floors[..here.len()];
        floors.iter_mut().zip(here).for_each(|(floor, &mut best)| *floor = tie_floor(best));
        // Keeping all dice comes before all ties within a part.
        let whole = |rank: usize, floor| if own[rank] >= floor { Keep::new(dice, rank) } else { Keep::NOTHING };
        bounds.extend(ranks.clone().zip(&*floors).map(|(rank, &floor)| whole(rank, floor)));
        let here = &mut bounds[ranks];
        parts(&row, dice, |place, from| {
            let less = less.values[from..].iter().zip(&less.bounds[from..]);
            for ((bound, &floor), (&value, &part)) in here[place.clone()].iter_mut().zip(&floors[place]).zip(less) {
                *bound = if value >= floor { (*bound).max(part) } else { *bound };
            }
        });
    }
    Bests { values, bounds }
}

/// Calls `each` for the parts with one die less of a row's multisets: with the places in the row of those that have a die of
/// one face, and the rank of the first one's part.
fn parts(row: &Row, dice: u32, mut each: impl FnMut(Range<usize>, usize)) {
    let (first, steps, ranks) = (row.first(dice), row.steps_down(), row.ranks());
    for face in (0..4).filter(|&face| first.get(face) > 0) {
        each(0..ranks.len(), ranks.start - steps[usize::from(face)]);
    }
    // Every multiset of the row but the last has a four, every one but the first a five.
    if ranks.len() > 1 {
        each(0..ranks.len() - 1, ranks.start - steps[4]);
        each(1..ranks.len(), ranks.start + 1 - steps[5]);
    }
}

fn raise(values: &mut [f64], parts: &[f64]) {
    for (value, &part) in values.iter_mut().zip(parts) {
        *value = if part > *value { part } else { *value };
    }
}

/// The first multiset that `accept` takes, in the order of the sorted faces, of `kept` and `dice` dice of `rest`, which
/// are all above the faces of `kept`.
fn continued(kept: Counts, rest: Counts, dice: u32, accept: &impl Fn(Counts) -> bool) -> Option<Counts> {
    if dice == 0 {
        return accept(kept).then_some(kept);
    }
    if rest.dice() < dice {
        return None;
    }
    let face = rest.iter().next()?;
    let most = rest.get(face).min(dice);
    let rest = rest - rest.only(face);
    (0..=most).rev().find_map(|n| continued(kept + Counts::of(face, n), rest, dice - n, accept))
}

/// Dice that are kept: a multiset, in 4 bytes.
///
/// A greater keep is preferred among equally good ones: more dice first, and among as many the one whose sorted faces,
/// lowest first, come first lexicographically. Keeping every die of a roll, which is stopping, is the greatest of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Keep(u32);

impl Keep {
    /// No dice: everything is rerolled.
    pub(super) const NOTHING: Keep = Keep(0);

    /// The keep of `dice` dice with rank `rank` in their layer.
    #[inline]
    pub(super) fn new(dice: u32, rank: usize) -> Keep {
        Keep((before_layer(dice + 1) - 1 - rank) as u32)
    }

    #[inline]
    pub(super) fn of(counts: Counts) -> Keep {
        Keep::new(counts.dice(), rank(counts))
    }

    /// How many dice are kept.
    #[inline]
    pub(super) fn dice(self) -> u32 {
        layer_at(self.0 as usize)
    }

    /// The place of the kept dice among the multisets of all layers.
    #[inline]
    pub(super) fn place(self) -> usize {
        let dice = self.dice();
        before_layer(dice) + self.rank(dice)
    }

    #[inline]
    pub(super) fn counts(self) -> Counts {
        let dice = self.dice();
        unrank(dice, self.rank(dice))
    }

    /// The rank, given the number of dice.
    #[inline]
    fn rank(self, dice: u32) -> usize {
        before_layer(dice + 1) - 1 - self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::mix;
    use crate::dice::multisets::layer;

    /// All parts of `roll` but itself, by plain enumeration.
    fn parts(roll: Counts) -> Vec<Counts> {
        (0..roll.dice()).flat_map(layer).filter(|&part| roll.contains(part)).collect()
    }

    /// Compares every choice for 7 dice with enumeration, when keeping a multiset is worth `number`
    /// of a hash of it.
    fn check(number: impl Fn(u64) -> f64) {
        let dice = 7;
        let mut values = Layers::zeros(dice);
        (0..values.all().len()).for_each(|place| values.set(place, number(mix(place as u64))));
        let stop: Vec<f64> = layer(dice).enumerate().map(|(rank, _)| number(mix(!(rank as u64)))).collect();
        let best = best_within_rolls(dice, &values, &stop);
        for (rank, (roll, &stop_value)) in layer(dice).zip(&stop).enumerate() {
            let mut options: Vec<(Counts, f64)> =
                parts(roll).into_iter().map(|part| (part, values.get(part))).collect();
            options.push((roll, stop_value));
            let highest = options.iter().map(|option| option.1).fold(f64::NEG_INFINITY, f64::max);
            let ties = options.into_iter().filter(|option| highest - option.1 <= 1e-12 * highest.abs());
            let faces = |part: Counts| part.iter().collect::<Vec<_>>();
            let order = |a: &Counts, b: &Counts| b.dice().cmp(&a.dice()).then(faces(*a).cmp(&faces(*b)));
            let first = ties.map(|option| option.0).min_by(order).unwrap();
            assert_eq!(best.values[rank], highest);
            assert_eq!(best.settled((rank, roll), &values, &stop).counts(), first, "{roll:?}");
        }
    }

    #[test]
    fn different_values_are_told_apart() {
        check(|hash| (hash >> 11) as f64);
        check(|hash| -((hash >> 11) as f64));
    }

    #[test]
    fn equal_values_are_settled_by_the_order() {
        check(|hash| (hash % 1000 / 990) as f64);
        check(|hash| -((hash % 10) as f64));
    }

    /// Steps of 0.3 × 10⁻¹², so that three steps are a tie and four are not, most of the values low.
    #[test]
    fn chains_of_near_ties_are_settled_by_the_same_order() {
        check(|hash| 1.0 - f64::from((hash >> 56) as u8) * 0.3e-12);
        check(|hash| 1.0 - f64::from((hash | hash >> 8 | hash >> 16) as u8) * 0.3e-12);
        check(|hash| -1.0 - f64::from((hash | hash >> 8) as u8) * 0.3e-12);
    }

    #[test]
    fn more_dice_then_the_lowest_faces_are_preferred() {
        let mut keeps: Vec<Vec<u8>> = (0..=4).flat_map(layer).map(|counts| counts.iter().collect()).collect();
        keeps.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
        let codes: Vec<Keep> = keeps.iter().map(|faces| Keep::of(Counts::from_faces(faces))).collect();
        assert!(codes.is_sorted_by(|a, b| a > b));
        assert_eq!(codes.last(), Some(&Keep::NOTHING));
    }

    #[test]
    fn a_keep_remembers_its_dice() {
        for dice in [0, 1, 2, 7] {
            for (rank, counts) in layer(dice).enumerate() {
                let keep = Keep::of(counts);
                assert_eq!((keep.dice(), keep.counts(), keep.place()), (dice, counts, before_layer(dice) + rank));
            }
        }
    }
}
