//! The tables of plans: solved once, shared by all workers.

use crate::exact::{DrawTable, MOST_DRAWN_DICE, Plan, RuleError, Turn};
use crate::games::gang::{CardIndex, PlanId, RerollError, Roll, View};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};

/// How much is remembered. The results of a run do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nodes of a worker's decision trees: about 60 bytes each, and 16 for an answer.
    pub nodes: usize,
    /// Tables that workers share: 0.5 to 2 kB each.
    pub tables: usize,
}

impl Default for Limits {
    /// 256 K nodes a worker and 64 K tables: at most some 30 MB a worker, and 120 MB.
    fn default() -> Limits {
        Limits { nodes: 1 << 18, tables: 1 << 16 }
    }
}

/// A table that workers share.
pub(super) type Shared = Arc<DrawTable>;

/// What a table is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    strategy: usize,
    card: CardIndex,
    dice: u32,
    plan: PlanId,
}

/// What is known, by plan; plans with the same outcome share one table, because a table that many turns
/// use stays in the processor's cache.
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

    /// Whether turns of so many dice are drawn from tables; larger ones are rolled.
    #[inline]
    pub fn covers(dice: u32) -> bool {
        dice <= MOST_DRAWN_DICE
    }

    /// The table of a strategy's plan.
    ///
    /// # Errors
    /// If the strategy rerolls illegally, or not at all, any roll that the turn can show.
    ///
    /// # Panics
    /// If the tables do not cover so many dice.
    #[cold]
    pub(super) fn get(&self, view: &View<'_>, dice: u32, plan: PlanId) -> Result<Shared, RerollError> {
        let key = Key { strategy: view.strategy_index(), card: view.card_index(), dice, plan };
        if let Some(table) = self.known.read().unwrap_or_else(PoisonError::into_inner).by_plan.get(&key) {
            return Ok(Arc::clone(table));
        }
        let (_, table) = solve(view, dice, plan)?;
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

/// Solves a strategy's plan for a turn: the plan as a table of keeps, and the table it is drawn from.
pub(super) fn solve(view: &View<'_>, dice: u32, plan: PlanId) -> Result<(Plan, DrawTable), RerollError> {
    let (card, strategy) = (view.card(), view.strategy());
    #[expect(clippy::expect_used, reason = "tables cover at most 16 dice and rules allow at most 10 rerolls")]
    let turn = Turn::under(card, dice, view.rerolls()).expect("a turn within the limits of the exact solution");
    let rule = |shown, left| strategy.reroll(plan, &Roll { card, shown, left });
    match turn.follow(rule) {
        Ok((plan, outcome)) => Ok((plan, DrawTable::new(&outcome))),
        Err(RuleError::Illegal { roll, reroll, .. }) => Err(RerollError::NotShown { asked: reroll, shown: roll }),
        Err(RuleError::Failed { roll, source, .. }) => Err(RerollError::NoAnswer { answer: source, shown: roll }),
    }
}
