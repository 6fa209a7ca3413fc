//! A script at a table: asking its functions, and remembering its rerolls.
//!
//! Owns what the scripts of all games share whose turns are decided once and then rerolled. What the functions return is
//! taken to pieces by the game.

use super::parse::Script;
use super::plan::{Plan, PlanNumber, Plans};
use super::program::{Program, Tag};
use super::view::{Call, ScriptForm, ScriptView};
use crate::games::declaration::{NoAnswer, PolicyId, View};
use crate::strategies::Values;
use rhai::Dynamic;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

/// A script at a table.
pub struct Scripted<G: ScriptForm> {
    program: Program,
    /// What is the same for all calls.
    pub tools: Arc<G::Tools>,
    plans: Plans,
}

impl<G: ScriptForm> Scripted<G> {
    /// The script with these values of its parameters.
    pub fn new(script: &Script, values: &Values, game: &G) -> Scripted<G> {
        Scripted { program: script.program(values), tools: Arc::new(game.tools()), plans: Plans::default() }
    }

    /// What a function returns for a view, and the call, which knows what it asked. What was asked is told to the view.
    ///
    /// # Errors
    /// How the script failed.
    pub fn ask(
        &self,
        function: &str,
        view: &View<'_, G>,
        about: G::About,
    ) -> Result<(Dynamic, Arc<Call<G>>), NoAnswer> {
        let call = Arc::new(Call::seeing(&self.tools, &view.situation, about));
        let argument = (ScriptView(Arc::clone(&call)),);
        let returned = self.program.call(function, Tag::new(&call), argument);
        call.report(view);
        Ok((returned.map_err(|failed| NoAnswer(failed.0.into()))?, call))
    }

    /// What the function `reroll` returns for a plan and a roll, which `wrap` makes of the call.
    ///
    /// # Errors
    /// How the script failed, or that it has not made the plan.
    pub fn ask_reroll<R: Clone + Send + Sync + 'static>(
        &self,
        plan: PolicyId,
        about: G::About,
        wrap: impl FnOnce(Arc<Call<G>>) -> R,
    ) -> Result<Dynamic, NoAnswer> {
        let Some(plan) = self.plans.plan(plan.0) else {
            return Err(NoAnswer("no answer for a plan that it has not made".into()));
        };
        let call = Arc::new(Call::unseeing(&self.tools, about));
        let arguments = (plan.value(), wrap(Arc::clone(&call)));
        self.program.call("reroll", Tag::new(&call), arguments).map_err(|failed| NoAnswer(failed.0.into()))
    }

    /// The number that stands for a plan. If it holds for this turn only, the decision is not remembered.
    pub fn plan_id(&self, plan: Plan, view: &View<'_, G>) -> PolicyId {
        match self.plans.number(plan) {
            PlanNumber::Kept(number) => PolicyId(number),
            PlanNumber::ForNow(number) => {
                view.note_unlisted();
                PolicyId(number)
            }
        }
    }
}

/// How many answers of a strategy are remembered: some 60 bytes each.
const MOST_ANSWERS: usize = 1 << 17;

/// Answers that are functions of a key, so that it does not matter which are remembered. What has no room is asked for
/// again.
#[derive(Debug)]
pub struct Remembered<K, A>(RwLock<HashMap<K, A>>);

impl<K, A> Default for Remembered<K, A> {
    fn default() -> Self {
        Remembered(RwLock::default())
    }
}

impl<K: Eq + Hash, A: Copy> Remembered<K, A> {
    /// The answer, from `ask` if it is not remembered.
    ///
    /// # Errors
    /// What `ask` gives.
    pub fn get_or_ask(&self, key: K, ask: impl FnOnce() -> Result<A, NoAnswer>) -> Result<A, NoAnswer> {
        if let Some(known) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(*known);
        }
        let asked = ask()?;
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MOST_ANSWERS {
            known.insert(key, asked);
        }
        Ok(asked)
    }
}
