//! What a turn can reach under a card: the highest and the lowest chance of every total, for each number of dice.
//!
//! Owns the tables of one card, which are made for as many dice as are asked for, and the bounds beyond them: with more
//! dice a valid result is at most as likely as with its parts one by one (see `best_dice`, which proves it).

use super::super::turn::{Turn, TurnError};
use super::MOST_DICE;
use crate::games::gang::Card;

/// The targets of a row: 0 to one more than the highest total.
pub(in crate::exact) const TARGETS: usize = 5 * MOST_DICE as usize + 2;
/// Where a target is reached with a smaller chance, higher ones count as out of reach.
const NEGLIGIBLE: f64 = 1e-15;
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
        if group[0] < NEGLIGIBLE {
            break;
        }
    }
    row
}

/// The turns under one card.
#[derive(Default)]
pub(in crate::exact) struct Chances {
    /// By dice less one.
    reach: Vec<Reach>,
    /// By dice less one: no turn of so many dice reaches a target with a higher chance. Beyond the tables as bounds say.
    bounds: Vec<Row>,
    /// By dice: no turn of more dice reaches a target with a higher chance.
    beyond: Vec<Row>,
}

impl Chances {
    /// For how many dice there are tables.
    pub(in crate::exact) fn dice(&self) -> u32 {
        self.reach.len() as u32
    }

    /// Makes the tables of up to `dice` dice, and bounds for up to `most`.
    pub(in crate::exact) fn grow(&mut self, card: &Card, rerolls: u8, dice: u32, most: u32) -> Result<(), TurnError> {
        let part = Some(card.condition.monotone_part()).filter(|part| *part != card.condition);
        self.bounds.truncate(self.reach.len());
        for dice in self.dice() + 1..=dice {
            let reach = Reach::new(Turn::under(card, dice, rerolls)?);
            // Only what stays invalid whatever dice are added bounds the turns of more dice.
            self.bounds.push(match &part {
                None => reach.highest,
                Some(part) => row(&Turn::new(dice, rerolls, card.trigger, |roll| part.holds(roll))?, 1.0),
            });
            self.reach.push(reach);
        }
        for dice in self.reach.len() + 1..=most as usize {
            let bound = of_parts(&self.bounds, [dice / 2, self.reach.len()]);
            self.bounds.push(bound);
        }
        self.beyond = vec![[0.0; TARGETS]; self.bounds.len() + 1];
        for (dice, bound) in self.bounds.iter().enumerate().rev() {
            let highest = |target: usize| self.beyond[dice + 1][target].max(bound[target]);
            self.beyond[dice] = std::array::from_fn(highest);
        }
        Ok(())
    }

    /// Takes the next tables, of one die more, as they were made before.
    pub(super) fn push(&mut self, card: &Card, rerolls: u8, [highest, lowest]: [Row; 2]) -> Result<(), TurnError> {
        let turn = Turn::under(card, self.dice() + 1, rerolls)?;
        self.reach.push(Reach { turn, highest, lowest });
        Ok(())
    }

    /// The turn of so many dice, for which there is a table.
    pub(in crate::exact) fn reach(&self, dice: u32) -> &Reach {
        &self.reach[dice as usize - 1]
    }

    /// No turn of so many dice is valid with a higher chance.
    pub(super) fn most_valid(&self, dice: u32) -> f64 {
        self.bounds[dice as usize - 1][0]
    }

    /// No turn of more dice reaches a target with a higher chance.
    pub(super) fn beyond(&self, dice: u32) -> &Row {
        &self.beyond[(dice as usize).min(self.beyond.len() - 1)]
    }
}

/// The bounds of the number of dice that follows those of `less`: parted in two, dice reach a total only if one of the parts
/// reaches its share, and both are valid. For the totals two ways to part them are tried.
fn of_parts(less: &[Row], parts: [usize; 2]) -> Row {
    let dice = less.len() + 1;
    let valid = less.iter().zip(less.iter().rev()).fold(1.0, |bound: f64, (a, b)| bound.min(a[0] * b[0]));
    let mut row = [valid; TARGETS];
    for part in parts {
        let (a, b) = (&less[part - 1], &less[dice - part - 1]);
        for (total, bound) in row.iter_mut().enumerate() {
            for share in 0..=total + 1 {
                let chance = |row: &Row, target: usize| row.get(target).copied().unwrap_or(row[TARGETS - 1]);
                let either = chance(a, share) * b[0] + a[0] * chance(b, total + 1 - share);
                *bound = bound.min(either);
            }
        }
    }
    row
}
