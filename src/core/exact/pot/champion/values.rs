//! The values of all points, and the sweeps that find them.
//!
//! Owns which points there are, and value iteration over them: a sweep finds what every position of a round is worth, by the
//! values of the positions before the next round, which are those of the sweep before.

use super::Grade;
use super::grid::{Axis, Grid, Shares, Spot};
use super::options::Options;
use super::turn::Place;
use crate::exact::induction::Work;
use crate::exact::pot::Purse;
use crate::exact::pot::game::Classes;
use crate::games::pot::{Combos, GameEnd, Rules, Without};

/// The scores to beat that have points. Lower ones are taken for the first: so no score that takes control leads to the same
/// point again.
const POINTS: [u8; 10] = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// The point of a score.
#[inline]
pub(super) fn score_point(score: u8) -> usize {
    usize::from(score.max(6) - 6).min(POINTS.len() - 1)
}

/// Positions before the goal is held, or after it.
#[derive(Clone, Debug)]
pub(super) struct Zone<const N: usize> {
    pub(super) grid: Grid<N>,
    /// The goal, if the grid has how many coins players are behind the richest, as if that one had the goal.
    behind: Option<u32>,
}

/// The layer in which nobody is in control.
pub(super) const NOBODY: usize = 0;

/// The layer in which a player is in control: how many seats clockwise that player sits, and the score to beat.
#[inline]
pub(super) fn layer(seats: usize, steps: usize, score: u8) -> usize {
    score_point(score) * (seats - 1) + steps
}

impl<const N: usize> Zone<N> {
    fn new(coins: Vec<u32>, pot: Vec<u32>, behind: Option<u32>) -> Zone<N> {
        let layers = 1 + POINTS.len() * (N - 1);
        Zone { grid: Grid::new(Axis::new(coins), Axis::new(pot), layers), behind }
    }

    /// The place of some coins.
    #[inline]
    pub(super) fn spot(&self, coins: &[u32; N], pot: u32) -> Spot {
        match self.behind {
            None => self.grid.spot(coins, pot),
            Some(_) => {
                let most = coins.iter().copied().max().unwrap_or(0);
                self.grid.spot(&coins.map(|coins| most - coins), pot)
            }
        }
    }

    /// The coins at a point. `None` if no position is there.
    fn coins(&self, point: usize) -> Option<([u32; N], u32)> {
        let (numbers, pot) = self.grid.numbers(point);
        match self.behind {
            None => Some((numbers, pot)),
            Some(goal) => numbers.contains(&0).then(|| (numbers.map(|behind| goal.saturating_sub(behind)), pot)),
        }
    }
}

/// The values of a game for `N` players.
pub(super) struct Solved<const N: usize> {
    pub(super) rules: Rules,
    pub(super) combos: Combos,
    pub(super) options: Options,
    pub(super) classes: Classes,
    pub(super) early: Zone<N>,
    late: Zone<N>,
    /// How many sweeps there were.
    pub(super) sweeps: u32,
    /// By how much a share changed on average in the last one.
    pub(super) change: f64,
}

/// A sweep that changes shares by no more than this on average is the last.
const SETTLED: f64 = 1e-4;
/// The most sweeps.
const MOST_SWEEPS: u32 = 60;

/// Values before rounds that are known.
#[derive(Clone, Copy)]
pub struct Known<'b> {
    /// The values, as [`ChampionValues::to_bytes`](super::ChampionValues::to_bytes) writes them.
    pub bytes: &'b [u8],
    /// Whether they are those of this game and not of another one, which makes them a first guess.
    pub is_solved: bool,
}

impl<const N: usize> Solved<N> {
    /// The game before anything is solved. `None` if the number of players is not allowed.
    pub(super) fn new(rules: Rules, grade: Grade) -> Option<Solved<N>> {
        let combos = rules.combos();
        let pots = |more: &[u32]| more.iter().map(|more| rules.stake + more).collect();
        let early = Zone::new(grade.coins(N, rules.goal), pots(grade.pots(N)), None);
        let late = Zone::new(grade.behind(N), pots(grade.late_pots(N)), Some(rules.goal));
        let (options, classes) = (Options::new(N)?, Classes::new(combos));
        Some(Solved { rules, combos, options, classes, early, late, sweeps: 0, change: f64::INFINITY })
    }

