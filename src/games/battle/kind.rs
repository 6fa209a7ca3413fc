//! The six kinds of dice, and how many of each somebody has.
//!
//! Owns [`Kind`] and [`Kinds`], a count of each; what a die costs and shows is for `rules`.

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
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
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

/// How many dice of each kind: a byte a kind, in one word, so that they are added and compared in one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Kinds(u64);

impl Kinds {
    /// No dice.
    pub const EMPTY: Kinds = Kinds(0);

    /// These numbers of dice, in the order of [`Kind::ALL`].
    pub fn new(counts: [u8; KINDS]) -> Kinds {
        Kinds(counts.iter().rev().fold(0, |word, &count| word << 8 | u64::from(count)))
    }

    /// One die.
    pub const fn one(kind: Kind) -> Kinds {
        Kinds(1 << (8 * kind as u64))
    }

    /// How many dice of a kind.
    pub const fn of(self, kind: Kind) -> u32 {
        (self.0 >> (8 * kind as u64)) as u32 & 0xff
    }

    /// Whether there is a die of a kind.
    pub const fn has(self, kind: Kind) -> bool {
        self.of(kind) > 0
    }

    /// Whether there is no die.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many dice in all.
    pub fn total(self) -> u32 {
        Kind::ALL.iter().map(|&kind| self.of(kind)).sum()
    }

    /// Whether each of `other` is among these.
    pub fn contains(self, other: Kinds) -> bool {
        Kind::ALL.iter().all(|&kind| other.of(kind) <= self.of(kind))
    }

    /// These and `other` together, if no count goes beyond 255.
    pub fn checked_add(self, other: Kinds) -> Option<Kinds> {
        let fits = Kind::ALL.iter().all(|&kind| self.of(kind) + other.of(kind) <= 255);
        fits.then_some(Kinds(self.0.wrapping_add(other.0)))
    }

    /// The kinds of which there is at least one die.
    pub fn kinds(self) -> impl DoubleEndedIterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.has(kind))
    }

    /// Each die as its kind, in order.
    pub fn dice(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().flat_map(move |kind| (0..self.of(kind)).map(move |_| kind))
    }

    /// The kind of the `index`th die (from 0) when the dice lie in the order of their kinds; black if there are fewer.
    pub fn nth(self, index: u32) -> Kind {
        let (mut kind, mut reached) = (0, 0);
        for before in &Kind::ALL[..KINDS - 1] {
            reached += self.of(*before);
            kind += usize::from(index >= reached);
        }
        Kind::ALL[kind]
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(dice: I) -> Kinds {
        let mut kinds = Kinds::EMPTY;
        dice.into_iter().for_each(|kind| kinds += kind);
        kinds
    }
}

impl std::ops::AddAssign<Kind> for Kinds {
    /// One die more; no count may go beyond 255.
    fn add_assign(&mut self, kind: Kind) {
        *self = *self + Kinds::one(kind);
    }
}

impl std::ops::SubAssign<Kind> for Kinds {
    /// One die less; there must be one.
    fn sub_assign(&mut self, kind: Kind) {
        *self = *self - Kinds::one(kind);
    }
}

impl std::ops::Add for Kinds {
    type Output = Kinds;

    /// Both together; no count may go beyond 255.
    fn add(self, other: Kinds) -> Kinds {
        debug_assert!(self.checked_add(other).is_some());
        Kinds(self.0.wrapping_add(other.0))
    }
}

impl std::ops::Sub for Kinds {
    type Output = Kinds;

    /// These without `other`, which must be among them.
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
        for kind in Kind::ALL {
            assert!(!Kinds::new([7; 6]).contains(Kinds::one(kind) + Kinds::new([7; 6])), "{kind}");
        }
        assert_eq!(kinds.to_string(), "5 white, 3 yellow, 1 green, 2 black");
        assert_eq!(Kinds::new([200, 0, 0, 0, 0, 0]).checked_add(Kinds::new([56, 0, 0, 0, 0, 0])), None);
    }

    #[test]
    fn every_die_is_found_by_its_number() {
        for kinds in [[5, 5, 5, 5, 5, 5], [0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 1], [0, 3, 0, 2, 0, 0]].map(Kinds::new) {
            let found: Vec<Kind> = (0..kinds.total()).map(|index| kinds.nth(index)).collect();
            assert_eq!(found, kinds.dice().collect::<Vec<_>>());
        }
    }
}
