//! What rerolls make of a throw: with the best choice of dice, or by a rule that says which dice to roll again.
//!
//! Owns the recursion over one die at a time: a hand that is kept is worth the mean of the hands with one die more, and a hand
//! that lies there the most that any part of it is worth. No roll of several dice is enumerated.

use super::{Throw, Wanted};
use crate::dice::{Hand, NO_HAND, Pick};

/// How much better a choice must be to count as better, in parts of its value.
const CLOSE: f64 = 1e-12;

/// Dice of a roll that can be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Keep {
    /// Those that are kept.
    pub kept: u64,
    /// Those that are rolled again.
    pub rest: u64,
    /// What it is worth: the chance, or the expected total.
    pub value: f64,
}

/// What the hands are worth with some rerolls left.
pub(super) struct Stage {
    /// By hand: what it is worth if it is kept, and the others are rolled.
    kept: Vec<f64>,
    /// By hand that lies there: what it is worth, and what is kept.
    best: Vec<(f64, Hand)>,
}

impl Throw {
    /// By hand that is kept: the mean of the full hands that follow, worth this much by hand.
    fn means(&self, full: &[f64]) -> Vec<f64> {
        let mut means = full.to_vec();
        for hand in (0..self.hands()).rev().skip_while(|&hand| self.dice.size(hand as Hand) == self.n) {
            let face = |(face, chance): (usize, &f64)| chance * means[self.dice.plus(hand as Hand, face) as usize];
            means[hand] = self.chances.iter().enumerate().map(face).sum();
        }
        means
    }

    /// The best choice if rolled dice are worth this much by hand.
    fn stage(&self, full: &[f64]) -> Stage {
        let kept = self.means(full);
        let mut best: Vec<(f64, Hand)> = kept.iter().enumerate().map(|(hand, &value)| (value, hand as Hand)).collect();
        // A hand is as good as the best of those with a die less; of equal ones, as much as possible is kept.
        for hand in 0..self.hands() {
            for face in 0..self.chances.len() {
                let more = self.dice.plus(hand as Hand, face);
                if more != NO_HAND && best[hand].0 > best[more as usize].0 + CLOSE * best[hand].0.abs().max(1.0) {
                    best[more as usize] = best[hand];
                }
            }
        }
        Stage { kept, best }
    }

    /// The stages of each reroll, that of the last one first.
    pub(super) fn stages(&self, wanted: &Wanted, rerolls: u32) -> Vec<Stage> {
        let mut stages: Vec<Stage> = Vec::new();
        for _ in 0..rerolls {
            let full = match stages.last() {
                Some(stage) => stage.best.iter().map(|best| best.0).collect(),
                None => wanted.values.clone(),
            };
            stages.push(self.stage(&full));
        }
        stages
    }

    /// What the throw is worth with the best rerolls: the chance of a condition, or the highest expected total.
    pub fn best(&self, wanted: &Wanted, rerolls: u32) -> f64 {
        match self.stages(wanted, rerolls).last() {
            Some(stage) => self.means(&stage.best.iter().map(|best| best.0).collect::<Vec<_>>())[0],
            None => self.means(&wanted.values)[0],
        }
    }

    /// How likely each hand of all dice is once hands of any size are kept with these chances.
    fn rolled(&self, kept: &[f64]) -> Vec<f64> {
        let mut chances = kept.to_vec();
        for hand in 0..self.hands() {
            if self.dice.size(hand as Hand) == self.n {
                break;
            }
            let chance = std::mem::take(&mut chances[hand]);
            if chance > 0.0 {
                for (face, of_face) in self.chances.iter().enumerate() {
                    chances[self.dice.plus(hand as Hand, face) as usize] += chance * of_face;
                }
            }
        }
        chances
    }

    /// How likely each hand is in the end, if `keep` says what is kept, by the rerolls left and the hand.
    fn in_the_end(&self, rerolls: u32, keep: impl Fn(u32, usize) -> Hand) -> Vec<f64> {
        let mut start = vec![0.0; self.hands()];
        start[0] = 1.0;
        let mut chances = self.rolled(&start);
        for left in (1..=rerolls).rev() {
            let mut kept = vec![0.0; self.hands()];
            self.full().for_each(|hand| kept[keep(left, hand) as usize] += chances[hand]);
            chances = self.rolled(&kept);
        }
        chances
    }

    /// What the throw is worth if a rule says what is rerolled. It stops as soon as a condition holds.
    pub fn by_rule(&self, wanted: &Wanted, rerolls: u32, pick: Pick) -> f64 {
        let chances = self.in_the_end(rerolls, |_, hand| match wanted.is_fact && wanted.values[hand] > 0.0 {
            true => hand as Hand,
            false => self.without(hand, pick),
        });
        self.full().map(|hand| chances[hand] * wanted.values[hand]).sum()
    }

    /// The distribution of a total with the rerolls that make it highest on average, from the lowest total on.
    pub fn distribution(&self, total: &Wanted, rerolls: u32) -> Vec<(i64, f64)> {
        let stages = self.stages(total, rerolls);
        let chances = self.in_the_end(rerolls, |left, hand| stages[left as usize - 1].best[hand].1);
        let mut all = std::collections::BTreeMap::<i64, f64>::new();
        self.full().for_each(|hand| *all.entry(total.values[hand] as i64).or_default() += chances[hand]);
        all.into_iter().filter(|(_, chance)| *chance > 0.0).collect()
    }

    /// What each choice is worth if these dice lie there and this many rerolls are left, the best first; of equal ones, the one
    /// that keeps most.
    ///
    /// # Errors
    /// In words, if there are too many choices.
    pub fn keeps(&self, wanted: &Wanted, hand: u64, rerolls: u32) -> Result<Vec<Keep>, String> {
        let stages = self.stages(wanted, rerolls);
        let worth = |kept: Hand| stages.last().map_or(wanted.values[hand as usize], |stage| stage.kept[kept as usize]);
        let parts = self.dice.parts(hand)?;
        let allowed = parts.iter().filter(|(kept, _)| rerolls > 0 || *kept == hand);
        let mut all: Vec<Keep> = allowed.map(|&(kept, rest)| Keep { kept, rest, value: worth(kept) }).collect();
        let rank = |keep: &Keep| ((keep.value / CLOSE).round(), self.dice.size(keep.kept));
        all.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal));
        Ok(all)
    }

    /// The hand without the dice that a rule rolls again.
    fn without(&self, hand: usize, pick: Pick) -> Hand {
        let faces = &self.dice.faces;
        let goes = |face: usize| pick.takes(faces[face].value);
        let mut counts = self.dice.with_counts(hand as Hand, <[u8]>::to_vec);
        let lowest = (0..counts.len()).filter(|&face| counts[face] > 0).min_by_key(|&face| faces[face].value);
        for (face, count) in counts.iter_mut().enumerate() {
            if goes(face) {
                *count = 0;
            } else if pick == Pick::Lowest && Some(face) == lowest {
                *count -= 1;
            }
        }
        // A part of a hand that there is is a hand that there is.
        self.dice.hand(&counts).unwrap_or(0)
    }
}
