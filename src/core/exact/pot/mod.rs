//! The exact solution of a turn of POT: distributions, in `policy` optimal plans and conditional paths, in `luck` what
//! a position of two given players is worth, and in `chance` how often a combo comes at best.
//!
//! Owns what follows exactly from the dice and P04–P07 alone; what a result is worth is for the caller to say. A result
//! includes the obligatory reroll of 1 2 3. Results are drawn in this order, worst first: 1 1 1, then by sum, then by the
//! most coins of the combo, then by combo as the tables list them, then by how often dice were rerolled; P O T last.
//!
//! What is kept of a throw while the other dice are open is one of 343 places: a number in base 7, a digit for each die,
//! its face or 6 if it is open. Closing a die makes the number smaller, so one pass up or down does every recursion.

pub mod champion;
mod chance;
pub mod game;
mod luck;
mod policy;

pub use chance::{Pays, highest_chance, pays};
pub use luck::{Decided, Plans, Position, TurnValues};
pub(super) use luck::{Ended, end_turn, state};
pub use policy::{Optimum, Path, Paths, Purse, RerollPolicy, Solutions, Values};

use crate::exact::ResultTable;
use crate::games::pot::{Combo, Combos, DICE, DiceSet, Rerolled, THROWS, Throw, TurnResult};

/// The number of sums of three dice.
const SUMS: usize = 16;
/// Ways to have rerolled, in the order of a turn.
const WAYS: [Rerolled; 3] = [Rerolled::Never, Rerolled::Free, Rerolled::Paid];

/// The possible results of a turn in order, worst first, each with its probability.
pub type Outcome = Vec<(TurnResult, f64)>;

/// The table that draws a result of POT with one word.
pub type DrawTable = ResultTable<TurnResult>;

impl DrawTable {
    /// The table of an outcome.
    pub fn new(outcome: &[(TurnResult, f64)]) -> DrawTable {
        DrawTable::of(outcome.iter().copied())
    }
}

/// The place of a result in the order.
fn rank(result: TurnResult) -> (u8, u8, u8, Combo, Rerolled) {
    let class = match result.combo {
        Combo::Ones => 0,
        Combo::Pot => 2,
        _ => 1,
    };
    (class, result.score, result.combo.most_coins(), result.combo, result.rerolled)
}

/// The scores of a throw that is final, with their probabilities: several for 1 2 3, whose 1 and 3 are thrown again
/// while the 2 stays (P12).
fn scores(combo: Combo, throw: Throw) -> impl Iterator<Item = (u8, f64)> {
    // Two dice of the faces 0 to 5 make a sum of n in as many ways as this.
    const WAYS_OF_TWO: [u8; 11] = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
    let (first, ways): (u8, &[u8]) = match combo {
        Combo::Ones | Combo::Pot => (0, &[36]),
        Combo::Run123 => (2, &WAYS_OF_TWO),
        _ => (throw.sum(), &[36]),
    };
    (first..).zip(ways).map(|(score, &ways)| (score, f64::from(ways) / 36.0))
}

/// Collects probability mass by result.
struct Masses {
    combos: Combos,
    masses: [[[f64; WAYS.len()]; SUMS]; Combo::ALL.len()],
}

impl Masses {
    fn new(combos: Combos) -> Masses {
        Masses { combos, masses: [[[0.0; WAYS.len()]; SUMS]; Combo::ALL.len()] }
    }

    /// Adds the mass of a throw that is final after such rerolls.
    fn add(&mut self, throw: Throw, rerolled: Rerolled, mass: f64) {
        let combo = throw.combo(self.combos);
        for (score, share) in scores(combo, throw) {
            self.masses[combo as usize][usize::from(score)][rerolled as usize] += mass * share;
        }
    }

    fn outcome(&self) -> Outcome {
        let mut results = Vec::new();
        for combo in Combo::ALL {
            for (score, masses) in (0..).zip(&self.masses[combo as usize]) {
                for (rerolled, &mass) in WAYS.into_iter().zip(masses).filter(|(_, mass)| **mass > 0.0) {
                    results.push((TurnResult { combo, score, rerolled }, mass));
                }
            }
        }
        results.sort_by_key(|&(result, _)| rank(result));
        results
    }
}

/// Places that there are.
const PLACES: usize = 343;
/// The digit of an open die.
const OPEN: usize = 6;
/// What a digit counts, by die.
const WEIGHTS: [usize; DICE] = [49, 7, 1];

/// A number for every throw, by [`Throw::index`].
type PerThrow = [f64; THROWS];

/// A number for every place.
struct PerPlace([f64; PLACES]);

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
    fn means(values: &PerThrow) -> PerPlace {
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
    fn get(&self, throw: Throw, open: DiceSet) -> f64 {
        self.0[place(throw, open)]
    }

    /// Nothing anywhere.
    fn nothing() -> PerPlace {
        PerPlace([0.0; PLACES])
    }

    /// Adds to a place.
    #[inline]
    fn add(&mut self, throw: Throw, open: DiceSet, mass: f64) {
        self.0[place(throw, open)] += mass;
    }

    /// Throws all open dice: the mass of every place goes in equal parts to the throws it can become.
    fn thrown(mut self) -> PerThrow {
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
