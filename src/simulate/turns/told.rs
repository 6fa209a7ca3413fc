//! Turns drawn from tables and told die by die: rolls that lead to the drawn result, with their exact
//! conditional chances.

use super::tables::{Tables, solve};
use crate::dice::{BlockKey, Purpose, Slot, generator};
use crate::games::gang::{KeyedDice, NoAnswer, PlanId, RerollError, Rolled, TurnResult, Turns, View, Watch};
use rand::rand_core::Rng;

/// The same results as those of [`TurnEngine`](super::TurnEngine), with rolls to show for them. The rolls
/// have a purpose of their own among the keys, so showing them changes nothing.
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

    fn decide(&mut self, view: &View<'_>) -> Result<(u32, PlanId), NoAnswer> {
        view.strategy().commit(view).map(|commit| (commit.dice, commit.plan))
    }

    fn play(
        &mut self,
        view: &View<'_>,
        dice: u32,
        plan: PlanId,
        watch: &mut impl Watch,
    ) -> Result<TurnResult, RerollError> {
        if !Tables::covers(dice) {
            return Rolled(KeyedDice::new(self.block)).play(view, dice, plan, watch);
        }
        let (plan, table) = solve(view, dice, plan)?;
        let (seat, round) = view.place();
        let key = |purpose| self.block.draw(Slot::new(purpose, seat.0, round, 0));
        let result = table.draw(key(Purpose::Turn));
        let total = match result {
            TurnResult::Invalid => None,
            TurnResult::Total(total) => Some(total),
        };
        let mut words = generator(key(Purpose::Shown));
        if let Some(paths) = plan.paths(total) {
            let path = paths.draw(|| words.next_u64());
            let mut before = None;
            for (throw, left) in path.iter().zip((0..=view.rerolls()).rev()) {
                if let Some(shown) = before {
                    watch.rerolls(shown - throw.kept);
                }
                watch.rolled(throw.shown, left);
                before = Some(throw.shown);
            }
        }
        Ok(result)
    }
}
