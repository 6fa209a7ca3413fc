//! Playing one turn: commit, roll, check, reroll (G09–G11).
//!
//! Owns how a turn comes to its result die by die; other ways to the same result stand behind [`Turns`].

use super::count::Counter;
use super::deck::{Card, CardIndex, Trigger};
use super::narrate::Narrator;
use super::play::Watch;
use super::state::TurnResult;
use super::{CardOrder, Gang};
use super::{Player, Roll, Strategy, View};
use crate::dice::{BlockKey, Counts, Purpose, Slot, roll};
use crate::games::declaration::PolicyId;
use crate::games::turns::{Refused, TurnGame, Turns};
use crate::games::{Fault, Observer, Outcome, Seat, Table};

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

impl TurnGame for Gang {
    type Player<'g> = Player<'g>;
    type Choice = u32;
    type Turn<'g> = Committed<'g>;
    type Result = TurnResult;
    type Watch<'w> = dyn Watch + 'w;

    /// How many dice; whether so many are allowed is for the game to say.
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
        if let Some(story) = observer.story() {
            return self.play_watched(table, order, turns, &mut Narrator::new(&self.deck, story));
        }
        let mut counter = Counter { counted: self.counted, table, observer };
        self.play_watched(table, order, turns, &mut counter)
    }
}

/// What would be a legal number of dice.
#[cold]
pub(super) fn legal_commit(allowed: u32) -> String {
    if allowed == 1 { "1 die".to_owned() } else { format!("1 to {allowed} dice") }
}
