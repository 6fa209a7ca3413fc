//! The roll that `reroll` of a script gets.
//!
//! Owns its fields, and the words for choosing dice from it. A roll is the dice shown and the reroll that comes next, and
//! nothing else.

use super::goals::purse;
use super::picks::{Pick, Towards};
use super::script::goal;
use crate::games::pot::{Combo, DiceSet, Pot, Reroll, Roll, Zero};
use crate::strategies::rerolls::{self, FaceSet};
use crate::strategies::script::{Said, ScriptRoll, Words, numbers, refuse};
use rhai::{Dynamic, EvalAltResult};

impl ScriptRoll<Pot> {
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
    numbers(dice.dice().map(|die| die as i64 + 1))
}

/// Teaches the roll.
pub(super) fn teach(words: &mut Words) {
    words
        .type_named::<ScriptRoll<Pot>>("roll")
        .property("dice", |roll: &mut ScriptRoll<Pot>| Ok(numbers(roll.roll()?.shown.faces().map(i64::from))))
        .property("sum", |roll: &mut ScriptRoll<Pot>| Ok(i64::from(roll.roll()?.shown.sum())))
        .property("combo", |roll: &mut ScriptRoll<Pot>| Ok(roll.roll()?.shown.combo(roll.zero()).name()))
        .property("is_paid", |roll: &mut ScriptRoll<Pot>| Ok(roll.roll()?.next == Reroll::Paid))
        .function("best", |roll: &mut ScriptRoll<Pot>, number: i64, pays: bool| {
            let (shown, goal) = (roll.roll()?, goal(number)?);
            roll.0.pay(1)?;
            Ok::<_, Box<EvalAltResult>>(array(roll.0.tools.solver.reroll(goal, purse(pays), &shown)))
        });
    let plain = [
        ("letters", Pick::ZEROS),
        ("even", Pick::Faces(FaceSet::of(&[2, 4]))),
        ("nearest", Pick::Own(Towards::Nearest)),
    ];
    rerolls::teach(words, "a letter", &plain, ScriptRoll::pick);
    words.function("towards", |roll: &mut ScriptRoll<Pot>, name: &str| {
        let combo = Combo::ALL.into_iter().find(|combo| combo.name() == name && combo.most_coins() > 0);
        combo.map_or_else(
            || refuse(format!("towards \"{name}\": no combo that pays is called so")),
            |combo| roll.pick(Pick::Own(Towards::Combo(combo))),
        )
    });
}
