//! The tables that games between two strategies reach between rounds, whatever the cards are.
//!
//! Owns who sits where, and by round the tables and the numbers of how each round can end under each card. A table is found
//! here if some cards lead to it, even if one of them would have to come twice; such a table has no chance later.

use super::super::chain::Progress;
use crate::exact::course::{Course, Next, Position};
use crate::exact::luck::{End, NO_CLASS, Rounds, SeatsRead, Unknown};
use crate::games::gang::CardIndex;
use std::collections::HashMap;

/// The part of the work that this is taken for.
pub(super) const FINDING: f64 = 0.5;
/// How many tables are worked at before the caller is asked whether to go on.
const TABLES_AT_ONCE: usize = 64;
/// The relative error of the chance of an end of a round: a turn of 48 dice has 11 rolls of 48 steps, each with seven
/// operations; two turns, and a sum of fewer than 20,000 results.
const ROUND_ERROR: f64 = 4e-12;

/// Who sits where, and who starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineUp {
    /// By seat, the number of the strategy.
    pub seating: [usize; 2],
    /// Whether decisions may depend on which seat is which.
    pub seats: SeatsRead,
    /// The seats that start; each has games of its own.
    pub starts: &'static [usize],
}

/// How a round can end at a table.
pub(super) trait RoundEnds {
    /// The number of how it can end under a card.
    fn number(&mut self, course: &Course, at: &Position, card: CardIndex) -> u32;

    /// How the round of this number can end.
    ///
    /// # Errors
    /// Why that is not known.
    fn ends(&self, number: u32) -> Result<&[End], Unknown>;

    /// How many decisions were asked for so far.
    fn decisions(&self) -> usize;

    /// Whether it is too much; so many decisions were asked for before the round.
    fn are_too_many(&self, before: usize) -> Option<Unknown>;
}

impl RoundEnds for Rounds<'_> {
    fn number(&mut self, course: &Course, at: &Position, card: CardIndex) -> u32 {
        Rounds::number(self, course, at, card)
    }

    fn ends(&self, number: u32) -> Result<&[End], Unknown> {
        Rounds::ends(self, number)
    }

    fn decisions(&self) -> usize {
        Rounds::decisions(self)
    }

    fn are_too_many(&self, before: usize) -> Option<Unknown> {
        Rounds::are_too_many(self, before)
    }
}

/// The tables before a round.
#[derive(Default)]
pub(super) struct Tables {
    pub positions: Vec<Position>,
    places: HashMap<[u8; 4], u32>,
    /// By table and card, the number of how the round can end.
    numbers: Vec<u32>,
    /// By card, how many tables follow tables.
    pub links: Vec<u64>,
}

impl Tables {
    /// Where a table stands; it is added if it is new.
    fn add(&mut self, position: Position) {
        let place = self.positions.len() as u32;
        if *self.places.entry(key(&position)).or_insert(place) == place {
            self.positions.push(position);
        }
    }

    /// Where a table stands that was found.
    #[inline]
    pub(super) fn place(&self, position: &Position) -> u32 {
        self.places[&key(position)]
    }

    /// The number of how the round can end at a table under a card.
    #[inline]
    pub(super) fn number(&self, table: usize, card: usize) -> u32 {
        self.numbers[table * self.links.len() + card]
    }
}

/// What tells apart the tables before a round: all dice are in the pools or on the table.
fn key(position: &Position) -> [u8; 4] {
    [position.first as u8, position.left as u8, position.bonus as u8, position.pools[0] as u8]
}

/// All tables of a line-up.
pub(super) struct Explored<R> {
    pub line_up: LineUp,
    pub course: Course,
    pub rounds: R,
    /// By round.
    pub tables: Vec<Tables>,
}

impl<R: RoundEnds> Explored<R> {
    /// Finds the tables of a game by how its rounds can end, one after the other.
    ///
    /// # Errors
    /// If a decision is not known, or it is too much, or it was stopped.
    pub(super) fn new(
        course: Course,
        rounds: R,
        line_up: LineUp,
        progress: &Progress<'_>,
    ) -> Result<Explored<R>, Unknown> {
        let tables = (0..course.rounds()).map(|_| Tables::default()).collect();
        let mut explored = Explored { line_up, course, rounds, tables };
        for &first in line_up.starts {
            // Nothing is known of the cards that were seen.
            let start = Position { first, seen: NO_CLASS, ..explored.course.start() };
            explored.tables[0].add(start);
        }
        for round in 0..explored.tables.len() {
            explored.explore(round, progress)?;
        }
        Ok(explored)
    }

    /// Finds how a round can end, and the tables before the next one.
    fn explore(&mut self, round: usize, progress: &Progress<'_>) -> Result<(), Unknown> {
        let cards = self.course.cards(round as u32).to_vec();
        let (all, mut tables) = (self.tables.len() as f64, std::mem::take(&mut self.tables[round]));
        tables.links = vec![0; cards.len()];
        let (decisions, count) = (self.rounds.decisions(), tables.positions.len());
        for at in 0..count {
            if at.is_multiple_of(TABLES_AT_ONCE) {
                let part = (round as f64 + at as f64 / count as f64) / all;
                progress.is_at(FINDING * part).map_err(|_| Unknown::Stopped)?;
            }
            for (place, &card) in cards.iter().enumerate() {
                let (number, links) = self.follow(&tables.positions[at], card)?;
                tables.numbers.push(number);
                tables.links[place] += links;
                if let Some(unknown) = self.rounds.are_too_many(decisions) {
                    return Err(unknown);
                }
            }
        }
        self.tables[round] = tables;
        Ok(())
    }

    /// The number of how a round can end, and how many tables follow, which are added to those of the next round.
    fn follow(&mut self, position: &Position, card: CardIndex) -> Result<(u32, u64), Unknown> {
        let number = self.rounds.number(&self.course, position, card);
        let mut links = 0;
        for end in self.rounds.ends(number)? {
            if let Next::Round(next) = self.course.next(position, end.winner(), &end.dice) {
                self.tables[next.round as usize].add(next);
                links += 1;
            }
        }
        Ok((number, links))
    }

    /// A bound on the relative errors of all chances: those of the ends of each round, and one rounding for each of the
    /// numbers that are added to a chance.
    pub(super) fn relative_error(&self) -> f64 {
        let of_round = |tables: &Tables| {
            ROUND_ERROR + f64::EPSILON * tables.positions.len() as f64 * (tables.links.len() as f64 + 1.0)
        };
        self.tables.iter().map(of_round).sum()
    }
}
