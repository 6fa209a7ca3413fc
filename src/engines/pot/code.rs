//! Results in two bytes, and guides that lead from a random word to them.
//!
//! Owns the packing. A code tells without a branch what a turn needs: the rank of the score for control, and the class,
//! combo and rerolls together, for payment and counting.

use crate::exact::pot::DrawTable;
use crate::games::pot::{Combo, Rerolled, TurnResult};
use std::hint::select_unpredictable;
use std::sync::Arc;

/// Ways to have rerolled.
pub(super) const WAYS: [Rerolled; 3] = [Rerolled::Never, Rerolled::Free, Rerolled::Paid];

/// Combo and rerolls of a result, where a [`Code`] has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class(u16);

impl Class {
    /// More than there are: a power of two.
    pub(super) const MANY: usize = 1 << Class::BITS;
    const BITS: u32 = 6;
    const COMBO_BITS: u32 = 4;
    /// All of them.
    const MASK: u16 = (Class::MANY as u16 - 1) << Code::CLASS;

    pub(super) const fn new(combo: Combo, rerolled: Rerolled) -> Class {
        Class((combo as u16 | (rerolled as u16) << Class::COMBO_BITS) << Code::CLASS)
    }

    /// All of them, with what they stand for.
    pub(super) fn all() -> impl Iterator<Item = (Class, Combo, Rerolled)> {
        let of = |rerolled| Combo::ALL.map(|combo| (Class::new(combo, rerolled), combo, rerolled));
        WAYS.into_iter().flat_map(of)
    }

    /// What it stands for.
    pub(super) fn parts(self) -> (Combo, Rerolled) {
        let (combo, rerolled) = (self.index() % (1 << Class::COMBO_BITS), self.index() >> Class::COMBO_BITS);
        (Combo::ALL[combo], WAYS[rerolled])
    }

    /// Its place among [`Class::MANY`].
    #[inline(always)]
    pub(super) fn index(self) -> usize {
        usize::from(self.0 >> Code::CLASS) % Class::MANY
    }
}

/// A result in two bytes: from the highest bit, what is special about it, its rank, its class, and no bits at all, so
/// that a class stands where a processor wants the place of a number of eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code(u16);

impl Code {
    /// Stands for several results.
    const SEVERAL: Code = Code(u16::MAX);
    /// Set of P O T, of what stands for two results, and of [`Code::SEVERAL`].
    const SPECIAL: u16 = 1 << 15;
    /// Set of what stands for two results, which has their number below, and of [`Code::SEVERAL`].
    const SPLIT: u16 = 1 << 14;
    // Where rank and class begin.
    const RANK: u32 = Code::CLASS + Class::BITS;
    const CLASS: u32 = 3;
    /// Set of whatever is below the rank.
    const BELOW: u16 = (1 << Code::RANK) - 1;

    /// That of a result.
    pub(super) fn new(result: TurnResult) -> Code {
        let TurnResult { combo, score, rerolled } = result;
        let (rank, special) = match combo {
            Combo::Ones => (0, 0),
            Combo::Pot => (0, Code::SPECIAL),
            _ => (u16::from(score) + 1, 0),
        };
        Code(special | rank << Code::RANK | Class::new(combo, rerolled).0)
    }

    fn split(number: usize) -> Code {
        Code(Code::SPECIAL | Code::SPLIT | number as u16)
    }

    /// Whether it is that of P O T, or stands for several results.
    #[inline(always)]
    pub(super) fn is_special(self) -> bool {
        self.0 & Code::SPECIAL != 0
    }

    /// Combo and rerolls.
    #[inline(always)]
    pub(super) fn class(self) -> Class {
        Class(self.0 & Class::MASK)
    }

    /// What it is as a score to beat, if the player takes control who sits so many places after the first: at most 6.
    #[inline(always)]
    pub(super) fn mark(self, after: usize) -> Mark {
        Mark((self.0 | Code::BELOW) ^ after as u16)
    }

    /// Whether it takes control (P08, P09): a score that is strictly higher does, and 1 1 1 never.
    #[inline(always)]
    pub(super) fn beats(self, mark: Mark) -> bool {
        self.0 > mark.0
    }
}

/// A score to beat: the code that has it, with all bits set below the rank, so that no code of this rank is greater.
/// The lowest three are those of a number instead, with which no class comes so near the greatest that it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark(u16);

impl Mark {
    /// That of nobody.
    pub(super) const NONE: Mark = Mark(Code::BELOW ^ Mark::NOBODY);
    const NOBODY: u16 = 7;

    /// One more than the score; 0 if it is that of nobody.
    #[inline(always)]
    pub(super) fn rank(self) -> u32 {
        u32::from(self.0 >> Code::RANK)
    }

    /// How many places after the first sits who has it; more than there are, if it is that of nobody.
    #[inline(always)]
    pub(super) fn after(self) -> usize {
        usize::from(!self.0 & Mark::NOBODY)
    }
}

/// Stretches of words that a guide tells apart: a power of two, for a plan of some sixty results.
const STRETCHES: usize = 1 << 12;
/// How far to shift a word so that its stretch is left.
const SHIFT: u32 = 64 - STRETCHES.trailing_zeros();

/// Two results that share a stretch.
#[derive(Clone, Copy)]
struct Split {
    /// The last word of the first.
    last: u64,
    first: Code,
    second: Code,
}

