//! What decisions depend on, packed into keys: one look-up instead of a walk through a tree.
//!
//! Owns, for each root, which questions its decisions depend on ([`Questions`]), and how the answers are packed into a
//! key. Two situations with one key have the same answers to every question ever asked there, so the decision of one is
//! that of the other. Only games of few coins are told in keys ([`Word::few`]).

use super::lanes::{BANK, LANE_OF_FEW, POT, Word};
use super::lean::Moment;
use crate::games::pot::{Field, Other};
use crate::simulate::flat::Key;

// Where the answers stand in the second word of a key; the ranking has bits that these leave.
const TO_BEAT: u32 = 0b11111;
const TRIES: u32 = 5;
const SEAT: u32 = 8;
const GOAL_HELD: u32 = 11;
const FIRST: u32 = 16;
const ROUND: u32 = 24;
/// Rounds that fit.
const ROUNDS: u32 = 1 << (31 - ROUND);
/// The bits that are set if one of two others has as many coins as another further clockwise, or more.
const RANKING: u32 = NEXT | AFTER_NEXT >> 1 | OPPOSITE >> 2;
const NEXT: u32 = 0x8080_8000;
const AFTER_NEXT: u32 = 0x0080_8000;
const OPPOSITE: u32 = 0x0000_8000;
/// Where the number of the root stands in the first word.
const ROOT: u32 = 56;
/// The highest bit of every lane.
const SIGNS: u64 = <u64 as Word>::SIGNS;
/// All coins.
const ALL: u64 = (1 << (LANE_OF_FEW - 1)) - 1;

/// The questions on which the decisions at a root depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Questions {
    /// By lane: above these numbers of coins, the answers do not change any more.
    most: u64,
    /// The bits of the second word that matter.
    mask: u32,
    root: u64,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whose {
    /// How many places after the first.
    pub(super) after: usize,
    pub(super) seat: usize,
    /// How many seats there are.
    pub(super) seats: usize,
}

impl Questions {
    /// No questions yet, at this root; `None` if there are too many roots.
    pub(super) fn new(root: usize) -> Option<Questions> {
        // The highest bit of a key is never set.
        (root < 1 << (63 - ROOT)).then_some(Questions { most: 0, mask: 0, root: (root as u64) << ROOT })
    }

    /// Makes keys tell the answers to a question apart.
    pub(super) fn include(&mut self, field: Field) {
        match field {
            Field::Round => self.mask |= (ROUNDS - 1) << ROUND,
            Field::Seat => self.mask |= 0b111 << SEAT,
            Field::First => self.mask |= 0b111 << FIRST,
            Field::Bank => self.tell(BANK, u32::MAX),
            Field::BankUpTo(most) => self.tell(BANK, most),
            Field::Pot => self.tell(POT, u32::MAX),
            Field::PotUpTo(most) => self.tell(POT, most),
            Field::Coins => self.tell(0, u32::MAX),
            Field::CoinsUpTo(most) => self.tell(0, most),
            Field::CoinsOf(other) => self.tell(lane(other), u32::MAX),
            Field::CoinsOfUpTo(other, most) => self.tell(lane(other), most),
            Field::Ranking => self.mask |= RANKING,
            Field::ToBeat => self.mask |= TO_BEAT,
            Field::InControl | Field::StillToCome => self.mask |= 0b111 << TRIES,
            Field::GoalHeld => self.mask |= 1 << GOAL_HELD,
        }
    }

    fn tell(&mut self, lane: usize, most: u32) {
        let shift = lane as u32 * LANE_OF_FEW;
        let known = self.most >> shift & ALL;
        self.most |= ALL << shift;
        self.most ^= (ALL ^ known.max(ALL.min(most.into()))) << shift;
    }

