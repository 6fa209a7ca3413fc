//! The two reference strategies, exactly as the rules specify them. Both choose the next one or two players clockwise,
//! even with no coin, and the bank wherever there is a choice, even when short; neither pays for a reroll.

use analyze::games::pot::{Choices, Decision, DiceSet, NoAnswer, PolicyId, Reroll, Roll, Strategy, View};

/// The only plan of a strategy that always plays alike.
fn only_plan(view: &View<'_>) -> Decision {
    Decision { rerolls: PolicyId(0), choices: Choices::next(view.seats()) }
}

/// `stand`: never rerolls.
pub(super) struct Stand;

impl Strategy for Stand {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        Ok(only_plan(view))
    }

    fn reroll(&self, _: PolicyId, _: &Roll) -> Result<DiceSet, NoAnswer> {
        Ok(DiceSet::NONE)
    }
}

/// `letters`: uses the free reroll on every die that shows a letter.
pub(super) struct Letters;

impl Strategy for Letters {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        Ok(only_plan(view))
    }

    fn reroll(&self, _: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        Ok(match roll.next {
            Reroll::Free => roll.shown.dice_with(|face| face == 0),
            Reroll::Paid => DiceSet::NONE,
        })
    }
}
