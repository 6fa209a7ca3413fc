//! The coins of a game in one number, so that a payment is an addition.
//!
//! Owns the packing. What is paid is the business of [`Holdings`]: a payment that nobody lacks coins for is always the
//! same movement of coins, which is taken from there once ([`Lanes::full`]) and then added; where somebody lacks
//! coins, a lane falls below 0, which is seen ([`Lanes::lacks`]), and [`Holdings`] pays.

use crate::games::Seat;
use crate::games::pot::{Holdings, MAX_SEATS};
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Shl, Shr};

/// The number that lanes are packed in: one of 64 bits for games of few coins, one of 128 for all others.
pub(super) trait Word:
    Copy
    + Debug
    + Default
    + PartialEq
    + From<u32>
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The bits of a lane, of which the highest is that of a sign.
    const LANE: u32;
    /// The highest bit of every lane.
    const SIGNS: Self;

    /// The sum, without the bits that have no room.
    fn plus(self, other: Self) -> Self;
    /// The difference, likewise.
    fn minus(self, other: Self) -> Self;
    /// The lowest bits.
    fn low(self) -> u32;
    /// The number of 64 bits, if it is that.
    fn few(self) -> Option<u64>;
}

macro_rules! words {
    ($($word:ty, $lane:expr, $few:expr;)*) => {$(
        impl Word for $word {
            const LANE: u32 = $lane;
            const SIGNS: $word = <$word>::MAX / ((1 << $lane) - 1) << ($lane - 1);

            #[inline(always)]
            fn plus(self, other: $word) -> $word {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: $word) -> $word {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn low(self) -> u32 {
                self as u32
            }

            #[inline(always)]
            fn few(self) -> Option<u64> {
                $few(self)
            }
        }
    )*};
}

words! {
    u64, LANE_OF_FEW, Some;
    u128, 2 * LANE_OF_FEW, |_| None;
}

/// The coins of players, bank and POT, or what a payment changes of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Lanes<W>(W);

/// The bits of a lane in games of few coins.
pub(super) const LANE_OF_FEW: u32 = 8;
// What lies after the players.
pub(super) const BANK: usize = MAX_SEATS;
pub(super) const POT: usize = MAX_SEATS + 1;
/// Coins enough for any payment.
const ENOUGH: u32 = 100;

impl<W: Word> Lanes<W> {
    /// The most coins that there can be in a game.
    pub(super) const MOST: u32 = (1 << (W::LANE - 1)) - 1;

    /// These coins.
    pub(super) fn of(holdings: &Holdings) -> Lanes<W> {
        let players = holdings.all_coins().iter().copied().enumerate();
        let all = players.chain([(BANK, holdings.bank()), (POT, holdings.pot())]);
        all.fold(Lanes::default(), |lanes, (lane, coins)| lanes.plus(Lanes::one(lane, coins)))
    }

    /// The coins, at a table of `seats`.
    pub(super) fn holdings(self, seats: usize) -> Holdings {
        let players: [u32; MAX_SEATS] = std::array::from_fn(|seat| self.lane(seat));
        Holdings::of(&players[..seats], self.bank(), self.pot())
    }

    #[inline(always)]
    fn one(lane: usize, coins: u32) -> Lanes<W> {
        Lanes(W::from(coins) << (lane as u32 * W::LANE))
    }

    /// What a payment moves at a table of `seats` if nobody lacks coins and the POT is empty, and what it says.
    pub(super) fn full<T>(seats: usize, pay: impl Fn(&mut Holdings) -> T) -> (Lanes<W>, T) {
        let before = Holdings::of(&[ENOUGH; MAX_SEATS][..seats], ENOUGH, 0);
        let mut after = before;
        let said = pay(&mut after);
        (Lanes(Lanes::<W>::of(&after).0.minus(Lanes::of(&before).0)), said)
    }

    /// These coins after a payment.
    #[inline(always)]
    pub(super) fn plus(self, moved: Lanes<W>) -> Lanes<W> {
        Lanes(self.0.plus(moved.0))
    }

    /// All bits that are set in one of both: somebody [lacks](Lanes::lacks) coins in that if in one of them.
    #[inline(always)]
    pub(super) fn or(self, other: Lanes<W>) -> Lanes<W> {
        Lanes(self.0 | other.0)
    }

    /// Whether somebody lacked coins for a payment that was added: below the lowest lane that fell below 0 nothing was
    /// borrowed, so its highest bit is set. Nobody but the roller both gives and receives; it gives last, or the coin
    /// for a reroll, which it has.
    #[inline(always)]
    pub(super) fn lacks(self) -> bool {
        self.0 & W::SIGNS != W::default()
    }

    #[inline(always)]
    fn lane(self, lane: usize) -> u32 {
        (self.0 >> (lane as u32 * W::LANE)).low() & ((1 << W::LANE) - 1)
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
        self.lane(seat)
    }

    /// All of them, by seat and then bank and POT, if this is a game of few coins.
    #[inline(always)]
    pub(super) fn few(self) -> Option<u64> {
        self.0.few()
    }

    /// All bits of the lane of the player at a seat.
    pub(super) fn purse(seat: usize) -> Lanes<W> {
        Lanes::one(seat, (1 << W::LANE) - 1)
    }

    /// Whether there is any coin in these lanes.
    #[inline(always)]
    pub(super) fn any(self, of: Lanes<W>) -> bool {
        self.0 & of.0 != W::default()
    }

    /// After the winner of a round took the POT, as [`Holdings::pay_winner`] has it: whatever is in it, nobody lacks
    /// coins for that.
    #[inline(always)]
    pub(super) fn pot_to(self, winner: Seat) -> Lanes<W> {
        let pot = self.pot();
        Lanes(self.plus(Lanes::one(winner.index(), pot)).0.minus(Lanes::<W>::one(POT, pot).0))
    }
}

/// Whether somebody has held the goal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held<W>(Lanes<W>);

/// The coins that end a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal<W>(Lanes<W>);

impl<W: Word> Goal<W> {
    /// So many at a table of `seats`; if there are not so many coins, nobody ever holds them.
    pub(super) fn new(goal: u32, seats: usize) -> Goal<W> {
        let lack = (Lanes::<W>::MOST + 1).saturating_sub(goal);
        Goal((0..seats).fold(Lanes::default(), |lanes, seat| lanes.plus(Lanes::one(seat, lack))))
    }
}

impl<W: Word> Held<W> {
    /// Looks at the players once more.
    #[inline(always)]
    pub(super) fn look(&mut self, lanes: Lanes<W>, goal: Goal<W>) {
        self.0 = self.0.or(lanes.plus(goal.0));
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
    fn is_the_payment<W: Word>(before: Holdings, (seat, combo, rerolled, choices): Paid) -> Result<(), TestCaseError> {
        let seats = before.seats();
        let pay = |all: &mut Holdings| all.pay_turn(seat, combo, rerolled, choices);
        prop_assert_eq!(Lanes::<W>::of(&before).holdings(seats), before);
        let mut after = before;
        let gain = pay(&mut after);
        let (moved, full) = Lanes::<W>::full(seats, pay);
        let paid = Lanes::of(&before).plus(moved);
        if combo != Combo::Pot {
            prop_assert_eq!(paid.lacks(), paid != Lanes::of(&after));
            prop_assert!(paid.lacks() || (paid.holdings(seats), full) == (after, gain));
        }
        let won = Lanes::<W>::of(&after);
        after.pay_winner(seat);
        prop_assert_eq!(won.pot_to(seat), Lanes::of(&after));
        Ok(())
    }

    fn is_seen<W: Word>(all: &[u32], bank: u32, goal: u32) -> Result<(), TestCaseError> {
        let holdings = Holdings::of(all, bank, bank);
        let (lanes, goal_lanes) = (Lanes::<W>::of(&holdings), Goal::new(goal, all.len()));
        let mut held = Held::default();
        held.look(lanes, goal_lanes);
        prop_assert_eq!(held.ever(), holdings.somebody_holds(goal));
        held.look(Lanes::default(), goal_lanes);
        prop_assert_eq!(held.ever(), holdings.somebody_holds(goal));
        for (seat, &coins) in all.iter().enumerate() {
            prop_assert_eq!(lanes.any(Lanes::purse(seat)), coins > 0);
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn movements_are_payments(
            mut all in prop::collection::vec(coins(), 2..=5),
            (bank, pot, many) in (coins(), coins(), prop_oneof![Just(0), 0..200u32]),
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
            if all.iter().sum::<u32>() + bank + pot <= Lanes::<u64>::MOST {
                is_the_payment::<u64>(before, turn)?;
            }
            is_the_payment::<u128>(before, turn)?;
            all.iter_mut().for_each(|coins| *coins *= 1 + many);
            is_the_payment::<u128>(Holdings::of(&all, bank * many, pot * many), turn)?;
        }

        #[test]
        fn goals_are_seen_once_they_are_held(
            all in prop::collection::vec(prop_oneof![0..26u32, 0..2_000u32], 2..=5),
            few in prop::collection::vec(0..26u32, 2..=5),
            goal in prop_oneof![1..27u32, 100..140u32, 1..2_100u32, 9_000..=10_000u32],
            bank in 0..11u32,
        ) {
            is_seen::<u64>(&few, bank / 2, goal)?;
            is_seen::<u64>(&few[..1], 0, goal)?;
            is_seen::<u64>(&[Lanes::<u64>::MOST], 0, goal)?;
            is_seen::<u128>(&all, bank, goal)?;
        }
    }
}
