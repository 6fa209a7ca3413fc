//! The strategy that plays a game of two to its end.
//!
//! Owns `optimal`: it looks up each situation among the positions that [`game`](crate::exact::pot::game) solves.

use super::plans::PlanBook;
use crate::exact::pot::Position;
use crate::exact::pot::game::{GameValues, Unsolvable};
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

impl Strategy for Optimal {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let at = position(view);
        let unknown = || NoAnswer(format!("no game of two reaches the position {at:?}").into());
        let best = self.values.todo(&at).ok_or_else(unknown)?;
        let plan = self.values.plan(best.number, best.choices).ok_or_else(unknown)?.plan;
        Ok(Decision { rerolls: self.plans.of_turn(plan, view), choices: best.choices.get() })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        self.plans.reroll(plan, roll)
    }
}
