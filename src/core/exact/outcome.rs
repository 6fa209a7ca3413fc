//! The exact distribution of a turn's result, and drawing one with one word.
//!
//! Owns the table that turns 64 random bits into a result by inverse distribution, results in the order of their
//! quality, so that a better word is never a worse result, and the guide that finds most of them at once. What a result
//! is, and the order, is for those who make a table of one game.

use crate::games::gang::TurnResult;

/// The probability of every result of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The probability of an invalid result, 0 to 1.
    pub invalid: f64,
    /// By total, from 0 to 5 for each die committed: the probability of that valid result, 0 to 1.
    pub valid: Vec<f64>,
}

impl Outcome {
    /// The expected value of the result; `value` is given the total, or `None` for an invalid result.
    pub fn expected(&self, value: impl Fn(Option<u32>) -> f64) -> f64 {
        let mut sum = Sum::default();
        sum.add(self.invalid * value(None));
        for (total, probability) in (0..).zip(&self.valid) {
            sum.add(probability * value(Some(total)));
        }
        sum.total()
    }
}

/// Collects probability mass by result.
pub(super) struct Tally {
    invalid: Sum,
    valid: Vec<Sum>,
}

impl Tally {
    /// Nothing yet, with room for the totals of `dice` dice.
    pub(super) fn new(dice: u32) -> Tally {
        Tally { invalid: Sum::default(), valid: vec![Sum::default(); 5 * dice as usize + 1] }
    }

    pub(super) fn add(&mut self, result: Option<u32>, mass: f64) {
        match result {
            None => self.invalid.add(mass),
            Some(total) => self.valid[total as usize].add(mass),
        }
    }

    pub(super) fn outcome(&self) -> Outcome {
        Outcome { invalid: self.invalid.total(), valid: self.valid.iter().map(Sum::total).collect() }
    }
}

/// A sum with the rounding errors of its additions kept apart and added at the end, because a million
/// rolls can lead to the same total (Ogita, Rump & Oishi, "Accurate sum and dot product", SIAM J. Sci.
/// Comput. 26, 2005, algorithm 4.1).
#[derive(Clone, Copy, Default)]
struct Sum {
    sum: f64,
    errors: f64,
}

impl Sum {
    fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        let added = sum - self.sum;
        self.errors += (self.sum - (sum - added)) + (term - added);
        self.sum = sum;
    }

    fn total(&self) -> f64 {
        self.sum + self.errors
    }
}

/// The most dice of Gang for which a table is made. Larger commits are rolled die by die.
pub const MOST_DRAWN_DICE: u32 = 16;

/// Stretches of equal length that a guide parts the words into: a power of two.
const STRETCHES: usize = 1 << 9;

/// How far to shift a word so that its stretch is left.
const SHIFT: u32 = 64 - STRETCHES.trailing_zeros();

/// The part of a table that most draws need: by the top bits of a word its result's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Guide([u8; STRETCHES]);

impl Guide {
    /// What stands where a stretch has more than one result: greater than every code.
    const SEVERAL: u8 = u8::MAX;

    /// The guide to results that end at these words.
    fn to(ends: &[(u64, u8)]) -> Guide {
        // The results that the first and the last word of a stretch draw only go up.
        let mut low = 0;
        Guide(std::array::from_fn(|stretch| {
            let first = (stretch as u64) << SHIFT;
            let last = first | u64::MAX >> STRETCHES.trailing_zeros();
            low += ends[low..].iter().take_while(|&&(end, _)| end < first).count();
            if ends[low].0 < last { Guide::SEVERAL } else { ends[low].1 }
        }))
    }

    /// The code of the result that a word draws, if its top bits say it.
    #[inline]
    fn code(&self, word: u64) -> Option<u8> {
        match self.0[(word >> SHIFT) as usize] {
            Guide::SEVERAL => None,
            code => Some(code),
        }
    }
}

/// A turn's results with their shares of the 2^64 words.
///
/// About 0.5 kB, and 24 bytes for each possible result. The share of a result differs from its probability by
/// less than 10^-13: the rounding of the probabilities and of their sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ResultTable<R> {
    guide: Guide,
    /// The possible results in order: the last word of each, and its code.
    ends: Box<[(u64, u8)]>,
    /// The results by code.
    results: Box<[R]>,
}

/// The table that draws a result of Gang.
pub type DrawTable = ResultTable<TurnResult>;

impl DrawTable {
    /// The table for an outcome of at most [`MOST_DRAWN_DICE`] dice; the code of an invalid result is 0, that of a total
    /// one more than it.
    ///
    /// # Panics
    /// If the outcome is of more dice.
    pub fn new(outcome: &Outcome) -> DrawTable {
        assert!(outcome.valid.len() <= 5 * MOST_DRAWN_DICE as usize + 1, "more dice than a table is made for");
        let totals = (0..).zip(&outcome.valid).map(|(total, &p)| (TurnResult::Total(total), p));
        DrawTable::of(std::iter::once((TurnResult::Invalid, outcome.invalid)).chain(totals))
    }
}

