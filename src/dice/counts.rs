//! Face counts: a multiset of six-faced dice packed into one word.
//!
//! Owns the packing and its arithmetic. What a face means (a Boss, a letter) belongs to the game; by
//! convention face 0 is the one that counts 0 and face `v` counts `v`.

use std::fmt;
use std::ops::{Add, Sub};

/// Number of faces of a die.
pub const FACES: usize = 6;

/// The most dice one [`Counts`] can hold.
pub const MAX_DICE: u32 = FIELD_MASK as u32;

/// A face: 0 to 5.
pub type Face = u8;

const FIELD_BITS: u32 = 10;
const FIELD_MASK: u64 = (1 << FIELD_BITS) - 1;
const ONES: u64 = {
    let mut ones = 0;
    let mut face = 0;
    while face < FACES as u32 {
        ones |= 1 << (FIELD_BITS * face);
        face += 1;
    }
    ones
};

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

    /// The multiset of the given faces.
    ///
    /// # Panics
    /// In debug builds, on a face above 5 or more than [`MAX_DICE`] faces.
    pub fn from_faces(faces: &[Face]) -> Counts {
        debug_assert!(faces.len() <= MAX_DICE as usize);
        faces.iter().fold(Counts::EMPTY, |all, &face| all + Counts::one(face))
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
        self.get(1) + 2 * self.get(2) + 3 * self.get(3) + 4 * self.get(4) + 5 * self.get(5)
    }

    /// Whether there are no dice.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every die of `other` is among these (multiset inclusion).
    #[inline]
    pub fn contains(self, other: Counts) -> bool {
        (0..FACES as Face).all(|face| other.get(face) <= self.get(face))
    }

    /// These dice without those of `other`, or `None` if some are missing.
    #[inline]
    pub fn checked_sub(self, other: Counts) -> Option<Counts> {
        self.contains(other).then(|| self - other)
    }

    /// These dice and one more, showing `face`.
    #[inline]
    pub const fn with(self, face: Face) -> Counts {
        Counts(self.0 + Counts::one(face).0)
    }

    /// Only the dice that show `face`.
    #[inline]
    pub const fn only(self, face: Face) -> Counts {
        Counts(self.0 & (FIELD_MASK << (FIELD_BITS * face as u32)))
    }

    /// A bit for each face that is present: bit `f` is set when a die shows face `f`.
    #[inline]
    pub fn faces_present(self) -> u8 {
        (0..FACES as Face).fold(0, |mask, face| mask | (u8::from(self.get(face) > 0) << face))
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

impl Add for Counts {
    type Output = Counts;
    #[inline]
    fn add(self, other: Counts) -> Counts {
        Counts(self.0 + other.0)
    }
}

impl Sub for Counts {
    type Output = Counts;
    /// Removes dice that must all be present; see [`Counts::checked_sub`] when that is not known.
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
    use proptest::prelude::*;

    #[test]
    fn too_many_dice_are_refused() {
        assert!(Counts::from_array([MAX_DICE, 0, 0, 0, 0, 0]).is_some());
        assert_eq!(Counts::from_array([MAX_DICE, 1, 0, 0, 0, 0]), None);
        assert_eq!(Counts::from_array([u32::MAX, 1, 0, 0, 0, 0]), None);
    }

    proptest! {
        #[test]
        fn agrees_with_a_list_of_faces(a in prop::collection::vec(0u8..6, 0..300), b in prop::collection::vec(0u8..6, 0..300)) {
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
                prop_assert_eq!(both.faces_present() >> face & 1 == 1, n > 0);
            }
            prop_assert_eq!(pa.checked_sub(pb).is_some(), pa.contains(pb));
        }
    }
}
