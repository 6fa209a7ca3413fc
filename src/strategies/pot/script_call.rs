//! The state of one call of a script: what it sees, what it has asked, and what it may still ask the exact engine.

use super::goals::{Goal, Keep, MOST_REROLLS, Solver};
use super::taking::{Gains, Looks, Order, Take222, Take345, Taking};
use crate::dice::{Generator, below};
use crate::exact::pot::Purse;
use crate::games::Game;
use crate::games::pot::{Choices, Field, Pot, Roll, Rules, Trace, View};
use crate::strategies::script::{Said, Tag, Words, refuse};
use rand::rand_core::Rng;
use rhai::NativeCallContext;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many plans of the exact engine one call may ask for.
const BUDGET: u32 = 100;
/// More different questions than this in one call, and the decision is not remembered.
const MOST_QUESTIONS: usize = 64;

/// What is the same for all calls of a script at a table.
pub(super) struct ScriptTable {
    pub(super) rules: Rules,
    pub(super) seats: usize,
    pub(super) solver: Solver,
}

impl ScriptTable {
    pub(super) fn new(game: &Pot) -> ScriptTable {
        let (rules, seats) = (*game.rules(), game.seats());
        ScriptTable { rules, seats, solver: Solver::new(seats, rules.zero) }
    }
}

/// One call of a script.
pub(super) struct Call {
    pub(super) table: Arc<ScriptTable>,
    pub(super) side: Side,
    budget: Mutex<u32>,
}

/// Which function is called, and on what.
pub(super) enum Side {
    /// `plan`.
    Plan(Box<Seen>),
    /// `reroll`.
    Reroll(Roll),
}

/// A copy of a view.
pub(super) struct Seen {
    pub(super) round: u32,
    pub(super) seat: u32,
    pub(super) first: u32,
    pub(super) bank: u32,
    pub(super) pot: u32,
    pub(super) can_pay: bool,
    /// By steps clockwise, the player's own first.
    pub(super) coins: Vec<u32>,
    pub(super) ranking: Vec<u8>,
    pub(super) to_beat: Option<u8>,
    pub(super) in_control: Option<u8>,
    pub(super) to_act: u32,
    pub(super) goal_held: bool,
    /// The choices that bring most coins now, what combos bring with them, and what each of both was made from.
    greedy: (Choices, Vec<Field>),
    gains: (Gains, Vec<Field>),
    asked: Mutex<Asked>,
}

/// What was asked of a copy.
struct Asked {
    fields: Vec<Field>,
    unlisted: bool,
    coin: Generator,
}

/// What brings most now: from the richest where it is as much, to the poorest.
const GREEDY: Taking = Taking { from: Order::Richest, to: Order::Poorest, run345: Take345::Most, twos: Take222::Most };

/// What `look` makes of a view, and what it asked.
fn noted<T>(view: &View<'_>, look: impl FnOnce(&View<'_>) -> T) -> (T, Vec<Field>) {
    let trace = Trace::default();
    let found = look(&view.traced(&trace));
    (found, trace.into_reads().0.into_iter().map(|(field, _)| field).collect())
}

impl Seen {
    /// A copy of a view, of which nothing counts as asked yet.
    pub(super) fn new(view: &View<'_>) -> Seen {
        let view = &view.unrecorded();
        let asked = Asked { fields: Vec::with_capacity(8), unlisted: false, coin: view.coin() };
        let own = std::iter::once(view.coins());
        Seen {
            round: view.round(),
            seat: view.seat().number() as u32,
            first: view.first().number() as u32,
            bank: view.bank(),
            pot: view.pot(),
            can_pay: view.can_pay(),
            coins: own.chain(view.others().map(|other| view.coins_of(other))).collect(),
            ranking: view.ranking().map(|other| other.steps()).collect(),
            to_beat: view.to_beat(),
            in_control: view.in_control().map(|other| other.steps()),
            to_act: view.still_to_come(),
            goal_held: view.goal_held(),
            greedy: noted(view, |view| GREEDY.choices(&Looks::for_choices(view))),
            gains: noted(view, |view| {
                let looks = Looks::for_gains(view);
                Gains::new(&looks, &GREEDY.choices(&looks))
            }),
            asked: Mutex::new(asked),
        }
    }

