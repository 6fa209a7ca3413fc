//! Playing one turn: roll, reroll, and once more for a coin (P04–P07).
//!
//! Owns how a turn comes to its result die by die, and the trait [`Turns`] behind which another way to the same
//! result may stand. What the result pays is the business of `state`.

use super::choices::{IllegalChoice, LegalChoices};
use super::dice::{Combo, DiceSet, Throw};
use super::play::Watch;
use super::state::{Rerolled, TurnResult};
use super::view::{NoAnswer, PlanId, Reroll, Roll, View};
use crate::dice::{BlockKey, Face, Generator, Purpose, Slot, generator};

/// How turns come to their results. Whatever stands behind it, results must have the distribution that the dice give.
pub trait Turns {
    /// What a decision says about the rerolls.
    type Plan: Copy;

    /// Asks the player for its plan: the choices, and how to reroll.
    ///
    /// # Errors
    /// If the strategy does not answer, or with choices that are not legal.
    fn decide(&mut self, view: &View<'_>) -> Result<(LegalChoices, Self::Plan), PlanError>;

    /// Plays the turn to its result. `view` is that of the decision.
    ///
    /// # Errors
    /// If the strategy's reroll is missing.
    fn play(&mut self, view: &View<'_>, plan: Self::Plan, watch: &mut impl Watch) -> Result<TurnResult, RerollError>;
}

/// Where the dice of a game come from.
pub trait DiceSource {
    /// A turn begins, at this place among the draws of a block; the throws until the next call are its own.
    fn begin_turn(&mut self, slot: Slot);
    /// Throws some of the dice shown.
    fn throw(&mut self, shown: Throw, dice: DiceSet) -> Throw;
}

/// Fair dice, each turn's from the key of its place, whatever was thrown before.
#[derive(Clone, Debug)]
pub struct KeyedDice {
    block: BlockKey,
    rng: Generator,
}

impl KeyedDice {
    /// The dice of a block.
    pub fn new(block: BlockKey) -> KeyedDice {
        KeyedDice { block, rng: generator(0) }
    }
}

impl DiceSource for KeyedDice {
    #[inline]
    fn begin_turn(&mut self, slot: Slot) {
        self.rng = generator(self.block.draw(slot));
    }

    #[inline]
    fn throw(&mut self, shown: Throw, dice: DiceSet) -> Throw {
        dice.roll(shown, &mut self.rng)
    }
}

/// Why a strategy has no plan to play by.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// It did not answer.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
    /// It chose players that it cannot choose.
    #[error(transparent)]
    Illegal(#[from] IllegalChoice),
}

/// Asks the player for its plan, and checks its choices.
///
/// # Errors
/// If it does not answer, or with choices that are not legal.
pub fn ask_for_plan(view: &View<'_>) -> Result<(LegalChoices, PlanId), PlanError> {
    let plan = view.strategy().plan(view)?;
    Ok((plan.choices.legal(view.seats())?, plan.rerolls))
}

/// A strategy that did not say what to reroll of the dice shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RerollError {
    /// What it said instead.
    pub answer: NoAnswer,
    /// The dice shown.
    pub shown: Throw,
}

impl RerollError {
    /// What would have been legal, in words.
    pub fn legal(&self) -> String {
        format!("none, some or all of the dice, which show {}", self.shown)
    }
}

/// The dice of 1 2 3 that are rerolled for the final sum: the 1 and the 3 (P12).
pub fn obligatory(shown: Throw) -> DiceSet {
    const KEPT: Face = 2;
    shown.dice_with(|face| face != KEPT)
}

/// Turns played die by die, with dice from a source.
pub struct Rolled<D>(pub D);

impl<D: DiceSource> Turns for Rolled<D> {
    type Plan = PlanId;

    #[inline]
    fn decide(&mut self, view: &View<'_>) -> Result<(LegalChoices, PlanId), PlanError> {
        ask_for_plan(view)
    }

    #[inline]
    fn play(&mut self, view: &View<'_>, plan: PlanId, watch: &mut impl Watch) -> Result<TurnResult, RerollError> {
        let (strategy, zero) = (view.strategy(), view.rules().zero);
        self.0.begin_turn(view.slot(Purpose::Turn));
        let mut shown = self.0.throw(Throw::POT, DiceSet::ALL);
        let mut rerolled = Rerolled::Never;
        loop {
            watch.rolled(shown);
            let next = match rerolled {
                Rerolled::Never => Some(Reroll::Free),
                Rerolled::Free if view.can_pay() => Some(Reroll::Paid),
                Rerolled::Free | Rerolled::Paid => None,
            };
            let over = shown == Throw::ONES || shown == Throw::POT;
            let Some(next) = next.filter(|_| !over) else { break };
            let again = strategy.reroll(plan, &Roll { shown, next });
            let again = again.map_err(|answer| RerollError { answer, shown })?;
            if again.is_empty() {
                break;
            }
            watch.rerolls(shown, again, next);
            shown = self.0.throw(shown, again);
            rerolled = if next == Reroll::Free { Rerolled::Free } else { Rerolled::Paid };
        }
        Ok(self.finish(shown, shown.combo(zero), rerolled, watch))
    }
}

impl<D: DiceSource> Rolled<D> {
    /// Scores the final dice (P05–P07), with the obligatory reroll of 1 2 3 (P12).
    #[inline]
    fn finish(&mut self, shown: Throw, combo: Combo, rerolled: Rerolled, watch: &mut impl Watch) -> TurnResult {
        let score = match combo {
            Combo::Ones | Combo::Pot => 0,
            Combo::Run123 => {
                let last = self.0.throw(shown, obligatory(shown));
                watch.obligatory(last);
                last.sum()
            }
            _ => shown.sum(),
        };
        TurnResult { combo, score, rerolled }
    }
}
