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

use super::arena::{Arena, Cause, Side};
use super::duel::{Aim, Exchange, Hand, Need, Placement};
use super::face::Face;
use super::kind::Kinds;
use super::play::{Decisions, Faultless, Table, Watch};
use super::powers::Powers;
use super::state::State;
use super::strategy::{Answer, Strategy};
use super::thrown::{Spot, Spots};
use super::view::{DuelView, Lateness, Moment, View};
use crate::games::{Fault, Seat};
use std::fmt::Display;

/// The most exchanges or rerolls in one player's part of a stage.
pub const MOST_ACTIONS: u32 = 100;

/// A duel under way.
pub(super) struct Fight<'a, 'g, W> {
    pub table: &'a Table<'g>,
    pub state: &'a State,
    pub arena: &'a mut Arena,
    pub decisions: &'a mut Decisions,
    pub watch: &'a mut W,
}

impl<W: Watch> Fight<'_, '_, W> {
    /// Resolves what lies in the throw zones of those inside, up to the totals (B08 to B15).
    pub(super) fn resolve(&mut self) -> Faultless<()> {
        if !self.is_used(Powers::STAGED) {
            return Ok(());
        }
        self.stage(Powers::EXTRA, |fight, seat| fight.throw_extras(seat).map(drop))?;
        // Without these nobody does anything that could change what shows.
        if !self.is_used(Powers::STAGED.without(Powers::EXTRA)) {
            return Ok(());
        }
        self.stage(Powers::SHIELD, |fight, seat| fight.place_shields(seat, Spots::MAX))?;
        self.stage(Powers::MULTIPLIER, |fight, seat| fight.multiply(seat, Spots::MAX, Lateness::InTime))?;
        self.stage(Powers::EXCHANGE, Self::exchange)?;
        self.stage(Powers::REROLL, Self::reroll)?;
        self.stage(Powers::MULTIPLIER, Self::replace)?;
        self.stage(Powers::CANCEL, Self::cancel)
    }

    /// Each player's part of a stage in turn order, for those who have the power.
    #[inline]
    fn stage(&mut self, power: Powers, mut part: impl FnMut(&mut Self, Seat) -> Faultless<()>) -> Faultless<()> {
        for seat in self.arena.inside() {
            if self.is_used_by(seat, power) {
                part(self, seat)?;
            }
        }
        Ok(())
    }

    /// Whether somebody inside shows one of these powers and does not decline to use it.
    #[inline]
    fn is_used(&self, powers: Powers) -> bool {
        let uses = |(seat, side): (Seat, &Side)| side.zone.shows(powers.without(self.table.declined(seat)));
        self.arena.sides_inside().fold(false, |used, side| used | uses(side))
    }

    #[inline]
    fn is_used_by(&self, seat: Seat, powers: Powers) -> bool {
        self.arena.side(seat).zone.shows(powers.without(self.table.declined(seat)))
    }

    /// Throws what the extras of a seat throw (B08); answers with the places of the new dice.
    fn throw_extras(&mut self, seat: Seat) -> Faultless<Spots> {
        let mut landed = 0;
        while !self.arena.side(seat).reserve.is_empty() && self.arena.side_mut(seat).zone.spend_first(Powers::EXTRA) {
            landed |= 1 << self.throw_one(seat, Cause::Extra)?.0;
        }
        Ok(landed)
    }

    /// Lets the owner place those of its shields among `of` (B09).
    fn place_shields(&mut self, seat: Seat, of: Spots) -> Faultless<()> {
        let moment = Moment::Shield(of);
        while let Some(placement) = self.ask_placement(seat, moment, |strategy, view| strategy.shield(view))? {
            self.place(seat, placement);
        }
        Ok(())
    }

    /// Lets the owner place those of its multipliers among `of` (B10).
    fn multiply(&mut self, seat: Seat, mut of: Spots, late: Lateness) -> Faultless<()> {
        loop {
            let moment = Moment::Multiply { of, late };
            let answer = self.ask_placement(seat, moment, |strategy, view| strategy.multiply(view))?;
            let Some(placement) = answer else { return Ok(()) };
            self.place(seat, placement);
            match self.arena.side(seat).zone.at(placement.on).face {
                Face::Extra => {
                    let landed = self.throw_extras(seat)?;
                    of |= landed;
                    self.place_shields(seat, landed)?;
                }
                Face::Shield => self.place_shields(seat, 1 << placement.on.0)?,
                Face::Times2 | Face::DoubleTimes2 | Face::Times3 => of |= 1 << placement.on.0,
                _ => {}
            }
        }
    }

