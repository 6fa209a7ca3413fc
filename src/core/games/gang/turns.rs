//! The turns of the game as engines play them: how each is asked for, drawn and watched.

use super::count::Counter;
use super::narrate::Narrator;
use super::state::TurnResult;
use super::told;
use super::turn::{Committed, Watch, legal_commit};
use super::{CardOrder, Gang, Player, Strategy, View};
use crate::dice::{BlockKey, Purpose, Slot, roll};
use crate::games::declaration::PolicyId;
use crate::games::turns::{Refused, TurnGame, Turns};
use crate::games::{Fault, Observer, Outcome, Table};

impl TurnGame for Gang {
    type Player<'g> = Player<'g>;
    type Choice = u32;
    type Turn<'g> = Committed<'g>;
    type Result = TurnResult;
    type Watch<'w> = dyn Watch + 'w;

    /// The number of dice. The game checks whether it is allowed.
    #[inline]
    fn ask(player: Player<'_>, view: &View<'_>) -> Result<(u32, PolicyId), Refused> {
        match player.strategy.commit(view) {
            Ok(commit) => Ok((commit.dice, commit.plan)),
            Err(no) => Err(Refused { returned: no.to_string(), legal: legal_commit(view.situation.allowed()) }),
        }
    }

    /// A seat plays once a round, so its words have all the visits.
    #[inline]
    fn slot(turn: &Committed<'_>, purpose: Purpose) -> Slot {
        Slot::new(purpose, turn.seat.0, turn.round, 0)
    }

    #[inline]
    fn roll(
        turn: &Committed<'_>,
        plan: PolicyId,
        block: BlockKey,
        watch: &mut (dyn Watch + '_),
    ) -> Result<TurnResult, Refused> {
        let mut words = block.words(Gang::slot(turn, Purpose::Turn));
        turn.roll(plan, |dice| roll(dice, &mut words), watch)
    }

    fn play_turns(
        &self,
        table: Table<'_, dyn Strategy>,
        order: &CardOrder,
        turns: &mut impl Turns<Gang>,
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault> {
        if observer.is_told()
            && let Some(story) = observer.story()
        {
            let order = told::cards(self, order)?;
            return self.play_watched(table, &order, &mut told::ToldTurns, &mut Narrator::new(&self.deck, story));
        }
        if let Some(story) = observer.story() {
            return self.play_watched(table, order, turns, &mut Narrator::new(&self.deck, story));
        }
        let mut counter = Counter { counted: self.counted, table, observer };
        self.play_watched(table, order, turns, &mut counter)
    }
}
