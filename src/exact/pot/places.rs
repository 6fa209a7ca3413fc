//! Throwing one die at a time.
//!
//! Owns the places: what is kept of a throw while the other dice are open. A place is a number in base 7, a digit for
//! each die, its face or 6 if it is open; closing a die makes the number smaller, so one pass up or down the numbers
//! does every recursion.

use crate::games::pot::{DICE, DiceSet, THROWS, Throw};

/// Places that there are.
const PLACES: usize = 343;
/// The digit of an open die.
const OPEN: usize = 6;
/// What a digit counts, by die.
const WEIGHTS: [usize; DICE] = [49, 7, 1];

/// A number for every throw, by [`Throw::index`].
pub(super) type PerThrow = [f64; THROWS];

/// A number for every place.
pub(super) struct PerPlace([f64; PLACES]);

/// The place where the dice of `open` are still to be thrown, and the others lie as in `throw`.
#[inline]
fn place(throw: Throw, open: DiceSet) -> usize {
    let faces = throw.faces();
    (0..DICE).map(|die| WEIGHTS[die] * if open.bits() >> die & 1 == 1 { OPEN } else { faces[die].into() }).sum()
}

/// For a place with an open die, the place with its first one showing 0, and how far apart its faces are.
fn closed(place: usize) -> Option<(usize, usize)> {
    let weight = WEIGHTS.into_iter().find(|weight| place / weight % 7 == OPEN)?;
    Some((place - OPEN * weight, weight))
}

impl PerPlace {
    /// The mean at each place of what every throw is worth.
    pub(super) fn means(values: &PerThrow) -> PerPlace {
        let mut means = [0.0; PLACES];
        for throw in Throw::all() {
            means[place(throw, DiceSet::NONE)] = values[throw.index()];
        }
        for here in 0..PLACES {
            if let Some((first, apart)) = closed(here) {
                let sum: f64 = (0..6).map(|face| means[first + face * apart]).sum();
                means[here] = sum / 6.0;
            }
        }
        PerPlace(means)
    }

    /// The number at a place.
    #[inline]
    pub(super) fn get(&self, throw: Throw, open: DiceSet) -> f64 {
        self.0[place(throw, open)]
    }

    /// Nothing anywhere.
    pub(super) fn nothing() -> PerPlace {
        PerPlace([0.0; PLACES])
    }

    /// Adds to a place.
    #[inline]
    pub(super) fn add(&mut self, throw: Throw, open: DiceSet, mass: f64) {
        self.0[place(throw, open)] += mass;
    }

    /// Throws all open dice: the mass of every place goes in equal parts to the throws it can become.
    pub(super) fn thrown(mut self) -> PerThrow {
        for here in (0..PLACES).rev() {
            if let Some((first, apart)) = closed(here).filter(|_| self.0[here] > 0.0) {
                let part = self.0[here] / 6.0;
                (0..6).for_each(|face| self.0[first + face * apart] += part);
            }
        }
        let mut thrown = [0.0; THROWS];
        Throw::all().for_each(|throw| thrown[throw.index()] = self.get(throw, DiceSet::NONE));
        thrown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every throw that agrees with the dice kept, counted out.
    #[test]
    fn means_are_means_over_the_open_dice() {
        let values: PerThrow = std::array::from_fn(|index| (index * index % 1009) as f64);
        let means = PerPlace::means(&values);
        for throw in Throw::all() {
            for open in DiceSet::all_sets() {
                let agrees = |other: &Throw| open.others().dice().all(|die| other.faces()[die] == throw.faces()[die]);
                let all: Vec<f64> = Throw::all().filter(agrees).map(|other| values[other.index()]).collect();
                let mean = all.iter().sum::<f64>() / all.len() as f64;
                assert!((means.get(throw, open) - mean).abs() < 1e-9, "{throw} {open:?}");
            }
        }
    }

    #[test]
    fn mass_spreads_evenly_and_none_is_lost() {
        let mut masses = PerPlace::nothing();
        masses.add(Throw::ONES, DiceSet::of(&[1]).unwrap(), 0.6);
        masses.add(Throw::POT, DiceSet::NONE, 0.4);
        let thrown = masses.thrown();
        for (index, mass) in thrown.into_iter().enumerate() {
            let [p, o, t] = Throw::all().nth(index).unwrap().faces();
            let expected = if (p, t) == (1, 1) {
                0.1
            } else if (p, o, t) == (0, 0, 0) {
                0.4
            } else {
                0.0
            };
            assert!((mass - expected).abs() < 1e-15);
        }
    }
}
