//! The rest of a round of Gang of Dice, solved backwards.
//!
//! Owns what a player should commit who thinks of this round only and takes it that everyone still to act does the same:
//! backward induction over the card, the players still to act, the best result so far and the dice on the table. Who wins
//! gains the dice on the table less its own; who does not loses its own dice, also when nobody wins (G13, G14). Later
//! rounds, elimination and the supply of dice (G06) do not enter.
//!
//! **The last player** wins with probability `p` and then takes `table + n` dice, so `n` dice are worth `p (table + n) − n`,
//! and the best plan for `n` dice is the one with the highest `p`. That is exact.
//!
//! **An earlier player** that beats the best so far with `n` dice holds the lead. Those who follow answer, each with a
//! chance of beating it; if none does, the leader takes `table + n` and what they committed. So every result has a value,
//! 0 if it does not lead, and the turn is solved for these values. Answers are found in the same way, one player later, on
//! a table whose dice are taken in classes (see [`Situation`]); what the leader takes is counted exactly.
//!
//! Everything is solved when it is first needed. Situations that differ only in the best so far share what is solved for a
//! number of dice and a *target*, the lowest total that beats the best so far.

mod solve;

pub use solve::{Commitments, MOST_ROUND_DICE, ROUND_ROOM};

use crate::dice::multisets::MOST_DICE;
use crate::games::gang::{CardIndex, MAX_SEATS};

/// The best valid result so far in a round, which a later turn must beat (G12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// Its total, 0 to 5 × dice.
    pub total: u32,
    /// The dice committed for it, at least 1.
    pub dice: u32,
}

impl Mark {
    /// The lowest total with which a later turn of `dice` dice beats this result: an equal total does
    /// with more dice.
    #[inline]
    pub fn target(self, dice: u32) -> u32 {
        if dice > self.dice { self.total } else { self.total + 1 }
    }

    /// The lowest total with which a turn of `dice` dice is the best so far: that beats `mark`, or any if there is none.
    #[inline]
    pub fn target_beyond(mark: Option<Mark>, dice: u32) -> u32 {
        mark.map_or(0, |mark| mark.target(dice))
    }

    /// The mark of at most `most` dice that is as hard to beat for every turn of at most `most` dice.
    #[inline]
    pub(super) fn among(self, most: u32) -> Mark {
        if self.total < 5 * most {
            Mark { dice: self.dice.min(most), ..self }
        } else {
            Mark { total: 5 * most, dice: most }
        }
    }
}

/// The players still to act after this one, in order, each with the dice it can commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Later(u32);

/// The most players that can follow one.
const MOST_LATER: usize = MAX_SEATS - 1;
/// The bits for one of them.
const BITS: u32 = 6;

impl Later {
    /// Players with these pools, in order, each of whom commits at most `most` dice (1 to 48). Pools of
    /// 0 stand for nobody, and of the others only the first three count.
    pub fn new(pools: impl Iterator<Item = u32>, most: u32) -> Later {
        let players = pools.filter(|&pool| pool > 0).take(MOST_LATER);
        Later((0..).zip(players).fold(0, |all, (i, pool)| all | pool.min(most).min(MOST_DICE) << (BITS * i)))
    }

    /// The first of them, as the dice it can commit, and those after it.
    #[inline]
    pub(super) fn next(self) -> Option<(u32, Later)> {
        (self.0 != 0).then_some((self.0 & ((1 << BITS) - 1), Later(self.0 >> BITS)))
    }

    /// The dice that all of them together can commit.
    pub(super) fn dice(self) -> u32 {
        self.next().map_or(0, |(dice, rest)| dice + rest.dice())
    }
}

/// What a player knows who thinks of this round only.
///
/// Its own pool enters through `allowed`, those of the others as far as they limit what they can
/// commit. The dice on the table are exact for the last player. For earlier ones they are exact up to
/// 16; above, there are four classes from each power of two to the next, each taken at its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The card of the round.
    pub card: CardIndex,
    /// The best valid result so far.
    pub mark: Option<Mark>,
    /// The dice on the table before the turn, 0 to 1023.
    pub table: u32,
    /// The most dice this turn may commit, at least 1.
    pub allowed: u32,
    /// Who acts later.
    pub later: Later,
}

/// The dice at which a table is taken for a player who is not the last.
pub(super) fn class_of(table: u32) -> u32 {
    const EXACT: u32 = 16;
    if table < EXACT {
        return table;
    }
    let width = 1 << (table / EXACT).ilog2() << 2;
    table / width * width + width / 2
}

/// Everything about a turn but the best so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub card: CardIndex,
    pub table: u32,
    pub later: Later,
}

const CARD_BITS: u32 = 16;
const TABLE_BITS: u32 = 10;
const LATER_BITS: u32 = BITS * MOST_LATER as u32;
const DICE_BITS: u32 = 6;

impl Spot {
    /// The bits of [`Spot::key`].
    const KEY_BITS: u32 = CARD_BITS + TABLE_BITS + LATER_BITS;

    /// The spot with the table taken at the middle of its class.
    pub(super) fn classed(self) -> Spot {
        Spot { table: class_of(self.table), ..self }
    }

    /// A number of its own.
    #[inline]
    pub(super) fn key(self) -> u64 {
        debug_assert!(self.table < 1 << TABLE_BITS);
        let later = u64::from(self.later.0);
        (later << TABLE_BITS | u64::from(self.table)) << CARD_BITS | u64::from(self.card.0)
    }

    /// A number of its own for a turn of `dice` dice there with this target, at most 241.
    pub(super) fn turn_key(self, dice: u32, target: u32) -> u64 {
        u64::from(target << DICE_BITS | dice) << Spot::KEY_BITS | self.key()
    }

