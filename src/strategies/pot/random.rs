//! `random`: any legal decision. It finds bugs, and it is what any idea should beat.

use crate::dice::{Generator, below, mix};
use crate::games::pot::{
    Choices, Decision, DiceSet, NoAnswer, Other, Pair, PolicyId, Reroll, Roll, Run345Choice, Strategy, TwosChoice, View,
};

/// How many ways to reroll there are. In each of them every throw has any set of dice with equal chances; a number of
/// them, not a new one each turn, because each has to be solved.
const WAYS: u64 = 256;

/// Tosses its own coin for one of [`WAYS`] ways to reroll, paid rerolls among it, and for all that can be chosen.
pub(super) struct Random;

impl Strategy for Random {
    fn decide(&self, view: &View<'_>) -> Result<Decision, NoAnswer> {
        let mut coin = view.coins();
        let rerolls = PolicyId(below(WAYS, &mut coin));
        Ok(Decision { rerolls, choices: choices(view.seats() as u64, &mut coin) })
    }

    fn reroll(&self, plan: PolicyId, roll: &Roll) -> Result<DiceSet, NoAnswer> {
        let next = u64::from(roll.next == Reroll::Paid);
        let any = mix(mix(plan.0 << 1 | next).wrapping_add(roll.shown.index() as u64));
        Ok(DiceSet::all_sets()[(any >> 61) as usize])
    }
}

fn choices(seats: u64, coin: &mut Generator) -> Choices {
    let run345 = match below(2, coin) {
        0 => Run345Choice::Bank,
        _ => Run345Choice::Others(two(seats, coin)),
    };
    let twos = match below(3, coin) {
        0 => TwosChoice::Bank,
        1 => TwosChoice::One(one(seats, coin)),
        _ => TwosChoice::Two(two(seats, coin)),
    };
    Choices { run345, twos, threes: one(seats, coin), fours: two(seats, coin), fives: two(seats, coin) }
}

fn one(seats: u64, coin: &mut Generator) -> Other {
    Other::clockwise(1 + below(seats - 1, coin) as u8)
}

fn two(seats: u64, coin: &mut Generator) -> Pair {
    let first = one(seats, coin);
    if seats == 2 {
        return Pair { first, second: None };
    }
    // One of those that are left, counted without the first.
    let steps = 1 + below(seats - 2, coin) as u8;
    Pair { first, second: Some(Other::clockwise(steps + u8::from(steps >= first.steps()))) }
}