    fn asked(&self) -> MutexGuard<'_, Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a question; asked twice it has the same answer twice.
    pub(super) fn ask(&self, field: Field) {
        let mut asked = self.asked();
        if asked.unlisted || asked.fields.contains(&field) {
            return;
        }
        if asked.fields.len() < MOST_QUESTIONS {
            asked.fields.push(field);
        } else {
            asked.unlisted = true;
        }
    }

    /// The choices that bring most coins now.
    pub(super) fn greedy(&self) -> Choices {
        self.greedy.1.iter().for_each(|&field| self.ask(field));
        self.greedy.0
    }

    /// The goal of most coins with those choices; with the POT, if `rivals` says how often the others reroll.
    pub(super) fn most_coins(&self, rivals: Option<u8>) -> Goal {
        self.gains.1.iter().for_each(|&field| self.ask(field));
        let keep = rivals.map(|rivals| {
            self.ask(Field::ToBeat);
            Keep { rivals: rivals.min(MOST_REROLLS), to_beat: self.to_beat.map_or(0, |score| score + 1) }
        });
        Goal::Coins(self.gains.0, keep)
    }
}

impl Call {
    pub(super) fn new(table: &Arc<ScriptTable>, side: Side) -> Call {
        Call { table: Arc::clone(table), side, budget: Mutex::new(BUDGET) }
    }

    /// Tells the view what was asked of its copy, in order.
    pub(super) fn tell(&self, view: &View<'_>) {
        if let Side::Plan(seen) = &self.side {
            let asked = seen.asked();
            asked.fields.iter().for_each(|&field| view.asked(field));
            if asked.unlisted {
                view.asked_unlisted();
            }
        }
    }

    /// Pays for a plan of the exact engine.
    pub(super) fn pay(&self) -> Said<()> {
        let mut left = self.budget.lock().unwrap_or_else(PoisonError::into_inner);
        match left.checked_sub(1) {
            Some(rest) => {
                *left = rest;
                Ok(())
            }
            None => refuse(format!("the exact engine was asked for more than {BUDGET} plans in one call")),
        }
    }
}

/// A goal from the number that a script has of it.
pub(super) fn goal(number: i64) -> Said<Goal> {
    let number = u64::try_from(number).ok();
    let goal = number.map(Goal::of_number).filter(|goal| Some(goal.number()) == number);
    goal.map_or_else(|| refuse("this is no goal: sum_goal(), reach_goal(s), view.coins_goal() make one"), Ok)
}

/// A goal as a script has it.
pub(super) fn goal_number(goal: Goal) -> i64 {
    goal.number() as i64
}

/// Whether the paid reroll is to be used.
pub(super) fn purse(pays: bool) -> Purse {
    if pays { Purse::Coins } else { Purse::Empty }
}

/// Teaches the goals and the coin.
pub(super) fn teach(words: &mut Words) {
    words
        .function("sum_goal", || goal_number(Goal::Sum))
        .function("reach_goal", |least: i64| goal_number(Goal::Reach(least.clamp(0, 16) as u8)))
        .function("best_value", |context: NativeCallContext<'_>, number: i64, pays: bool| {
            let (call, goal) = (call(&context)?, goal(number)?);
            call.pay()?;
            Ok::<f64, Box<rhai::EvalAltResult>>(call.table.solver.value(goal, purse(pays)))
        })
        .function("coin", |context: NativeCallContext<'_>| toss(&context, |coin| coin.next_u64() >> 63 == 1))
        .function("coin", |context: NativeCallContext<'_>, sides: i64| match u64::try_from(sides) {
            Ok(sides) if sides > 0 => toss(&context, |coin| below(sides, coin) as i64),
            _ => refuse(format!("a coin of {sides} sides")),
        });
}

/// The call that a word is used in.
fn call(context: &NativeCallContext<'_>) -> Said<Arc<Call>> {
    let found = Tag::find::<Call>(context);
    found.map_or_else(|| refuse(format!("{} is for plan and reroll, not for constants", context.fn_name())), Ok)
}

/// Tosses the strategy's own coin. A decision that needs it is never remembered.
fn toss<T>(context: &NativeCallContext<'_>, toss: impl FnOnce(&mut Generator) -> T) -> Said<T> {
    match &call(context)?.side {
        Side::Plan(seen) => {
            let mut asked = seen.asked();
            asked.unlisted = true;
            Ok(toss(&mut asked.coin))
        }
        Side::Reroll(_) => refuse("coin is for plan: a reroll depends on the plan and the roll alone"),
    }
}