    /// The key of a situation, if it can be told in one.
    #[inline(always)]
    pub(super) fn key<W: Word>(&self, at: &Moment<W>, whose: Whose) -> Option<Key> {
        let coins = at.lanes.few().filter(|_| at.round < ROUNDS)?;
        let players = turned(coins, whose);
        let answers = least(players | coins & BANK_AND_POT, self.most) | self.root;
        let Whose { after, seat, seats } = whose;
        let control = at.mark.rank() | at.tries(after, seats) << TRIES;
        let place = (seat as u32) << SEAT | u32::from(at.held.ever()) << GOAL_HELD | (at.first as u32) << FIRST;
        let more = control | place | ranking(players) | at.round << ROUND;
        Some(Key { answers, more: more & self.mask })
    }
}

/// The lanes that belong to no player.
const BANK_AND_POT: u64 = u64::MAX << (BANK as u32 * LANE_OF_FEW);

/// The lane of another player in coins that are [turned].
fn lane(other: Other) -> usize {
    other.steps().into()
}

/// The coins of the players, those of the one whose turn it is first and then clockwise.
#[inline(always)]
fn turned(coins: u64, Whose { seat, seats, .. }: Whose) -> u64 {
    let (seat, seats) = (seat as u32 * LANE_OF_FEW, seats as u32 * LANE_OF_FEW);
    let players = coins & ((1 << seats) - 1);
    (players >> seat | players << (seats - seat)) & ((1 << seats) - 1)
}

/// By lane the smaller of two numbers.
#[inline(always)]
fn least(coins: u64, most: u64) -> u64 {
    let enough = ((most | SIGNS) - coins) & SIGNS;
    let lanes = enough - (enough >> (LANE_OF_FEW - 1));
    coins & lanes | most & !lanes
}

/// Who of two others has as many coins or more, from coins that are [turned].
#[inline(always)]
fn ranking(players: u64) -> u32 {
    let compared = |lanes: u32| ((players | SIGNS) - (players >> (lanes * LANE_OF_FEW))) as u32;
    compared(1) & NEXT | (compared(2) & AFTER_NEXT) >> 1 | (compared(3) & OPPOSITE) >> 2
}

#[cfg(test)]
mod tests {
    use super::super::code::{Code, Mark};
    use super::super::lanes::{Goal, Held, Lanes};
    use super::super::recall::answer;
    use super::*;
    use crate::games::pot::{Combo, Holdings, Rerolled, TurnResult};
    use proptest::prelude::*;

    /// Numbers of coins that are often equal, and large ones.
    fn coins() -> impl Strategy<Value = u32> {
        prop_oneof![4 => 0..4u32, 1 => 0..=17u32]
    }

    fn field(seats: u8) -> impl Strategy<Value = Field> {
        let most = prop_oneof![0..6u32, Just(63), Just(300), Just(u32::MAX)];
        let other = (1..seats).prop_map(Other::clockwise);
        prop_oneof![
            prop::sample::select(vec![
                Field::Round,
                Field::Seat,
                Field::First,
                Field::Bank,
                Field::Pot,
                Field::Coins,
                Field::Ranking,
                Field::ToBeat,
                Field::InControl,
                Field::StillToCome,
                Field::GoalHeld,
            ]),
            most.clone().prop_map(Field::BankUpTo),
            most.clone().prop_map(Field::PotUpTo),
            most.clone().prop_map(Field::CoinsUpTo),
            other.clone().prop_map(Field::CoinsOf),
            (other, most).prop_map(|(other, most)| Field::CoinsOfUpTo(other, most)),
        ]
    }

    /// A situation in numbers: coins of all places; round, first and places after the first; score to beat, if there is
    /// one, and who has it; whether the goal was held.
    #[derive(Clone, Debug)]
    struct Drawn {
        coins: Vec<u32>,
        place: (u32, usize, usize),
        control: Option<(u8, usize)>,
        held: bool,
    }

    fn drawn(seats: usize) -> impl Strategy<Value = Drawn> {
        let place = (prop_oneof![0..3u32, 100..140u32], 0..seats, 0..seats);
        let control = prop::option::of((5..8u8, 1..seats));
        (prop::collection::vec(coins(), seats + 2), place, control, any::<bool>()).prop_map(
            move |(coins, place, control, held)| {
                // Whose turn it is has lost control, or never had it.
                let control = control.map(|(score, steps)| (score, (place.2 + steps) % seats));
                Drawn { coins, place, control, held }
            },
        )
    }

