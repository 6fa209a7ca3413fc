//! The roll that `reroll` of a script gets.
//!
//! Owns its fields, and the words for choosing dice from it. A roll is the dice shown and the reroll that comes next, and
//! nothing else.

use super::goals::purse;
use super::picks::{self, Pick};
use super::script::goal;
use crate::dice::{FACES, Face};
use crate::games::pot::{Combo, DICE, DiceSet, Pot, Reroll, Roll, Zero};
use crate::strategies::script::{Call, Said, Words, refuse};
use rhai::{Array, Dynamic, EvalAltResult};
use std::sync::Arc;

/// A roll.
#[derive(Clone)]
pub(super) struct ScriptRoll(pub(super) Arc<Call<Pot>>);

impl ScriptRoll {
    /// The dice shown and what comes next: a roll is made for nothing else than `reroll`.
    fn roll(&self) -> Said<Roll> {
        self.0.about.map_or_else(|| refuse("a roll is for reroll"), Ok)
    }

    fn zero(&self) -> Zero {
        self.0.tools.game.rules().zero
    }

    /// The dice that a word picks.
    fn pick(&self, pick: Pick) -> Said<Dynamic> {
        Ok(array(pick.from(self.roll()?.shown, self.zero())))
    }
}

/// Dice as the array of their numbers that a script gets, from 1.
fn array(dice: DiceSet) -> Dynamic {
    Dynamic::from_array(dice.dice().map(|die| Dynamic::from(die as i64 + 1)).collect())
}

/// Teaches the roll.
pub(super) fn teach(words: &mut Words) {
    words
        .type_named::<ScriptRoll>("roll")
        .property("dice", |roll: &mut ScriptRoll| {
            Ok(roll.roll()?.shown.faces().map(|face| Dynamic::from(i64::from(face))).to_vec())
        })
        .property("sum", |roll: &mut ScriptRoll| Ok(i64::from(roll.roll()?.shown.sum())))
        .property("combo", |roll: &mut ScriptRoll| Ok(roll.roll()?.shown.combo(roll.zero()).name()))
        .property("is_paid", |roll: &mut ScriptRoll| Ok(roll.roll()?.next == Reroll::Paid))
        .function("best", |roll: &mut ScriptRoll, number: i64, pays: bool| {
            let (shown, goal) = (roll.roll()?, goal(number)?);
            roll.0.pay(1)?;
            Ok::<_, Box<EvalAltResult>>(array(roll.0.tools.solver.reroll(goal, purse(pays), &shown)))
        });
    teach_picks(words);
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
