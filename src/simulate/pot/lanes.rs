//! The coins of a game in two words, so that a payment is two additions.
//!
//! Owns the packing. What is paid is the business of [`Holdings`]: a payment that nobody lacks coins for is always the
//! same movement of coins, which is taken from there once ([`Lanes::full`]) and then added; where somebody lacks
//! coins, a lane falls below 0, which is seen ([`Lanes::lacks`]), and [`Holdings`] pays.

use crate::games::Seat;
use crate::games::pot::{Holdings, MAX_SEATS};

/// The coins of players, bank and POT, 16 bits each, or what a payment changes of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lanes {
    low: u64,
    high: u64,
}

/// The bits of a lane. There are at most 10 000 coins, so the highest bit is that of a sign.
const LANE: usize = 16;
/// Lanes in a word.
const LANES: usize = 4;
/// The highest bit of every lane.
const SIGNS: u64 = 0x8000_8000_8000_8000;
// What lies after the players.
const BANK: usize = MAX_SEATS;
const POT: usize = MAX_SEATS + 1;
/// Coins enough for any payment.
const ENOUGH: u32 = 100;

impl Lanes {
    /// These coins.
    pub(super) fn of(holdings: &Holdings) -> Lanes {
        let players = holdings.all_coins().iter().copied().enumerate();
        let all = players.chain([(BANK, holdings.bank()), (POT, holdings.pot())]);
        all.fold(Lanes::default(), |lanes, (lane, coins)| lanes.plus(Lanes::one(lane, coins)))
    }

    /// The coins, at a table of `seats`.
    pub(super) fn holdings(self, seats: usize) -> Holdings {
        let players: [u32; MAX_SEATS] = std::array::from_fn(|seat| self.lane(seat));
        Holdings::of(&players[..seats], self.bank(), self.pot())
    }

    const fn one(lane: usize, coins: u32) -> Lanes {
        let coins = (coins as u64) << (lane % LANES * LANE);
        if lane < LANES { Lanes { low: coins, high: 0 } } else { Lanes { low: 0, high: coins } }
    }

    /// What a payment moves at a table of `seats` if nobody lacks coins, and what it says.
    pub(super) fn full<T>(seats: usize, pay: impl Fn(&mut Holdings) -> T) -> (Lanes, T) {
        let before = Holdings::of(&[ENOUGH; MAX_SEATS][..seats], ENOUGH, ENOUGH);
        let mut after = before;
        let said = pay(&mut after);
        let (before, after) = (Lanes::of(&before), Lanes::of(&after));
        (Lanes { low: after.low.wrapping_sub(before.low), high: after.high.wrapping_sub(before.high) }, said)
    }

    /// These coins after a payment.
    #[inline(always)]
    pub(super) fn plus(self, moved: Lanes) -> Lanes {
        Lanes { low: self.low.wrapping_add(moved.low), high: self.high.wrapping_add(moved.high) }
    }

    /// Whether somebody lacked coins for a payment that was added: below the lowest lane that fell below 0 nothing was
    /// borrowed, so its highest bit is set.
    #[inline(always)]
    pub(super) fn lacks(self) -> bool {
        (self.low | self.high) & SIGNS != 0
    }

    #[inline(always)]
    fn lane(self, lane: usize) -> u32 {
        let word = if lane < LANES { self.low } else { self.high };
        (word >> (lane % LANES * LANE)) as u32 & 0xffff
    }

    /// Coins in the bank.
    #[inline(always)]
    pub(super) fn bank(self) -> u32 {
        self.lane(BANK)
    }

    /// Coins in the POT.
    #[inline(always)]
    pub(super) fn pot(self) -> u32 {
        self.lane(POT)
    }

    /// Coins of the player at a seat.
    #[inline(always)]
    pub(super) fn coins(self, seat: usize) -> u32 {
        self.lane(seat % MAX_SEATS)
    }

    /// All bits of the lane of the player at a seat.
    pub(super) fn purse(seat: usize) -> Lanes {
        Lanes::one(seat, (1 << LANE) - 1)
    }

    /// Whether there is any coin in these lanes.
    #[inline(always)]
    pub(super) fn any(self, of: Lanes) -> bool {
        (self.low & of.low) | (self.high & of.high) != 0
    }

    /// After the winner of a round took the POT, as [`Holdings::pay_winner`] has it: whatever is in it, nobody lacks
    /// coins for that.
    #[inline(always)]
    pub(super) fn pot_to(self, winner: Seat) -> Lanes {
        let (pot, winner) = (u64::from(self.pot()), winner.index() % MAX_SEATS);
        let (low, high) = (PLAYERS[winner].low * pot, PLAYERS[winner].high * pot);
        Lanes { low: self.low + low, high: self.high + high - (pot << (POT % LANES * LANE)) }
    }
}

/// A coin of each player.
const PLAYERS: [Lanes; MAX_SEATS] = {
    let mut players = [Lanes { low: 0, high: 0 }; MAX_SEATS];
    let mut seat = 0;
    while seat < MAX_SEATS {
        players[seat] = Lanes::one(seat, 1);
        seat += 1;
    }
    players
};

/// Whether somebody has held the goal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held(Lanes);

/// The coins that end a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal(Lanes);

impl Goal {
    /// So many, 1 to 10 000, at a table of `seats`.
    pub(super) fn new(goal: u32, seats: usize) -> Goal {
        let lack = |lanes: Lanes, seat| lanes.plus(Lanes::one(seat, (1 << (LANE - 1)) - goal));
        Goal((0..seats).fold(Lanes::default(), lack))
    }
}

impl Held {
    /// Looks at the players of a table of `SEATS` once more.
    #[inline(always)]
    pub(super) fn look<const SEATS: usize>(&mut self, lanes: Lanes, goal: Goal) {
        let reached = lanes.plus(goal.0);
        self.0.low |= reached.low;
        if SEATS > LANES {
            self.0.high |= reached.high;
        }
    }

    /// Whether the goal was held at any look.
    #[inline(always)]
    pub(super) fn ever(self) -> bool {
        self.0.lacks()
    }
}
