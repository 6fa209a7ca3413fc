//! What a strategy answers: the seam between the game and its players.
//!
//! Owns the trait [`Strategy`] and its answers. A strategy is asked once a turn how many dice it commits and by which
//! plan; its rerolls are then a pure function of that plan, the card, the dice shown and the rerolls left. It keeps no
//! state: all public history is in the view. What it can see is declared in `observables`.

use super::Gang;
use super::deck::Card;
use crate::dice::Counts;
use crate::games::declaration::{self, NoAnswer, PolicyId};

/// What a strategy sees before a turn.
pub type View<'s> = declaration::View<'s, Gang>;

/// Whose turn it is.
pub type Player<'g> = declaration::Player<'g, dyn Strategy + 'g>;

/// A strategy's decision for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Commit {
    /// How many dice, from 1 to [`ALLOWED`](super::ALLOWED).
    pub dice: u32,
    /// How they will be rerolled.
    pub plan: PolicyId,
}

/// A player of Gang of Dice.
pub trait Strategy: Send + Sync {
    /// How many dice to commit, and by which plan to reroll them. Asked at most once a turn. Must depend on
    /// nothing but the view: where the same questions have the same answers, an engine may remember the
    /// decision and not ask again.
    ///
    /// # Errors
    /// If the strategy cannot answer; the run then stops with a fault.
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer>;

    /// Which of the dice shown to reroll; none ends the turn. Must depend on nothing but its arguments: it
    /// may be asked of rolls that a game never shows, in any order.
    ///
    /// # Errors
    /// If the strategy cannot answer; the run then stops with a fault.
    fn reroll(&self, plan: PolicyId, roll: &Roll<'_>) -> Result<Counts, NoAnswer>;
}

/// All dice of a turn after a roll.
#[derive(Clone, Copy, Debug)]
pub struct Roll<'g> {
    /// The card of the round.
    pub card: &'g Card,
    /// What the dice show, kept and rerolled ones alike.
    pub shown: Counts,
    /// How many rerolls are left, at least 1.
    pub left: u8,
}
