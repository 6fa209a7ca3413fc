//! The chances of duels, worked out without fighting them: who wins, and the victory points that show (B05 to B17).
//!
//! Owns [`Situation`] and its solution, [`Odds`]. It is independent of every engine: a situation goes in, the joint
//! distribution of the winner and of the points that everybody's `1 VP` bring comes out. Where nobody acts on another
//! die, the throws of the players are independent, so that distributions of totals are convolved and compared; ties,
//! steps and bouts are Markov chains. Ties and bouts end after 50 repeats, as the rules have it (B16).
//!
//! A situation has no solution here where a die could act on another one (`reroll`, `exchange`, `cancel`, unless they are
//! declined), where a strategy's conduct is not known, where an `extra` could be multiplied, where it depends on the
//! order of dice drawn at random where a multiplier goes, or where there are more than [`MOST_CASES`] cases:
//! [`Unsolved`] says which. Whether it has one depends on the situation alone.
//!
//! Chances are floating-point numbers. They add up to 1 to 10^-12: chains end when less than 10^-18 is left of them,
//! which counts as drawn.
//!
//! | file | owns |
//! |---|---|
//! | `alone` | what one player throws, whatever the others do |
//! | `sums` | chances added up in a fixed order, and limits of work |
//! | `throws` | what one player's throw comes to |
//! | `clash` | throws compared, and ties |
//! | `steps` | duels step by step |
//! | `bouts` | two by two |
//! | `model` | the chances to win that strategies are told |

mod alone;
mod bouts;
mod clash;
mod model;
mod steps;
mod sums;
#[cfg(test)]
mod tests;
mod throws;

use super::Battle;
use super::conduct::Conduct;
use super::dice::Kinds;
use super::duel::{Contest, Hand, Need};
use super::rules::MAX_SEATS;
pub(super) use alone::{Alone, MOST_SHOWN, Throw};
use clash::Ring;
pub(super) use model::Known;
use sums::{Sum, Work};
pub(super) use throws::Extras;

/// How many cases are looked at before a situation counts as too large: some tenths of a second of work at the most.
pub const MOST_CASES: u64 = 500_000;

/// What is left of a chain when it ends.
const DUST: f64 = 1e-18;

/// Who fights, with which dice, and how it plays inside the duel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fighter {
    /// All its dice.
    pub dice: Kinds,
    /// How it plays.
    pub conduct: Conduct,
}

/// A duel before the first throw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Situation {
    /// How it goes; its opponents are the fighters.
    pub contest: Contest,
    /// How dice are picked.
    pub hand: Hand,
    /// Those who take part, 1 to 6, the active player first, then clockwise.
    pub fighters: Vec<Fighter>,
}

/// Why a situation has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// A die could act on another one, or nothing is known of what a player does with a power.
    #[error("a die may act on another die")]
    Acts,
    /// It is not known which dice a player chooses.
    #[error("nothing is known of the dice that a player chooses")]
    Choice,
    /// An `extra` could be multiplied.
    #[error("an extra may be multiplied")]
    Extra,
    /// Of two dice that are worth the same to a multiplier the first is taken, and their order is drawn at random.
    #[error("where a multiplier goes may depend on the order in which dice were drawn")]
    Order,
    /// There are too many cases.
    #[error("there are more cases than {MOST_CASES}")]
    TooLarge,
    /// There are no fighters, or more than can play.
    #[error("a duel has 1 to {MAX_SEATS} fighters")]
    Fighters,
}

/// How a duel ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// The fighter at this position won, from 0.
    Won(u8),
    /// Everybody lost (B16).
    Lost,
    /// Ties or bouts came to their limit (B05, B16).
    Drawn,
}

/// Victory points that showed, by the position of the fighter (B17).
pub type Shown = [u16; MAX_SEATS];

/// One way in which a duel can end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ending {
    /// Who won, if anybody.
    pub end: End,
    /// The victory points that showed.
    pub shown: Shown,
    /// How likely it is.
    pub chance: f64,
}

/// The distribution of how a duel ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    endings: Vec<Ending>,
}