    fn of_key(key: u64) -> Spot {
        let field = |low: u32, bits: u32| (key >> low & ((1 << bits) - 1)) as u32;
        Spot {
            card: CardIndex(field(0, CARD_BITS) as u16),
            table: field(CARD_BITS, TABLE_BITS),
            later: Later(field(CARD_BITS + TABLE_BITS, LATER_BITS)),
        }
    }
}

/// How a turn is rerolled: the situation, as far as the rerolls depend on it, in one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoundPlan(pub u64);

impl RoundPlan {
    /// The plan for a spot, whose table is in its class, or 0 for the last player.
    pub(super) fn new(spot: Spot, mark: Option<Mark>) -> RoundPlan {
        let mark = mark.map_or(0, |mark| {
            let mark = mark.among(MOST_DICE);
            mark.total << DICE_BITS | mark.dice
        });
        RoundPlan(u64::from(mark) << Spot::KEY_BITS | spot.key())
    }

    /// The spot and the best so far that it was made from.
    pub(super) fn parts(self) -> (Spot, Option<Mark>) {
        let mark = (self.0 >> Spot::KEY_BITS) as u32;
        let (total, dice) = (mark >> DICE_BITS, mark & ((1 << DICE_BITS) - 1));
        (Spot::of_key(self.0), (dice > 0).then_some(Mark { total, dice }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{Objective, SOLUTIONS_ROOM, Solutions, Turn};
    use crate::games::gang::Deck;

    /// Rule G12 on a result: a higher total, or an equal one of more dice; the earlier of equals wins.
    fn beats(total: u32, dice: u32, mark: Mark) -> bool {
        (total, dice) > (mark.total, mark.dice)
    }

    fn marks(most: u32) -> impl Iterator<Item = Mark> {
        (1..=most).flat_map(|dice| (0..=5 * dice).map(move |total| Mark { total, dice }))
    }

    #[test]
    fn a_target_is_the_lowest_total_that_beats() {
        for mark in marks(6) {
            for dice in 1..=8 {
                let lowest = (0..).find(|&total| beats(total, dice, mark)).unwrap();
                assert_eq!(mark.target(dice), lowest, "{mark:?}, {dice} dice");
            }
        }
        // The rulebook's first example: 5 with three dice beats 5 with two.
        assert_eq!(Mark { total: 5, dice: 2 }.target(3), 5);
        assert_eq!(Mark::target_beyond(None, 3), 0);
    }

    #[test]
    fn a_mark_among_fewer_dice_is_as_hard_to_beat() {
        for most in 1..=6 {
            for mark in marks(10) {
                let among = mark.among(most);
                assert!(among.dice <= most && among.total <= 5 * among.dice, "{mark:?} to {among:?}");
                for (dice, total) in marks(most).map(|own| (own.dice, own.total)) {
                    assert_eq!(beats(total, dice, among), beats(total, dice, mark), "{mark:?}: {total} of {dice}");
                }
            }
        }
    }

    #[test]
    fn chances_are_those_of_the_turns() {
        let deck = Deck::reconstructed();
        let turns = Solutions::new(&deck, 2, SOLUTIONS_ROOM);
        for card in [0, 4, 17].map(CardIndex) {
            let beyond = [Mark { total: 14, dice: 40 }, Mark { total: 16, dice: 9 }].into_iter();
            for mark in marks(3).chain(beyond).map(Some).chain([None]) {
                let chance = |dice| {
                    let turn = Turn::under(deck.card(card), dice, 2).unwrap();
                    let wins = |result: Option<u32>| {
                        result.is_some_and(|total| mark.is_none_or(|mark| beats(total, dice, mark)))
                    };
                    turn.best_value(|result| f64::from(u8::from(wins(result)))).unwrap()
                };
                for dice in 1..=3 {
                    let target = Objective::AtLeast(Mark::target_beyond(mark, dice));
                    assert_eq!(turns.value(card, dice, target), Ok(chance(dice)));
                }
            }
        }
    }

    #[test]
    fn classes_of_tables() {
        assert!((0..16).all(|table| class_of(table) == table));
        // Four classes from each power of two to the next, each taken at its middle.
        assert_eq!([16, 19, 20, 31, 32, 39, 40, 63, 64].map(class_of), [18, 18, 22, 30, 36, 36, 44, 60, 72]);
        for table in 0..1024 {
            assert_eq!(class_of(class_of(table)), class_of(table));
            assert!(class_of(table).abs_diff(table) * 8 <= table);
        }
    }

    #[test]
    fn players_still_to_act() {
        let mut later = Later::new([3, 0, 60, 12, 9].into_iter(), 8);
        let mut allowed = Vec::new();
        assert_eq!(later.dice(), 3 + 8 + 8);
        while let Some((dice, rest)) = later.next() {
            allowed.push(dice);
            later = rest;
        }
        assert_eq!(allowed, [3, 8, 8]);
        assert_eq!(Later::new([0, 0].into_iter(), 8).next(), None);
    }

    #[test]
    fn a_plan_remembers_its_situation() {
        for card in [0, 17, 499] {
            for table in [0, 5, 1023] {
                for pools in [&[][..], &[1], &[8, 2], &[48, 48, 48]] {
                    let spot = Spot { card: CardIndex(card), table, later: Later::new(pools.iter().copied(), 48) };
                    let mark = |total, dice| Some(Mark { total, dice });
                    for mark in [None, mark(0, 1), mark(7, 3), mark(239, 48), mark(240, 48)] {
                        assert_eq!(RoundPlan::new(spot, mark).parts(), (spot, mark));
                    }
                    assert_eq!(RoundPlan::new(spot, mark(700, 160)).parts(), (spot, mark(240, 48)));
                }
            }
        }
    }
}
