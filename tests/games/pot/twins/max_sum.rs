//! `max-sum`: the highest expected sum, as if the turn were all there is.
//!
//! Assumes that a high sum is worth having whatever the score to beat, that 1 1 1 is worth nothing and P O T as much
//! as 5 5 5, and that a coin for the last reroll is well spent once the POT holds `pay` coins.

use super::situation::greedy;
use analyze::exact::pot::{Optimum, Purse, Values};
use analyze::games::pot::{
    Combo, Combos, Decision, DiceSet, NoAnswer, POT, PolicyId, Roll, Strategy, TurnResult, View,
};

/// The highest sum of three dice.
const HIGHEST: f64 = 15.0;

/// What a turn's result is worth.
pub(super) fn worth(result: TurnResult) -> f64 {
    if result.combo == Combo::Pot { HIGHEST } else { f64::from(result.score) }
}

/// Whether the player may pay, and wants to because the POT holds at least `pay` coins.
pub(super) fn purse(view: &View<'_>, pay: u32) -> Purse {
    if view.situation.can_pay() && view.ask_up_to(POT, pay) >= pay { Purse::Coins } else { Purse::Empty }
}

/// A plan for each purse; a plan's lowest bit says which.
pub(super) fn with_purse(number: u64, purse: Purse) -> PolicyId {
    PolicyId(number << 1 | purse as u64)
}

/// The purse of a plan, and its number.
pub(super) fn of_plan(plan: PolicyId) -> (u64, Purse) {
    (plan.0 >> 1, if plan.0 & 1 == Purse::Coins as u64 { Purse::Coins } else { Purse::Empty })
}

/// Rerolls for the highest expected sum.
pub(super) struct MaxSum {
    pay: u32,
    plans: [Optimum; 2],
}

impl MaxSum {
    pub(super) fn new(pay: u32, combos: Combos) -> MaxSum {
        let values = Values::of_results(combos, worth);
        MaxSum { pay, plans: [Purse::Empty, Purse::Coins].map(|purse| Optimum::of(&values, purse)) }
    }
}

impl Strategy for MaxSum {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        Ok(Decision { rerolls: with_purse(0, purse(view, self.pay)), choices: greedy(view) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        let (_, purse) = of_plan(plan);
        Ok(self.plans[purse as usize].plan.reroll(roll))
    }
}
