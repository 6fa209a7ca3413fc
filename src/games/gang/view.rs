//! What a strategy sees, and what it answers: the seam between the game and its players.
//!
//! Owns the trait [`Strategy`], the views, and the list of what a view can be asked ([`Field`]), so that
//! a decision can be remembered by what it was made from. A strategy is asked once a turn how many dice it commits
//! and by which plan; its rerolls are then a pure function of that plan, the card, the dice shown and
//! the rerolls left. It keeps no state: all public history is in the view.

use super::deck::{Card, CardIndex};
use super::play::Table;
use super::state::{State, Turn, TurnResult};
use crate::dice::{Counts, Generator, Purpose, Slot, generator};
use crate::games::{Seat, StrategyIndex};
use std::cell::{Cell, RefCell};

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
    /// How many dice to commit, and by which plan to reroll them. Asked at most once a turn. Must depend on
    /// nothing but the view: where the same questions have the same answers, an engine may remember the
    /// decision and not ask again.
    ///
    /// # Errors
    /// If the strategy cannot answer; the run then stops with a fault.
    fn commit(&self, view: &View<'_>) -> Result<Commit, NoAnswer>;

    /// Which of the dice shown to reroll; none ends the turn. Must depend on nothing but its arguments: it
    /// may be asked of rolls that a game never shows, in any order.
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

/// A question to a view with a short answer. The card is not among them: what is remembered of
/// decisions is kept for each card apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// [`View::round`] and [`View::rounds_left`].
    Round,
    /// [`View::seat`].
    Seat,
    /// [`View::first`].
    First,
    /// [`View::turn`].
    Turn,
    /// [`View::to_act`].
    ToAct,
    /// [`View::table`].
    Table,
    /// [`View::table_up_to`].
    TableUpTo(u32),
    /// [`View::bonus_next`].
    BonusNext,
    /// [`View::pool`].
    Pool,
    /// [`View::allowed`].
    Allowed,
    /// [`View::allowed_up_to`].
    AllowedUpTo(u32),
    /// [`View::pool_of_up_to`].
    PoolOfUpTo(Seat, u32),
    /// [`View::best`].
    Best,
    /// [`View::to_beat`].
    ToBeat,
}

/// What a strategy asked of a view while it decided.
#[derive(Debug, Default)]
pub struct Trace {
    reads: RefCell<Vec<(Field, u64)>>,
    unlisted: Cell<bool>,
}

impl Trace {
    /// Notes a question with its answer, unless what was asked before is not all that decides.
    #[cold]
    fn note(&self, field: Field, answer: u64) {
        if !self.unlisted.get() {
            self.reads.borrow_mut().push((field, answer));
        }
    }

    /// The questions with their answers in order, and whether that is all: if something without a short
    /// answer was asked, these are the questions before it.
    pub fn into_reads(self) -> (Vec<(Field, u64)>, bool) {
        (self.reads.into_inner(), !self.unlisted.get())
    }
}

/// The public state of the game before a turn, as the one whose turn it is sees it.
#[derive(Clone, Copy)]
pub struct View<'g> {
    /// Of the cards in order those after this round are not shown.
    pub(super) table: &'g Table<'g>,
    pub(super) state: &'g State,
    pub(super) seat: Seat,
    pub(super) trace: Option<&'g Trace>,
}

/// The result that is to be beaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its total: a higher one wins.
    pub total: u32,
    /// The dice committed for it: an equal total wins with more.
    pub dice: u32,
}

