//! What a strategy answers: the seam between the game and its players.
//!
//! Owns the trait. Every decision has a default, so that a strategy says only what it cares about; the defaults are
//! in `tactics`.

use super::duel::{Aim, Duel, Exchange, Placement, Replacement};
use super::face::Powers;
use super::kind::Kinds;
use super::state::{Draft, Purchase};
use super::tactics;
use super::view::{DraftView, DuelView, View};
use super::zone::Spot;
use crate::games::declaration::NoAnswer;

/// An answer, or that there is none.
pub type Answer<T> = Result<T, NoAnswer>;

/// What a player looks at when it drafts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drafting {
    /// At dice, points and supply, and at nothing else: among the same players it drafts alike in every game.
    ByTable,
    /// At anything, such as its coin.
    ByAnything,
}

/// A player of Battle Dice.
///
/// It keeps no state: all that is public is in the views, and every answer must depend on nothing else. What is not
/// legal is a fault and ends the run; what is legal now, each view lists. A decision is asked for only if something
/// other than declining is legal, and again after each action until nothing is left or the player declines.
///
/// # Errors
/// Each answer may be that there is none; the run then stops with a fault.
#[expect(clippy::missing_errors_doc, reason = "every answer fails alike, which the trait says once")]
pub trait Strategy: Send + Sync {
    /// What it looks at when it drafts. Where everybody drafts by the table, one draft does for many games.
    fn drafting(&self) -> Drafting {
        Drafting::ByAnything
    }

    /// The powers that it declines to use whatever it sees, so that it need not be asked about them in their stages;
    /// [`Powers::MULTIPLIER`] stands for both stages in which multipliers are placed. What an opponent's exchange
    /// takes is not declined.
    fn declines(&self) -> Powers {
        Powers::NONE
    }

    /// What to do in a turn of the draft (B04). Not asked of who can only pass.
    fn draft(&self, view: &DraftView<'_>) -> Answer<Draft> {
        Ok(tactics::draft(view))
    }

    /// Which duel to fight, asked of the active player (B05).
    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        Ok(tactics::duel(view))
    }

    /// Which dice of the reserve to throw, where dice are chosen: [`DuelView::need`] says how many (B05, B08, B12).
    fn dice(&self, view: &DuelView<'_>) -> Answer<Kinds> {
        Ok(tactics::dice(view))
    }

    /// Where to place a shield, one of [`DuelView::placements`] (B09).
    fn shield(&self, view: &DuelView<'_>) -> Answer<Option<Placement>> {
        Ok(tactics::shield(view))
    }

    /// Where to place a multiplier, one of [`DuelView::placements`] (B10).
    fn multiply(&self, view: &DuelView<'_>) -> Answer<Option<Placement>> {
        Ok(tactics::multiply(view))
    }

    /// Where to place or move a multiplier just before the cancels, one of [`DuelView::replacements`] (B10).
    fn replace(&self, view: &DuelView<'_>) -> Answer<Option<Replacement>> {
        Ok(tactics::replace(view))
    }

    /// What an exchange does, one of [`DuelView::exchanges`] (B12).
    fn exchange(&self, view: &DuelView<'_>) -> Answer<Option<Exchange>> {
        Ok(tactics::exchange(view))
    }

    /// Which of the own thrown dice goes back because an opponent's exchange says so, one of
    /// [`DuelView::own_spots`] (B12).
    fn give_way(&self, view: &DuelView<'_>) -> Answer<Spot> {
        Ok(tactics::give_way(view))
    }

    /// Which die to reroll, one of [`DuelView::aims`] (B13).
    fn reroll(&self, view: &DuelView<'_>) -> Answer<Option<Aim>> {
        Ok(tactics::reroll(view))
    }

    /// Which die to cancel, one of [`DuelView::aims`] (B14).
    fn cancel(&self, view: &DuelView<'_>) -> Answer<Option<Aim>> {
        Ok(tactics::cancel(view))
    }

    /// What to buy after a duel; nothing is a purchase of nothing (B18).
    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        Ok(tactics::buy(view))
    }
}
