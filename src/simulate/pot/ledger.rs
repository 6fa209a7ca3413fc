//! Counting turns, an addition each.
//!
//! Owns the ledgers: by class how many turns there were and how many took control. What combos brought follows from
//! their numbers, as a combo that nobody lacked coins for always brings the same; the others are noted apart. At the
//! end of a block all is handed on in the words of `games::pot`.

use super::code::{Class, WAYS};
use crate::games::pot::{Combo, Rerolled, TurnCounts};
use crate::games::{GROUP_ROWS, GroupColumn, Observer, StrategyIndex};
use std::cell::Cell;

/// What every combo brings the roller if nobody lacks coins.
pub(super) type Gains = [i32; Combo::ALL.len()];

/// The turns of a strategy whose combos bring the same.
pub(super) struct Ledger {
    pub(super) turns: Turns,
    gains: GroupColumn,
    /// How many of the [`WAYS`] there can be.
    ways: usize,
    /// What combos brought beyond `gains`.
    more: [Cell<i32>; GROUP_ROWS],
}

/// By class turns, and 2^32 times those that took control. The counts are shared by the seats of a table.
pub(super) struct Turns([Cell<u64>; Class::MANY]);

/// As many as the classes of a way take up.
const COMBOS: usize = 16;

impl Turns {
    /// Counts a turn.
    #[inline(always)]
    pub(super) fn add(&self, class: Class, takes: bool) {
        let turns = &self.0[class.index()];
        turns.set(turns.get() + (u64::from(takes) << 32 | 1));
    }

    /// Counts a turn no more.
    pub(super) fn take_back(&self, class: Class, takes: bool) {
        let turns = &self.0[class.index()];
        turns.set(turns.get() - (u64::from(takes) << 32 | 1));
    }

    /// Those that came in one of the [`WAYS`], by combo; what comes after the last one is 0.
    #[inline(always)]
    fn of(&self, way: usize) -> &[Cell<u64>; COMBOS] {
        &self.0.as_chunks::<COMBOS>().0[way % (Class::MANY / COMBOS)]
    }

    /// The sum of those that came in one of the ways. Not inlined, because otherwise compilers add up numbers one by one
    /// that they have in vectors, and then handle them so elsewhere too.
    #[inline(never)]
    fn total(&self, way: usize) -> u64 {
        self.of(way).iter().take(GROUP_ROWS).map(Cell::get).sum()
    }
}

impl Ledger {
    fn new(gains: GroupColumn) -> Ledger {
        Ledger { turns: Turns([const { Cell::new(0) }; Class::MANY]), gains, ways: 0, more: Default::default() }
    }

    /// Notes what a combo brought that was paid otherwise than in full.
    pub(super) fn correct(&self, combo: Combo, gain: i32) {
        let more = &self.more[combo as usize];
        more.set(more.get() + gain - self.gains[combo as usize]);
    }

    /// Takes all that was counted.
    #[inline]
    fn take(&self) -> TurnCounts {
        match self.ways {
            1 => self.take_ways::<1>(),
            2 => self.take_ways::<2>(),
            _ => self.take_ways::<{ WAYS.len() }>(),
        }
    }

    /// Takes all that was counted of so many of the [`WAYS`]. The number is fixed, for compilers to lay the loops over
    /// combos out in vectors.
    #[inline(never)]
    fn take_ways<const USED: usize>(&self) -> TurnCounts {
        let totals: [u64; USED] = std::array::from_fn(|way| self.turns.total(way));
        let since = |way: Rerolled| totals.iter().skip(way as usize).sum::<u64>();
        let turns: [&[Cell<u64>; COMBOS]; USED] = std::array::from_fn(|way| self.turns.of(way));
        let all: [u64; GROUP_ROWS] = std::array::from_fn(|combo| turns.iter().map(|turns| turns[combo].take()).sum());
        // The low halves: vectors have no other quick multiplication of such numbers.
        let full = |combo: usize| (u64::from(all[combo] as u32) * u64::from(self.gains[combo] as u32)) as i32;
        TurnCounts {
            turns: since(Rerolled::Never) as i32,
            counts: all.map(|turns| turns as i32),
            coins: std::array::from_fn(|combo| full(combo) + self.more[combo].take()),
            free: since(Rerolled::Free) as i32,
            paid: since(Rerolled::Paid) as i32,
            control: (since(Rerolled::Never) >> 32) as i32,
        }
    }

