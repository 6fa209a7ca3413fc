//! The value of a two-player game of Gang of Dice, by backward induction over its positions between rounds.
//!
//! Owns [`GameValues`]: the win share that the player who starts a round can expect when both play best, for every
//! [`Position`], and from it what both do in a round. All is as the rules have it (edition, rules and deck as given), but
//! for two things:
//!
//! * **The cards** are drawn anew every round from all that its back allows (G05). In the game a card is not met twice, and
//!   who remembers those shown knows more; that knowledge has no value here.
//! * **The dice** that are considered in a turn end at [`MOST_DICE`]. Up to there, each position gets as many under each card
//!   as it takes for a bound on what more could change to fall below 10⁻⁶, or until more of them change no position by that
//!   much ([`Enough`]). Where more than [`FEW_LEFT`] dice were left on the table it is at most [`FAR_DICE`].
//!
//! | file | owns |
//! |---|---|
//! | `positions` | what a position is, and where its value stands |
//! | `chances` | what a turn can reach under a card, and bounds on it |
//! | `choices` | a round under a card: the best start, the best response |
//! | `induction` | the way from the last round to the first |
//! | `play` | what to do in a situation, and the plans for it |
//! | `price` | what a turn as it was played is worth |
//! | `bytes` | the values as bytes, for whoever keeps them |

pub(super) mod bytes;
pub(super) mod chances;
pub(super) mod choices;
pub(super) mod induction;
mod play;
pub(super) mod positions;
mod price;

pub use bytes::FORM;
pub(super) use play::key;
pub use play::{Aim, Start, Todo};
pub use positions::Position;
pub use price::FirstTurn;

use super::cache::Cache;
use super::course::Course;
use super::{Optimum, TurnError};
use crate::games::gang::{Card, CardIndex, Gang};
use chances::Chances;
use positions::Values;
use price::Best;

/// The most dice of a turn that are considered.
pub const MOST_DICE: u32 = 24;
/// Dice left on the table, up to which the considered dice suit what can be won.
pub const FEW_LEFT: u32 = 20;
/// The most dice of a turn that are considered where more were left.
pub const FAR_DICE: u32 = 8;
/// The most rounds to be solved, a position under a card each: three times those of the published game.
pub const MOST_PROBLEMS: u64 = 2_000_000;

/// How much memory plans may take, in bytes; starts, and values of numbers of dice that were committed, each.
const PLANS_ROOM: usize = 32 << 20;
const PRICES_ROOM: usize = 48 << 20;

/// Why a game has no values.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unsolvable {
    /// It is not for two players.
    #[error("the value of a game is known for 2 players, not for {0} (choose --players 2, or 'champion')")]
    Players(usize),
    /// It has too many positions, or too many cards.
    #[error(
        "the game has {0} rounds to solve, a position under a card each; at most {MOST_PROBLEMS} can be solved (make the \
         rule 'pools' smaller, or the deck)"
    )]
    Large(u64),
    /// It was asked to stop.
    #[error("the game was not solved: it was stopped")]
    Stopped,
    /// A turn cannot be solved.
    #[error(transparent)]
    Turn(#[from] TurnError),
}

/// How it is known that a card needs no more dice in a round than are considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enough {
    /// A bound says that more dice change no position by more than 10⁻⁶.
    Proven,
    /// The last four dice that were added changed no position by more than 10⁻⁶. That is a check, not a proof.
    Unchanged,
    /// It is not known: the last two dice of [`MOST_DICE`] changed a position by more than that.
    Capped,
}

/// What is considered under a card in a round.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Considered {
    /// How many dice, by the place of the position among the values; none if the card cannot be met.
    dice: Vec<u8>,
    /// The most of them, or 0.
    most: u8,
    enough: Enough,
    /// The most by which the last two dice changed a position.
    change: f64,
}

impl Considered {
    fn new(dice: Vec<u8>, enough: Enough, change: f64) -> Considered {
        Considered { most: dice.iter().copied().max().unwrap_or(0), dice, enough, change }
    }
}

/// The values of all positions of a two-player game, and what follows from them.
pub struct GameValues {
    course: Course,
    cards: Vec<Card>,
    rerolls: u8,
    /// By round, and after the last.
    values: Vec<Values>,
    /// By round and card.
    considered: Vec<Vec<Considered>>,
    /// By card.
    chances: Vec<Chances>,
    plans: Cache<Optimum>,
    starts: Cache<Best>,
    with_dice: Cache<f64>,
}

impl GameValues {
    fn new(gang: &Gang) -> GameValues {
        let cards = gang.deck().cards.clone();
        GameValues {
            course: Course::new(gang),
            rerolls: gang.rules().rerolls,
            values: Vec::new(),
            considered: Vec::new(),
            chances: Vec::new(),
            cards,
            plans: Cache::new(PLANS_ROOM),
            starts: Cache::new(PRICES_ROOM),
            with_dice: Cache::new(PRICES_ROOM),
        }
    }

    /// The position before the first round.
    pub fn start(&self) -> Position {
        Position::start(&self.course)
    }

    /// How many rounds the game has.
    pub fn rounds(&self) -> u32 {
        self.course.rounds()
    }

    /// The dice in the game before a round, its bonus not counted.
    ///
    /// # Panics
    /// If there is no such round.
    pub fn dice(&self, round: u32) -> u32 {
        self.course.dice(round)
    }

    /// The win share that the player who starts can expect, 0 to 1.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn value(&self, position: Position) -> f64 {
        let values = &self.values[position.round as usize];
        values.get(values.class(position.bonus), position.first, position.other)
    }

    /// Whether the card can be that of the round.
    pub fn deals(&self, round: u32, card: CardIndex) -> bool {
        self.course.cards(round).contains(&card)
    }

    /// The most dice that are considered under a card in a round; 0 if the card cannot be met in it.
    pub fn considered(&self, round: u32, card: CardIndex) -> u32 {
        self.under(round, card).most.into()
    }

    /// How it is known that no more are needed, and by how much at the most the last two changed what a position is worth
    /// under the card.
    pub fn enough(&self, round: u32, card: CardIndex) -> (Enough, f64) {
        let considered = self.under(round, card);
        (considered.enough, considered.change)
    }

    fn under(&self, round: u32, card: CardIndex) -> &Considered {
        &self.considered[round as usize][usize::from(card.0)]
    }

    /// How many dice are considered in a position.
    fn considered_in(&self, position: Position, card: CardIndex) -> u32 {
        let place = self.values[position.round as usize].place_of(position);
        self.under(position.round, card).dice.get(place).map_or(0, |&dice| dice.into())
    }

    /// What a turn can reach under a card.
    fn chances(&self, card: CardIndex) -> &Chances {
        &self.chances[usize::from(card.0)]
    }
}

#[cfg(test)]
mod counting;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(super) mod twin;
