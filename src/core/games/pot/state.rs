//! A game under way: coins, whose turn it is, who is in control, and what a turn's result makes of them.
//!
//! Owns P06–P11 and P15; what is paid is the business of `holdings`. It rolls no dice and asks no strategy.

use super::choices::LegalChoices;
use super::dice::Combo;
use super::holdings::Holdings;
use super::rules::{GameEnd, Rules};
use crate::games::Seat;

/// How a turn was rerolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rerolled {
    /// Not at all.
    Never,
    /// Once, for free.
    Free,
    /// Twice, the last time for a coin.
    Paid,
}

/// What a turn came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnResult {
    /// The combo of the final dice; of 1 2 3 before its obligatory reroll.
    pub combo: Combo,
    /// The sum of the final dice, that of the obligatory reroll with 1 2 3; 0 where nothing is scored (1 1 1, POT).
    pub score: u8,
    /// How often dice were rerolled by choice.
    pub rerolled: Rerolled,
}

/// The player in control of the POT, and the score to beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// Who.
    pub seat: Seat,
    /// The sum that a later turn must exceed (P09).
    pub score: u8,
}

/// What a turn did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Whose it was.
    pub seat: Seat,
    /// What it came to.
    pub result: TurnResult,
    /// What the combo changed of the player's own coins: the coin paid for a reroll is not in it, the POT that P O T
    /// takes is.
    pub coins: i32,
    /// Whether it took control of the POT (P08, P09): the first score of a round, or a strictly higher one.
    pub takes_control: bool,
}

/// The end of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundEnd {
    /// Who won it, by control or by P O T.
    pub winner: Seat,
    /// The coins that the one in control takes out of the POT; 0 after P O T, which has taken them already.
    pub pot: u32,
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    holdings: Holdings,
    round: u32,
    first: Seat,
    next: Seat,
    /// How often the turn has come round to the starter again: what number of turn of its own a seat plays.
    lap: u32,
    turns: u32,
    /// Who is in control of the POT.
    control: Option<Control>,
    /// Who has shown P O T this round.
    pot_shown: Option<Seat>,
    /// Whether somebody held the goal this round, at a moment that counts.
    goal_held: bool,
}

impl State {
    /// The set-up, before the first round's stake (P02, P03).
    ///
    /// # Panics
    /// If the players are not 2 to 5, or the coins do not suffice.
    pub fn new(rules: &Rules, seats: usize) -> State {
        State {
            holdings: Holdings::new(rules, seats),
            round: 0,
            first: Seat(0),
            next: Seat(0),
            lap: 0,
            turns: 0,
            control: None,
            pot_shown: None,
            goal_held: false,
        }
    }

    /// Before a turn that is not the first of the game, with coins that are spread like this.
    pub fn before_turn(holdings: Holdings, control: Option<Control>, goal_held: bool, next: Seat) -> State {
        State { holdings, round: 0, first: next, next, lap: 0, turns: 1, control, pot_shown: None, goal_held }
    }

    /// The same in this round, which this seat began; the game is taken to begin with it.
    pub fn in_round(self, round: u32, first: Seat) -> State {
        State { round, first, turns: 0, ..self }
    }

    /// Begins a round: the bank adds its stake, or what it has (P03, P11).
    #[inline]
    pub fn begin_round(&mut self, rules: &Rules) {
        self.holdings.pay_stake(rules.stake);
        (self.next, self.lap) = (self.first, 0);
        (self.control, self.pot_shown, self.goal_held) = (None, None, false);
    }

    /// Makes of a turn's result what the rules make of it (P05–P09, P12–P14) and passes the dice on. The reroll is
    /// paid here if the result says that it was.
    #[inline]
    pub fn end_turn(&mut self, rules: &Rules, result: TurnResult, choices: LegalChoices) -> Turn {
        let seat = self.next;
        let coins = self.holdings.pay_turn(seat, result.combo, result.rerolled, choices);
        if result.combo == Combo::Pot {
            self.pot_shown = Some(seat);
        }
        let takes_control = self.take_control(seat, result);
        // Without a combo nobody has gained a coin.
        if result.combo != Combo::None || self.turns == 0 {
            self.look_for_goal(rules);
        }
        self.turns += 1;
        self.next = self.holdings.seat_after(seat, 1);
        self.lap += u32::from(self.next == self.first);
        Turn { seat, result, coins, takes_control }
    }

    /// The first score of a round takes control, and then a strictly higher one (P08, P09); 1 1 1 and P O T are none.
    #[inline]
    fn take_control(&mut self, seat: Seat, result: TurnResult) -> bool {
        let scored = !matches!(result.combo, Combo::Ones | Combo::Pot);
        if !scored || self.control.is_some_and(|control| result.score <= control.score) {
            return false;
        }
        self.control = Some(Control { seat, score: result.score });
        true
    }

    /// Notes whether somebody holds the goal (P15).
    fn look_for_goal(&mut self, rules: &Rules) {
        self.goal_held |= self.holdings.somebody_holds(rules.goal);
    }

    /// Ends the round if it is over (P06, P10): the one in control, to whom the turn has come round, takes the POT,
    /// or P O T was shown. The winner starts the next.
    #[inline]
    pub fn end_round(&mut self, rules: &Rules) -> Option<RoundEnd> {
        let in_control = self.control.filter(|control| control.seat == self.next).map(|control| control.seat);
        let winner = self.pot_shown.or(in_control)?;
        let pot = self.holdings.pay_winner(winner);
        self.look_for_goal(rules);
        self.first = winner;
        self.round += 1;
        Some(RoundEnd { winner, pot })
    }

    /// Whether the game ends with the round that has ended (P15).
    pub fn is_over(&self, rules: &Rules) -> bool {
        match rules.end {
            GameEnd::Held => self.goal_held,
            GameEnd::Holds => self.holdings.somebody_holds(rules.goal),
        }
    }

    /// Where the coins are.
    #[inline]
    pub fn holdings(&self) -> &Holdings {
        &self.holdings
    }

    /// The round under way, or the next one, from 0.
    #[inline]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Turns played in the game.
    #[inline]
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Who started the round, or starts the next.
    #[inline]
    pub fn first(&self) -> Seat {
        self.first
    }

    /// Whose turn it is.
    #[inline]
    pub fn next(&self) -> Seat {
        self.next
    }

    /// How often the one whose turn it is has played in this round.
    #[inline]
    pub fn visit(&self) -> u32 {
        self.lap
    }

    /// Who is in control of the POT.
    #[inline]
    pub fn control(&self) -> Option<Control> {
        self.control
    }

    /// Whether somebody has held the goal in this round at a moment that counts: with `end = "held"` it is the last.
    #[inline]
    pub fn goal_held(&self) -> bool {
        self.goal_held
    }
}
