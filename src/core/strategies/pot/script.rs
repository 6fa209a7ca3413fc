//! Strategies for POT that are scripts.
//!
//! Owns how `plan(view)` and `reroll(plan, roll)` of a script are called, what may be returned, and the helpers into the
//! exact engine; and the roll that `reroll` gets: the dice shown and the reroll that comes next, and nothing else. The view
//! is made from the declaration of the game.

use super::goals::{Goal, Keep, MOST_REROLLS, Solver, purse};
use super::plans::{For, PlanBook};
use super::priced::Pricer;
use super::tactic::{NO_SUM, Pick, Towards};
use super::taking::{Gains, Taking};
use crate::games::declaration::Unlisted;
use crate::games::pot::{
    Choices, Combo, Combos, DICE, Decision, DiceSet, Family, KeptSituation, NoAnswer, Other, Pair, PolicyId, Pot,
    Reroll, Roll, Run345Choice, Situation, Strategy, TO_BEAT, TwosChoice, View,
};
use crate::strategies::rerolls::{self, FaceSet};
use crate::strategies::script::{
    Call, Evaluated, Plan, Remembered, ScriptForm, ScriptGame, ScriptRoll, ScriptView, Scripted, Words, describe,
    numbers, read_numbers, refuse, refused,
};
use rhai::{Array, Dynamic, EvalAltResult, Map, NativeCallContext};

/// What is the same for all calls of a script at a table.
pub struct Tools {
    game: Pot,
    solver: Solver,
    pricer: Pricer,
}

impl ScriptForm for Pot {
    type Tools = Tools;
    type Copy = KeptSituation;
    /// In `reroll`, the dice shown and which reroll comes next.
    type About = Option<Roll>;

    const WANTED: &'static [&'static str] = &["plan(view)", "reroll(plan, roll)"];
    const BUDGET: u32 = 100;
    const TOO_OFTEN: &'static str = "the exact engine was asked for more than 100 plans in one call";

    fn tools(&self) -> Tools {
        Tools { game: self.clone(), solver: Solver::new(self), pricer: Pricer::new(self.rules().combos()) }
    }

    fn copy(situation: &Situation<'_>) -> KeptSituation {
        situation.keep()
    }

    fn lend<'c>(copy: &'c KeptSituation, tools: &'c Tools) -> Situation<'c> {
        copy.lend(&tools.game)
    }

    fn teach(words: &mut Words) {
        words
            .function("greedy", |view: &mut ScriptView<Pot>| {
                view.0.look(|view| choices_map(Taking::GREEDY.choices(view)))
            })
            .function("coins_goal", |view: &mut ScriptView<Pot>| most_coins(view, None))
            .function("pot_goal", |view: &mut ScriptView<Pot>, rivals: i64| {
                most_coins(view, Some(rivals.clamp(0, MOST_REROLLS.into()) as u8))
            })
            .function("sum_goal", || Goal::Sum.number() as i64)
            .function("reach_goal", |least: i64| Goal::Reach(least.clamp(0, NO_SUM.into()) as u8).number() as i64)
            .function("best_value", |context: NativeCallContext<'_>, number: i64, pays: bool| {
                let (call, goal) = (Call::<Pot>::find(&context)?, goal(number)?);
                call.pay(1)?;
                Ok::<_, Box<EvalAltResult>>(call.tools.solver.value(goal, purse(pays)))
            })
            .function("turn_results", |context: NativeCallContext<'_>, pays: bool| {
                Ok::<_, Box<EvalAltResult>>(Call::<Pot>::find(&context)?.tools.pricer.listed(pays))
            })
            .function("best_turn", |context: NativeCallContext<'_>, pays: bool, worths: Array| {
                let call = Call::<Pot>::find(&context)?;
                call.pay(1)?;
                let made_for = if call.situation().is_ok() { For::Turn } else { For::Reroll };
                let (best, is_kept) = call.tools.pricer.best(pays, &worths, made_for)?;
                if !is_kept && made_for == For::Turn {
                    call.look(|view| view.note_unlisted(Unlisted::Plan))?;
                }
                Ok::<_, Box<EvalAltResult>>(best)
            });
        teach_roll(words);
    }
}