    /// Begins anew.
    fn clear(&self) {
        self.turns.0.iter().for_each(|turns| turns.set(0));
        self.more.iter().for_each(|more| more.set(0));
    }
}

/// Where a ledger is among [`Ledgers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LedgerIndex {
    strategy: u32,
    ledger: u32,
}

/// The ledgers of a worker, by strategy.
#[derive(Default)]
pub(super) struct Ledgers(Vec<Vec<Ledger>>);

impl Ledgers {
    /// Where the turns of a strategy are counted whose combos bring so much, and which come in so many of the [`WAYS`].
    pub(super) fn open(&mut self, strategy: StrategyIndex, gains: Gains, ways: usize) -> LedgerIndex {
        self.0.resize_with(self.0.len().max(strategy + 1), Vec::new);
        let ledgers = &mut self.0[strategy];
        let gains = std::array::from_fn(|combo| gains.get(combo).copied().unwrap_or(0));
        let ledger = ledgers.iter().position(|ledger| ledger.gains == gains).unwrap_or_else(|| {
            ledgers.push(Ledger::new(gains));
            ledgers.len() - 1
        });
        ledgers[ledger].ways = ledgers[ledger].ways.max(ways);
        LedgerIndex { strategy: strategy as u32, ledger: ledger as u32 }
    }

    /// The ledger at a place.
    pub(super) fn get(&self, index: LedgerIndex) -> &Ledger {
        &self.0[index.strategy as usize][index.ledger as usize]
    }

    /// Hands everything on and begins anew.
    pub(super) fn hand_on(&self, observer: &mut impl Observer) {
        for (strategy, ledgers) in self.0.iter().enumerate() {
            ledgers.iter().for_each(|ledger| ledger.take().hand_on(strategy, observer));
        }
    }

    /// Begins anew.
    pub(super) fn clear(&self) {
        self.0.iter().flatten().for_each(Ledger::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of every class as many turns as no other has, some of which take control.
    fn counted(ways: usize) -> impl Iterator<Item = (Combo, Rerolled, i32, i32)> {
        let classes = Class::all().filter(move |&(_, _, rerolled)| WAYS[..ways].contains(&rerolled));
        classes.zip(1..).map(|((_, combo, rerolled), n)| (combo, rerolled, 1 << (n % 7) | n << 7, n % 5))
    }

    fn plainly(ways: usize, gains: &Gains, corrected: &[(Combo, i32)]) -> TurnCounts {
        let mut all = TurnCounts::default();
        for (combo, rerolled, turns, took) in counted(ways) {
            all.turns += turns;
            all.counts[combo as usize] += turns;
            all.coins[combo as usize] += turns * gains[combo as usize];
            all.free += if rerolled == Rerolled::Never { 0 } else { turns };
            all.paid += if rerolled == Rerolled::Paid { turns } else { 0 };
            all.control += took;
        }
        for &(combo, gain) in corrected {
            all.coins[combo as usize] += gain - gains[combo as usize];
        }
        all
    }

    #[test]
    fn a_ledger_tells_what_was_counted_and_begins_anew() {
        let gains = std::array::from_fn(|combo| 3 * combo as i32 - 7);
        let corrected = [(Combo::Pot, 2), (Combo::Ones, -30), (Combo::Pot, 0), (Combo::FourTwoZero, -1)];
        for ways in 1..=WAYS.len() {
            let mut ledgers = Ledgers::default();
            let index = ledgers.open(0, gains, ways);
            let ledger = ledgers.get(index);
            for _ in 0..2 {
                for (combo, rerolled, turns, took) in counted(ways) {
                    (0..turns).for_each(|turn| ledger.turns.add(Class::new(combo, rerolled), turn < took));
                }
                corrected.iter().for_each(|&(combo, gain)| ledger.correct(combo, gain));
                assert_eq!(ledger.take(), plainly(ways, &gains, &corrected), "{ways}");
            }
            ledger.turns.add(Class::new(Combo::Twos, Rerolled::Never), true);
            ledger.correct(Combo::Twos, 1);
            ledgers.clear();
            assert_eq!(ledger.take(), TurnCounts::default());
        }
    }
}
