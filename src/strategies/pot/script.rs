//! Strategies for POT that are scripts.
//!
//! Owns how `plan(view)` and `reroll(plan, roll)` of a script are called and what may be returned. What a script can
//! ask is in `script_view` and `script_call`, the language in [`strategies::script`](crate::strategies::script).

use super::script_call::{self, Call, ScriptTable, Seen, Side};
use super::script_view::{self, ScriptRoll, ScriptView};
use crate::games::Game;
use crate::games::pot::{
    Choices, DICE, DiceSet, NoAnswer, Other, Pair, Plan, PlanId, Pot, Roll, Run345Choice, Strategy, TwosChoice, View,
};
use crate::input::{BadInput, Source};
use crate::strategies::script::{
    Binding, Failed, Plan as ScriptPlan, PlanNumber, Plans, Program, Script, Tag, Wanted, Words, describe,
};
use crate::strategies::{Loaded, Values};
use rhai::{Dynamic, Map};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// What POT wants of its scripts, and gives them.
static BINDING: Binding = Binding {
    game: Pot::NAME,
    says_game: true,
    functions: &[
        Wanted { name: "plan", parameters: &["view"] },
        Wanted { name: "reroll", parameters: &["plan", "roll"] },
    ],
    optional: &[],
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
pub(super) fn read(source: &Source) -> Result<Loaded<Pot>, BadInput> {
    let script = Script::parse(source, &BINDING)?;
    Ok(Loaded {
        name: script.name().to_owned(),
        about: script.about().to_owned(),
        parameters: script.parameters().to_vec(),
        source: Some(source.clone()),
        build: Box::new(move |values, game| Ok(Box::new(Scripted::new(&script, values, game)))),
    })
}

/// How many rerolls of a strategy are remembered: some 40 bytes each.
const MOST_REROLLS: usize = 1 << 17;

/// A script at a table.
struct Scripted {
    program: Program,
    table: Arc<ScriptTable>,
    plans: Plans,
    /// Rerolls that were asked for: they are a function of the key, so it does not matter which are remembered. What has
    /// no room is asked for again.
    rerolls: RwLock<HashMap<(PlanId, Roll), DiceSet>>,
}

impl Scripted {
    fn new(script: &Script, values: &Values, game: &Pot) -> Scripted {
        let table = Arc::new(ScriptTable::new(game));
        Scripted { program: script.program(values), table, plans: Plans::default(), rerolls: RwLock::default() }
    }

    fn ask_reroll(&self, plan: PlanId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        let Some(plan) = self.plans.plan(plan.0) else {
            return Err(NoAnswer("no answer for a plan that it has not made".into()));
        };
        let call = Arc::new(Call::new(&self.table, Side::Reroll(*roll)));
        let arguments = (plan.value(), ScriptRoll(Arc::clone(&call)));
        let returned = self.program.call("reroll", Tag::new(&call), arguments).map_err(failed)?;
        dice(&returned)
    }
}

impl Strategy for Scripted {
    fn plan(&self, view: &View<'_>) -> Result<Plan, NoAnswer> {
        let call = Arc::new(Call::new(&self.table, Side::Plan(Box::new(Seen::new(view)))));
        let argument = (ScriptView(Arc::clone(&call)),);
        let returned = self.program.call("plan", Tag::new(&call), argument).map_err(failed)?;
        let (plan, choices) = decision(&returned, self.table.seats)?;
        call.tell(view);
        let number = match self.plans.number(plan) {
            PlanNumber::Kept(number) => number,
            PlanNumber::ForNow(number) => {
                view.asked_unlisted();
                number
            }
        };
        Ok(Plan { rerolls: PlanId(number), choices })
    }

    fn reroll(&self, plan: PlanId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        let key = (plan, *roll);
        if let Some(known) = self.rerolls.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(*known);
        }
        let asked = self.ask_reroll(plan, roll)?;
        let mut known = self.rerolls.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MOST_REROLLS {
            known.insert(key, asked);
        }
        Ok(asked)
    }
}

fn failed(failed: Failed) -> NoAnswer {
    NoAnswer(failed.0.into())
}

/// The keys of what `plan` returns.
const KEYS: [&str; 6] = ["plan", "345", "222", "333", "444", "555"];

