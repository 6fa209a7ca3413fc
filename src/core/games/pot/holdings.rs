//! Where the coins of a game are, and how they move.
//!
//! Owns every payment (P03–P06, P10–P14) and who has most: each coin moves from one place to another, so coins are
//! conserved (P16) by the way they move. When something is paid is the business of `state`.

use super::choices::{LegalChoices, Other, Pair, Run345Choice, TwosChoice};
use super::dice::Combo;
use super::rules::{MAX_SEATS, Rules};
use super::state::Rerolled;
use crate::games::Seat;

/// The coins of bank, POT and players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holdings {
    seats: u8,
    bank: u32,
    pot: u32,
    players: [u32; MAX_SEATS],
}

/// A place where coins are.
#[derive(Clone, Copy)]
enum Place {
    Bank,
    Pot,
    Player(Seat),
}

impl Holdings {
    /// The set-up, before the first round's stake (P02, P03).
    ///
    /// # Panics
    /// If the players are not 2 to 5, or the coins do not suffice.
    pub fn new(rules: &Rules, seats: usize) -> Holdings {
        let mut players = [0; MAX_SEATS];
        players[..seats].fill(rules.start);
        Holdings::of(&players[..seats], rules.coins - seats as u32 * rules.start, 0)
    }

    /// Coins that are spread like this.
    ///
    /// # Panics
    /// If the players are more than 5.
    pub fn of(players: &[u32], bank: u32, pot: u32) -> Holdings {
        let mut all = [0; MAX_SEATS];
        all[..players.len()].copy_from_slice(players);
        Holdings { seats: players.len() as u8, bank, pot, players: all }
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
            Place::Player(seat) => &mut self.players[seat.index()],
        }
    }

    /// The bank adds a round's stake to the POT, or what it has (P03, P11).
    #[inline]
    pub fn pay_stake(&mut self, stake: u32) {
        self.transfer(Place::Bank, Place::Pot, stake);
    }

    /// The winner of a round takes the coins in the POT (P10); says how many.
    #[inline]
    pub fn pay_winner(&mut self, winner: Seat) -> u32 {
        self.transfer(Place::Pot, Place::Player(winner), u32::MAX)
    }

    /// Pays what a turn costs and brings: a coin for the last reroll (P04), and the combo of the final dice (P05, P06,
    /// P12–P14). Says what the combo changed of the player's own coins.
    #[inline]
    pub fn pay_turn(&mut self, seat: Seat, combo: Combo, rerolled: Rerolled, choices: LegalChoices) -> i32 {
        if rerolled == Rerolled::Paid {
            self.transfer(Place::Player(seat), Place::Pot, 1);
        }
        if combo == Combo::None {
            return 0;
        }
        let before = self.coins(seat);
        self.pay_combo(seat, combo, choices);
        self.coins(seat) as i32 - before as i32
    }

    fn pay_combo(&mut self, seat: Seat, combo: Combo, choices: LegalChoices) {
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
        let me = Place::Player(seat);
        self.transfer(Place::Bank, me, 2);
        for step in 1..self.seats {
            self.transfer(Place::Player(self.seat_after(seat, step)), me, 1);
        }
        self.pay_winner(seat);
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

    /// Whether somebody holds so many coins (P15).
    #[inline]
    pub fn somebody_holds(&self, goal: u32) -> bool {
        self.all_coins().iter().any(|&coins| coins >= goal)
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
        self.players[seat.index()]
    }

    /// The coins of all players, by seat.
    #[inline]
    pub fn all_coins(&self) -> &[u32] {
        &self.players[..self.seats()]
    }
}
