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

    /// How many ways there are to part a hand, and the one of this number, in the order of [`Dice::parts`].
    pub(crate) fn numbered_part(&self, hand: Hand, number: impl FnOnce(usize) -> usize) -> (Hand, Hand) {
        let counts = self.with_counts(hand, <[u8]>::to_vec);
        let (mut number, mut kept) = (number(ways(&counts)), vec![0; counts.len()]);
        for (face, &n) in counts.iter().enumerate().rev() {
            kept[face] = (number % (usize::from(n) + 1)) as u8;
            number /= usize::from(n) + 1;
        }
        let rest: Vec<u8> = counts.iter().zip(&kept).map(|(n, k)| n - k).collect();
        // Parts of a hand that there is are hands that there are.
        (self.hand(&kept).unwrap_or(0), self.hand(&rest).unwrap_or(0))
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
