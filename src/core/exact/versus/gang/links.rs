//! What a round makes of each table under a card.
//!
//! Owns the tables that follow each table with their chances, and what is left at the end of games that are over.

use super::tables::{Explored, RoundEnds};
use crate::exact::course::{Next, shares};

/// The results of the games that end in a round, weighted by their chances.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Over {
    /// The win share of the first seat.
    pub share: f64,
    /// The dice of each seat.
    pub dice: [f64; 2],
}

/// A round under a card.
pub(super) struct Links {
    /// Where the links of each table end.
    ends: Vec<usize>,
    targets: Vec<u32>,
    chances: Vec<f64>,
    /// By table.
    pub over: Vec<Over>,
}

impl Links {
    /// The links of a round under one of its cards.
    pub(super) fn of(explored: &Explored<impl RoundEnds>, round: usize, card: usize) -> Links {
        let tables = &explored.tables[round];
        let (count, links) = (tables.positions.len(), tables.links[card] as usize);
        let mut all = Links {
            ends: Vec::with_capacity(count),
            targets: Vec::with_capacity(links),
            chances: Vec::with_capacity(links),
            over: Vec::with_capacity(count),
        };
        for table in 0..count {
            all.add(explored, round, (table, tables.number(table, card)));
        }
        all
    }

    /// Adds what follows a table, where the round can end as this number says.
    fn add(&mut self, explored: &Explored<impl RoundEnds>, round: usize, (table, number): (usize, u32)) {
        let (course, at) = (&explored.course, &explored.tables[round].positions[table]);
        let mut over = Over::default();
        // Exploring has found no unknown ends.
        for end in explored.rounds.ends(number).unwrap_or(&[]) {
            match course.next(at, end.winner(), &end.dice) {
                Next::Round(next) => {
                    self.targets.push(explored.tables[round + 1].place(&next));
                    self.chances.push(end.chance);
                }
                Next::Over(winners) => {
                    let pools = course.awarded(at, end.winner(), &end.dice).pools;
                    over.share += end.chance * shares(winners)[0];
                    over.dice.iter_mut().zip(pools).for_each(|(sum, pool)| *sum += end.chance * f64::from(pool));
                }
            }
        }
        self.ends.push(self.targets.len());
        self.over.push(over);
    }

    /// Adds the chances of tables, times a factor, to those of the tables that follow.
    pub(super) fn spread(&self, from: &[[f64; 2]], factor: f64, to: &mut [[f64; 2]]) {
        let mut begin = 0;
        for (&[first, second], &end) in from.iter().zip(&self.ends) {
            let (first, second) = (first * factor, second * factor);
            if first + second > 0.0 {
                for (&target, chance) in self.targets[begin..end].iter().zip(&self.chances[begin..end]) {
                    let [one, other] = &mut to[target as usize];
                    *one += first * chance;
                    *other += second * chance;
                }
            }
            begin = end;
        }
    }
}
