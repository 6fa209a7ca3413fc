//! The coins of a game in one number, so that a payment is an addition.
//!
//! Owns the packing, a lane for each player, the bank and the POT. What is paid is the business of [`Holdings`]: a payment
//! that nobody lacks coins for is always the same movement of coins, which is taken from there once ([`Coins::full`]) and
//! then added; where somebody lacks coins, a lane falls below 0, which is seen ([`Coins::lacks`]), and [`Holdings`] pays.

use crate::games::pot::{Holdings, MAX_SEATS};

/// The coins of players, bank and POT, or what a payment changes of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Coins(u64);

/// The bits of a lane, of which the highest is that of a sign.
pub(super) const LANE_BITS: u32 = 8;
/// The highest bit of every lane.
const SIGNS: u64 = (u64::MAX / ((1 << LANE_BITS) - 1)) << (LANE_BITS - 1);
// What lies after the players.
pub(super) const BANK: usize = MAX_SEATS;
const POT: usize = MAX_SEATS + 1;
/// Coins enough for any payment.
const ENOUGH: u32 = 100;

impl Coins {
    /// The most coins that there can be in a game that has room in lanes.
    pub(super) const MOST: u32 = (1 << (LANE_BITS - 1)) - 1;

    /// These coins.
    pub(super) fn of(holdings: &Holdings) -> Coins {
        let players = holdings.all_coins().iter().copied().enumerate();
        let all = players.chain([(BANK, holdings.bank()), (POT, holdings.pot())]);
        all.fold(Coins::default(), |lanes, (lane, coins)| lanes.plus(Coins::one(lane, coins)))
    }

    /// The coins, at a table of `seats`.
    pub(super) fn holdings(self, seats: usize) -> Holdings {
        let players: [u32; MAX_SEATS] = std::array::from_fn(|seat| self.lane(seat));
        Holdings::of(&players[..seats], self.bank(), self.pot())
    }

    #[inline(always)]
    fn one(lane: usize, coins: u32) -> Coins {
        Coins(u64::from(coins) << (lane as u32 * LANE_BITS))
    }

    /// What a payment moves at a table of `seats` if nobody lacks coins and the POT is empty, and what it says.
    pub(super) fn full<T>(seats: usize, pay: impl Fn(&mut Holdings) -> T) -> (Coins, T) {
        let before = Holdings::of(&[ENOUGH; MAX_SEATS][..seats], ENOUGH, 0);
        let mut after = before;
        let returned = pay(&mut after);
        (Coins(Coins::of(&after).0.wrapping_sub(Coins::of(&before).0)), returned)
    }

    /// These coins after a payment.
    #[inline(always)]
    pub(super) fn plus(self, moved: Coins) -> Coins {
        Coins(self.0.wrapping_add(moved.0))
    }

    /// Whether somebody lacked coins for a payment that was added: below the lowest lane that fell below 0 nothing was
    /// borrowed, so its highest bit is set. Nobody but the roller both gives and receives; it gives last, or the coin
    /// for a reroll, which it has.
    #[inline(always)]
    pub(super) fn lacks(self) -> bool {
        self.0 & SIGNS != 0
    }

