//! The six kinds of dice, and how many of each somebody has.
//!
//! Owns [`Kind`], sets of kinds, and [`Kinds`], six counts in one word; what a die costs and shows is for `rules`.

use std::fmt;

/// How many kinds of dice there are (B01).
pub const KINDS: usize = 6;
/// The most dice of all kinds that anybody can own: five of each (B04).
pub const MOST_DICE: usize = 30;

/// A kind of die (B01), in the order in which ties are settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// White.
    White,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Black.
    Black,
}

impl Kind {
    /// All kinds, in order.
    pub const ALL: [Kind; KINDS] = [Kind::White, Kind::Red, Kind::Yellow, Kind::Green, Kind::Blue, Kind::Black];

    /// The kind as an index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind of an index, the last one for any that is too high.
    #[inline]
    const fn at(index: u32) -> Kind {
        match index {
            0 => Kind::White,
            1 => Kind::Red,
            2 => Kind::Yellow,
            3 => Kind::Green,
            4 => Kind::Blue,
            _ => Kind::Black,
        }
    }

    /// Its name in files and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::White => "white",
            Kind::Red => "red",
            Kind::Yellow => "yellow",
            Kind::Green => "green",
            Kind::Blue => "blue",
            Kind::Black => "black",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How many dice of each kind: a byte a kind, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Kinds(u64);

/// A one in each byte that can hold a count, and in those above, where sums end.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Every other byte, a one in each pair of bytes, and the bit above each lower byte of a pair.
const EVERY_OTHER: u64 = 0x00ff_00ff_00ff_00ff;
const PAIR_ONES: u64 = 0x0001_0001_0001_0001;
const ABOVE: u64 = 0x0100_0100_0100_0100;

impl Kinds {
    /// No dice.
    pub const EMPTY: Kinds = Kinds(0);

    /// These numbers of dice, in the order of [`Kind::ALL`].
    pub fn new(counts: [u8; KINDS]) -> Kinds {
        Kinds(counts.iter().rev().fold(0, |word, &count| word << 8 | u64::from(count)))
    }

    /// So many dice of each kind.
    pub const fn each(count: u8) -> Kinds {
        Kinds((ONES >> 16) * count as u64)
    }

    /// One die.
    #[inline]
    pub const fn one(kind: Kind) -> Kinds {
        Kinds(1 << (8 * kind as u64))
    }

    /// How many dice of a kind.
    #[inline]
    pub const fn of(self, kind: Kind) -> u32 {
        (self.0 >> (8 * kind as u64)) as u32 & 0xff
    }

    /// Whether there is no die.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many dice in all.
    #[inline]
    pub const fn total(self) -> u32 {
        // Pairs of bytes first: all six kinds together may be more than a byte holds.
        let pairs = (self.0 & EVERY_OTHER) + (self.0 >> 8 & EVERY_OTHER);
        (pairs.wrapping_mul(PAIR_ONES) >> 48) as u32
    }

    /// Whether each of `other` is among these.
    #[inline]
    pub const fn contains(self, other: Kinds) -> bool {
        // A bit above each byte that is still there after the subtraction.
        let left = ((self.0 & EVERY_OTHER) | ABOVE).wrapping_sub(other.0 & EVERY_OTHER);
        let right = ((self.0 >> 8 & EVERY_OTHER) | ABOVE).wrapping_sub(other.0 >> 8 & EVERY_OTHER);
        left & right & ABOVE == ABOVE
    }

    /// These and `other` together, if no count goes beyond 255.
    pub fn checked_add(self, other: Kinds) -> Option<Kinds> {
        let fits = Kind::ALL.iter().all(|&kind| self.of(kind) + other.of(kind) <= 255);
        fits.then_some(Kinds(self.0.wrapping_add(other.0)))
    }

    /// The kinds of which there is at least one die.
    pub fn kinds(self) -> impl DoubleEndedIterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.of(kind) > 0)
    }

    /// Marks the kinds of which there are fewer here than in `other`; no count of either may go beyond 127.
    #[inline]
    pub(super) const fn fewer_than(self, other: Kinds) -> Marked {
        debug_assert!((self.0 | other.0) & HIGH == 0);
        let not_fewer = (self.0 | HIGH).wrapping_sub(other.0);
        Marked(!not_fewer & HIGH)
    }

    /// Each die as its kind, in order.
    pub fn dice(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().flat_map(move |kind| (0..self.of(kind)).map(move |_| kind))
    }

    /// The kind of the `index`th die (from 0) when the dice lie in the order of their kinds.
    ///
    /// # Panics
    /// In debug builds, if there is no such die, or there are more than 127.
    #[inline]
    pub fn nth(self, index: u32) -> Kind {
        Row::of(self).take(index)
    }
}

