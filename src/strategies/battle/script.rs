//! Strategies for Battle Dice that are scripts.
//!
//! Owns how the functions of a script are called, one for each decision. What may be returned is in `script_answer`,
//! the players, dice and options that a script sees in `script_view`; all else that it sees is made from the declaration
//! of the game. A decision for which a script has no function is the default.

use super::{script_answer, script_view};
use crate::games::battle::{
    Action, Answer, Battle, Draft, Duel, KeptView, Kinds, Moment, NoAnswer, Purchase, Strategy, View, tactics,
};
use crate::games::declaration;
use crate::strategies::script::{ScriptForm, Scripted, Words, function_name};
use rhai::Dynamic;
use script_view::Call;
use std::sync::Arc;

impl ScriptForm for Battle {
    type Tools = Battle;
    type Copy = KeptView;
    type About = ();

    const WANTED: &'static [&'static str] = &[];
    const OPTIONAL: &'static [&'static str] = &[
        "draft(view)",
        "duel(view)",
        "choose(view)",
        "shield(view)",
        "multiply(view)",
        "multiply_last(view)",
        "exchange(view)",
        "give_way(view)",
        "reroll(view)",
        "cancel(view)",
        "buy(view)",
    ];

    fn tools(&self) -> Battle {
        self.clone()
    }

    fn copy(view: &View<'_>) -> KeptView {
        view.keep()
    }

    fn lend<'c>(copy: &'c KeptView, tools: &'c Battle) -> View<'c> {
        copy.lend(tools)
    }

    fn teach(words: &mut Words) {
        script_view::teach(words);
    }

    fn from_script(script: Scripted<Battle>) -> Box<dyn Strategy> {
        let functions = Battle::OPTIONAL.iter().map(|declared| function_name(declared));
        let functions = functions.filter(|name| script.has(name)).collect();
        Box::new(FromScript { script, functions })
    }
}

/// A script at a table.
struct FromScript {
    script: Scripted<Battle>,
    /// The functions that it has.
    functions: Vec<&'static str>,
}

impl FromScript {
    /// What `read` makes of what a function returns, or what is usual if the script has no such function.
    fn ask<T>(
        &self,
        view: &View<'_>,
        usual: impl Fn(&View<'_>) -> T,
        read: impl Fn(&Dynamic, &Arc<Call>) -> Answer<T>,
    ) -> Answer<T> {
        let function = view.moment.name();
        if !self.functions.contains(&function) {
            return Ok(usual(view));
        }
        let (returned, call) = self.script.ask(function, &declaration::View::new(*view), ())?;
        read(&returned, &call)
    }
}

impl Strategy for FromScript {
    fn draft(&self, view: &View<'_>) -> Answer<Draft> {
        self.ask(view, |view| tactics::draft(view, None), |returned, _| script_answer::draft(returned))
    }

    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        self.ask(view, tactics::duel, |returned, _| script_answer::duel(returned, view))
    }

    fn dice(&self, view: &View<'_>) -> Answer<Kinds> {
        self.ask(view, |view| tactics::dice(view, None), |returned, _| script_answer::chosen(returned))
    }

    fn act(&self, view: &View<'_>) -> Answer<Option<Action>> {
        let action = self.ask(view, tactics::act, |returned, call| script_answer::option(view, returned, call))?;
        if action.is_none() && view.moment == Moment::GiveWay {
            let none = "() from give_way, which must return one of view.options: a die must go back";
            return Err(NoAnswer(none.into()));
        }
        Ok(action)
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        self.ask(view, |view| tactics::buy(view, None, None), |returned, _| script_answer::purchase(returned))
    }
}
