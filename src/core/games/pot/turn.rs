//! Playing one turn: roll, reroll, and once more for a coin (P04–P07).
//!
//! Owns how a turn comes to its result die by die; other ways to the same result stand behind [`Turns`]. What the result pays is the business of `state`.

use super::Pot;
use super::choices::LegalChoices;
use super::count::Counter;
use super::dice::{Combo, DiceSet, Throw, Zero};
use super::narrate::Narrator;
use super::observables::Situation;
use super::play::Watch;
use super::state::{Rerolled, TurnResult};
use super::{Player, Reroll, Roll, Strategy, View};
use crate::dice::{BlockKey, Face, Purpose, Slot, generator};
use crate::games::declaration::PolicyId;
use crate::games::turns::{Refused, TurnGame, Turns};
use crate::games::{Fault, Game, Observer, Outcome, Table};

/// A turn that begins.
#[derive(Clone, Copy)]
pub struct Begun<'g> {
    /// Who plays it.
    pub player: Player<'g>,
    /// The place of its draws in the block.
    pub slot: Slot,
    /// Whether the player has a coin to pay for the last reroll with (P04).
    pub can_pay: bool,
    /// Which letter makes 4 2 0 (P12).
    pub zero: Zero,
}

impl<'g> Begun<'g> {
    /// The turn of a player in this situation.
    #[inline]
    pub fn new(player: Player<'g>, situation: &Situation<'_>) -> Begun<'g> {
        let (slot, can_pay) = (situation.draws(Purpose::Turn), situation.can_pay());
        Begun { player, slot, can_pay, zero: situation.game().rules().zero }
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
        let mut shown = throw(Throw::POT, DiceSet::ALL);
        let mut rerolled = Rerolled::Never;
        loop {
            watch.rolled(shown);
            let next = match rerolled {
                Rerolled::Never => Some(Reroll::Free),
                Rerolled::Free if self.can_pay => Some(Reroll::Paid),
                Rerolled::Free | Rerolled::Paid => None,
            };
            let over = shown == Throw::ONES || shown == Throw::POT;
            let Some(next) = next.filter(|_| !over) else { break };
            let again = self.to_reroll(plan, &Roll { shown, next })?;
            if again.is_empty() {
                break;
            }
            watch.rerolls(shown, again, next);
            shown = throw(shown, again);
            rerolled = if next == Reroll::Free { Rerolled::Free } else { Rerolled::Paid };
        }
        let combo = shown.combo(self.zero);
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

impl TurnGame for Pot {
    type Player<'g> = Player<'g>;
    type Choice = LegalChoices;
    type Turn<'g> = Begun<'g>;
    type Result = TurnResult;
    type Watch<'w> = dyn Watch + 'w;

    #[inline]
    fn ask(player: Player<'_>, view: &View<'_>) -> Result<(LegalChoices, PolicyId), Refused> {
        let seats = view.situation.game().seats();
        let refused = |returned: String| Refused { returned, legal: legal_plan(seats) };
        let plan = player.strategy.decide(view).map_err(|no| refused(no.to_string()))?;
        let choices = plan.choices.legal(seats).map_err(|illegal| refused(illegal.to_string()))?;
        Ok((choices, plan.rerolls))
    }

    #[inline]
    fn slot(turn: &Begun<'_>, purpose: Purpose) -> Slot {
        turn.slot.with(purpose)
    }

    #[inline]
    fn roll(
        turn: &Begun<'_>,
        plan: PolicyId,
        block: BlockKey,
        watch: &mut (dyn Watch + '_),
    ) -> Result<TurnResult, Refused> {
        let mut rng = generator(block.draw(turn.slot));
        turn.roll(plan, |shown, dice| dice.roll(shown, &mut rng), watch)
    }

    fn play_turns(
        &self,
        table: Table<'_, dyn Strategy>,
        (): &(),
        turns: &mut impl Turns<Pot>,
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault> {
        if let Some(story) = observer.story() {
            self.play_watched(table, turns, &mut Narrator::new(story))
        } else if observer.wants() || observer.wants_chances() {
            self.play_watched(table, turns, &mut Counter::new(table.seating, observer))
        } else {
            self.play_watched(table, turns, &mut ())
        }
    }
}

#[cold]
fn legal_plan(seats: usize) -> String {
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
