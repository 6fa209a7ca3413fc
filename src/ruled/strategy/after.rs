//! What a formula about the state after a decision asks of the state before it.
//!
//! A strategy says which dice it keeps by what lies there afterwards: `most total + 60 * left`. Put together with what
//! keeping does (`total += points(kept)`), this is a formula of what is kept. What stands in it whatever is kept, `total`,
//! changes no comparison and is left out. So most decisions depend on the dice alone, and each is made once.

use crate::formula::{Expr, Formula, Leaf, Which};
use crate::model::{Effect, Next, Set};
use rustc_hash::FxHashMap;

/// The state after a decision by that before it.
#[derive(Clone, Default)]
struct After {
    slots: FxHashMap<usize, Formula>,
    dice: Option<Which>,
}

impl After {
    /// A formula of the state after as one of that before; nothing if there is none.
    fn put_in(&self, formula: &Formula) -> Option<Formula> {
        let found = formula.replaced(&|leaf| match leaf {
            Leaf::Slot(slot) => Some(self.slots.get(&slot).cloned().unwrap_or(Formula::Leaf(leaf))),
            Leaf::Asked(table, Which::Dice) => match self.dice {
                // The number of a table's answer is not known here.
                Some(Which::These(_)) => None,
                which => Some(Formula::Leaf(Leaf::Asked(table, which.unwrap_or(Which::Dice)))),
            },
            // They are asked of others' slots or of the card, which a decision can change, too.
            Leaf::Rival(_) | Leaf::Winner(_) if !self.slots.is_empty() => None,
            Leaf::Card if self.dice.is_some() => None,
            _ => Some(Formula::Leaf(leaf)),
        })?;
        // What is put into itself again and again grows without end.
        found.is_small().then_some(found)
    }

    fn set(&mut self, sets: &[Set]) -> Option<()> {
        for set in sets {
            match set {
                Set::Slot(slot, value, _) => {
                    let value = self.put_in(&value.formula)?;
                    self.slots.insert(*slot, value);
                }
                Set::Dice(Which::Dice) => {}
                Set::Dice(which) => self.dice = Some(*which),
            }
        }
        Some(())
    }

    /// `formula` after an effect.
    fn through(&self, effect: &Effect, formula: &Formula) -> Option<Formula> {
        let mut after = self.clone();
        after.set(&effect.set)?;
        match &effect.next {
            Next::To(_) => after.put_in(formula),
            Next::Cases(cases) => cases.iter().rev().try_fold(Formula::number(0), |other, case| {
                let then = after.through(case, formula)?;
                match &case.when {
                    Some(when) if other != then => Some(Formula::choice(after.put_in(&when.formula)?, then, other)),
                    _ => Some(then),
                }
            }),
        }
    }
}

/// What compares ways to keep dice as `formula` compares the states after them; nothing if that cannot be said before.
pub(super) fn measure(effect: &Effect, formula: &Formula) -> Option<Expr> {
    let before = After::default().through(effect, formula).filter(Formula::is_small)?;
    let depends = |part: &Formula| {
        let mut found = false;
        part.visit(&mut |leaf| found |= matches!(leaf, Leaf::Asked(_, Which::Kept | Which::Rest) | Leaf::Chosen));
        found
    };
    Expr::new(before.without_common(&depends))
}
