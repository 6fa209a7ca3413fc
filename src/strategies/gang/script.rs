//! Strategies for Gang of Dice that are scripts.
//!
//! Owns how `commit(view)` and `reroll(plan, roll)` of a script are called, what may be returned, and the helpers into
//! the exact engine. The view is made from the declaration of the game.

use super::script_roll;
use crate::dice::{Counts, FACES};
use crate::exact::{Objective, SOLUTIONS_ROOM, Solutions, TurnError};
use crate::games::Game;
use crate::games::gang::{CardIndex, Commit, Gang, KeptSituation, NoAnswer, PolicyId, Roll, Situation, Strategy, View};
use crate::input::{BadInput, Source};
use crate::strategies::Loaded;
use crate::strategies::script::{
    self, Binding, Call, Plan, Remembered, Said, ScriptForm, Scripted, Wanted, Words, describe, load, refuse,
};
use rhai::{Dynamic, NativeCallContext};

/// The most dice that the helpers into the exact engine answer for.
const MOST_HELPED: u32 = 16;
/// What a plan costs; a chance or a score costs 1.
pub(super) const PLAN_COST: u32 = 50;

/// What is the same for all calls of a script at a table.
pub struct Tools {
    pub(super) game: Gang,
    pub(super) solutions: Solutions,
}

/// What a call is about: the card of the round, and in `reroll` the dice shown with the rerolls left.
#[derive(Clone, Copy)]
pub struct About {
    pub(super) card: CardIndex,
    pub(super) roll: Option<(Counts, u8)>,
}

impl ScriptForm for Gang {
    type Tools = Tools;
    type Copy = KeptSituation;
    type About = About;

    const BINDING: &'static Binding = &Binding {
        game: Gang::NAME,
        says_game: false,
        functions: &[
            Wanted { name: "commit", parameters: &["view"] },
            Wanted { name: "reroll", parameters: &["plan", "roll"] },
        ],
        optional: &[],
        teach: script::teach::<Gang>,
    };
    const BUDGET: u32 = 1000;
    const TOO_OFTEN: &'static str = "the helpers into the exact engine were asked too often in one call (at most 1000 \
                                     chances and scores, or 20 plans)";

    fn tools(&self) -> Tools {
        Tools { game: self.clone(), solutions: Solutions::new(self.deck(), self.rules().rerolls, SOLUTIONS_ROOM) }
    }

    fn copy(situation: &Situation<'_>) -> KeptSituation {
        situation.keep()
    }

    fn lend<'c>(copy: &'c KeptSituation, tools: &'c Tools) -> Situation<'c> {
        copy.lend(&tools.game)
    }

    fn teach(words: &mut Words) {
        words
            .function("p_invalid", |context: NativeCallContext<'_>, dice: i64| {
                Ok::<_, Box<rhai::EvalAltResult>>(1.0 - value(&context, "p_invalid", dice, Objective::Valid)?)
            })
            .function("p_reach", |context: NativeCallContext<'_>, dice: i64, least: i64| {
                value(&context, "p_reach", dice, Objective::AtLeast(total(least)))
            })
            .function("best_score", |context: NativeCallContext<'_>, dice: i64| {
                value(&context, "best_score", dice, Objective::ExpectedTotal)
            });
        script_roll::teach(words);
    }
}

/// The highest expected value of a turn with so many dice under the card of the round. It depends on nothing else.
fn value(context: &NativeCallContext<'_>, word: &str, dice: i64, objective: Objective) -> Said<f64> {
    let call = Call::<Gang>::find(context)?;
    let Some(dice) = u32::try_from(dice).ok().filter(|dice| (1..=MOST_HELPED).contains(dice)) else {
        return refuse(format!("{word} of {dice} dice; it knows 1 to {MOST_HELPED} dice"));
    };
    call.pay(1)?;
    solved(call.tools.solutions.value(call.about.card, dice, objective))
}

/// A solution, or why there is none.
pub(super) fn solved<T>(solution: Result<T, TurnError>) -> Said<T> {
    solution.or_else(|error| refuse(error.to_string()))
}

/// A total as the exact engine takes it: below 0 every total is at least it.
pub(super) fn total(total: i64) -> u32 {
    u32::try_from(total.max(0)).unwrap_or(u32::MAX)
}

/// Reads a script.
///
/// # Errors
/// All that is wrong with it.
pub(super) fn read(source: &Source) -> Result<Loaded<Gang>, BadInput> {
    load(source, |script, values, game: &Gang| {
        Box::new(FromScript { script: Scripted::new(script, values, game), rerolls: Remembered::default() })
    })
}

/// A script at a table.
struct FromScript {
    script: Scripted<Gang>,
    rerolls: Remembered<(PolicyId, CardIndex, Counts, u8), Counts>,
}

impl Strategy for FromScript {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let about = About { card: view.situation.card_index(), roll: None };
        let (returned, _) = self.script.ask("commit", view, about)?;
        let (dice, plan) = commitment(&returned)?;
        Ok(Commit { dice, plan: self.script.plan_id(plan, view) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let cards = &self.script.tools.game.deck().cards;
        let Some(card) = cards.iter().position(|card| card.id == roll.card.id) else {
            return Err(NoAnswer("no answer for a card that is not in the deck it was made for".into()));
        };
        let card = CardIndex(card as u16);
        self.rerolls.get_or_ask((plan, card, roll.shown, roll.left), || {
            let about = About { card, roll: Some((roll.shown, roll.left)) };
            faces(&self.script.ask_reroll(plan, about, script_roll::ScriptRoll)?)
        })
    }
}

/// What `commit` returned: a number of dice, or a map of `dice` and, if there is one, `plan`.
fn commitment(returned: &Dynamic) -> Result<(u32, Plan), NoAnswer> {
    let refuse = |what: String| {
        NoAnswer(format!("{what} from commit, which must return a number of dice, or #{{ dice: n, plan: p }}").into())
    };
    if let Ok(dice) = returned.as_int() {
        return Ok((number_of_dice(dice)?, Plan::None));
    }
    let Ok(map) = returned.as_map_ref() else { return Err(refuse(describe(returned))) };
    if map.keys().any(|key| key != "dice" && key != "plan") {
        return Err(refuse(describe(returned)));
    }
    let dice = map.get("dice").and_then(|dice| dice.as_int().ok()).ok_or_else(|| refuse(describe(returned)))?;
    let plan = map.get("plan").map_or(Ok(Plan::None), Plan::read).map_err(refuse)?;
    Ok((number_of_dice(dice)?, plan))
}

/// A number beyond what can be represented is nobody's to commit; whether the others are is for the game to say.
fn number_of_dice(dice: i64) -> Result<u32, NoAnswer> {
    u32::try_from(dice).map_err(|_| NoAnswer(format!("{dice} dice to commit").into()))
}

/// What `reroll` returned: an array of faces.
fn faces(returned: &Dynamic) -> Result<Counts, NoAnswer> {
    let refuse = || {
        let what = describe(returned);
        NoAnswer(format!("{what} from reroll, which must return an array of faces (0 is the Boss)").into())
    };
    let Ok(array) = returned.as_array_ref() else { return Err(refuse()) };
    let mut counts = [0; FACES];
    for item in array.iter() {
        let face = item.as_int().ok().and_then(|face| usize::try_from(face).ok());
        *face.and_then(|face| counts.get_mut(face)).ok_or_else(refuse)? += 1;
    }
    Counts::from_array(counts).ok_or_else(refuse)
}
