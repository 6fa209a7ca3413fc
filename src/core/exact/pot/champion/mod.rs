//! POT for two to five players, solved on a grid: what every position is worth to every player, and how it is best played.
//!
//! Owns [`ChampionValues`]: the win share that each player can expect before a turn, if everybody plays for the highest share
//! of its own. Exact positions are too many for more than two players. These things are not as in the game:
//!
//! * **Coins** stand on a grid, and values are interpolated between its points.
//! * **Scores to beat** below 6 count as 6 once the turn is over.
//! * **A last round**, in which somebody has held the goal, counts only how far each player is behind the richest.
//! * **The limit of turns** (P17) is left out.
//!
//! A turn itself is solved as it is: by all its dice and payments, from the position in which it is played.
//!
//! | file | owns |
//! |---|---|
//! | `bytes` | the values before rounds as bytes |
//! | `grid` | the points, and reading between them |
//! | `options` | the ways in which combos can be paid |
//! | `turn` | what the results of a turn are worth |
//! | `values` | the sweeps over all points |

mod bytes;
mod grid;
mod options;
mod turn;
mod values;

use super::RerollPolicy;
use crate::exact::induction::Work;
use crate::games::Game;
use crate::games::pot::{GameEnd, LegalChoices, MAX_SEATS, Pot, Rules};
use turn::Place;
use values::Solved;

pub use values::Known;

/// The highest goal for which a game is solved.
pub const MOST_SOLVED: u32 = 40;

/// How fine the grid is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Solved in seconds.
    Coarse,
    /// Solved in minutes.
    Fine,
}

impl Grade {
    /// The coins of a player that have points, below the goal.
    fn coins(self, seats: usize, goal: u32) -> Vec<u32> {
        let many = match (self, seats) {
            (Grade::Coarse, 2) => 12,
            (Grade::Coarse, 3) => 13,
            (Grade::Coarse, 4) => 7,
            (Grade::Coarse, _) => 5,
            (Grade::Fine, 2) => 24,
            (Grade::Fine, 3) => 24,
            (Grade::Fine, 4) => 9,
            (Grade::Fine, _) => 7,
        };
        let last = goal - 1;
        let mut knots: Vec<u32> = (0..many).map(|point| (point * last + (many - 1) / 2) / (many - 1)).collect();
        knots.dedup();
        knots
    }

    /// How many coins behind the richest have points in a last round.
    fn behind(self, seats: usize) -> Vec<u32> {
        match (self, seats) {
            (_, 2) => (0..=12).collect(),
            (_, 3) => (0..=8).chain([10, 13]).collect(),
            (Grade::Coarse, 4) => vec![0, 1, 2, 3, 4, 6, 9],
            (Grade::Fine, 4) => vec![0, 1, 2, 3, 4, 5, 7, 10],
            (Grade::Coarse, _) => vec![0, 1, 3, 6, 10],
            (Grade::Fine, _) => vec![0, 1, 2, 4, 6, 9],
        }
    }

    /// The coins in the POT that have points, above what the bank adds.
    fn pots(self, seats: usize) -> &'static [u32] {
        match (self, seats) {
            (_, 2 | 3) => &[0, 1, 2, 3, 4, 6, 9, 13],
            (Grade::Coarse, _) => &[0, 1, 3, 6, 11],
            (Grade::Fine, _) => &[0, 1, 2, 4, 7, 12],
        }
    }

    /// The same in a last round.
    fn late_pots(self, seats: usize) -> &'static [u32] {
        match (self, seats) {
            (_, 2 | 3) => &[0, 1, 2, 3, 4, 5, 6, 8, 10, 13],
            (Grade::Coarse, _) => &[0, 1, 2, 4, 7],
            (Grade::Fine, _) => &[0, 1, 2, 3, 5, 8],
        }
    }
}

/// Why a game is not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolvable {
    /// The goal is too high.
    #[error("it is computed for a goal of at most {MOST_SOLVED}, not for {0} (lower the rule 'goal')")]
    Goal(u32),
    /// The number of players is not allowed.
    #[error("it is known for 2 to {MAX_SEATS} players, not for {0}")]
    Players(usize),
    /// It was asked to stop.
    #[error("it was stopped")]
    Stopped,
}

