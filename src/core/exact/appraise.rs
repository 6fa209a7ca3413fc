//! A game as it is played: what each decision cost, and what was luck.
//!
//! Owns the account of a game. What the first seat can expect changes when a card is revealed, when a player decides, and when
//! dice have been rolled; a decision is worth the expectation over its dice, so what is left is luck, whose mean is 0. All of
//! it adds up to the result.

use super::course::Position;
use super::price::{MOST_PRICED, Price, Priced, Prices, Situation};
use super::{Shares, TurnError};
use crate::games::declaration::PolicyId;
use crate::games::gang::{CardIndex, Committed, RoundEnd, State, Turn, Watch};
use crate::games::turns::Refused;
use crate::games::{Fault, Seat};

/// A decision, and its price.
#[derive(Clone, Debug, PartialEq)]
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

/// When in a round somebody acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before all others.
    First,
    /// After some, before others.
    Between,
    /// After all others.
    Last,
}

impl Decision {
    /// The pool of who decided before the round, and the highest of the others'.
    pub fn pools(&self) -> [u32; 2] {
        let Position { pools, .. } = self.situation.position;
        let seat = self.seat.index();
        let others = pools.iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, &pool)| pool);
        [pools[seat], others.max().unwrap_or(0)]
    }

    /// What there was to beat: the dice and the total of the best result so far; where none was valid, the dice of all who
    /// had acted; nothing if nobody had.
    pub fn met(&self) -> Option<(u32, Option<u32>)> {
        let best = self.situation.best().map(|(_, mark)| (mark.dice, Some(mark.total)));
        best.or_else(|| (self.place() != Place::First).then(|| (self.situation.committed(), None)))
    }

    /// When in the round it was made.
    pub fn place(&self) -> Place {
        let acted = self.situation.turns.len();
        match (acted, self.situation.order().count() - acted) {
            (0, _) => Place::First,
            (_, 1) => Place::Last,
            _ => Place::Between,
        }
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
    /// What decisions gave: the first seat's own cost it, the others' are worth something to it.
    pub decisions: f64,
    /// What the values had not seen: looking a round further changed them.
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

/// Follows a game.
pub struct Appraiser<'p, 'v> {
    prices: &'p Prices<'v>,
    /// The strategy whose decisions alone are priced, without an account; all are, with one, if there is none.
    watched: Option<usize>,
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
    /// The game has not begun; all its decisions will be priced.
    ///
    /// # Errors
    /// If a turn cannot be solved.
    pub fn new(prices: &'p Prices<'v>) -> Result<Appraiser<'p, 'v>, TurnError> {
        let mut new = Appraiser::nothing(prices, None);
        new.value = prices.judge().start()?[0];
        new.account.start = new.value;
        Ok(new)
    }

    /// The game has not begun; only decisions of a strategy, by its position in the line-up, will be priced, which is quicker.
    pub fn of(prices: &'p Prices<'v>, strategy: usize) -> Appraiser<'p, 'v> {
        Appraiser::nothing(prices, Some(strategy))
    }

    fn nothing(prices: &'p Prices<'v>, watched: Option<usize>) -> Appraiser<'p, 'v> {
        let (decisions, account) = (Vec::new(), Account::default());
        Appraiser { prices, watched, round: None, value: 0.0, since: Since::Card, decisions, account, fault: None }
    }

    /// The decisions so far.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// What the value came from so far.
    pub fn account(&self) -> &Account {
        &self.account
    }

    /// The decisions, and the account if all are priced.
    ///
    /// # Errors
    /// If a strategy cannot say what it would reroll of some roll, though the game may not have shown it.
    pub fn finish(self) -> Result<(Vec<Decision>, Account), Fault> {
        self.fault.map_or(Ok((self.decisions, self.account)), Err)
    }

    /// The first seat's value is now this, by what happened last. What cannot be solved changes nothing.
    fn moves_to(&mut self, value: Result<Shares, TurnError>) {
        let change = value.map_or(0.0, |value| value[0] - self.value);
        self.value += change;
        match self.since {
            Since::Card => self.account.cards += change,
            Since::Priced => self.account.dice += change,
            Since::Unpriced => self.account.unpriced += change,
        }
    }

    fn priced(&self, turn: &Committed<'_>, plan: PolicyId, situation: &Situation) -> Result<Option<Priced>, Refused> {
        if turn.dice > MOST_PRICED {
            return Ok(None);
        }
        let outcome = self.prices.outcome(turn, plan)?;
        Ok(self.prices.judge().price(situation, turn.dice, &outcome).ok())
    }

    /// Enters a decision in the account.
    fn enter(&mut self, priced: Option<Priced>) {
        let Some(Priced { chosen, played, .. }) = priced else {
            self.since = Since::Unpriced;
            return;
        };
        self.moves_to(Ok(chosen));
        self.account.decisions += played[0] - chosen[0];
        self.value = played[0];
        self.since = Since::Priced;
    }
}

impl Watch for Appraiser<'_, '_> {
    fn round_begins(&mut self, card: CardIndex, bonus: u32, state: &State) {
        let round = Situation::of(card, bonus, state);
        if self.watched.is_none()
            && let Ok(value) = self.prices.judge().before_card(&round.position)
        {
            self.account.beyond += value[0] - self.value;
            self.value = value[0];
        }
        self.round = Some(round);
        self.since = Since::Card;
    }

    fn decided(&mut self, turn: &Committed<'_>, plan: PolicyId, state: &State) {
        let strategy = turn.player.index;
        if self.watched.is_some_and(|watched| watched != strategy) {
            return;
        }
        let Some(situation) = self.round.clone() else { return };
        let priced = self.priced(turn, plan, &situation).unwrap_or_else(|refused| {
            self.fault.get_or_insert(refused.fault(turn.seat, turn.round));
            None
        });
        let (Committed { seat, dice, .. }, table) = (*turn, state.table() - turn.dice);
        let price = priced.map(|priced| priced.price);
        self.decisions.push(Decision { seat, strategy, situation, table, dice, price });
        self.enter(priced);
    }

    fn turn_ends(&mut self, turn: Turn, _state: &State) {
        if let Some(situation) = &mut self.round {
            situation.turns.push(turn);
        }
    }

    fn round_ends(&mut self, _card: CardIndex, end: RoundEnd, state: &State) {
        if self.watched.is_none() {
            self.moves_to(self.prices.judge().after_round(end, state));
        }
    }
}