impl Odds {
    /// All ways in which it can end, each once, in the order of who wins and what shows.
    pub fn endings(&self) -> &[Ending] {
        &self.endings
    }

    /// The chance that the fighter at a position wins, from 0.
    pub fn win(&self, position: usize) -> f64 {
        self.sum(|ending| f64::from(ending.end == End::Won(position as u8)))
    }

    /// The mean of the victory points that the dice of the fighter at a position show (B17).
    pub fn shown(&self, position: usize) -> f64 {
        self.sum(|ending| f64::from(ending.shown.get(position).copied().unwrap_or(0)))
    }

    /// The mean of the points that a fighter at a position gets, if winning brings so many (B17).
    pub fn points(&self, position: usize, award: u32) -> f64 {
        self.win(position) * f64::from(award) + self.shown(position)
    }

    /// The ending that a random word stands for, each as often as it is likely, to 2^-53.
    ///
    /// `None` only of no endings, which no solution has.
    pub fn draw(&self, word: u64) -> Option<&Ending> {
        // The upper 53 bits: as many as a floating-point number holds.
        let mut left = (word >> 11) as f64 / (1_u64 << 53) as f64;
        let found = self.endings.iter().find(|ending| {
            left -= ending.chance;
            left < 0.0
        });
        found.or(self.endings.last())
    }

    fn sum(&self, number: impl Fn(&Ending) -> f64) -> f64 {
        self.endings.iter().map(|ending| ending.chance * number(ending)).sum()
    }
}

/// What is told apart in how a duel ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counts {
    /// Who wins, and the points that show.
    Points,
    /// Who wins, and the points that the first fighter shows.
    Own,
    /// Who wins.
    Wins,
}

impl Counts {
    /// What is told apart of the fighter at a position: [`Counts::Points`], or [`Counts::Wins`] if it is not what it shows.
    const fn of(self, position: usize) -> Counts {
        match self {
            Counts::Own if position == 0 => Counts::Points,
            Counts::Own => Counts::Wins,
            all => all,
        }
    }
}

/// How many cases are looked at where only the first fighter's victory points are told apart.
const MOST_OWN_CASES: u64 = 1_000_000;

impl Battle {
    /// The distribution of how a duel ends.
    ///
    /// # Errors
    /// Why it is not known.
    pub fn odds(&self, situation: &Situation) -> Result<Odds, Unsolved> {
        self.odds_within(situation, Counts::Points, MOST_CASES)
    }

    /// The same with the victory points of the first fighter alone; those of the others count as 0. It has fewer cases, of
    /// which up to 1,000,000 are looked at.
    ///
    /// # Errors
    /// Why it is not known.
    pub fn own_odds(&self, situation: &Situation) -> Result<Odds, Unsolved> {
        self.odds_within(situation, Counts::Own, MOST_OWN_CASES)
    }

    fn odds_within(&self, situation: &Situation, counts: Counts, cases: u64) -> Result<Odds, Unsolved> {
        let ends = self.ends(situation, counts, cases)?;
        let ending = |((end, shown), chance)| Ending { end, shown, chance };
        let mut endings: Vec<Ending> = ends.into_all().into_iter().map(ending).collect();
        endings.sort_by_key(|ending| (ending.end, ending.shown));
        Ok(Odds { endings })
    }

    /// How a duel ends, by looking at so many cases at the most.
    fn ends(&self, situation: &Situation, counts: Counts, cases: u64) -> Result<Sum<(End, Shown)>, Unsolved> {
        if !(1..=MAX_SEATS).contains(&situation.fighters.len()) {
            return Err(Unsolved::Fighters);
        }
        let mut ring = Ring::new(self, situation, counts, Work::up_to(cases));
        match situation.contest {
            Contest::FirstTo15 => ring.steps(super::contest::FIFTEEN),
            Contest::RussianRoulette => ring.steps(0),
            Contest::ByPoints(limit) => ring.one_throw(Need::Cost(limit)),
            Contest::Battle => ring.one_throw(Need::Exactly(super::contest::BATTLE_DICE)),
            Contest::Armageddon(dice) => ring.one_throw(Need::Exactly(dice)),
            Contest::TwoByTwo => ring.bouts(),
        }
    }
}
