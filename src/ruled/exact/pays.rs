//! Whether tables of turns pay: some games show how often a table that was made is used again.
//!
//! The games have their own seed, and what they cost is counted in edges, not in time: the answer is the same on any machine.

use super::Drawn;
use super::drawn::Made;
use crate::model::{Fault, Game};
use crate::strategy::Strategy;
use analyze_core::dice::RunKey;
use analyze_core::games::Blame;

/// The seed of the games.
const SEED: u64 = 1;
/// The edges and the games that are enough, together: in its first games every state is new. The edges are made in a tenth of a
/// second.
const ENOUGH: (usize, usize) = (250_000, 8);
/// The most edges, however few the games are.
const MOST: usize = 20 * ENOUGH.0;
/// The turns that are enough, if fewer edges are made in them.
const TURNS: u64 = 2_000;
/// Tables do not pay if, of the turns in the second half of the games, more than one in so many needs a new one.
const ONE_IN: u64 = 2;

/// The strategy whose turns are better played by steps, because they differ so much that their tables are hardly used again, or
/// are too large to be made.
pub(crate) fn too_different(game: &Game, strategies: &[&Strategy]) -> Option<usize> {
    let Ok(Drawn::Looked(looked)) = Drawn::new(game, strategies) else { return None };
    let (mut looked, run) = (looked.at_most(MOST), RunKey::new(SEED));
    let mut games = vec![Made::default()];
    loop {
        let block = games.len() - 1;
        let seating: Vec<usize> = (0..game.players).map(|seat| (seat + block) % strategies.len()).collect();
        let played = looked.play(&seating, run.block(block as u64), &mut ());
        let now = looked.made();
        games.push(now);
        match played {
            _ if now.edges >= MOST || now.edges >= ENOUGH.0 && games.len() > ENOUGH.1 => {
                let half = games[games.len() / 2];
                let (turns, tables) = (now.turns - half.turns, now.tables - half.tables);
                return (tables * ONE_IN > turns).then_some(now.last);
            }
            Ok(_) if now.turns >= TURNS && games.len() > ENOUGH.1 => return None,
            Ok(_) => {}
            Err(Fault { blame: Blame::Limit, at, .. }) => return Some(seating[at.map_or(0, |(seat, _)| seat)]),
            // Games tell of it in their turn.
            Err(_) => return None,
        }
    }
}
