//! Turns drawn from tables and told die by die: rolls that lead to the drawn result, with their exact
//! conditional chances.

use super::tables::{Tables, solve};
use crate::dice::{BlockKey, Purpose, Slot, generator};
use crate::games::gang::{
    Committed, Gang, KeyedDice, NoAnswer, PlanId, Player, RerollError, Rolled, TurnResult, Turns, View, Watch,
};
use rand::rand_core::Rng;

/// The same results as those of [`TurnEngine`](super::TurnEngine), with rolls to show for them. The rolls
/// have a purpose of their own among the keys, so showing them changes nothing.
pub struct ToldTurns<'g> {
    game: &'g Gang,
    block: BlockKey,
}

impl<'g> ToldTurns<'g> {
    /// The turns of a block.
    pub fn new(game: &'g Gang, block: BlockKey) -> ToldTurns<'g> {
        ToldTurns { game, block }
    }
}

impl Turns for ToldTurns<'_> {
    type Plan = PlanId;

    fn decide(&mut self, player: Player<'_>, view: &View<'_>) -> Result<(u32, PlanId), NoAnswer> {
        player.strategy.commit(view).map(|commit| (commit.dice, commit.plan))
    }

    fn play(
        &mut self,
        player: Player<'_>,
        turn: Committed<'_>,
        plan: PlanId,
        watch: &mut impl Watch,
    ) -> Result<TurnResult, RerollError> {
        if !Tables::covers(turn.dice) {
            return Rolled(KeyedDice::new(self.block)).play(player, turn, plan, watch);
        }
        let (plan, table) = solve(self.game, player, turn, plan)?;
        let key = |purpose| self.block.draw(Slot::new(purpose, turn.seat.0, turn.round, 0));
        let result = table.draw(key(Purpose::Turn));
        let total = match result {
            TurnResult::Invalid => None,
            TurnResult::Total(total) => Some(total),
        };
        let mut words = generator(key(Purpose::Shown));
        if let Some(paths) = plan.paths(total) {
            let path = paths.draw(|| words.next_u64());
            let mut before = None;
            for (throw, left) in path.iter().zip((0..=turn.rerolls).rev()) {
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
