//! Everything that lies on the table, most of it while a duel is fought.
//!
//! Owns [`Board`], [`Arena`], what can be done in a duel, and the addresses of its draws. How a duel goes is for
//! `contest`.
//!
//! # Draws
//!
//! Dice are thrown with 64-bit draws ([`crate::dice::BlockKey::draw`], purpose `Turn`), addressed by the seat that owns
//! the dice, the turn of the game as the round, and this visit:
//!
//! | bits | what | range |
//! |---|---|---|
//! | 0–15 | how many draws of this cause the seat has had in this part, from 0 | 2^16 |
//! | 16–19 | cause ([`Cause`]) | 16 |
//! | 20–25 | repeat of a tie, from 0 | 64 |
//! | 26–31 | bout or step, from 0 | 64 |
//!
//! Dice that are thrown together share a draw, six at the most: those of a throw, and those of a tie. A die that is
//! thrown alone has a draw of its own, and so has each in a duel by points at random. A draw decides first the side of
//! each die, from the first to the last as the rules list its faces, then, where dice are drawn at random, which dice
//! they are. Fewer than one draw in 2^18 is rejected, and the next one taken instead (`contest` says why).
//!
//! So two line-ups stay in step where a seat throws in the same turn, bout or step, and repeat: its nth die lands on
//! the same side whatever the others do, however many dice the seat throws or owns, and whatever was rerolled or
//! exchanged before. The games part for good when one of them has a turn that the other does not have, or another
//! player wins a duel.

use super::dice::{Face, Kinds, Powers};
use super::duel::{Action, Aim, Contest, Duel, Need};
use super::rules::MAX_SEATS;
use super::state::{State, clockwise};
use super::zone::{Spot, Spots, Thrown, Zone};
use crate::games::Seat;

/// Why a die lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cause {
    /// Thrown for the duel, bout or step (B07).
    Throw = 0,
    /// Thrown again after a tie (B16).
    Tie = 1,
    /// Thrown by an `extra` (B08).
    Extra = 2,
    /// Thrown in exchange for another one (B12).
    Exchange = 3,
    /// Rerolled (B13).
    Reroll = 4,
}

/// How many causes there are.
const CAUSES: usize = 5;

/// What one player has in a duel.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// Dice not thrown.
    pub reserve: Kinds,
    /// Dice cancelled, or thrown in earlier bouts.
    pub discard: Kinds,
    /// Dice chosen, not thrown yet.
    pub chosen: Kinds,
    /// Dice thrown.
    pub zone: Zone,
    /// Victory points that lay face up when a throw was totalled (B17).
    pub(super) shown: u32,
    /// Bouts won.
    pub bouts: u32,
}

/// A set of seats, a bit each.
pub(super) type Seats = u8;

/// The set of one seat.
pub(super) const fn bit(seat: Seat) -> Seats {
    1 << seat.0
}

/// Everything that lies on the table during a duel.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    /// What was chosen for the duel.
    pub duel: Duel,
    /// Who chose it.
    pub active: Seat,
    pub(super) seats: u8,
    /// Who takes part (B05).
    pub(super) participants: Seats,
    /// Who takes part in what is resolved now: after a tie only those who tied (B16).
    pub(super) inside: Seats,
    pub(super) sides: [Side; MAX_SEATS],
    /// Bout or step, from 0.
    pub part: u32,
    /// Repeat of a tie, from 0.
    repeat: u32,
    /// The draws of each seat in this part and repeat, by cause.
    drawn: [[u16; CAUSES]; MAX_SEATS],
}

/// Everything that lies on the table, and what the player who has to decide can do.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Dice, points and supply.
    pub state: State,
    /// The duel under way, or the last one.
    pub arena: Arena,
    /// How often each seat has given a die back in the draft.
    pub(super) given_back: [u8; MAX_SEATS],
    /// What can be done with a power, while that is decided.
    pub(super) actions: Vec<Action>,
    /// Which dice are to be chosen, while that is decided.
    pub need: Need,
}

impl Arena {
    /// Sets up a duel for `active`, with everybody's dice in the reserve.
    pub(super) fn begin(&mut self, duel: Duel, active: Seat, dice: impl Iterator<Item = Kinds>) {
        let (mut all, mut seats) = (0, 0);
        for (seat, dice) in (0..).map(Seat).zip(dice) {
            let side = &mut self.sides[seat.index()];
            (side.reserve, side.discard, side.chosen) = (dice, Kinds::EMPTY, Kinds::EMPTY);
            (side.shown, side.bouts) = (0, 0);
            side.zone.clear();
            all |= bit(seat);
            seats += 1;
        }
        self.participants = duel.opponent.map_or(all, |other| bit(active) | bit(other));
        (self.duel, self.seats, self.active, self.inside) = (duel, seats, active, self.participants);
        self.begin_part(0, 0);
    }

    /// Begins a bout or step, or a repeat of a tie in it.
    #[inline]
    pub(super) fn begin_part(&mut self, part: u32, repeat: u32) {
        (self.part, self.repeat, self.drawn) = (part, repeat, Default::default());
    }

    /// The visit that addresses the next draw of a seat for this cause, which is thereby used up.
    #[inline]
    pub(super) fn next_visit(&mut self, seat: Seat, cause: Cause) -> u32 {
        let drawn = &mut self.drawn[seat.index()][cause as usize];
        let number = *drawn;
        *drawn += 1;
        self.part << 26 | self.repeat << 20 | (cause as u32) << 16 | u32::from(number)
    }

