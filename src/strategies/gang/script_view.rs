//! The view that `commit` of a script gets.
//!
//! Owns its fields. A view is a type of its own, not a map: whatever is read goes through here and is noted, so that a
//! decision can be remembered by what it was made from. Printing a view tells nothing of it, two views are not
//! compared, and a copy of a view is the same view.

use super::script_table::{Call, ScriptCard, Seen, Side};
use crate::games::Seat;
use crate::games::gang::{CardIndex, Field, Turn, TurnResult};
use crate::strategies::script::{Said, Words, refuse};
use rhai::{Array, Dynamic, Map};
use std::sync::Arc;

/// A view.
#[derive(Clone)]
pub(super) struct ScriptView(pub(super) Arc<Call>);

/// The pools of a view, by seat.
#[derive(Clone)]
struct Pools(Arc<Call>);

/// The best turn of a view.
#[derive(Clone)]
struct Best(Arc<Call>, Turn);

/// What `commit` was called on: a view is made for nothing else.
fn seen(call: &Call) -> Said<&Seen> {
    match &call.side {
        Side::Commit(seen) => Ok(seen),
        Side::Reroll { .. } => refuse("a view is for commit"),
    }
}

/// Teaches the view.
pub(super) fn teach(words: &mut Words) {
    words.type_named::<ScriptView>("view").type_named::<Pools>("pools").type_named::<Best>("best");
    teach_numbers(words);
    teach_cards(words);
    teach_pools(words);
    teach_results(words);
}

/// A field that is a whole number.
fn number(words: &mut Words, name: &'static str, field: Field, read: fn(&Seen) -> u32) {
    words.property(name, move |view: &mut ScriptView| {
        let seen = seen(&view.0)?;
        seen.ask(field);
        Ok(i64::from(read(seen)))
    });
}

fn teach_numbers(words: &mut Words) {
    number(words, "round", Field::Round, |seen| seen.round);
    number(words, "seat", Field::Seat, |seen| seen.seat);
    number(words, "first", Field::First, |seen| seen.first);
    number(words, "turn", Field::Turn, |seen| seen.turn);
    number(words, "to_act", Field::ToAct, |seen| seen.to_act);
    number(words, "table", Field::Table, |seen| seen.table);
    number(words, "bonus_next", Field::BonusNext, |seen| seen.bonus_next);
    number(words, "pool", Field::Pool, |seen| seen.pool);
    number(words, "allowed", Field::Allowed, |seen| seen.allowed);
    number(words, "rounds_left", Field::Round, |seen| seen.rounds_left);
    words
        // These are the same all game long, so there is nothing to note.
        .property("seats", |view: &mut ScriptView| Ok(view.0.table.seats as i64))
        .property("rerolls", |view: &mut ScriptView| Ok(i64::from(view.0.table.rerolls)))
        .function("table_up_to", |view: &mut ScriptView, most: i64| {
            let (seen, most) = (seen(&view.0)?, limit("table_up_to", most)?);
            seen.ask(Field::TableUpTo(most));
            Ok::<i64, Box<rhai::EvalAltResult>>(i64::from(seen.table.min(most)))
        })
        .function("allowed_up_to", |view: &mut ScriptView, most: i64| {
            let (seen, most) = (seen(&view.0)?, limit("allowed_up_to", most)?);
            seen.ask(Field::AllowedUpTo(most));
            Ok::<i64, Box<rhai::EvalAltResult>>(i64::from(seen.allowed.min(most)))
        });
}

fn limit(word: &str, most: i64) -> Said<u32> {
    u32::try_from(most).or_else(|_| refuse(format!("{word} of {most}, which is no number of dice")))
}

fn teach_cards(words: &mut Words) {
    words
        // What is remembered of decisions is kept for each card apart.
        .property("card", |view: &mut ScriptView| Ok(card(&view.0, view.0.card)))
        .property("seen", |view: &mut ScriptView| {
            let seen = seen(&view.0)?;
            seen.ask_unlisted();
            Ok(seen.earlier.iter().map(|&index| Dynamic::from(card(&view.0, index))).collect::<Array>())
        });
}

fn card(call: &Call, index: CardIndex) -> ScriptCard {
    ScriptCard { table: Arc::clone(&call.table), index }
}

fn teach_pools(words: &mut Words) {
    words
        .property("pools", |view: &mut ScriptView| Ok(Pools(Arc::clone(&view.0))))
        .index(|pools: &mut Pools, seat: i64| pool(&pools.0, seat, u32::MAX))
        .function("up_to", |pools: &mut Pools, seat: i64, most: i64| pool(&pools.0, seat, limit("up_to", most)?))
        .function("len", |pools: &mut Pools| pools.0.table.seats as i64)
        .items::<Pools>(|pools| {
            // All are noted now, because whoever goes through them may stop anywhere.
            let all: Vec<Dynamic> = (1..=pools.0.table.seats as i64)
                .filter_map(|seat| pool(&pools.0, seat, u32::MAX).ok())
                .map(Dynamic::from)
                .collect();
            Box::new(all.into_iter())
        });
}

/// The smaller of `most` and what a seat holds.
fn pool(call: &Call, seat: i64, most: u32) -> Said<i64> {
    let seats = call.table.seats;
    let Some(index) = usize::try_from(seat).ok().and_then(|seat| seat.checked_sub(1)).filter(|&index| index < seats)
    else {
        return refuse(format!("the pool of seat {seat}; seats are numbered from 1 to {seats}"));
    };
    let seen = seen(call)?;
    seen.ask(Field::PoolOfUpTo(Seat(index as u8), most));
    Ok(i64::from(seen.pools[index].min(most)))
}

fn teach_results(words: &mut Words) {
    words
        .property("best", |view: &mut ScriptView| {
            let seen = seen(&view.0)?;
            seen.ask(Field::ToBeat);
            Ok(seen.best.map_or(Dynamic::UNIT, |turn| Dynamic::from(Best(Arc::clone(&view.0), turn))))
        })
        .property("total", |best: &mut Best| Ok(total(&best.1).unwrap_or(0)))
        .property("dice", |best: &mut Best| Ok(i64::from(best.1.dice)))
        .property("seat", |best: &mut Best| {
            // Who threw it is told apart from what is to be beaten.
            seen(&best.0)?.ask(Field::Best);
            Ok(best.1.seat.number() as i64)
        })
        .property("results", |view: &mut ScriptView| {
            let seen = seen(&view.0)?;
            seen.ask_unlisted();
            Ok(seen.results.iter().map(|turn| Dynamic::from_map(result(turn))).collect::<Array>())
        });
}

fn total(turn: &Turn) -> Option<i64> {
    match turn.result {
        TurnResult::Total(total) => Some(i64::from(total)),
        TurnResult::Invalid => None,
    }
}

/// A turn of this round: `seat`, `dice`, and `total`, which is `()` if it was invalid.
fn result(turn: &Turn) -> Map {
    let total = total(turn).map_or(Dynamic::UNIT, Dynamic::from);
    let entries =
        [("seat", (turn.seat.number() as i64).into()), ("dice", i64::from(turn.dice).into()), ("total", total)];
    entries.into_iter().map(|(key, value)| (key.into(), value)).collect()
}
