//! Drawing by inverse distribution: probabilities as integer thresholds among the 2^64 words.
//!
//! Owns the thresholds and the guide that finds the right one at once for most words. What a result is, and in which
//! order results stand, is for those who make a table of one game.

/// The part of a table that most draws need: by the top bits of a word its result's code, or [`Guide::SEVERAL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Guide<const STRETCHES: usize>([u8; STRETCHES]);

impl<const STRETCHES: usize> Guide<STRETCHES> {
    /// How far to shift a word so that its stretch is left.
    const SHIFT: u32 = 64 - STRETCHES.trailing_zeros();

    /// What the guide says where a stretch has more than one result: greater than every code.
    pub const SEVERAL: u8 = u8::MAX;

    /// The code of the result that a word draws, if its top bits tell it.
    #[inline]
    pub fn code(&self, word: u64) -> Option<u8> {
        match self.code_or_several(word) {
            Self::SEVERAL => None,
            code => Some(code),
        }
    }

    /// The code of the result that a word draws, or [`Guide::SEVERAL`] if its top bits do not tell it.
    #[inline]
    pub fn code_or_several(&self, word: u64) -> u8 {
        self.0[(word >> Self::SHIFT) as usize]
    }
}

/// Results, each a code below 255, with their shares of the words. The guide tells `STRETCHES` equal stretches of
/// words apart: a power of two.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Thresholds<const STRETCHES: usize> {
    guide: Guide<STRETCHES>,
    /// The possible results in order: the last word of each, and its code.
    results: Box<[(u64, u8)]>,
}

impl<const STRETCHES: usize> Thresholds<STRETCHES> {
    /// The table of these results, in this order, with their probabilities; what has none is left out.
    pub(super) fn new(all: impl Iterator<Item = (u8, f64)>) -> Thresholds<STRETCHES> {
        let mut results: Vec<(u64, u8)> = Vec::new();
        let mut sum = 0.0;
        for (code, probability) in all.filter(|&(_, probability)| probability > 0.0) {
            sum += probability;
            // 2^64 as an f64; the conversion saturates, so a sum that rounds above 1 stays the last word.
            let words = (sum * 18_446_744_073_709_551_616.0) as u64;
            let last = words.saturating_sub(1).max(results.last().map_or(0, |&(last, _)| last));
            results.push((last, code));
        }
        if let Some((last, _)) = results.last_mut() {
            *last = u64::MAX;
        }
        let mut table = Thresholds { guide: Guide([0; STRETCHES]), results: results.into() };
        // The results that the first and the last word of a stretch draw only go up.
        let mut low = 0;
        for stretch in 0..STRETCHES {
            let first = (stretch as u64) << Guide::<STRETCHES>::SHIFT;
            let last = first | u64::MAX >> STRETCHES.trailing_zeros();
            low += table.results[low..].iter().take_while(|&&(end, _)| end < first).count();
            let several = table.results[low].0 < last;
            table.guide.0[stretch] = if several { Guide::<STRETCHES>::SEVERAL } else { table.results[low].1 };
        }
        table
    }

    /// The code of the result that a word draws.
    #[inline]
    pub(super) fn code(&self, word: u64) -> u8 {
        self.guide.code(word).unwrap_or_else(|| self.search(word))
    }

    /// The possible results in order: the last word of each, and its code.
    pub(super) fn shares(&self) -> impl Iterator<Item = (u64, u8)> {
        self.results.iter().copied()
    }

    /// The part of the table that most draws need.
    pub(super) fn guide(&self) -> &Guide<STRETCHES> {
        &self.guide
    }

    /// The code of the first result whose last word is not below this one.
    #[cold]
    pub(super) fn search(&self, word: u64) -> u8 {
        let at = self.results.partition_point(|&(last, _)| last < word);
        self.results[at].1
    }
}
