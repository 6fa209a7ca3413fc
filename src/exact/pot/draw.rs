//! Drawing a turn's result with one word.

use super::outcome::Outcome;
use crate::exact::thresholds::Thresholds;
use crate::games::pot::TurnResult;

/// Stretches of words that the guide tells apart: a plan has some sixty results.
const STRETCHES: usize = 1 << 11;

/// A turn's results with their shares of the 2^64 words, in the order of [`Outcome::results`]: a better word is never a
/// worse result. About 4 kB. The share of a result differs from its probability by less than 10⁻¹³.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DrawTable {
    thresholds: Thresholds<STRETCHES>,
    /// By code.
    results: Box<[TurnResult]>,
}

impl DrawTable {
    /// The table of an outcome. There are fewer than 255 results of a turn.
    pub fn new(outcome: &Outcome) -> DrawTable {
        let codes = (0..u8::MAX).zip(outcome.results());
        DrawTable {
            thresholds: Thresholds::new(codes.map(|(code, &(_, probability))| (code, probability))),
            results: outcome.results().iter().map(|&(result, _)| result).collect(),
        }
    }

    /// The possible results, worst first, each with the last word that draws it.
    pub fn shares(&self) -> impl Iterator<Item = (u64, TurnResult)> {
        self.thresholds.shares().map(|(last, code)| (last, self.results[usize::from(code)]))
    }

    /// The result that a word draws.
    #[inline]
    pub fn draw(&self, word: u64) -> TurnResult {
        self.results[usize::from(self.thresholds.code(word))]
    }
}
