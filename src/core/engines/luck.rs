//! Cancelling luck: each game's win shares without most of what chance gave or took.
//!
//! Owns the way in which any engine is followed game by game, [`WithoutLuck`]: the games are the same, and are entered in
//! the same way; beside them the book is told the cancelled shares. What luck is, is for each game ([`Luck`]).

use super::engine::GameFault;
use super::engine::{Book, Engine, Series, Slowed};
use crate::dice::BlockKey;
use crate::games::{Fault, Game, MAX_SEATS, Observer, Outcome, RowCounts, Seating, TurnOver, WHOLE_WIN};
use std::ops::Range;

/// What a whole win counts in cancelled win shares.
pub use crate::exact::luck::WHOLE_VALUE;

/// By seat a game's win share without luck, in parts of [`WHOLE_VALUE`]; it can be below 0 or above a whole win.
pub type CancelledShares = [i64; MAX_SEATS];

/// The cancelled shares of two players, if luck gave the first one this much, in parts of [`WHOLE_VALUE`].
pub fn cancelled_for_two(outcome: &Outcome, luck: i64) -> CancelledShares {
    let played = |seat: usize| i64::from(outcome.share[seat]) * i64::from(WHOLE_VALUE / WHOLE_WIN);
    let mut cancelled = CancelledShares::default();
    (cancelled[0], cancelled[1]) = (played(0) - luck, played(1) + luck);
    cancelled
}

/// The win share that each seat can expect in a position, in parts of [`WHOLE_VALUE`], from nothing to a whole win.
pub type SeatValues = [u32; MAX_SEATS];

/// What two players can expect of whom the one in this seat, 0 or 1, can expect this win share.
pub fn values_of_two(seat: usize, value: f64) -> SeatValues {
    let own = (value.clamp(0.0, 1.0) * f64::from(WHOLE_VALUE)).round() as u32;
    let mut values = SeatValues::default();
    (values[seat & 1], values[1 - (seat & 1)]) = (own, WHOLE_VALUE - own);
    values
}

/// What luck is in a game, for certain line-ups.
pub trait Luck: Sync {
    /// What a worker needs to cancel it.
    fn worker(&self) -> Box<dyn Cancel + '_>;

    /// What a worker needs to know what positions are worth: by the values that cancel luck.
    fn valuer(&self) -> Box<dyn Valuer + '_>;
}

/// What a worker needs to know what positions are worth.
pub trait Valuer: Send {
    /// What each seat can expect before chance decided what these numbers tell, which are those of
    /// [`Observer::chance_falls`]; `None` if they tell of no position.
    fn before(&mut self, seating: &Seating, numbers: &[u32]) -> Option<SeatValues>;

    /// How much the cards and the dice of the rounds of a game changed what the seats can expect. The first numbers that chance
    /// told in each round are those of [`Observer::chance_falls`]. `None` if that is not known, or the game has no cards.
    fn swings(&mut self, seating: &Seating, rounds: &[&[u32]], outcome: &Outcome) -> Option<Swings> {
        let _ = (seating, rounds, outcome);
        None
    }

    /// Of which decisions it knows what the options are worth.
    fn options(&self) -> KnownOptions {
        KnownOptions::Nothing
    }

    /// Who decides after chance decided what these numbers tell, and by how much of a win the best option is worth more than
    /// the middle one, 0 to 1; `None` if nothing is decided then.
    fn stake(&mut self, numbers: &[u32]) -> Option<(usize, f64)> {
        let _ = numbers;
        None
    }

    /// What hangs on the decision in a position that was told to [`Decisions`](crate::games::Decisions); `None` if the numbers
    /// tell of no position.
    fn stake_of_decision(&mut self, seating: &Seating, numbers: &[u32]) -> Option<DecisionStake> {
        let _ = (seating, numbers);
        None
    }

    /// By how much of a win the best option is worth more than the middle one in the turn that follows these turns of a round, before which chance told these numbers first.
    fn stake_of_turn(&mut self, seating: &Seating, numbers: &[u32], before: &[TurnOver]) -> Option<f64> {
        let _ = (seating, numbers, before);
        None
    }
}

/// By how much chance changed what seats can expect: squares of changes of win shares, in millionths of a win, added up over
/// rounds and seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swings {
    /// By cards.
    pub cards: u64,
    /// By dice, and by random choices of strategies.
    pub dice: u64,
}

