//! A throw zone: the dice a player has thrown, what they show, and which die lies on which.
//!
//! Owns how often a power can act and what lies on what (B09, B10), protection (B15), and totals (B16). A die keeps its
//! place as long as it lies in the zone. Whose turn it is to do something, and what a strategy may choose, is for
//! `fight`.

use super::dice::{Face, Kind, Kinds, MOST_DICE, Powers};

/// A die in a throw zone, by its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot(pub u8);

impl Spot {
    /// The die as a set of dice.
    pub(super) const fn bit(self) -> Spots {
        1 << self.0
    }
}

/// The dice of a zone whose bits are set: bit 0 is the die at place 0.
pub(super) type Spots = u32;

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

/// How often a power has acted that may act no more: that of an `extra` which landed late (B15).
const LOST: u8 = u8::MAX;

/// A die in a throw zone.
#[derive(Clone, Copy, Debug)]
pub struct Thrown {
    /// Its kind.
    pub kind: Kind,
    /// What it shows.
    pub face: Face,
    /// The sort of its power.
    powers: Powers,
    /// By what it is multiplied, 1 if by nothing.
    times: u8,
    /// How often its power has acted since it landed.
    spent: u8,
    /// The dice it has been placed on.
    on: Spots,
}

impl Thrown {
    /// A die as it lands.
    pub(super) const fn new(kind: Kind, face: Face) -> Thrown {
        Thrown { kind, face, powers: face.powers(), times: 1, spent: 0, on: 0 }
    }

    /// By what the die is multiplied, 1 if by nothing.
    pub fn times(&self) -> u32 {
        self.times.into()
    }

    fn is(&self, powers: Powers) -> bool {
        self.powers.meet(powers)
    }

    /// How often its power acts, or on how many dice it can be placed, multiplied as it lies (B10).
    fn capacity(&self) -> u32 {
        self.face.units() * self.times()
    }

    /// How often it has acted, or on how many dice it lies.
    fn used(&self) -> u32 {
        if self.is(Powers::PLACED) { self.on.count_ones() } else { self.spent.into() }
    }

    /// How often it can still act, or on how many more dice it can be placed.
    pub(super) fn spare(&self) -> u32 {
        self.capacity().saturating_sub(self.used())
    }

    /// Whether the multiplier on this die has had an effect that cannot be taken back, or holds dice in place.
    fn has_used_its_multiplier(&self) -> bool {
        self.spent != LOST && self.used() > self.face.units()
    }
}

/// A throw zone.
#[derive(Clone, Debug)]
pub struct Zone {
    /// The places where dice lie.
    live: Spots,
    /// The powers that dice here show.
    powers: Powers,
    dice: [Thrown; MOST_DICE],
}

impl Default for Zone {
    fn default() -> Zone {
        Zone { live: 0, powers: Powers::NONE, dice: [Thrown::new(Kind::White, Face::Number(0)); MOST_DICE] }
    }
}

impl Zone {
    /// Takes all dice away.
    pub(super) fn clear(&mut self) {
        (self.live, self.powers) = (0, Powers::NONE);
    }

    /// Whether no die lies here.
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// How many dice lie here.
    pub fn count(&self) -> u32 {
        self.live.count_ones()
    }

    /// The dice, in the order of their places.
    pub fn dice(&self) -> impl Iterator<Item = (Spot, &Thrown)> {
        spots(self.live).map(|spot| (spot, self.at(spot)))
    }

    /// The die at a place, if one lies there.
    pub fn get(&self, spot: Spot) -> Option<&Thrown> {
        let there = usize::from(spot.0) < MOST_DICE && self.live & spot.bit() != 0;
        there.then(|| self.at(spot))
    }

    pub(super) fn at(&self, spot: Spot) -> &Thrown {
        &self.dice[usize::from(spot.0)]
    }

    fn at_mut(&mut self, spot: Spot) -> &mut Thrown {
        &mut self.dice[usize::from(spot.0)]
    }

    /// Whether a die here shows one of these powers.
    pub(super) fn shows(&self, powers: Powers) -> bool {
        self.powers.meet(powers)
    }

    /// The dice with one of these powers.
    pub(super) fn with_power(&self, powers: Powers) -> impl Iterator<Item = (Spot, &Thrown)> {
        self.dice().filter(move |(_, die)| die.is(powers))
    }

    /// How many dice of each kind lie here.
    pub fn kinds(&self) -> Kinds {
        self.dice().map(|(_, die)| die.kind).collect()
    }

    /// Puts a thrown die at the first free place.
    #[inline]
    pub(super) fn put(&mut self, die: Thrown) -> Spot {
        let spot = Spot(self.live.trailing_ones() as u8);
        self.put_at(spot, die);
        spot
    }

    /// Puts a thrown die at a place that is free.
    #[inline]
    pub(super) fn put_at(&mut self, spot: Spot, die: Thrown) {
        *self.at_mut(spot) = die;
        self.live |= spot.bit();
        self.powers = self.powers.with(die.powers);
    }

    /// Takes a die away, with what lies on it and what it lies on.
    pub(super) fn remove(&mut self, spot: Spot) -> Kind {
        self.release(spot);
        for other in spots(self.live) {
            self.at_mut(other).on &= !spot.bit();
        }
        self.live &= !spot.bit();
        self.note_powers();
        self.at(spot).kind
    }

    /// Lets a rerolled die show another face. What lies on it stays there; what it lay on is free.
    pub(super) fn land_again(&mut self, spot: Spot, die: Thrown) {
        self.release(spot);
        *self.at_mut(spot) = Thrown { times: self.at(spot).times, ..die };
        self.note_powers();
    }

