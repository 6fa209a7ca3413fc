//! What decisions depend on, packed into keys: one look-up instead of a walk through a tree.
//!
//! Owns, for each strategy and card, which questions its decisions depend on ([`Questions`]), and how the answers are
//! packed into a key. Two situations with one key have the same answers to every question ever asked there, so the
//! decision of one is that of the other.

use crate::games::Seat;
use crate::games::gang::{Field, MAX_SEATS};
use crate::simulate::flat::{Key, Value};

/// What a decision needs for a turn: the dice, and the number of their table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaf(u32);

impl Value for Leaf {
    const NONE: Leaf = Leaf(u32::MAX);
}

impl Leaf {
    const DICE_BITS: u32 = 5;

    /// At most 16 dice, and the number of a table below 2^27 − 1: memory ends long before.
    pub(super) fn new(dice: u32, table: usize) -> Leaf {
        Leaf((table as u32) << Leaf::DICE_BITS | dice)
    }

    /// How many dice.
    #[inline]
    pub(super) fn dice(self) -> u32 {
        self.0 & ((1 << Leaf::DICE_BITS) - 1)
    }

    /// The number of the table.
    #[inline]
    pub(super) fn table(self) -> usize {
        (self.0 >> Leaf::DICE_BITS) as usize
    }
}

/// What can be asked about a turn that is to be played, in numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Situation {
    /// The best result so far this round, code × 32 + dice; 0 for none.
    pub best: u32,
    pub best_seat: u32,
    pub allowed: u32,
    pub table: u32,
    /// Turns played this round, and players to act after this one.
    pub turn: u32,
    pub to_act: u32,
    pub seat: u32,
    pub first: u32,
    pub round: u32,
    pub pools: [u32; MAX_SEATS],
}

// Where the answers stand in the first word of a key.
/// The bits of the dice in [`Situation::best`].
pub(super) const BEST_DICE_BITS: u32 = 5;
const BEST_SEAT: u32 = 12;
const ALLOWED: u32 = 14;
const TABLE: u32 = 23;
const TURN: u32 = 32;
const TO_ACT: u32 = 34;
const SEAT: u32 = 36;
const FIRST: u32 = 38;
const ROUND: u32 = 40;
const ROOT: u32 = 49;

/// The most dice, of pools, table and result, that fit in their places.
const MOST_IN_KEY: u32 = 255;

/// The questions on which the decisions of a strategy under a card depend.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Questions {
    mask: u64,
    root: u64,
    /// Above these, the answers do not change any more.
    allowed: u32,
    table: u32,
    pools: [u32; MAX_SEATS],
    asks_pools: bool,
}

/// Whether a question was new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// It was, so keys made before mean nothing now.
    Anew,
    /// It was not.
    Before,
    /// It cannot be told in a key.
    Beyond,
}

impl Questions {
    /// No questions yet, of strategy and card number `root`.
    pub(super) fn new(root: usize) -> Questions {
        Questions { root: (root as u64) << ROOT, ..Questions::default() }
    }

    /// Whether games can be told in keys: whether so many strategies and cards, rounds and dice fit.
    pub(super) fn fit(roots: usize, rounds: usize, dice: u32) -> bool {
        roots < 1 << (64 - ROOT) && rounds < 1 << (ROOT - ROUND) && dice <= MOST_IN_KEY
    }

    /// Makes keys tell the answers to a question apart.
    pub(super) fn include(&mut self, field: Field, supply_is_limited: bool) -> Asked {
        let before = (self.mask, self.allowed, self.table, self.pools);
        let bits = |from: u32, to: u32| (1u64 << to) - (1u64 << from);
        match field {
            Field::ToBeat => self.mask |= bits(0, BEST_SEAT),
            Field::Best => self.mask |= bits(0, ALLOWED),
            Field::AllowedUpTo(most) => self.allowed = self.allowed.max(most.min(MOST_IN_KEY)),
            Field::Allowed => self.allowed = MOST_IN_KEY,
            Field::Pool if supply_is_limited => return Asked::Beyond,
            Field::Pool => self.allowed = MOST_IN_KEY,
            Field::Table => self.table = MOST_IN_KEY,
            Field::TableUpTo(most) => self.table = self.table.max(most.min(MOST_IN_KEY)),
            Field::Turn => self.mask |= bits(TURN, TO_ACT),
            Field::ToAct => self.mask |= bits(TO_ACT, SEAT),
            Field::Seat => self.mask |= bits(SEAT, FIRST),
            Field::First => self.mask |= bits(FIRST, ROUND),
            Field::Round | Field::BonusNext => self.mask |= bits(ROUND, ROOT),
            Field::PoolOfUpTo(Seat(seat), most) => {
                let pool = &mut self.pools[usize::from(seat)];
                *pool = (*pool).max(most.min(MOST_IN_KEY));
                self.asks_pools = true;
            }
        }
        if self.allowed > 0 {
            self.mask |= bits(ALLOWED, TABLE);
        }
        if self.table > 0 {
            self.mask |= bits(TABLE, TURN);
        }
        if before == (self.mask, self.allowed, self.table, self.pools) { Asked::Before } else { Asked::Anew }
    }

