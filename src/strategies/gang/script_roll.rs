//! The roll that `reroll` of a script gets.
//!
//! Owns its fields, and the words for choosing dice from it. A roll is the card, the dice shown and the rerolls left,
//! and nothing else.

use super::picks::Pick;
use super::script::{PLAN_COST, solved, total};
use super::solved::MOST_SOLVED;
use crate::dice::Counts;
use crate::exact::Objective;
use crate::games::gang::{Card, Gang, Roll, card_value};
use crate::strategies::rerolls;
use crate::strategies::script::{Said, ScriptRoll, Words, dynamic, numbers, refuse};
use rhai::Dynamic;

impl ScriptRoll<Gang> {
    /// The dice shown and the rerolls left: a roll is made for nothing else than `reroll`.
    fn parts(&self) -> Said<(Counts, u8)> {
        self.0.about.roll.map_or_else(|| refuse("a roll is for reroll"), Ok)
    }

    fn card(&self) -> &Card {
        self.0.tools.game.deck().card(self.0.about.card)
    }

    fn shown(&self) -> Said<Counts> {
        Ok(self.parts()?.0)
    }

    /// The dice that a word picks.
    fn pick(&self, pick: Pick) -> Said<Dynamic> {
        let (shown, left) = self.parts()?;
        Ok(array(pick.from(&Roll { card: self.card(), shown, left })))
    }

    /// The dice that the best plan for an objective rerolls.
    fn planned(&self, word: &str, objective: Objective) -> Said<Dynamic> {
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
pub(super) fn teach(words: &mut Words) {
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
