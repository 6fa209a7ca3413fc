//! `reach`: the fewest dice with a good chance of beating the best so far.

use super::max_score::MaxScore;
use super::solved::{best_so_far, no_answer, reroll_for};
use crate::dice::Counts;
use crate::exact::{Chances, Mark, Objective, TurnError, tie_floor};
use crate::games::gang::{CardIndex, Commit, Gang, NoAnswer, PlanId, Roll, Strategy, View};

/// The most dice that may be asked for: there is a target for every total that they can show.
pub(super) const MOST_DICE: u32 = 16;

/// `reach:slack:giveup:dice`: the fewest dice whose chance of beating the best so far is within
/// `slack` of the highest such chance with up to min(dice, the most allowed); one die when that highest
/// chance is below `giveup`. With nothing to beat it plays as `max-score`.
///
/// It assumes that the lead is all that counts: it looks neither at who acts later nor at the dice on
/// the table.
pub(super) struct Reach {
    slack: f64,
    give_up: f64,
    first: MaxScore,
    chances: Chances,
}

impl Reach {
    /// With at most `dice` dice, 1 to [`MOST_DICE`]; `slack` and `give_up` are chances.
    pub(super) fn new(slack: f64, give_up: f64, dice: u32, gang: &Gang) -> Reach {
        Reach { slack, give_up, first: MaxScore::new(dice, gang), chances: Chances::new(gang.deck(), dice) }
    }

    /// The number of dice, up to `most`, against `mark`.
    fn number(&self, card: CardIndex, mark: Mark, most: u32) -> Result<u32, TurnError> {
        let chances = self.chances.of(self.first.solutions(), card, Some(mark))?;
        let chances = &chances[..most as usize];
        let highest = chances.iter().fold(0.0, |highest, &chance| if chance > highest { chance } else { highest });
        if highest < self.give_up {
            return Ok(1);
        }
        let enough = tie_floor(highest) - self.slack;
        Ok(chances.iter().position(|&chance| chance >= enough).map_or(1, |place| place as u32 + 1))
    }
}

impl Strategy for Reach {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let mark = best_so_far(view);
        let plan = plan_for(view.card_index(), mark);
        let Some(mark) = mark else { return Ok(Commit { plan, ..self.first.commit(view)? }) };
        let dice = self.number(view.card_index(), mark, self.first.most(view.allowed())).map_err(no_answer)?;
        Ok(Commit { dice, plan })
    }

    fn reroll(&self, plan: PlanId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let (card, mark) = parts(plan);
        let dice = roll.shown.dice();
        let objective = mark.map_or(Objective::ExpectedTotal, |mark| Mark::beaten_by(Some(mark), dice));
        reroll_for(self.first.solutions(), card, objective, roll)
    }
}

/// The plan: the card, and the result to beat (0 dice: none).
fn plan_for(card: CardIndex, mark: Option<Mark>) -> PlanId {
    let Mark { total, dice } = mark.unwrap_or(Mark { total: 0, dice: 0 });
    PlanId(u64::from(card.0) | u64::from(dice) << 16 | u64::from(total) << 32)
}

fn parts(plan: PlanId) -> (CardIndex, Option<Mark>) {
    let mark = Mark { total: (plan.0 >> 32) as u32, dice: u32::from((plan.0 >> 16) as u16) };
    (CardIndex(plan.0 as u16), (mark.dice > 0).then_some(mark))
}
