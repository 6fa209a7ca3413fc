//! Resolving a throw (B07 to B15): extras, shields, multipliers, exchanges, rerolls, cancels.
//!
//! Owns the stages in their order, who is asked what, and the check that the answer is legal. What lies where is in
//! `zone`; when dice are thrown and who wins is for `contest`.
//!
//! Readings of what the rules leave open: the actions of a player's dice of one power are a common stock, spent from
//! the die they are aimed at if it is one of them, else from the one thrown first; what lies on a die stays there when
//! it is rerolled; a multiplier that is placed late finds no `extra`; one that no longer serves all its dice leaves
//! those thrown last; and a player's part of a stage ends after [`MOST_ACTIONS`] exchanges or rerolls, which ordinary
//! dice do not come near.

use super::arena::Cause;
use super::duel::{Aim, Exchange, Hand, Need, Placement, Replacement};
use super::face::{Face, Powers};
use super::kind::Kinds;
use super::play::{Faultless, Play, Watch, list};
use super::strategy::{Answer, Strategy};
use super::view::{DuelView, Moment};
use super::zone::{Spot, Spots};
use crate::games::Seat;
use std::fmt::Display;

/// The most exchanges or rerolls in one player's part of a stage.
pub const MOST_ACTIONS: u32 = 100;

impl<W: Watch> Play<'_, '_, W> {
    /// Resolves what lies in the throw zones of those inside, up to the totals (B08 to B15).
    pub(super) fn resolve(&mut self) -> Faultless<()> {
        if !self.arena.inside().any(|seat| self.uses(seat, Powers::STAGED)) {
            return Ok(());
        }
        self.stage(Powers::EXTRA, |play, seat| play.throw_extras(seat).map(drop))?;
        self.stage(Powers::SHIELD, |play, seat| play.place_shields(seat, Spots::MAX))?;
        self.stage(Powers::MULTIPLIER, |play, seat| play.multiply(seat, Spots::MAX, false))?;
        self.stage(Powers::EXCHANGE, Self::exchange)?;
        self.stage(Powers::REROLL, Self::reroll)?;
        self.stage(Powers::MULTIPLIER, Self::replace)?;
        self.stage(Powers::CANCEL, Self::cancel)
    }

    /// Each player's part of a stage in turn order, for those who use the power.
    #[inline]
    fn stage(&mut self, power: Powers, mut part: impl FnMut(&mut Self, Seat) -> Faultless<()>) -> Faultless<()> {
        for seat in self.arena.inside() {
            if self.uses(seat, power) {
                part(self, seat)?;
            }
        }
        Ok(())
    }

    /// Whether a player shows one of these powers and does not decline to use it.
    #[inline]
    fn uses(&self, seat: Seat, powers: Powers) -> bool {
        self.arena.side(seat).zone.shows(powers.without(self.table.declined(seat)))
    }

    /// Throws what the extras of a seat throw (B08); answers with the places of the new dice.
    fn throw_extras(&mut self, seat: Seat) -> Faultless<Spots> {
        let mut landed = 0;
        while !self.arena.side(seat).reserve.is_empty() && self.arena.side_mut(seat).zone.spend(Powers::EXTRA, None) {
            landed |= self.throw_one(seat, Cause::Extra)?.bit();
        }
        Ok(landed)
    }

    /// Lets the owner place those of its shields among `of` (B09).
    fn place_shields(&mut self, seat: Seat, of: Spots) -> Faultless<()> {
        while let Some(placement) = self.ask(seat, Moment::Shield(of), |player, view| player.shield(view))? {
            self.place(seat, placement);
        }
        Ok(())
    }

    /// Lets the owner place those of its multipliers among `of` (B10); late ones find no `extra` any more.
    fn multiply(&mut self, seat: Seat, mut of: Spots, late: bool) -> Faultless<()> {
        loop {
            let moment = Moment::Multiply { of, late };
            let answer = self.ask(seat, moment, |player, view| player.multiply(view))?;
            let Some(placement) = answer else { return Ok(()) };
            self.place(seat, placement);
            match self.arena.side(seat).zone.at(placement.on).face {
                Face::Extra => {
                    let landed = self.throw_extras(seat)?;
                    of |= landed;
                    self.place_shields(seat, landed)?;
                }
                Face::Shield => self.place_shields(seat, placement.on.bit())?,
                Face::Times2 | Face::DoubleTimes2 | Face::Times3 => of |= placement.on.bit(),
                _ => {}
            }
        }
    }

