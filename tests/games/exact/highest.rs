//! The highest values alone, against those that come with a plan: the same bits.

use super::brute_force::{BOTH, CONDITIONS};
use analyze::exact::{Objective, Turn};

/// Every target, so that eight, two and one objective side by side are all met.
fn objectives(dice: u32) -> Vec<Objective> {
    [Objective::ExpectedTotal, Objective::VALID].into_iter().chain((1..=5 * dice).map(Objective::AtLeast)).collect()
}

fn assert_same_bits(turn: &Turn, objectives: &[Objective], what: &str) {
    for (objective, highest) in objectives.iter().zip(turn.highest(objectives)) {
        let optimum = turn.optimum(|result| objective.value(result)).unwrap().value;
        assert_eq!(highest.to_bits(), optimum.to_bits(), "{what}, {objective:?}: {highest} for {optimum}");
    }
}

#[test]
fn the_bits_are_those_of_the_optimum_with_its_plan() {
    for trigger in BOTH {
        for (id, holds) in CONDITIONS {
            for (dice, rerolls) in [(1, 2), (2, 0), (3, 1), (4, 2), (5, 3), (8, 2)] {
                let turn = Turn::new(dice, rerolls, trigger, holds).unwrap();
                assert_same_bits(&turn, &objectives(dice), &format!("{id} {trigger} {dice} dice"));
            }
        }
    }
}

/// The bits do not depend on how many objectives are solved side by side: fewer from 25 dice on, and again from 33.
#[test]
fn many_dice_are_solved_alike() {
    for (dice, (id, holds)) in [(25, CONDITIONS[4]), (33, CONDITIONS[11])] {
        let turn = Turn::new(dice, 1, BOTH[0], holds).unwrap();
        assert_same_bits(&turn, &[Objective::ExpectedTotal, Objective::VALID], id);
    }
    assert!(Turn::new(2, 2, BOTH[0], |_| false).unwrap().highest(&[]).is_empty());
}
