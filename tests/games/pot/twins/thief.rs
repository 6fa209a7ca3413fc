//! `thief`: the highest chance of taking the POT over.
//!
//! Assumes that only beating the score matters, or reaching `open` where there is none to beat, by however little, and
//! that nobody steals the POT back; P O T counts as beating it. Combos are windfalls. It pays for the last reroll once
//! the POT holds `pay` coins.

use super::max_sum::{of_plan, purse, with_purse};
use super::situation::greedy;
use analyze::exact::pot::{Optimum, Purse, Values};
use analyze::games::pot::{Combo, Combos, Decision, DiceSet, NoAnswer, PolicyId, Roll, Strategy, TO_BEAT, View};

/// The scores to exceed that there can be, 0 to 15.
const SCORES: u8 = 16;

/// What a turn that must exceed `score` is worth: the chance that it does.
pub(super) fn beating(score: u8, combos: Combos) -> Values {
    Values::of_results(combos, |result| {
        let beats = result.combo == Combo::Pot || (result.combo != Combo::Ones && result.score > score);
        f64::from(u8::from(beats))
    })
}

/// Rerolls for the highest chance of beating the score.
pub(super) struct Thief {
    /// The sum it wants where there is no score to beat.
    open: u8,
    pay: u32,
    /// By score to exceed and purse.
    plans: Vec<[Optimum; 2]>,
}

impl Thief {
    pub(super) fn new(open: u32, pay: u32, combos: Combos) -> Thief {
        let plans = |score| [Purse::Empty, Purse::Coins].map(|purse| Optimum::of(&beating(score, combos), purse));
        Thief { open: open as u8, pay, plans: (0..SCORES).map(plans).collect() }
    }
}

impl Strategy for Thief {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let exceed = (view.ask(TO_BEAT) as u8).checked_sub(1).unwrap_or(self.open.saturating_sub(1));
        Ok(Decision { rerolls: with_purse(exceed.into(), purse(view, self.pay)), choices: greedy(view) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        let (exceed, purse) = of_plan(plan);
        let plans = self.plans.get(exceed as usize).ok_or_else(|| NoAnswer("no plan for such a score".into()))?;
        Ok(plans[purse as usize].plan.reroll(roll))
    }
}
