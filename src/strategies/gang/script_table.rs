//! What is the same for all calls of a script at a table, and the state of one call.
//!
//! Owns the cards as scripts see them, the helpers into the exact engine, and the record of what a call asked.

use crate::dice::{Counts, Generator, below};
use crate::exact::{Objective, SOLUTIONS_ROOM, Solutions, TurnError};
use crate::games::Game;
use crate::games::gang::{Card, CardIndex, Field, Gang, Turn, View};
use crate::strategies::script::{Said, Tag, Words, refuse};
use rand::rand_core::Rng;
use rhai::NativeCallContext;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most dice that the helpers into the exact engine answer for.
pub(super) const MOST_HELPED: u32 = 16;
/// What the helpers of one call may cost: 1 for a chance or a score, 50 for the dice of a plan.
const BUDGET: u32 = 1000;
/// What a plan costs.
pub(super) const PLAN_COST: u32 = 50;
/// More different questions than this in one call, and the decision is not remembered.
const MOST_QUESTIONS: usize = 64;

/// What is the same for all calls of a script at a table.
pub(super) struct ScriptTable {
    pub(super) cards: Vec<Card>,
    pub(super) seats: usize,
    pub(super) rerolls: u8,
    index: HashMap<String, CardIndex>,
    pub(super) solutions: Solutions,
}

impl ScriptTable {
    pub(super) fn new(game: &Gang) -> ScriptTable {
        let (deck, rerolls) = (game.deck(), game.rules().rerolls);
        let index = (0..).zip(&deck.cards).map(|(index, card)| (card.id.clone(), CardIndex(index))).collect();
        ScriptTable {
            cards: deck.cards.clone(),
            seats: game.seats(),
            rerolls,
            index,
            solutions: Solutions::new(deck, rerolls, SOLUTIONS_ROOM),
        }
    }

    /// Where a card stands in the deck.
    pub(super) fn index(&self, card: &Card) -> Option<CardIndex> {
        self.index.get(&card.id).copied()
    }

    pub(super) fn card(&self, index: CardIndex) -> &Card {
        &self.cards[usize::from(index.0)]
    }
}

/// A card, as a script holds it.
#[derive(Clone)]
pub(super) struct ScriptCard {
    pub(super) table: Arc<ScriptTable>,
    pub(super) index: CardIndex,
}

/// One call of a script.
pub(super) struct Call {
    pub(super) table: Arc<ScriptTable>,
    pub(super) card: CardIndex,
    pub(super) side: Side,
    budget: Mutex<u32>,
}

/// Which function is called, and on what.
pub(super) enum Side {
    /// `commit`.
    Commit(Box<Seen>),
    /// `reroll`.
    Reroll {
        /// The dice shown.
        shown: Counts,
        /// The rerolls left.
        left: u8,
    },
}

/// A copy of a view.
pub(super) struct Seen {
    pub(super) round: u32,
    pub(super) rounds_left: u32,
    pub(super) seat: u32,
    pub(super) first: u32,
    pub(super) turn: u32,
    pub(super) to_act: u32,
    pub(super) table: u32,
    pub(super) bonus_next: u32,
    pub(super) pool: u32,
    pub(super) allowed: u32,
    pub(super) pools: Vec<u32>,
    pub(super) best: Option<Turn>,
    pub(super) results: Vec<Turn>,
    pub(super) earlier: Vec<CardIndex>,
    asked: Mutex<Asked>,
}

/// What was asked of a copy.
struct Asked {
    fields: Vec<Field>,
    unlisted: bool,
    coin: Generator,
}

impl Side {
    /// A copy of a view, of which nothing counts as asked yet.
    pub(super) fn commit(view: &View<'_>) -> Side {
        let view = view.unrecorded();
        let asked = Asked { fields: Vec::with_capacity(8), unlisted: false, coin: view.coin() };
        Side::Commit(Box::new(Seen {
            round: view.round(),
            rounds_left: view.rounds_left(),
            seat: view.seat().number() as u32,
            first: view.first().number() as u32,
            turn: view.turn(),
            to_act: view.to_act(),
            table: view.table(),
            bonus_next: view.bonus_next(),
            pool: view.pool(),
            allowed: view.allowed(),
            pools: view.pools().collect(),
            best: view.best(),
            results: view.results().to_vec(),
            earlier: view.seen_indices().to_vec(),
            asked: Mutex::new(asked),
        }))
    }
}