/// The results of a plan by random words.
pub struct Guide {
    codes: [Code; STRETCHES],
    splits: Box<[Split]>,
    table: Arc<DrawTable>,
}

impl Guide {
    pub(super) fn new(table: Arc<DrawTable>) -> Guide {
        let mut splits = Vec::new();
        let shares: Vec<(u64, Code)> = table.shares().map(|(last, result)| (last, Code::new(result))).collect();
        let mut low = 0;
        let mut code = |stretch: usize| {
            let (first, last) = ((stretch as u64) << SHIFT, (stretch as u64) << SHIFT | u64::MAX >> (64 - SHIFT));
            let ends_before = |word| move |&&(end, _): &&(u64, Code)| end < word;
            // The results that the first and the last word of a stretch draw only go up.
            low += shares[low..].iter().take_while(ends_before(first)).count();
            let more = shares[low..].iter().take_while(ends_before(last)).count();
            match more {
                0 => shares[low].1,
                1 => {
                    splits.push(Split { last: shares[low].0, first: shares[low].1, second: shares[low + 1].1 });
                    Code::split(splits.len() - 1)
                }
                _ => Code::SEVERAL,
            }
        };
        let codes = std::array::from_fn(&mut code);
        Guide { codes, splits: splits.into(), table }
    }

    /// The code of the results that words draw whose top bits are these; one that stands for several if they draw several.
    #[inline(always)]
    pub(super) fn code(&self, word: u64) -> Code {
        self.codes[(word >> SHIFT) as usize % STRETCHES]
    }

    /// The code of the result that a word draws, where [`Guide::code`] says this.
    #[cold]
    #[inline(never)]
    pub(super) fn resolve(&self, code: Code, word: u64) -> Code {
        if code.0 & Code::SPLIT == 0 {
            return code;
        }
        match self.splits.get(usize::from(code.0 & (Code::SPLIT - 1))) {
            Some(split) => select_unpredictable(word <= split.last, split.first, split.second),
            None => Code::new(self.table.draw(word)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::pot::{DrawTable, Purse, RerollPolicy};
    use crate::games::pot::{DiceSet, Zero};
    use std::sync::Arc;

    #[test]
    fn codes_tell_results() {
        let mut known = Vec::new();
        for (class, combo, rerolled) in Class::all() {
            assert_eq!(class.parts(), (combo, rerolled));
            for score in 0..=15 {
                let code = Code::new(TurnResult { combo, score, rerolled });
                let scores = !matches!(combo, Combo::Ones | Combo::Pot);
                assert_eq!((code.class(), code.is_special()), (class, combo == Combo::Pot));
                assert!(code.is_special() || code.mark(0).rank() == if scores { u32::from(score) + 1 } else { 0 });
                assert_ne!(code, Code::SEVERAL);
                known.push(class.index());
            }
        }
        known.dedup();
        assert_eq!(known.len(), 33);
        assert!(known.iter().all(|&index| index < Class::MANY) && Code::SEVERAL.is_special());
    }

    /// Codes of all classes and ranks, and the rank of each.
    fn ranked() -> impl Iterator<Item = (Code, u32)> {
        let of_rank = |rank: u32| {
            Class::all().filter_map(move |(_, combo, rerolled)| match combo {
                Combo::Pot => None,
                Combo::Ones => (rank == 0).then(|| Code::new(TurnResult { combo, score: 0, rerolled })),
                _ => (rank > 0).then(|| Code::new(TurnResult { combo, score: rank as u8 - 1, rerolled })),
            })
        };
        (0..=16).flat_map(move |rank| of_rank(rank).map(move |code| (code, rank)))
    }

    #[test]
    fn marks_are_beaten_by_higher_ranks_alone() {
        for (code, rank) in ranked() {
            assert_eq!(code.beats(Mark::NONE), rank > 0);
            for (mark, after) in (0..=6).map(|after| (code.mark(after), after)) {
                assert_eq!((mark.rank(), mark.after()), (rank, after));
                assert!(ranked().all(|(other, higher)| other.beats(mark) == (higher > rank)));
            }
        }
        assert_eq!(Mark::NONE.rank(), 0);
        assert!(Mark::NONE.after() > 6);
    }

    /// At the ends of every stretch and of every result's share, and with two, three and more results in a stretch.
    #[test]
    fn guides_tell_what_tables_draw() {
        let plans = [
            RerollPolicy::of_rule(Purse::Empty, |_| Ok::<_, ()>(DiceSet::NONE)),
            RerollPolicy::of_rule(Purse::Empty, |roll| Ok(roll.shown.dice_with(|face| face == 0))),
            RerollPolicy::of_rule(Purse::Coins, |roll| Ok(roll.shown.dice_with(|face| face < 4))),
        ];
        for plan in plans {
            let table = Arc::new(DrawTable::new(&plan.unwrap().outcome(Zero::Any)));
            let guide = Guide::new(Arc::clone(&table));
            let ends =
                (0..STRETCHES as u64).map(|stretch| stretch << SHIFT).chain(table.shares().map(|(last, _)| last));
            let words: Vec<u64> = ends.flat_map(|end| [end.wrapping_sub(1), end, end.wrapping_add(1)]).collect();
            for word in words {
                let code = guide.code(word);
                let code = if code.is_special() { guide.resolve(code, word) } else { code };
                assert_eq!(code, Code::new(table.draw(word)), "{word:x}");
            }
        }
    }
}
