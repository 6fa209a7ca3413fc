//! Turns drawn from tables and told die by die: rolls that lead to the drawn result, with their exact conditional
//! chances.

use super::tables::solve;
use crate::dice::{BlockKey, Purpose, generator};
use crate::exact::pot::DrawTable;
use crate::games::pot::{
    LegalChoices, PlanError, PlanId, Reroll, RerollError, TurnResult, Turns, View, Watch, ask_for_plan,
};
use rand::rand_core::Rng;

/// The same results as those of [`TurnEngine`](super::TurnEngine), with rolls to show for them. The rolls have a
/// purpose of their own among the keys, so showing them changes nothing.
pub struct ToldTurns {
    block: BlockKey,
}

impl ToldTurns {
    /// The turns of a block.
    pub fn new(block: BlockKey) -> ToldTurns {
        ToldTurns { block }
    }
}

impl Turns for ToldTurns {
    type Plan = PlanId;

    fn decide(&mut self, view: &View<'_>) -> Result<(LegalChoices, PlanId), PlanError> {
        ask_for_plan(view)
    }

    fn play(&mut self, view: &View<'_>, plan: PlanId, watch: &mut impl Watch) -> Result<TurnResult, RerollError> {
        let (zero, plan) = (view.rules().zero, solve(view, plan)?);
        let result = DrawTable::new(&plan.outcome(zero)).draw(self.block.draw(view.slot(Purpose::Turn)));
        let mut words = generator(self.block.draw(view.slot(Purpose::Shown)));
        if let Some(paths) = plan.paths(zero, result) {
            let path = paths.draw(|| words.next_u64());
            let rerolls = [Reroll::Free, Reroll::Paid].map(Some).into_iter().chain([None]);
            for (&(shown, again), next) in path.rolls.iter().zip(rerolls) {
                watch.rolled(shown);
                if let Some(next) = next.filter(|_| !again.is_empty()) {
                    watch.rerolls(shown, again, next);
                }
            }
            path.obligatory.into_iter().for_each(|shown| watch.obligatory(shown));
        }
        Ok(result)
    }
}