    /// The key of a situation; see [`Questions::fit`] for what fits.
    #[inline(always)]
    pub(super) fn key(&self, at: &Situation) -> Key {
        let context = at.turn | at.to_act << (TO_ACT - TURN) | at.seat << (SEAT - TURN);
        let context = context | at.first << (FIRST - TURN) | at.round << (ROUND - TURN);
        let amounts = at.best_seat << BEST_SEAT | at.allowed.min(self.allowed) << ALLOWED;
        let amounts = amounts | at.table.min(self.table) << TABLE | at.best;
        let answers = u64::from(context) << TURN | u64::from(amounts);
        let pools = if self.asks_pools { self.pools(at) } else { 0 };
        Key { answers: answers & self.mask | self.root, more: pools }
    }

    #[inline]
    fn pools(&self, at: &Situation) -> u32 {
        let pools = (0..MAX_SEATS).map(|seat| at.pools[seat].min(self.pools[seat]) << (8 * seat));
        pools.fold(0, |all, pool| all | pool)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The answer to a question, as `View::answer` has it, but for the packing of results.
    fn answer(at: &Situation, field: Field) -> (u32, u32) {
        let number = match field {
            Field::AllowedUpTo(most) => at.allowed.min(most),
            Field::ToBeat => at.best,
            Field::Best => return (at.best, at.best_seat),
            // The bonus of the next round is a function of the round.
            Field::Round | Field::BonusNext => at.round,
            Field::Seat => at.seat,
            Field::First => at.first,
            Field::Turn => at.turn,
            Field::ToAct => at.to_act,
            Field::Table => at.table,
            Field::TableUpTo(most) => at.table.min(most),
            // With an unlimited supply the whole pool is allowed.
            Field::Pool | Field::Allowed => at.allowed,
            Field::PoolOfUpTo(Seat(seat), most) => at.pools[usize::from(seat)].min(most),
        };
        (number, 0)
    }

    fn field() -> impl Strategy<Value = Field> {
        let most = prop_oneof![0..12u32, Just(200), Just(u32::MAX)];
        prop_oneof![
            prop::sample::select(vec![
                Field::Round,
                Field::Seat,
                Field::First,
                Field::Turn,
                Field::ToAct,
                Field::Table,
                Field::BonusNext,
                Field::Pool,
                Field::Allowed,
                Field::Best,
                Field::ToBeat,
            ]),
            most.clone().prop_map(Field::AllowedUpTo),
            most.clone().prop_map(Field::TableUpTo),
            (0..4u8, most).prop_map(|(seat, most)| Field::PoolOfUpTo(Seat(seat), most)),
        ]
    }

    /// Small numbers, so that two situations often agree in something, and large ones.
    fn situation() -> impl Strategy<Value = Situation> {
        let dice = || prop_oneof![0..4u32, 0..=MOST_IN_KEY];
        let result = prop_oneof![Just(0), (0..82u32, 1..=16u32).prop_map(|(code, dice)| code << BEST_DICE_BITS | dice)];
        let places = (0..4u32, 0..4u32, 0..4u32, 0..4u32, 0..4u32);
        let (pools, round) = (prop::array::uniform4(dice()), prop_oneof![0..3u32, 0..500u32]);
        (result, places, dice(), dice(), pools, round).prop_map(|(best, places, allowed, table, pools, round)| {
            let (best_seat, turn, to_act, seat, first) = places;
            Situation { best, best_seat, allowed, table, turn, to_act, seat, first, round, pools }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Keys are equal exactly if all answers are, and never between roots. Fields that are told together with
        /// others tell more than was asked, which is only less to remember.
        #[test]
        fn a_key_tells_the_answers(
            fields in prop::collection::vec(field(), 0..4),
            mut one in situation(),
            other in situation(),
            take in any::<u16>(),
        ) {
            let mut questions = Questions::new(7);
            for &field in &fields {
                prop_assert_ne!(questions.include(field, false), Asked::Beyond);
                prop_assert_eq!(questions.include(field, false), Asked::Before);
            }
            // Mostly alike, or nothing would ever be.
            let mixed = |bit: u32, a: u32, b: u32| if take >> bit & 1 == 1 { a } else { b };
            one = Situation {
                best: mixed(0, one.best, other.best),
                best_seat: mixed(1, one.best_seat, other.best_seat),
                allowed: mixed(2, one.allowed, other.allowed),
                table: mixed(3, one.table, other.table),
                turn: mixed(4, one.turn, other.turn),
                to_act: mixed(5, one.to_act, other.to_act),
                seat: mixed(6, one.seat, other.seat),
                first: mixed(7, one.first, other.first),
                round: mixed(8, one.round, other.round),
                pools: std::array::from_fn(|seat| mixed(9 + seat as u32, one.pools[seat], other.pools[seat])),
            };
            if questions.key(&one) == questions.key(&other) {
                for &field in &fields {
                    prop_assert_eq!(answer(&one, field), answer(&other, field), "{:?}", field);
                }
            }
            let again = Questions { root: Questions::new(8).root, ..questions };
            prop_assert_ne!(again.key(&one), questions.key(&one));
        }
    }

    #[test]
    fn what_cannot_be_told_is_said() {
        assert_eq!(Questions::new(0).include(Field::Pool, true), Asked::Beyond);
        assert!(Questions::fit(54, 12, 3 * 48 + 18));
        assert!(!Questions::fit(54, 12, 256) && !Questions::fit(54, 512, 100) && !Questions::fit(1 << 15, 12, 100));
    }
}
