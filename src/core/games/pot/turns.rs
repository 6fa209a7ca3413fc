//! The turns of the game as engines play them: how each is asked for, drawn and watched.

use super::Pot;
use super::choices::LegalChoices;
use super::count::Counter;
use super::narrate::Narrator;
use super::state::TurnResult;
use super::told;
use super::turn::{Begun, Watch, legal_plan};
use super::{Player, Strategy, View};
use crate::dice::{BlockKey, Purpose, Slot, generator};
use crate::games::declaration::PolicyId;
use crate::games::turns::{Refused, TurnGame, Turns};
use crate::games::{Fault, Game, Observer, Outcome, Table};

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
        if observer.is_told()
            && let Some(story) = observer.story()
        {
            self.play_watched(table, &mut told::ToldTurns::default(), &mut Narrator::new(story))
        } else if let Some(story) = observer.story() {
            self.play_watched(table, turns, &mut Narrator::new(story))
        } else if observer.wants() || observer.wants_chances() || observer.wants_rounds() {
            self.play_watched(table, turns, &mut Counter::new(table.seating, observer))
        } else {
            self.play_watched(table, turns, &mut ())
        }
    }
}
