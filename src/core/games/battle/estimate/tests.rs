//! Estimates against exact chances.

use super::Compared;
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

/// Every combination of totals, for two to six players: who has the highest total of at least so much alone, or with one
/// other.
#[test]
fn throws_are_compared_as_every_combination_says() {
    const PACKS: [[u8; 6]; 6] = [
        [1, 0, 0, 0, 0, 0],
        [0, 0, 1, 0, 0, 0],
        [2, 0, 0, 0, 0, 0],
        [1, 0, 0, 1, 0, 0],
        [0, 0, 1, 0, 0, 0],
        [1, 0, 0, 0, 0, 0],
    ];
    let game = Battle::new(Rules::default(), 6).unwrap();
    for players in 2..=PACKS.len() {
        let throws = PACKS[..players].iter().map(|&pack| game.throws(Kinds::new(pack), Contest::Battle, Hand::Chosen));
        let throws: Vec<_> = throws.map(|alone| alone.unwrap().once().unwrap().clone()).collect();
        for least in [0, 6] {
            let mut ways = vec![(Vec::new(), 1.0)];
            for throw in &throws {
                let totals = || (0..throw.len()).filter(|&total| throw.at(total) > 0.0);
                let with = |(before, chance): &(Vec<usize>, f64)| {
                    totals()
                        .map(|total| ([&before[..], &[total]].concat(), chance * throw.at(total)))
                        .collect::<Vec<_>>()
                };
                ways = ways.iter().flat_map(with).collect();
            }
            let mut all = Compared::default();
            for (totals, chance) in ways {
                let most = *totals.iter().max().unwrap();
                let top: Vec<usize> = (0..players).filter(|&at| totals[at] == most).collect();
                match (most >= least, &top[..]) {
                    (false, _) => {}
                    (true, &[one]) => all.alone[one] += chance,
                    (true, &[one, two]) => all.two[one][two] += chance,
                    (true, _) => all.more += chance,
                }
            }
            let compared = Compared::from(&throws.iter().collect::<Vec<_>>(), least);
            let numbers = |of: &Compared| [&of.alone[..], of.two.as_flattened(), &[of.more]].concat();
            for (one, other) in numbers(&compared).into_iter().zip(numbers(&all)) {
                assert!((one - other).abs() < 1e-12, "{players} players: {compared:?}, {all:?}");
            }
        }
    }
}
