//! The roll that `reroll` of a script gets.
//!
//! Owns its fields, and the words for choosing dice from it. A roll is the card, the dice shown and the rerolls left,
//! and nothing else.

use super::picks::{FaceSet, Pick};
use super::script::{PLAN_COST, solved, total};
use super::solved::MOST_SOLVED;
use crate::dice::{Counts, FACES, Face};
use crate::exact::Objective;
use crate::games::gang::{Card, Gang, Roll, card_value};
use crate::strategies::script::{Call, Said, Words, dynamic, refuse};
use rhai::{Array, Dynamic};
use std::sync::Arc;

/// A roll.
#[derive(Clone)]
pub(super) struct ScriptRoll(pub(super) Arc<Call<Gang>>);

impl ScriptRoll {
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
        .type_named::<ScriptRoll>("roll")
        .property("card", |roll: &mut ScriptRoll| Ok(dynamic(&card_value(roll.card()))))
        .property("counts", |roll: &mut ScriptRoll| {
            Ok(roll.shown()?.to_array().map(|count| Dynamic::from(i64::from(count))).to_vec())
        })
        .property("rolls_left", |roll: &mut ScriptRoll| Ok(i64::from(roll.parts()?.1)))
        .property("dice", |roll: &mut ScriptRoll| Ok(i64::from(roll.shown()?.dice())))
        .property("total", |roll: &mut ScriptRoll| Ok(i64::from(roll.shown()?.total())))
        .property("valid", |roll: &mut ScriptRoll| Ok(!roll.card().condition.holds(roll.shown()?)));
    teach_picks(words);
}

fn teach_picks(words: &mut Words) {
    let plain = [
        ("none", Pick::None),
        ("all", Pick::All),
        ("bosses", Pick::Bosses),
        ("odd", Pick::Odd),
        ("offending", Pick::Offending),
    ];
    for (name, pick) in plain {
        words.function(name, move |roll: &mut ScriptRoll| roll.pick(pick));
    }
    words
        .function("faces", |roll: &mut ScriptRoll, faces: Array| roll.pick(Pick::Faces(face_set(&faces)?)))
        .function("below", |roll: &mut ScriptRoll, value: i64| {
            roll.pick(Pick::Below(value.clamp(0, FACES as i64) as Face))
        })
        .function("lowest", |roll: &mut ScriptRoll, dice: i64| lowest(roll, dice))
        .function("max_score", |roll: &mut ScriptRoll| roll.planned("max_score", Objective::ExpectedTotal))
        .function("reach", |roll: &mut ScriptRoll, least: i64| roll.planned("reach", Objective::AtLeast(total(least))));
}

fn face_set(faces: &Array) -> Said<FaceSet> {
    let face = |item: &Dynamic| {
        let face = item.as_int().ok().and_then(|face| Face::try_from(face).ok());
        face.filter(|&face| usize::from(face) < FACES)
    };
    let faces: Option<Vec<Face>> = faces.iter().map(face).collect();
    faces.map_or_else(|| refuse("faces is given an array of faces, 0 (the Boss) to 5"), |faces| Ok(FaceSet::of(&faces)))
}

/// So many of the lowest dice, all if there are no more.
fn lowest(roll: &ScriptRoll, dice: i64) -> Said<Dynamic> {
    let mut left = u32::try_from(dice.max(0)).unwrap_or(u32::MAX);
    let shown = roll.shown()?;
    let picked = (0..FACES as Face).fold(Counts::EMPTY, |picked, face| {
        let here = shown.get(face).min(left);
        left -= here;
        picked + Counts::of(face, here)
    });
    Ok(array(picked))
}

/// Counts as the array of faces that a script gets.
fn array(counts: Counts) -> Dynamic {
    Dynamic::from_array(counts.iter().map(|face: Face| Dynamic::from(i64::from(face))).collect())
}
