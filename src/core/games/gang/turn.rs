//! Playing one turn: commit, roll, check, reroll (G09–G11).
//!
//! Owns how dice decide the result of a turn. The traits in [`turns`](crate::games::turns) allow other ways to the same
//! result.

use super::deck::{Card, CardIndex, Trigger};
use super::state::{RoundEnd, State, Turn, TurnResult};
use super::{Player, Roll};
use crate::dice::Counts;
use crate::games::Seat;
use crate::games::declaration::PolicyId;
use crate::games::turns::Refused;

/// Sees what happens in a game, step by step. A method that is not written does nothing.
pub trait Watch {
    /// A card was revealed, and `bonus` dice of the round lie on the table (G08).
    fn round_begins(&mut self, _card: CardIndex, _bonus: u32, _state: &State) {}
    /// A player has committed dice, which lie on the table now.
    fn committed(&mut self, _seat: Seat, _dice: u32, _state: &State) {}
    /// The same turn, with all that its result can depend on: the strategy, its dice, and the plan of its rerolls.
    fn decided(&mut self, _turn: &Committed<'_>, _plan: PolicyId, _state: &State) {}
    /// All dice of a turn after a roll: what they show, how many rerolls are left.
    fn rolled(&mut self, _shown: Counts, _left: u8) {}
    /// The player rerolls these of the dice shown.
    fn rerolls(&mut self, _dice: Counts) {}
    /// A turn is over.
    fn turn_ends(&mut self, _turn: Turn, _state: &State) {}
    /// A round is over; the state is that after the award, its turns are still those of the round.
    fn round_ends(&mut self, _card: CardIndex, _end: RoundEnd, _state: &State) {}
}

impl Watch for () {}

/// A turn whose dice are committed.
#[derive(Clone, Copy)]
pub struct Committed<'g> {
    /// Who plays it.
    pub player: Player<'g>,
    /// The card of the round, and its position in the deck.
    pub card: (&'g Card, CardIndex),
    /// The seat.
    pub seat: Seat,
    /// The round, from 0.
    pub round: u32,
    /// How many dice.
    pub dice: u32,
    /// How many rerolls it may have (G09).
    pub rerolls: u8,
}

impl Committed<'_> {
    /// Rolls, checks and rerolls until the turn is over (G09–G11); `throw` throws so many dice.
    ///
    /// # Errors
    /// If the strategy's reroll is illegal or missing.
    #[inline]
    pub fn roll(
        &self,
        plan: PolicyId,
        mut throw: impl FnMut(u32) -> Counts,
        watch: &mut (dyn Watch + '_),
    ) -> Result<TurnResult, Refused> {
        let card = self.card.0;
        let mut shown = throw(self.dice);
        let mut left = self.rerolls;
        loop {
            watch.rolled(shown, left);
            if card.trigger == Trigger::Explosion && card.condition.holds(shown) {
                return Ok(TurnResult::Invalid);
            }
            let again = if left == 0 { Counts::EMPTY } else { self.to_reroll(plan, shown, left)? };
            if again.is_empty() {
                return Ok(final_result(card, shown));
            }
            watch.rerolls(again);
            shown = (shown - again) + throw(again.dice());
            left -= 1;
        }
    }

    /// The dice that the strategy rerolls of those shown.
    ///
    /// # Errors
    /// If it does not answer, or asks for dice that are not there.
    #[inline]
    pub fn to_reroll(&self, plan: PolicyId, shown: Counts, left: u8) -> Result<Counts, Refused> {
        let asked = self.player.strategy.reroll(plan, &Roll { card: self.card.0, shown, left });
        match asked {
            Ok(asked) if shown.contains(asked) => Ok(asked),
            Ok(asked) => Err(not_rerolled(format!("{asked:?} to reroll"), shown)),
            Err(answer) => Err(not_rerolled(answer.to_string(), shown)),
        }
    }
}

/// That a strategy did not say, or not legally, what to reroll of the dice shown.
#[cold]
pub fn not_rerolled(returned: String, shown: Counts) -> Refused {
    Refused { returned, legal: format!("none, some or all of the dice shown, {shown:?} (0 is the Boss)") }
}

/// An explosion was checked when the dice landed; a bomb is checked here.
#[inline]
fn final_result(card: &Card, shown: Counts) -> TurnResult {
    if card.trigger == Trigger::Bomb && card.condition.holds(shown) {
        TurnResult::Invalid
    } else {
        TurnResult::Total(shown.total())
    }
}

/// What would be a legal number of dice.
#[cold]
pub(super) fn legal_commit(allowed: u32) -> String {
    if allowed == 1 { "1 die".to_owned() } else { format!("1 to {allowed} dice") }
}
