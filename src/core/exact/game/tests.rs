//! The values against the whole tree of tiny games, played by the state of the rules.

use super::twin::{Tree, games, tiny};
use super::{Aim, GameValues, Start, Unsolvable};
use crate::exact::{Judge as _, Situation, course};
use crate::games::gang::{CardIndex, Deck, Edition, Gang, State, TurnResult};

#[test]
fn the_value_is_that_of_the_whole_tree() {
    for gang in games() {
        let solved = GameValues::solve(&gang, || true).unwrap();
        let (found, expected) =
            (solved.value(solved.start()), Tree::new(&gang).value(&State::new(gang.rules(), 2), 0, None));
        assert!((found - expected).abs() < 1e-12, "{found} {expected}: {:?}", gang.rules());
        assert!(expected != 0.5, "the starter's place makes a difference");
    }
}

/// What is done in a round is worth what the round is worth, a card at a time.
#[test]
fn the_start_and_the_reply_are_worth_the_round() {
    for gang in games() {
        let solved = GameValues::solve(&gang, || true).unwrap();
        let tree = Tree::new(&gang);
        let (state, position) = (State::new(gang.rules(), 2), solved.start());
        for card in (0..gang.deck().cards.len() as u16).map(CardIndex).filter(|&card| solved.deals(0, card)) {
            let todo = solved.starts(Start { position, card }, u32::MAX).unwrap();
            let expected = tree.round(&state, 0, gang.deck().card(card));
            assert!((todo.value - expected).abs() < 1e-12, "{todo:?} {expected}");
            let table =
                course::Position { pools: [position.first, position.other, 0, 0], ..course::Position::default() };
            let mut situation = Situation { position: table, card, turns: Vec::new() };
            assert!((solved.with_card(&situation).unwrap()[0] - expected).abs() < 1e-12, "{expected}");
            // The starter's result is invalid.
            let (mut after, dice) = (state.clone(), 1);
            after.begin_round(gang.rules().bonus(0, gang.deck().rounds()));
            after.commit(crate::games::Seat(0), dice);
            after.record(crate::games::Seat(0), dice, TurnResult::Invalid);
            situation.turns = after.turns().to_vec();
            let expected_then =
                tree.turn(&after, gang.rules().bonus(0, gang.deck().rounds()), gang.deck().card(card), 1);
            let found = solved.with_card(&situation).unwrap()[0];
            assert!((found - expected_then).abs() < 1e-12, "{found}, but {expected_then}");
            let plan = solved.plan(card, todo.dice, todo.aim).unwrap();
            let replied = |result: Option<u32>| {
                let after = solved.position(0, [position.first - todo.dice, position.other], todo.dice);
                let mark = result.map(|total| crate::exact::Mark { total, dice: todo.dice });
                let allowed = gang.rules().dice_in_all(2).map_or(u32::MAX, |all| all.saturating_sub(todo.dice).max(1));
                let reply = solved.replies(Start { position: after, card }, mark, allowed.min(position.other)).unwrap();
                1.0 - reply.value
            };
            let worth = plan.plan.outcome().expected(replied);
            assert!((worth - expected).abs() < 1e-11, "{worth} {expected}");
        }
    }
}

/// The chance of the aim is what the reply was chosen for.
#[test]
fn who_replies_can_want_to_miss() {
    let gang = &games()[0];
    let solved = GameValues::solve(gang, || true).unwrap();
    let card = CardIndex(0);
    for (aim, success) in [(Aim::Reach(2), 1.0), (Aim::Miss(2), -1.0)] {
        let best = solved.plan(card, 2, aim).unwrap();
        let chance = best.plan.outcome().expected(|total| f64::from(u8::from(total >= Some(2))));
        assert!((best.value - success * chance).abs() < 1e-12, "{aim:?}: {} {chance}", best.value);
    }
}

#[test]
fn values_are_read_again_and_nothing_else() {
    let [gang, other, ..] = &games()[..] else { panic!("there are games") };
    let solved = GameValues::solve(gang, || true).unwrap();
    let bytes = solved.to_bytes();
    assert_eq!(GameValues::from_bytes(gang, &bytes).unwrap().to_bytes(), bytes);
    assert!(GameValues::from_bytes(other, &bytes).is_none(), "another game");
    for length in 0..bytes.len() {
        assert!(GameValues::from_bytes(gang, &bytes[..length]).is_none(), "cut off after {length} bytes");
    }
    let mut changed = bytes.clone();
    let last = changed.len() - 8;
    changed[last..].copy_from_slice(&2.0f64.to_le_bytes());
    assert!(GameValues::from_bytes(gang, &changed).is_none(), "no win share is 2");
}

#[test]
fn what_cannot_be_solved_is_said() {
    let three = Gang::new(Edition::Bga.rules(), Deck::reconstructed(), 3).unwrap();
    assert_eq!(GameValues::solve(&three, || true).err(), Some(Unsolvable::Players(3)));
    let large =
        tiny(Edition::Bga, &[("pools", "250"), ("bonus", "[]")], "{ light = 0 }", &[["pair", "bomb", "light"]; 10]);
    let Err(Unsolvable::Large(problems)) = GameValues::solve(&large, || true) else { panic!("500 dice are too many") };
    assert_eq!(problems, 10 + 9 * 10 * 500 * 499 / 2);
}
