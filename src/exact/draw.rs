//! Drawing a turn's result with one word: the outcome as integer thresholds.
//!
//! Owns the table that turns 64 random bits into a result by inverse distribution, results in the
//! order of their quality (invalid, then by total), so that a better word is never a worse result.

use super::outcome::Outcome;
use super::thresholds::Thresholds;
use crate::games::gang::TurnResult;

/// The most dice for which a table is made. Larger commits are rolled die by die.
pub const MOST_DRAWN_DICE: u32 = 16;

/// Stretches of words that the guide tells apart.
const STRETCHES: usize = 1 << 9;

/// A turn's results with their shares of the 2^64 words.
///
/// About 0.5 kB, and 16 bytes for each possible result. The share of a result differs from its
/// probability by less than 10^-13: the rounding of the probabilities and of their sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DrawTable(Thresholds<STRETCHES>);

/// 0 for an invalid result, otherwise one more than the total.
fn code(result: TurnResult) -> u8 {
    match result {
        TurnResult::Invalid => 0,
        TurnResult::Total(total) => total as u8 + 1,
    }
}

/// The result of each code, looked up instead of told apart: a branch here would be up to luck.
const RESULTS: [TurnResult; 256] = {
    let mut results = [TurnResult::Invalid; 256];
    let mut code = 1;
    while code < 256 {
        results[code] = TurnResult::Total(code as u32 - 1);
        code += 1;
    }
    results
};

#[inline]
fn result(code: u8) -> TurnResult {
    RESULTS[usize::from(code)]
}

impl DrawTable {
    /// The table for an outcome of at most [`MOST_DRAWN_DICE`] dice.
    ///
    /// # Panics
    /// If the outcome is of more dice.
    pub fn new(outcome: &Outcome) -> DrawTable {
        assert!(outcome.valid.len() <= 5 * MOST_DRAWN_DICE as usize + 1, "more dice than a table is made for");
        let totals = (0..).zip(&outcome.valid).map(|(total, &p)| (TurnResult::Total(total), p));
        let all = std::iter::once((TurnResult::Invalid, outcome.invalid)).chain(totals);
        DrawTable(Thresholds::new(all.map(|(result, probability)| (code(result), probability))))
    }

    /// The result that a word draws.
    #[inline]
    pub fn draw(&self, word: u64) -> TurnResult {
        result(self.code(word))
    }

    /// The code of the result that a word draws: 0 for an invalid one, otherwise one more than the total.
    #[inline]
    pub fn code(&self, word: u64) -> u8 {
        self.0.code(word)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Objective, Turn};
    use super::*;
    use crate::games::gang::Deck;
    use proptest::prelude::*;

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
                prop_assert_eq!(table.draw(word), result(table.0.search(word)));
            }
        }
    }
}