impl ScriptGame for Pot {
    fn from_script(script: Scripted<Pot>) -> Box<dyn Strategy> {
        Box::new(FromScript { script, rerolls: Remembered::default() })
    }
}

/// The goal of most coins with the choices that bring most; with the POT, if `rivals` says how often the others reroll.
fn most_coins(view: &ScriptView<Pot>, rivals: Option<u8>) -> Evaluated<i64> {
    let goal = view.0.look(|view| {
        let gains = Gains::new(view, &Taking::GREEDY.choices(view));
        Goal::Coins(gains, rivals.map(|rivals| Keep { rivals, to_beat: view.ask(TO_BEAT) as u8 }))
    })?;
    Ok(goal.number() as i64)
}

/// A goal from the number that a script has of it.
fn goal(number: i64) -> Evaluated<Goal> {
    let number = u64::try_from(number).ok();
    let goal = number.map(Goal::of_number).filter(|goal| Some(goal.number()) == number);
    goal.map_or_else(|| refuse("this is no goal: sum_goal(), reach_goal(s), view.coins_goal() make one"), Ok)
}

/// A script at a table.
struct FromScript {
    script: Scripted<Pot>,
    rerolls: Remembered<(PolicyId, Roll), DiceSet>,
}

impl Strategy for FromScript {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let (returned, _) = self.script.ask("plan", view, None)?;
        let (plan, choices) = decision(&returned, view.seats())?;
        Ok(Decision { rerolls: self.script.plan_id(&plan, view), choices })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        self.rerolls.get_or_ask((plan, *roll), || dice(&self.script.ask_reroll(plan, Some(*roll))?))
    }

    fn family(&self) -> Option<Family> {
        Some(self.script.family)
    }
}

/// The keys of what `plan` returns.
const KEYS: [&str; 6] = ["plan", "345", "222", "333", "444", "555"];

/// What `plan` returned: a plan, or a map of it and of choices; choices that are not made are those of the references.
fn decision(returned: &Dynamic, seats: usize) -> Result<(Plan, Choices), NoAnswer> {
    let refused = |what: String| {
        let keys = KEYS[1..].join(", ");
        NoAnswer(format!("{what} from plan, which must return a plan, or a map of 'plan' and any of {keys}").into())
    };
    let next = Choices::next(seats);
    let Ok(map) = returned.as_map_ref() else {
        return Plan::read(returned).map(|plan| (plan, next)).map_err(refused);
    };
    if let Some(unknown) = map.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(refused(format!("a map with '{unknown}'")));
    }
    let plan = map.get("plan").map_or(Ok(Plan::none()), Plan::read).map_err(refused)?;
    let choices = Choices {
        run345: chosen(&map, "345", next.run345, run345)?,
        twos: chosen(&map, "222", next.twos, twos)?,
        threes: chosen(&map, "333", next.threes, other)?,
        fours: chosen(&map, "444", next.fours, pair)?,
        fives: chosen(&map, "555", next.fives, pair)?,
    };
    Ok((plan, choices))
}

/// What a map says at a key, `unsaid` if it says nothing.
fn chosen<T>(map: &Map, key: &str, unsaid: T, read: fn(&Dynamic) -> Option<T>) -> Result<T, NoAnswer> {
    let Some(value) = map.get(key) else { return Ok(unsaid) };
    read(value).ok_or_else(|| {
        let what = describe(value);
        NoAnswer(
            format!(
                "{what} at \"{key}\" from plan, where others stand by how many seats clockwise they sit: \"345\" is \
                 \"bank\" or two of them, \"222\" is \"bank\", one or two, \"333\" is one, \"444\" and \"555\" are two"
            )
            .into(),
        )
    })
}

fn steps(steps: i64) -> Option<Other> {
    u8::try_from(steps).ok().filter(|&steps| steps > 0).map(Other::clockwise)
}

fn other(value: &Dynamic) -> Option<Other> {
    value.as_int().ok().and_then(steps)
}

