//! The strategy that plays a game of two to five to its end, by values of positions on a grid.
//!
//! Owns `champion`: what it asks of a situation.

use super::plans::PlanBook;
use crate::exact::pot::champion::{ChampionValues, Grade, Position, Unsolvable};
use crate::games::pot::{
    COINS, Decision, DiceSet, GOAL_HELD, MAX_SEATS, NoAnswer, POT, PolicyId, Pot, Roll, Strategy, TO_BEAT, View,
};

/// `champion`: in each turn what leads to the highest win share in the whole game, if all the others play likewise.
pub(super) struct Champion {
    values: ChampionValues,
    plans: PlanBook,
}

impl Champion {
    /// For this table.
    pub(super) fn new(game: &Pot, fine: bool) -> Result<Champion, Unsolvable> {
        let grade = if fine { Grade::Fine } else { Grade::Coarse };
        Ok(Champion { values: ChampionValues::solve(game, grade, &|| true)?, plans: PlanBook::default() })
    }
}

/// The position of a situation.
fn position(view: &View<'_>) -> Position {
    let mut coins = [0; MAX_SEATS];
    coins[0] = view.ask(COINS);
    for other in view.others() {
        coins[usize::from(other.steps())] = view.coins_of(other, u32::MAX);
    }
    let control = view.in_control().map(|other| (usize::from(other.steps()), view.ask(TO_BEAT) as u8 - 1));
    Position { coins, pot: view.ask(POT), control, goal_held: view.ask(GOAL_HELD) == 1 }
}

impl Strategy for Champion {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let todo = self.values.todo(&position(view));
        Ok(Decision { rerolls: self.plans.of_turn(todo.plan, view), choices: todo.choices.get() })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        self.plans.reroll(plan, roll)
    }
}
