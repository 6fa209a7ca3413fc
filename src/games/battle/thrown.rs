//! A thrown die: its place in a throw zone, what it shows, and what has become of its power.
//!
//! Owns how often a power can act (B10) and how a die lands; what dice do to each other in a zone is for `zone`.

use super::face::Face;
use super::kind::Kind;
use super::powers::{Powers, Showing};

/// A die in a throw zone, by its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot(pub u8);

impl Spot {
    #[inline]
    pub(super) const fn bit(self) -> u32 {
        1 << self.0
    }
}

/// The dice of a zone whose bits are set: bit 0 is the die at place 0.
pub(super) type Spots = u32;

/// How often a power has acted that may act no more: that of an `extra` which landed late (B15).
pub(super) const LOST: u8 = u8::MAX;

/// A die in a throw zone: 16 bytes, so that it is moved in one go.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub struct Thrown {
    /// Its kind.
    pub kind: Kind,
    /// What it shows.
    pub face: Face,
    /// By what it is multiplied, 1 if by nothing.
    pub(super) times: u8,
    /// How often its power has acted since it landed.
    pub(super) spent: u8,
    /// The dice it has been placed on.
    pub(super) on: Spots,
}

impl Thrown {
    pub(super) const NONE: Thrown = Thrown { kind: Kind::White, face: Face::Number(0), times: 1, spent: 0, on: 0 };

    /// By what the die is multiplied, 1 if by nothing.
    #[inline]
    pub fn times(&self) -> u32 {
        self.times.into()
    }

    /// How often its power acts, or on how many dice it can be placed, multiplied as it lies (B10).
    #[inline]
    pub fn capacity(&self) -> u32 {
        self.face.units() * self.times()
    }

    #[inline]
    pub(super) fn is(&self, powers: Powers) -> bool {
        self.face.powers().meet(powers)
    }

    /// How often it has acted, or on how many dice it lies.
    #[inline]
    pub(super) fn used(&self) -> u32 {
        if self.is(PLACED) { self.on.count_ones() } else { self.spent.into() }
    }

    /// How often it can still act, or on how many more dice it can be placed.
    #[inline]
    pub fn spare(&self) -> u32 {
        self.capacity().saturating_sub(self.used())
    }

    /// Whether the multiplier on this die has had an effect that cannot be taken back, or holds dice in place.
    pub(super) fn has_used_its_multiplier(&self) -> bool {
        self.spent != LOST && self.used() > self.face.units()
    }
}

/// The powers that are placed on dice.
pub(super) const PLACED: Powers = Powers::SHIELD.with(Powers::MULTIPLIER);

/// A die as it lands: what lies there, and what it adds to what its zone shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    pub(super) die: Thrown,
    pub(super) showing: Showing,
}

impl Landing {
    /// A die of this kind with this face up.
    pub(super) const fn new(kind: Kind, face: Face) -> Landing {
        Landing { die: Thrown { kind, face, ..Thrown::NONE }, showing: Showing::of(face) }
    }
}

/// The places whose bits are set, in order.
#[inline]
pub(super) fn spots(mut spots: Spots) -> impl Iterator<Item = Spot> {
    std::iter::from_fn(move || {
        (spots != 0).then(|| {
            let spot = Spot(spots.trailing_zeros() as u8);
            spots &= spots - 1;
            spot
        })
    })
}