    fn note_powers(&mut self) {
        self.powers = self.dice().fold(Powers::NONE, |all, (_, die)| all.with(die.powers));
    }

    /// Takes the power of an `extra` that landed late (B15).
    pub(super) fn lose(&mut self, spot: Spot) {
        self.at_mut(spot).spent = LOST;
    }

    /// Takes a die off the dice it lies on.
    fn release(&mut self, spot: Spot) {
        let on = std::mem::take(&mut self.at_mut(spot).on);
        if self.at(spot).is(Powers::MULTIPLIER) {
            spots(on).for_each(|target| self.unmultiply(target));
        }
    }

    /// Takes what multiplies a die off it. A shield or multiplier that then lies on too many dice leaves the last
    /// places first.
    fn unmultiply(&mut self, spot: Spot) {
        self.at_mut(spot).times = 1;
        while self.at(spot).is(Powers::PLACED) && self.at(spot).used() > self.at(spot).capacity() {
            let last = Spot(self.at(spot).on.ilog2() as u8);
            self.at_mut(spot).on &= !last.bit();
            if self.at(spot).is(Powers::MULTIPLIER) {
                self.unmultiply(last);
            }
        }
    }

    /// Whether a shield or multiplier with something left can be placed on a die: another one, not multiplied
    /// already, and no cycle (B09, B10).
    pub fn can_place(&self, die: Spot, on: Spot) -> bool {
        let (Some(placed), Some(target)) = (self.get(die), self.get(on)) else { return false };
        placed.is(Powers::PLACED)
            && placed.spare() > 0
            && die != on
            && placed.on & on.bit() == 0
            && (placed.is(Powers::SHIELD) || target.times == 1)
            && !self.leads_to(on, die)
    }

    /// Whether the dice that `from` lies on, and those that dice of the same power among them lie on, include `to`.
    fn leads_to(&self, from: Spot, to: Spot) -> bool {
        let power = self.at(to).powers;
        let (mut seen, mut next) = (0, from.bit());
        while next != 0 {
            seen |= next;
            let on = spots(next).filter(|&spot| self.at(spot).is(power)).fold(0, |on, spot| on | self.at(spot).on);
            next = on & !seen;
        }
        seen & to.bit() != 0
    }

    /// Places a shield or multiplier; whether it may be is for [`Zone::can_place`].
    pub(super) fn place(&mut self, die: Spot, on: Spot) {
        self.at_mut(die).on |= on.bit();
        if self.at(die).is(Powers::MULTIPLIER) {
            self.at_mut(on).times = self.at(die).face.factor();
        }
    }

    /// Whether `die`, a multiplier, lies on `from` and nothing has used it there (B10).
    pub fn can_move(&self, die: Spot, from: Spot) -> bool {
        let lies = self.get(die).is_some_and(|placed| placed.is(Powers::MULTIPLIER) && placed.on & from.bit() != 0);
        lies && self.get(from).is_some_and(|target| !target.has_used_its_multiplier())
    }

    /// Whether a multiplier could be placed on a die if it were taken off another one.
    pub(super) fn could_place_instead(&self, die: Spot, from: Spot, on: Spot) -> bool {
        let mut without = self.clone();
        without.unplace(die, from);
        without.can_place(die, on)
    }

    /// Takes a multiplier off a die.
    pub(super) fn unplace(&mut self, die: Spot, from: Spot) {
        self.at_mut(die).on &= !from.bit();
        self.unmultiply(from);
    }

    /// The dice that a shield or multiplier lies on.
    pub fn placed_on(&self, die: Spot) -> impl Iterator<Item = Spot> + use<> {
        spots(self.get(die).map_or(0, |die| die.on))
    }

    /// Whether a die is under a shield or great shield, so that no opponent can name it (B15).
    pub fn is_protected(&self, spot: Spot) -> bool {
        let shields = |(other, die): (Spot, &Thrown)| match die.face {
            Face::Shield => die.on & spot.bit() != 0,
            Face::GreatShield => other != spot,
            _ => false,
        };
        self.shows(Powers::SHIELD.with(Powers::GREAT_SHIELD)) && self.dice().any(shields)
    }

    /// How often dice with this power can still act, together.
    #[inline]
    pub fn left(&self, power: Powers) -> u32 {
        self.with_power(power).map(|(_, die)| die.spare()).sum()
    }

    /// Spends one action of a power: that of `first` if it has one, else that of the die at the lowest place. Answers
    /// whether there was one.
    pub(super) fn spend(&mut self, power: Powers, first: Option<Spot>) -> bool {
        let can = |spot: &Spot| self.get(*spot).is_some_and(|die| die.is(power) && die.spare() > 0);
        let spot = first.filter(can).or_else(|| spots(self.live).find(can));
        if let Some(spot) = spot {
            self.at_mut(spot).spent += 1;
        }
        spot.is_some()
    }

    /// The points of combat of one die as it lies (B02, B16).
    #[inline]
    pub fn points_of(&self, die: &Thrown) -> u32 {
        let points = match die.face {
            Face::Number(number) | Face::Helmet(number) => number.into(),
            Face::PerDie => 2 * self.count(),
            _ => 0,
        };
        points * die.times()
    }

    /// The points of combat (B16), none without dice.
    #[inline]
    pub fn total(&self) -> Option<u32> {
        (!self.is_empty()).then(|| self.dice().map(|(_, die)| self.points_of(die)).sum())
    }

    /// The victory points that lie face up, multiplied as placed (B17).
    #[inline]
    pub fn victory_points(&self) -> u32 {
        if !self.shows(Powers::VICTORY_POINT) {
            return 0;
        }
        self.with_power(Powers::VICTORY_POINT).map(|(_, die)| die.times()).sum()
    }
}

#[cfg(test)]
mod tests;
