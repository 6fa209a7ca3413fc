//! A game under way: bank, POT, coins, who is in control, and what a turn's result makes of them.
//!
//! Owns P03 and P05–P17: every coin moves from one place to another, so coins are conserved (P16) by the way they
//! move. It rolls no dice and asks no strategy.

use super::choices::{LegalChoices, Other, Pair, Run345Choice, TwosChoice};
use super::dice::Combo;
use super::rules::{GameEnd, MAX_SEATS, Rules};
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
    /// Whether it took control of the POT (P08, P09).
    pub takes: Takes,
}

/// What a turn did to the control of the POT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Took it, or kept nobody from it: the first score of a round, or a strictly higher one.
    Control,
    /// Changed nothing.
    Nothing,
}

/// The end of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundEnd {
    /// Who won it, by control or by P O T.
    pub winner: Seat,
    /// The coins that the one in control takes out of the POT; 0 after P O T, which has taken them already.
    pub pot: u32,
}

/// A place where coins are.
#[derive(Clone, Copy)]
enum Place {
    Bank,
    Pot,
    Player(Seat),
}

/// Who is in control, in one number whose order is that of the scores: one more than the score, and the seat below
/// it. Who takes control is a matter of luck, which no processor predicts, so it is told without a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rank(u16);

impl Rank {
    const NOBODY: Rank = Rank(0);

    /// Of a result; of 1 1 1 and P O T the rank beats nothing.
    #[inline]
    fn new(seat: Seat, result: TurnResult) -> Rank {
        let scored = !matches!(result.combo, Combo::Ones | Combo::Pot);
        let rank = u16::from(scored) * (u16::from(result.score) + 1);
        Rank(rank << 8 | u16::from(seat.0))
    }

    /// Whether it takes control from `other` (P08, P09): strictly higher scores do.
    #[inline]
    fn beats(self, other: Rank) -> bool {
        self.0 >> 8 > other.0 >> 8
    }