    /// Finds the values, from known ones in one sweep. `None` if it was stopped.
    pub(super) fn solve(&mut self, known: Known<'_>, work: &Work<'_>) -> Option<()> {
        self.guess();
        let is_known = self.take_bytes(known.bytes) && known.is_solved;
        self.sweep(true, work)?;
        let most = if is_known { 1 } else { MOST_SWEEPS };
        while self.sweeps < most && self.change > SETTLED {
            if self.rules.end == GameEnd::Holds {
                self.sweep(true, work)?;
            }
            self.change = self.sweep(false, work)?;
            self.sweeps += 1;
        }
        Some(())
    }

    /// A first guess: the share of the coins.
    fn guess(&mut self) {
        for late in [false, true] {
            for point in 0..self.zone(late).grid.size() {
                let Some((coins, _)) = self.zone(late).coins(point) else { continue };
                let weights = coins.map(|coins| ((coins + 2) * (coins + 2)) as f32);
                let sum: f32 = weights.iter().sum();
                let zone = if late { &mut self.late } else { &mut self.early };
                zone.grid.layer_mut(NOBODY)[point] = weights.map(|weight| weight / sum);
            }
        }
    }

    /// Finds what all positions of a round are worth, those last on turn first; says by how much the shares before rounds
    /// changed on average.
    fn sweep(&mut self, late: bool, work: &Work<'_>) -> Option<f64> {
        for &score in POINTS.iter().rev() {
            for steps in 1..N {
                self.fill(late, Some((steps, score)), work)?;
            }
        }
        self.fill(late, None, work)
    }

    /// Finds the values of a layer; says by how much those changed on average that have the fewest coins in the POT.
    fn fill(&mut self, late: bool, control: Option<(usize, u8)>, work: &Work<'_>) -> Option<f64> {
        let points: Vec<usize> = (0..self.zone(late).grid.size()).collect();
        let found = work.each(&points, |&point| {
            let (coins, pot) = self.zone(late).coins(point)?;
            Some(self.value(&Place { coins, pot, control, late }))
        });
        let zone = if late { &mut self.late } else { &mut self.early };
        let place = control.map_or(NOBODY, |(steps, score)| layer(N, steps, score));
        let (before_rounds, mut change) = (zone.grid.coins(), 0.0);
        for (point, (kept, found)) in zone.grid.layer_mut(place).iter_mut().zip(found).enumerate() {
            let Some(found) = found else { continue };
            if point < before_rounds {
                change += f64::from(kept.iter().zip(found).map(|(kept, found)| (kept - found).abs()).sum::<f32>());
            }
            *kept = found;
        }
        work.go_on().then_some(change / (before_rounds * N) as f64)
    }

    /// The positions of a zone.
    pub(super) fn zone(&self, late: bool) -> &Zone<N> {
        if late { &self.late } else { &self.early }
    }

    /// Whether the player on turn can pay for the last reroll (P04, P18).
    pub(super) fn can_pay(&self, at: &Place<N>) -> bool {
        at.coins[0] > 0 && self.rules.without != Without::PaidReroll
    }

    /// What the player on turn can pay with.
    pub(super) fn purse(&self, at: &Place<N>) -> Purse {
        if self.can_pay(at) { Purse::Coins } else { Purse::Empty }
    }

    /// What a position is worth to every player, with the best turn.
    pub(super) fn value(&self, at: &Place<N>) -> Shares<N> {
        let worths = self.worths(at);
        self.classes.best_shares(|paid, result| worths.of(paid, result), self.purse(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_scores_are_taken_for_the_first_point() {
        let taken: Vec<u8> = (0..16).map(|score| POINTS[score_point(score)]).collect();
        assert_eq!(taken, [6, 6, 6, 6, 6, 6, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
    }
}
