//! The dice a plan keeps, as one integer whose order is the order in which ties are settled.

use crate::dice::Counts;
use crate::dice::multisets::{before_layer, layer_at, rank, unrank};

/// Dice that are kept: a multiset, in 4 bytes.
///
/// A greater keep is preferred among equally good ones: more dice first, and among as many the one whose sorted faces,
/// lowest first, come first lexicographically. Keeping every die of a roll, which is stopping, is the greatest of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Keep(u32);

impl Keep {
    /// No dice: everything is rerolled.
    pub(super) const NOTHING: Keep = Keep(0);

    /// The keep of `dice` dice with rank `rank` in their layer.
    #[inline]
    pub(super) fn new(dice: u32, rank: usize) -> Keep {
        Keep((before_layer(dice + 1) - 1 - rank) as u32)
    }

    #[inline]
    pub(super) fn of(counts: Counts) -> Keep {
        Keep::new(counts.dice(), rank(counts))
    }

    /// How many dice are kept.
    #[inline]
    pub(super) fn dice(self) -> u32 {
        layer_at(self.0 as usize)
    }

    /// The place of the kept dice among the multisets of all layers.
    #[inline]
    pub(super) fn place(self) -> usize {
        let dice = self.dice();
        before_layer(dice) + self.rank(dice)
    }

    #[inline]
    pub(super) fn counts(self) -> Counts {
        let dice = self.dice();
        unrank(dice, self.rank(dice))
    }

    /// The rank, given the number of dice.
    #[inline]
    fn rank(self, dice: u32) -> usize {
        before_layer(dice + 1) - 1 - self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::multisets::layer;

    #[test]
    fn more_dice_then_the_lowest_faces_are_preferred() {
        let mut keeps: Vec<Vec<u8>> = (0..=4).flat_map(layer).map(|counts| counts.iter().collect()).collect();
        keeps.sort_by(|a, b| b.len().cmp(&a.len()).then(a.cmp(b)));
        let codes: Vec<Keep> = keeps.iter().map(|faces| Keep::of(Counts::from_faces(faces))).collect();
        assert!(codes.is_sorted_by(|a, b| a > b));
        assert_eq!(codes.last(), Some(&Keep::NOTHING));
    }

    #[test]
    fn a_keep_remembers_its_dice() {
        for dice in [0, 1, 2, 7] {
            for (rank, counts) in layer(dice).enumerate() {
                let keep = Keep::of(counts);
                assert_eq!((keep.dice(), keep.counts(), keep.place()), (dice, counts, before_layer(dice) + rank));
            }
        }
    }
}
