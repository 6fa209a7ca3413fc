//! A duel tried out before it is chosen.
//!
//! Owns [`Rehearsal`]: the duel is fought from the table as it lies, with draws of its own, and nothing comes of it.

use super::arena::Arena;
use super::duel::{Duel, Verdict};
use super::fight::Fight;
use super::play::{Decisions, Table, check_duel, points};
use super::rules::MAX_SEATS;
use super::strategy::Strategy;
use super::view::View;
use crate::dice::BlockKey;
use crate::games::{Fault, Seat};

/// How a duel that was tried out ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Who would have won.
    pub verdict: Verdict,
    /// The points each seat would have got.
    pub points: [u32; MAX_SEATS],
}

/// Duels tried out from one table.
pub struct Rehearsal {
    arena: Arena,
}

impl Rehearsal {
    /// Room to try duels out in.
    #[expect(clippy::new_without_default, reason = "an arena is large; nobody should get one by accident")]
    pub fn new() -> Rehearsal {
        Rehearsal { arena: Arena::new() }
    }

    /// Fights a duel of the player who decides, everybody playing like `player`, with the draws of block `sample`.
    ///
    /// # Errors
    /// If the duel may not be chosen, or the fault of `player`.
    pub fn fight(
        &mut self,
        view: &View<'_>,
        duel: Duel,
        player: &dyn Strategy,
        sample: BlockKey,
    ) -> Result<Ended, Fault> {
        let (state, seat, prepared) = (view.state, view.seat, view.table.prepared);
        check_duel(&duel, seat, state)
            .map_err(|legal| *super::play::fault(state, seat, format!("the duel {duel}"), legal))?;
        let players = [player];
        let table = Table::new(prepared, &players, &[0; MAX_SEATS], sample);
        self.arena.begin(duel, seat, (0..state.seats() as u8).map(|seat| state.dice(Seat(seat))));
        let (arena, decisions) = (&mut self.arena, &mut Decisions::default());
        let fight = &mut Fight { table: &table, state, arena, decisions, watch: &mut () };
        let verdict = fight.contest().map_err(|fault| *fault)?;
        Ok(Ended { verdict, points: points(&self.arena, verdict, &prepared.rules) })
    }
}
