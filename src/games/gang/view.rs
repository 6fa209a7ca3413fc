//! What a strategy sees, and what it answers: the seam between the game and its players.
//!
//! Owns the trait [`Strategy`] and the views. A strategy is asked once a turn how many dice it commits
//! and by which plan; its rerolls are then a pure function of that plan, the card, the dice shown and
//! the rerolls left. It keeps no state: all public history is in the view.

use super::deck::{Card, CardIndex, Deck};
use super::rules::Rules;
use super::state::{State, Turn};
use crate::dice::{BlockKey, Counts, Generator, Purpose, Slot, generator};
use crate::games::Seat;

/// How a turn will be rolled: a number whose meaning is the strategy's own. Equal plans of one strategy
/// must always reroll alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlanId(pub u64);

/// A strategy's decision for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Commit {
    /// How many dice, from 1 to [`View::allowed`].
    pub dice: u32,
    /// How they will be rerolled.
    pub plan: PlanId,
}

/// Why a strategy could not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoAnswer(pub Box<str>);

/// A player of Gang of Dice.
pub trait Strategy: Send + Sync {
    /// How many dice to commit, and by which plan to reroll them. Asked once a turn.
    ///
    /// # Errors
    /// If the strategy cannot answer; the run then stops with a fault.
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer>;

    /// Which of the dice shown to reroll; none ends the turn. Must depend on nothing but its arguments.
    ///
    /// # Errors
    /// If the strategy cannot answer; the run then stops with a fault.
    fn reroll(&self, plan: PlanId, roll: &Roll<'_>) -> Result<Counts, NoAnswer>;
}

/// All dice of a turn after a roll.
#[derive(Clone, Copy, Debug)]
pub struct Roll<'g> {
    /// The card of the round.
    pub card: &'g Card,
    /// What the dice show, kept and rerolled ones alike.
    pub shown: Counts,
    /// How many rerolls are left, at least 1.
    pub left: u8,
}

/// The public state of the game before a turn, as the one whose turn it is sees it.
#[derive(Clone, Copy)]
pub struct View<'g> {
    pub(super) rules: &'g Rules,
    pub(super) deck: &'g Deck,
    /// The cards of this game in the order of the rounds; those after this round are not shown.
    pub(super) order: &'g [CardIndex],
    pub(super) state: &'g State,
    pub(super) seat: Seat,
    pub(super) block: BlockKey,
}

impl<'g> View<'g> {
    /// The card of this round.
    #[inline]
    pub fn card(&self) -> &'g Card {
        self.deck.card(self.card_index())
    }

    /// The card's position in the deck.
    #[inline]
    pub fn card_index(&self) -> CardIndex {
        self.order[self.state.round() as usize]
    }

    /// The cards of earlier rounds, in order.
    pub fn seen(&self) -> impl ExactSizeIterator<Item = &'g Card> + use<'g> {
        let (deck, order) = (self.deck, self.order);
        order[..self.state.round() as usize].iter().map(move |&index| deck.card(index))
    }

    /// The round, from 1.
    #[inline]
    pub fn round(&self) -> u32 {
        self.state.round() + 1
    }

    /// The rounds after this one.
    #[inline]
    pub fn rounds_left(&self) -> u32 {
        self.order.len() as u32 - self.round()
    }

    /// How many rerolls a turn may have.
    #[inline]
    pub fn rerolls(&self) -> u8 {
        self.rules.rerolls
    }

    /// Whose turn it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Who started the round.
    #[inline]
    pub fn first(&self) -> Seat {
        self.state.first()
    }

    /// The number of this turn in the round: 1 is the first to act.
    #[inline]
    pub fn turn(&self) -> u32 {
        self.state.turns().len() as u32 + 1
    }

    /// How many players act after this one this round.
    #[inline]
    pub fn to_act(&self) -> u32 {
        self.state.order().count() as u32 - self.turn()
    }

    /// Dice on the table now: left over, bonus, and committed this round.
    #[inline]
    pub fn table(&self) -> u32 {
        self.state.table()
    }

    /// The bonus dice that the next round will bring.
    #[inline]
    pub fn bonus_next(&self) -> u32 {
        if self.rounds_left() == 0 { 0 } else { self.rules.bonus(self.round(), self.order.len() as u32) }
    }

    /// The dice this player holds.
    #[inline]
    pub fn pool(&self) -> u32 {
        self.state.pool(self.seat)
    }

    /// The most dice this turn may commit (G06).
    #[inline]
    pub fn allowed(&self) -> u32 {
        self.state.allowed(self.seat)
    }

    /// The dice each seat holds, 0 for the eliminated; dice committed this round lie on the table.
    pub fn pools(&self) -> impl ExactSizeIterator<Item = u32> + use<'g> {
        let state = self.state;
        (0..state.seats()).map(move |seat| state.pool(Seat(seat as u8)))
    }

    /// The best valid turn so far this round: what is to be beaten.
    #[inline]
    pub fn best(&self) -> Option<Turn> {
        self.state.best()
    }

    /// The turns of this round so far, in order.
    #[inline]
    pub fn results(&self) -> &'g [Turn] {
        self.state.turns()
    }

    /// The strategy's own coin for this turn: a generator keyed by seed, block, seat and round, whatever
    /// else was drawn before.
    pub fn coin(&self) -> Generator {
        generator(self.block.draw(Slot::new(Purpose::Coin, self.seat.0, self.state.round(), 0)))
    }
}
