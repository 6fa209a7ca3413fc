//! What a strategy answers: the seam between the game and its players.
//!
//! Owns the trait [`Strategy`] and its answers. A strategy is asked once a turn for a [`Decision`]: how it will reroll, and
//! from whom it takes if a combo comes up. Its rerolls are then a pure function of the plan's number, the dice shown and
//! the reroll that comes next. It keeps no state: all public history that matters is in the view. What it can see is
//! declared in `observables`.

use super::Pot;
use super::choices::Choices;
use super::dice::{DiceSet, Throw};
use crate::games::declaration::{self, NoAnswer, PolicyId};

/// What a strategy sees before a turn.
pub type View<'s> = declaration::View<'s, Pot>;

/// Whose turn it is.
pub type Player<'g> = declaration::Player<'g, dyn Strategy + 'g>;

/// A strategy's decision for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// How dice will be rerolled.
    pub rerolls: PolicyId,
    /// From whom it takes, and to whom it gives, if a combo comes up.
    pub choices: Choices,
}

/// A player of POT.
pub trait Strategy: Send + Sync {
    /// The plan for the turn. Asked at most once a turn. Must depend on nothing but the view: where the same questions
    /// have the same answers, an engine may remember the plan and not ask again.
    ///
    /// # Errors
    /// If the strategy cannot answer; the run then stops with a fault.
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer>;

    /// Which of the dice shown to reroll; none ends the turn. Must depend on nothing but its arguments: it may be
    /// asked of rolls that a game never shows, in any order. It is not asked of 1 1 1 and P O T, which end the turn,
    /// nor about the paid reroll if the player had no coin as the turn began.
    ///
    /// # Errors
    /// If the strategy cannot answer; the run then stops with a fault.
    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer>;
}

/// A reroll (P04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reroll {
    /// The first, for nothing.
    Free,
    /// The second, for a coin that goes into the POT.
    Paid,
}

/// The dice of a turn after a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    /// What they show, kept and rerolled ones alike.
    pub shown: Throw,
    /// The reroll that comes next.
    pub next: Reroll,
}
