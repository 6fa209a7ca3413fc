//! Where a player stands when it is its turn, and the numbers by which that is known.

use super::super::Mark;
use crate::dice::multisets::MOST_DICE;
use crate::games::gang::{CardIndex, MAX_SEATS};

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