/// What a die of each kind costs, laid out for sums over dice: of every other kind, the last one first, 16 bits each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prices {
    even: u64,
    odd: u64,
}

impl Prices {
    /// These costs, each as the count of its kind.
    pub(super) const fn new(costs: Kinds) -> Prices {
        const fn reversed(costs: u64) -> u64 {
            (costs & 0xffff) << 32 | costs & 0xffff << 16 | costs >> 32 & 0xffff
        }
        Prices { even: reversed(costs.0 & EVERY_OTHER), odd: reversed(costs.0 >> 8 & EVERY_OTHER) }
    }

    /// What all these dice cost; no three kinds together may cost more than 16 bits hold.
    #[inline]
    pub(super) const fn of(self, dice: Kinds) -> u32 {
        // Bits 32 to 47 of a product are the sum over its three kinds; nothing is carried into them.
        let even = (dice.0 & EVERY_OTHER).wrapping_mul(self.even);
        let odd = (dice.0 >> 8 & EVERY_OTHER).wrapping_mul(self.odd);
        (even >> 32) as u16 as u32 + (odd >> 32) as u16 as u32
    }
}

/// Dice in a row, in the order of their kinds, from which one after the other is taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row(u64);

impl Row {
    /// These dice, of which there are fewer than 128.
    #[inline]
    pub(super) const fn of(dice: Kinds) -> Row {
        // Byte k is the number of dice of the kinds up to k.
        Row(dice.0.wrapping_mul(ONES))
    }

    /// How many dice lie there.
    #[inline]
    pub(super) const fn total(self) -> u32 {
        (self.0 >> 56) as u32
    }

    /// Takes the `index`th die (from 0) away; answers with its kind.
    ///
    /// # Panics
    /// In debug builds, if there is no such die.
    #[inline]
    pub(super) fn take(&mut self, index: u32) -> Kind {
        debug_assert!(index < self.total() && self.total() < 128);
        // The high bit of byte k says that the die is of kind k or an earlier one: from there on there is one less.
        let reached = !((u64::from(index) * ONES) | HIGH).wrapping_sub(self.0) & HIGH;
        self.0 -= reached >> 7;
        Kind::at(reached.trailing_zeros() / 8)
    }

    /// The dice that lie there.
    #[inline]
    pub(super) const fn dice(self) -> Kinds {
        Kinds(self.0.wrapping_sub(self.0 << 8))
    }
}

impl std::ops::Add for Kinds {
    type Output = Kinds;

    /// Both together; no count may go beyond 255.
    #[inline]
    fn add(self, other: Kinds) -> Kinds {
        debug_assert!(self.checked_add(other).is_some());
        Kinds(self.0.wrapping_add(other.0))
    }
}

impl std::ops::Sub for Kinds {
    type Output = Kinds;

    /// These without `other`, which must be among them.
    #[inline]
    fn sub(self, other: Kinds) -> Kinds {
        debug_assert!(self.contains(other));
        Kinds(self.0.wrapping_sub(other.0))
    }
}

/// `2 white, 1 black`, or `no dice`.
impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("no dice");
        }
        for (i, kind) in self.kinds().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            write!(f, "{comma}{} {kind}", self.of(kind))?;
        }
        Ok(())
    }
}

/// Kinds that are marked, each by the highest bit of its byte.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marked(u64);

impl Marked {
    /// The kinds that are marked in both.
    #[inline]
    pub(super) const fn and(self, other: Marked) -> Marked {
        Marked(self.0 & other.0)
    }

