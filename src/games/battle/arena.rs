//! Everything that lies on the table while a duel is fought.
//!
//! Owns [`Arena`] and the addresses of its draws. What can be chosen is in `duel`, how a duel goes is for `contest`.
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
//! they are. Fewer than one draw in 2^18 is rejected, and the next one taken instead (`throws` says why).
//!
//! So two line-ups stay in step where a seat throws in the same turn, bout or step, and repeat: its nth die lands on
//! the same side whatever the others do, however many dice the seat throws or owns, whether they are chosen or at
//! random (but for duels by points), and whatever was rerolled or exchanged before. Which dice these are stays the
//! same as long as the seat owns the same dice and throws as many. The games part for good when one of them has a turn
//! that the other does not have, or another player wins a duel.

use super::duel::{Aim, Contest, Duel, Hand, Opponents};
use super::kind::Kinds;
use super::rules::MAX_SEATS;
use super::state::clockwise;
use super::zone::{Thrown, Zone};
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

/// What one player has on the table.
#[derive(Clone, Debug)]
pub struct Side {
    /// Dice not thrown.
    pub reserve: Kinds,
    /// Dice cancelled, or thrown in earlier bouts.
    pub discard: Kinds,
    /// Dice chosen, not thrown yet.
    pub(super) chosen: Kinds,
    /// Dice thrown.
    pub zone: Zone,
    /// Victory points that lay face up when a throw was totalled (B17).
    pub(super) shown: u32,
    /// Bouts won.
    pub(super) bouts: u32,
    draws: [u16; CAUSES],
}

impl Side {
    const EMPTY: Side = Side {
        reserve: Kinds::EMPTY,
        discard: Kinds::EMPTY,
        chosen: Kinds::EMPTY,
        zone: Zone::EMPTY,
        shown: 0,
        bouts: 0,
        draws: [0; CAUSES],
    };
}

/// A set of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Seats(u8);

impl Seats {
    /// Whether a seat is in it.
    #[inline]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many seats.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Its only seat, if there is one and no other.
    #[inline]
    pub(super) const fn only(self) -> Option<Seat> {
        if self.0.is_power_of_two() { Some(Seat(self.0.trailing_zeros() as u8)) } else { None }
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.0)
    }
}

/// Everything that lies on the table during a duel.
#[derive(Clone, Debug)]
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
    pub(super) part: u32,
    /// Repeat of a tie, from 0.
    repeat: u32,
}

impl Arena {
    /// An arena in which nothing happens.
    pub(super) fn new() -> Arena {
        Arena {
            duel: Duel { contest: Contest::Battle, opponents: Opponents::All, hand: Hand::Random },
            seats: 0,
            active: Seat(0),
            participants: Seats::default(),
            inside: Seats::default(),
            sides: [Side::EMPTY; MAX_SEATS],
            part: 0,
            repeat: 0,
        }
    }

    /// Sets up a duel for `active`, with everybody's dice in the reserve.
    pub(super) fn begin(&mut self, duel: Duel, active: Seat, dice: impl Iterator<Item = Kinds>) {
        let (mut all, mut seats) = (Seats::default(), 0);
        for (seat, dice) in (0..).map(Seat).zip(dice) {
            let side = &mut self.sides[seat.index()];
            (side.reserve, side.discard, side.chosen) = (dice, Kinds::EMPTY, Kinds::EMPTY);
            (side.shown, side.bouts, side.draws) = (0, 0, [0; CAUSES]);
            side.zone.clear();
            all = all.with(seat);
            seats += 1;
        }
        self.participants = match duel.opponents {
            Opponents::All => all,
            Opponents::One(other) => Seats::default().with(active).with(other),
        };
        (self.duel, self.seats, self.active, self.inside) = (duel, seats, active, self.participants);
        (self.part, self.repeat) = (0, 0);
    }

    /// Begins a bout or step, or a repeat of a tie in it.
    #[inline]
    pub(super) fn begin_part(&mut self, part: u32, repeat: u32) {
        (self.part, self.repeat) = (part, repeat);
        for side in &mut self.sides[..usize::from(self.seats)] {
            side.draws = [0; CAUSES];
        }
    }

    /// The visit that addresses the next draw of a seat for this cause, which is thereby used up.
    #[inline]
    pub(super) fn next_visit(&mut self, seat: Seat, cause: Cause) -> u32 {
        let drawn = &mut self.sides[seat.index()].draws[cause as usize];
        let number = *drawn;
        *drawn += 1;
        self.part << 26 | self.repeat << 20 | (cause as u32) << 16 | u32::from(number)
    }

    /// What a player has on the table.
    #[inline]
    pub fn side(&self, seat: Seat) -> &Side {
        &self.sides[seat.index()]
    }

    #[inline]
    pub(super) fn side_mut(&mut self, seat: Seat) -> &mut Side {
        &mut self.sides[seat.index()]
    }

    /// The seats of a set in turn order from the active player.
    #[inline]
    pub(super) fn in_order(&self, set: Seats) -> impl Iterator<Item = Seat> + use<> {
        clockwise(self.active, self.seats).filter(move |seat| set.has(*seat))
    }

    /// Who takes part in what is resolved now, in turn order: all, or those who tied.
    #[inline]
    pub fn inside(&self) -> impl Iterator<Item = Seat> + use<> {
        self.in_order(self.inside)
    }

    /// The highest total inside, 0 without dice, and those who have it (B16); nobody without dice competes.
    #[inline]
    pub(super) fn lead(&self) -> (u32, Seats) {
        let (mut most, mut seats) = (0, Seats::default());
        for seat in self.inside() {
            let Some(total) = self.side(seat).zone.total() else { continue };
            if total > most {
                (most, seats) = (total, Seats::default());
            }
            if total == most {
                seats = seats.with(seat);
            }
        }
        (most, seats)
    }

    /// The next one clockwise among those inside (B05, B16).
    pub(super) fn left_of(&self, seat: Seat) -> Option<Seat> {
        clockwise(seat, self.seats).skip(1).find(|&other| self.inside.has(other))
    }

    /// Whether an action of `by` can be aimed at `other` (B05, B13 to B15).
    #[inline]
    pub(super) fn can_hit(&self, by: Seat, other: Seat) -> bool {
        let there = other != by && self.inside.has(other);
        there && (!self.duel.contest.hits_only_the_left() || self.left_of(by) == Some(other))
    }

    /// The die that an aim names, if it lies there.
    #[inline]
    pub fn die(&self, aim: Aim) -> Option<&Thrown> {
        self.side(aim.seat).zone.get(aim.die)
    }
}
