//! The chances of all sets of cards and tables, round by round, from the start of games to their ends.
//!
//! Owns the pass over the rounds, and the sums over all games. Only two rounds are in memory. Sets do not depend on each
//! other, so all cores share them, and the numbers are the same with any number of threads.

use super::super::ExactFault;
use super::super::chain::Progress;
use super::cost::steps_of;
use super::links::Links;
use super::sets::Sets;
use super::tables::{Explored, FINDING, RoundEnds};
use crate::exact::induction::Work;

/// How many sets are worked at before the caller is asked whether to go on.
const SETS_AT_ONCE: usize = 64;

/// The chances of the tables before a round, by who started the game.
type Chances = Vec<[f64; 2]>;

/// What games come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sums {
    /// The win share of the first seat.
    pub share: f64,
    /// The dice of each seat at the end.
    pub dice: [f64; 2],
    /// Rounds of a game.
    pub rounds: f64,
}

/// What was found of a line-up.
pub(super) struct Found {
    /// By who starts.
    pub sums: [Sums; 2],
    /// How many sets of cards and tables have a chance.
    pub positions: usize,
}

/// The work on all line-ups, and how far it is.
pub(super) struct Pass<'p> {
    progress: &'p Progress<'p>,
    work: Work<'p>,
    /// The steps of all line-ups, and how many are done.
    steps: f64,
    done: f64,
}

/// All chances before a round.
struct Layer {
    sets: Sets,
    chances: Vec<Chances>,
}

impl<'p> Pass<'p> {
    pub(super) fn new(progress: &'p Progress<'p>, steps: f64) -> Pass<'p> {
        Pass { progress, work: Work::on_all_cores(&|| true), steps, done: 0.0 }
    }

    /// What the games of a line-up come to.
    ///
    /// # Errors
    /// If it was stopped.
    pub(super) fn follow(&mut self, explored: &Explored<impl RoundEnds + Sync>) -> Result<Found, ExactFault> {
        let mut found = Found { sums: [Sums::default(); 2], positions: 0 };
        let mut layer = Layer::start(explored);
        for round in 0..explored.tables.len() {
            if round > 0 && explored.course.has_new_cards(round as u32) {
                layer = layer.joined(explored.course.cards(round as u32).len());
            }
            let cards: Vec<usize> = (0..explored.course.cards(round as u32).len()).collect();
            let links = self.work.each(&cards, |&card| Links::of(explored, round, card));
            let under = self.work.each(&cards, |&card| layer.under(card));
            for (links, under) in links.iter().zip(&under) {
                found.sums.iter_mut().enumerate().for_each(|(start, sums)| sums.add(links, under, start));
            }
            found.positions += layer.positions();
            if let Some(tables) = explored.tables.get(round + 1) {
                let steps = steps_of(explored, round);
                layer = self.next(&layer, (&links[..], tables.positions.len()), steps)?;
            }
        }
        Ok(found)
    }

    /// The chances before the next round, and the number of its tables.
    fn next(&mut self, layer: &Layer, (links, tables): (&[Links], usize), steps: f64) -> Result<Layer, ExactFault> {
        let sets = layer.sets.with_another();
        let mut chances = Vec::with_capacity(sets.masks().len());
        for masks in sets.masks().chunks(SETS_AT_ONCE) {
            chances.extend(self.work.each(masks, |&mask| layer.with(mask, links, tables)));
            self.done += steps * masks.len() as f64 / sets.masks().len() as f64;
            self.progress.is_at(FINDING + (1.0 - FINDING) * self.done / self.steps.max(1.0))?;
        }
        Ok(Layer { sets, chances })
    }
}

impl Layer {
    /// The start of games: each column is a seat that starts.
    fn start<R>(explored: &Explored<R>) -> Layer {
        let tables = &explored.tables[0].positions;
        let mut chances = vec![[0.0; 2]; tables.len()];
        (0..tables.len()).for_each(|start| chances[start][start] = 1.0);
        Layer { sets: Sets::of(explored.course.cards(0).len()), chances: vec![chances] }
    }

    /// The same where cards of another back follow, of which none is gone.
    fn joined(&self, cards: usize) -> Layer {
        let mut sum = vec![[0.0; 2]; self.chances.first().map_or(0, Vec::len)];
        self.chances.iter().for_each(|chances| add(chances, 1.0, &mut sum));
        Layer { sets: Sets::of(cards), chances: vec![sum] }
    }

    /// The chances of the tables together with that of a card to be the next.
    fn under(&self, card: usize) -> Chances {
        let mut sum = vec![[0.0; 2]; self.chances.first().map_or(0, Vec::len)];
        for (mask, chances) in self.sets.masks().iter().zip(&self.chances) {
            if mask >> card & 1 == 0 {
                add(chances, self.sets.chance(), &mut sum);
            }
        }
        sum
    }

    /// The chances of the tables after this round, with which these cards are gone.
    fn with(&self, mask: u64, links: &[Links], tables: usize) -> Chances {
        let mut after = vec![[0.0; 2]; tables];
        for (card, links) in links.iter().enumerate().filter(|(card, _)| mask >> card & 1 == 1) {
            if let Some(before) = self.sets.place(mask & !(1 << card)) {
                links.spread(&self.chances[before], self.sets.chance(), &mut after);
            }
        }
        after
    }

    /// How many sets and tables have a chance.
    fn positions(&self) -> usize {
        let have = |chances: &Chances| chances.iter().filter(|[first, second]| first + second > 0.0).count();
        self.chances.iter().map(have).sum()
    }
}

impl Sums {
    /// Adds a round under a card, whose tables have these chances.
    fn add(&mut self, links: &Links, under: &Chances, start: usize) {
        for (chances, over) in under.iter().zip(&links.over) {
            let chance = chances[start];
            self.rounds += chance;
            self.share += chance * over.share;
            self.dice.iter_mut().zip(over.dice).for_each(|(sum, dice)| *sum += chance * dice);
        }
    }
}

/// Adds chances times a factor to others.
fn add(chances: &[[f64; 2]], factor: f64, to: &mut [[f64; 2]]) {
    for (to, from) in to.iter_mut().zip(chances) {
        to.iter_mut().zip(from).for_each(|(to, from)| *to += factor * from);
    }
}
