//! Resolving a throw (B07 to B15): extras, shields, multipliers, exchanges, rerolls, cancels.
//!
//! Owns the stages in their order, who is asked what, and the check that the answer is legal. What lies where is in
//! `zone`; when dice are thrown and who wins is for `contest`.

use super::arena::{Arena, Cause};
use super::dice::{Face, Kinds, Powers};
use super::duel::{Action, Aim, Hand, Moment, Need};
use super::play::{Faultless, Play, list};
use super::watch::{Event, Watch};
use super::zone::{Spot, Spots};
use crate::games::Seat;

/// The most exchanges or rerolls in one player's part of a stage; ordinary dice do not come near (B11).
pub const MOST_ACTIONS: u32 = 100;

impl<W: Watch> Play<'_, W> {
    /// Resolves what lies in the throw zones of those inside, up to the totals (B08 to B15).
    pub(super) fn resolve(&mut self) -> Faultless<()> {
        if !self.board.arena.inside().any(|seat| self.uses(seat, Powers::STAGED)) {
            return Ok(());
        }
        self.stage(Powers::EXTRA, |play, seat| play.throw_extras(seat).map(drop))?;
        self.stage(Powers::SHIELD, |play, seat| play.place_shields(seat, Spots::MAX))?;
        self.stage(Powers::MULTIPLIER, |play, seat| play.multiply(seat, Spots::MAX, false))?;
        self.stage(Powers::EXCHANGE, Self::exchange)?;
        self.stage(Powers::REROLL, Self::reroll)?;
        self.stage(Powers::MULTIPLIER, Self::multiply_last)?;
        self.stage(Powers::CANCEL, Self::cancel)
    }

    /// Each player's part of a stage in turn order, for those who use the power.
    #[inline]
    fn stage(&mut self, power: Powers, mut part: impl FnMut(&mut Self, Seat) -> Faultless<()>) -> Faultless<()> {
        for seat in self.board.arena.inside() {
            if self.uses(seat, power) {
                part(self, seat)?;
            }
        }
        Ok(())
    }

    /// Whether a player shows one of these powers and does not decline to use it.
    #[inline]
    fn uses(&self, seat: Seat, powers: Powers) -> bool {
        self.board.arena.side(seat).zone.shows(powers.without(self.declined[seat.index()]))
    }

    /// Throws what the extras of a seat throw (B08); answers with the places of the new dice.
    fn throw_extras(&mut self, seat: Seat) -> Faultless<Spots> {
        let mut landed = 0;
        loop {
            let side = self.board.arena.side_mut(seat);
            if side.reserve.is_empty() || !side.zone.spend(Powers::EXTRA, None) {
                return Ok(landed);
            }
            landed |= self.throw_one(seat, Cause::Extra)?.bit();
        }
    }

    /// Lets the owner place those of its shields among `of` (B09).
    fn place_shields(&mut self, seat: Seat, of: Spots) -> Faultless<()> {
        let legal = |arena: &Arena, all: &mut Vec<_>| all.extend(arena.placements(seat, Powers::SHIELD, of, false));
        while self.place(seat, Moment::Shield, legal)?.is_some() {}
        Ok(())
    }

    /// Lets the owner place those of its multipliers among `of` (B10); late ones find no `extra` any more.
    fn multiply(&mut self, seat: Seat, mut of: Spots, late: bool) -> Faultless<()> {
        while let Some(on) = self.place(seat, Moment::Multiply, |arena, all| {
            all.extend(arena.placements(seat, Powers::MULTIPLIER, of, late));
        })? {
            match self.board.arena.side(seat).zone.at(on).face {
                Face::Extra => {
                    let landed = self.throw_extras(seat)?;
                    of |= landed;
                    self.place_shields(seat, landed)?;
                }
                Face::Shield => self.place_shields(seat, on.bit())?,
                Face::Times2 | Face::DoubleTimes2 | Face::Times3 => of |= on.bit(),
                _ => {}
            }
        }
        Ok(())
    }

    /// Lets an owner place or move multipliers once more, just before the cancels (B10).
    fn multiply_last(&mut self, seat: Seat) -> Faultless<()> {
        let mut fresh = 0;
        while let Some(on) = self.place(seat, Moment::MultiplyLast, |arena, all| {
            all.extend(arena.replacements(seat, fresh));
        })? {
            fresh |= on.bit();
        }
        Ok(())
    }

    /// Lets the owner place a die; answers with the die that it was placed on.
    fn place(
        &mut self,
        seat: Seat,
        moment: Moment,
        legal: impl FnOnce(&Arena, &mut Vec<Action>),
    ) -> Faultless<Option<Spot>> {
        let Some(Action::Place { die, from, on }) = self.ask(seat, moment, legal)? else { return Ok(None) };
        let zone = &mut self.board.arena.side_mut(seat).zone;
        if let Some(from) = from {
            zone.unplace(die, from);
        }
        zone.place(die, on);
        self.see(Event::Placed(seat, die, on));
        Ok(Some(on))
    }

    /// One player's part of the exchanges (B12).
    fn exchange(&mut self, seat: Seat) -> Faultless<()> {
        for _ in 0..MOST_ACTIONS {
            if self.board.arena.side(seat).zone.left(Powers::EXCHANGE) == 0 {
                break;
            }
            let asked = self.ask(seat, Moment::Exchange, |arena, all| all.extend(arena.exchanges(seat)))?;
            let Some(action) = asked else { break };
            let own = action.aim().map(|aim| aim.die);
            self.board.arena.side_mut(seat).zone.spend(Powers::EXCHANGE, own);
            self.put_back(seat, if let Action::Player(other) = action { other } else { seat }, own)?;
        }
        Ok(())
    }

    /// Puts a thrown die back into the reserve, unless it is empty, and throws another one of it. The owner is asked
    /// which die if it is not said.
    fn put_back(&mut self, by: Seat, seat: Seat, die: Option<Spot>) -> Faultless<()> {
        let side = self.board.arena.side(seat);
        if side.reserve.is_empty() || side.zone.is_empty() {
            self.see(Event::NothingToExchange(by, seat));
            return Ok(());
        }
        let asked = match die {
            Some(die) => Some(Aim { seat, die }),
            None => {
                let asked = self.ask(seat, Moment::GiveWay, |arena, all| all.extend(arena.thrown(seat)))?;
                asked.and_then(Action::aim)
            }
        };
        let Some(aim) = asked else { return Err(self.fault(seat, "no die to put back".into(), "a die".into())) };
        self.see(Event::Exchanged(by, aim));
        let kind = self.board.arena.side_mut(seat).zone.remove(aim.die);
        let new = self.throw_one(seat, Cause::Exchange)?;
        self.board.arena.side_mut(seat).reserve += kind;
        self.land_late(seat, new)
    }

    /// One player's part of the rerolls (B13).
    fn reroll(&mut self, seat: Seat) -> Faultless<()> {
        for _ in 0..MOST_ACTIONS {
            let Some(aim) = self.ask_aim(seat, Moment::Reroll, Powers::REROLL)? else { break };
            let die = self.reroll_of(aim);
            self.see(Event::Rerolled(seat, aim, die.face));
            self.board.arena.side_mut(aim.seat).zone.land_again(aim.die, die);
            self.land_late(aim.seat, aim.die)?;
        }
        Ok(())
    }

    /// One player's part of the cancels (B14).
    fn cancel(&mut self, seat: Seat) -> Faultless<()> {
        while let Some(aim) = self.ask_aim(seat, Moment::Cancel, Powers::CANCEL)? {
            self.see(Event::Cancelled(seat, aim));
            let side = self.board.arena.side_mut(aim.seat);
            let kind = side.zone.remove(aim.die);
            side.discard += kind;
        }
        Ok(())
    }

    /// Asks what a reroll or cancel is aimed at, if it can be aimed at something, and spends what it takes.
    fn ask_aim(&mut self, seat: Seat, moment: Moment, power: Powers) -> Faultless<Option<Aim>> {
        let asked = self.ask(seat, moment, |arena, all| all.extend(arena.aims(seat, power)))?;
        let Some(aim) = asked.and_then(Action::aim) else { return Ok(None) };
        let own = (aim.seat == seat).then_some(aim.die);
        for _ in 0..self.board.arena.actions_for(seat, aim) {
            self.board.arena.side_mut(seat).zone.spend(power, own);
        }
        Ok(Some(aim))
    }

    /// A face that appeared through an exchange or a reroll: shields and multipliers are placed at once, an `extra`
    /// is lost (B15).
    fn land_late(&mut self, seat: Seat, spot: Spot) -> Faultless<()> {
        match self.board.arena.side(seat).zone.at(spot).face {
            Face::Extra => self.board.arena.side_mut(seat).zone.lose(spot),
            Face::Shield => self.place_shields(seat, spot.bit())?,
            Face::Times2 | Face::DoubleTimes2 | Face::Times3 => self.multiply(seat, spot.bit(), true)?,
            _ => {}
        }
        Ok(())
    }

    /// Throws one die of the reserve, which has one: chosen or at random, as the duel says.
    fn throw_one(&mut self, seat: Seat, cause: Cause) -> Faultless<Spot> {
        let dice = match self.board.arena.duel.hand {
            Hand::Random => self.board.arena.side(seat).reserve,
            Hand::Chosen => self.choose(seat, Need::Exactly(1))?,
        };
        Ok(self.throw_random(seat, 1, dice, cause))
    }

    /// Asks which dice of the reserve are thrown.
    pub(super) fn choose(&mut self, seat: Seat, need: Need) -> Faultless<Kinds> {
        self.board.need = need;
        let dice = self.decide(seat, Moment::Dice, |strategy, view| strategy.dice(view))?;
        let reserve = self.board.arena.side(seat).reserve;
        let fits = match need {
            Need::Exactly(number) => dice.total() == number,
            Need::Cost(limit) => !dice.is_empty() && self.rules().cost_of(dice) <= limit,
        };
        if fits && reserve.contains(dice) {
            return Ok(dice);
        }
        let legal = match need {
            Need::Exactly(number) => format!("{number} of {reserve}"),
            Need::Cost(limit) => format!("at least one of {reserve}, for at most {limit} points in all"),
        };
        Err(self.fault(seat, format!("{dice} to throw"), legal))
    }

    /// Asks what is done of all that is legal, if something is; answers with nothing if the player declines.
    fn ask(
        &mut self,
        seat: Seat,
        moment: Moment,
        legal: impl FnOnce(&Arena, &mut Vec<Action>),
    ) -> Faultless<Option<Action>> {
        self.board.actions.clear();
        legal(&self.board.arena, &mut self.board.actions);
        let may_act = !self.board.actions.is_empty();
        match self.decide(seat, moment, |strategy, view| if may_act { strategy.act(view) } else { Ok(None) })? {
            Some(action) if !self.board.actions.contains(&action) => {
                Err(self.fault(seat, action.to_string(), format!("none, or {}", list(&self.board.actions))))
            }
            answer => Ok(answer),
        }
    }
}
