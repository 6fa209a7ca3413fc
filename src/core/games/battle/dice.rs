//! The dice (B01, B02): their kinds, how many of each somebody has, what they can show, and sorts of power.
//!
//! Owns the names of kinds and faces. What a die costs and shows is for `rules`, how a power acts for `zone` and `fight`.

use std::fmt;

/// How many kinds of dice there are (B01).
pub const KINDS: usize = 6;
/// The most dice of all kinds that anybody can own: five of each (B04).
pub const MOST_DICE: usize = 30;
/// The highest number a face can have.
pub const MOST_NUMBER: u8 = 99;

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
    /// Their names in files and tables, in this order.
    pub const NAMES: [&'static str; KINDS] = ["white", "red", "yellow", "green", "blue", "black"];

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
        Kind::NAMES[self.index()]
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How many dice of each kind: a byte a kind, in one word, so that they are added and compared in one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Kinds(u64);

/// A one in each byte, and the highest bit of each.
const ONES: u64 = 0x0101_0101_0101_0101;
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

    /// These numbers as a word, from which [`Kinds::of_bits`] makes them again.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The numbers that are this word.
    pub(super) const fn of_bits(bits: u64) -> Kinds {
        Kinds(bits)
    }

    /// One die.
    pub const fn one(kind: Kind) -> Kinds {
        Kinds(1 << (8 * kind as u64))
    }

    /// So many dice of a kind, 255 at the most.
    pub const fn some(kind: Kind, count: u32) -> Kinds {
        Kinds((count as u64) << (8 * kind as u64))
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

    /// The kinds of which there is at least one die.
    #[inline]
    pub fn kinds(self) -> impl DoubleEndedIterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.has(kind))
    }

    /// Each die as its kind, in order.
    #[inline]
    pub fn dice(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().flat_map(move |kind| (0..self.of(kind)).map(move |_| kind))
    }

    /// The kind of the `index`th die (from 0) when the dice lie in the order of their kinds; black if there are fewer.
    /// There may be 127 dice at the most.
    #[inline]
    pub fn nth(self, index: u32) -> Kind {
        debug_assert!(index < 128 && self.total() < 128);
        // Byte k is the number of dice of the kinds up to k; where it is above `index`, the highest bit is lost.
        let up_to = self.0.wrapping_mul(ONES);
        let before = ((u64::from(index) * ONES) | HIGH).wrapping_sub(up_to) & HIGH;
        Kind::ALL[((!before & HIGH).trailing_zeros() as usize / 8).min(KINDS - 1)]
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
        debug_assert!(Kind::ALL.iter().all(|&kind| self.of(kind) + other.of(kind) <= 255));
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

/// What a die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Face {
    /// Scores itself.
    Number(u8),
    /// Scores its number and protects itself.
    Helmet(u8),
    /// Throws one more die.
    Extra,
    /// Protects one other die of its owner.
    Shield,
    /// Protects all other dice of its owner.
    GreatShield,
    /// Multiplies one die by two.
    Times2,
    /// Multiplies two dice by two.
    DoubleTimes2,
    /// Multiplies one die by three.
    Times3,
    /// Puts a die back and throws another one instead.
    Exchange,
    /// Rerolls a die.
    Reroll,
    /// Cancels a die of an opponent.
    Cancel,
    /// Cancels twice.
    Cancel2,
    /// Scores a victory point.
    VictoryPoint,
    /// Scores 2 for each die of its owner in the throw zone.
    PerDie,
}