    #[inline]
    fn control(self) -> Option<Control> {
        (self.0 >> 8 > 0).then(|| Control { seat: Seat(self.0 as u8), score: (self.0 >> 8) as u8 - 1 })
    }
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    seats: u8,
    bank: u32,
    pot: u32,
    coins: [u32; MAX_SEATS],
    round: u32,
    first: Seat,
    next: Seat,
    /// How often the turn has come round to the starter again: what number of turn of its own a seat plays.
    lap: u32,
    turns: u32,
    control: Rank,
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
        let mut coins = [0; MAX_SEATS];
        coins[..seats].fill(rules.start);
        State {
            seats: seats as u8,
            bank: rules.coins - seats as u32 * rules.start,
            pot: 0,
            coins,
            round: 0,
            first: Seat(0),
            next: Seat(0),
            lap: 0,
            turns: 0,
            control: Rank::NOBODY,
            pot_shown: None,
            goal_held: false,
        }
    }

    /// Begins a round: the bank adds its stake, or what it has (P03, P11).
    #[inline]
    pub fn begin_round(&mut self, rules: &Rules) {
        self.transfer(Place::Bank, Place::Pot, rules.stake);
        (self.next, self.lap) = (self.first, 0);
        (self.control, self.pot_shown, self.goal_held) = (Rank::NOBODY, None, false);
    }

    /// Moves coins, or as many as there are; says how many.
    #[inline]
    fn transfer(&mut self, from: Place, to: Place, coins: u32) -> u32 {
        let there = self.place(from);
        let moved = coins.min(*there);
        *there -= moved;
        *self.place(to) += moved;
        moved
    }

    #[inline]
    fn place(&mut self, place: Place) -> &mut u32 {
        match place {
            Place::Bank => &mut self.bank,
            Place::Pot => &mut self.pot,
            Place::Player(seat) => &mut self.coins[seat.index()],
        }
    }

    /// Pays for the last reroll (P04); nothing if the player has no coin.
    #[inline]
    pub fn pay_reroll(&mut self, seat: Seat) {
        self.transfer(Place::Player(seat), Place::Pot, 1);
    }

    /// Makes of a turn's result what the rules make of it (P05–P09, P12–P14) and passes the dice on. The reroll is
    /// paid here if the result says that it was.
    #[inline]
    pub fn end_turn(&mut self, rules: &Rules, result: TurnResult, choices: LegalChoices) -> Turn {
        let seat = self.next;
        if result.rerolled == Rerolled::Paid {
            self.pay_reroll(seat);
        }
        let before = self.coins(seat);
        if result.combo != Combo::None {
            self.pay(seat, result.combo, choices);
        }
        let coins = self.coins(seat) as i32 - before as i32;
        let takes = self.take_control(Rank::new(seat, result));
        // Without a combo nobody has gained a coin.
        if result.combo != Combo::None || self.turns == 0 {
            self.look_for_goal(rules);
        }
        self.turns += 1;
        self.next = self.seat_after(seat, 1);
        self.lap += u32::from(self.next == self.first);
        Turn { seat, result, coins, takes }
    }

    #[inline]
    fn take_control(&mut self, rank: Rank) -> Takes {
        let beats = rank.beats(self.control);
        self.control = if beats { rank } else { self.control };
        if beats { Takes::Control } else { Takes::Nothing }
    }

    /// Pays a combo (P05, P06, P12).
    fn pay(&mut self, seat: Seat, combo: Combo, choices: LegalChoices) {
        let (me, choices) = (Place::Player(seat), choices.get());
        match combo {
            Combo::None => {}
            Combo::Run123 | Combo::Run234 => {
                self.transfer(Place::Bank, me, 1);
            }
            Combo::Run345 => match choices.run345 {
                Run345Choice::Bank => {
                    self.transfer(Place::Bank, me, 2);
                }
                Run345Choice::Others(pair) => self.take_from_each(seat, pair),
            },
            Combo::Pot => self.pay_pot(seat),
            Combo::Ones => {
                self.transfer(me, Place::Bank, 3);
            }
            Combo::Twos => match choices.twos {
                TwosChoice::Bank => {
                    self.transfer(Place::Bank, me, 1);
                }
                TwosChoice::One(other) => self.take(seat, other, 2),
                TwosChoice::Two(pair) => self.take_from_each(seat, pair),
            },
            Combo::Threes => {
                self.transfer(Place::Bank, me, 2);
                self.take(seat, choices.threes, 1);
            }
            Combo::Fours => {
                self.transfer(Place::Bank, me, 2);
                self.take_from_each(seat, choices.fours);
            }
            Combo::Fives => self.pay_fives(seat, choices.fives),
            Combo::FourTwoZero => {
                for step in 0..self.seats {
                    self.transfer(Place::Bank, Place::Player(self.seat_after(seat, step)), 1);
                }
            }
        }
    }

    fn take(&mut self, seat: Seat, other: Other, coins: u32) {
        self.transfer(Place::Player(self.seat_after(seat, other.steps())), Place::Player(seat), coins);
    }

    /// Takes 1 from each of two; with two players there is no second (P13).
    fn take_from_each(&mut self, seat: Seat, pair: Pair) {
        self.take(seat, pair.first, 1);
        if let Some(second) = pair.second {
            self.take(seat, second, 1);
        }
    }

    /// P06: from the bank, from each other player clockwise, and the POT.
    fn pay_pot(&mut self, seat: Seat) {
        self.pot_shown = Some(seat);
        let me = Place::Player(seat);
        self.transfer(Place::Bank, me, 2);
        for step in 1..self.seats {
            self.transfer(Place::Player(self.seat_after(seat, step)), me, 1);
        }
        self.transfer(Place::Pot, me, u32::MAX);
    }

    /// 5 5 5: of up to 5 coins from the bank the first 3 are kept, a fourth is for one other player, a fifth for
    /// another; with two players it stays (P13).
    fn pay_fives(&mut self, seat: Seat, to: Pair) {
        let me = Place::Player(seat);
        let taken = self.transfer(Place::Bank, me, 5);
        if taken >= 4 {
            self.transfer(me, Place::Player(self.seat_after(seat, to.first.steps())), 1);
        }
        if let Some(second) = to.second.filter(|_| taken == 5) {
            self.transfer(me, Place::Player(self.seat_after(seat, second.steps())), 1);
        }
    }

    /// Notes whether somebody holds the goal (P15).
    fn look_for_goal(&mut self, rules: &Rules) {
        self.goal_held |= self.coins[..usize::from(self.seats)].iter().any(|&coins| coins >= rules.goal);
    }

    /// Ends the round if it is over (P06, P10): the one in control, to whom the turn has come round, takes the POT,
    /// or P O T was shown. The winner starts the next.
    #[inline]
    pub fn end_round(&mut self, rules: &Rules) -> Option<RoundEnd> {
        let in_control = self.control().filter(|control| control.seat == self.next).map(|control| control.seat);
        let winner = self.pot_shown.or(in_control)?;
        let pot = self.transfer(Place::Pot, Place::Player(winner), u32::MAX);
        self.look_for_goal(rules);
        self.first = winner;
        self.round += 1;
        Some(RoundEnd { winner, pot })
    }

    /// Whether the game ends with the round that has ended (P15).
    pub fn is_over(&self, rules: &Rules) -> bool {
        match rules.end {
            GameEnd::Held => self.goal_held,
            GameEnd::Holds => self.all_coins().iter().any(|&coins| coins >= rules.goal),
        }
    }

    /// A bit for each of those with most coins (P15, P17).
    pub fn richest(&self) -> u8 {
        let most = self.all_coins().iter().max();
        (0..)
            .zip(self.all_coins())
            .filter(|&(_, coins)| Some(coins) == most)
            .fold(0, |mask, (seat, _)| mask | 1 << seat)
    }

    /// The seat so many steps clockwise of another, fewer than there are seats.
    #[inline]
    pub fn seat_after(&self, seat: Seat, steps: u8) -> Seat {
        let after = seat.0 + steps;
        Seat(if after >= self.seats { after - self.seats } else { after })
    }

    /// How many play.
    #[inline]
    pub fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    /// Coins in the bank.
    #[inline]
    pub fn bank(&self) -> u32 {
        self.bank
    }

    /// Coins in the POT.
    #[inline]
    pub fn pot(&self) -> u32 {
        self.pot
    }

    /// Coins that a player has.
    #[inline]
    pub fn coins(&self, seat: Seat) -> u32 {
        self.coins[seat.index()]
    }

    /// The coins of all players, by seat.
    pub fn all_coins(&self) -> &[u32] {
        &self.coins[..self.seats()]
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
        self.control.control()
    }

    /// Whether somebody has held the goal in this round at a moment that counts: with `end = "held"` it is the last.
    #[inline]
    pub fn goal_held(&self) -> bool {
        self.goal_held
    }
}
