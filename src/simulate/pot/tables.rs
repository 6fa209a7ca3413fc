//! The tables of plans: solved once, shared by all workers.

use crate::exact::pot::{DrawTable, Plan, Purse, RuleError};
use crate::games::pot::{PlanId, RerollError, View};
use crate::simulate::turns::Limits;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};

/// A table that workers share.
pub(super) type Shared = Arc<DrawTable>;

/// What a table is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    strategy: usize,
    purse: Purse,
    plan: PlanId,
}

/// What is known, by plan; plans with the same outcome share one table, because a table that many turns use stays in
/// the processor's cache.
#[derive(Default)]
struct Known {
    by_plan: HashMap<Key, Shared>,
    distinct: HashSet<Shared>,
}

/// The tables of a run.
pub struct Tables {
    limits: Limits,
    known: RwLock<Known>,
}

impl Tables {
    /// No tables yet.
    pub fn new(limits: Limits) -> Tables {
        Tables { limits, known: RwLock::default() }
    }

    /// How much is remembered.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// How many different tables are known.
    pub fn len(&self) -> usize {
        self.known.read().unwrap_or_else(PoisonError::into_inner).distinct.len()
    }

    /// Whether no table is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The table of a strategy's plan.
    ///
    /// # Errors
    /// If the strategy does not answer for any roll that the turn can show.
    #[cold]
    pub(super) fn get(&self, view: &View<'_>, plan: PlanId) -> Result<Shared, RerollError> {
        let key = Key { strategy: view.strategy_index(), purse: purse(view), plan };
        if let Some(table) = self.known.read().unwrap_or_else(PoisonError::into_inner).by_plan.get(&key) {
            return Ok(Arc::clone(table));
        }
        let table = DrawTable::new(&solve(view, plan)?.outcome(view.rules().zero));
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.by_plan.len() >= self.limits.tables {
            *known = Known::default();
        }
        let same = known.distinct.get(&table).map(Arc::clone);
        let shared = same.unwrap_or_else(|| Arc::new(table));
        known.distinct.insert(Arc::clone(&shared));
        known.by_plan.insert(key, Arc::clone(&shared));
        Ok(shared)
    }
}

/// Whether the player can pay for the last reroll.
#[inline]
pub(super) fn purse(view: &View<'_>) -> Purse {
    if view.can_pay() { Purse::Coins } else { Purse::Empty }
}

/// A strategy's plan for a turn as a table of rerolls.
pub(super) fn solve(view: &View<'_>, plan: PlanId) -> Result<Plan, RerollError> {
    let solved = Plan::of_rule(purse(view), |roll| view.strategy().reroll(plan, roll));
    solved.map_err(|RuleError { roll, source }| RerollError { answer: source, shown: roll.shown })
}
