//! Playing one turn: roll, reroll, and once more for a coin (P04–P07).
//!
//! Owns how dice decide the result of a turn. The traits in [`turns`](crate::games::turns) allow other ways to the same
//! result.
//! What the result pays is in `state`.

use super::dice::{Combo, Combos, DiceSet, Throw};
use super::observables::Situation;
use super::state::{Rerolled, RoundEnd, State, Turn, TurnResult};
use super::{Decision, Player, Reroll, Roll};
use crate::dice::{Face, Purpose, Slot};
use crate::games::declaration::PolicyId;
use crate::games::turns::Refused;

/// Sees what happens in a game, step by step. A method that is not written does nothing.
pub trait Watch {
    /// A round has begun, and the stake is in the POT.
    fn round_begins(&mut self, _state: &State) {}
    /// A turn begins.
    fn turn_begins(&mut self, _decision: &Decision, _state: &State) {}
    /// What the dice of a turn show after a roll.
    fn rolled(&mut self, _shown: Throw) {}
    /// The player rerolls these of the dice shown.
    fn rerolls(&mut self, _shown: Throw, _dice: DiceSet, _reroll: Reroll) {}
    /// What the dice show after the obligatory reroll of 1 2 3.
    fn obligatory(&mut self, _shown: Throw) {}
    /// A turn is over and paid.
    fn turn_ends(&mut self, _turn: &Turn, _state: &State) {}
    /// A round is over and its winner has the POT.
    fn round_ends(&mut self, _end: RoundEnd, _state: &State) {}
    /// The game is over.
    fn game_ends(&mut self, _state: &State) {}
}

impl Watch for () {}

/// A turn that begins.
#[derive(Clone, Copy)]
pub struct Begun<'g> {
    /// Who plays it.
    pub player: Player<'g>,
    /// The place of its draws in the block.
    pub slot: Slot,
    /// Whether the player has a coin to pay for the last reroll with (P04).
    pub can_pay: bool,
    /// Which combos there are (P12, P18).
    pub combos: Combos,
}

impl<'g> Begun<'g> {
    /// The turn of a player in this situation.
    #[inline]
    pub fn new(player: Player<'g>, situation: &Situation<'_>) -> Begun<'g> {
        let (slot, can_pay) = (situation.draws(Purpose::Turn), situation.can_pay());
        Begun { player, slot, can_pay, combos: situation.game().rules().combos() }
    }

    /// Rolls, and rerolls for free and for a coin, until the turn is over (P04–P07); `throw` throws some of the dice
    /// shown.
    ///
    /// # Errors
    /// If the strategy's reroll is missing.
    #[inline]
    pub fn roll(
        &self,
        plan: PolicyId,
        mut throw: impl FnMut(Throw, DiceSet) -> Throw,
        watch: &mut (dyn Watch + '_),
    ) -> Result<TurnResult, Refused> {
        let shown = throw(Throw::POT, DiceSet::ALL);
        self.go_on(plan, (shown, Rerolled::Never), throw, watch)
    }

    /// The same of a turn in which these dice lie there, after such rerolls.
    ///
    /// # Errors
    /// If the strategy's reroll is missing.
    #[inline]
    pub fn go_on(
        &self,
        plan: PolicyId,
        (mut shown, mut rerolled): (Throw, Rerolled),
        mut throw: impl FnMut(Throw, DiceSet) -> Throw,
        watch: &mut (dyn Watch + '_),
    ) -> Result<TurnResult, Refused> {
        loop {
            watch.rolled(shown);
            let next = match rerolled {
                Rerolled::Never => Some(Reroll::Free),
                Rerolled::Free if self.can_pay => Some(Reroll::Paid),
                Rerolled::Free | Rerolled::Paid => None,
            };
            let Some(next) = next.filter(|_| !shown.ends_turn(self.combos)) else { break };
            let again = self.to_reroll(plan, &Roll { shown, next })?;
            if again.is_empty() {
                break;
            }
            watch.rerolls(shown, again, next);
            shown = throw(shown, again);
            rerolled = if next == Reroll::Free { Rerolled::Free } else { Rerolled::Paid };
        }
        let combo = shown.combo(self.combos);
        let score = match combo {
            Combo::Ones | Combo::Pot => 0,
            Combo::Run123 => {
                let last = throw(shown, obligatory(shown));
                watch.obligatory(last);
                last.sum()
            }
            _ => shown.sum(),
        };
        Ok(TurnResult { combo, score, rerolled })
    }

    /// The dice that the strategy rerolls of those shown.
    ///
    /// # Errors
    /// If it does not answer.
    #[inline]
    pub fn to_reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, Refused> {
        self.player.strategy.reroll(plan, roll).map_err(|no| Refused {
            returned: no.to_string(),
            legal: format!("none, some or all of the dice, which show {}", roll.shown),
        })
    }
}

#[cold]
pub(super) fn legal_plan(seats: usize) -> String {
    match seats {
        2 => "a plan with choices of the one other player, and of no second".to_owned(),
        _ => format!("a plan with choices of other players, 1 to {} seats clockwise, two different ones", seats - 1),
    }
}

/// The dice of 1 2 3 that are rerolled for the final sum: the 1 and the 3 (P12).
pub fn obligatory(shown: Throw) -> DiceSet {
    const KEPT: Face = 2;
    shown.dice_with(|face| face != KEPT)
}
