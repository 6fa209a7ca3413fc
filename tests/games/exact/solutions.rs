//! Solutions that are shared: answers do not depend on room or order.

use analyze::dice::multisets::layer;
use analyze::exact::{Objective, Optimum, SOLUTIONS_ROOM, Solutions, Turn, TurnError};
use analyze::games::gang::{CardIndex, Deck};

const KEYS: [u64; 2] = [1, u64::MAX];

/// What is worth nothing but on some totals, different ones for every key.
fn own(key: u64, result: Option<u32>) -> f64 {
    result.map_or(0.5, |total| f64::from((total + (key % 3) as u32) % 3))
}

fn same_plan(a: &Optimum, b: &Optimum) {
    assert_eq!(a.value.to_bits(), b.value.to_bits());
    for roll in layer(a.plan.turn().dice()) {
        assert!((1..=2).all(|rolls_left| a.plan.keep(roll, rolls_left) == b.plan.keep(roll, rolls_left)));
    }
}

/// Asks for everything, in one order or the other, and compares it with what a turn alone gives.
fn check(solutions: &Solutions, deck: &Deck, backwards: bool) {
    let mut questions = Vec::new();
    for card in [0, 4, 17] {
        for dice in 1..=4 {
            let least = [0, 3, 5 * dice, 5 * dice + 1, 5 * dice + 2, 1000];
            let objectives = least.map(Objective::AtLeast).into_iter();
            let objectives = objectives.chain([Objective::ExpectedTotal, Objective::VALID]);
            questions.extend(objectives.map(|objective| (CardIndex(card), dice, objective)));
        }
    }
    if backwards {
        questions.reverse();
    }
    for (card, dice, objective) in questions {
        let turn = Turn::under(deck.card(card), dice, 2).unwrap();
        let expected = turn.optimum(|result| objective.value(result)).unwrap();
        assert_eq!(solutions.value(card, dice, objective).unwrap().to_bits(), expected.value.to_bits());
        same_plan(&solutions.optimum(card, dice, objective).unwrap(), &expected);
        for key in KEYS {
            let value = |result| own(key, result);
            let expected = turn.optimum(value).unwrap();
            same_plan(&solutions.optimum_for(card, dice, key, value).unwrap(), &expected);
        }
    }
}

#[test]
fn answers_do_not_depend_on_room_or_order() {
    let deck = Deck::reconstructed();
    for room in [0, 20_000, SOLUTIONS_ROOM] {
        let solutions = Solutions::new(&deck, 2, room);
        for backwards in [false, true, false] {
            check(&solutions, &deck, backwards);
        }
    }
}

#[test]
fn numbers_out_of_range_are_errors() {
    let deck = Deck::reconstructed();
    let solutions = Solutions::new(&deck, 2, SOLUTIONS_ROOM);
    for dice in [0, 49] {
        let error = TurnError::Dice { dice };
        assert_eq!(solutions.turn(CardIndex(0), dice).unwrap_err(), error);
        assert_eq!(solutions.value(CardIndex(0), dice, Objective::VALID), Err(error));
        assert_eq!(solutions.optimum(CardIndex(0), dice, Objective::VALID).unwrap_err(), error);
    }
    let many = Solutions::new(&deck, 11, SOLUTIONS_ROOM);
    assert_eq!(many.value(CardIndex(0), 2, Objective::VALID), Err(TurnError::Rerolls { rerolls: 11 }));
    let endless = solutions.optimum_for(CardIndex(0), 2, 0, |_| f64::INFINITY);
    assert!(matches!(endless, Err(TurnError::Value { .. })));
}
