//! A throw zone: the dice a player has thrown, what they show, and which die lies on which.
//!
//! Owns placements (B09, B10), protection (B15), what is left of each power, and totals (B16). A die keeps its place
//! as long as it lies in the zone. Whose turn it is to do something, and what a strategy may choose, is for `fight`.

use super::face::Face;
use super::kind::{Kind, Kinds, MOST_DICE};
use super::powers::{Powers, Showing};
use super::thrown::{LOST, Landing, PLACED, Spot, Spots, Thrown, spots};

/// A throw zone.
#[derive(Clone, Debug)]
pub struct Zone {
    live: Spots,
    /// The dice that are multiplied.
    multiplied: Spots,
    /// What the dice here show.
    showing: Showing,
    dice: [Thrown; MOST_DICE],
}

impl Zone {
    /// A zone without dice.
    pub(super) const EMPTY: Zone =
        Zone { live: 0, multiplied: 0, showing: Showing::NOTHING, dice: [Thrown::NONE; MOST_DICE] };

    /// Takes all dice away.
    #[inline]
    pub(super) fn clear(&mut self) {
        (self.live, self.multiplied, self.showing) = (0, 0, Showing::NOTHING);
    }

    /// Whether no die lies here.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// How many dice lie here.
    #[inline]
    pub fn count(&self) -> u32 {
        self.showing.dice()
    }

    /// The dice, in the order of their places.
    #[inline]
    pub fn dice(&self) -> impl Iterator<Item = (Spot, &Thrown)> {
        spots(self.live).map(|spot| (spot, &self.dice[usize::from(spot.0)]))
    }

    /// The die at a place, if one lies there.
    #[inline]
    pub fn get(&self, spot: Spot) -> Option<&Thrown> {
        let there = usize::from(spot.0) < MOST_DICE && self.live & spot.bit() != 0;
        there.then(|| self.at(spot))
    }

    #[inline]
    pub(super) fn at(&self, spot: Spot) -> &Thrown {
        &self.dice[usize::from(spot.0)]
    }

    #[inline]
    fn at_mut(&mut self, spot: Spot) -> &mut Thrown {
        &mut self.dice[usize::from(spot.0)]
    }

    /// Whether a die here shows one of these powers.
    #[inline]
    pub(super) fn shows(&self, powers: Powers) -> bool {
        self.showing.meets(powers)
    }

    /// How many dice of each kind lie here.
    pub fn kinds(&self) -> Kinds {
        self.dice().fold(Kinds::EMPTY, |kinds, (_, die)| kinds + Kinds::one(die.kind))
    }

    /// Puts a thrown die at the first free place.
    #[inline]
    pub(super) fn put(&mut self, landing: &Landing) -> Spot {
        let spot = Spot((!self.live).trailing_zeros() as u8);
        *self.at_mut(spot) = landing.die;
        self.live |= spot.bit();
        self.showing = self.showing + landing.showing;
        spot
    }

