//! The seam for games whose turns can be drawn: between a decision and the result of a turn nothing but the dice counts.
//!
//! Owns the traits behind which turns are rolled die by die, drawn from exact tables, or shown for a result that was
//! drawn. What a turn is, and what it comes to, is the game's.

use super::declaration::{Declared, PolicyId, View};
use super::{Blame, Fault, Observer, Outcome, Seat, Table};
use crate::dice::{BlockKey, Purpose, Slot};
use std::hash::Hash;

/// What a strategy answered that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What it returned, or how it failed.
    pub returned: String,
    /// What would have been legal.
    pub legal: String,
}

impl Refused {
    /// The fault of whoever answered so in a round, from 0.
    #[cold]
    pub fn fault(self, seat: Seat, round: u32) -> Fault {
        Fault { blame: Blame::Strategy, seat, round: round + 1, returned: self.returned, legal: self.legal }
    }
}

/// A game of which a turn, once it is decided on, depends on nothing but its dice.
pub trait TurnGame: Declared {
    /// Whose turn it is: the strategy, and its position among the different ones of the line-up.
    type Player<'g>: Copy;
    /// What is decided beside the rerolls.
    type Choice: Copy + Eq + Hash + Send + Sync;
    /// A turn that is decided on.
    type Turn<'g>: Copy;
    /// What a turn comes to.
    type Result: Copy;
    /// Who watches what happens.
    type Watch<'w>: ?Sized;

    /// Asks the player for its decision; choices that no turn can be made of are refused.
    ///
    /// # Errors
    /// If the strategy does not answer, or not legally.
    fn ask(player: Self::Player<'_>, view: &View<'_, Self>) -> Result<(Self::Choice, PolicyId), Refused>;

    /// Where the draws of a turn are among those of a block.
    fn slot(turn: &Self::Turn<'_>, purpose: Purpose) -> Slot;

    /// Plays a turn die by die, with the dice of a block.
    ///
    /// # Errors
    /// If the strategy's reroll is illegal or missing.
    fn roll(
        turn: &Self::Turn<'_>,
        plan: PolicyId,
        block: BlockKey,
        watch: &mut Self::Watch<'_>,
    ) -> Result<Self::Result, Refused>;

    /// Plays a game as [`Game::play`](super::Game::play) does, its turns in the given way.
    ///
    /// # Errors
    /// The fault of a strategy.
    fn play_turns(
        &self,
        table: Table<'_, Self::Strategy>,
        scratch: &Self::Scratch,
        turns: &mut impl Turns<Self>,
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault>;
}

/// How turns come to their results. Whatever stands behind it, results must have the distribution that the dice give.
pub trait Turns<G: TurnGame> {
    /// The player's decision, as [`TurnGame::ask`] has it.
    ///
    /// # Errors
    /// If the strategy does not answer, or not legally.
    fn decide(&mut self, player: G::Player<'_>, view: &View<'_, G>) -> Result<(G::Choice, PolicyId), Refused> {
        G::ask(player, view)
    }

    /// Plays a turn to its result.
    ///
    /// # Errors
    /// If the strategy's reroll is illegal or missing.
    fn play(&mut self, turn: &G::Turn<'_>, plan: PolicyId, watch: &mut G::Watch<'_>) -> Result<G::Result, Refused>;
}

/// Turns played die by die, with the dice of a block.
#[derive(Clone, Copy, Debug)]
pub struct RolledTurns(pub BlockKey);

impl<G: TurnGame> Turns<G> for RolledTurns {
    #[inline]
    fn play(&mut self, turn: &G::Turn<'_>, plan: PolicyId, watch: &mut G::Watch<'_>) -> Result<G::Result, Refused> {
        G::roll(turn, plan, self.0, watch)
    }
}