/// Two of the others; at a table of two the only one.
fn pair(value: &Dynamic) -> Option<Pair> {
    match read_numbers(value)?[..] {
        [first] => Some(Pair { first: steps(first)?, second: None }),
        [first, second] => Some(Pair { first: steps(first)?, second: Some(steps(second)?) }),
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
fn choices_map(choices: Choices) -> Map {
    let one = |other: Other| Dynamic::from(i64::from(other.steps()));
    let two = |pair: Pair| numbers([pair.first].into_iter().chain(pair.second).map(|other| other.steps().into()));
    let run345 = match choices.run345 {
        Run345Choice::Bank => "bank".into(),
        Run345Choice::Others(pair) => two(pair),
    };
    let twos = match choices.twos {
        TwosChoice::Bank => "bank".into(),
        TwosChoice::One(other) => one(other),
        TwosChoice::Two(pair) => two(pair),
    };
    let values = [run345, twos, one(choices.threes), two(choices.fours), two(choices.fives)];
    KEYS[1..].iter().map(|&key| key.into()).zip(values).collect()
}

/// What `reroll` returned: an array of dice by number.
fn dice(returned: &Dynamic) -> Result<DiceSet, NoAnswer> {
    let dice = read_numbers(returned).and_then(|numbers| {
        let dice = numbers.iter().map(|&die| usize::try_from(die).ok()?.checked_sub(1)).collect::<Option<Vec<_>>>()?;
        let are_different = dice.iter().enumerate().all(|(at, die)| !dice[..at].contains(die));
        DiceSet::of(&dice).filter(|_| are_different)
    });
    dice.ok_or_else(|| refused(returned, "reroll", &format!("an array of different dice, 1 to {DICE}")))
}

impl ScriptRoll<Pot> {
    /// The dice shown and what comes next: a roll is made for nothing else than `reroll`.
    fn roll(&self) -> Evaluated<Roll> {
        self.0.about.map_or_else(|| refuse("a roll is for reroll"), Ok)
    }

    fn combos(&self) -> Combos {
        self.0.tools.game.rules().combos()
    }

    /// The dice that a word picks.
    fn pick(&self, pick: Pick) -> Evaluated<Dynamic> {
        Ok(array(pick.from(self.roll()?.shown, self.combos())))
    }
}

/// Dice as the array of their numbers that a script gets, from 1.
fn array(dice: DiceSet) -> Dynamic {
    numbers(dice.dice().map(|die| die as i64 + 1))
}

/// Teaches the roll.
fn teach_roll(words: &mut Words) {
    words
        .type_named::<ScriptRoll<Pot>>("roll")
        .property("dice", |roll: &mut ScriptRoll<Pot>| Ok(numbers(roll.roll()?.shown.faces().map(i64::from))))
        .property("sum", |roll: &mut ScriptRoll<Pot>| Ok(i64::from(roll.roll()?.shown.sum())))
        .property("combo", |roll: &mut ScriptRoll<Pot>| Ok(roll.roll()?.shown.combo(roll.combos()).name()))
        .property("is_paid", |roll: &mut ScriptRoll<Pot>| Ok(roll.roll()?.next == Reroll::Paid))
        .function("best", |roll: &mut ScriptRoll<Pot>, number: i64, pays: bool| {
            let shown = roll.roll()?;
            roll.0.pay(1)?;
            if let Some(number) = u64::try_from(number).ok().filter(|&number| PlanBook::has_number(number)) {
                let dice = roll.0.tools.pricer.plans().find(number, &shown);
                return dice.map_or_else(|| refuse("best_turn has not made this plan"), |dice| Ok(array(dice)));
            }
            let goal = goal(number)?;
            Ok::<_, Box<EvalAltResult>>(array(roll.0.tools.solver.reroll(goal.number(), purse(pays), &shown)))
        });
    let plain = [
        ("letters", Pick::ZEROS),
        ("even", Pick::Faces(FaceSet::of(&[2, 4]))),
        ("nearest", Pick::OfGame(Towards::Nearest)),
    ];
    rerolls::teach(words, "a letter", &plain, ScriptRoll::pick);
    words.function("towards", |roll: &mut ScriptRoll<Pot>, name: &str| {
        let combo = Combo::ALL.into_iter().find(|combo| combo.name() == name && combo.most_coins() > 0);
        combo.map_or_else(
            || refuse(format!("towards \"{name}\": no combo that pays is called so")),
            |combo| roll.pick(Pick::OfGame(Towards::Combo(combo))),
        )
    });
}
