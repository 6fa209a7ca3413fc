//! The view that `plan` of a script gets, and the roll that `reroll` gets.
//!
//! Owns their fields. Both are types of their own, not maps: whatever is read of a view goes through here and is noted,
//! so that a decision can be remembered by what it was made from. A roll is the dice shown and the reroll that comes
//! next, and nothing else.

use super::picks::{self, Pick};
use super::script::choices_map;
use super::script_call::{Call, Seen, Side, goal, goal_number, purse};
use crate::dice::{FACES, Face};
use crate::games::pot::{Combo, DICE, DiceSet, Field, Other, Reroll, Roll};
use crate::strategies::script::{Said, Words, refuse};
use rhai::{Array, Dynamic};
use std::sync::Arc;

/// A view.
#[derive(Clone)]
pub(super) struct ScriptView(pub(super) Arc<Call>);

/// A roll.
#[derive(Clone)]
pub(super) struct ScriptRoll(pub(super) Arc<Call>);

/// What `plan` was called on: a view is made for nothing else.
fn seen(view: &ScriptView) -> Said<&Seen> {
    match &view.0.side {
        Side::Plan(seen) => Ok(seen),
        Side::Reroll(_) => refuse("a view is for plan"),
    }
}

/// Teaches the view and the roll.
pub(super) fn teach(words: &mut Words) {
    words.type_named::<ScriptView>("view").type_named::<ScriptRoll>("roll");
    teach_numbers(words);
    teach_players(words);
    teach_goals(words);
    teach_roll(words);
    teach_picks(words);
}

/// A field that is a short answer.
fn field<T: Clone + Send + Sync + 'static>(words: &mut Words, name: &'static str, field: Field, read: fn(&Seen) -> T) {
    words.property(name, move |view: &mut ScriptView| {
        let seen = seen(view)?;
        seen.ask(field);
        Ok(read(seen))
    });
}

fn teach_numbers(words: &mut Words) {
    field(words, "round", Field::Round, |seen| i64::from(seen.round));
    field(words, "seat", Field::Seat, |seen| i64::from(seen.seat));
    field(words, "starter", Field::First, |seen| i64::from(seen.first));
    field(words, "bank", Field::Bank, |seen| i64::from(seen.bank));
    field(words, "pot", Field::Pot, |seen| i64::from(seen.pot));
    field(words, "coins", Field::Coins, |seen| i64::from(seen.coins[0]));
    field(words, "to_act", Field::StillToCome, |seen| i64::from(seen.to_act));
    field(words, "goal_held", Field::GoalHeld, |seen| seen.goal_held);
    field(words, "score", Field::ToBeat, |seen| match seen.to_beat {
        Some(score) => Dynamic::from(i64::from(score)),
        None => Dynamic::UNIT,
    });
    up_to(words, "bank_up_to", Field::BankUpTo, |seen| seen.bank);
    up_to(words, "pot_up_to", Field::PotUpTo, |seen| seen.pot);
    up_to(words, "coins_up_to", Field::CoinsUpTo, |seen| seen.coins[0]);
    words
        // What is remembered of decisions is kept apart for whether there is a coin.
        .property("can_pay", |view: &mut ScriptView| Ok(seen(view)?.can_pay))
        // These are the same all game long, so there is nothing to note.
        .property("seats", |view: &mut ScriptView| Ok(view.0.table.seats as i64))
        .property("goal", |view: &mut ScriptView| Ok(i64::from(view.0.table.rules.goal)))
        .property("stake", |view: &mut ScriptView| Ok(i64::from(view.0.table.rules.stake)));
}

/// The smaller of a number of coins and a limit: easier to remember than the number.
fn up_to(words: &mut Words, name: &'static str, field: fn(u32) -> Field, read: fn(&Seen) -> u32) {
    words.function(name, move |view: &mut ScriptView, most: i64| {
        let (seen, most) = (seen(view)?, limit(name, most)?);
        seen.ask(field(most));
        Ok::<i64, Box<rhai::EvalAltResult>>(i64::from(read(seen).min(most)))
    });
}

fn limit(word: &str, most: i64) -> Said<u32> {
    u32::try_from(most).or_else(|_| refuse(format!("{word} of {most}, which is no number of coins")))
}

fn teach_players(words: &mut Words) {
    field(words, "control", Field::InControl, |seen| match seen.in_control {
        Some(steps) => Dynamic::from(i64::from(steps)),
        None => Dynamic::UNIT,
    });
    field(words, "ranking", Field::Ranking, |seen| {
        seen.ranking.iter().map(|&steps| Dynamic::from(i64::from(steps))).collect::<Array>()
    });
    words
        .function("coins_of", |view: &mut ScriptView, steps: i64| coins_of(view, steps, u32::MAX))
        .function("coins_of_up_to", |view: &mut ScriptView, steps: i64, most: i64| {
            coins_of(view, steps, limit("coins_of_up_to", most)?)
        });
}

