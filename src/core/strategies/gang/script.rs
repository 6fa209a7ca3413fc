//! Strategies for Gang of Dice that are scripts.
//!
//! Owns how `commit(view)` and `reroll(plan, roll)` of a script are called, what may be returned, and the helpers into
//! the exact engine; and the roll that `reroll` gets: the card, the dice shown and the rerolls left, and nothing else. The
//! view is made from the declaration of the game.

use super::solved::MOST_SOLVED;
use super::tactic::Pick;
use crate::dice::{Counts, FACES};
use crate::exact::{Objective, SOLUTIONS_ROOM, Solutions, TurnError};
use crate::games::gang::{
    Card, CardIndex, Commit, Family, Gang, KeptSituation, NoAnswer, PolicyId, Roll, Situation, Strategy, View,
    card_value,
};
use crate::strategies::rerolls;
use crate::strategies::script::{
    Call, Evaluated, Plan, Remembered, ScriptForm, ScriptGame, ScriptRoll, Scripted, Words, dynamic, numbers,
    read_numbers, refuse, refused,
};
use rhai::{Dynamic, NativeCallContext};

/// The most dice that the helpers into the exact engine answer for.
const MOST_HELPED: u32 = 16;
/// What a plan costs; a chance or a score costs 1.
const PLAN_COST: u32 = 50;

/// What is the same for all calls of a script at a table.
pub struct Tools {
    game: Gang,
    solutions: Solutions,
}

/// What a call is about: the card of the round, and in `reroll` the dice shown with the rerolls left.
#[derive(Clone, Copy)]
pub struct About {
    card: CardIndex,
    roll: Option<(Counts, u8)>,
}

impl ScriptForm for Gang {
    type Tools = Tools;
    type Copy = KeptSituation;
    type About = About;

    const WANTED: &'static [&'static str] = &["commit(view)", "reroll(plan, roll)"];
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
                value(&context, "p_invalid", dice, Objective::VALID).map(|valid| 1.0 - valid)
            })
            .function("p_reach", |context: NativeCallContext<'_>, dice: i64, least: i64| {
                value(&context, "p_reach", dice, Objective::AtLeast(total(least)))
            })
            .function("best_score", |context: NativeCallContext<'_>, dice: i64| {
                value(&context, "best_score", dice, Objective::ExpectedTotal)
            });
        teach_roll(words);
    }
}

impl ScriptGame for Gang {
    fn from_script(script: Scripted<Gang>) -> Box<dyn Strategy> {
        Box::new(FromScript { script, rerolls: Remembered::default() })
    }
}

/// The highest expected value of a turn with so many dice under the card of the round. It depends on nothing else.
fn value(context: &NativeCallContext<'_>, word: &str, dice: i64, objective: Objective) -> Evaluated<f64> {
    let call = Call::<Gang>::find(context)?;
    let Some(dice) = u32::try_from(dice).ok().filter(|dice| (1..=MOST_HELPED).contains(dice)) else {
        return refuse(format!("{word} of {dice} dice; it knows 1 to {MOST_HELPED} dice"));
    };
    call.pay(1)?;
    solved(call.tools.solutions.value(call.about.card, dice, objective))
}

/// A solution, or why there is none.
fn solved<T>(solution: Result<T, TurnError>) -> Evaluated<T> {
    solution.or_else(|error| refuse(error.to_string()))
}

