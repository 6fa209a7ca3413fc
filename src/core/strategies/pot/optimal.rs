//! The strategies that play a game of two to its end.
//!
//! Owns `optimal`, which looks up each situation among the positions that [`game`](crate::exact::pot::game) solves, and
//! `best-response`, which looks it up among those that are solved against a strategy.

use super::plans::PlanBook;
use crate::exact::pot::game::{Best, GameValues, Unsolvable};
use crate::exact::pot::{Optimum, Position};
use crate::exact::versus::{ExactFault, Opponents, PotReply};
use crate::games::pot::{
    COINS, Decision, DiceSet, GOAL_HELD, NoAnswer, Other, POT, PolicyId, Pot, Roll, Strategy, TO_BEAT, View,
};

/// `optimal`: in each turn what leads to the highest win share in the whole game, if the other one plays likewise.
pub(super) struct Optimal {
    values: GameValues,
    plans: PlanBook,
}

impl Optimal {
    /// For this table.
    pub(super) fn new(game: &Pot) -> Result<Optimal, Unsolvable> {
        Ok(Optimal { values: GameValues::solve(game, &|_| true)?, plans: PlanBook::default() })
    }
}

/// The position of a situation of two.
fn position(view: &View<'_>) -> Position {
    Position {
        own: view.ask(COINS),
        other: view.coins_of(Other::NEXT, u32::MAX),
        pot: view.ask(POT),
        to_beat: view.ask(TO_BEAT),
        goal_held: view.ask(GOAL_HELD) == 1,
    }
}

/// The decision for the best turn in a position.
fn decision(
    view: &View<'_>,
    plans: &PlanBook,
    best: impl FnOnce(&Position) -> Option<(Best, Optimum)>,
) -> Result<Decision, NoAnswer> {
    let at = position(view);
    let unknown = || NoAnswer(format!("no game of two reaches the position {at:?}").into());
    let (best, Optimum { plan, .. }) = best(&at).ok_or_else(unknown)?;
    Ok(Decision { rerolls: plans.of_turn(plan, view), choices: best.choices.get() })
}

impl Strategy for Optimal {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        decision(view, &self.plans, |at| {
            let best = self.values.todo(at)?;
            Some((best, self.values.plan(best.number, best.choices)?))
        })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        self.plans.reroll(plan, roll)
    }
}

/// `best-response`: in each turn what leads to the highest win share in the whole game against a strategy.
pub(super) struct BestResponse {
    reply: PotReply,
    plans: PlanBook,
}

impl BestResponse {
    /// Finds the best response to a strategy of this name at this table.
    pub(super) fn new(strategy: &dyn Strategy, name: &str, game: &Pot) -> Result<BestResponse, ExactFault> {
        Ok(BestResponse {
            reply: PotReply::solve(game, (strategy, name), Opponents::Anybody, &|_| true)?,
            plans: PlanBook::default(),
        })
    }
}

impl Strategy for BestResponse {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        decision(view, &self.plans, |at| {
            let best = self.reply.todo(at, |observable, most| view.ask_up_to(observable, most))?;
            Some((best, self.reply.plan(best.number, best.choices)?))
        })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        self.plans.reroll(plan, roll)
    }
}