    fn place(&mut self, seat: Seat, placement: Placement) {
        self.arena.side_mut(seat).zone.place(placement.die, placement.on);
        self.watch.placed(seat, placement, self.arena);
    }

    /// One player's part of the exchanges (B12).
    fn exchange(&mut self, seat: Seat) -> Faultless<()> {
        for _ in 0..MOST_ACTIONS {
            if self.arena.side(seat).zone.left(Powers::EXCHANGE) == 0 {
                break;
            }
            let answer = self.ask(seat, Moment::Exchange, |player, view| player.exchange(view))?;
            let Some(exchange) = answer else { break };
            let own = if let Exchange::Own(spot) = exchange { Some(spot) } else { None };
            self.arena.side_mut(seat).zone.spend(Powers::EXCHANGE, own);
            match exchange {
                Exchange::Own(spot) => self.put_back(seat, seat, Some(spot))?,
                Exchange::Other(other) => self.put_back(seat, other, None)?,
            }
        }
        Ok(())
    }

    /// Puts a thrown die back into the reserve, unless it is empty, and throws another one of it. The owner is asked
    /// which die if it is not said.
    fn put_back(&mut self, by: Seat, seat: Seat, die: Option<Spot>) -> Faultless<()> {
        let side = self.arena.side(seat);
        if side.reserve.is_empty() || side.zone.is_empty() {
            self.watch.nothing_to_exchange(by, seat);
            return Ok(());
        }
        let die = die.map_or_else(|| self.give_way(seat), Ok)?;
        self.watch.exchanged(by, Aim { seat, die }, self.arena);
        let kind = self.arena.side_mut(seat).zone.remove(die);
        let new = self.throw_one(seat, Cause::Exchange)?;
        self.arena.side_mut(seat).reserve += kind;
        self.land_late(seat, new)
    }

    /// Asks which die goes back because an opponent's exchange says so.
    fn give_way(&mut self, seat: Seat) -> Faultless<Spot> {
        self.decisions.count(seat);
        let view = self.duel_view(seat, Moment::GiveWay);
        let spot = self.answer(seat, self.table.strategy(seat).give_way(&view))?;
        if view.own().get(spot).is_none() {
            let legal = list(view.own_spots().map(|spot| spot.0));
            return Err(self.fault(seat, format!("die {} to put back", spot.0), format!("one of the dice {legal}")));
        }
        Ok(spot)
    }

    /// One player's part of the rerolls (B13).
    fn reroll(&mut self, seat: Seat) -> Faultless<()> {
        for _ in 0..MOST_ACTIONS {
            let Some(aim) = self.ask_aim(seat, Moment::Reroll, |player, view| player.reroll(view))? else { break };
            let die = self.reroll_of(aim);
            self.watch.rerolled(seat, aim, die.face, self.arena);
            self.arena.side_mut(aim.seat).zone.land_again(aim.die, die);
            self.land_late(aim.seat, aim.die)?;
        }
        Ok(())
    }

    /// One player's part of the cancels (B14).
    fn cancel(&mut self, seat: Seat) -> Faultless<()> {
        while let Some(aim) = self.ask_aim(seat, Moment::Cancel, |player, view| player.cancel(view))? {
            self.watch.cancelled(seat, aim, self.arena);
            let side = self.arena.side_mut(aim.seat);
            let kind = side.zone.remove(aim.die);
            side.discard += kind;
        }
        Ok(())
    }

