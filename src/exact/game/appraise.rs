//! A game of two players as it is played: what each decision cost, and what was luck.
//!
//! Owns the account of a game. The value of the game changes when a card is revealed, when a player decides, and when dice
//! have been rolled; a decision is worth the expectation over its dice, so what is left is luck, whose mean is 0. All of it
//! adds up to the result: the value of the start, and the luck and the costs of both players.

use super::price::{Met, Price, Prices, Situation};
use super::{MOST_PRICED, Position};
use crate::games::declaration::PolicyId;
use crate::games::gang::{CardIndex, Committed, RoundEnd, State, Turn, TurnResult, Watch};
use crate::games::turns::Refused;
use crate::games::{Fault, Seat};

/// A decision, and its price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// Who decided.
    pub seat: Seat,
    /// Its strategy, by its position in the line-up.
    pub strategy: usize,
    /// On what.
    pub situation: Situation,
    /// Dice on the table when it decided, its own not counted.
    pub table: u32,
    /// The dice that it committed.
    pub dice: u32,
    /// What that is worth; nothing is known of more than [`MOST_PRICED`] dice.
    pub price: Option<Price>,
}

impl Decision {
    /// The pool of who decided before the round, and the other's.
    pub fn pools(&self) -> [u32; 2] {
        let Position { first, other, .. } = self.situation.position;
        if self.situation.met.is_none() { [first, other] } else { [other, first] }
    }
}

/// Where the change of the first seat's win share came from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Account {
    /// The value of the start.
    pub start: f64,
    /// What the cards gave.
    pub cards: f64,
    /// What the dice gave.
    pub dice: f64,
    /// What decisions gave: the other's costs less its own.
    pub decisions: f64,
    /// What numbers of dice gave that the values do not consider.
    pub beyond: f64,
    /// What turns gave that have no price, their dice and decisions together.
    pub unpriced: f64,
}

impl Account {
    /// All together: the result.
    pub fn sum(&self) -> f64 {
        self.start + self.cards + self.dice + self.decisions + self.beyond + self.unpriced
    }
}

/// Follows a game of two players.
pub struct Appraiser<'p, 'v> {
    prices: &'p Prices<'v>,
    /// The round, as it stands before the next turn.
    round: Option<Situation>,
    /// What the first seat can expect, and where changes of that belong next.
    value: f64,
    since: Since,
    decisions: Vec<Decision>,
    account: Account,
    fault: Option<Fault>,
}

/// What happened last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Since {
    Card,
    Priced,
    Unpriced,
}

impl<'p, 'v> Appraiser<'p, 'v> {
    /// The game has not begun.
    pub fn new(prices: &'p Prices<'v>) -> Appraiser<'p, 'v> {
        let value = prices.values().value(prices.values().start());
        let account = Account { start: value, ..Account::default() };
        Appraiser { prices, round: None, value, since: Since::Card, decisions: Vec::new(), account, fault: None }
    }

    /// The decisions so far.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// What the value came from so far.
    pub fn account(&self) -> &Account {
        &self.account
    }

    /// The decisions and the account.
    ///
    /// # Errors
    /// If a strategy cannot say what it would reroll of some roll, though the game may not have shown it.
    pub fn finish(self) -> Result<(Vec<Decision>, Account), Fault> {
        self.fault.map_or(Ok((self.decisions, self.account)), Err)
    }

    /// The first seat's value is now this, by what happened last.
    fn moves_to(&mut self, value: f64) {
        let change = value - self.value;
        self.value = value;
        match self.since {
            Since::Card => self.account.cards += change,
            Since::Priced => self.account.dice += change,
            Since::Unpriced => self.account.unpriced += change,
        }
    }

    fn priced(&self, turn: &Committed<'_>, plan: PolicyId, situation: &Situation) -> Result<Option<Price>, Refused> {
        if turn.dice > MOST_PRICED {
            return Ok(None);
        }
        let outcome = self.prices.outcome(turn, plan)?;
        Ok(self.prices.price(situation, turn.dice, &outcome).ok())
    }
}

/// The win share of the first seat, of one of a seat.
fn of_first(seat: Seat, value: f64) -> f64 {
    if seat.index() == 0 { value } else { 1.0 - value }
}

impl Watch for Appraiser<'_, '_> {
    fn round_begins(&mut self, card: CardIndex, _bonus: u32, state: &State) {
        self.round = Some(Situation { position: self.prices.values().begun(state), card, met: None });
        self.since = Since::Card;
    }

    fn decided(&mut self, turn: &Committed<'_>, plan: PolicyId, state: &State) {
        let Some(situation) = self.round else { return };
        let price = self.priced(turn, plan, &situation).unwrap_or_else(|refused| {
            self.fault.get_or_insert(refused.fault(turn.seat, turn.round));
            None
        });
        let table = state.table() - turn.dice;
        let Committed { seat, dice, .. } = *turn;
        self.decisions.push(Decision { seat, strategy: turn.player.index, situation, table, dice, price });
        self.since = match price {
            None => Since::Unpriced,
            Some(price) => {
                self.moves_to(of_first(seat, price.value));
                let sign = if seat.index() == 0 { 1.0 } else { -1.0 };
                self.account.beyond += sign * (price.best - price.value);
                self.account.decisions -= sign * price.cost();
                self.value = of_first(seat, price.played);
                Since::Priced
            }
        };
    }

    fn turn_ends(&mut self, turn: Turn, _state: &State) {
        let total = match turn.result {
            TurnResult::Invalid => None,
            TurnResult::Total(total) => Some(total),
        };
        if let Some(situation) = &mut self.round {
            situation.met = Some(Met { dice: turn.dice, total });
        }
    }

    fn round_ends(&mut self, _card: CardIndex, _end: RoundEnd, state: &State) {
        let value = self.prices.values().value(self.prices.values().ended(state));
        self.moves_to(of_first(state.first(), value));
    }
}
