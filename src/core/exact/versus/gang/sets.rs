//! Sets of cards that are gone, of those with one back.
//!
//! Owns their order.

/// The sets of one size in order. A set is a number with a bit for each card.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// How many cards there are.
    cards: usize,
    /// How many of them are in each set.
    gone: usize,
    masks: Vec<u64>,
}

impl Sets {
    /// The set before any card is gone, of at most 64 cards.
    pub(super) fn of(cards: usize) -> Sets {
        Sets { cards, gone: 0, masks: vec![0] }
    }

    /// The sets with one card more.
    pub(super) fn with_another(&self) -> Sets {
        let another = |&mask: &u64| {
            let above = (u64::BITS - mask.leading_zeros()) as usize;
            (above..self.cards).map(move |card| mask | 1 << card)
        };
        let mut masks: Vec<u64> = self.masks.iter().flat_map(another).collect();
        masks.sort_unstable();
        Sets { masks, gone: self.gone + 1, ..*self }
    }

    /// The sets.
    pub(super) fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// Where a set stands.
    pub(super) fn place(&self, mask: u64) -> Option<usize> {
        self.masks.binary_search(&mask).ok()
    }

    /// The chance of each card that is not gone to be the next.
    pub(super) fn chance(&self) -> f64 {
        1.0 / (self.cards - self.gone) as f64
    }
}

/// How many sets of `things` can be chosen from `of`.
pub(super) fn choose(of: usize, things: usize) -> f64 {
    (0..things).fold(1.0, |sets, at| sets * of.saturating_sub(at) as f64 / (at + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pascal's triangle.
    fn pascal(of: usize, things: usize) -> u64 {
        match (of, things) {
            (_, 0) => 1,
            (0, _) => 0,
            _ => pascal(of - 1, things - 1) + pascal(of - 1, things),
        }
    }

    #[test]
    fn sets_are_all_of_their_size_each_once() {
        for cards in 0..=7 {
            let mut sets = Sets::of(cards);
            for gone in 0..=cards {
                let all: Vec<u64> = (0..1 << cards).filter(|mask: &u64| mask.count_ones() as usize == gone).collect();
                assert_eq!(sets.masks(), all);
                assert_eq!(choose(cards, gone), pascal(cards, gone) as f64);
                assert_eq!(choose(cards, gone) as usize, all.len());
                sets = sets.with_another();
            }
            assert!(sets.masks().is_empty());
        }
        assert_eq!(choose(3, 4), 0.0);
    }
}
