//! The multisets of up to [`MOST_DICE`] dice, numbered so that neighbours are found by addition.
//!
//! Owns the numbering: [`rank`] and [`unrank`] within the **layer** of all multisets of as many dice, the place of a layer
//! when all stand one after another ([`before_layer`]), and the [`Row`]s of a layer, along which adding or removing a die
//! is the same step for every multiset.
//!
//! With `a_f` the number of dice above face `f`, the rank of a multiset in its layer is
//! C(a₀+4, 5) + C(a₁+3, 4) + C(a₂+2, 3) + C(a₃+1, 2) + a₄, the combinatorial number system (Knuth, The Art of Computer
//! Programming 4A, 7.2.1.3, theorem L). So the order of ranks is that of the sorted faces, lowest first, compared
//! lexicographically; a die of face 0 leaves the rank unchanged, and a layer is a longer prefix of one sequence the more
//! dice it has; and the step to the multiset with one die more of a face is a sum of binomials of `a₀` … `a₃`, which a row,
//! in which only `a₄` (the fives) varies, shares.

use super::counts::{Counts, FACES};
use std::ops::Range;

/// The largest multisets that are numbered, in dice.
pub const MOST_DICE: u32 = 48;

/// `MULTISETS[i][t]`: how many multisets of `i` items there are of `t` kinds, C(t+i−1, i).
const MULTISETS: [[u32; MOST_DICE as usize + 2]; FACES + 1] = {
    let mut table = [[0; MOST_DICE as usize + 2]; FACES + 1];
    table[0] = [1; MOST_DICE as usize + 2];
    let mut i = 1;
    while i <= FACES {
        let mut t = 1;
        while t < table[i].len() {
            table[i][t] = table[i][t - 1] + table[i - 1][t];
            t += 1;
        }
        i += 1;
    }
    table
};

/// How many multisets of `dice` dice there are.
///
/// # Panics
/// If `dice` exceeds [`MOST_DICE`].
#[inline]
pub const fn layer_len(dice: u32) -> usize {
    MULTISETS[FACES - 1][dice as usize + 1] as usize
}

/// How many multisets of fewer than `dice` dice there are: the place of the first of layer `dice`
/// when all layers from 0 stand one after another.
///
/// # Panics
/// If `dice` exceeds [`MOST_DICE`] + 1.
#[inline]
pub const fn before_layer(dice: u32) -> usize {
    MULTISETS[FACES][dice as usize] as usize
}

/// The layer that contains place `place` of all layers one after another.
///
/// Places beyond the last layer count as in the last.
#[inline]
pub fn layer_at(place: usize) -> u32 {
    let starts = &MULTISETS[FACES][1..=MOST_DICE as usize];
    starts.partition_point(|&start| start as usize <= place) as u32
}

/// The rank of `counts` in its layer, from 0, in the order of the sorted faces.
///
/// # Panics
/// If there are more than [`MOST_DICE`] dice.
#[inline]
pub fn rank(counts: Counts) -> usize {
    assert!(counts.dice() <= MOST_DICE, "only multisets of up to {MOST_DICE} dice are numbered");
    let (mut above, mut rank) = (0, 0);
    for (face, starts) in (1..FACES as u8).rev().zip(&MULTISETS[1..]) {
        above += counts.get(face) as usize;
        rank += starts[above] as usize;
    }
    rank
}

/// The multiset of `dice` dice with rank `rank` in its layer.
///
/// # Panics
/// If `dice` exceeds [`MOST_DICE`] or `rank` is not below [`layer_len`].
pub fn unrank(dice: u32, rank: usize) -> Counts {
    assert!(rank < layer_len(dice), "layer {dice} has {} multisets, rank {rank} is beyond", layer_len(dice));
    let (mut left, mut dice_left, mut counts) = (rank as u32, dice, Counts::EMPTY);
    for (face, starts) in (0..).zip(MULTISETS[1..FACES].iter().rev()) {
        let above = starts[1..=dice_left as usize].partition_point(|&start| start <= left) as u32;
        left -= starts[above as usize];
        counts = counts + Counts::of(face, dice_left - above);
        dice_left = above;
    }
    counts + Counts::of(FACES as u8 - 1, dice_left)
}

/// The multisets of a layer that agree in their dice below face 4; their ranks are consecutive,
/// from no 5 to as many 5s as there are dice of face 4 or 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    first: usize,
    /// The dice above face 0, 1, 2 and 3.
    above: [u32; 4],
}

impl Row {
    /// The ranks of the row's multisets in their layer.
    #[inline]
    pub const fn ranks(&self) -> Range<usize> {
        self.first..self.first + self.above[3] as usize + 1
    }

    /// The row's first multiset, the one without 5s, in the layer of `dice` dice.
    #[inline]
    pub fn first(&self, dice: u32) -> Counts {
        let [a0, a1, a2, a3] = self.above;
        Counts::of(0, dice - a0)
            + Counts::of(1, a0 - a1)
            + Counts::of(2, a1 - a2)
            + Counts::of(3, a2 - a3)
            + Counts::of(4, a3)
    }