    /// What a player has on the table.
    pub fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index()]
    }

    pub(super) fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat.index()]
    }

    /// The seats of a set in turn order from the active player.
    #[inline]
    pub(super) fn in_order(&self, set: Seats) -> impl Iterator<Item = Seat> + use<> {
        clockwise(self.active, self.seats).filter(move |seat| set & bit(*seat) != 0)
    }

    /// Who takes part in what is resolved now, in turn order: all, or those who tied.
    #[inline]
    pub fn inside(&self) -> impl Iterator<Item = Seat> + use<> {
        self.in_order(self.inside)
    }

    /// The highest total inside, 0 without dice, and those who have it (B16); nobody without dice competes.
    #[inline]
    pub(super) fn lead(&self) -> (u32, Seats) {
        let (mut most, mut seats) = (0, 0);
        for seat in self.inside() {
            let Some(total) = self.side(seat).zone.total() else { continue };
            if total > most {
                (most, seats) = (total, 0);
            }
            if total == most {
                seats |= bit(seat);
            }
        }
        (most, seats)
    }

    /// Whether an action of `by` can be aimed at `other`: in a battle only the next one clockwise (B05, B13 to B15).
    #[inline]
    pub(super) fn can_hit(&self, by: Seat, other: Seat) -> bool {
        let is_inside = |seat: Seat| self.inside & bit(seat) != 0;
        let only_left = matches!(self.duel.contest, Contest::Battle | Contest::Armageddon(_));
        let left = || clockwise(by, self.seats).skip(1).find(|&seat| is_inside(seat));
        other != by && is_inside(other) && (!only_left || left() == Some(other))
    }

    /// The die that an aim names, if it lies there.
    pub fn die(&self, aim: Aim) -> Option<&Thrown> {
        self.side(aim.seat).zone.get(aim.die)
    }

    /// How many rerolls or cancels an aim of `by` takes: two against an opponent's helmet (B15).
    pub(super) fn actions_for(&self, by: Seat, aim: Aim) -> u32 {
        let helmet = self.die(aim).is_some_and(|die| matches!(die.face, Face::Helmet(_)));
        if helmet && aim.seat != by { 2 } else { 1 }
    }

    /// Every way to place a shield or multiplier of `of` (B09, B10); late ones find no `extra`.
    pub(super) fn placements(
        &self,
        seat: Seat,
        power: Powers,
        of: Spots,
        late: bool,
    ) -> impl Iterator<Item = Action> + use<'_> {
        let own = &self.side(seat).zone;
        let free = own.with_power(power).filter(move |(die, placed)| of & die.bit() != 0 && placed.spare() > 0);
        free.flat_map(move |(die, _)| {
            let onto = own.dice().filter(move |(_, target)| !(late && target.face == Face::Extra));
            onto.filter(move |&(on, _)| own.can_place(die, on)).map(move |(on, _)| Action::Place {
                die,
                from: None,
                on,
            })
        })
    }

    /// Every way to place or move a multiplier just before the cancels, but not those that lie on `fresh` (B10).
    pub(super) fn replacements(&self, seat: Seat, fresh: Spots) -> impl Iterator<Item = Action> + use<'_> {
        let own = &self.side(seat).zone;
        let serves = |target: &Thrown| match target.face {
            Face::Number(_) | Face::Helmet(_) | Face::PerDie | Face::VictoryPoint => true,
            face => face.powers().meet(Powers::CANCEL.with(Powers::MULTIPLIER)),
        };
        let may = move |die: Spot, from: Option<Spot>, on: Spot| match from {
            None => own.can_place(die, on),
            Some(from) => from != on && own.can_move(die, from) && own.could_place_instead(die, from, on),
        };
        let from = move |die| {
            let moved = own.placed_on(die).filter(move |from| fresh & from.bit() == 0);
            std::iter::once(None).chain(moved.map(Some)).map(move |from| (die, from))
        };
        own.with_power(Powers::MULTIPLIER).flat_map(move |(die, _)| from(die)).flat_map(move |(die, from)| {
            let onto = own.dice().filter(move |&(on, target)| serves(target) && may(die, from, on));
            onto.map(move |(on, _)| Action::Place { die, from, on })
        })
    }

    /// The dice of a seat in the throw zone.
    pub(super) fn thrown(&self, seat: Seat) -> impl Iterator<Item = Action> + use<'_> {
        self.side(seat).zone.dice().map(move |(die, _)| Action::Die(Aim { seat, die }))
    }

    /// Everything that an exchange can be aimed at (B12).
    pub(super) fn exchanges(&self, seat: Seat) -> impl Iterator<Item = Action> + use<'_> {
        let others = self.inside().filter(move |&other| self.can_hit(seat, other));
        self.thrown(seat).chain(others.map(Action::Player))
    }

    /// Everything that a reroll or a cancel of `by` can be aimed at (B13 to B15).
    pub(super) fn aims(&self, by: Seat, power: Powers) -> impl Iterator<Item = Action> + use<'_> {
        let left = self.side(by).zone.left(power);
        let reach =
            move |&seat: &Seat| left > 0 && if seat == by { power == Powers::REROLL } else { self.can_hit(by, seat) };
        let may = move |action: &Action| {
            let is_open = |aim: Aim| aim.seat == by || !self.side(aim.seat).zone.is_protected(aim.die);
            action.aim().is_some_and(|aim| self.actions_for(by, aim) <= left && is_open(aim))
        };
        self.inside().filter(reach).flat_map(|seat| self.thrown(seat)).filter(may)
    }
}