/// What hangs on a decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecisionStake {
    /// Who decides.
    pub seat: usize,
    /// By how much of a win the best option is worth more than the middle one, 0 to 1; `None` if that is not known.
    pub stake: Option<f64>,
}

/// The decisions whose options have known values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownOptions {
    /// No decision.
    Nothing,
    /// The decisions that follow what chance decides ([`Valuer::stake`]).
    AfterChance,
    /// The decisions that the game tells of ([`Valuer::stake_of_decision`]), which take time to price.
    OfDecisions,
    /// The stakes of turns ([`Valuer::stake_of_turn`]), which take time to find. The number is the most rounds of a game.
    OfTurns(u32),
}

/// The value of the best option minus that of the middle one, which is the best of the worse half. Of two options, the middle
/// one is the worse. The stake is 0 without a choice.
pub fn stake_of(options: &mut [f64]) -> f64 {
    options.sort_by(|a, b| b.total_cmp(a));
    match options {
        [] | [_] => 0.0,
        options => options[0] - options[options.len() / 2],
    }
}

/// What a worker needs to cancel luck: it is shown each game of a line-up as it goes on.
pub trait Cancel: Send {
    /// Chance has decided something; the numbers are those of [`Observer::chance_falls`].
    fn chance_falls(&mut self, numbers: &[u32]);

    /// The game is over; the next one begins.
    fn game(&mut self, seating: &Seating, outcome: &Outcome) -> CancelledShares;
}

/// Passes on what chance decides. It counts nothing.
impl<C: Cancel + ?Sized> Observer for Box<C> {
    fn wants(&self) -> bool {
        false
    }

    fn count(&mut self, _: usize, _: usize, _: &RowCounts) {}

    fn wants_chances(&self) -> bool {
        true
    }

    fn chance_falls(&mut self, numbers: &[u32]) {
        (**self).chance_falls(numbers);
    }
}

/// An engine, followed by what cancels luck.
pub struct WithoutLuck<'l, E> {
    /// The engine that plays.
    pub engine: &'l E,
    /// What luck is.
    pub luck: &'l dyn Luck,
}

impl<'l, G: Game, E: Engine<G>> Engine<G> for WithoutLuck<'l, E> {
    type Worker = (E::Worker, Box<dyn Cancel + 'l>);

    fn worker(&self) -> Self::Worker {
        (self.engine.worker(), self.luck.worker())
    }

    fn begin_block(&self, block: BlockKey, (worker, _): &mut Self::Worker) {
        self.engine.begin_block(block, worker);
    }

    fn play(
        &self,
        seating: &Seating,
        block: BlockKey,
        (worker, _): &mut Self::Worker,
        observer: &mut impl Observer,
    ) -> Result<Outcome, Fault> {
        self.engine.play(seating, block, worker, observer)
    }

    fn play_blocks(
        &self,
        series: Series<'_>,
        blocks: Range<u64>,
        (worker, cancel): &mut Self::Worker,
        book: &mut impl Book,
    ) -> Result<(), GameFault> {
        self.engine.play_blocks(series, blocks, worker, &mut Following { book, cancel: &mut **cancel })
    }

    fn slowed(&self) -> Slowed {
        self.engine.slowed()
    }
}

/// A book, and what cancels luck beside it.
struct Following<'f, B> {
    book: &'f mut B,
    cancel: &'f mut dyn Cancel,
}

impl<B: Book> Observer for Following<'_, B> {
    fn wants(&self) -> bool {
        self.book.wants()
    }

    fn count(&mut self, statistics: usize, row: usize, counts: &RowCounts) {
        self.book.count(statistics, row, counts);
    }

    fn wants_chances(&self) -> bool {
        true
    }

    fn chance_falls(&mut self, numbers: &[u32]) {
        self.cancel.chance_falls(numbers);
    }
}

impl<B: Book> Book for Following<'_, B> {
    fn wants_counts_of(&self, block: u64) -> bool {
        self.book.wants_counts_of(block)
    }

    fn begin_block(&mut self, block: u64) {
        self.book.begin_block(block);
    }

    fn game(&mut self, seating: &Seating, outcome: &Outcome) {
        self.book.game(seating, outcome);
        let shares = self.cancel.game(seating, outcome);
        self.book.without_luck(seating, outcome, &shares);
    }

    fn end_block(&mut self) {
        self.book.end_block();
    }
}