/// A position before a turn, as the player on turn sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The coins of the players, those of the player on turn first and then clockwise; 0 where nobody sits.
    pub coins: [u32; MAX_SEATS],
    /// The coins in the POT. All others are in the bank.
    pub pot: u32,
    /// How many seats clockwise the player in control sits, and the score to beat. `None` if nobody is in control.
    pub control: Option<(usize, u8)>,
    /// Whether somebody has held the goal in this round.
    pub goal_held: bool,
}

/// What to do in a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Todo {
    /// Who pays and is paid.
    pub choices: LegalChoices,
    /// The best rerolls.
    pub plan: RerollPolicy,
}

/// What is asked of the values of a game, for any number of players.
trait Answers: Send + Sync {
    fn shares(&self, at: &Position) -> Vec<f64>;
    fn todo(&self, at: &Position) -> Todo;
    fn sweeps(&self) -> (u32, f64);
    fn bytes(&self) -> Vec<u8>;
}

impl<const N: usize> Solved<N> {
    /// The position of a player on turn.
    fn place(&self, at: &Position) -> Place<N> {
        let coins = std::array::from_fn(|seat| at.coins[seat]);
        let late = match self.rules.end {
            GameEnd::Held => at.goal_held,
            GameEnd::Holds => coins.iter().any(|&coins| coins >= self.rules.goal),
        };
        Place { coins, pot: at.pot, control: at.control, late }
    }

    fn boxed(rules: Rules, grade: Grade, known: Known<'_>, work: &Work<'_>) -> Option<Box<dyn Answers>> {
        let mut solved = Solved::<N>::new(rules, grade)?;
        solved.solve(known, work)?;
        Some(Box::new(solved))
    }
}

impl<const N: usize> Answers for Solved<N> {
    fn shares(&self, at: &Position) -> Vec<f64> {
        self.value(&self.place(at)).into_iter().map(f64::from).collect()
    }

    fn todo(&self, at: &Position) -> Todo {
        let place = self.place(at);
        let worths = self.worths(&place);
        let worth = |paid, result| f64::from(worths.of(paid, result)[0]);
        let plan = self.classes.best_plan(self.combos, worth, self.purse(&place));
        Todo { choices: worths.choices, plan }
    }

    fn sweeps(&self) -> (u32, f64) {
        (self.sweeps, self.change)
    }

    fn bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }
}

/// The values of all positions, and what follows from them.
pub struct ChampionValues {
    answers: Box<dyn Answers>,
    seats: usize,
    rules: Rules,
}

impl ChampionValues {
    /// Solves the game on all cores, by what is known of it; `go_on` is asked as the work goes on.
    ///
    /// # Errors
    /// If the goal is above [`MOST_SOLVED`], or it was stopped.
    pub fn solve(
        game: &Pot,
        grade: Grade,
        known: Known<'_>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<ChampionValues, Unsolvable> {
        let (rules, seats) = (*game.rules(), game.seats());
        if rules.goal > MOST_SOLVED {
            return Err(Unsolvable::Goal(rules.goal));
        }
        let work = Work::on_all_cores(go_on);
        let solved = match seats {
            2 => Solved::<2>::boxed(rules, grade, known, &work),
            3 => Solved::<3>::boxed(rules, grade, known, &work),
            4 => Solved::<4>::boxed(rules, grade, known, &work),
            5 => Solved::<5>::boxed(rules, grade, known, &work),
            _ => return Err(Unsolvable::Players(seats)),
        };
        Ok(ChampionValues { answers: solved.ok_or(Unsolvable::Stopped)?, seats, rules })
    }

    /// The position before the first turn.
    pub fn start(&self) -> Position {
        let mut coins = [0; MAX_SEATS];
        coins[..self.seats].fill(self.rules.start);
        Position { coins, pot: self.rules.stake, control: None, goal_held: false }
    }

    /// The win share of each player in a position, the one on turn first.
    pub fn shares(&self, at: &Position) -> Vec<f64> {
        self.answers.shares(at)
    }

    /// The best turn in a position.
    pub fn todo(&self, at: &Position) -> Todo {
        self.answers.todo(at)
    }

    /// The values before rounds, from which all others follow.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.answers.bytes()
    }

    /// How many sweeps over the positions there were, and by how much the last one changed a share on average.
    pub fn sweeps(&self) -> (u32, f64) {
        self.answers.sweeps()
    }
}

#[cfg(test)]
mod tests;
