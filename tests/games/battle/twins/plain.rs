//! The reference strategy, exactly as the rules specify it.

use analyze::games::battle::{Action, Answer, Moment, Strategy, View, tactics};

/// Drafts whites up to the limit, then the dearest kinds; fights battles against all with dice at random; declines
/// everything optional; buys the dearest kinds. What is not written here is the default, which is the same.
pub(super) struct Plain;

impl Strategy for Plain {
    fn act(&self, view: &View<'_>) -> Answer<Option<Action>> {
        Ok(if view.moment == Moment::GiveWay { tactics::act(view) } else { None })
    }
}