impl<R: Copy> ResultTable<R> {
    /// The table of these results, fewer than 255, in this order and with their probabilities. The code of a result is
    /// its place among them; what has no probability is never drawn.
    pub(super) fn of(all: impl Iterator<Item = (R, f64)> + Clone) -> ResultTable<R> {
        let mut ends: Vec<(u64, u8)> = Vec::new();
        let mut sum = 0.0;
        for (code, (_, probability)) in (0..u8::MAX).zip(all.clone()).filter(|(_, (_, probability))| *probability > 0.0)
        {
            sum += probability;
            // 2^64 as an f64; the conversion saturates, so a sum that rounds above 1 stays the last word.
            let words = (sum * 18_446_744_073_709_551_616.0) as u64;
            let last = words.saturating_sub(1).max(ends.last().map_or(0, |&(last, _)| last));
            ends.push((last, code));
        }
        if let Some((last, _)) = ends.last_mut() {
            *last = u64::MAX;
        }
        ResultTable { guide: Guide::to(&ends), ends: ends.into(), results: all.map(|(result, _)| result).collect() }
    }

    /// The result that a word draws.
    #[inline]
    pub fn draw(&self, word: u64) -> R {
        self.results[usize::from(self.code(word))]
    }

    /// The code of the result that a word draws: its place among all results, worst first.
    #[inline]
    pub fn code(&self, word: u64) -> u8 {
        self.guide.code(word).unwrap_or_else(|| self.search(word))
    }

    /// The possible results, worst first, each with the last word that draws it.
    pub fn shares(&self) -> impl Iterator<Item = (u64, R)> {
        self.ends.iter().map(|&(last, code)| (last, self.results[usize::from(code)]))
    }

    /// The code of the first result whose last word is not below this one.
    #[cold]
    fn search(&self, word: u64) -> u8 {
        self.ends[self.ends.partition_point(|&(last, _)| last < word)].1
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Objective, Turn};
    use super::*;
    use crate::games::gang::Deck;
    use proptest::prelude::*;

    #[test]
    fn a_sum_does_not_lose_small_terms() {
        let mut sum = Sum::default();
        sum.add(1.0);
        for _ in 0..1 << 20 {
            sum.add(2f64.powi(-60));
        }
        sum.add(-1.0);
        assert_eq!(sum.total(), 2f64.powi(-40));
    }

    #[test]
    fn an_invalid_result_counts_in_the_expectation() {
        let outcome = Outcome { invalid: 0.5, valid: vec![0.25, 0.0, 0.25] };
        assert_eq!(outcome.expected(|result| result.map_or(-1.0, f64::from)), 0.0);
    }

    /// How many words draw each code, by binary search for the ends through `draw` alone.
    fn shares(table: &DrawTable) -> Vec<(TurnResult, u128)> {
        let (mut found, mut first) = (Vec::new(), 0u64);
        loop {
            let here = table.draw(first);
            let (mut low, mut high) = (first, u64::MAX);
            while low < high {
                let middle = low + (high - low).div_ceil(2);
                if table.draw(middle) == here { low = middle } else { high = middle - 1 }
            }
            found.push((here, u128::from(low) - u128::from(first) + 1));
            match low.checked_add(1) {
                Some(next) => first = next,
                None => return found,
            }
        }
    }

    #[test]
    fn every_result_has_its_share_of_the_words_in_order() {
        for card in &Deck::reconstructed().cards {
            for dice in [1, 3, 8, 16] {
                let turn = Turn::under(card, dice, 2).unwrap();
                let outcome = turn.optimum(|r| Objective::ExpectedTotal.value(r)).unwrap().plan.outcome();
                let shares = shares(&DrawTable::new(&outcome));
                assert!(shares.is_sorted_by_key(|&(result, _)| result), "{} {dice}", card.id);
                let drawn = |wanted| shares.iter().find(|(result, _)| *result == wanted).map_or(0, |&(_, words)| words);
                let results = std::iter::once((TurnResult::Invalid, outcome.invalid))
                    .chain((0..).zip(&outcome.valid).map(|(total, &p)| (TurnResult::Total(total), p)));
                for (result, probability) in results {
                    let expected = probability * 2f64.powi(64);
                    let error = (drawn(result) as f64 - expected).abs();
                    assert!(error <= 1e-13 * 2f64.powi(64), "{} {dice} {result:?}: off by {error} words", card.id);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn the_guide_only_saves_time(words in prop::collection::vec(any::<u64>(), 100)) {
            let deck = Deck::reconstructed();
            let turn = Turn::under(&deck.cards[0], 3, 2).unwrap();
            let (_, outcome) = turn.follow(|_, _| Ok::<_, std::convert::Infallible>(crate::dice::Counts::EMPTY)).unwrap();
            let table = DrawTable::new(&outcome);
            for word in words {
                prop_assert_eq!(table.code(word), table.search(word));
            }
        }
    }
}
