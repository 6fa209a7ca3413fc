//! Single duels, fought through the rules outside of any game.
//!
//! Owns how a [`Situation`] is put on the table and fought die by die. `odds` works out the chances of the same
//! situations where that is possible; the tests hold the two to the same numbers.

use super::Battle;
use super::arena::Board;
use super::duel::{Duel, Verdict};
use super::odds::{End, Situation};
use super::play::Play;
use super::rules::MAX_SEATS;
use super::state::State;
use super::view::Strategy;
use crate::dice::BlockKey;
use crate::games::{Fault, Seat, Table};

/// What came of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Who won, if anybody.
    pub end: End,
    /// The points that it brings the fighters, by position: the winner's award, and the victory points that showed (B17).
    pub points: [u32; MAX_SEATS],
}

impl Battle {
    /// Fights a duel of this situation through the rules, with the draws of `block`. The fighter at position 0 sits at seat 1
    /// and has chosen the duel; everybody takes part.
    ///
    /// # Errors
    /// The fault of a fighter, as where a conduct leaves open which dice are thrown.
    pub fn try_duel(&self, board: &mut Board, situation: &Situation, block: BlockKey) -> Result<Trial, Fault> {
        let Situation { contest, hand, fighters } = situation;
        let active = Seat(0);
        board.state = State::new(self.rules(), fighters.len());
        let duel = Duel { contest: *contest, opponent: None, hand: *hand };
        board.arena.begin(duel, active, fighters.iter().map(|fighter| fighter.dice));
        let strategies: Vec<&dyn Strategy> = fighters.iter().map(|fighter| &fighter.conduct as &dyn Strategy).collect();
        let seating: Vec<usize> = (0..fighters.len()).collect();
        let table = Table { strategies: &strategies, seating: &seating, block };
        let mut nobody = ();
        let mut play = Play::new(self, table, board, &mut nobody);
        let verdict = play.contest().map_err(|fault| *fault)?;
        let end = match verdict {
            Verdict::Won(seat) => End::Won(seat.0),
            Verdict::Lost => End::Lost,
            Verdict::Drawn => End::Drawn,
        };
        Ok(Trial { end, points: play.points(verdict) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::RunKey;
    use crate::games::battle::{Conduct, Contest, Hand, Kinds, Rules, odds::Fighter};

    /// Chances of duels that can be worked out, against 40,000 duels fought: none may be more than 4.5 standard errors away,
    /// which one of 16 normal numbers is once in 9,000 tests.
    #[test]
    fn duels_that_are_fought_come_out_as_often_as_is_worked_out() {
        let game = Battle::new(Rules::default(), 2).unwrap();
        let fighter = |dice: [u8; 6]| Fighter { dice: Kinds::new(dice), conduct: Conduct::default() };
        for contest in [Contest::Battle, Contest::RussianRoulette, Contest::ByPoints(6), Contest::TwoByTwo] {
            for hand in Hand::ALL {
                let fighters = vec![fighter([4, 0, 0, 0, 0, 1]), fighter([3, 0, 1, 1, 0, 0])];
                let situation = Situation { contest, hand, fighters };
                let odds = game.odds(&situation).unwrap();
                let (mut board, mut wins, mut points, mut squares) = (Board::default(), 0.0, 0.0, 0.0);
                let duels = 40_000;
                for block in 0..duels {
                    let trial = game.try_duel(&mut board, &situation, RunKey::new(5).block(block)).unwrap();
                    wins += f64::from(u8::from(trial.end == End::Won(0)));
                    points += f64::from(trial.points[0]);
                    squares += f64::from(trial.points[0]).powi(2);
                }
                let n = duels as f64;
                let (win, mean) = (odds.win(0), odds.points(0, 1));
                let z = (wins / n - win) / (win * (1.0 - win) / n).sqrt();
                assert!(z.abs() < 4.5, "{contest} {hand:?}: won {} of {win}", wins / n);
                let variance = squares / n - (points / n).powi(2);
                let z = (points / n - mean) / (variance / n).sqrt();
                assert!(z.abs() < 4.5, "{contest} {hand:?}: {} points of {mean}", points / n);
            }
        }
    }
}