    #[inline(always)]
    fn lane(self, lane: usize) -> u32 {
        (self.0 >> (lane as u32 * LANE_BITS)) as u32 & ((1 << LANE_BITS) - 1)
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

    /// The coins of the players clockwise from a seat at a table of `seats`, then those of bank and POT.
    #[inline(always)]
    pub(super) fn seen_from(self, seat: usize, seats: usize) -> u64 {
        let players = (1 << (seats as u32 * LANE_BITS)) - 1;
        let (all, steps) = (self.0 & players, seat as u32 * LANE_BITS);
        let turned = all >> steps | all << (seats as u32 * LANE_BITS - steps);
        turned & players | self.0 >> (BANK as u32 * LANE_BITS) << (BANK as u32 * LANE_BITS)
    }

    /// After the winner of a round took the POT, as [`Holdings::pay_winner`] has it: whatever is in it, nobody lacks
    /// coins for that.
    #[inline(always)]
    pub(super) fn pot_to(self, winner: u32) -> Coins {
        let pot = self.pot();
        Coins(self.plus(Coins::one(winner as usize, pot)).0.wrapping_sub(Coins::one(POT, pot).0))
    }
}

/// Whether somebody has held the goal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held(Coins);

/// The coins that end a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal(Coins);

impl Goal {
    /// So many at a table of `seats`; if there are not so many coins, nobody ever holds them.
    pub(super) fn new(goal: u32, seats: usize) -> Goal {
        let lack = (Coins::MOST + 1).saturating_sub(goal);
        Goal((0..seats).fold(Coins::default(), |lanes, seat| lanes.plus(Coins::one(seat, lack))))
    }
}

impl Held {
    /// What is known after one more look at the players.
    #[inline(always)]
    pub(super) fn looking(self, coins: Coins, goal: Goal) -> Held {
        Held(Coins(self.0.0 | coins.plus(goal.0).0))
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
    use crate::games::Seat;
    use crate::games::pot::{Choices, Combo, LegalChoices, Other, Pair, Rerolled, Run345Choice, TwosChoice};
    use proptest::prelude::*;

    /// Few coins, so that somebody often lacks some, or as many as there may be.
    fn coins() -> impl Strategy<Value = u32> {
        prop_oneof![4 => 0..7u32, 1 => 0..40u32]
    }

    fn choices(seats: usize, turned: u8, way: usize) -> Choices {
        let other = |steps: u8| Other::clockwise((steps + turned) % (seats as u8 - 1) + 1);
        let pair = Pair { first: other(0), second: (seats > 2).then(|| other(1)) };
        let run345 = [Run345Choice::Bank, Run345Choice::Others(pair)][way % 2];
        let twos = [TwosChoice::Bank, TwosChoice::One(other(0)), TwosChoice::Two(pair)][way % 3];
        Choices { run345, twos, threes: other(0), fours: pair, fives: pair }
    }

    /// A turn that was played, and what is paid for it.
    type Paid = (Seat, Combo, Rerolled, LegalChoices);

    /// A movement of coins is the payment, unless it is seen that somebody lacks coins; and then it is not. P O T
    /// takes whatever is in the POT, so its payment is no movement.
    fn is_the_payment(before: Holdings, (seat, combo, rerolled, choices): Paid) -> Result<(), TestCaseError> {
        let seats = before.seats();
        let pay = |all: &mut Holdings| all.pay_turn(seat, combo, rerolled, choices);
        prop_assert_eq!(Coins::of(&before).holdings(seats), before);
        let mut after = before;
        let gain = pay(&mut after);
        let (moved, full) = Coins::full(seats, pay);
        let paid = Coins::of(&before).plus(moved);
        if combo != Combo::Pot {
            prop_assert_eq!(paid.lacks(), paid != Coins::of(&after));
            prop_assert!(paid.lacks() || (paid.holdings(seats), full) == (after, gain));
        }
        let won = Coins::of(&after);
        after.pay_winner(seat);
        prop_assert_eq!(won.pot_to(seat.0.into()), Coins::of(&after));
        Ok(())
    }

    fn is_seen(all: &[u32], bank: u32, goal: u32) -> Result<(), TestCaseError> {
        let holdings = Holdings::of(all, bank, bank);
        let (lanes, goal_lanes) = (Coins::of(&holdings), Goal::new(goal, all.len()));
        let held = Held::default().looking(lanes, goal_lanes);
        prop_assert_eq!(held.ever(), holdings.somebody_holds(goal));
        prop_assert_eq!(held.looking(Coins::default(), goal_lanes).ever(), holdings.somebody_holds(goal));
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

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
            let turn = (seat, combo, rerolled, choices);
            let before = Holdings::of(&all, bank, pot);
            if all.iter().sum::<u32>() + bank + pot <= Coins::MOST {
                is_the_payment(before, turn)?;
            }
        }

        #[test]
        fn goals_are_seen_once_they_are_held(
            players in prop::collection::vec(0..26u32, 2..=5),
            goal in prop_oneof![1..27u32, 100..140u32, 1..2_100u32, 9_000..=10_000u32],
            bank in 0..11u32,
        ) {
            is_seen(&players, bank / 2, goal)?;
            is_seen(&players[..1], 0, goal)?;
            is_seen(&[Coins::MOST], 0, goal)?;
        }
    }
}
