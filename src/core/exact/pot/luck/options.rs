//! What the options of decisions in a turn of POT for two are worth, if what comes after the turn is worth what it is to the two
//! strategies at hand.
//!
//! Owns which options a decision has. The decisions are from whom to take, before the dice are rolled, and after each roll which
//! dice to reroll. The rest of the turn is played as well as it can be.

use super::{Mover, Position, TurnValues};
use crate::exact::pot::{Optimum, Purse, Values};
use crate::games::pot::{Combo, DiceSet, LegalChoices, Reroll, Rerolled, Roll, Throw, TurnResult, Zero};

/// The scores that a turn can have.
const SCORES: usize = 16;
/// How dice can have been rerolled.
const WAYS: [Rerolled; 3] = [Rerolled::Never, Rerolled::Free, Rerolled::Paid];

/// What the player on turn can pay with.
fn purse(position: &Position) -> Purse {
    if position.own == 0 { Purse::Empty } else { Purse::Coins }
}

impl TurnValues<'_> {
    /// What each result of a turn is worth to the player, with these choices.
    fn of_results(&self, mover: Mover, position: &Position, choices: LegalChoices) -> Values {
        let mut known = [[[None; WAYS.len()]; SCORES]; Combo::ALL.len()];
        let known = std::cell::RefCell::new(&mut known);
        Values::of_results(self.rules.zero, |result| {
            let TurnResult { combo, score, rerolled } = result;
            let place = &mut known.borrow_mut()[combo as usize][usize::from(score)][rerolled as usize];
            *place.get_or_insert_with(|| self.after(mover, position, result, choices))
        })
    }

    /// What it is worth to the player on turn to take from whom it can, in the order of [`LegalChoices::OF_TWO`]: before it
    /// rolls, and with the best rerolls.
    pub fn of_choices(&self, mover: Mover, position: &Position) -> [f64; 6] {
        let purse = purse(position);
        LegalChoices::OF_TWO.map(|choices| Optimum::of(&self.of_results(mover, position, choices), purse).value)
    }

    /// What it is worth to the player on turn to stop, or to reroll some of the dice shown after so many rerolls. Sets of dice
    /// that show the same are one option, unless it matters which letter is which. Nothing if the turn is over.
    pub fn of_rerolls(
        &self,
        mover: Mover,
        position: &Position,
        choices: LegalChoices,
        (shown, rerolls): (Throw, u32),
    ) -> Vec<f64> {
        let purse = purse(position);
        let next = match (rerolls, purse) {
            (0, _) => Reroll::Free,
            (1, Purse::Coins) => Reroll::Paid,
            _ => return Vec::new(),
        };
        if shown == Throw::ONES || shown == Throw::POT {
            return Vec::new();
        }
        let worths = self.of_results(mover, position, choices).of_rerolls(purse, &Roll { shown, next });
        let sets = DiceSet::all_sets();
        let faces = |set: DiceSet| {
            let mut faces: Vec<u8> = set.dice().map(|die| shown.faces()[die]).collect();
            faces.sort_unstable();
            faces
        };
        let is_new = |at: usize| sets[..at].iter().all(|&set| faces(set) != faces(sets[at]));
        let zero = self.rules.zero;
        (0..sets.len()).filter(|&at| zero == Zero::O || is_new(at)).map(|at| worths[at]).collect()
    }
}
