//! Estimates against exact chances.

use crate::games::battle::duel::{Contest, Hand};
use crate::games::battle::odds::{Fighter, Situation};
use crate::games::battle::rules::Rules;
use crate::games::battle::{Battle, Kinds};

/// Packs that are worth meeting: whites, numbers, with an extra.
const PLAIN: [[u8; 6]; 4] = [[5, 0, 2, 0, 0, 0], [0, 0, 5, 0, 0, 0], [2, 0, 0, 3, 0, 0], [3, 3, 0, 1, 0, 0]];
/// With multipliers and victory points.
const BLACK: [[u8; 6]; 3] = [[2, 0, 1, 0, 0, 1], [0, 0, 5, 0, 0, 0], [1, 0, 0, 2, 0, 2]];

const CONTESTS: [Contest; 8] = [
    Contest::FirstTo15,
    Contest::RussianRoulette,
    Contest::ByPoints(4),
    Contest::ByPoints(7),
    Contest::Battle,
    Contest::Armageddon(2),
    Contest::Armageddon(5),
    Contest::TwoByTwo,
];

/// The greatest difference of a chance to win, and of the mean of the victory points that show, between estimates and
/// solutions; and the number of duels that have both.
fn differences(players: u32, packs: &[[u8; 6]]) -> (f64, f64, u32) {
    let game = Battle::new(Rules::default(), players as usize).unwrap();
    let (mut win, mut shown, mut solved) = (0.0_f64, 0.0_f64, 0);
    for number in 0..packs.len().pow(players) {
        let pack = |at| Kinds::new(packs[number / packs.len().pow(at) % packs.len()]);
        let packs: Vec<Kinds> = (0..players).map(pack).collect();
        for (contest, hand) in CONTESTS.into_iter().flat_map(|contest| Hand::ALL.map(|hand| (contest, hand))) {
            let fighter = |&dice: &Kinds| Fighter { dice, conduct: game.model(dice) };
            let situation = Situation { contest, hand, fighters: packs.iter().map(fighter).collect() };
            let Ok(odds) = game.odds(&situation) else { continue };
            let estimate = game.estimate(contest, hand, &packs).expect("what is solved can be estimated");
            solved += 1;
            for at in 0..packs.len() {
                win = win.max((estimate.wins[at] - odds.win(at)).abs());
                shown = shown.max((estimate.shown[at] - odds.shown(at)).abs());
            }
        }
    }
    (win, shown, solved)
}

#[test]
fn estimates_are_close_to_the_exact_chances_of_two() {
    let (win, _, solved) = differences(2, &PLAIN);
    assert!(solved > 240 && win < 0.015, "{win} of {solved}");
    // What shows when a tie is thrown again is left out.
    let (win, shown, solved) = differences(2, &BLACK);
    assert!(solved > 130 && win < 0.05 && shown < 0.4, "{win}, {shown} of {solved}");
}

#[test]
fn estimates_are_close_to_the_exact_chances_of_three() {
    let (win, _, solved) = differences(3, &PLAIN[..3]);
    assert!(solved > 300 && win < 0.03, "{win} of {solved}");
}
