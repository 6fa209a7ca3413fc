//! Games that are played in advance to count how often leaders of quiet duels win the real ones.
//!
//! Owns the playing and counting. These games have a seed of their own, so they are independent of a run with any other one.

use super::super::Battle;
use super::super::arena::Board;
use super::super::contest::BOUT_DICE;
use super::super::duel::{Contest, Duel, Verdict};
use super::super::play::{Memory, Play};
use super::super::state::State;
use super::super::view::Strategy;
use super::super::watch::{Event, Watch};
use super::{Fight, Kept, Quiet};
use crate::dice::RunKey;
use crate::games::{Fault, StrategyIndex, Table};

/// The most games.
const GAMES: u64 = 1_500;
/// After this many duels, no other game begins.
const MOST_DUELS: u32 = 50_000;
/// The seed of their draws: the digits of pi.
const SEED: u64 = 3_141_592_653_589_793_238;

/// Counts the duels of a game.
struct Counting<'c, 'g> {
    table: Table<'c, dyn Strategy>,
    game: &'g Battle,
    quiet: &'c mut Quiet<'g>,
    kept: &'c mut Kept,
    /// The table before the duel under way.
    before: State,
    /// How many duels were fought.
    duels: u32,
    board: Board,
}

impl Watch for Counting<'_, '_> {
    fn see(&mut self, event: Event, board: &Board) {
        match event {
            Event::Chosen => self.before.clone_from(&board.state),
            Event::Fought(verdict, _) => self.fought(verdict, board.arena.duel),
            _ => {}
        }
    }

    fn sees_dice(&self) -> bool {
        false
    }
}

impl Counting<'_, '_> {
    fn fought(&mut self, verdict: Verdict, duel: Duel) {
        self.duels += 1;
        let before = self.before.clone();
        let fight = Fight { seating: self.table.seating, state: &before, duel };
        let Some(comparisons) = self.quiet.fight(fight, self.table.block) else { return };
        let Some(first) = comparisons.first().filter(|first| first.acting != 0) else { return };
        let verdict = match duel.contest {
            Contest::TwoByTwo => self.first_bout(duel),
            _ => Some(verdict),
        };
        let winner = match verdict {
            Some(Verdict::Won(seat)) => fight.seats().position(|other| other == seat),
            _ => None,
        };
        self.kept.count(first.case(fight), winner);
    }

    /// Who wins the first bout of two by two: one throw of as many dice, with the same draws.
    fn first_bout(&mut self, duel: Duel) -> Option<Verdict> {
        let active = self.before.active;
        let own = self.before.dice(active).total();
        if own < BOUT_DICE {
            return None;
        }
        self.board.state.clone_from(&self.before);
        let bout = Duel { contest: Contest::Armageddon(BOUT_DICE), ..duel };
        let fought = Play::new(self.game, self.table, &mut self.board, &mut ()).fight(active, bout);
        fought.ok().map(|(verdict, _)| verdict)
    }
}

/// How often leaders of quiet duels win the real ones, in games of these strategies in these seatings. `None` if `go_on` stops
/// it.
///
/// # Errors
/// The fault of a strategy.
pub(crate) fn count_kept<'g>(
    quiet: &mut Quiet<'g>,
    game: &'g Battle,
    (strategies, seatings): (&[&dyn Strategy], &[&[StrategyIndex]]),
    go_on: &dyn Fn() -> bool,
) -> Result<Option<Kept>, Fault> {
    let (mut kept, mut memory, mut duels) = (Kept::default(), Memory::default(), 0);
    for number in 0..GAMES {
        if duels >= MOST_DUELS {
            break;
        }
        if !go_on() {
            return Ok(None);
        }
        let seating = seatings[number as usize % seatings.len()];
        let table = Table { strategies, seating, block: RunKey::new(SEED).block(number) };
        let (before, board) = (State::default(), Board::default());
        let mut watch = Counting { table, game, quiet, kept: &mut kept, before, duels, board };
        game.play_in(&mut memory, table, &mut watch)?;
        duels = watch.duels;
    }
    Ok(Some(kept))
}