impl Face {
    /// The faces that are not numbers, with their spelling.
    pub const NAMED: [(&'static str, Face); 12] = [
        ("extra", Face::Extra),
        ("shield", Face::Shield),
        ("great shield", Face::GreatShield),
        ("x2", Face::Times2),
        ("double x2", Face::DoubleTimes2),
        ("x3", Face::Times3),
        ("exchange", Face::Exchange),
        ("reroll", Face::Reroll),
        ("cancel", Face::Cancel),
        ("cancel 2", Face::Cancel2),
        ("1 VP", Face::VictoryPoint),
        ("+2 per die", Face::PerDie),
    ];

    /// The face of this spelling: a number from 0 to [`MOST_NUMBER`], `helmet` and such a number, or one of
    /// [`Face::NAMED`].
    pub fn parse(text: &str) -> Option<Face> {
        let number = |text: &str| text.parse().ok().filter(|&number: &u8| number <= MOST_NUMBER);
        if let Some(number) = number(text) {
            return Some(Face::Number(number));
        }
        if let Some(helmet) = text.strip_prefix("helmet ") {
            return number(helmet).map(Face::Helmet);
        }
        Face::NAMED.iter().find(|(name, _)| *name == text).map(|(_, face)| *face)
    }

    /// The sort of its power.
    pub const fn powers(self) -> Powers {
        match self {
            Face::Number(_) | Face::Helmet(_) | Face::PerDie => Powers::NONE,
            Face::VictoryPoint => Powers::VICTORY_POINT,
            Face::Extra => Powers::EXTRA,
            Face::Shield => Powers::SHIELD,
            Face::GreatShield => Powers::GREAT_SHIELD,
            Face::Times2 | Face::DoubleTimes2 | Face::Times3 => Powers::MULTIPLIER,
            Face::Exchange => Powers::EXCHANGE,
            Face::Reroll => Powers::REROLL,
            Face::Cancel | Face::Cancel2 => Powers::CANCEL,
        }
    }

    /// How often its power acts, or how many dice it can be placed on, when nothing multiplies it.
    pub const fn units(self) -> u32 {
        match self {
            Face::Number(_) | Face::Helmet(_) | Face::VictoryPoint | Face::PerDie | Face::GreatShield => 0,
            Face::DoubleTimes2 | Face::Cancel2 => 2,
            _ => 1,
        }
    }

    /// The number it shows, a helmet's too.
    pub const fn number(self) -> Option<u8> {
        match self {
            Face::Number(number) | Face::Helmet(number) => Some(number),
            _ => None,
        }
    }

    /// By what it multiplies, 1 if it is no multiplier.
    pub const fn factor(self) -> u8 {
        match self {
            Face::Times2 | Face::DoubleTimes2 => 2,
            Face::Times3 => 3,
            _ => 1,
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Face::Number(number) => write!(f, "{number}"),
            Face::Helmet(number) => write!(f, "helmet {number}"),
            named => {
                let name = Face::NAMED.iter().find(|(_, face)| face == named).map_or("?", |(name, _)| name);
                f.write_str(name)
            }
        }
    }
}

/// Sorts of power: a set of these says in which stages something can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Powers(u8);

impl Powers {
    /// None.
    pub const NONE: Powers = Powers(0);
    /// `extra`.
    pub const EXTRA: Powers = Powers(1);
    /// `shield`, which is placed.
    pub const SHIELD: Powers = Powers(1 << 1);
    /// `great shield`.
    pub const GREAT_SHIELD: Powers = Powers(1 << 2);
    /// `x2`, `double x2` and `x3`.
    pub const MULTIPLIER: Powers = Powers(1 << 3);
    /// `exchange`.
    pub const EXCHANGE: Powers = Powers(1 << 4);
    /// `reroll`.
    pub const REROLL: Powers = Powers(1 << 5);
    /// `cancel` and `cancel 2`.
    pub const CANCEL: Powers = Powers(1 << 6);
    /// `1 VP`, which only counts.
    pub const VICTORY_POINT: Powers = Powers(1 << 7);
    /// Those that act, or are placed, in a stage of their own.
    pub const STAGED: Powers = Powers(!0).without(Powers::GREAT_SHIELD).without(Powers::VICTORY_POINT);
    /// Those that are placed on dice.
    pub(super) const PLACED: Powers = Powers::SHIELD.with(Powers::MULTIPLIER);

    /// Those that act on another die, or on the own die once it lies (B12 to B14).
    pub const ACTING: Powers = Powers::EXCHANGE.with(Powers::REROLL).with(Powers::CANCEL);

    /// Whether the two have a power in common.
    pub const fn meet(self, other: Powers) -> bool {
        self.0 & other.0 != 0
    }

    /// Those that are among both.
    pub const fn and(self, other: Powers) -> Powers {
        Powers(self.0 & other.0)
    }

    /// These without the others.
    pub const fn without(self, other: Powers) -> Powers {
        Powers(self.0 & !other.0)
    }

    /// Both together.
    pub const fn with(self, other: Powers) -> Powers {
        Powers(self.0 | other.0)
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
    }

    #[test]
    fn every_die_is_found_by_its_number() {
        for kinds in [[5, 5, 5, 5, 5, 5], [0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 1], [0, 3, 0, 2, 0, 0]].map(Kinds::new) {
            let found: Vec<Kind> = (0..kinds.total()).map(|index| kinds.nth(index)).collect();
            assert_eq!(found, kinds.dice().collect::<Vec<_>>());
        }
    }

    #[test]
    fn faces_are_read_as_they_are_written() {
        let numbers = [Face::Number(0), Face::Number(9), Face::Helmet(7), Face::Helmet(99)];
        for face in numbers.into_iter().chain(Face::NAMED.map(|(_, face)| face)) {
            assert_eq!(Face::parse(&face.to_string()), Some(face));
        }
        for text in ["", "100", "-1", "helmet", "helmet x", "helmet 100", "double", "x4", "Extra", "1 vp"] {
            assert_eq!(Face::parse(text), None, "{text}");
        }
    }
}
