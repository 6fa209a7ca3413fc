//! What a turn is worth in the game of two that is solved, when both play best ever after.

use super::super::price::{Judge, Price, Priced, Situation, between_rounds, every_result};
use super::super::round::Mark;
use super::super::{Objective, Outcome, Shares, Turn, TurnError};
use super::choices::Round;
use super::play::{Aim, key};
use super::{GameValues, Position};
use crate::exact::course;
use crate::games::gang::{CardIndex, MAX_SEATS, RoundEnd, State, TurnResult};

/// What the starter of a round has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstTurn {
    /// The dice that it committed.
    pub dice: u32,
    /// Its total, unless it is invalid.
    pub total: Option<u32>,
}

impl FirstTurn {
    /// The first turn of the round, if it is over.
    fn of(situation: &Situation) -> Option<FirstTurn> {
        situation.turns.first().map(|turn| {
            let total = match turn.result {
                TurnResult::Total(total) => Some(total),
                TurnResult::Invalid => None,
            };
            FirstTurn { dice: turn.dice, total }
        })
    }

    fn mark(self) -> Option<Mark> {
        self.total.map(|total| Mark { total, dice: self.dice })
    }
}

/// The best of a situation: the number of dice, and its value.
pub(super) type Best = (u32, f64);

/// The shares of both seats, of one of a seat.
fn shares(seat: usize, value: f64) -> Shares {
    let mut shares = [0.0; MAX_SEATS];
    (shares[seat], shares[1 - seat]) = (value, 1.0 - value);
    shares
}

/// What every result of so many dice is worth to the starter of a round.
fn worths_of_start(round: &Round<'_>, dice: u32) -> Vec<f64> {
    every_result(dice).map(|total| round.worth_of(dice, total)).collect()
}

impl Judge for GameValues {
    fn start(&self) -> Result<Shares, TurnError> {
        Ok(shares(0, self.value(GameValues::start(self))))
    }

    fn before_card(&self, position: &course::Position) -> Result<Shares, TurnError> {
        Ok(shares(position.first, self.value(Position::of(position))))
    }

    fn with_card(&self, situation: &Situation) -> Result<Shares, TurnError> {
        let (position, card, seat) = (Position::of(&situation.position), situation.card, situation.seat());
        let value = match FirstTurn::of(situation) {
            None => self.in_round(position, card, |round| self.best_start(round, (card, position)).1),
            Some(turn) => self.round(position, card, self.considered(position.round, card), |round| {
                let allowed = round.stakes.allowed_in_reply(turn.dice);
                1.0 - round.reply(turn.dice, turn.mark(), allowed).value
            }),
        };
        Ok(shares(seat, value))
    }

    fn after_round(&self, _end: RoundEnd, state: &State) -> Result<Shares, TurnError> {
        self.before_card(&between_rounds(state))
    }

    fn price(&self, situation: &Situation, dice: u32, outcome: &Outcome) -> Result<Priced, TurnError> {
        let (position, card, seat) = (Position::of(&situation.position), situation.card, situation.seat());
        let ((best_dice, value), with_dice, played) = match FirstTurn::of(situation) {
            None => {
                self.in_round(position, card, |round| self.start_as_played(round, (card, position), dice, outcome))?
            }
            // As `optimal` replies, which cannot know how many dice were left.
            Some(turn) => self.round(position, card, self.considered(position.round, card), |round| {
                self.reply_as_played(round, (card, turn), dice, outcome)
            })?,
        };
        let with_dice = if dice == best_dice { value } else { with_dice };
        let price = Price { value, best_dice, with_dice, played };
        Ok(Priced { price, chosen: shares(seat, value), played: shares(seat, played) })
    }

    fn worths(&self, situation: &Situation, dice: u32) -> Result<Vec<f64>, TurnError> {
        let (position, card) = (Position::of(&situation.position), situation.card);
        Ok(match FirstTurn::of(situation) {
            None => self.in_round(position, card, |round| worths_of_start(round, dice)),
            Some(turn) => self.in_round(position, card, |round| {
                let mark = turn.mark();
                let [keeps, loses] = round.stakes.ends(turn.dice, mark, dice);
                let beats = Objective::AtLeast(Mark::target_beyond(mark, dice));
                every_result(dice).map(|result| 1.0 - if beats.value(result) > 0.0 { loses } else { keeps }).collect()
            }),
        })
    }
}

impl GameValues {
    /// The best of the starter.
    fn best_start(&self, round: &Round<'_>, (card, position): (CardIndex, Position)) -> Best {
        *self.starts.get(key(card, 0, Aim::Start(position)), size_of::<Best>(), || {
            let answer = round.start(u32::MAX);
            (answer.dice, answer.value)
        })
    }

    /// The best of the starter, the best with these dice, and as played.
    fn start_as_played(
        &self,
        round: &Round<'_>,
        (card, position): (CardIndex, Position),
        dice: u32,
        outcome: &Outcome,
    ) -> Result<(Best, f64, f64), TurnError> {
        let (aim, best) = (Aim::Start(position), self.best_start(round, (card, position)));
        let worth = worths_of_start(round, dice);
        let worth = |total: Option<u32>| worth[total.map_or(0, |total| total as usize + 1)];
        let with_dice = self
            .with_dice
            .get_or_make(key(card, dice, aim), size_of::<f64>(), || self.turn(card, dice)?.best_value(worth))?;
        Ok((best, *with_dice, outcome.expected(worth)))
    }

    /// The best response, the best with these dice, and as played.
    fn reply_as_played(
        &self,
        round: &Round<'_>,
        (card, turn): (CardIndex, FirstTurn),
        dice: u32,
        outcome: &Outcome,
    ) -> Result<(Best, f64, f64), TurnError> {
        let mark = turn.mark();
        let best = round.reply(turn.dice, mark, round.stakes.allowed_in_reply(turn.dice));
        let [keeps, loses] = round.stakes.ends(turn.dice, mark, dice);
        let target = Mark::target_beyond(mark, dice);
        let success = |total: Option<u32>| Objective::AtLeast(target).value(total);
        let sign = if loses <= keeps { 1.0 } else { -1.0 };
        let aim = if loses <= keeps { Aim::Reach(target) } else { Aim::Miss(target) };
        let chance = self.with_dice.get_or_make(key(card, dice, aim), size_of::<f64>(), || {
            Ok::<_, TurnError>(sign * self.turn(card, dice)?.best_value(|total| sign * success(total))?)
        })?;
        let with = |chance: f64| 1.0 - (keeps + chance * (loses - keeps));
        Ok(((best.dice, 1.0 - best.value), with(*chance), with(outcome.expected(success))))
    }

    fn turn(&self, card: CardIndex, dice: u32) -> Result<Turn, TurnError> {
        Turn::under(&self.cards[usize::from(card.0)], dice, self.rerolls)
    }
}