/// The smaller of `most` and the coins of another player.
fn coins_of(view: &ScriptView, steps: i64, most: u32) -> Said<i64> {
    let (seen, last) = (seen(view)?, view.0.table.seats - 1);
    let Some(index) = usize::try_from(steps).ok().filter(|index| (1..=last).contains(index)) else {
        return refuse(format!("the coins of player {steps}; the others are 1 to {last} seats clockwise"));
    };
    let other = Other::clockwise(index as u8);
    seen.ask(if most == u32::MAX { Field::CoinsOf(other) } else { Field::CoinsOfUpTo(other, most) });
    Ok(i64::from(seen.coins[index].min(most)))
}

fn teach_goals(words: &mut Words) {
    words
        .function("greedy", |view: &mut ScriptView| {
            Ok::<_, Box<rhai::EvalAltResult>>(choices_map(seen(view)?.greedy()))
        })
        .function("coins_goal", |view: &mut ScriptView| {
            Ok::<i64, Box<rhai::EvalAltResult>>(goal_number(seen(view)?.most_coins(None)))
        })
        .function("pot_goal", |view: &mut ScriptView, rivals: i64| {
            let rivals = rivals.clamp(0, i64::from(super::goals::MOST_REROLLS)) as u8;
            Ok::<i64, Box<rhai::EvalAltResult>>(goal_number(seen(view)?.most_coins(Some(rivals))))
        });
}

impl ScriptRoll {
    fn roll(&self) -> Said<Roll> {
        match self.0.side {
            Side::Reroll(roll) => Ok(roll),
            Side::Plan(_) => refuse("a roll is for reroll"),
        }
    }

    /// The dice that a word picks.
    fn pick(&self, pick: Pick) -> Said<Dynamic> {
        Ok(array(pick.from(self.roll()?.shown, self.0.table.rules.zero)))
    }
}

/// Dice as the array of their numbers that a script gets, from 1.
fn array(dice: DiceSet) -> Dynamic {
    Dynamic::from_array(dice.dice().map(|die| Dynamic::from(die as i64 + 1)).collect())
}

fn teach_roll(words: &mut Words) {
    words
        .property("dice", |roll: &mut ScriptRoll| {
            Ok(roll.roll()?.shown.faces().map(|face| Dynamic::from(i64::from(face))).to_vec())
        })
        .property("sum", |roll: &mut ScriptRoll| Ok(i64::from(roll.roll()?.shown.sum())))
        .property("combo", |roll: &mut ScriptRoll| Ok(roll.roll()?.shown.combo(roll.0.table.rules.zero).name()))
        .property("is_paid", |roll: &mut ScriptRoll| Ok(roll.roll()?.next == Reroll::Paid))
        .function("best", |roll: &mut ScriptRoll, number: i64, pays: bool| {
            let (shown, goal) = (roll.roll()?, goal(number)?);
            roll.0.pay()?;
            Ok::<_, Box<rhai::EvalAltResult>>(array(roll.0.table.solver.reroll(goal, purse(pays), &shown)))
        });
}

fn teach_picks(words: &mut Words) {
    let plain = [
        ("none", Pick::None),
        ("all", Pick::All),
        ("letters", picks::faces([0])),
        ("odd", picks::faces([1, 3, 5])),
        ("even", picks::faces([2, 4])),
        ("nearest", Pick::Nearest),
    ];
    for (name, pick) in plain {
        words.function(name, move |roll: &mut ScriptRoll| roll.pick(pick));
    }
    words
        .function("faces", |roll: &mut ScriptRoll, faces: Array| roll.pick(face_set(&faces)?))
        .function("below", |roll: &mut ScriptRoll, value: i64| {
            roll.pick(Pick::Below(value.clamp(0, FACES as i64) as Face))
        })
        .function("lowest", |roll: &mut ScriptRoll, dice: i64| {
            roll.pick(Pick::Lowest(dice.clamp(0, DICE as i64) as u8))
        })
        .function("towards", |roll: &mut ScriptRoll, name: &str| {
            let combo = Combo::ALL.into_iter().find(|combo| combo.name() == name && combo.most_coins() > 0);
            combo.map_or_else(
                || refuse(format!("towards \"{name}\": no combo that pays is called so")),
                |combo| roll.pick(Pick::Towards(combo)),
            )
        });
}

fn face_set(array: &Array) -> Said<Pick> {
    let face = |item: &Dynamic| {
        let face = item.as_int().ok().and_then(|face| Face::try_from(face).ok());
        face.filter(|&face| usize::from(face) < FACES)
    };
    let faces: Option<Vec<Face>> = array.iter().map(face).collect();
    faces.map_or_else(|| refuse("faces is given an array of faces, 0 (a letter) to 5"), |faces| Ok(picks::faces(faces)))
}
