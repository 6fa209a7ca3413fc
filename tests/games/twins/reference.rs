//! The two reference strategies, exactly as the rules specify them.

use crate::looks::Looks;
use analyze::dice::Counts;
use analyze::games::gang::{Commit, NoAnswer, PolicyId, Roll, Strategy, View};

/// The only plan of a strategy that always rerolls alike.
const ONLY: PolicyId = PolicyId(0);

/// `stand:k`: commits min(k, the most allowed) and never rerolls.
pub(crate) struct Stand {
    pub(crate) dice: u32,
}

impl Strategy for Stand {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        Ok(Commit { dice: view.allowed_up_to(self.dice), plan: ONLY })
    }

    fn reroll(&self, _: PolicyId, _: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(Counts::EMPTY)
    }
}

/// `boss:k`: commits min(k, the most allowed) and, as long as a reroll is left, rerolls every die that
/// shows the Boss, whatever else shows.
pub(crate) struct Boss {
    pub(crate) dice: u32,
}

impl Strategy for Boss {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        Ok(Commit { dice: view.allowed_up_to(self.dice), plan: ONLY })
    }

    fn reroll(&self, _: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        Ok(roll.shown.only(0))
    }
}
