//! What a strategy sees, and what it answers: the seam between the game and its players.
//!
//! Owns the trait [`Strategy`], the views, and the list of what a view can be asked ([`Field`]), so that a decision
//! can be remembered by what it was made from. A strategy is asked once a turn for a [`Plan`]: how it will reroll,
//! and from whom it takes if a combo comes up. Its rerolls are then a pure function of the plan's number, the dice
//! shown and the reroll that comes next. It keeps no state: all public history that matters is in the view.

use super::choices::{Choices, Other};
use super::dice::{DiceSet, Throw};
use super::play::Table;
use super::rules::{MAX_SEATS, Rules};
use super::state::State;
use crate::dice::{Generator, Purpose, Slot, generator};
use crate::games::{Seat, StrategyIndex};
use std::cell::{Cell, RefCell};

/// How a turn will be rolled: a number whose meaning is the strategy's own. Equal numbers of one strategy must always
/// reroll alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlanId(pub u64);

/// A strategy's decision for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    /// How dice will be rerolled.
    pub rerolls: PlanId,
    /// From whom it takes, and to whom it gives, if a combo comes up.
    pub choices: Choices,
}

/// Why a strategy could not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoAnswer(pub Box<str>);

/// A player of POT.
pub trait Strategy: Send + Sync {
    /// The plan for the turn. Asked at most once a turn. Must depend on nothing but the view: where the same questions
    /// have the same answers, an engine may remember the plan and not ask again.
    ///
    /// # Errors
    /// If the strategy cannot answer; the run then stops with a fault.
    fn plan(&self, view: &View<'_>) -> Result<Plan, NoAnswer>;

    /// Which of the dice shown to reroll; none ends the turn. Must depend on nothing but its arguments: it may be
    /// asked of rolls that a game never shows, in any order. It is not asked of 1 1 1 and P O T, which end the turn,
    /// nor about the paid reroll if the player had no coin as the turn began.
    ///
    /// # Errors
    /// If the strategy cannot answer; the run then stops with a fault.
    fn reroll(&self, plan: PlanId, roll: &Roll) -> Result<DiceSet, NoAnswer>;
}

/// A reroll (P04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reroll {
    /// The first, for nothing.
    Free,
    /// The second, for a coin that goes into the POT.
    Paid,
}

/// The dice of a turn after a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    /// What they show, kept and rerolled ones alike.
    pub shown: Throw,
    /// The reroll that comes next.
    pub next: Reroll,
}

/// A question to a view with a short answer. Whether the player has a coin is not among them: what is remembered of
/// plans is kept apart for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// [`View::round`].
    Round,
    /// [`View::seat`].
    Seat,
    /// [`View::first`].
    First,
    /// [`View::bank`].
    Bank,
    /// [`View::bank_up_to`].
    BankUpTo(u32),
    /// [`View::pot`].
    Pot,
    /// [`View::pot_up_to`].
    PotUpTo(u32),
    /// [`View::coins`].
    Coins,
    /// [`View::coins_up_to`].
    CoinsUpTo(u32),
    /// [`View::coins_of`].
    CoinsOf(Other),
    /// [`View::coins_of_up_to`].
    CoinsOfUpTo(Other, u32),
    /// [`View::ranking`].
    Ranking,
    /// [`View::to_beat`].
    ToBeat,
    /// [`View::in_control`].
    InControl,
    /// [`View::still_to_come`].
    StillToCome,
    /// [`View::goal_held`].
    GoalHeld,
}

/// What a strategy asked of a view while it decided.
#[derive(Debug, Default)]
pub struct Trace {
    reads: RefCell<Vec<(Field, u64)>>,
    unlisted: Cell<bool>,
}

impl Trace {
    /// The questions with their answers in order, and whether that is all: if something without a short answer was
    /// asked, these are the questions before it.
    pub fn into_reads(self) -> (Vec<(Field, u64)>, bool) {
        (self.reads.into_inner(), !self.unlisted.get())
    }
}

