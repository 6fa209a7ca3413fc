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

    /// What a payment moves at a table of `seats` if nobody lacks coins and the POT is empty, and what it says.
    pub(super) fn full<T>(seats: usize, pay: impl Fn(&mut Holdings) -> T) -> (Lanes, T) {
        let before = Holdings::of(&[ENOUGH; MAX_SEATS][..seats], ENOUGH, 0);
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
    /// borrowed, so its highest bit is set. Nobody but the roller both gives and receives; it gives last, or the coin
    /// for a reroll, which it has.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pot::{Choices, Combo, Other, Pair, Rerolled, Run345Choice, TwosChoice};
    use proptest::prelude::*;

    /// Few coins, so that somebody often lacks some, or many.
    fn coins() -> impl Strategy<Value = u32> {
        prop_oneof![4 => 0..7u32, 1 => 0..2_000u32]
    }

    fn choices(seats: usize, turned: u8, way: usize) -> Choices {
        let other = |steps: u8| Other::clockwise((steps + turned) % (seats as u8 - 1) + 1);
        let pair = Pair { first: other(0), second: (seats > 2).then(|| other(1)) };
        let run345 = [Run345Choice::Bank, Run345Choice::Others(pair)][way % 2];
        let twos = [TwosChoice::Bank, TwosChoice::One(other(0)), TwosChoice::Two(pair)][way % 3];
        Choices { run345, twos, threes: other(0), fours: pair, fives: pair }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// A movement of coins is the payment, unless it is seen that somebody lacks coins; and then it is not. P O T
        /// takes whatever is in the POT, so its payment is no movement.
        #[test]
        fn movements_are_payments(
            mut all in prop::collection::vec(coins(), 2..=5),
            (bank, pot) in (coins(), coins()),
            (seat, turned, way) in (0..5u8, 0..4u8, 0..6usize),
            combo in prop::sample::select(Combo::ALL.to_vec()),
            paid in any::<bool>(),
        ) {
            let (seats, seat) = (all.len(), Seat(seat % all.len() as u8));
            // Only a player with a coin pays for a reroll.
            all[seat.index()] += u32::from(paid);
            let choices = choices(seats, turned, way).legal(seats).unwrap();
            let rerolled = if paid { Rerolled::Paid } else { Rerolled::Free };
            let before = Holdings::of(&all, bank, pot);
            prop_assert_eq!(Lanes::of(&before).holdings(seats), before);
            let mut after = before;
            let gain = after.pay_turn(seat, combo, rerolled, choices);
            let (moved, full) = Lanes::full(seats, |all| all.pay_turn(seat, combo, rerolled, choices));
            let paid = Lanes::of(&before).plus(moved);
            if combo != Combo::Pot {
                prop_assert_eq!(paid.lacks(), paid != Lanes::of(&after));
                prop_assert!(paid.lacks() || (paid.holdings(seats), full) == (after, gain));
            }
            after.pay_winner(seat);
            let mut won = before;
            won.pay_turn(seat, combo, rerolled, choices);
            prop_assert_eq!(Lanes::of(&won).pot_to(seat), Lanes::of(&after));
        }

        #[test]
        fn goals_are_seen_once_they_are_held(all in prop::collection::vec(coins(), 2..=5), goal in 1..2_100u32, bank in coins()) {
            let (holdings, goal_lanes) = (Holdings::of(&all, bank, bank), Goal::new(goal, all.len()));
            let mut held = Held::default();
            held.look::<5>(Lanes::of(&holdings), goal_lanes);
            prop_assert_eq!(held.ever(), holdings.somebody_holds(goal));
            held.look::<5>(Lanes::default(), goal_lanes);
            prop_assert_eq!(held.ever(), holdings.somebody_holds(goal));
            for (seat, &coins) in all.iter().enumerate() {
                prop_assert_eq!(Lanes::of(&holdings).any(Lanes::purse(seat)), coins > 0);
            }
        }
    }
}