    /// The kinds that are marked.
    #[inline]
    pub(super) const fn kinds(self) -> KindSet {
        /// Sends the lowest bit of byte k to bit 56 + k, for the bytes of all kinds.
        const GATHER: u64 = 1 << 56 | 1 << 49 | 1 << 42 | 1 << 35 | 1 << 28 | 1 << 21;
        KindSet(((self.0 >> 7 & ONES >> 16).wrapping_mul(GATHER) >> 56) as u8)
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct KindSet(u8);

impl KindSet {
    /// How many sets there are.
    pub(super) const SETS: usize = 1 << KINDS;

    /// All sets, each at its index.
    pub(super) fn all() -> impl Iterator<Item = KindSet> {
        (0..KindSet::SETS as u8).map(KindSet)
    }

    /// The set as an index, below [`KindSet::SETS`].
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether a kind is in it.
    #[inline]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }

    /// Whether it has no kind.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in order.
    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Kind> + Clone {
        Kind::ALL.into_iter().filter(move |&kind| self.has(kind))
    }

    pub(super) const fn without(self, kind: Kind) -> KindSet {
        KindSet(self.0 & !(1 << kind as u8))
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> KindSet {
        KindSet(kinds.into_iter().fold(0, |set, kind| set | 1 << kind as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_kept_apart() {
        let kinds = Kinds::new([5, 0, 3, 1, 0, 2]);
        assert_eq!(Kind::ALL.map(|kind| kinds.of(kind)), [5, 0, 3, 1, 0, 2]);
        assert_eq!(kinds.total(), 11);
        assert_eq!((kinds - Kinds::one(Kind::Yellow) + Kinds::one(Kind::Black)), Kinds::new([5, 0, 2, 1, 0, 3]));
        assert!(kinds.contains(Kinds::new([5, 0, 3, 0, 0, 0])) && !kinds.contains(Kinds::one(Kind::Red)));
        assert_eq!(Kinds::new([255; 6]).total(), 6 * 255);
        assert!(Kinds::new([255; 6]).contains(Kinds::new([255, 0, 255, 0, 255, 0])));
        for kind in Kind::ALL {
            assert!(!Kinds::new([7; 6]).contains(Kinds::one(kind) + Kinds::new([7; 6])), "{kind}");
        }
        assert_eq!(kinds.to_string(), "5 white, 3 yellow, 1 green, 2 black");
        assert_eq!(Kinds::new([200, 0, 0, 0, 0, 0]).checked_add(Kinds::new([56, 0, 0, 0, 0, 0])), None);
    }

    #[test]
    fn what_dice_cost_is_added_up() {
        let (costs, most) = ([1u8, 20, 3, 4, 19, 6], [30u8; 6]);
        for dice in [[0; 6], [1, 2, 3, 4, 5, 0], [5, 0, 0, 0, 0, 1], most] {
            let cost: u32 = dice.iter().zip(costs).map(|(&dice, cost)| u32::from(dice) * u32::from(cost)).sum();
            assert_eq!(Prices::new(Kinds::new(costs)).of(Kinds::new(dice)), cost, "{dice:?}");
        }
    }

    #[test]
    fn kinds_are_compared_one_by_one() {
        let (few, many) = (Kinds::new([0, 5, 127, 0, 2, 0]), Kinds::new([0, 6, 0, 127, 2, 1]));
        let fewer = |a: Kinds, b: Kinds| a.fewer_than(b).kinds().iter().collect::<Vec<_>>();
        assert_eq!(fewer(few, many), [Kind::Red, Kind::Green, Kind::Black]);
        assert_eq!(fewer(many, few), [Kind::Yellow]);
        assert_eq!(fewer(Kinds::EMPTY, Kinds::each(1)), Kind::ALL);
    }

    #[test]
    fn every_die_is_found_by_its_number() {
        for kinds in [[5, 5, 5, 5, 5, 5], [0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 1], [0, 3, 0, 2, 0, 0]].map(Kinds::new) {
            let found: Vec<Kind> = (0..kinds.total()).map(|index| Row::of(kinds).take(index)).collect();
            assert_eq!(found, kinds.dice().collect::<Vec<_>>());
            // Every third die is taken until none is left, counting on in the dice that are left.
            let (mut row, mut left) = (Row::of(kinds), found);
            while !left.is_empty() {
                let index = 2 % left.len();
                assert_eq!(row.take(index as u32), left.remove(index));
                let dice = left.iter().fold(Kinds::EMPTY, |all, &kind| all + Kinds::one(kind));
                assert_eq!((row.total(), row.dice()), (left.len() as u32, dice));
            }
        }
    }
}
