//! The reference strategy, exactly as the rules specify it.

use analyze::games::battle::{Aim, Answer, DuelView, Exchange, Placement, Replacement, Strategy};

/// Drafts whites up to the limit, then the dearest kinds; fights battles against all with dice at random; declines
/// everything optional; buys the dearest kinds. What is not written here is the default, which is the same.
pub(super) struct Plain;

impl Strategy for Plain {
    fn shield(&self, _: &DuelView<'_>) -> Answer<Option<Placement>> {
        Ok(None)
    }

    fn multiply(&self, _: &DuelView<'_>) -> Answer<Option<Placement>> {
        Ok(None)
    }

    fn replace(&self, _: &DuelView<'_>) -> Answer<Option<Replacement>> {
        Ok(None)
    }

    fn exchange(&self, _: &DuelView<'_>) -> Answer<Option<Exchange>> {
        Ok(None)
    }

    fn reroll(&self, _: &DuelView<'_>) -> Answer<Option<Aim>> {
        Ok(None)
    }

    fn cancel(&self, _: &DuelView<'_>) -> Answer<Option<Aim>> {
        Ok(None)
    }
}
