//! What a turn can reach under a card: the highest and the lowest chance of every total, for each number of dice.
//!
//! Owns the tables of one card, which are made for as many dice as are asked for, and the bound beyond them: with more
//! dice a valid result is at most as likely as with its parts one by one (see `best_dice`, which proves it).

use super::super::turn::{Turn, TurnError};
use super::MOST_DICE;
use crate::games::gang::Card;

/// The targets of a row: 0 to one more than the highest total.
pub(in crate::exact) const TARGETS: usize = 5 * MOST_DICE as usize + 2;
/// How many targets are solved side by side.
const SIDE_BY_SIDE: usize = 8;

/// Chances of a valid total of at least a target, by target; 0 where no total is so high.
pub(in crate::exact) type Row = [f64; TARGETS];

/// A turn with a number of dice.
pub(in crate::exact) struct Reach {
    pub turn: Turn,
    /// The highest chance of at least a target.
    pub highest: Row,
    /// The lowest.
    pub lowest: Row,
}

impl Reach {
    pub(in crate::exact) fn new(turn: Turn) -> Reach {
        let (highest, lowest) = (row(&turn, 1.0), row(&turn, -1.0));
        Reach { turn, highest, lowest }
    }
}

/// What is best for a player to whom a success is worth `worth`, by target, as the chance of it.
fn row(turn: &Turn, worth: f64) -> Row {
    let mut row = [0.0; TARGETS];
    let targets = 5 * turn.dice() as usize + 1;
    for (start, group) in (0..).step_by(SIDE_BY_SIDE).zip(row[..targets].chunks_mut(SIDE_BY_SIDE)) {
        let value = |result: Option<u32>| {
            std::array::from_fn(|n| match result {
                Some(total) if total as usize >= start + n => worth,
                _ => 0.0,
            })
        };
        let values: Vec<[f64; SIDE_BY_SIDE]> = turn.results().map(value).collect();
        for (chance, value) in group.iter_mut().zip(turn.solve(&values)) {
            *chance = value * worth;
        }
    }
    row
}

/// The turns under one card.
pub(super) struct Chances {
    /// By dice less one.
    reach: Vec<Reach>,
    /// By dice, from 0: no turn of so many dice or more is valid with a higher chance.
    valid: Vec<f64>,
    /// With more dice than there are tables for, no turn reaches a target with a higher chance.
    pub beyond: Row,
}

impl Chances {
    /// No turn yet; numbers of dice up to `most` have bounds.
    pub(super) fn new(most: u32) -> Chances {
        Chances { reach: Vec::new(), valid: vec![1.0; most as usize + 1], beyond: [1.0; TARGETS] }
    }

    /// For how many dice there are tables.
    pub(super) fn dice(&self) -> u32 {
        self.reach.len() as u32
    }

    /// Makes the tables of up to `dice` dice.
    pub(super) fn grow(&mut self, card: &Card, rerolls: u8, dice: u32) -> Result<(), TurnError> {
        let part = Some(card.condition.monotone_part()).filter(|part| *part != card.condition);
        for dice in self.dice() + 1..=dice {
            let reach = Reach::new(Turn::under(card, dice, rerolls)?);
            let valid = match &part {
                None => reach.highest[0],
                Some(part) => row(&Turn::new(dice, rerolls, card.trigger, |roll| part.holds(roll))?, 1.0)[0],
            };
            self.reach.push(reach);
            if let Some(bound) = self.valid.get_mut(dice as usize) {
                *bound = valid;
            }
        }
        self.bound();
        Ok(())
    }

    /// The bounds beyond the tables: parted in two, dice reach a total only if one of the parts reaches its share, and
    /// both are valid.
    fn bound(&mut self) {
        let tables = self.reach.len();
        let mut rows: Vec<Row> = self.reach.iter().map(|reach| reach.highest).collect();
        self.beyond = [0.0; TARGETS];
        for dice in tables + 1..self.valid.len() {
            let less = &self.valid[1..dice];
            self.valid[dice] = less.iter().zip(less.iter().rev()).fold(1.0, |bound: f64, (a, b)| bound.min(a * b));
            let mut row = [self.valid[dice]; TARGETS];
            for part in [dice / 2, tables] {
                let (a, b) = (&rows[part - 1], &rows[dice - part - 1]);
                let (valid_a, valid_b) = (self.valid[part], self.valid[dice - part]);
                for (total, bound) in row.iter_mut().enumerate() {
                    for share in 0..=total + 1 {
                        let chance = |row: &Row, target: usize| row.get(target).copied().unwrap_or(row[TARGETS - 1]);
                        let either = chance(a, share) * valid_b + valid_a * chance(b, total + 1 - share);
                        *bound = bound.min(either);
                    }
                }
            }
            for (beyond, chance) in self.beyond.iter_mut().zip(&row) {
                *beyond = beyond.max(*chance);
            }
            rows.push(row);
        }
    }

    /// The turn of so many dice, for which there is a table.
    pub(super) fn reach(&self, dice: u32) -> &Reach {
        &self.reach[dice as usize - 1]
    }

    /// No turn of so many dice is valid with a higher chance.
    pub(super) fn most_valid(&self, dice: u32) -> f64 {
        self.valid[dice as usize]
    }
}
