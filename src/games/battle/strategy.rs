//! What a strategy answers: the seam between the game and its players.
//!
//! Owns the trait. Every decision has a default, which is in `tactics`.

use super::duel::{Action, Duel};
use super::face::Powers;
use super::kind::Kinds;
use super::state::{Draft, Purchase};
use super::tactics;
use super::view::View;
use crate::games::declaration::NoAnswer;

/// An answer, or that there is none.
pub type Answer<T> = Result<T, NoAnswer>;

/// A player of Battle Dice.
///
/// It keeps no state: all that is public is in the view, and every answer must depend on nothing else. What is not
/// legal is a fault and ends the run. A decision is asked for only if something other than declining is legal, and again
/// after each action until nothing is left or the player declines.
///
/// # Errors
/// Each answer may be that there is none; the run then stops with a fault.
#[expect(clippy::missing_errors_doc, reason = "every answer fails alike, which the trait says once")]
pub trait Strategy: Send + Sync {
    /// Whether it looks at dice, points and supply alone when it drafts, so that among the same players it drafts alike
    /// in every game. Where everybody does, one draft does for many games.
    fn drafts_by_table(&self) -> bool {
        false
    }

    /// The powers that it declines to use whatever it sees, so that it need not be asked about them in their stages;
    /// [`Powers::MULTIPLIER`] stands for both stages in which multipliers are placed. What an opponent's exchange
    /// takes is not declined.
    fn declines(&self) -> Powers {
        Powers::NONE
    }

    /// What to do in a turn of the draft (B04). Not asked of who can only pass.
    fn draft(&self, view: &View<'_>) -> Answer<Draft> {
        Ok(tactics::draft(view, None))
    }

    /// Which duel to fight, asked of the active player (B05).
    fn duel(&self, view: &View<'_>) -> Answer<Duel> {
        Ok(tactics::duel(view))
    }

    /// Which dice of the reserve to throw, where dice are chosen; [`View::moment`] says how many (B05, B08, B12).
    fn dice(&self, view: &View<'_>) -> Answer<Kinds> {
        Ok(tactics::dice(view, None))
    }

    /// What to do with a power, one of [`View::actions`] (B09 to B14). Nothing is declining, which is illegal where an
    /// own die must go back.
    fn act(&self, view: &View<'_>) -> Answer<Option<Action>> {
        Ok(tactics::act(view))
    }

    /// What to buy after a duel; nothing is a purchase of nothing (B18).
    fn buy(&self, view: &View<'_>) -> Answer<Purchase> {
        Ok(tactics::buy(view, None, None))
    }
}
