//! How a turn came to its result: paths of rolls, drawn on the condition that they end there.
//!
//! Owns the probability of every state to end in the result, and the draw of a path, die by die, each face by its exact
//! conditional probability. Nothing is rejected.

use super::policy::RerollPolicy;
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
    plan: &'a RerollPolicy,
    /// By rerolls left: the probability of the result, for dice that lie while the others are about
    /// to be rolled, and for whole rolls.
    chances: Vec<Layers>,
}

impl RerollPolicy {
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
                let next = std::array::from_fn::<_, FACES, _>(|face| shown.with(face as Face));
                shown = weighted(&next.map(|shown| (shown, chances.get(shown))), word()).unwrap_or(next[0]);
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

/// The choice that `word` falls on when each has a stretch as long as its weight; one without weight is never chosen.
pub(super) fn weighted<T: Copy>(choices: &[(T, f64)], word: u64) -> Option<T> {
    let all: f64 = choices.iter().map(|(_, weight)| weight).sum();
    // The top 53 bits, as a fraction of 2^53: below 1, and exact.
    let point = (word >> 11) as f64 / (1u64 << 53) as f64 * all;
    let (mut end, mut chosen) = (0.0, None);
    for &(choice, weight) in choices.iter().filter(|(_, weight)| *weight > 0.0) {
        chosen = Some(choice);
        end += weight;
        if point < end {
            break;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The extreme words fall on the first and the last face that has any weight.
    #[test]
    fn faces_without_weight_are_never_chosen() {
        let weights = [(0, 0.0), (1, 0.25), (2, 0.0), (3, 0.5), (4, 0.1), (5, 0.0)];
        let face = |word| weighted(&weights, word);
        assert_eq!([face(0), face(u64::MAX / 2), face(u64::MAX)], [Some(1), Some(3), Some(4)]);
    }
}
