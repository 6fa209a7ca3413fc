//! Throwing dice: which die of a reserve, and what it shows.
//!
//! Owns what becomes of a word; where a word is drawn is said in `duel`, who throws when is for `fight` and `contest`.

use super::duel::{Aim, Cause};
use super::face::Face;
use super::fight::Fight;
use super::kind::{Kind, Kinds};
use super::play::Watch;
use super::rules::SIDES;
use super::zone::Spot;
use crate::dice::{Purpose, Slot};
use crate::games::Seat;
use rand::rand_core::Rng;

impl<W: Watch> Fight<'_, '_, W> {
    /// Throws a die of this kind, which lies in the reserve.
    #[inline]
    pub(super) fn throw_kind(&mut self, seat: Seat, kind: Kind, cause: Cause) -> Spot {
        let side = self.word(seat, cause, SIDES as u32);
        self.land(seat, kind, side, cause)
    }

    /// Throws one of these dice, drawn at random; all of them lie in the reserve, and there is one.
    #[inline]
    pub(super) fn throw_from(&mut self, seat: Seat, dice: Kinds, cause: Cause) -> Spot {
        let pick = self.word(seat, cause, SIDES as u32 * dice.total());
        self.land(seat, dice.nth(pick / SIDES as u32), pick % SIDES as u32, cause)
    }

    /// Throws so many dice of the reserve, which has them, drawn at random for a throw: what as many calls of
    /// [`Fight::throw_from`] do, with the address of the draws made once.
    #[inline]
    pub(super) fn throw_random(&mut self, seat: Seat, number: u32) {
        let visit = self.arena.next_visits(seat, Cause::Throw, number);
        let mut words = self.table.block.words(Slot::new(Purpose::Turn, seat.0, self.state.turn(), visit));
        let dice = self.arena.side(seat).reserve.total();
        for thrown in 0..number {
            let pick = scale(words.next_u64(), SIDES as u32 * (dice - thrown));
            let kind = self.arena.side(seat).reserve.nth(pick / SIDES as u32);
            self.land(seat, kind, pick % SIDES as u32, Cause::Throw);
        }
    }

    #[inline]
    fn land(&mut self, seat: Seat, kind: Kind, side: u32, cause: Cause) -> Spot {
        let face = self.table.rules.die(kind).faces[side as usize];
        let player = self.arena.side_mut(seat);
        player.reserve = player.reserve - Kinds::one(kind);
        let spot = player.zone.push(kind, face);
        self.watch.landed(seat, spot, cause, self.arena);
        spot
    }

    /// What a die in a throw zone shows when it is thrown again.
    pub(super) fn face_of(&mut self, aim: Aim, cause: Cause) -> Face {
        let kind = self.arena.side(aim.seat).zone.at(aim.die).kind;
        let side = self.word(aim.seat, cause, SIDES as u32);
        self.table.rules.die(kind).faces[side as usize]
    }

    /// The next draw of a seat as a number below `bound`.
    #[inline]
    fn word(&mut self, seat: Seat, cause: Cause, bound: u32) -> u32 {
        let visit = self.arena.next_visit(seat, cause);
        let word = self.table.block.draw(Slot::new(Purpose::Turn, seat.0, self.state.turn(), visit));
        scale(word, bound)
    }
}

/// A word as a number below `bound`: the high half of a product, whose bias is below `bound` / 2^64.
#[inline]
fn scale(word: u64, bound: u32) -> u32 {
    ((u128::from(word) * u128::from(bound)) >> 64) as u32
}