    /// Asks for a placement as long as there is a legal one.
    fn ask_placement(
        &mut self,
        seat: Seat,
        moment: Moment,
        ask: impl Fn(&dyn Strategy, &DuelView<'_>) -> Answer<Option<Placement>>,
    ) -> Faultless<Option<Placement>> {
        self.decisions.count(seat);
        let view = self.view(seat, moment);
        if view.placements().next().is_none() {
            return Ok(None);
        }
        let answer = self.answer(seat, ask(self.table.strategy(seat), &view))?;
        match answer {
            Some(placement) if !view.may_place(placement) => {
                let legal = list(view.placements().map(|p| place_words(p.die, p.on)));
                Err(self.fault(seat, place_words(placement.die, placement.on), format!("none, or {legal}")))
            }
            answer => Ok(answer),
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
            self.decisions.count(seat);
            let view = self.view(seat, Moment::Exchange);
            let Some(exchange) = self.answer(seat, self.table.strategy(seat).exchange(&view))? else { break };
            if !view.may_exchange(exchange) {
                let legal = list(view.exchanges().map(exchange_words));
                return Err(self.fault(seat, exchange_words(exchange), format!("none, or {legal}")));
            }
            let own = if let Exchange::Own(spot) = exchange { Some(spot) } else { None };
            self.arena.side_mut(seat).zone.spend(Powers::EXCHANGE, own);
            match exchange {
                Exchange::Own(spot) => self.put_back(seat, seat, spot)?,
                Exchange::Other(other) => self.make_exchange(seat, other)?,
            }
        }
        Ok(())
    }

    /// Makes an opponent put back a die of its choice.
    fn make_exchange(&mut self, by: Seat, seat: Seat) -> Faultless<()> {
        let side = self.arena.side(seat);
        if side.reserve.is_empty() || side.zone.is_empty() {
            self.watch.nothing_to_exchange(by, seat);
            return Ok(());
        }
        self.decisions.count(seat);
        let view = self.view(seat, Moment::GiveWay);
        let spot = self.answer(seat, self.table.strategy(seat).give_way(&view))?;
        if self.arena.side(seat).zone.get(spot).is_none() {
            let legal = list(view.own_spots().map(|spot| spot.0.to_string()));
            return Err(self.fault(seat, format!("die {} to put back", spot.0), format!("one of the dice {legal}")));
        }
        self.put_back(by, seat, spot)
    }

    /// Puts a thrown die back into the reserve and throws another one of it.
    fn put_back(&mut self, by: Seat, seat: Seat, spot: Spot) -> Faultless<()> {
        let side = self.arena.side(seat);
        if side.reserve.is_empty() {
            self.watch.nothing_to_exchange(by, seat);
            return Ok(());
        }
        self.watch.exchanged(by, Aim { seat, die: spot }, self.arena);
        let kind = self.arena.side_mut(seat).zone.remove(spot);
        let new = self.throw_one(seat, Cause::Exchange)?;
        let side = self.arena.side_mut(seat);
        side.reserve = side.reserve + Kinds::one(kind);
        self.land_late(seat, new)
    }

    /// One player's part of the rerolls (B13).
    fn reroll(&mut self, seat: Seat) -> Faultless<()> {
        for _ in 0..MOST_ACTIONS {
            let Some(aim) = self.ask_aim(seat, Moment::Reroll, |strategy, view| strategy.reroll(view))? else { break };
            let face = self.reroll_of(aim);
            self.watch.rerolled(seat, aim, face, self.arena);
            self.arena.side_mut(aim.seat).zone.land_again(aim.die, face);
            self.land_late(aim.seat, aim.die)?;
        }
        Ok(())
    }

    /// One player's part of the cancels (B14).
    fn cancel(&mut self, seat: Seat) -> Faultless<()> {
        while let Some(aim) = self.ask_aim(seat, Moment::Cancel, |strategy, view| strategy.cancel(view))? {
            self.watch.cancelled(seat, aim, self.arena);
            let side = self.arena.side_mut(aim.seat);
            let kind = side.zone.remove(aim.die);
            side.discard = side.discard + Kinds::one(kind);
        }
        Ok(())
    }

    /// Asks what a reroll or cancel is aimed at, if it can be aimed at something, and spends what it takes.
    fn ask_aim(
        &mut self,
        seat: Seat,
        moment: Moment,
        ask: impl Fn(&dyn Strategy, &DuelView<'_>) -> Answer<Option<Aim>>,
    ) -> Faultless<Option<Aim>> {
        self.decisions.count(seat);
        let view = self.view(seat, moment);
        if view.actions_left() == 0 || view.aims().next().is_none() {
            return Ok(None);
        }
        let Some(aim) = self.answer(seat, ask(self.table.strategy(seat), &view))? else { return Ok(None) };
        if !view.may_aim(aim) {
            let legal = list(view.aims().map(aim_words));
            return Err(self.fault(seat, aim_words(aim), format!("none, or {legal}")));
        }
        let actions = view.actions_for(aim);
        let power = if moment == Moment::Reroll { Powers::REROLL } else { Powers::CANCEL };
        let own = (aim.seat == seat).then_some(aim.die);
        for _ in 0..actions {
            self.arena.side_mut(seat).zone.spend(power, own);
        }
        Ok(Some(aim))
    }

    /// Lets an owner place or move multipliers once more, just before the cancels (B10).
    fn replace(&mut self, seat: Seat) -> Faultless<()> {
        let mut fresh = 0;
        loop {
            self.decisions.count(seat);
            let view = self.view(seat, Moment::Replace(fresh));
            if view.replacements().next().is_none() {
                return Ok(());
            }
            let Some(replacement) = self.answer(seat, self.table.strategy(seat).replace(&view))? else { return Ok(()) };
            if !view.may_replace(replacement) {
                let words = |r: super::duel::Replacement| match r.from {
                    None => place_words(r.die, r.on),
                    Some(from) => format!("{} off die {}", place_words(r.die, r.on), from.0),
                };
                let legal = list(view.replacements().map(words));
                return Err(self.fault(seat, words(replacement), format!("none, or {legal}")));
            }
            if let Some(from) = replacement.from {
                self.arena.side_mut(seat).zone.unplace(replacement.die, from);
            }
            fresh |= 1 << replacement.on.0;
            self.place(seat, Placement { die: replacement.die, on: replacement.on });
        }
    }

    /// A face that appeared through an exchange or a reroll: shields and multipliers are placed at once, an `extra`
    /// is lost (B15).
    fn land_late(&mut self, seat: Seat, spot: Spot) -> Faultless<()> {
        let face = self.arena.side(seat).zone.at(spot).face;
        match face {
            Face::Extra => self.arena.side_mut(seat).zone.lose(spot),
            Face::Shield => self.place_shields(seat, 1 << spot.0)?,
            Face::Times2 | Face::DoubleTimes2 | Face::Times3 => self.multiply(seat, 1 << spot.0, Lateness::Late)?,
            _ => {}
        }
        Ok(())
    }

    /// Throws one die of the reserve, which has one: chosen or at random, as the duel says.
    fn throw_one(&mut self, seat: Seat, cause: Cause) -> Faultless<Spot> {
        let reserve = self.arena.side(seat).reserve;
        let dice = match self.arena.duel.hand {
            Hand::Random => reserve,
            Hand::Chosen => self.choose(seat, Need::Exactly(1))?,
        };
        Ok(self.throw_from(seat, dice, cause))
    }

    /// Asks which dice of the reserve are thrown.
    pub(super) fn choose(&mut self, seat: Seat, need: Need) -> Faultless<Kinds> {
        self.decisions.count(seat);
        let view = self.view(seat, Moment::Dice(need));
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

    fn view(&self, seat: Seat, moment: Moment) -> DuelView<'_> {
        let decision = self.decisions.of(seat);
        let table = View { table: self.table, state: self.state, seat, decision };
        DuelView { table, arena: self.arena, moment }
    }

    /// The answer, or the fault that there is none.
    #[inline]
    fn answer<T>(&self, seat: Seat, answer: Answer<T>) -> Faultless<T> {
        answer.map_err(|no| self.fault(seat, no.to_string(), "an answer".to_owned()))
    }

    #[cold]
    fn fault(&self, seat: Seat, returned: String, legal: String) -> Box<Fault> {
        super::play::fault(self.state, seat, returned, legal)
    }
}

fn place_words(die: Spot, on: Spot) -> String {
    format!("die {} on die {}", die.0, on.0)
}

fn aim_words(aim: Aim) -> String {
    format!("die {} of seat {}", aim.die.0, aim.seat.number())
}

fn exchange_words(exchange: Exchange) -> String {
    match exchange {
        Exchange::Own(spot) => format!("die {}", spot.0),
        Exchange::Other(seat) => format!("seat {}", seat.number()),
    }
}

/// What is legal, separated by commas.
pub(super) fn list(items: impl Iterator<Item = impl Display>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}