    /// Each part from one of two, so that they are often alike.
    fn mixed(one: &Drawn, other: &Drawn, take: u16) -> Drawn {
        let other_at = |bit: usize| take >> bit & 1 == 1;
        let coins = (0..one.coins.len()).map(|at| if other_at(at) { other.coins[at] } else { one.coins[at] }).collect();
        // Who has control sits elsewhere than whose turn it is, so both go together.
        let from = if other_at(8) { other } else { one };
        let (_, first, _) = if other_at(9) { other.place } else { one.place };
        let (round, held) = if other_at(10) { (other.place.0, other.held) } else { (one.place.0, one.held) };
        Drawn { coins, place: (round, first, from.place.2), control: from.control, held }
    }

    fn situation(seats: usize, drawn: &Drawn) -> (Moment<u64>, Whose) {
        let Drawn { coins, place: (round, first, after), control, held } = drawn;
        let score = |&(score, holder): &(u8, usize)| {
            let result = TurnResult { combo: Combo::None, score, rerolled: Rerolled::Never };
            Code::new(result).mark(holder)
        };
        let (lanes, goal) =
            (Lanes::of(&Holdings::of(&coins[..seats], coins[seats], coins[seats + 1])), Goal::new(1, seats));
        let mut at = Moment {
            lanes,
            held: Held::default(),
            mark: control.as_ref().map_or(Mark::NONE, score),
            first: *first,
            round: *round,
            lap: 0,
            left: 1,
            goal,
        };
        if *held {
            at.held.look(Lanes::of(&Holdings::of(&[1], 0, 0)), goal);
        }
        (at, Whose { after: *after, seat: (first + after) % seats, seats })
    }

    /// The number of seats, fields that are asked about, two situations, and what a third has of which.
    type Case = (usize, Vec<Field>, Drawn, Drawn, u16);

    fn case() -> impl Strategy<Value = Case> {
        (2..=5usize).prop_flat_map(|seats| {
            let fields = prop::collection::vec(field(seats as u8), 0..5);
            (Just(seats), fields, drawn(seats), drawn(seats), any::<u16>())
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// Keys are equal exactly if all answers are, and never between roots.
        #[test]
        fn a_key_tells_the_answers((seats, fields, one, other, take) in case()) {
            let mut questions = Questions::new(7).unwrap();
            fields.iter().for_each(|&field| questions.include(field));
            let (here, there) = (situation(seats, &mixed(&one, &other, take)), situation(seats, &other));
            let keys = [&here, &there].map(|(at, whose)| questions.key(at, *whose));
            let [Some(this), Some(that)] = keys else {
                prop_assert!(here.0.round >= ROUNDS || there.0.round >= ROUNDS);
                return Ok(());
            };
            let same = |&field: &Field| answer(field, &here.0, here.1) == answer(field, &there.0, there.1);
            prop_assert_eq!(this == that, fields.iter().all(same), "{:?}", fields);
            let elsewhere = Questions { root: Questions::new(8).unwrap().root, ..questions };
            prop_assert_ne!(elsewhere.key(&here.0, here.1), Some(this));
        }
    }

    #[test]
    fn what_cannot_be_told_is_said() {
        assert!(Questions::new(127).is_some() && Questions::new(128).is_none());
        let many = Moment {
            lanes: Lanes::of(&Holdings::of(&[500, 3], 0, 0)),
            held: Held::default(),
            mark: Mark::NONE,
            first: 0,
            round: 0,
            lap: 0,
            left: 1,
            goal: Goal::<u128>::new(1, 2),
        };
        assert_eq!(Questions::new(0).unwrap().key(&many, Whose { after: 0, seat: 0, seats: 2 }), None);
    }
}
