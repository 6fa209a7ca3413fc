//! A script at a table: asking its functions, and remembering its rerolls.
//!
//! Owns what the scripts of all games share whose turns are decided once and then rerolled. What the functions return is
//! taken to pieces by the game.

use super::budget::{self, Meter};
use super::faults::{declaration, describe, place, reason, span};
use super::host;
use super::language::Words;
use super::mentions::{IS_LESS, Mentioned};
use super::parse::Script;
use super::plan::{Plan, Plans};
use super::view::{Call, ScriptForm, ScriptRoll, ScriptView, taught};
use crate::games::declaration::{Family, NoAnswer, PolicyId, Unlisted, View};
use crate::input::{BadInput, Problem, Source};
use crate::strategies::Values;
use rhai::{AST, CallFnOptions, Dynamic, Engine, EvalAltResult, FuncArgs, Scope};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};

/// A game that makes strategies of scripts.
pub trait ScriptGame: ScriptForm {
    /// The strategy that a script is.
    fn from_script(script: Scripted<Self>) -> Box<Self::Strategy>;
}

/// A script whose functions can be called.
pub(super) struct Callable {
    engine: Engine,
    ast: AST,
    source: Source,
    meter: Arc<Meter>,
}

/// A script at a table.
pub struct Scripted<G: ScriptForm> {
    callable: Callable,
    /// The family of all strategies with this text.
    pub family: Family,
    mentioned: Mentioned,
    /// What is the same for all calls.
    pub tools: Arc<G::Tools>,
    plans: Plans,
}

impl Callable {
    /// The script with these values of its parameters, which every function sees by name, as it sees the constants.
    pub(super) fn new(script: &Script, values: &Values, words: Words) -> Callable {
        let mut engine = words.engine;
        host::teach_names(&mut engine, words.functions.into_keys());
        let mut module = rhai::Module::new();
        for (name, value) in &script.constants {
            module.set_var(name.as_str(), value.clone());
        }
        for (index, parameter) in script.parameters.iter().enumerate() {
            let value: Dynamic = match parameter.is_whole {
                true => i64::from(values.whole(index)).into(),
                false => values.fraction(index).into(),
            };
            module.set_var(&*parameter.key, value);
        }
        engine.register_global_module(module.into());
        budget::count(&mut engine, &script.constants);
        let (ast, source, meter) = (script.ast.clone(), script.source.clone(), Arc::clone(&script.meter));
        Callable { engine, ast, source, meter }
    }

    /// Calls a function in a fresh scope; free functions find `tag`. The error is how the script failed.
    pub(super) fn call(&self, function: &str, tag: Dynamic, arguments: impl FuncArgs) -> Result<Dynamic, NoAnswer> {
        let options = CallFnOptions::new().eval_ast(false).with_tag(tag);
        budget::begin();
        let called = self.engine.call_fn_with_options(options, &mut Scope::new(), &self.ast, function, arguments);
        self.meter.note();
        called.map_err(|error: Box<EvalAltResult>| {
            let text = &self.source.text;
            let span = span(text, place(&error)).or_else(|| declaration(text, function));
            let problem = Problem { span, ..Problem::general(format!("{function}: {}", reason(&error))) };
            let failed = BadInput { source: self.source.clone(), problems: vec![problem] };
            NoAnswer(format!("no answer: {failed}").into())
        })
    }
}

impl<G: ScriptForm> Scripted<G> {
    /// The script with these values of its parameters.
    pub(super) fn new(script: &Script, values: &Values, game: &G) -> Scripted<G> {
        let callable = Callable::new(script, values, taught::<G>());
        let mentioned = script.mentioned.clone();
        let family = Family::of_text(&script.source.text);
        Scripted { callable, family, mentioned, tools: Arc::new(game.tools()), plans: Plans::default() }
    }

    /// Whether it has a function.
    pub fn has(&self, function: &str) -> bool {
        self.callable.ast.iter_functions().any(|known| known.name == function)
    }

    /// Whether any function can draw by itself, or ask a person or another program.
    pub fn draws(&self) -> bool {
        self.callable.ast.iter_functions().any(|function| self.mentioned.draws(function.name))
    }

    /// Whether a function can read the property of a view that has this name.
    pub fn reads(&self, function: &str, property: &str) -> bool {
        self.mentioned.calls(function, IS_LESS) || self.mentioned.reads(function, property)
    }

    /// Calls a function; free functions find `call`.
    fn call(&self, function: &str, call: &Arc<Call<G>>, arguments: impl FuncArgs) -> Result<Dynamic, NoAnswer> {
        self.callable.call(function, Dynamic::from(Arc::clone(call)), arguments)
    }

    /// What a function returns for a view, and the call, which knows what it asked. What was asked is noted in the view.
    /// Its error is how the script failed.
    pub fn ask(
        &self,
        function: &str,
        view: &View<'_, G>,
        about: G::About,
    ) -> Result<(Dynamic, Arc<Call<G>>), NoAnswer> {
        let call = Call::new(&self.tools, Some(&view.situation), about);
        let returned = self.call(function, &call, (ScriptView(Arc::clone(&call)),));
        call.report(view);
        Ok((returned?, call))
    }

    /// What the function `reroll` returns for a plan and a roll. Its error is how the script failed, or that it has not
    /// made the plan.
    pub fn ask_reroll(&self, plan: PolicyId, about: G::About) -> Result<Dynamic, NoAnswer> {
        let Some(plan) = self.plans.plan(plan.0) else {
            return Err(NoAnswer("no answer for a plan that it has not made".into()));
        };
        let call = Call::new(&self.tools, None, about);
        self.call("reroll", &call, (plan, ScriptRoll(Arc::clone(&call))))
    }

    /// The number that stands for a plan. If it holds for this turn only, the decision is not remembered.
    pub fn plan_id(&self, plan: &Plan, view: &View<'_, G>) -> PolicyId {
        let (number, is_kept) = self.plans.number(plan);
        if !is_kept {
            view.note_unlisted(Unlisted::Plan);
        }
        PolicyId(number)
    }
}

/// That a function returned what it must not.
pub(crate) fn refused(returned: &Dynamic, function: &str, must: &str) -> NoAnswer {
    NoAnswer(format!("{} from {function}, which must return {must}", describe(returned)).into())
}

/// How many answers of a strategy are remembered: some 60 bytes each.
const MOST_ANSWERS: usize = 1 << 17;

/// Answers that are functions of a key, so that it does not matter which are remembered. What has no room is asked for
/// again.
#[derive(Debug)]
pub(crate) struct Remembered<K, A>(RwLock<HashMap<K, A>>);

impl<K, A> Default for Remembered<K, A> {
    fn default() -> Self {
        Remembered(RwLock::default())
    }
}

impl<K: Eq + Hash, A: Copy> Remembered<K, A> {
    /// The answer, from `ask` if it is not remembered. Its error is what `ask` gives.
    pub(crate) fn get_or_ask(&self, key: K, ask: impl FnOnce() -> Result<A, NoAnswer>) -> Result<A, NoAnswer> {
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
