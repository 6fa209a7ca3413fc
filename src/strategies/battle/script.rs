//! Strategies for Battle Dice that are scripts.
//!
//! Owns how the functions of a script are called, one for each decision. What may be returned is in `script_answer`,
//! the players, dice and options that a script sees in `script_view`; all else that it sees is made from the declaration
//! of the game. A decision for which a script has no function is the default.

use super::script_answer::{chosen, draft, duel, duel_value, option, purchase};
use super::script_view::{self, Offer};
use crate::games::battle::{
    Aim, Answer, Battle, Draft, DraftView, Duel, DuelView, Exchange, KeptSituation, Kinds, NoAnswer, Placement,
    Purchase, Replacement, Situation, Spot, Strategy, View, kinds_value, tactics,
};
use crate::games::declaration::{self, Value};
use crate::strategies::script::{ScriptForm, Scripted, Words, function_name};
use rhai::Dynamic;

/// What a call is about beyond what is seen.
pub struct About {
    /// What can be answered, where that is a list.
    pub(super) options: Vec<Offer>,
    /// What a player does who has no idea of its own; one of the options by its position.
    pub(super) usual: Value,
}

impl ScriptForm for Battle {
    type Tools = Battle;
    type Copy = KeptSituation;
    type About = About;

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

    fn copy(situation: &Situation<'_>) -> KeptSituation {
        situation.keep()
    }

    fn lend<'c>(copy: &'c KeptSituation, tools: &'c Battle) -> Situation<'c> {
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
    fn has(&self, function: &str) -> bool {
        self.functions.contains(&function)
    }

    /// What `read` makes of what a function returns, or what is usual if the script has no such function.
    fn ask<'v, T>(
        &self,
        function: &str,
        situation: impl Into<Situation<'v>>,
        usual: T,
        value: impl Fn(&T) -> Value,
        read: impl Fn(&Dynamic) -> Answer<T>,
    ) -> Answer<T> {
        if !self.has(function) {
            return Ok(usual);
        }
        let about = About { options: Vec::new(), usual: value(&usual) };
        let view = declaration::View::new(situation.into());
        read(&self.script.ask(function, &view, about)?.0)
    }

    /// One of some options, or none; `offer` says what one is about.
    fn among<T: Copy + PartialEq>(
        &self,
        function: &str,
        view: &DuelView<'_>,
        options: impl Iterator<Item = T>,
        usual: Option<T>,
        offer: impl Fn(T) -> Offer,
    ) -> Answer<Option<T>> {
        if !self.has(function) {
            return Ok(usual);
        }
        let all: Vec<T> = options.collect();
        let at = all.iter().position(|option| Some(*option) == usual);
        let usual = at.map_or(Value::None, |at| Value::Whole(at as i64));
        let about = About { options: all.iter().map(|option| offer(*option)).collect(), usual };
        let (returned, call) = self.script.ask(function, &declaration::View::new(view.into()), about)?;
        Ok(option(function, &returned, &call)?.map(|at| all[at]))
    }

    fn place(&self, function: &str, view: &DuelView<'_>, usual: Option<Placement>) -> Answer<Option<Placement>> {
        let offer = |Placement { die, on }| Offer { die: Some(die), ..Offer::own(view, on) };
        self.among(function, view, view.placements(), usual, offer)
    }

    fn aim(&self, function: &str, view: &DuelView<'_>, usual: Option<Aim>) -> Answer<Option<Aim>> {
        let offer = |aim: Aim| Offer { seat: aim.seat, actions: view.actions_for(aim), ..Offer::own(view, aim.die) };
        self.among(function, view, view.aims(), usual, offer)
    }
}

impl Strategy for FromScript {
    fn draft(&self, view: &DraftView<'_>) -> Answer<Draft> {
        let value = |usual: &Draft| match usual {
            Draft::Buy(kind) => Value::Text(kind.name().to_owned()),
            _ => Value::Text("pass".to_owned()),
        };
        self.ask("draft", view, tactics::draft(view), value, draft)
    }

    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        self.ask("duel", view, tactics::duel(view), duel_value, |returned| duel(returned, view))
    }

    fn dice(&self, view: &DuelView<'_>) -> Answer<Kinds> {
        self.ask("choose", view, tactics::dice(view), |usual| kinds_value(usual.dice()), chosen)
    }

    fn shield(&self, view: &DuelView<'_>) -> Answer<Option<Placement>> {
        self.place("shield", view, tactics::shield(view))
    }

    fn multiply(&self, view: &DuelView<'_>) -> Answer<Option<Placement>> {
        self.place("multiply", view, tactics::multiply(view))
    }

    fn replace(&self, view: &DuelView<'_>) -> Answer<Option<Replacement>> {
        let offer = |Replacement { die, from, on }| Offer { die: Some(die), from, ..Offer::own(view, on) };
        self.among("multiply_last", view, view.replacements(), tactics::replace(view), offer)
    }

    fn exchange(&self, view: &DuelView<'_>) -> Answer<Option<Exchange>> {
        let offer = |exchange| match exchange {
            Exchange::Own(spot) => Offer::own(view, spot),
            Exchange::Other(seat) => Offer { die: None, from: None, on: None, seat, actions: 1 },
        };
        self.among("exchange", view, view.exchanges(), tactics::exchange(view), offer)
    }

    fn give_way(&self, view: &DuelView<'_>) -> Answer<Spot> {
        let usual = Some(tactics::give_way(view));
        let spot = self.among("give_way", view, view.own_spots(), usual, |spot| Offer::own(view, spot))?;
        let none = "() from give_way, which must return one of view.options: a die must go back";
        spot.ok_or_else(|| NoAnswer(none.into()))
    }

    fn reroll(&self, view: &DuelView<'_>) -> Answer<Option<Aim>> {
        self.aim("reroll", view, tactics::reroll(view))
    }

    fn cancel(&self, view: &DuelView<'_>) -> Answer<Option<Aim>> {
        self.aim("cancel", view, tactics::cancel(view))
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        self.ask("buy", view, tactics::buy(view), |usual| kinds_value(usual.take.dice()), purchase)
    }
}
