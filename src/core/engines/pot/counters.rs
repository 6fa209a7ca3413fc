//! Counting turns, two additions each.

use super::code::{Class, WAYS};
use crate::games::pot::{Combo, TurnCounts};

/// What was counted of some turns of a strategy.
#[derive(Clone, Copy)]
pub(super) struct Counters {
    /// By class turns, and 2^32 times those that took control.
    turns: [u64; Class::MANY],
    /// By class what combos brought the roller.
    coins: [i32; Class::MANY],
}

impl Counters {
    /// Nothing counted.
    pub(super) const NONE: Counters = Counters { turns: [0; Class::MANY], coins: [0; Class::MANY] };

    /// Counts a turn whose combo brought the roller so many coins.
    #[inline(always)]
    pub(super) fn add(&mut self, class: Class, coins: i32, takes: bool) {
        self.turns[class.index()] += u64::from(takes) << 32 | 1;
        self.coins[class.index()] += coins;
    }

    /// All that was counted, in the words of the game.
    pub(super) fn sum(&self) -> TurnCounts {
        let mut sum = TurnCounts::default();
        for rerolled in WAYS {
            for combo in Combo::ALL {
                let class = Class::new(combo, rerolled).index();
                let turns = self.turns[class];
                sum.add((combo, rerolled), turns as u32 as i32, self.coins[class], (turns >> 32) as i32);
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of every class as many turns as no other has, some of which take control.
    #[test]
    fn what_was_counted_is_told_in_the_words_of_the_game() {
        let (mut counters, mut expected) = (Counters::NONE, TurnCounts::default());
        for ((class, combo, rerolled), turns) in Class::all().zip(1..) {
            for turn in 0..turns {
                let (coins, takes) = (3 * turn - 7, turn % 5 == 0);
                counters.add(class, coins, takes);
                expected.add((combo, rerolled), 1, coins, i32::from(takes));
            }
        }
        assert_eq!(counters.sum(), expected);
    }
}