    /// By face: how far the rank rises, from one layer to the next, when a die of that face is added
    /// to a multiset of this row.
    #[inline]
    pub fn steps_up(&self) -> [usize; FACES] {
        Row::steps(self.above.map(|above| above as usize + 1))
    }

    /// By face: how far the rank falls, from one layer to the one before, when a die of that face is
    /// removed from a multiset of this row that has one.
    #[inline]
    pub fn steps_down(&self) -> [usize; FACES] {
        Row::steps(self.above.map(|above| above as usize))
    }

    #[inline]
    fn steps(kinds: [usize; 4]) -> [usize; FACES] {
        let mut steps = [0; FACES];
        for (i, kinds) in kinds.into_iter().enumerate() {
            steps[i + 1] = steps[i] + MULTISETS[FACES - 2 - i][kinds] as usize;
        }
        steps[FACES - 1] = steps[FACES - 2] + 1;
        steps
    }
}

/// The rows of the layer of `dice` dice, in the order of their ranks.
///
/// # Panics
/// If `dice` exceeds [`MOST_DICE`].
pub fn rows(dice: u32) -> impl Iterator<Item = Row> {
    assert!(dice <= MOST_DICE, "only multisets of up to {MOST_DICE} dice are numbered");
    let start = Row { first: 0, above: [0; 4] };
    std::iter::successors(Some(start), move |row| {
        let mut above = row.above;
        let mut i = above.len() - 1;
        while i > 0 && above[i] == above[i - 1] {
            above[i] = 0;
            i -= 1;
        }
        above[i] += 1;
        (above[0] <= dice).then_some(Row { first: row.ranks().end, above })
    })
}

/// All multisets of `dice` dice, in the order of their ranks.
///
/// # Panics
/// If `dice` exceeds [`MOST_DICE`].
pub fn layer(dice: u32) -> impl Iterator<Item = Counts> {
    rows(dice).flat_map(move |row| {
        let fours_and_fives = row.above[3];
        let rest = row.first(dice) - Counts::of(4, fours_and_fives);
        (0..=fours_and_fives).map(move |fives| rest + Counts::of(4, fours_and_fives - fives) + Counts::of(5, fives))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every list of `dice` faces in ascending order, in lexicographic order, by plain enumeration.
    fn sorted_lists(dice: u32) -> Vec<Vec<u8>> {
        (0..6u32.pow(dice))
            .map(|n| (0..dice).rev().map(|place| (n / 6u32.pow(place) % 6) as u8).collect::<Vec<_>>())
            .filter(|faces| faces.is_sorted())
            .collect()
    }

    #[test]
    fn layers_are_in_the_order_of_the_sorted_faces() {
        for dice in 0..=6 {
            let listed: Vec<Vec<u8>> = layer(dice).map(|counts| counts.iter().collect()).collect();
            assert_eq!(listed, sorted_lists(dice));
            assert_eq!(listed.len(), layer_len(dice));
        }
    }

    #[test]
    fn rank_and_unrank_agree_with_the_listing() {
        for dice in [0, 1, 2, 5, 11, MOST_DICE] {
            let mut listed = 0;
            for (place, counts) in layer(dice).enumerate() {
                // The largest layer has 2.9 million: every 97th will do there.
                if dice < 12 || place % 97 == 0 {
                    assert_eq!((counts.dice(), rank(counts)), (dice, place));
                    assert_eq!(unrank(dice, place), counts);
                }
                listed += 1;
            }
            assert_eq!(listed, layer_len(dice));
        }
    }

    #[test]
    fn sizes_are_binomials() {
        // C(17, 5), C(53, 5) and C(54, 6) from a table of binomials.
        assert_eq!((layer_len(12), layer_len(48), before_layer(49)), (6188, 2_869_685, 25_827_165));
        for dice in 0..=MOST_DICE {
            assert_eq!(before_layer(dice) + layer_len(dice), before_layer(dice + 1));
            assert_eq!(layer_at(before_layer(dice)), dice);
            assert_eq!(layer_at(before_layer(dice + 1) - 1), dice);
        }
    }

    #[test]
    fn steps_lead_to_the_neighbours() {
        for dice in [0, 1, 4, 9, 47] {
            for row in rows(dice).step_by(if dice == 47 { 1001 } else { 1 }) {
                for rank_here in row.ranks() {
                    let counts = unrank(dice, rank_here);
                    for face in 0..FACES as u8 {
                        let more = counts.with(face);
                        assert_eq!(rank(more), rank_here + row.steps_up()[face as usize]);
                        if let Some(less) = counts.checked_sub(Counts::one(face)) {
                            assert_eq!(rank(less), rank_here - row.steps_down()[face as usize]);
                        }
                    }
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "only multisets of up to 48 dice")]
    fn larger_multisets_have_no_rank() {
        rank(Counts::of(0, 49));
    }

    #[test]
    #[should_panic(expected = "rank 6 is beyond")]
    fn ranks_beyond_the_layer_are_refused() {
        unrank(1, 6);
    }
}