impl Seen {
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

    /// Notes that something without a short answer was asked.
    pub(super) fn ask_unlisted(&self) {
        self.asked().unlisted = true;
    }
}

impl Call {
    pub(super) fn new(table: &Arc<ScriptTable>, card: CardIndex, side: Side) -> Call {
        Call { table: Arc::clone(table), card, side, budget: Mutex::new(BUDGET) }
    }

    /// Tells the view what was asked of its copy, in order.
    pub(super) fn tell(&self, view: &View<'_>) {
        if let Side::Commit(seen) = &self.side {
            let asked = seen.asked();
            asked.fields.iter().for_each(|&field| view.asked(field));
            if asked.unlisted {
                view.asked_unlisted();
            }
        }
    }

    /// Pays for a helper.
    pub(super) fn pay(&self, cost: u32) -> Said<()> {
        let mut left = self.budget.lock().unwrap_or_else(PoisonError::into_inner);
        match left.checked_sub(cost) {
            Some(rest) => {
                *left = rest;
                Ok(())
            }
            None => refuse(format!(
                "the helpers into the exact engine were asked too often in one call (at most {BUDGET} chances and \
                 scores, or {} plans)",
                BUDGET / PLAN_COST
            )),
        }
    }

    /// The highest expected value of a turn with so many dice under the card of the round. It depends on nothing else.
    fn value(&self, word: &str, dice: i64, objective: Objective) -> Said<f64> {
        let Some(dice) = u32::try_from(dice).ok().filter(|dice| (1..=MOST_HELPED).contains(dice)) else {
            return refuse(format!("{word} of {dice} dice; it knows 1 to {MOST_HELPED} dice"));
        };
        self.pay(1)?;
        solved(self.table.solutions.value(self.card, dice, objective))
    }
}

/// A solution, or why there is none.
pub(super) fn solved<T>(solution: Result<T, TurnError>) -> Said<T> {
    solution.or_else(|error| refuse(error.to_string()))
}

/// A total as the exact engine takes it: below 0 every total is at least it.
pub(super) fn total(total: i64) -> u32 {
    u32::try_from(total.max(0)).unwrap_or(u32::MAX)
}

/// Teaches cards, the helpers and the coin.
pub(super) fn teach(words: &mut Words) {
    words
        .type_named::<ScriptCard>("card")
        .property("id", |card: &mut ScriptCard| Ok(card.table.card(card.index).id.clone()))
        .property("condition", |card: &mut ScriptCard| Ok(card.table.card(card.index).condition.to_string()))
        .property("trigger", |card: &mut ScriptCard| Ok(card.table.card(card.index).trigger.to_string()))
        .property("back", |card: &mut ScriptCard| Ok(card.table.card(card.index).back.to_string()))
        .function("p_invalid", |context: NativeCallContext<'_>, dice: i64| {
            Ok::<_, Box<rhai::EvalAltResult>>(1.0 - call(&context)?.value("p_invalid", dice, Objective::Valid)?)
        })
        .function("p_reach", |context: NativeCallContext<'_>, dice: i64, least: i64| {
            call(&context)?.value("p_reach", dice, Objective::AtLeast(total(least)))
        })
        .function("best_score", |context: NativeCallContext<'_>, dice: i64| {
            call(&context)?.value("best_score", dice, Objective::ExpectedTotal)
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
    found.map_or_else(|| refuse(format!("{} is for commit and reroll, not for constants", context.fn_name())), Ok)
}

/// Tosses the strategy's own coin. A decision that needs it is never remembered.
fn toss<T>(context: &NativeCallContext<'_>, toss: impl FnOnce(&mut Generator) -> T) -> Said<T> {
    match &call(context)?.side {
        Side::Commit(seen) => {
            seen.ask_unlisted();
            Ok(toss(&mut seen.asked().coin))
        }
        Side::Reroll { .. } => refuse("coin is for commit: a reroll depends on the plan and the roll alone"),
    }
}