/// The answer to [`Field::Ranking`] at a table of `seats`, given the coins of each other player: the others by coins,
/// most first and then clockwise, 4 bits each, the first the lowest.
#[inline]
pub fn ranking(seats: usize, coins_of: impl Fn(Other) -> u32) -> u32 {
    const FEWEST: u32 = u32::MAX >> 4;
    let mut others = [0u32; MAX_SEATS - 1];
    let others = &mut others[..seats - 1];
    for (steps, other) in (1..).zip(others.iter_mut()) {
        // Fewer coins and more steps make a greater number.
        *other = (FEWEST - coins_of(Other::clockwise(steps))) << 4 | u32::from(steps);
    }
    others.sort_unstable();
    others.iter().rev().fold(0, |all, other| all << 4 | other & 15)
}

/// The public state of the game before a turn, as the one whose turn it is sees it.
#[derive(Clone, Copy)]
pub struct View<'g> {
    pub(super) table: &'g Table<'g>,
    pub(super) state: &'g State,
    pub(super) trace: Option<&'g Trace>,
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
        self.table.seating[self.state.next().index()]
    }

    /// The place of the turn among the draws of a block for `purpose`. This does not count as a question: it is for
    /// whoever plays the turn.
    #[inline]
    pub fn slot(&self, purpose: Purpose) -> Slot {
        Slot::new(purpose, self.state.next().0, self.state.round(), self.state.visit())
    }

    /// The answer to a question, as a number whose meaning is the question's own.
    #[inline(always)]
    pub fn answer(&self, field: Field) -> u64 {
        let state = self.state;
        u64::from(match field {
            Field::Round => state.round(),
            Field::Seat => state.next().0.into(),
            Field::First => state.first().0.into(),
            Field::Bank => state.bank(),
            Field::BankUpTo(most) => state.bank().min(most),
            Field::Pot => state.pot(),
            Field::PotUpTo(most) => state.pot().min(most),
            Field::Coins => state.coins(state.next()),
            Field::CoinsUpTo(most) => state.coins(state.next()).min(most),
            Field::CoinsOf(other) => self.coins_at(other),
            Field::CoinsOfUpTo(other, most) => self.coins_at(other).min(most),
            Field::Ranking => self.rank(),
            Field::ToBeat => state.control().map_or(0, |control| u32::from(control.score) + 1),
            Field::InControl => state.control().map_or(0, |control| u32::from(self.steps_to(control.seat))),
            Field::StillToCome => self.still_after(),
            Field::GoalHeld => state.goal_held().into(),
        })
    }

    #[inline]
    fn ask(&self, field: Field) -> u64 {
        let answer = self.answer(field);
        if let Some(trace) = self.trace.filter(|trace| !trace.unlisted.get()) {
            trace.reads.borrow_mut().push((field, answer));
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

    #[inline]
    fn coins_at(&self, other: Other) -> u32 {
        self.state.coins(self.state.holdings().seat_after(self.state.next(), other.steps()))
    }

    /// How many seats clockwise of the one whose turn it is.
    #[inline]
    fn steps_to(&self, seat: Seat) -> u8 {
        let (seats, from) = (self.state.seats() as u8, self.state.next().0);
        if seat.0 >= from { seat.0 - from } else { seat.0 + seats - from }
    }

    #[inline]
    fn still_after(&self) -> u32 {
        match self.state.control() {
            Some(control) => u32::from(self.steps_to(control.seat)) - 1,
            None => self.state.seats() as u32 - 1,
        }
    }

    fn rank(&self) -> u32 {
        ranking(self.state.seats(), |other| self.coins_at(other))
    }

    /// The rules in force.
    #[inline]
    pub fn rules(&self) -> &'g Rules {
        self.table.rules
    }

    /// How many play.
    #[inline]
    pub fn seats(&self) -> usize {
        self.state.seats()
    }

    /// Whether the player has a coin to pay for the last reroll with (P04).
    #[inline]
    pub fn can_pay(&self) -> bool {
        self.state.coins(self.state.next()) > 0
    }

    /// The round, from 1.
    #[inline]
    pub fn round(&self) -> u32 {
        self.ask(Field::Round) as u32 + 1
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

    /// Coins in the bank.
    #[inline]
    pub fn bank(&self) -> u32 {
        self.ask(Field::Bank) as u32
    }

    /// The smaller of `most` and the coins in the bank: easier to remember than [`View::bank`].
    #[inline]
    pub fn bank_up_to(&self, most: u32) -> u32 {
        self.ask(Field::BankUpTo(most)) as u32
    }

    /// Coins in the POT.
    #[inline]
    pub fn pot(&self) -> u32 {
        self.ask(Field::Pot) as u32
    }

    /// The smaller of `most` and the coins in the POT: easier to remember than [`View::pot`].
    #[inline]
    pub fn pot_up_to(&self, most: u32) -> u32 {
        self.ask(Field::PotUpTo(most)) as u32
    }

    /// Coins of the player whose turn it is.
    #[inline]
    pub fn coins(&self) -> u32 {
        self.ask(Field::Coins) as u32
    }

    /// The smaller of `most` and the player's own coins: easier to remember than [`View::coins`].
    #[inline]
    pub fn coins_up_to(&self, most: u32) -> u32 {
        self.ask(Field::CoinsUpTo(most)) as u32
    }

    /// The other players, the next clockwise first.
    pub fn others(&self) -> impl ExactSizeIterator<Item = Other> + use<> {
        (1..self.state.seats() as u8).map(Other::clockwise)
    }

    /// Coins of another player.
    ///
    /// # Panics
    /// If there is no such player.
    #[inline]
    pub fn coins_of(&self, other: Other) -> u32 {
        self.ask(Field::CoinsOf(other)) as u32
    }

    /// The smaller of `most` and the coins of another player: easier to remember than [`View::coins_of`].
    ///
    /// # Panics
    /// If there is no such player.
    #[inline]
    pub fn coins_of_up_to(&self, other: Other, most: u32) -> u32 {
        self.ask(Field::CoinsOfUpTo(other, most)) as u32
    }

    /// The other players, those with most coins first and among equals the next clockwise: easier to remember than
    /// how many coins they have.
    pub fn ranking(&self) -> impl ExactSizeIterator<Item = Other> + DoubleEndedIterator + use<> {
        let ranking = self.ask(Field::Ranking);
        (0..self.state.seats() - 1).map(move |place| Other::clockwise((ranking >> (4 * place)) as u8 & 15))
    }

    /// The score to beat: a turn must exceed it to take control (P09). `None` if nobody is in control, so that any
    /// score takes it (P08).
    #[inline]
    pub fn to_beat(&self) -> Option<u8> {
        (self.ask(Field::ToBeat) as u8).checked_sub(1)
    }

    /// Who is in control of the POT.
    #[inline]
    pub fn in_control(&self) -> Option<Other> {
        let steps = self.ask(Field::InControl) as u8;
        (steps > 0).then(|| Other::clockwise(steps))
    }

    /// How many players have a turn after this one before the round is over, if this turn does not take control; all
    /// others if nobody is in control. A turn that takes control is followed by one of each other player.
    #[inline]
    pub fn still_to_come(&self) -> u32 {
        self.ask(Field::StillToCome) as u32
    }

    /// Whether somebody has held the goal in this round: with `end = "held"` the game ends with it (P15).
    #[inline]
    pub fn goal_held(&self) -> bool {
        self.ask(Field::GoalHeld) == 1
    }

    /// The strategy's own coin to toss in this turn: a generator keyed by seed, block, seat, round and turn, whatever
    /// else was drawn before.
    pub fn coin(&self) -> Generator {
        self.unlisted();
        generator(self.table.block.draw(self.slot(Purpose::Coin)))
    }
}
