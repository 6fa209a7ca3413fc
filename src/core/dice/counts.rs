//! Face counts: a multiset of six-faced dice packed into one word.
//!
//! Owns the packing and its arithmetic. What a face means (a Boss, a letter) belongs to the game; by
//! convention face 0 is the one that counts 0 and face `v` counts `v`.

use std::fmt;
use std::ops::{Add, Sub};

/// Number of faces of a die.
pub const FACES: usize = 6;

/// The most dice one [`Counts`] can hold: the top bit of each field stays free, so that all fields can
/// be compared at once.
pub const MAX_DICE: u32 = FIELD_MASK as u32 >> 1;

/// A face: 0 to 5.
pub type Face = u8;

const FIELD_BITS: u32 = 10;
const FIELD_MASK: u64 = (1 << FIELD_BITS) - 1;
/// The lowest bit of every field.
const ONES: u64 = 1 | 1 << 10 | 1 << 20 | 1 << 30 | 1 << 40 | 1 << 50;
/// The free top bit of every field.
const TOPS: u64 = ONES << (FIELD_BITS - 1);
/// The lowest bit of the faces 1 to 5.
const VALUES: u64 = ONES ^ 1;
/// Every other field, each with the room of two.
const EVEN_FIELDS: u64 = FIELD_MASK | FIELD_MASK << (2 * FIELD_BITS) | FIELD_MASK << (4 * FIELD_BITS);

/// How many dice show each face, 10 bits a face: a multiset of at most [`MAX_DICE`] dice.
///
/// Addition and subtraction are those of multisets, one instruction each. The order that `Ord`
/// gives is that of the packed word: total, stable, and without a meaning in a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Counts(u64);

impl Counts {
    /// No dice.
    pub const EMPTY: Counts = Counts(0);

    /// One die showing `face` (0 to 5).
    ///
    /// # Panics
    /// In debug builds, on a face above 5.
    #[inline]
    pub const fn one(face: Face) -> Counts {
        debug_assert!((face as usize) < FACES);
        Counts(1 << (FIELD_BITS * face as u32))
    }

    /// `count` dice, all showing `face`.
    ///
    /// # Panics
    /// In debug builds, if `count` exceeds [`MAX_DICE`].
    #[inline]
    pub const fn of(face: Face, count: u32) -> Counts {
        debug_assert!(count <= MAX_DICE);
        Counts((count as u64) << (FIELD_BITS * face as u32))
    }

    /// The multiset with `counts[f]` dice on face `f`, or `None` if that is more than [`MAX_DICE`] dice.
    pub fn from_array(counts: [u32; FACES]) -> Option<Counts> {
        let dice = counts.iter().try_fold(0u32, |sum, &c| sum.checked_add(c))?;
        (dice <= MAX_DICE).then(|| (0..).zip(counts).fold(Counts::EMPTY, |all, (face, c)| all + Counts::of(face, c)))
    }

    /// How many dice show `face`.
    #[inline]
    pub const fn get(self, face: Face) -> u32 {
        ((self.0 >> (FIELD_BITS * face as u32)) & FIELD_MASK) as u32
    }

    /// How many dice there are.
    #[inline]
    pub const fn dice(self) -> u32 {
        // The highest field of the product is the sum of all fields; no field below it overflows,
        // because there are at most MAX_DICE dice in all.
        ((self.0.wrapping_mul(ONES) >> (FIELD_BITS * (FACES as u32 - 1))) & FIELD_MASK) as u32
    }

    /// The sum of the values shown: face `v` counts `v`.
    #[inline]
    pub const fn total(self) -> u32 {
        // Faces 0, 2, 4 and faces 1, 3, 5 in fields of 20 bits; the third field of each product is the
        // sum of its counts times the factors, highest face times the lowest factor.
        const PAIR: u32 = 2 * FIELD_BITS;
        let even = (self.0 & EVEN_FIELDS).wrapping_mul(2 << PAIR | 4);
        let odd = ((self.0 >> FIELD_BITS) & EVEN_FIELDS).wrapping_mul(1 << (2 * PAIR) | 3 << PAIR | 5);
        ((even.wrapping_add(odd) >> (2 * PAIR)) & ((1 << PAIR) - 1)) as u32
    }

    /// Whether there are no dice.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every die of `other` is among these (multiset inclusion).
    #[inline]
    pub const fn contains(self, other: Counts) -> bool {
        // A field that would borrow takes its free top bit.
        ((self.0 | TOPS) - other.0) & TOPS == TOPS
    }

    /// These dice without those of `other`, or `None` if some are missing.
    #[inline]
    pub fn checked_sub(self, other: Counts) -> Option<Counts> {
        self.contains(other).then(|| self - other)
    }

    /// These dice and one more, showing `face` (0 to 5); there must be fewer than [`MAX_DICE`].
    ///
    /// # Panics
    /// In debug builds, on a face above 5.
    #[inline]
    pub const fn with(self, face: Face) -> Counts {
        Counts(self.0 + Counts::one(face).0)
    }

    /// Only the dice that show `face`.
    #[inline]
    pub const fn only(self, face: Face) -> Counts {
        Counts(self.0 & (FIELD_MASK << (FIELD_BITS * face as u32)))
    }

