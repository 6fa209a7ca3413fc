//! What rolls can show: drawn from words, and listed with their chances.

use super::{Dice, Hand, Kind, NO_HAND};
use analyze_core::dice::{Words, below};
use rustc_hash::FxHashMap;

/// The most outcomes of fair dice in order that have a table.
const MOST_OUTCOMES: u64 = 1 << 16;
/// The most different rolls that are listed with their chances.
const MOST_LISTED: usize = 60_000;

/// How dice of a kind are thrown.
#[derive(Clone, Debug)]
pub(super) struct Rolls {
    /// The sum of all weights; of fair dice the number of faces.
    all: u64,
    fair: bool,
    /// How many fair dice are thrown with one word.
    a_word: usize,
    /// By number of dice: the hand of each outcome of fair dice in order, as far as there are few.
    outcomes: Vec<Box<[Hand]>>,
}

impl Rolls {
    pub(super) fn new(weights: &[u32]) -> Rolls {
        let all: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        let fair = weights.iter().all(|&weight| weight == 1);
        let a_word = if all < 2 { 32 } else { (1..).take_while(|&k| all.pow(k) < 1 << 32).count().max(1) };
        Rolls { all, fair, a_word, outcomes: Vec::new() }
    }
}

impl Dice {
    pub(super) fn tabulate_rolls(&mut self, kind: usize) {
        let all = self.kinds[kind].rolls.all;
        if !self.kinds[kind].rolls.fair || self.numbered.is_none() {
            return;
        }
        let first = self.kinds[kind].faces.start;
        let mut outcomes: Vec<Box<[Hand]>> = vec![Box::new([0])];
        while outcomes.len() <= self.most && all.pow(outcomes.len() as u32) <= MOST_OUTCOMES {
            let fewer = &outcomes[outcomes.len() - 1];
            // The last digit of an outcome is its first die.
            let longer = fewer.iter().flat_map(|&hand| (0..all as usize).map(move |face| (hand, face)));
            let longer = longer.map(|(hand, face)| self.plus(hand, first + face)).collect();
            outcomes.push(longer);
        }
        self.kinds[kind].rolls.outcomes = outcomes;
    }

    /// Throws `n` dice of a kind beside those that lie there; [`NO_HAND`] if these are too many.
    #[inline]
    pub(crate) fn roll(&self, kind: usize, n: usize, lie: Hand, words: &mut Words) -> Hand {
        let rolls = &self.kinds[kind].rolls;
        let (first, mut hand, mut left) = (self.kinds[kind].faces.start, lie, n);
        while left > 0 && rolls.fair {
            let now = left.min(rolls.a_word);
            let mut outcome = below(rolls.all.pow(now as u32), words);
            left -= now;
            match rolls.outcomes.get(now) {
                Some(hands) if hand == 0 => hand = hands[outcome as usize],
                _ => {
                    for _ in 0..now {
                        hand = self.plus(hand, first + (outcome % rolls.all) as usize);
                        outcome /= rolls.all;
                    }
                }
            }
        }
        for _ in 0..left {
            hand = self.plus(hand, first + self.weighted(kind, words));
        }
        hand
    }

    fn weighted(&self, kind: usize, words: &mut Words) -> usize {
        let mut number = below(self.kinds[kind].rolls.all, words);
        let inside = |&weight: &u32| {
            let inside = number < u64::from(weight);
            number = number.saturating_sub(weight.into());
            inside
        };
        self.kinds[kind].weights.iter().position(inside).unwrap_or(0)
    }

    /// All that can lie there after `n` dice of a kind are thrown beside what lies there, with its chance; fails with a
    /// message if that is too much.
    pub(crate) fn outcomes(&self, kind: usize, n: usize, lie: &[(Hand, f64)]) -> Result<Vec<(Hand, f64)>, String> {
        let Kind { faces, weights, rolls, .. } = &self.kinds[kind];
        let mut all: FxHashMap<Hand, f64> = lie.iter().copied().collect();
        for _ in 0..n {
            let mut longer: FxHashMap<Hand, f64> = FxHashMap::default();
            for (&hand, &chance) in &all {
                for (face, &weight) in faces.clone().zip(weights) {
                    let to = self.plus(hand, face);
                    if weight > 0 && to != NO_HAND {
                        *longer.entry(to).or_default() += chance * f64::from(weight) / rolls.all as f64;
                    }
                }
            }
            if longer.len() > MOST_LISTED {
                return Err(format!("a roll can show more than {MOST_LISTED} different hands"));
            }
            all = longer;
        }
        let mut all: Vec<(Hand, f64)> = all.into_iter().collect();
        all.sort_unstable_by_key(|(hand, _)| *hand);
        Ok(all)
    }
}

/// A fair number below a bound of at least 1.
pub(crate) fn choose(bound: usize, words: &mut Words) -> usize {
    below(bound.max(1) as u64, words) as usize
}
