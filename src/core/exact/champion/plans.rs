//! What a turn can come to under a card: a family of plans for each number of dice, with their exact chances.
//!
//! Owns which commitments are considered, and which plans. More dice are considered as long as they raise the chance of
//! some total noticeably, so each card has its own numbers of dice; who acts before others has a higher bar than who acts last.

use super::super::game::chances::{Reach, Row};
use super::super::{Turn, TurnError};
use crate::games::gang::Card;

/// The most dice of a turn that are considered.
pub const MOST_DICE: u32 = 16;
/// By how much more dice have to raise the chance of some total, for who acts last.
const GAIN: f64 = 0.001;
/// By how much they have to raise it for those who act before others.
const GAIN_EARLIER: f64 = 0.01;
/// How far the aims of [`Aim::Climb`] are apart.
const CLIMB_STEP: usize = 4;

/// To what end dice are rerolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// For the highest chance of a valid result with at least this total.
    Reach(u32),
    /// For the highest expectation of the total above this, an invalid result counting 0.
    Climb(u32),
    /// For the lowest chance of a valid result with at least this total.
    Miss(u32),
}

impl Aim {
    /// Its sort, 0 to 2, and the total.
    pub fn parts(self) -> (u8, u32) {
        match self {
            Aim::Reach(total) => (0, total),
            Aim::Climb(total) => (1, total),
            Aim::Miss(total) => (2, total),
        }
    }

    /// The aim of these parts.
    pub fn of_parts(sort: u8, total: u32) -> Aim {
        match sort {
            0 => Aim::Reach(total),
            1 => Aim::Climb(total),
            _ => Aim::Miss(total),
        }
    }

    /// What a result is worth to it.
    pub fn value(self, result: Option<u32>) -> f64 {
        match (self, result) {
            (Aim::Reach(least), Some(total)) if total >= least => 1.0,
            (Aim::Miss(least), Some(total)) if total >= least => -1.0,
            (Aim::Climb(above), Some(total)) => f64::from(total.saturating_sub(above)),
            _ => 0.0,
        }
    }
}

/// What a commitment of a number of dice can come to.
pub(super) struct Commitment {
    pub dice: u32,
    /// One more than the highest total that can be reached.
    pub totals: usize,
    /// The highest and the lowest chance of a valid result with at least a total, by total up to `totals`.
    pub highest: Row,
    pub lowest: Row,
    /// The plans, in the order in which ties are settled; none where only the last player considers so many dice.
    pub aims: Vec<Aim>,
    /// By total and plan: the chance of at least the total, up to `totals`, and of the total.
    pub reach: Vec<f64>,
    pub chances: Vec<f64>,
}

impl Commitment {
    fn new(turn: Turn) -> Commitment {
        let Reach { turn, highest, lowest } = Reach::new(turn);
        let totals = highest.iter().rposition(|&chance| chance > 0.0).map_or(0, |total| total + 1);
        Commitment { dice: turn.dice(), totals, highest, lowest, aims: vec![], reach: vec![], chances: vec![] }
    }

    /// Finds the plans with different results, among those that aim at every `every`-th total.
    fn plan(&mut self, card: &Card, rerolls: u8, every: usize) -> Result<(), TurnError> {
        let turn = Turn::under(card, self.dice, rerolls)?;
        let totals = (0..self.totals as u32).step_by(every);
        let reach = totals.clone().map(Aim::Reach);
        let climb = totals.clone().step_by(CLIMB_STEP).map(Aim::Climb);
        let mut outcomes: Vec<Vec<f64>> = Vec::new();
        for aim in reach.chain(climb).chain(totals.map(Aim::Miss)) {
            let outcome = turn.optimum(|result| aim.value(result))?.plan.outcome();
            let chances = outcome.valid[..self.totals].to_vec();
            let same = |known: &Vec<f64>| known.iter().zip(&chances).all(|(a, b)| (a - b).abs() < 1e-12);
            if !outcomes.iter().any(same) {
                outcomes.push(chances);
                self.aims.push(aim);
            }
        }
        let plans = outcomes.len();
        self.chances = (0..self.totals).flat_map(|total| outcomes.iter().map(move |of| of[total])).collect();
        self.reach = vec![0.0; (self.totals + 1) * plans];
        for place in (0..self.totals * plans).rev() {
            self.reach[place] = self.reach[place + plans] + self.chances[place];
        }
        Ok(())
    }
}

/// The commitments that are considered under a card, from 1 on.
pub(super) struct CardPlans {
    pub commitments: Vec<Commitment>,
}

impl CardPlans {
    /// One more than the highest total of so many dice, considered or not.
    pub(super) fn totals(&self, dice: u32) -> usize {
        self.commitments.get(dice as usize - 1).map_or(5 * dice as usize + 1, |commitment| commitment.totals)
    }

    /// The plans under a card, for at most `earlier` dice of those who act before others.
    pub(super) fn new(card: &Card, rerolls: u8, earlier: u32) -> Result<CardPlans, TurnError> {
        CardPlans::within(card, rerolls, (earlier, MOST_DICE), 1)
    }

    /// The same for at most `most` dice of any player. The plans aim at every `every`-th total.
    pub(super) fn within(
        card: &Card,
        rerolls: u8,
        (earlier, most): (u32, u32),
        every: usize,
    ) -> Result<CardPlans, TurnError> {
        let mut commitments: Vec<Commitment> = Vec::new();
        let mut best: Row = [0.0; _];
        let (mut plain, mut gains) = (0, Vec::new());
        for dice in 1..=most {
            let commitment = Commitment::new(Turn::under(card, dice, rerolls)?);
            let gain = commitment.highest.iter().zip(&best).fold(0.0, |gain: f64, (a, b)| gain.max(a - b));
            best.iter_mut().zip(&commitment.highest).for_each(|(best, &chance)| *best = best.max(chance));
            plain = if gain < GAIN { plain + 1 } else { 0 };
            commitments.push(commitment);
            gains.push(gain);
            if plain == 2 {
                break;
            }
        }
        commitments.truncate((commitments.len() - plain).max(1));
        let is_earlier = |commitment: &Commitment| {
            commitment.dice == 1 || commitment.dice <= earlier && gains[commitment.dice as usize - 1] >= GAIN_EARLIER
        };
        for commitment in commitments.iter_mut().filter(|commitment| is_earlier(commitment)) {
            commitment.plan(card, rerolls, every)?;
        }
        Ok(CardPlans { commitments })
    }
}
