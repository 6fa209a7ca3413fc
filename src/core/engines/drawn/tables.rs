//! The tables of reroll policies: solved once, shared by all workers.

use super::{DrawnGame, TableOf};
use crate::games::declaration::PolicyId;
use crate::games::turns::Refused;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};

/// How much is remembered. The results of a run do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nodes of a worker's decision trees: about 80 bytes each.
    pub nodes: usize,
    /// Tables that workers share, and those that each keeps at hand; at most 2^19.
    pub tables: usize,
}

/// How many policies are remembered for each table that is kept.
const POLICIES: usize = 16;

/// Whose policy it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Owner {
    /// That of a strategy, by its position.
    Strategy(usize),
    /// That of all who share the plan.
    Shared,
}

/// What is known, by policy; policies with the same outcome share one table, because a table that many turns use stays
/// in the processor's cache.
struct Known<G: DrawnGame> {
    by_policy: HashMap<(Owner, G::TableKey, PolicyId), Arc<TableOf<G>>>,
    distinct: HashSet<Arc<TableOf<G>>>,
}

impl<G: DrawnGame> Default for Known<G> {
    fn default() -> Self {
        Known { by_policy: HashMap::new(), distinct: HashSet::new() }
    }
}

/// The tables of a run.
pub struct Tables<G: DrawnGame> {
    limits: Limits,
    known: RwLock<Known<G>>,
}

impl<G: DrawnGame> Tables<G> {
    /// No tables yet.
    pub fn new(limits: Limits) -> Tables<G> {
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

    /// The table of a turn and a policy; `None` if the turn is rolled die by die.
    ///
    /// # Errors
    /// If the strategy rerolls illegally, or not at all, any roll that the turn can show.
    pub(super) fn get(&self, turn: &G::Turn<'_>, plan: PolicyId) -> Result<Option<Arc<TableOf<G>>>, Refused> {
        let Some(key) = G::table_key(turn) else { return Ok(None) };
        let owner = if G::is_shared(turn, plan) { Owner::Shared } else { Owner::Strategy(G::index(turn)) };
        let key = (owner, key, plan);
        if let Some(table) = self.known.read().unwrap_or_else(PoisonError::into_inner).by_policy.get(&key) {
            return Ok(Some(Arc::clone(table)));
        }
        let (_, table) = G::solve(turn, plan)?;
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let Limits { tables, .. } = self.limits;
        if known.distinct.len() >= tables || known.by_policy.len() >= tables.saturating_mul(POLICIES) {
            *known = Known::default();
        }
        let same = known.distinct.get(&table).map(Arc::clone);
        let shared = same.unwrap_or_else(|| {
            let table = Arc::new(table);
            known.distinct.insert(Arc::clone(&table));
            table
        });
        known.by_policy.insert(key, Arc::clone(&shared));
        Ok(Some(shared))
    }
}
