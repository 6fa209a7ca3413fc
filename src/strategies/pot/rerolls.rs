//! How a turn of a file is rerolled, and the number of a plan that says so.

use super::goals::{Goal, Solver};
use super::tactic::Tactic;
use crate::exact::pot::Purse;
use crate::games::pot::{DiceSet, PlanId, Roll};

/// How a turn is rerolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Rerolls {
    /// By words.
    Words(Tactic),
    /// By the best plan for a goal, with or without the paid reroll.
    Solved(Goal, Purse),
}

/// Set in the plans of the exact engine, and in no tactic's.
const SOLVED: u64 = 1 << 63;
/// Set in those that pay.
const PAYS: u64 = 1 << 62;

impl Rerolls {
    /// The number that stands for it.
    pub(super) fn plan(self) -> PlanId {
        PlanId(match self {
            Rerolls::Words(tactic) => tactic.number(),
            Rerolls::Solved(goal, Purse::Empty) => SOLVED | goal.number(),
            Rerolls::Solved(goal, Purse::Coins) => SOLVED | PAYS | goal.number(),
        })
    }

    /// What a number stands for; any number stands for something.
    pub(super) fn of_plan(PlanId(number): PlanId) -> Rerolls {
        if number & SOLVED == 0 {
            return Rerolls::Words(Tactic::of_number(number));
        }
        let purse = if number & PAYS == 0 { Purse::Empty } else { Purse::Coins };
        Rerolls::Solved(Goal::of_number(number & !(SOLVED | PAYS)), purse)
    }

    /// The dice to reroll.
    pub(super) fn dice(self, solver: &Solver, roll: &Roll) -> DiceSet {
        match self {
            Rerolls::Words(tactic) => tactic.reroll(roll, solver.zero()),
            Rerolls::Solved(goal, purse) => solver.reroll(goal, purse, roll),
        }
    }
}
