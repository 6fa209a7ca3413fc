//! Strategies for Battle Dice that are scripts.
//!
//! Owns how the functions of a script are called, one for each decision, and what they may return. What a script can
//! ask is in `script_view`, the language in [`strategies::script`](crate::strategies::script). A decision for which a
//! script has no function is the default.

use super::script_answer::{draft, duel, kinds, option, purchase};
use super::script_call::{self, Call, Choice, Usual};
use super::script_view::{self, ScriptView};
use crate::games::Game;
use crate::games::battle::{
    Aim, Answer, Battle, Draft, DraftView, Duel, DuelView, Exchange, Kinds, NoAnswer, Placement, Purchase, Replacement,
    Rules, Spot, Strategy, View, tactics,
};
use crate::input::{BadInput, Source};
use crate::strategies::script::{Binding, Program, Script, Tag, Wanted, Words};
use crate::strategies::{Loaded, Values};
use rhai::Dynamic;
use std::sync::Arc;

const VIEW: &[&str] = &["view"];

/// What Battle Dice asks of its scripts, and gives them.
static BINDING: Binding = Binding {
    game: Battle::NAME,
    says_game: true,
    functions: &[],
    optional: &[
        Wanted { name: "draft", parameters: VIEW },
        Wanted { name: "duel", parameters: VIEW },
        Wanted { name: "choose", parameters: VIEW },
        Wanted { name: "shield", parameters: VIEW },
        Wanted { name: "multiply", parameters: VIEW },
        Wanted { name: "multiply_last", parameters: VIEW },
        Wanted { name: "exchange", parameters: VIEW },
        Wanted { name: "give_way", parameters: VIEW },
        Wanted { name: "reroll", parameters: VIEW },
        Wanted { name: "cancel", parameters: VIEW },
        Wanted { name: "buy", parameters: VIEW },
    ],
    teach,
};

fn teach(words: &mut Words) {
    script_call::teach(words);
    script_view::teach(words);
}

/// Reads a script.
///
/// # Errors
/// All that is wrong with it.
pub(super) fn read(source: &Source) -> Result<Loaded<Battle>, BadInput> {
    let script = Script::parse(source, &BINDING)?;
    Ok(Loaded {
        name: script.name().to_owned(),
        about: script.about().to_owned(),
        parameters: script.parameters().to_vec(),
        source: Some(source.clone()),
        build: Box::new(move |values, game| Ok(Box::new(Scripted::new(&script, values, game)))),
    })
}

/// A script at a table.
struct Scripted {
    program: Program,
    rules: Arc<Rules>,
    /// The functions that it has.
    functions: Vec<&'static str>,
}

impl Scripted {
    fn new(script: &Script, values: &Values, game: &Battle) -> Scripted {
        let functions = BINDING.optional.iter().map(|wanted| wanted.name).filter(|name| script.has(name)).collect();
        Scripted { program: script.program(values), rules: Arc::new(game.rules().clone()), functions }
    }

    fn has(&self, function: &str) -> bool {
        self.functions.contains(&function)
    }

    fn call(&self, function: &str, call: &Arc<Call>) -> Answer<Dynamic> {
        let argument = (ScriptView(Arc::clone(call)),);
        self.program.call(function, Tag::new(call), argument).map_err(|failed| NoAnswer(failed.0.into()))
    }

    /// One of some options, or none.
    fn among(
        &self,
        function: &str,
        view: &DuelView<'_>,
        options: impl Iterator<Item = Choice>,
        usual: Option<Choice>,
    ) -> Answer<Option<Choice>> {
        let options: Vec<Choice> = options.collect();
        let at = usual.and_then(|usual| options.iter().position(|option| *option == usual));
        let usual = at.map_or(Usual::Nothing, Usual::Option);
        let call = Arc::new(Call::duel(&self.rules, view, options, usual));
        let returned = self.call(function, &call)?;
        option(function, &returned, &call)
    }