    /// Puts thrown dice at the first free places; answers with these.
    #[inline]
    pub(super) fn put_all<'l>(&mut self, landings: impl Iterator<Item = &'l Landing>) -> Spots {
        // Kept apart from what is written to, so that they need not be read again for each die.
        let (mut live, mut showing) = (self.live, self.showing);
        for landing in landings {
            let spot = Spot((!live).trailing_zeros() as u8);
            *self.at_mut(spot) = landing.die;
            live |= spot.bit();
            showing = showing + landing.showing;
        }
        let new = live & !self.live;
        (self.live, self.showing) = (live, showing);
        new
    }

    /// Takes a die away, with what lies on it and what it lies on.
    pub(super) fn remove(&mut self, spot: Spot) -> Kind {
        self.release(spot);
        for other in spots(self.live) {
            self.at_mut(other).on &= !spot.bit();
        }
        self.live &= !spot.bit();
        self.multiplied &= !spot.bit();
        self.showing = self.showing - Showing::of(self.at(spot).face);
        self.at(spot).kind
    }

    /// Lets a rerolled die show another face. What lies on it stays there; what it lay on is free.
    pub(super) fn land_again(&mut self, spot: Spot, face: Face) {
        self.release(spot);
        let die = self.at_mut(spot);
        die.spent = 0;
        let gone = std::mem::replace(&mut die.face, face);
        self.showing = self.showing - Showing::of(gone) + Showing::of(face);
    }

    /// Takes the power of an `extra` that landed late (B15).
    pub(super) fn lose(&mut self, spot: Spot) {
        self.at_mut(spot).spent = LOST;
    }

    /// Lets nothing show and lie on anything any more, for a throw of all dice again (B16); answers with their places.
    #[inline]
    pub(super) fn begin_again(&mut self) -> Spots {
        (self.multiplied, self.showing) = (0, Showing::NOTHING);
        self.live
    }

    /// Throws the first `most` of these dice again, to land as `land` says of each; answers with the others.
    #[inline]
    pub(super) fn throw_again<'l>(
        &mut self,
        dice: Spots,
        most: u32,
        mut land: impl FnMut(Kind) -> &'l Landing,
    ) -> Spots {
        let mut left = dice;
        for spot in spots(dice).take(most as usize) {
            let die = self.at_mut(spot);
            let landing = land(die.kind);
            *die = landing.die;
            self.showing = self.showing + landing.showing;
            left &= !spot.bit();
        }
        left
    }

    /// Takes a die off the dice it lies on.
    fn release(&mut self, spot: Spot) {
        let on = std::mem::take(&mut self.at_mut(spot).on);
        if self.at(spot).is(Powers::MULTIPLIER) {
            spots(on).for_each(|target| self.unmultiply(target));
        }
    }

    /// Takes what multiplies a die off it.
    fn unmultiply(&mut self, spot: Spot) {
        self.at_mut(spot).times = 1;
        self.multiplied &= !spot.bit();
        self.trim(spot);
    }

    /// Takes a shield or multiplier that is multiplied less than before off the dice it cannot lie on any more, the
    /// last places first.
    fn trim(&mut self, spot: Spot) {
        while self.at(spot).is(PLACED) && self.at(spot).used() > self.at(spot).capacity() {
            let last = Spot(31 - self.at(spot).on.leading_zeros() as u8);
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
        placed.is(PLACED)
            && placed.spare() > 0
            && die != on
            && placed.on & on.bit() == 0
            && (placed.is(Powers::SHIELD) || target.times == 1)
            && !self.leads_to(on, die)
    }

    /// Whether the dice that `from` lies on, and those that dice of the same power among them lie on, include `to`.
    fn leads_to(&self, from: Spot, to: Spot) -> bool {
        let power = self.at(to).face.powers();
        if !self.at(from).is(power) {
            return false;
        }
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
            self.multiplied |= on.bit();
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
        if !self.shows(power) {
            return 0;
        }
        self.dice().filter(|(_, die)| die.is(power)).map(|(_, die)| die.spare()).sum()
    }

    /// The first die with this power that can still act.
    #[inline]
    fn first_left(&self, power: Powers) -> Option<Spot> {
        self.dice().find(|(_, die)| die.is(power) && die.spare() > 0).map(|(spot, _)| spot)
    }

    /// Spends one action of a power: that of `first` if it has one, else that of the die at the lowest place.
    pub(super) fn spend(&mut self, power: Powers, first: Option<Spot>) {
        let own = first.filter(|&spot| self.get(spot).is_some_and(|die| die.is(power) && die.spare() > 0));
        if let Some(spot) = own {
            self.at_mut(spot).spent += 1;
        } else {
            self.spend_first(power);
        }
    }

    /// Spends one action of a power, that of the die at the lowest place; answers whether there was one.
    pub(super) fn spend_first(&mut self, power: Powers) -> bool {
        let first = self.first_left(power);
        if let Some(spot) = first {
            self.at_mut(spot).spent += 1;
        }
        first.is_some()
    }

    /// The points of combat of one die as it lies (B02, B16).
    #[inline]
    pub fn points_of(&self, die: &Thrown) -> u32 {
        self.score_of(die) * die.times()
    }

    /// The same multiplied by nothing.
    #[inline]
    fn score_of(&self, die: &Thrown) -> u32 {
        match die.face {
            Face::Number(number) | Face::Helmet(number) => number.into(),
            Face::PerDie => 2 * self.count(),
            _ => 0,
        }
    }

    /// The points of combat (B16), none without dice.
    #[inline]
    pub fn total(&self) -> Option<u32> {
        (!self.is_empty()).then(|| self.showing.points() + self.multiples_of(|die| self.score_of(die)))
    }

    /// The victory points that lie face up, multiplied as placed (B17).
    #[inline]
    pub fn victory_points(&self) -> u32 {
        self.showing.victory_points() + self.multiples_of(|die| u32::from(die.face == Face::VictoryPoint))
    }

    /// What multipliers add to a score.
    #[inline]
    fn multiples_of(&self, score: impl Fn(&Thrown) -> u32) -> u32 {
        spots(self.multiplied).map(|spot| self.at(spot)).map(|die| (die.times() - 1) * score(die)).sum()
    }

    /// The places of all dice.
    #[inline]
    pub(super) fn live(&self) -> Spots {
        self.live
    }

    /// The places of the dice with one of these powers.
    pub(super) fn with_power(&self, powers: Powers) -> Spots {
        self.dice().filter(|(_, die)| die.is(powers)).fold(0, |all, (spot, _)| all | spot.bit())
    }
}

#[cfg(test)]
mod tests;
