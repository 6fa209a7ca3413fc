//! Optimal play for two: from the definition, in cases that can be worked out by hand, and against figures that another
//! program has found.

use super::OPTIMAL;
use super::chances::{hold, play};
use analyze::exact::pig::Optimal;
use analyze::games::pig::Rules;

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-10, "{found} is not {expected}");
}

fn rules(goal: u32, sides: u32, bust: u32) -> Rules {
    Rules { goal, sides, bust, ..Rules::default() }
}

/// Neller and Presser give 0.5306, and that the first turn is held at 21; the other digits are those of an independent
/// program (Python, the linear equations of `chances`).
#[test]
fn the_first_player_wins_as_published() {
    let optimal = &*OPTIMAL;
    near(optimal.chance(0, 0), 0.530592725274);
    near(optimal.chance(30, 60), 0.264962396149);
    near(optimal.chance(60, 30), 0.801438389997);
    assert_eq!((1..100).find(|&total| optimal.holds(0, 0, total)), Some(21));
    // Where the goal is near, a high turn total rolls on: it holds at 23 to 25 alone.
    let held: Vec<u32> = (1..46).filter(|&total| optimal.holds(54, 70, total)).collect();
    assert_eq!(held, [23, 24, 25]);
}

/// Whoever needs one number only, any but one of the die, wins like somebody who tosses a coin of that chance first.
#[test]
fn a_goal_of_one_roll() {
    for sides in [2, 3, 6, 20] {
        let lost = 1.0 / f64::from(sides);
        near(Optimal::solve(&rules(1, sides, 2)).chance(0, 0), (1.0 - lost) / (1.0 - lost * lost));
    }
}

/// Only what is missing to the goal matters.
#[test]
fn a_lower_goal_is_the_end_of_a_higher_one() {
    let (whole, half) = (&*OPTIMAL, Optimal::solve(&rules(50, 6, 1)));
    for (own, other) in [(0, 0), (0, 49), (49, 0), (13, 37), (49, 49)] {
        near(half.chance(own, other), whole.chance(50 + own, 50 + other));
        assert!((1..50 - own).all(|total| half.holds(own, other, total) == whole.holds(50 + own, 50 + other, total)));
    }
}

/// From the definition: played against itself it wins as often as it says, and there is no decision of which the other
/// answer would win more.
#[test]
fn no_decision_can_be_improved() {
    for rules in [rules(30, 6, 1), rules(25, 4, 3), rules(40, 10, 10), rules(12, 2, 1), Rules::default()] {
        let optimal = Optimal::solve(&rules);
        let holds = |own, other, total| optimal.holds(own, other, total);
        let chances = play(&rules, &holds, &holds).a;
        for own in 0..rules.goal {
            for other in 0..rules.goal {
                let chance = |own: u32, other: u32| chances[own as usize][other as usize];
                near(optimal.chance(own, other), chance(own, other));
                let mut after = vec![1.0; (rules.goal - own + rules.sides) as usize];
                for total in (1..rules.goal - own).rev() {
                    let numbers = (1..=rules.sides).map(|number| match number {
                        bust if bust == rules.bust => 1.0 - chance(other, own),
                        number => after[(total + number) as usize],
                    });
                    let rolling = numbers.sum::<f64>() / f64::from(rules.sides);
                    let holding = 1.0 - chance(other, own + total);
                    after[total as usize] = if holds(own, other, total) { holding } else { rolling };
                    assert!(after[total as usize] > rolling.max(holding) - 1e-11, "{rules:?} {own} {other} {total}");
                }
            }
        }
    }
}

/// Hold-N against itself, and optimal play against it as first and as second, as the independent program found them.
/// Neller and Presser ("Practical Play of the Dice Game Pig", The UMAP Journal 31 (1), 2010) put the mean loss against
/// optimal play at 8 % for hold-20 and at 4.2 % for hold-25.
#[test]
fn optimal_play_against_holding_at_a_number() {
    let rules = Rules::default();
    let best = |own, other, total| OPTIMAL.holds(own, other, total);
    for (at, itself, first, second) in [
        (15, 0.539162625868, 0.620362117478, 0.555337421401),
        (20, 0.534698326165, 0.571498430277, 0.508342064547),
        (25, 0.529755588265, 0.551273833124, 0.490864725686),
    ] {
        near(play(&rules, &hold(at), &hold(at)).a[0][0], itself);
        let found = play(&rules, &best, &hold(at));
        near(found.a[0][0], first);
        near(1.0 - found.b[0][0], second);
    }
}
