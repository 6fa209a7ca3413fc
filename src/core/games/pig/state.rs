//! A game of Pig under way: scores, the turn total, and what a roll or a hold makes of them (R03–R07). It rolls nothing
//! and asks nobody.

use super::rules::Rules;
use crate::games::{MAX_SEATS, Seat, leaders};

/// What a number does that was rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rolled {
    /// It ends the turn, whose total is lost (R04).
    Bust,
    /// It is added to the turn total, and the player decides whether to go on (R05).
    Counts,
    /// It is added and brings the player to the goal: the game is won (R06).
    Wins,
}

/// A game under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    scores: [u32; MAX_SEATS],
    seats: usize,
    active: usize,
    /// The turn total (R03).
    pub total: u32,
    /// How often the die was rolled in this turn.
    pub rolls: u32,
    /// The turns that are over.
    pub turns: u32,
}

impl State {
    /// The start of a game of 1 to [`MAX_SEATS`] players (R01).
    pub fn new(seats: usize) -> State {
        State { scores: [0; MAX_SEATS], seats, active: 0, total: 0, rolls: 0, turns: 0 }
    }

    /// In the first round, before a decision of a player who has rolled this total in so many rolls.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`] scores.
    pub fn in_turn(scores: &[u32], active: Seat, total: u32, rolls: u32) -> State {
        let mut state =
            State { active: active.index(), total, rolls, turns: active.0.into(), ..State::new(scores.len()) };
        state.scores[..scores.len()].copy_from_slice(scores);
        state
    }

    /// The score of each seat.
    pub fn scores(&self) -> &[u32] {
        &self.scores[..self.seats]
    }

    /// The player on turn.
    pub fn active(&self) -> Seat {
        Seat(self.active as u8)
    }

    /// The score of the player on turn, to which its turn total is not added yet.
    pub fn score(&self) -> u32 {
        self.scores[self.active]
    }

    /// The highest score of a player who is not on turn.
    pub fn best_other(&self) -> u32 {
        let (before, after) = (&self.scores[..self.active], &self.scores[self.active + 1..self.seats]);
        before.iter().chain(after).copied().max().unwrap_or(0)
    }

    /// The round, from 0: in each, every player has a turn.
    pub fn round(&self) -> u32 {
        self.turns / self.seats as u32
    }

    /// The player on turn rolls this number (R04–R06).
    pub fn roll(&mut self, number: u32, rules: &Rules) -> Rolled {
        if number == rules.bust {
            self.total = 0;
            self.hold();
            return Rolled::Bust;
        }
        self.total += number;
        self.rolls += 1;
        if self.score() + self.total < rules.goal {
            return Rolled::Counts;
        }
        self.hold();
        Rolled::Wins
    }

    /// The player on turn holds (R05), and the next one is on turn.
    pub fn hold(&mut self) {
        self.scores[self.active] += self.total;
        (self.total, self.rolls) = (0, 0);
        self.turns += 1;
        self.active = (self.active + 1) % self.seats;
    }

    /// Whether the game is over, because somebody is at the goal (R06) or by the cap (R07).
    pub fn is_over(&self, rules: &Rules) -> bool {
        self.scores().iter().any(|&score| score >= rules.goal) || self.turns >= rules.cap
    }

    /// A bit for each seat that wins a game that is over (bit 0 is seat 0): those with the highest score.
    pub fn winners(&self) -> u8 {
        leaders(self.scores())
    }
}