    /// Where a die is placed.
    fn place(
        &self,
        function: &str,
        view: &DuelView<'_>,
        usual: fn(&DuelView<'_>) -> Option<Placement>,
    ) -> Answer<Option<Placement>> {
        if !self.has(function) {
            return Ok(usual(view));
        }
        let options = view.placements().map(Choice::Placement);
        let chosen = self.among(function, view, options, usual(view).map(Choice::Placement))?;
        Ok(chosen.and_then(|chosen| if let Choice::Placement(placement) = chosen { Some(placement) } else { None }))
    }

    /// What is aimed at.
    fn aim(&self, function: &str, view: &DuelView<'_>, usual: fn(&DuelView<'_>) -> Option<Aim>) -> Answer<Option<Aim>> {
        if !self.has(function) {
            return Ok(usual(view));
        }
        let aim = |aim| Choice::Aim(aim, view.actions_for(aim));
        let chosen = self.among(function, view, view.aims().map(aim), usual(view).map(aim))?;
        Ok(chosen.and_then(|chosen| if let Choice::Aim(aim, _) = chosen { Some(aim) } else { None }))
    }
}

impl Strategy for Scripted {
    fn draft(&self, view: &DraftView<'_>) -> Answer<Draft> {
        let usual = tactics::draft(view);
        if !self.has("draft") {
            return Ok(usual);
        }
        let call = Arc::new(Call::draft(&self.rules, view, Usual::Draft(usual)));
        draft(&self.call("draft", &call)?)
    }

    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        let usual = tactics::duel(view);
        if !self.has("duel") {
            return Ok(usual);
        }
        let call = Arc::new(Call::table(&self.rules, view, Usual::Duel(usual)));
        duel(&self.call("duel", &call)?, view)
    }

    fn dice(&self, view: &DuelView<'_>) -> Answer<Kinds> {
        let usual = tactics::dice(view);
        if !self.has("choose") {
            return Ok(usual);
        }
        let call = Arc::new(Call::duel(&self.rules, view, Vec::new(), Usual::Kinds(usual)));
        kinds("choose", &self.call("choose", &call)?)
    }

    fn shield(&self, view: &DuelView<'_>) -> Answer<Option<Placement>> {
        self.place("shield", view, tactics::shield)
    }

    fn multiply(&self, view: &DuelView<'_>) -> Answer<Option<Placement>> {
        self.place("multiply", view, tactics::multiply)
    }

    fn replace(&self, view: &DuelView<'_>) -> Answer<Option<Replacement>> {
        let usual = tactics::replace(view);
        if !self.has("multiply_last") {
            return Ok(usual);
        }
        let options = view.replacements().map(Choice::Replacement);
        let chosen = self.among("multiply_last", view, options, usual.map(Choice::Replacement))?;
        Ok(chosen.and_then(|chosen| if let Choice::Replacement(moved) = chosen { Some(moved) } else { None }))
    }

    fn exchange(&self, view: &DuelView<'_>) -> Answer<Option<Exchange>> {
        let usual = tactics::exchange(view);
        if !self.has("exchange") {
            return Ok(usual);
        }
        let options = view.exchanges().map(Choice::Exchange);
        let chosen = self.among("exchange", view, options, usual.map(Choice::Exchange))?;
        Ok(chosen.and_then(|chosen| if let Choice::Exchange(exchange) = chosen { Some(exchange) } else { None }))
    }

    fn give_way(&self, view: &DuelView<'_>) -> Answer<Spot> {
        let usual = tactics::give_way(view);
        if !self.has("give_way") {
            return Ok(usual);
        }
        let chosen = self.among("give_way", view, view.own_spots().map(Choice::Spot), Some(Choice::Spot(usual)))?;
        match chosen {
            Some(Choice::Spot(spot)) => Ok(spot),
            _ => Err(NoAnswer("() from give_way, which must return one of view.options: a die must go back".into())),
        }
    }

    fn reroll(&self, view: &DuelView<'_>) -> Answer<Option<Aim>> {
        self.aim("reroll", view, tactics::reroll)
    }

    fn cancel(&self, view: &DuelView<'_>) -> Answer<Option<Aim>> {
        self.aim("cancel", view, tactics::cancel)
    }

    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        let usual = tactics::buy(view);
        if !self.has("buy") {
            return Ok(usual);
        }
        let call = Arc::new(Call::table(&self.rules, view, Usual::Kinds(usual.take)));
        purchase(&self.call("buy", &call)?)
    }
}
