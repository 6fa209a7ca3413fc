//! What the strategies that solve turns exactly have in common.

use crate::dice::Counts;
use crate::exact::{Mark, Objective, Optimum, Solutions, TurnError};
use crate::games::gang::{BEST, BEST_DICE, BEST_TOTAL, CardIndex, NoAnswer, Roll, View};
use std::sync::Arc;

/// The most dice of a turn that these strategies reroll; solving a turn takes about twenty milliseconds there and
/// seconds beyond. Only another strategy, in `A@B`, can commit more.
pub(super) const MOST_SOLVED: u32 = 24;

/// The best valid result of the round so far.
pub(super) fn best_so_far(view: &View<'_>) -> Option<Mark> {
    let mark = || Mark { total: view.ask(BEST_TOTAL), dice: view.ask(BEST_DICE) };
    (view.ask(BEST) == 1).then(mark)
}

/// What the best plan for an objective rerolls.
pub(super) fn reroll_for(
    turns: &Solutions,
    card: CardIndex,
    objective: Objective,
    roll: &Roll<'_>,
) -> Result<Counts, NoAnswer> {
    reroll(roll, |dice| turns.optimum(card, dice, objective))
}

/// What the plan of the optimum that `solve` finds for a number of dice rerolls.
pub(super) fn reroll(
    roll: &Roll<'_>,
    solve: impl FnOnce(u32) -> Result<Arc<Optimum>, TurnError>,
) -> Result<Counts, NoAnswer> {
    let dice = roll.shown.dice();
    if dice > MOST_SOLVED {
        return Err(NoAnswer(
            format!("no answer for a turn of {dice} dice: it solves turns of up to {MOST_SOLVED} dice (commit fewer)")
                .into(),
        ));
    }
    let optimum = solve(dice).map_err(no_answer)?;
    optimum.plan.reroll(roll.shown, roll.left).ok_or_else(|| {
        let (left, rerolls) = (roll.left, optimum.plan.turn().rerolls());
        NoAnswer(format!("no answer with {left} rerolls left: the turn was solved for {rerolls}").into())
    })
}

/// A turn that cannot be solved, as an answer.
pub(super) fn no_answer(error: TurnError) -> NoAnswer {
    NoAnswer(error.to_string().into())
}
