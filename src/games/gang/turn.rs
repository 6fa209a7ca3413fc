//! Playing one turn: commit, roll, check, reroll (G09–G11).
//!
//! Owns how a turn comes to its result die by die, and the trait [`Turns`] behind which another way to
//! the same result may stand.

use super::deck::{Card, Trigger};
use super::play::Watch;
use super::state::TurnResult;
use super::view::{NoAnswer, PlanId, Roll, Strategy, View};
use crate::dice::{BlockKey, Counts, Purpose, Slot, Words, roll};
use crate::games::Seat;

/// How turns come to their results. Whatever stands behind it, results must have the distribution that
/// the dice give.
pub trait Turns {
    /// What a decision says about the rerolls.
    type Plan: Copy;

    /// Asks the player for its decision: how many dice, and how to reroll. It may be illegal.
    ///
    /// # Errors
    /// If the strategy does not answer.
    fn decide(&mut self, view: &View<'_>) -> Result<(u32, Self::Plan), NoAnswer>;

    /// Plays the turn with `dice` dice to its result. `view` is that of the decision, but for the dice
    /// that lie on the table since.
    ///
    /// # Errors
    /// If the strategy's reroll is illegal or missing.
    fn play(
        &mut self,
        view: &View<'_>,
        dice: u32,
        plan: Self::Plan,
        watch: &mut impl Watch,
    ) -> Result<TurnResult, RerollError>;
}

/// Where the dice of a game come from.
pub trait DiceSource {
    /// A turn begins; the throws until the next call are its own.
    fn begin_turn(&mut self, seat: Seat, round: u32);
    /// Throws dice.
    fn throw(&mut self, dice: u32) -> Counts;
}

/// Fair dice, each turn's from the words of its seat and round, whatever was thrown before.
#[derive(Clone, Debug)]
pub struct KeyedDice {
    block: BlockKey,
    words: Words,
}

impl KeyedDice {
    /// The dice of a block.
    pub fn new(block: BlockKey) -> KeyedDice {
        KeyedDice { block, words: block.words(turn_of(Seat(0), 0)) }
    }
}

/// A seat plays once a round, so its words have all the visits.
#[inline]
fn turn_of(seat: Seat, round: u32) -> Slot {
    Slot::new(Purpose::Turn, seat.0, round, 0)
}

impl DiceSource for KeyedDice {
    #[inline]
    fn begin_turn(&mut self, seat: Seat, round: u32) {
        self.words = self.block.words(turn_of(seat, round));
    }

    #[inline]
    fn throw(&mut self, dice: u32) -> Counts {
        roll(dice, &mut self.words)
    }
}

/// Why a turn could not be played to its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RerollError {
    /// The strategy did not say what to reroll of the dice shown.
    NoAnswer {
        /// What it said instead.
        answer: NoAnswer,
        /// The dice shown.
        shown: Counts,
    },
    /// It asked to reroll dice that are not there.
    NotShown {
        /// The dice it asked for.
        asked: Counts,
        /// The dice shown.
        shown: Counts,
    },
}

impl RerollError {
    /// What the strategy returned, in words.
    pub fn returned(&self) -> String {
        match self {
            RerollError::NoAnswer { answer, .. } => answer.to_string(),
            RerollError::NotShown { asked, .. } => format!("{asked:?} to reroll"),
        }
    }

    /// What would have been legal, in words.
    pub fn legal(&self) -> String {
        let (RerollError::NoAnswer { shown, .. } | RerollError::NotShown { shown, .. }) = self;
        format!("none, some or all of the dice shown, {shown:?} (0 is the Boss)")
    }
}

/// Turns played die by die, with dice from a source.
pub struct Rolled<D>(pub D);

impl<D: DiceSource> Turns for Rolled<D> {
    type Plan = PlanId;

    #[inline]
    fn decide(&mut self, view: &View<'_>) -> Result<(u32, PlanId), NoAnswer> {
        view.strategy().commit(view).map(|commit| (commit.dice, commit.plan))
    }

    /// Rolls, checks and rerolls until the turn is over (G09–G11).
    #[inline]
    fn play(
        &mut self,
        view: &View<'_>,
        dice: u32,
        plan: PlanId,
        watch: &mut impl Watch,
    ) -> Result<TurnResult, RerollError> {
        let (strategy, card) = (view.strategy(), view.card());
        self.0.begin_turn(view.place().0, view.place().1);
        let mut shown = self.0.throw(dice);
        let mut left = view.rerolls();
        loop {
            watch.rolled(shown, left);
            if card.trigger == Trigger::Explosion && card.condition.holds(shown) {
                return Ok(TurnResult::Invalid);
            }
            let again = if left == 0 { Counts::EMPTY } else { to_reroll(strategy, card, plan, shown, left)? };
            if again.is_empty() {
                return Ok(final_result(card, shown));
            }
            watch.rerolls(again);
            shown = (shown - again) + self.0.throw(again.dice());
            left -= 1;
        }
    }
}

#[inline]
fn to_reroll(
    strategy: &dyn Strategy,
    card: &Card,
    plan: PlanId,
    shown: Counts,
    left: u8,
) -> Result<Counts, RerollError> {
    let asked = strategy.reroll(plan, &Roll { card, shown, left });
    let asked = asked.map_err(|answer| RerollError::NoAnswer { answer, shown })?;
    if shown.contains(asked) { Ok(asked) } else { Err(RerollError::NotShown { asked, shown }) }
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