    /// Asks what a reroll or cancel is aimed at, if it can be aimed at something, and spends what it takes.
    fn ask_aim(
        &mut self,
        seat: Seat,
        moment: Moment,
        ask: fn(&dyn Strategy, &DuelView<'_>) -> Answer<Option<Aim>>,
    ) -> Faultless<Option<Aim>> {
        let Some(aim) = self.ask(seat, moment, ask)? else { return Ok(None) };
        let power = if moment == Moment::Reroll { Powers::REROLL } else { Powers::CANCEL };
        let own = (aim.seat == seat).then_some(aim.die);
        for _ in 0..self.duel_view(seat, moment).actions_for(aim) {
            self.arena.side_mut(seat).zone.spend(power, own);
        }
        Ok(Some(aim))
    }

    /// Lets an owner place or move multipliers once more, just before the cancels (B10).
    fn replace(&mut self, seat: Seat) -> Faultless<()> {
        let mut fresh = 0;
        loop {
            let answer = self.ask(seat, Moment::Replace(fresh), |player, view| player.replace(view))?;
            let Some(replacement) = answer else { return Ok(()) };
            if let Some(from) = replacement.from {
                self.arena.side_mut(seat).zone.unplace(replacement.die, from);
            }
            fresh |= replacement.on.bit();
            self.place(seat, Placement { die: replacement.die, on: replacement.on });
        }
    }

    /// A face that appeared through an exchange or a reroll: shields and multipliers are placed at once, an `extra`
    /// is lost (B15).
    fn land_late(&mut self, seat: Seat, spot: Spot) -> Faultless<()> {
        match self.arena.side(seat).zone.at(spot).face {
            Face::Extra => self.arena.side_mut(seat).zone.lose(spot),
            Face::Shield => self.place_shields(seat, spot.bit())?,
            Face::Times2 | Face::DoubleTimes2 | Face::Times3 => self.multiply(seat, spot.bit(), true)?,
            _ => {}
        }
        Ok(())
    }

    /// Throws one die of the reserve, which has one: chosen or at random, as the duel says.
    fn throw_one(&mut self, seat: Seat, cause: Cause) -> Faultless<Spot> {
        let dice = match self.arena.duel.hand {
            Hand::Random => self.arena.side(seat).reserve,
            Hand::Chosen => self.choose(seat, Need::Exactly(1))?,
        };
        Ok(self.throw_random(seat, 1, dice, cause))
    }

    /// Asks which dice of the reserve are thrown.
    pub(super) fn choose(&mut self, seat: Seat, need: Need) -> Faultless<Kinds> {
        self.decisions.count(seat);
        let view = self.duel_view(seat, Moment::Dice(need));
        let dice = self.answer(seat, self.table.strategy(seat).dice(&view))?;
        if !view.may_throw(dice) {
            let reserve = view.reserve(seat);
            let legal = match need {
                Need::Exactly(number) => format!("{number} of {reserve}"),
                Need::Cost(limit) => format!("at least one of {reserve}, for at most {limit} points in all"),
            };
            return Err(self.fault(seat, format!("{dice} to throw"), legal));
        }
        Ok(dice)
    }

    /// Asks what is done of all that is legal, if something is; answers with nothing if the player declines.
    fn ask<T: Action>(
        &mut self,
        seat: Seat,
        moment: Moment,
        ask: fn(&dyn Strategy, &DuelView<'_>) -> Answer<Option<T>>,
    ) -> Faultless<Option<T>> {
        self.decisions.count(seat);
        let view = self.duel_view(seat, moment);
        if T::legal(&view).next().is_none() {
            return Ok(None);
        }
        match self.answer(seat, ask(self.table.strategy(seat), &view))? {
            Some(action) if !T::legal(&view).any(|legal| legal == action) => {
                Err(self.fault(seat, action.to_string(), format!("none, or {}", list(T::legal(&view)))))
            }
            answer => Ok(answer),
        }
    }
}

/// What a player can do with a power in its stage, or decline to do.
trait Action: Copy + PartialEq + Display {
    /// All that is legal at the moment of a view.
    fn legal(view: &DuelView<'_>) -> impl Iterator<Item = Self>;
}

impl Action for Placement {
    fn legal(view: &DuelView<'_>) -> impl Iterator<Item = Placement> {
        view.placements()
    }
}

impl Action for Replacement {
    fn legal(view: &DuelView<'_>) -> impl Iterator<Item = Replacement> {
        view.replacements()
    }
}

impl Action for Exchange {
    fn legal(view: &DuelView<'_>) -> impl Iterator<Item = Exchange> {
        view.exchanges()
    }
}

impl Action for Aim {
    fn legal(view: &DuelView<'_>) -> impl Iterator<Item = Aim> {
        view.aims()
    }
}
