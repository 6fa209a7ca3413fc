//! Results in two bytes, and guides that lead from a random word to them.
//!
//! Owns the packing. A code tells without a branch what a turn needs: the rank of the score for control, and the class,
//! combo and rerolls together, for payment and counting.

use super::tables::Shared;
use crate::exact::pot::STRETCHES;
use crate::games::pot::{Combo, Rerolled, TurnResult};

/// Ways to have rerolled.
pub(super) const WAYS: [Rerolled; 3] = [Rerolled::Never, Rerolled::Free, Rerolled::Paid];

/// Combo and rerolls of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class(u8);

impl Class {
    /// More than there are: a power of two.
    pub(super) const MANY: usize = 1 << Class::BITS;
    const BITS: u32 = 6;
    const COMBO_BITS: u32 = 4;

    pub(super) const fn new(combo: Combo, rerolled: Rerolled) -> Class {
        Class(combo as u8 | (rerolled as u8) << Class::COMBO_BITS)
    }

    /// All of them, with what they stand for.
    pub(super) fn all() -> impl Iterator<Item = (Class, Combo, Rerolled)> {
        let of = |rerolled| Combo::ALL.map(|combo| (Class::new(combo, rerolled), combo, rerolled));
        WAYS.into_iter().flat_map(of)
    }

    /// What it stands for.
    pub(super) fn parts(self) -> (Combo, Rerolled) {
        let (combo, rerolled) = (self.0 & ((1 << Class::COMBO_BITS) - 1), self.0 >> Class::COMBO_BITS);
        (Combo::ALL[usize::from(combo)], WAYS[usize::from(rerolled)])
    }

    /// Its place among [`Class::MANY`].
    #[inline(always)]
    pub(super) fn index(self) -> usize {
        usize::from(self.0) % Class::MANY
    }
}

/// A result in two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code(u16);

impl Code {
    /// Stands for several results.
    const SEVERAL: Code = Code(u16::MAX);
    /// Set of P O T, and of [`Code::SEVERAL`].
    const SPECIAL: u16 = 1 << 15;

    fn new(result: TurnResult) -> Code {
        let TurnResult { combo, score, rerolled } = result;
        let (rank, special) = match combo {
            Combo::Ones => (0, 0),
            Combo::Pot => (0, Code::SPECIAL),
            _ => (u16::from(score) + 1, 0),
        };
        Code(special | rank << Class::BITS | u16::from(Class::new(combo, rerolled).0))
    }

    /// Whether it is that of P O T, or stands for several results.
    #[inline(always)]
    pub(super) fn is_special(self) -> bool {
        self.0 & Code::SPECIAL != 0
    }

    /// Combo and rerolls.
    #[inline(always)]
    pub(super) fn class(self) -> Class {
        Class(self.0 as u8 % Class::MANY as u8)
    }

    /// What it is as a score to beat, if it takes control.
    #[inline(always)]
    pub(super) fn mark(self) -> Mark {
        Mark(self.0 | (Class::MANY as u16 - 1))
    }

    /// Whether it takes control (P08, P09): a score that is strictly higher does, and 1 1 1 never.
    #[inline(always)]
    pub(super) fn beats(self, mark: Mark) -> bool {
        self.0 > mark.0
    }
}

/// A score to beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark(u16);

impl Mark {
    /// That of nobody.
    pub(super) const NONE: Mark = Mark(Class::MANY as u16 - 1);

    /// One more than the score; 0 if it is that of nobody.
    #[inline(always)]
    pub(super) fn rank(self) -> u32 {
        u32::from(self.0) >> Class::BITS
    }
}

/// The results of a plan by random words.
pub(super) struct Guide {
    codes: [Code; STRETCHES],
    table: Shared,
}

impl Guide {
    pub(super) fn new(table: Shared) -> Guide {
        let mut codes = [Code::SEVERAL; STRETCHES];
        let stretches = codes.iter_mut().zip(table.stretches());
        stretches.for_each(|(code, result)| *code = result.map_or(Code::SEVERAL, Code::new));
        Guide { codes, table }
    }

    /// How many of the [`WAYS`] there are at most among the results.
    pub(super) fn ways(&self) -> usize {
        self.table.results().iter().map(|result| result.rerolled as usize + 1).max().unwrap_or(0)
    }

    /// The code of the result that a word draws, or one that stands for several.
    #[inline(always)]
    pub(super) fn code(&self, word: u64) -> Code {
        self.codes[(word >> (64 - STRETCHES.trailing_zeros())) as usize]
    }

    /// The code of the result that a word draws.
    #[cold]
    #[inline(never)]
    pub(super) fn search(&self, word: u64) -> Code {
        Code::new(self.table.draw(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_tell_results() {
        let mut known = Vec::new();
        for (class, combo, rerolled) in Class::all() {
            assert_eq!(class.parts(), (combo, rerolled));
            for score in 0..=15 {
                let code = Code::new(TurnResult { combo, score, rerolled });
                let scores = !matches!(combo, Combo::Ones | Combo::Pot);
                assert_eq!((code.class(), code.is_special()), (class, combo == Combo::Pot));
                assert!(code.is_special() || code.mark().rank() == if scores { u32::from(score) + 1 } else { 0 });
                assert_ne!(code, Code::SEVERAL);
                known.push(class.index());
            }
        }
        known.dedup();
        assert_eq!(known.len(), 33);
        assert!(known.iter().all(|&index| index < Class::MANY) && Code::SEVERAL.is_special());
    }
}
