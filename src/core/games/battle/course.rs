//! What follows what between duels, remembered: which duel is chosen on a table, and what everybody has once it is over.
//!
//! Owns the tables that games have come to, and where the points of a duel lead from each. Among players who look at dice
//! and points alone, the same table and the same points always lead to the same purchases and the same next duel, so
//! nobody is asked twice. Games are the same as if everybody were asked each time.

use super::duel::Duel;
use super::mixed::ByMix;
use super::rules::MAX_SEATS;
use super::state::State;
use crate::games::Seat;
use std::collections::HashMap;

/// The most tables that are remembered, some 300 bytes each; from others on everybody is asked.
const MOST_TABLES: usize = 1 << 17;

/// The number of a table that is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place(u32);

/// The points that a duel brings the seats: ten bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A table between two duels.
#[derive(Debug)]
struct Between {
    /// Dice, points and supply; its turn means nothing.
    state: State,
    /// The duel that is chosen.
    duel: Duel,
    /// The first ways that were found, and further ones.
    first: [Option<(Gained, Way)>; FIRST],
    ways: Vec<(Gained, Way)>,
}

/// How many ways lie beside their table, where they are found most quickly.
const FIRST: usize = 4;

/// The tables of one list of strategies under one set of rules.
#[derive(Debug, Default)]
pub(super) struct Course {
    places: HashMap<(usize, State), Place, ByMix>,
    tables: Vec<Between>,
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
        let (state, place) = (state.in_turn(0), Place(self.tables.len() as u32));
        seating.map(|seating| self.places.insert((seating, state.clone()), place));
        self.tables.push(Between { state, duel, first: [None; FIRST], ways: Vec::new() });
        Some(place)
    }

    /// The duel that is chosen at a place.
    #[inline]
    pub(super) fn duel(&self, place: Place) -> Duel {
        self.tables[place.0 as usize].duel
    }

    /// The table of a place, in a turn with this number.
    #[inline]
    pub(super) fn state(&self, place: Place, turn: u32) -> State {
        self.tables[place.0 as usize].state.in_turn(turn)
    }

    /// Where these points lead from a place, if that is known.
    #[inline]
    pub(super) fn way(&self, from: Place, gained: Gained) -> Option<Way> {
        let table = &self.tables[from.0 as usize];
        let all = table.first.iter().flatten().chain(&table.ways);
        all.into_iter().find(|(known, _)| *known == gained).map(|&(_, way)| way)
    }

    /// Remembers where these points lead from a place.
    pub(super) fn lead(&mut self, from: Place, gained: Gained, way: Way) {
        let table = &mut self.tables[from.0 as usize];
        match table.first.iter_mut().find(|place| place.is_none()) {
            Some(place) => *place = Some((gained, way)),
            None => table.ways.push((gained, way)),
        }
    }
}
