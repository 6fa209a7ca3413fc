//! Strategies for Gang of Dice that are scripts.
//!
//! Owns how `commit(view)` and `reroll(plan, roll)` of a script are called and what may be returned. What a script can
//! ask is in `script_view` and `script_roll`, the language in [`strategies::script`](crate::strategies::script).

use super::script_roll::{self, ScriptRoll};
use super::script_table::{Call, ScriptTable, Side};
use super::script_view::{self, ScriptView};
use crate::dice::{Counts, Face};
use crate::games::Game;
use crate::games::gang::{CardIndex, Commit, Gang, NoAnswer, PlanId, Roll, Strategy, View};
use crate::input::{BadInput, Source};
use crate::strategies::script::{
    Binding, Failed, Plan, PlanNumber, Plans, Program, Script, Tag, Wanted, Words, describe,
};
use crate::strategies::{Loaded, Values};
use rhai::Dynamic;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// What Gang of Dice wants of its scripts, and gives them.
static BINDING: Binding = Binding {
    game: Gang::NAME,
    says_game: false,
    functions: &[
        Wanted { name: "commit", parameters: &["view"] },
        Wanted { name: "reroll", parameters: &["plan", "roll"] },
    ],
    optional: &[],
    teach,
};

fn teach(words: &mut Words) {
    super::script_table::teach(words);
    script_view::teach(words);
    script_roll::teach(words);
}

/// Reads a script.
///
/// # Errors
/// All that is wrong with it.
pub(super) fn read(source: &Source) -> Result<Loaded<Gang>, BadInput> {
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
    table: Arc<ScriptTable>,
    plans: Plans,
    rerolls: Rerolls,
}

impl Scripted {
    fn new(script: &Script, values: &Values, game: &Gang) -> Scripted {
        Scripted {
            program: script.program(values),
            table: Arc::new(ScriptTable::new(game)),
            plans: Plans::default(),
            rerolls: Rerolls::default(),
        }
    }

    fn ask_reroll(&self, plan: PlanId, card: CardIndex, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let Some(plan) = self.plans.plan(plan.0) else {
            return Err(NoAnswer("no answer for a plan that it has not made".into()));
        };
        let side = Side::Reroll { shown: roll.shown, left: roll.left };
        let call = Arc::new(Call::new(&self.table, card, side));
        let arguments = (plan.value(), ScriptRoll(Arc::clone(&call)));
        let returned = self.program.call("reroll", Tag::new(&call), arguments).map_err(failed)?;
        faces(&returned)
    }
}

impl Strategy for Scripted {
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer> {
        let call = Arc::new(Call::new(&self.table, view.card_index(), Side::commit(view)));
        let argument = (ScriptView(Arc::clone(&call)),);
        let returned = self.program.call("commit", Tag::new(&call), argument).map_err(failed)?;
        let (dice, plan) = commitment(&returned)?;
        call.tell(view);
        let plan = match self.plans.number(plan) {
            PlanNumber::Kept(number) => number,
            PlanNumber::ForNow(number) => {
                view.asked_unlisted();
                number
            }
        };
        Ok(Commit { dice, plan: PlanId(plan) })
    }

    fn reroll(&self, plan: PlanId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let Some(card) = self.table.index(roll.card) else {
            return Err(NoAnswer("no answer for a card that is not in the deck it was made for".into()));
        };
        let key = RerollKey { plan, card, shown: roll.shown, left: roll.left };
        self.rerolls.get_or_ask(key, || self.ask_reroll(plan, card, roll))
    }
}

fn failed(failed: Failed) -> NoAnswer {
    NoAnswer(failed.0.into())
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
    let mut counts = [0; crate::dice::FACES];
    for item in array.iter() {
        let face = item.as_int().ok().and_then(|face| usize::try_from(face).ok());
        *face.and_then(|face| counts.get_mut(face)).ok_or_else(refuse)? += 1;
    }
    Counts::from_array(counts).ok_or_else(refuse)
}

/// Counts as the array of faces that a script gets.
pub(super) fn array(counts: Counts) -> Dynamic {
    Dynamic::from_array(counts.iter().map(|face: Face| Dynamic::from(i64::from(face))).collect())
}

/// What a reroll depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct RerollKey {
    plan: PlanId,
    card: CardIndex,
    shown: Counts,
    left: u8,
}

/// How many rerolls of a strategy are remembered: some 60 bytes each.
const MOST_REROLLS: usize = 1 << 17;
/// Among how many locks they are spread.
const SHARDS: usize = 16;

/// Rerolls that were asked for: they are a function of the key, so it does not matter which are remembered. What has
/// no room is asked for again.
#[derive(Debug)]
struct Rerolls {
    shards: [RwLock<HashMap<RerollKey, Counts>>; SHARDS],
}

impl Default for Rerolls {
    fn default() -> Rerolls {
        Rerolls { shards: std::array::from_fn(|_| RwLock::default()) }
    }
}

impl Rerolls {
    /// The dice to reroll, from `ask` if they are not remembered.
    ///
    /// # Errors
    /// What `ask` gives.
    fn get_or_ask(&self, key: RerollKey, ask: impl FnOnce() -> Result<Counts, NoAnswer>) -> Result<Counts, NoAnswer> {
        let parts = key.shown.to_array();
        let spread = parts.iter().fold(u64::from(key.left), |all, &count| all * 7 + u64::from(count));
        let shard = &self.shards[crate::dice::mix(spread ^ key.plan.0) as usize % SHARDS];
        if let Some(known) = shard.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(*known);
        }
        let asked = ask()?;
        let mut known = shard.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MOST_REROLLS / SHARDS {
            known.insert(key, asked);
        }
        Ok(asked)
    }
}
