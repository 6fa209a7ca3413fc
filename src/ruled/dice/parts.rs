//! The ways to keep some dice of a hand.

use super::{Dice, Hand};
use std::borrow::Cow;

/// The most ways to part hands that are kept in memory, over all hands.
const MOST_KEPT: usize = 2_000_000;
/// The most ways to part one hand.
const MOST_PARTS: usize = 100_000;

fn ways(counts: &[u8]) -> usize {
    counts.iter().fold(1usize, |ways, &n| ways.saturating_mul(usize::from(n) + 1))
}

impl Dice {
    /// Lists the ways to part each hand, if that is not too much to keep; games in which dice are kept need them often.
    pub(crate) fn tabulate_parts(&mut self) {
        let Some(numbered) = &self.numbered else { return };
        let all = numbered.counts.iter().fold(0usize, |all, counts| all.saturating_add(ways(counts)));
        if all > MOST_KEPT {
            return;
        }
        let parts = (0..numbered.counts.len()).map(|hand| self.all_parts(hand as Hand).into_boxed_slice()).collect();
        if let Some(numbered) = &mut self.numbered {
            numbered.parts = parts;
        }
    }

    /// The ways to part a hand, what is kept and the rest, always in the same order; fails with a message if there are too
    /// many.
    pub(crate) fn parts(&self, hand: Hand) -> Result<Cow<'_, [(Hand, Hand)]>, String> {
        if let Some(numbered) = self.numbered.as_ref().filter(|numbered| !numbered.parts.is_empty()) {
            return Ok(Cow::Borrowed(&numbered.parts[hand as usize]));
        }
        let n = self.with_counts(hand, ways);
        if n > MOST_PARTS {
            return Err(format!("there are {n} ways to keep some of these dice; at most {MOST_PARTS} are looked at"));
        }
        Ok(Cow::Owned(self.all_parts(hand)))
    }

    fn all_parts(&self, hand: Hand) -> Vec<(Hand, Hand)> {
        let more = |hand, face, times| (0..times).fold(hand, |hand, _| self.plus(hand, face));
        let counts = self.with_counts(hand, <[u8]>::to_vec);
        counts.into_iter().enumerate().fold(vec![(0, 0)], |parts, (face, n)| {
            let one = |(kept, rest): (Hand, Hand)| (0..=n).map(move |k| (more(kept, face, k), more(rest, face, n - k)));
            parts.into_iter().flat_map(one).collect()
        })
    }
}