    /// The values (1 to 5) that at least `least` dice show.
    ///
    /// # Panics
    /// In debug builds, if `least` is 0.
    #[inline]
    pub const fn values_on(self, least: u32) -> Values {
        debug_assert!(least > 0);
        if least > MAX_DICE {
            return Values(0);
        }
        // Adding what is missing to 512 sets the free top bit of every field that is large enough.
        let enough = self.0 + ONES * ((1 << (FIELD_BITS - 1)) - least as u64);
        Values(enough >> (FIELD_BITS - 1) & VALUES)
    }

    /// The counts, indexed by face.
    pub fn to_array(self) -> [u32; FACES] {
        std::array::from_fn(|face| self.get(face as Face))
    }

    /// The faces shown, lowest first, a die at a time.
    pub fn iter(self) -> impl Iterator<Item = Face> {
        (0..FACES as Face).flat_map(move |face| std::iter::repeat_n(face, self.get(face) as usize))
    }
}

/// A set of the values 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Values(u64);

impl Values {
    /// The set with `value` (1 to 5) added.
    ///
    /// # Panics
    /// In debug builds, on another value.
    #[inline]
    pub const fn with(self, value: Face) -> Values {
        debug_assert!(0 < value && (value as usize) < FACES);
        Values(self.0 | 1 << (FIELD_BITS * value as u32))
    }

    /// Whether the value is in the set.
    #[inline]
    pub const fn has(self, value: Face) -> bool {
        self.0 >> (FIELD_BITS * value as u32) & 1 == 1
    }

    /// How many values are in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a value is in both sets.
    #[inline]
    pub const fn meets(self, other: Values) -> bool {
        self.0 & other.0 != 0
    }

    /// The length of the longest run of consecutive values.
    #[inline]
    pub const fn longest_run(self) -> u32 {
        // Each step keeps the values that end a run one longer than the step before.
        let (mut ends, mut length) = (self.0, 0);
        while ends != 0 {
            ends &= ends << FIELD_BITS;
            length += 1;
        }
        length
    }
}

impl Add for Counts {
    type Output = Counts;
    /// All dice of both, at most [`MAX_DICE`] together.
    #[inline]
    fn add(self, other: Counts) -> Counts {
        Counts(self.0 + other.0)
    }
}

impl Sub for Counts {
    type Output = Counts;
    /// Removes dice that must all be present; see [`Counts::checked_sub`] when that is not known.
    ///
    /// # Panics
    /// In debug builds, if some are missing.
    #[inline]
    fn sub(self, other: Counts) -> Counts {
        debug_assert!(self.contains(other), "removing dice that are not there");
        Counts(self.0 - other.0)
    }
}

impl fmt::Debug for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Counts {
        /// The multiset of the given faces.
        pub(crate) fn from_faces(faces: &[Face]) -> Counts {
            faces.iter().fold(Counts::EMPTY, |all, &face| all.with(face))
        }
    }
    use proptest::prelude::*;

    #[test]
    fn too_many_dice_are_refused() {
        assert!(Counts::from_array([MAX_DICE, 0, 0, 0, 0, 0]).is_some());
        assert_eq!(Counts::from_array([MAX_DICE, 1, 0, 0, 0, 0]), None);
        assert_eq!(Counts::from_array([u32::MAX, 1, 0, 0, 0, 0]), None);
        let fives = Counts::of(5, MAX_DICE);
        assert_eq!((fives.total(), fives.dice()), (5 * MAX_DICE, MAX_DICE));
        assert!(fives.values_on(MAX_DICE).has(5) && !fives.values_on(MAX_DICE + 1).has(5));
    }

    proptest! {
        #[test]
        fn agrees_with_a_list_of_faces(a in prop::collection::vec(0u8..6, 0..255), b in prop::collection::vec(0u8..6, 0..255)) {
            let (pa, pb) = (Counts::from_faces(&a), Counts::from_faces(&b));
            let both = pa + pb;
            prop_assert_eq!(both.dice() as usize, a.len() + b.len());
            prop_assert_eq!(both.total(), a.iter().chain(&b).map(|&f| u32::from(f)).sum::<u32>());
            prop_assert_eq!(both - pb, pa);
            prop_assert_eq!(both.checked_sub(pa), Some(pb));
            let mut sorted: Vec<u8> = a.iter().chain(&b).copied().collect();
            sorted.sort_unstable();
            prop_assert_eq!(both.iter().collect::<Vec<_>>(), sorted.clone());
            for face in 0..6u8 {
                let n = sorted.iter().filter(|&&f| f == face).count() as u32;
                prop_assert_eq!(both.get(face), n);
                prop_assert_eq!(both.only(face), Counts::of(face, n));
            }
            for least in 1..=12u32 {
                let on = both.values_on(least);
                for value in 1..6u8 {
                    prop_assert_eq!(on.has(value), both.get(value) >= least);
                }
                prop_assert_eq!(on.len(), (1..6).filter(|&v| both.get(v) >= least).count() as u32);
                let run = (1..6u8).flat_map(|first| (first..6).map(move |last| (first, last)))
                    .filter(|&(first, last)| (first..=last).all(|v| on.has(v)))
                    .map(|(first, last)| u32::from(last - first) + 1).max().unwrap_or(0);
                prop_assert_eq!(on.longest_run(), run);
            }
            prop_assert_eq!(pa.checked_sub(pb).is_some(), pa.contains(pb));
        }
    }
}
