//! `round-optimal`: the best commitment of a player who thinks of this round only.

use super::solved;
use crate::dice::Counts;
use crate::exact::round::{Commitments, Later, RoundPlan, Situation};
use crate::games::Game;
use crate::games::gang::{ALLOWED, Commit, FIRST, Gang, NoAnswer, POOLS, PolicyId, Roll, SEAT, Strategy, TABLE, View};

/// `round-optimal:dice`: the dice, up to min(dice, the most allowed), and the rerolls with the highest
/// expected gain of dice in this round, by backward induction.
///
/// It assumes that those who act later play the same strategy, with no more than `dice` dice each and
/// no limit but their pools; that a round is worth the dice it brings; and that there is no other
/// round. How the round is solved, and where dice on the table are taken in classes, is written in
/// [`exact::round`](crate::exact::round).
pub(super) struct RoundOptimal {
    dice: u32,
    commitments: Commitments,
}

impl RoundOptimal {
    /// With at most `dice` dice for everyone, 1 to [`MOST_ROUND_DICE`](crate::exact::round::MOST_ROUND_DICE), and what is
    /// solved stored in at most `room` bytes.
    pub(super) fn new(dice: u32, gang: &Gang, room: usize) -> RoundOptimal {
        RoundOptimal { dice, commitments: Commitments::new(gang.deck(), gang.rules().rerolls, dice, room) }
    }
}

impl Strategy for RoundOptimal {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let situation = Situation {
            card: view.situation.card_index(),
            mark: solved::best_so_far(view),
            table: view.ask(TABLE),
            allowed: view.ask_up_to(ALLOWED, self.dice),
            later: later(view, self.dice),
        };
        let (dice, plan) = self.commitments.best(&situation).map_err(solved::no_answer)?;
        Ok(Commit { dice, plan: PolicyId(plan.0) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        solved::reroll(roll, |dice| self.commitments.optimum(RoundPlan(plan.0), dice))
    }
}

/// Who acts after this player, in order: the seats from the next one to the one before the first.
pub(super) fn later(view: &View<'_>, most: u32) -> Later {
    let seats = view.situation.game().seats();
    let [own, first] = [SEAT, FIRST].map(|seat| view.ask(seat) as usize - 1);
    let after = (own + 1..=own + seats).map(|seat| seat % seats).take_while(|&seat| seat != first);
    Later::new(after.map(|seat| view.ask_of(POOLS, seat as u32, most)), most)
}
