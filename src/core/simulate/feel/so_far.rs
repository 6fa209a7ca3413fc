//! A game that is followed, as far as it has gone: what it has told of, round by round.
//!
//! Owns what is kept of it until it is over, and which rounds were idle. Standings and sums are for its user.

use crate::engines::DecisionStake;
use crate::games::{Decisions, MAX_SEATS, TurnOver};
use crate::stats::{MATTERS, Measured};

/// A game as far as it has gone.
#[derive(Default)]
pub(super) struct GameSoFar {
    /// By round, what chance told of first in it, and where each ends.
    pub(super) told: Vec<u32>,
    pub(super) told_ends: Vec<usize>,
    /// The scores of all seats after each round.
    pub(super) scores: Vec<u32>,
    pub(super) turns: Vec<TurnOver>,
    /// How many turns had been played when each round was over.
    pub(super) turns_by_round: Vec<usize>,
    /// The card of each round, if it has one.
    pub(super) cards: Vec<Option<usize>>,
    /// The decisions of the game, and how many there were when each round was over.
    pub(super) decisions: Decisions,
    pub(super) decisions_by_round: Vec<usize>,
    /// By seat, the most that hung on a decision in the round under way.
    pub(super) stakes: [f64; MAX_SEATS],
    /// The pairs of a round and a seat with a turn in it, and those in which nothing mattered.
    pub(super) idle: Measured,
}

impl GameSoFar {
    /// What chance told of first in a round, from 0.
    pub(super) fn first_told(&self, round: usize) -> Option<&[u32]> {
        let end = *self.told_ends.get(round)?;
        let start = round.checked_sub(1).map_or(0, |before| self.told_ends[before]);
        Some(&self.told[start..end])
    }

    /// A round is over: who had a turn in it decided something that mattered, or did not.
    pub(super) fn count_idle(&mut self) {
        let first = self.turns_by_round.last().copied().unwrap_or(0);
        for (seat, stake) in self.stakes.iter_mut().enumerate() {
            if self.turns[first..].iter().any(|turn| turn.seat.index() == seat) {
                add(&mut self.idle, (*stake < MATTERS).into());
            }
            *stake = 0.0;
        }
    }

    /// The game is over, and each decision that it told of has this stake: the rounds of those who had a turn and made one that
    /// mattered count as such. A round in which nothing is known to matter, but not everything is known, does not count, nor
    /// does a game that is too long to be kept.
    pub(super) fn price_decisions(&mut self, mut stake: impl FnMut(&[u32]) -> Option<DecisionStake>) {
        let (mut turn, mut decision) = (0, 0);
        if !self.decisions.are_all() {
            return;
        }
        for (&turns, &decisions) in self.turns_by_round.iter().zip(&self.decisions_by_round) {
            let mut stakes = [Some(0.0f64); MAX_SEATS];
            for found in (decision..decisions).filter_map(|at| stake(self.decisions.get(at))) {
                let most = &mut stakes[found.seat];
                *most = match (*most, found.stake) {
                    (Some(most), Some(stake)) => Some(most.max(stake)),
                    (known, found) => known.or(found).filter(|&stake| stake >= MATTERS),
                };
            }
            for (seat, stake) in stakes.iter().enumerate() {
                let acts = self.turns[turn..turns].iter().any(|turn| turn.seat.index() == seat);
                if let Some(stake) = stake.filter(|_| acts) {
                    add(&mut self.idle, (stake < MATTERS).into());
                }
            }
            (turn, decision) = (turns, decisions);
        }
    }

    /// The next game begins.
    pub(super) fn clear(&mut self) {
        let GameSoFar { told, told_ends, scores, turns, turns_by_round, cards, decisions, decisions_by_round, .. } =
            self;
        (self.stakes, self.idle) = Default::default();
        decisions.clear();
        decisions_by_round.clear();
        cards.clear();
        told.clear();
        told_ends.clear();
        scores.clear();
        turns.clear();
        turns_by_round.clear();
    }
}

/// Adds one thing of this size.
pub(super) fn add(to: &mut Measured, sum: u64) {
    to.of += 1;
    to.sum += sum;
}
