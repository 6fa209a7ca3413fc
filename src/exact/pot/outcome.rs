//! The exact distribution of a turn's result.
//!
//! Owns the order of results, worst first, in which they are drawn: 1 1 1, then by sum, then by the most coins of the
//! combo, then by combo as the tables list them, then by how often dice were rerolled, so unpaid before paid; P O T
//! last.

use crate::exact::ResultTable;
use crate::games::pot::{Combo, Rerolled, Throw, TurnResult, Zero};

/// The number of sums of three dice.
const SUMS: usize = 16;
/// Ways to have rerolled, in the order of a turn.
pub(super) const WAYS: [Rerolled; 3] = [Rerolled::Never, Rerolled::Free, Rerolled::Paid];

/// The probability of every result of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    results: Vec<(TurnResult, f64)>,
}

impl Outcome {
    /// The possible results in order, worst first, each with its probability.
    pub fn results(&self) -> &[(TurnResult, f64)] {
        &self.results
    }
}

/// The table that draws a result of POT with one word.
pub type DrawTable = ResultTable<TurnResult>;

impl DrawTable {
    /// The table of an outcome.
    pub fn new(outcome: &Outcome) -> DrawTable {
        DrawTable::of(outcome.results.iter().copied())
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
pub(super) fn scores(combo: Combo, throw: Throw) -> impl Iterator<Item = (u8, f64)> {
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
pub(super) struct Masses {
    zero: Zero,
    masses: [[[f64; WAYS.len()]; SUMS]; Combo::ALL.len()],
}

impl Masses {
    pub(super) fn new(zero: Zero) -> Masses {
        Masses { zero, masses: [[[0.0; WAYS.len()]; SUMS]; Combo::ALL.len()] }
    }

    /// Adds the mass of a throw that is final after such rerolls.
    pub(super) fn add(&mut self, throw: Throw, rerolled: Rerolled, mass: f64) {
        let combo = throw.combo(self.zero);
        for (score, share) in scores(combo, throw) {
            self.masses[combo as usize][usize::from(score)][rerolled as usize] += mass * share;
        }
    }

    pub(super) fn outcome(&self) -> Outcome {
        let mut results = Vec::new();
        for combo in Combo::ALL {
            for (score, masses) in (0..).zip(&self.masses[combo as usize]) {
                for (rerolled, &mass) in WAYS.into_iter().zip(masses).filter(|(_, mass)| **mass > 0.0) {
                    results.push((TurnResult { combo, score, rerolled }, mass));
                }
            }
        }
        results.sort_by_key(|&(result, _)| rank(result));
        Outcome { results }
    }
}