/// A total as the exact engine takes it: below 0 every total is at least it.
fn total(total: i64) -> u32 {
    u32::try_from(total.max(0)).unwrap_or(u32::MAX)
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
        Ok(Commit { dice, plan: self.script.plan_id(&plan, view) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer> {
        let cards = &self.script.tools.game.deck().cards;
        let Some(card) = cards.iter().position(|card| card.id == roll.card.id) else {
            return Err(NoAnswer("no answer for a card that is not in the deck it was made for".into()));
        };
        let card = CardIndex(card as u16);
        self.rerolls.get_or_ask((plan, card, roll.shown, roll.left), || {
            let about = About { card, roll: Some((roll.shown, roll.left)) };
            faces(&self.script.ask_reroll(plan, about)?)
        })
    }

    fn family(&self) -> Option<Family> {
        Some(self.script.family)
    }
}

/// What `commit` returned: a number of dice, or a map of `dice` and, if there is one, `plan`.
fn commitment(returned: &Dynamic) -> Result<(u32, Plan), NoAnswer> {
    const MUST: &str = "a number of dice, or #{ dice: n, plan: p }";
    if let Ok(dice) = returned.as_int() {
        return Ok((number_of_dice(dice)?, Plan::none()));
    }
    let map = returned.as_map_ref().ok().filter(|map| map.keys().all(|key| key == "dice" || key == "plan"));
    let dice = map.as_ref().and_then(|map| map.get("dice")?.as_int().ok());
    let (Some(map), Some(dice)) = (map, dice) else { return Err(refused(returned, "commit", MUST)) };
    let plan = map.get("plan").map_or(Ok(Plan::none()), Plan::read);
    let plan = plan.map_err(|what| NoAnswer(format!("{what} from commit, which must return {MUST}").into()))?;
    Ok((number_of_dice(dice)?, plan))
}

/// A number beyond what can be represented is nobody's to commit; whether the others are is for the game to say.
fn number_of_dice(dice: i64) -> Result<u32, NoAnswer> {
    u32::try_from(dice).map_err(|_| NoAnswer(format!("{dice} dice to commit").into()))
}

/// What `reroll` returned: an array of faces.
fn faces(returned: &Dynamic) -> Result<Counts, NoAnswer> {
    let counts = read_numbers(returned).and_then(|faces| {
        let mut counts = [0; FACES];
        for face in faces {
            *counts.get_mut(usize::try_from(face).ok()?)? += 1;
        }
        Counts::from_array(counts)
    });
    counts.ok_or_else(|| refused(returned, "reroll", "an array of faces (0 is the Boss)"))
}

impl ScriptRoll<Gang> {
    /// The dice shown and the rerolls left: a roll is made for nothing else than `reroll`.
    fn parts(&self) -> Evaluated<(Counts, u8)> {
        self.0.about.roll.map_or_else(|| refuse("a roll is for reroll"), Ok)
    }

    fn card(&self) -> &Card {
        self.0.tools.game.deck().card(self.0.about.card)
    }

    fn shown(&self) -> Evaluated<Counts> {
        Ok(self.parts()?.0)
    }

    /// The dice that a word picks.
    fn pick(&self, pick: Pick) -> Evaluated<Dynamic> {
        let (shown, left) = self.parts()?;
        Ok(array(pick.from(&Roll { card: self.card(), shown, left })))
    }

    /// The dice that the best plan for an objective rerolls.
    fn planned(&self, word: &str, objective: Objective) -> Evaluated<Dynamic> {
        let (shown, left) = self.parts()?;
        let dice = shown.dice();
        if dice > MOST_SOLVED {
            return refuse(format!("{word} of {dice} dice; it knows turns of up to {MOST_SOLVED} dice"));
        }
        self.0.pay(PLAN_COST)?;
        let optimum = solved(self.0.tools.solutions.optimum(self.0.about.card, dice, objective))?;
        Ok(array(optimum.plan.reroll(shown, left).unwrap_or(Counts::EMPTY)))
    }
}

/// Teaches the roll.
fn teach_roll(words: &mut Words) {
    words
        .type_named::<ScriptRoll<Gang>>("roll")
        .property("card", |roll: &mut ScriptRoll<Gang>| Ok(dynamic(&card_value(roll.card()))))
        .property("counts", |roll: &mut ScriptRoll<Gang>| Ok(numbers(roll.shown()?.to_array().map(i64::from))))
        .property("rolls_left", |roll: &mut ScriptRoll<Gang>| Ok(i64::from(roll.parts()?.1)))
        .property("dice", |roll: &mut ScriptRoll<Gang>| Ok(i64::from(roll.shown()?.dice())))
        .property("total", |roll: &mut ScriptRoll<Gang>| Ok(i64::from(roll.shown()?.total())))
        .property("valid", |roll: &mut ScriptRoll<Gang>| Ok(!roll.card().condition.holds(roll.shown()?)));
    let plain = [("bosses", Pick::ZEROS), ("offending", Pick::OFFENDING)];
    rerolls::teach(words, "the Boss", &plain, ScriptRoll::pick);
    words
        .function("max_score", |roll: &mut ScriptRoll<Gang>| roll.planned("max_score", Objective::ExpectedTotal))
        .function("reach", |roll: &mut ScriptRoll<Gang>, least: i64| {
            roll.planned("reach", Objective::AtLeast(total(least)))
        });
}

/// Counts as the array of faces that a script gets.
fn array(counts: Counts) -> Dynamic {
    numbers(counts.iter().map(i64::from))
}
