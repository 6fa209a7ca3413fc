//! What to do in a situation, and the plans for it.
//!
//! Owns the questions of a player on turn: how many dice, to what end, and which dice to reroll for that end.

use super::super::cache::Key;
use super::super::round::Mark;
use super::super::{Objective, Optimum, Turn, TurnError};
use super::choices::{Round, Stakes};
use super::{FirstTurn, GameValues, MOST_DICE, Position};
use crate::dice::multisets::layer_len;
use crate::games::gang::CardIndex;
use std::sync::Arc;

/// To what end dice are rerolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// For the value of the round that this position starts, as its starter.
    Start(Position),
    /// For the highest chance of a valid result with at least this total.
    Reach(u32),
    /// For the lowest: who wins a round starts the next, which may be worse.
    Miss(u32),
}

/// What to do in a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Todo {
    /// The dice to commit.
    pub dice: u32,
    /// To what end they are rerolled.
    pub aim: Aim,
    /// The win share that the player can then expect.
    pub value: f64,
}

/// A round that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    /// The position.
    pub position: Position,
    /// The card.
    pub card: CardIndex,
}

impl GameValues {
    /// The position of a round. The players hold these dice now, the starter's first. The starter has committed `committed`
    /// dice, or 0 if its turn is still to come.
    ///
    /// Where the dice to throw are limited, how many on the table are bonus dice is a guess: those of the round before, if
    /// dice were left. It is wrong only after two rounds that nobody won.
    ///
    /// # Panics
    /// If there is no such round.
    pub fn position(&self, round: u32, pools: [u32; 2], committed: u32) -> Position {
        Position::seen(&self.course, round, pools, committed)
    }

    /// What the starter of a round does with at most `allowed` dice.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    ///
    /// # Panics
    /// If there is no such position, or a player in it has no dice.
    pub fn starts(&self, Start { position, card }: Start, allowed: u32) -> Result<Todo, TurnError> {
        let answer = self.in_round(position, card, |round| round.start(allowed));
        Ok(Todo { dice: answer.dice, aim: Aim::Start(position), value: answer.value })
    }

    /// What the second player of a round does with at most `allowed` dice: `first` and `other` are what the starter and it
    /// hold now, `committed` the starter's dice, `mark` its result if that is valid.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn replies(
        &self,
        Start { position, card }: Start,
        mark: Option<Mark>,
        allowed: u32,
    ) -> Result<Todo, TurnError> {
        // The starter's dice lie on the table now, so how many were left there before the round is not known: whatever its
        // card needs is considered.
        let most = self.considered(position.round, card);
        let reply = self.round(position, card, most, |round| round.reply(0, mark, allowed));
        let target = Mark::target_beyond(mark, reply.dice);
        let aim = if reply.wants_to_win { Aim::Reach(target) } else { Aim::Miss(target) };
        Ok(Todo { dice: reply.dice, aim, value: 1.0 - reply.value })
    }

    /// What the second player of a round does about what the starter has come to; `position` is that before the round.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn replies_to(&self, start: Start, turn: FirstTurn) -> Result<Todo, TurnError> {
        let Start { position, card } = start;
        let mark = turn.total.map(|total| Mark { total, dice: turn.dice });
        let after = Position { first: position.first - turn.dice, ..position };
        let allowed = self.course.allowed(&position.table(&self.course), 1, turn.dice);
        self.replies(Start { position: after, card }, mark, allowed)
    }

    /// What to reroll is the plan of this optimum. With more dice than the position's starter holds, or than
    /// [`MOST_DICE`], it plays for the highest total.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    ///
    /// # Panics
    /// If there is no such position, or a player in it has no dice.
    pub fn plan(&self, card: CardIndex, dice: u32, aim: Aim) -> Result<Arc<Optimum>, TurnError> {
        TurnError::check_dice(dice)?;
        let bytes = size_of::<Optimum>() + layer_len(dice) * (2 + 4 * usize::from(self.rerolls));
        let solve = || {
            let turn = Turn::under(&self.cards[usize::from(card.0)], dice, self.rerolls)?;
            match aim {
                Aim::Start(position) if dice <= MOST_DICE.min(position.first) => {
                    let worth = self.in_round(position, card, |round| round.worth(dice));
                    turn.optimum(|result| worth[result.map_or(0, |total| total as usize + 1)])
                }
                Aim::Start(_) => turn.optimum(|result| Objective::ExpectedTotal.value(result)),
                Aim::Reach(target) => turn.optimum(|result| Objective::AtLeast(target).value(result)),
                Aim::Miss(target) => turn.optimum(|result| -Objective::AtLeast(target).value(result)),
            }
        };
        self.plans.get_or_make(key(card, dice, aim), bytes, solve)
    }

    /// A round, in which as many dice are considered as when it was solved.
    pub(super) fn in_round<T>(&self, position: Position, card: CardIndex, ask: impl FnOnce(&Round<'_>) -> T) -> T {
        self.round(position, card, self.considered_in(position, card), ask)
    }

    /// A round, in which so many dice are considered.
    pub(super) fn round<T>(
        &self,
        position: Position,
        card: CardIndex,
        most: u32,
        ask: impl FnOnce(&Round<'_>) -> T,
    ) -> T {
        let stakes = Stakes::new(&self.course, [&self.values[position.round as usize + 1]; 2], position);
        ask(&Round { stakes: &stakes, chances: self.chances(card), most })
    }
}

/// A number of its own for a turn.
pub(in crate::exact) fn key(card: CardIndex, dice: u32, aim: Aim) -> Key {
    let (sort, number) = match aim {
        Aim::Start(Position { round, first, other, bonus }) => {
            (0, [round, first, other, bonus].iter().fold(0, |number, &part| number << 16 | u64::from(part)))
        }
        Aim::Reach(target) => (1, target.into()),
        Aim::Miss(target) => (2, target.into()),
    };
    Key((sort << 16 | u64::from(card.0)) << 16 | u64::from(dice), number)
}
