//! What follows what between duels, remembered: which duel is chosen on a table, and what everybody has once it is over.
//!
//! Owns the tables that games have come to, and where the points of a duel lead from each. Among players who look at dice
//! and points alone, the same table and the same points always lead to the same purchases and the same next duel, so
//! nobody is asked twice. Games are the same as if everybody were asked each time.

use super::duel::Duel;
use super::mixed::ByMix;
use super::rules::MAX_SEATS;
use super::state::{Packed, State};
use crate::games::Seat;
use std::collections::HashMap;

/// The most tables that are remembered, some 300 bytes each; from others on everybody is asked.
const MOST_TABLES: usize = 1 << 17;

/// The number of a table that is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place(u32);

/// The points that a duel brings the seats: ten bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Gained(u64);

impl Gained {
    const BITS: u32 = 10;

    /// The points by seat, if none has too many.
    pub(super) fn new(points: &[u32; MAX_SEATS]) -> Option<Gained> {
        let all = points.iter().rev().fold(0, |all, &points| all << Gained::BITS | u64::from(points));
        points.iter().all(|points| points >> Gained::BITS == 0).then_some(Gained(all))
    }
}

/// Where the points of a duel lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The table after everybody's purchases.
    pub(super) to: Place,
    /// Who has won by then, if somebody has.
    pub(super) winner: Option<Seat>,
}

/// The number of ways stored with their table.
const BESIDE: usize = 4;
/// Marks a place that has no way yet.
const NO_WAY: u64 = u64::MAX;

/// A table between two duels, the duel that is chosen there, and the first ways that were found. It fills two cache lines,
/// because long runs mostly wait for memory.
#[derive(Clone, Debug)]
#[repr(align(128))]
struct Between {
    gained: [u64; BESIDE],
    to: [Led; BESIDE],
    duel: Duel,
    state: Packed,
}

const _: () = assert!(size_of::<Between>() == 128);

/// A way in a word: from its lowest bits the number of the table, and the number of the seat that has won, if one has.
#[derive(Clone, Copy, Debug)]
struct Led(u32);

impl Led {
    const WINNER: u32 = 24;

    fn new(way: Way) -> Led {
        let winner = way.winner.map_or(0, |seat| seat.number() as u32);
        Led(way.to.0 | winner << Led::WINNER)
    }

    fn way(self) -> Way {
        let winner = (self.0 >> Led::WINNER).checked_sub(1).map(|seat| Seat(seat as u8));
        Way { to: Place(self.0 & ((1 << Led::WINNER) - 1)), winner }
    }
}

const _: () = assert!(MOST_TABLES < 1 << Led::WINNER);

/// The tables of one list of strategies under one set of rules.
#[derive(Debug, Default)]
pub(super) struct Course {
    places: HashMap<(usize, State), Place, ByMix>,
    tables: Vec<Between>,
    /// The other ways.
    further: HashMap<(Place, Gained), Led, ByMix>,
}

impl Course {
    /// A table that is remembered, of a seating with this number.
    pub(super) fn find(&self, seating: usize, state: &State) -> Option<Place> {
        self.places.get(&(seating, state.in_turn(0))).copied()
    }

    /// Remembers a table, and the duel that is chosen there, if there is room. It is found again as one of a seating; the
    /// last one of a game need not be.
    pub(super) fn remember(&mut self, seating: Option<usize>, state: &State, duel: Duel) -> Option<Place> {
        if self.tables.len() == MOST_TABLES {
            return None;
        }
        let (packed, place) = (state.packed()?, Place(self.tables.len() as u32));
        seating.map(|seating| self.places.insert((seating, state.in_turn(0)), place));
        self.tables.push(Between { gained: [NO_WAY; BESIDE], to: [Led(0); BESIDE], duel, state: packed });
        Some(place)
    }

    /// The duel that is chosen at a place.
    #[inline]
    pub(super) fn duel(&self, place: Place) -> Duel {
        self.tables[place.0 as usize].duel
    }

    /// Lays out the table of a place, in a turn with this number, where another table of the same game lies.
    #[inline]
    pub(super) fn lay_out(&self, place: Place, turn: u32, state: &mut State) {
        state.lay_out(&self.tables[place.0 as usize].state, turn);
    }

    /// Where these points lead from a place, if that is known.
    #[inline]
    pub(super) fn way(&self, from: Place, gained: Gained) -> Option<Way> {
        let table = &self.tables[from.0 as usize];
        match table.gained.iter().position(|&known| known == gained.0) {
            Some(at) => Some(table.to[at].way()),
            // Further ways exist only once the table has all of its own.
            None if table.gained[BESIDE - 1] == NO_WAY => None,
            None => self.further.get(&(from, gained)).map(|led| led.way()),
        }
    }

    /// Remembers where these points lead from a place.
    pub(super) fn lead(&mut self, from: Place, gained: Gained, way: Way) {
        let (table, led) = (&mut self.tables[from.0 as usize], Led::new(way));
        match table.gained.iter().position(|&known| known == NO_WAY) {
            Some(at) => (table.gained[at], table.to[at]) = (gained.0, led),
            None => drop(self.further.insert((from, gained), led)),
        }
    }
}