/// What `plan` returned: a plan, or a map of it and of choices; choices that are not made are those of the references.
fn decision(returned: &Dynamic, seats: usize) -> Result<(ScriptPlan, Choices), NoAnswer> {
    let next = Choices::next(seats);
    let Ok(map) = returned.as_map_ref() else {
        return ScriptPlan::read(returned).map(|plan| (plan, next)).map_err(refused);
    };
    if let Some(unknown) = map.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(refused(format!("a map with '{unknown}'")));
    }
    let plan = map.get("plan").map_or(Ok(ScriptPlan::None), ScriptPlan::read).map_err(refused)?;
    let choices = Choices {
        run345: chosen(&map, "345", next.run345, run345)?,
        twos: chosen(&map, "222", next.twos, twos)?,
        threes: chosen(&map, "333", next.threes, other)?,
        fours: chosen(&map, "444", next.fours, pair)?,
        fives: chosen(&map, "555", next.fives, pair)?,
    };
    Ok((plan, choices))
}

fn refused(what: String) -> NoAnswer {
    NoAnswer(
        format!("{what} from plan, which must return a plan, or a map of 'plan' and any of {}", KEYS[1..].join(", "))
            .into(),
    )
}

/// What a map says at a key, `unsaid` if it says nothing.
fn chosen<T>(map: &Map, key: &str, unsaid: T, read: fn(&Dynamic) -> Option<T>) -> Result<T, NoAnswer> {
    let Some(value) = map.get(key) else { return Ok(unsaid) };
    read(value).ok_or_else(|| {
        NoAnswer(
            format!(
                "{} at \"{key}\" from plan, where others stand by how many seats clockwise they sit: \"345\" is \"bank\" or \
                 two of them, \"222\" is \"bank\", one or two, \"333\" is one, \"444\" and \"555\" are two",
                describe(value)
            )
            .into(),
        )
    })
}

fn other(value: &Dynamic) -> Option<Other> {
    value.as_int().ok().and_then(|steps| u8::try_from(steps).ok()).filter(|&steps| steps > 0).map(Other::clockwise)
}

/// Two of the others; at a table of two the only one.
fn pair(value: &Dynamic) -> Option<Pair> {
    let array = value.as_array_ref().ok()?;
    let others: Vec<Other> = array.iter().map(other).collect::<Option<_>>()?;
    match others[..] {
        [first] => Some(Pair { first, second: None }),
        [first, second] => Some(Pair { first, second: Some(second) }),
        _ => None,
    }
}

fn is_bank(value: &Dynamic) -> bool {
    value.as_immutable_string_ref().is_ok_and(|text| text.as_str() == "bank")
}

fn run345(value: &Dynamic) -> Option<Run345Choice> {
    if is_bank(value) { Some(Run345Choice::Bank) } else { pair(value).map(Run345Choice::Others) }
}

fn twos(value: &Dynamic) -> Option<TwosChoice> {
    if is_bank(value) {
        return Some(TwosChoice::Bank);
    }
    other(value).map(TwosChoice::One).or_else(|| pair(value).map(TwosChoice::Two))
}

/// Choices as the map that a script gets.
pub(super) fn choices_map(choices: Choices) -> Map {
    let one = |other: Other| Dynamic::from(i64::from(other.steps()));
    let two = |pair: Pair| Dynamic::from_array(std::iter::once(pair.first).chain(pair.second).map(one).collect());
    let run345 = match choices.run345 {
        Run345Choice::Bank => "bank".into(),
        Run345Choice::Others(pair) => two(pair),
    };
    let twos = match choices.twos {
        TwosChoice::Bank => "bank".into(),
        TwosChoice::One(other) => one(other),
        TwosChoice::Two(pair) => two(pair),
    };
    let entries = [
        ("345", run345),
        ("222", twos),
        ("333", one(choices.threes)),
        ("444", two(choices.fours)),
        ("555", two(choices.fives)),
    ];
    entries.into_iter().map(|(key, value)| (key.into(), value)).collect()
}

/// What `reroll` returned: an array of dice by number.
fn dice(returned: &Dynamic) -> Result<DiceSet, NoAnswer> {
    let refuse = || {
        let what = describe(returned);
        NoAnswer(format!("{what} from reroll, which must return an array of different dice, 1 to {DICE}").into())
    };
    let Ok(array) = returned.as_array_ref() else { return Err(refuse()) };
    let mut dice: Vec<usize> = Vec::new();
    for item in array.iter() {
        let die = item.as_int().ok().and_then(|die| usize::try_from(die).ok()).and_then(|die| die.checked_sub(1));
        let die = die.filter(|die| *die < DICE && !dice.contains(die)).ok_or_else(refuse)?;
        dice.push(die);
    }
    DiceSet::of(&dice).ok_or_else(refuse)
}