impl<'g> View<'g> {
    /// The same view, which records in `trace` what is asked of it.
    pub fn traced<'t>(&self, trace: &'t Trace) -> View<'t>
    where
        'g: 't,
    {
        View { trace: Some(trace), ..*self }
    }

    /// The same view, of which nothing is recorded: for a strategy that has it copied for somebody else to ask, and
    /// then says here what was asked, by [`View::asked`] and [`View::asked_unlisted`].
    pub fn unrecorded(&self) -> View<'g> {
        View { trace: None, ..*self }
    }

    /// Records a question that was answered from a view that records nothing.
    pub fn asked(&self, field: Field) {
        self.ask(field);
    }

    /// Records that something without a short answer was asked of such a view; a decision made from it is not
    /// remembered.
    pub fn asked_unlisted(&self) {
        self.unlisted();
    }

    /// The strategy whose turn it is.
    #[inline]
    pub fn strategy(&self) -> &'g dyn Strategy {
        self.table.strategies[self.strategy_index()]
    }

    /// Its position among the different strategies of the line-up.
    #[inline]
    pub fn strategy_index(&self) -> StrategyIndex {
        self.table.seating[self.seat.index()]
    }

    /// Seat and round (from 0) of the turn, which address its draws. Unlike [`View::seat`] and
    /// [`View::round`] this does not count as a question: it is for whoever plays the turn.
    #[inline]
    pub fn place(&self) -> (Seat, u32) {
        (self.seat, self.state.round())
    }

    /// The answer to a question, as a number whose meaning is the question's own.
    #[inline(always)]
    pub fn answer(&self, field: Field) -> u64 {
        match field {
            Field::Round => u64::from(self.state.round()),
            Field::Seat => u64::from(self.seat.0),
            Field::First => u64::from(self.state.first().0),
            Field::Turn => self.state.turns().len() as u64 + 1,
            Field::ToAct => (self.state.order().count() - self.state.turns().len() - 1) as u64,
            Field::Table => u64::from(self.state.table()),
            Field::TableUpTo(most) => u64::from(self.state.table().min(most)),
            Field::BonusNext => {
                u64::from(self.table.rules.bonus_after(self.state.round(), self.table.order.len() as u32))
            }
            Field::Pool => u64::from(self.state.pool(self.seat)),
            Field::Allowed => u64::from(self.state.allowed(self.seat)),
            Field::AllowedUpTo(most) => u64::from(self.state.allowed(self.seat).min(most)),
            Field::PoolOfUpTo(seat, most) => u64::from(self.state.pool(seat).min(most)),
            Field::Best => self.state.best().map_or(0, |turn| pack(&turn) << 8 | u64::from(turn.seat.0)),
            Field::ToBeat => self.state.best().map_or(0, |turn| pack(&turn)),
        }
    }

    #[inline]
    fn ask(&self, field: Field) -> u64 {
        let answer = self.answer(field);
        if let Some(trace) = self.trace {
            trace.note(field, answer);
        }
        answer
    }

    /// Says that something without a short answer was asked.
    #[inline]
    fn unlisted(&self) {
        if let Some(trace) = self.trace {
            trace.unlisted.set(true);
        }
    }

    /// The card of this round.
    #[inline]
    pub fn card(&self) -> &'g Card {
        self.table.deck.card(self.card_index())
    }

    /// The card's position in the deck.
    #[inline]
    pub fn card_index(&self) -> CardIndex {
        self.table.order[self.state.round() as usize]
    }

    /// The cards of earlier rounds, in order.
    pub fn seen(&self) -> impl ExactSizeIterator<Item = &'g Card> + use<'g> {
        self.unlisted();
        let (deck, order) = (self.table.deck, self.table.order);
        order[..self.state.round() as usize].iter().map(move |&index| deck.card(index))
    }

    /// The positions in the deck of the cards of [`View::seen`].
    pub fn seen_indices(&self) -> &'g [CardIndex] {
        self.unlisted();
        &self.table.order[..self.state.round() as usize]
    }

    /// The round, from 1.
    #[inline]
    pub fn round(&self) -> u32 {
        self.ask(Field::Round) as u32 + 1
    }

    /// The rounds after this one.
    #[inline]
    pub fn rounds_left(&self) -> u32 {
        self.table.order.len() as u32 - self.round()
    }

    /// How many seats the game started with.
    #[inline]
    pub fn seats(&self) -> usize {
        self.state.seats()
    }

    /// How many rerolls a turn may have: two by the rules (G09).
    #[inline]
    pub fn rerolls(&self) -> u8 {
        self.table.rules.rerolls
    }

    /// Whose turn it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        Seat(self.ask(Field::Seat) as u8)
    }

    /// Who started the round.
    #[inline]
    pub fn first(&self) -> Seat {
        Seat(self.ask(Field::First) as u8)
    }

    /// The number of this turn in the round: 1 is the first to act.
    #[inline]
    pub fn turn(&self) -> u32 {
        self.ask(Field::Turn) as u32
    }

    /// How many players act after this one this round.
    #[inline]
    pub fn to_act(&self) -> u32 {
        self.ask(Field::ToAct) as u32
    }

    /// Dice on the table now: left over, bonus, and committed this round.
    #[inline]
    pub fn table(&self) -> u32 {
        self.ask(Field::Table) as u32
    }

    /// The smaller of `most` and the dice on the table now: easier to remember than [`View::table`].
    #[inline]
    pub fn table_up_to(&self, most: u32) -> u32 {
        self.ask(Field::TableUpTo(most)) as u32
    }

    /// The bonus dice that the next round will bring.
    #[inline]
    pub fn bonus_next(&self) -> u32 {
        self.ask(Field::BonusNext) as u32
    }

    /// The dice this player holds.
    #[inline]
    pub fn pool(&self) -> u32 {
        self.ask(Field::Pool) as u32
    }

    /// The most dice this turn may commit (G06).
    #[inline]
    pub fn allowed(&self) -> u32 {
        self.ask(Field::Allowed) as u32
    }

    /// The smaller of `most` and the most dice this turn may commit. Asking this instead of
    /// [`View::allowed`] makes a decision easier to remember.
    #[inline]
    pub fn allowed_up_to(&self, most: u32) -> u32 {
        self.ask(Field::AllowedUpTo(most)) as u32
    }

    /// The dice each seat holds, 0 for the eliminated; dice committed this round lie on the table.
    pub fn pools(&self) -> impl ExactSizeIterator<Item = u32> + use<'g> {
        let pools: Vec<u32> =
            (0..self.state.seats()).map(|seat| self.pool_of_up_to(Seat(seat as u8), u32::MAX)).collect();
        pools.into_iter()
    }

    /// The smaller of `most` and the dice that a seat holds; 0 for the eliminated.
    ///
    /// # Panics
    /// If there is no such seat.
    #[inline]
    pub fn pool_of_up_to(&self, seat: Seat, most: u32) -> u32 {
        self.ask(Field::PoolOfUpTo(seat, most)) as u32
    }

    /// The best valid turn so far this round: what is to be beaten, and whose it is.
    #[inline]
    pub fn best(&self) -> Option<Turn> {
        self.ask(Field::Best);
        self.state.best()
    }

    /// What is to be beaten, whoever threw it: easier to remember than [`View::best`].
    #[inline]
    pub fn to_beat(&self) -> Option<Target> {
        self.ask(Field::ToBeat);
        self.state.best().map(|turn| match turn.result {
            TurnResult::Total(total) => Target { total, dice: turn.dice },
            TurnResult::Invalid => Target { total: 0, dice: 0 },
        })
    }

    /// The turns of this round so far, in order.
    #[inline]
    pub fn results(&self) -> &'g [Turn] {
        self.unlisted();
        self.state.turns()
    }

    /// The strategy's own coin for this turn: a generator keyed by seed, block, seat and round, whatever
    /// else was drawn before.
    pub fn coin(&self) -> Generator {
        self.unlisted();
        generator(self.table.block.draw(Slot::new(Purpose::Coin, self.seat.0, self.state.round(), 0)))
    }
}

/// A turn's result and dice in one number, above 0 if it is valid.
#[inline]
fn pack(turn: &Turn) -> u64 {
    match turn.result {
        TurnResult::Invalid => 0,
        TurnResult::Total(total) => u64::from(total + 1) << 16 | u64::from(turn.dice),
    }
}
