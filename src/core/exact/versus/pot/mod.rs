//! POT for two given strategies, and for one against the best response to it.
//!
//! Owns what a turn of the two comes to in each position, and the win shares that follow.
//!
//! | file | owns |
//! |---|---|
//! | `players` | what is told apart of a position, and asking the strategies |
//! | `reply` | one strategy against a player who knows how it plays |

mod players;
mod reply;

pub use reply::{Opponents, PotReply};

use super::chain::{Chain, Column, Limits, Progress, Row, Solved};
use super::{ExactFault, ExactShares};
use crate::exact::pot::{Ended, end_turn};
use crate::games::Game;
use crate::games::pot::{Combo, LegalChoices, Pot, Rerolled, State, Strategy, TurnResult};
use players::{Halt, Place, Players, Way};

/// What two strategies win against each other in POT, each in its own game; the two games may differ in the rule `without`
/// (P18), in nothing else. `go_on` is told which part of the work is done, 0 to 1, and says whether it goes on.
///
/// # Errors
/// Why that is not known.
pub fn exact_pot(
    games: [&Pot; 2],
    strategies: [&dyn Strategy; 2],
    names: [&str; 2],
    go_on: &dyn Fn(f64) -> bool,
) -> Result<ExactShares, ExactFault> {
    Ok(Followed::new(games, strategies, names, &Progress::new(go_on))?.shares())
}

/// The same with what the turns of each strategy come to.
///
/// # Errors
/// Why that is not known.
pub fn exact_pot_turns(
    games: [&Pot; 2],
    strategies: [&dyn Strategy; 2],
    names: [&str; 2],
    go_on: &dyn Fn(f64) -> bool,
) -> Result<(ExactShares, [TurnsOf; 2]), ExactFault> {
    let progress = Progress::new(go_on);
    let mut followed = Followed::new(games, strategies, names, &progress)?;
    let turns = followed.turns(&progress)?;
    Ok((followed.shares(), turns))
}

/// Two strategies whose games were followed to their ends.
struct Followed<'g> {
    players: Players<'g>,
    chain: Chain,
    found: Vec<Place>,
    solved: Solved,
}

impl<'g> Followed<'g> {
    fn new(
        games: [&'g Pot; 2],
        strategies: [&'g dyn Strategy; 2],
        names: [&'g str; 2],
        progress: &Progress<'_>,
    ) -> Result<Followed<'g>, ExactFault> {
        let [game, _] = games;
        if game.seats() != 2 {
            return Err(ExactFault::Players(game.seats()));
        }
        let mut players = Players::new(games, strategies, names);
        let (chain, found) = loop {
            let starts = [0, 1].map(|mover| players.start(mover));
            match Chain::explore(starts, &names, progress, |place, row| players.turn(place, row)) {
                Ok(all) => break all,
                Err(Halt::Refine(observed)) => players.observed = observed,
                Err(Halt::Fault(fault)) => return Err(fault),
            }
        };
        let limits = Limits { cap: game.rules().cap, score: game.highest_score() };
        let solved = chain.solve(&order(&found), (&names, limits), progress)?;
        Ok(Followed { players, chain, found, solved })
    }

    fn shares(&self) -> ExactShares {
        ExactShares::new(&self.solved, [Column::Rounds; 2])
    }

    /// What the turns of each strategy come to in a game on average, if both start equally often.
    fn turns(&mut self, progress: &Progress<'_>) -> Result<[TurnsOf; 2], ExactFault> {
        let visits = self.chain.visits(&order(&self.found), &self.solved, progress)?;
        let mut of = [TurnsOf::default(); 2];
        for (place, &visits) in self.found.iter().zip(&visits.of) {
            let number = match self.players.decide(place) {
                Ok(number) => number,
                Err(Halt::Fault(fault)) => return Err(fault),
                Err(Halt::Refine(_)) => continue,
            };
            let (state, of) = (self.players.state(place), &mut of[usize::from(place.mover)]);
            for &Way { choices, combo, rerolled, ref scores } in &self.players.turns[number as usize] {
                let turns = visits * scores.iter().map(|(_, chance)| chance).sum::<f64>();
                let mut held = *state.holdings();
                let coins = held.pay_turn(state.next(), combo, rerolled, choices);
                of.turns += turns;
                of.ended[combo as usize] += turns;
                of.coins[combo as usize] += turns * f64::from(coins);
                of.paid += if rerolled == Rerolled::Paid { turns } else { 0.0 };
            }
        }
        of.iter_mut().for_each(|of| of.within = visits.within);
        Ok(of)
    }
}

/// What the turns of a strategy come to in a game on average.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TurnsOf {
    /// How many it plays.
    pub turns: f64,
    /// How many end with each combo, in the order of [`Combo::ALL`].
    pub ended: [f64; Combo::ALL.len()],
    /// The coins that each combo brings it, the coin paid for a reroll not counted.
    pub coins: [f64; Combo::ALL.len()],
    /// How many use the paid reroll.
    pub paid: f64,
    /// Numbers of turns are at most this far off; numbers of coins at most so many times the coins of the game.
    pub within: f64,
}

/// The positions in an order in which nearly all that follow one come before it: with more coins in play, which go back to
/// the bank only with 1 1 1, and with a higher score to beat.
fn order(found: &[Place]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..found.len() as u32).collect();
    order.sort_by_key(|&number| {
        let Place { round, at, .. } = &found[number as usize];
        std::cmp::Reverse((at.goal_held, *round, at.own + at.other + at.pot, at.to_beat))
    });
    order
}

impl Players<'_> {
    /// What a turn makes of a position.
    fn turn(&mut self, place: Place, row: &mut Row<Place>) -> Result<(), Halt> {
        let (before, number) = (self.state(&place), self.decide(&place)?);
        for Way { choices, combo, rerolled, scores } in &self.turns[number as usize] {
            let result = |score| TurnResult { combo: *combo, score, rerolled: *rerolled };
            let takes = match combo {
                Combo::Ones | Combo::Pot => scores.len(),
                _ => scores.partition_point(|&(score, _)| u32::from(score) < place.at.to_beat),
            };
            let (fail, take) = scores.split_at(takes);
            if let Some(&(score, _)) = fail.first() {
                let chance = fail.iter().map(|(_, chance)| chance).sum();
                self.follow(&place, (before.clone(), result(score), *choices), chance, row);
            }
            for &(score, chance) in take {
                self.follow(&place, (before.clone(), result(score), *choices), chance, row);
            }
        }
        Ok(())
    }

    /// Enters what follows a result.
    fn follow(
        &self,
        place: &Place,
        (mut state, result, choices): (State, TurnResult, LegalChoices),
        chance: f64,
        row: &mut Row<Place>,
    ) {
        let ended = end_turn(self.games[0].rules(), &mut state, result, choices);
        if ended != Ended::Turn {
            row.add(Column::Rounds, chance, 1.0);
        }
        if ended == Ended::Game {
            let coins = state.holdings().all_coins();
            return row.ends(chance, [0, 1].map(|strategy| coins[usize::from(strategy ^ place.first)]));
        }
        row.leads_to(self.after(place, &state), chance);
    }
}
